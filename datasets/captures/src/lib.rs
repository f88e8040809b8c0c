//! The capture store: recorded sessions as Hive-partitioned Parquet that polars, DuckDB and pandas open without us.
//!
//! `FORMAT.md` beside this crate is the reference of the format.
//!
//! | module | what it is about |
//! |---|---|
//! | [`schema`] | the tables and their columns |
//! | [`version`] | which version of the format, and who reads what |
//! | [`store`] | opening a store; its sessions; a session as records |
//! | [`pictures`] | pictures, each read alone |
//! | [`writer`] | recording a session |
//! | [`recover`] | sealing what dead recorders left |
//! | [`verify`] | every byte is what was sealed, every reference leads somewhere |
//! | [`export`] | taking a session out, as a store or as a plain folder |
//! | [`picture`] | what a picture is before it is stored |
//! | [`error`] | what can go wrong |
//!
//! Inside: `addition` (labels and re-run detections beside a sealed session), `removal` (sessions nobody wants to keep, files of none),
//! `journal` and `replay` (what is on the disk while a session is recorded), `seal` (from a journal to a session's files),
//! `parquet_file` (how files are written, and opened without trusting them), `table` (records to rows and back).

mod addition;
mod cells;
pub mod error;
pub mod export;
mod journal;
mod layout;
mod parquet_file;
pub mod picture;
pub mod pictures;
pub mod recover;
mod removal;
mod replay;
mod rows;
pub mod schema;
mod seal;
pub mod store;
mod table;
pub mod verify;
pub mod version;
pub mod writer;

pub use error::{ReadError, Reason, StoreError, WriteError};
pub use export::ExportError;
pub use picture::{MAX_PICTURE_BYTES, Picture, picture_hash, picture_size};
pub use pictures::Pictures;
pub use recover::{Recovery, Unsealed};
pub use schema::Table;
pub use seal::Sealed;
pub use store::{Entry, Listing, SessionFile, Store};
pub use verify::Fault;
pub use version::FormatVersion;
pub use writer::{Capture, SessionWriter};
