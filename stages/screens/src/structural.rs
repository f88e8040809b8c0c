//! Which texts belong to the screen rather than to the moment.

use serde::{Deserialize, Serialize};
use skillc_records::TapPoint;

/// The structural texts of a screen: NFC, each once, in code-point order.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StructuralTexts(Vec<String>);

impl StructuralTexts {
    /// The structural texts of `points`.
    pub fn of(_points: &[TapPoint]) -> Self {
        Self::default()
    }

    /// The set of `texts` as they are, without any filter.
    pub fn from_texts(texts: impl IntoIterator<Item = String>) -> Self {
        let mut texts: Vec<String> = texts.into_iter().collect();
        texts.sort();
        texts.dedup();
        Self(texts)
    }

    /// The texts, in order.
    pub fn as_slice(&self) -> &[String] {
        &self.0
    }
}
