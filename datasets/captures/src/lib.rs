//! The capture store: recorded sessions as Hive-partitioned Parquet that polars, DuckDB and pandas open without us.
//!
//! `FORMAT.md` beside this crate is the reference of the format.
//!
//! | module | what it is about |
//! |---|---|
//! | [`schema`](mod@schema) | the tables and their columns |
//! | [`version`](mod@version) | which version of the format, and who reads what |
//! | [`store`](mod@store) | opening a store; its sessions; a session as records |
//! | [`pictures`](mod@pictures) | pictures, each read alone |
//! | [`writer`](mod@writer) | recording a session |
//! | [`recover`](mod@recover) | sealing what dead recorders left |
//! | [`verify`](mod@verify) | every byte is what was sealed, every reference leads somewhere |
//! | [`export`](mod@export) | taking a session out, as a store or as a plain folder |
//! | [`picture`](mod@picture) | what a picture is before it is stored |
//! | [`survey`](mod@survey) | which files of which table there are, and which a columnar engine can scan |
//! | [`error`](mod@error) | what can go wrong |
//!
//! Inside: `journal` and `replay` (what is on the disk while a session is recorded), `seal` (from a journal to a session's files),
//! `recording` (a sealed session as records), `addition` (labels and re-run detections beside it), `removal` (sessions that nobody
//! wants to keep, files of none), `parquet_file` and `opened` (how files are written, and opened without trusting them), `table`,
//! `cells` and `rows` (records to rows and back).

mod addition;
mod cells;
pub mod error;
pub mod export;
mod journal;
mod layout;
mod opened;
mod parquet_file;
pub mod picture;
pub mod pictures;
mod recording;
pub mod recover;
mod removal;
mod replay;
mod rows;
pub mod schema;
mod seal;
pub mod store;
pub mod survey;
mod table;
pub mod verify;
pub mod version;
pub mod writer;

pub use error::{ReadError, Reason, StoreError, WriteError};
pub use export::ExportError;
pub use picture::{MAX_PICTURE_BYTES, Picture, picture_hash, picture_size};
pub use pictures::Pictures;
pub use recover::{InProgress, Recovery, Unsealed};
pub use schema::Table;
pub use seal::Sealed;
pub use store::{Entry, Listing, SessionContents, SessionFile, Store};
pub use survey::SealedFile;
pub use verify::Fault;
pub use version::FormatVersion;
pub use writer::{Capture, SessionWriter};
