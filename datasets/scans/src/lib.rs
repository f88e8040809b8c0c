//! Questions over a whole capture store, answered by lazy scans: only the columns that a question needs are read, from all files at
//! once, and never a picture.
//!
//! | module | what it answers |
//! |---|---|
//! | [`sessions`](mod@sessions) | what each session holds |
//! | [`detectors`](mod@detectors) | who detected how much |
//! | [`labels`](mod@labels) | how much ground truth there is |
//!
//! This is the only crate with polars. Files that can't be scanned are problems of their own; the others go on.

pub mod detectors;
pub mod labels;
mod scan;
pub mod sessions;

pub use detectors::{DetectorSummary, detectors};
pub use labels::{LabelSummary, labels};
pub use scan::{Answer, ScanError};
pub use sessions::{AppSummary, SessionSummary, apps, sessions};
