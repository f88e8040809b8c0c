//! How much ground truth there is.

use polars::prelude::{col, len};
use skillc_captures::{Store, Table};

use crate::scan::{Answer, Files, Group, ScanError, by_app};

/// The labels of one class from one source in the sessions of one app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelSummary {
    /// The app's folder.
    pub app: String,
    /// Who says so.
    pub source: String,
    /// The class.
    pub class: String,
    /// Labels.
    pub labels: u64,
    /// Labels of frames on which the class is labelled exhaustively: only these can measure precision.
    pub exhaustive: u64,
}

/// The labels by app, source and class.
///
/// # Errors
/// When the store can't be listed or the scan fails.
pub fn labels(store: &Store) -> Result<Answer<LabelSummary>, ScanError> {
    let aggregates = [len().alias("rows"), col("exhaustive").sum().alias("all")];
    let (groups, problems) =
        Files::of(store)?.grouped(Table::Labels, &["source", "class"], &["exhaustive"], &aggregates)?;
    let summary = |Group { app, keys, values, .. }: Group| {
        let ([source, class], &[labels, exhaustive]) = (keys.as_slice(), values.as_slice()) else {
            return None;
        };
        Some(LabelSummary {
            app,
            source: source.clone(),
            class: class.clone(),
            labels,
            exhaustive,
        })
    };
    Ok(Answer {
        rows: by_app(groups).into_iter().filter_map(summary).collect(),
        problems,
    })
}
