//! How many texts lie in header, content and bottom band.

use serde::{Deserialize, Serialize};
use skillc_records::TapPoint;

/// How many structural texts lie in each band.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ZoneSignature {
    /// In the header band.
    pub header: usize,
    /// Elsewhere.
    pub content: usize,
    /// In the bottom band.
    pub bottom: usize,
}

impl ZoneSignature {
    /// The signature of `points`.
    pub fn of(_points: &[TapPoint]) -> Self {
        Self::default()
    }
}
