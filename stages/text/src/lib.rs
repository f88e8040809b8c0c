//! Text as the live explorer compares it.
//!
//! mirroir's string operations are those of its platform and differ from Rust's: equality is canonical equivalence, a substring must
//! begin and end between grapheme clusters, trimming strips spaces and tabs but no line ends, lower-casing knows no final sigma, and
//! every line separator counts on its own, so that CR LF makes an extra empty line. A rule that compared bytes would predict
//! something else than what the explorer does, so every rule goes through here.
//!
//! Source: reference on mirroir's semantics, §0.

mod compare;
mod lines;
mod normal;
mod trim;

pub use compare::{compare, contains, ends_with, equals, starts_with};
pub use lines::{Line, is_line_separator, lines};
pub use normal::{fold, grapheme_count, lower, nfc, without_marks};
pub use trim::{is_quote, split_omitting_empty, strip_quotes, trim, trim_with_newlines};
