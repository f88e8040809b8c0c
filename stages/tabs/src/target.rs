//! Where the tabs are on one screen.

use serde::{Deserialize, Serialize};
use skillc_records::{ScreenPoints, WindowPoint, WindowSize};

use crate::TabNames;

/// How many points must lie in the bar's band before anchors are synthesised; 0 or less needs none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MinEvidence(pub i64);

impl Default for MinEvidence {
    fn default() -> Self {
        Self(1)
    }
}

/// Where a tab is on a screen.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct TabTarget {
    /// The tab's place in the order declared.
    pub tab: usize,
    /// Where it is tapped.
    pub at: WindowPoint,
    /// What placed it.
    pub via: Via,
}

/// What placed a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Via {
    /// Its name matches the text at this place in the list of points.
    Text {
        /// The place in the list.
        point: usize,
    },
    /// Even spacing along the bar.
    Synth {
        /// How many points lie in the bar's band.
        evidence: usize,
    },
}

/// The texts and tab names that the explorer has already tapped. Compared by canonical equivalence.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Visited(std::collections::BTreeSet<String>);

impl Visited {
    /// The set of `texts`.
    pub fn new<S: AsRef<str>>(texts: impl IntoIterator<Item = S>) -> Self {
        Self(
            texts
                .into_iter()
                .map(|text| skillc_text::nfc(text.as_ref()).into_owned())
                .collect(),
        )
    }

    /// Whether `text` was tapped.
    pub fn contains(&self, text: &str) -> bool {
        !self.0.is_empty() && self.0.contains(&*skillc_text::nfc(text))
    }
}

/// The targets on one screen, in tap order: text matches first, then synthesised anchors, each in the order declared.
pub fn targets(
    _names: &TabNames,
    _screen: &ScreenPoints,
    _visited: &Visited,
    _window: WindowSize,
    _evidence: MinEvidence,
) -> Vec<TabTarget> {
    Vec::new()
}
