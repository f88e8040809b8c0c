//! The live explorer's settings, with its names and its precedence, as typed values.
//!
//! A value comes from `settings.json` (the project's if there is one, else the user's; one file only), else from the environment,
//! else from its default. An environment variable is named `MIRROIR_` and the key with `_` before every capital, upper-cased; a
//! few have a fixed name.
//!
//! | module | what it holds |
//! |---|---|
//! | [`table`](mod@table) | every setting: key, type, default |
//! | [`source`](mod@source) | where a value comes from |
//! | [`key`](mod@key) | from a key to the name of its variable |
//!
//! Nothing here reads a file or the environment: maps come in, values go out.
//!
//! Source: reference on mirroir's semantics, §9.

pub mod key;
pub mod source;
pub mod table;

pub use key::{FIXED_VARIABLES, variable};
pub use source::{Origin, Problem, Sources};
pub use table::{KEYS, Resolved, ScrollDedup, Settings};
