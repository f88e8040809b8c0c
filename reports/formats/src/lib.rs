//! Formats: what every report has in common, however it is shown.
//!
//! | module | what it holds |
//! |---|---|
//! | [`terminal`](mod@terminal) | text that can't move the cursor, and colour that is never the only sign |
//! | [`markdown`](mod@markdown) | text that stays text in a Markdown comment, and comments that fit |
//! | [`github`](mod@github) | workflow commands, and how many of them are shown |
//! | [`sarif`](mod@sarif) | a SARIF 2.1.0 log |
//! | [`junit`](mod@junit) | a JUnit report |
//! | [`words`](mod@words) | numbers and lists as people write them |
//!
//! Text from screens, APP.md and file names comes from other people. Whoever builds a report passes it through here.

pub mod github;
pub mod junit;
pub mod markdown;
pub mod sarif;
pub mod terminal;
pub mod words;

pub use github::{Annotation, Level};
pub use terminal::{Paint, Tone};
