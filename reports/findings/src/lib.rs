//! What the linter found, as people and machines read it.
//!
//! | module | what it holds |
//! |---|---|
//! | [`report`](mod@report) | the files with their findings, and the counts |
//! | [`human`](mod@human) | with the source line, for a terminal |
//! | [`json`](mod@json) | one document with a `format_version` |
//! | [`sarif`](mod@sarif) | SARIF 2.1.0, with the pages and the fixes |
//! | [`github`](mod@github) | workflow commands |
//! | [`pages`](mod@pages) | the page of a code |
//! | [`patch`](mod@patch) | what a fix would change, as a unified diff |
//!
//! Source lines are shown with the literals of credentials masked, so that a report in a log gives nothing away.

pub mod github;
pub mod human;
pub mod json;
pub mod pages;
pub mod patch;
pub mod report;
pub mod sarif;
mod shown;

pub use report::{CheckedFile, Report};
