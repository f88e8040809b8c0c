//! Who detected how much.

use polars::prelude::{col, len, lit};
use skillc_captures::{Store, Table};

use crate::scan::{Answer, Files, Group, ScanError, by_app};

/// What one detector found in the sessions of one app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DetectorSummary {
    /// The app's folder.
    pub app: String,
    /// The detector's id.
    pub detector: String,
    /// Detections.
    pub detections: u64,
    /// Texts among them.
    pub texts: u64,
    /// Icons among them.
    pub icons: u64,
    /// Detections without a confidence.
    pub unsure: u64,
}

/// What each detector found, by app and detector.
///
/// # Errors
/// When the store can't be listed or the scan fails.
pub fn detectors(store: &Store) -> Result<Answer<DetectorSummary>, ScanError> {
    let kind = |kind: &'static str| col("kind").eq(lit(kind)).sum().alias(kind);
    let aggregates = [
        len().alias("rows"),
        kind("text"),
        kind("icon"),
        col("confidence").null_count().alias("unsure"),
    ];
    let (groups, problems) =
        Files::of(store)?.grouped(Table::Detections, &["detector"], &["kind", "confidence"], &aggregates)?;
    let summary = |Group { app, keys, values, .. }: Group| {
        let ([detector], &[detections, texts, icons, unsure]) = (keys.as_slice(), values.as_slice()) else {
            return None;
        };
        Some(DetectorSummary {
            app,
            detector: detector.clone(),
            detections,
            texts,
            icons,
            unsure,
        })
    };
    Ok(Answer {
        rows: by_app(groups).into_iter().filter_map(summary).collect(),
        problems,
    })
}
