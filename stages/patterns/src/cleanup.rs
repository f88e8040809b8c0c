//! What is noise in labels: `text-cleanup.md`.
//!
//! Source: reference on mirroir's semantics, §12.

use serde::{Deserialize, Serialize};
use skillc_app_description::outline::outline;
use unicode_segmentation::UnicodeSegmentation as _;

use crate::key_values::bullets;

/// The name of the file.
pub const FILE: &str = "text-cleanup.md";

/// What is noise in labels and landmarks. Without a file there are no rules.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TextCleanup {
    /// Graphemes that are dropped from the beginning of labels.
    pub strip_prefixes: Vec<String>,
    /// Texts that are no landmarks.
    pub exclude_labels: Vec<String>,
}

impl TextCleanup {
    /// Reads the rules: of each prefix its first grapheme counts, labels count exactly.
    pub fn parse(text: &str) -> Self {
        let outline = outline(text);
        let items = |heading: &str| {
            outline
                .section(heading)
                .map(|section| bullets(&section.lines))
                .unwrap_or_default()
        };
        let first = |item: String| item.graphemes(true).next().map(ToOwned::to_owned);
        Self {
            strip_prefixes: items("Strip Prefixes").into_iter().filter_map(first).collect(),
            exclude_labels: items("Exclude Labels"),
        }
    }
}
