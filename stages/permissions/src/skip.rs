//! Texts never to tap: three layers, one list.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use skillc_text::{contains, lower, nfc};

/// The texts that are never tapped, whatever is declared.
pub const BUILT_IN: [&str; 15] = [
    "delete",
    "sign out",
    "log out",
    "reset all",
    "erase all",
    "remove all",
    "airplane mode",
    "sponsored",
    "promoted",
    "advertisement",
    "subscribe",
    "purchase",
    "order now",
    "buy now",
    "install now",
];

/// The three layers, in the order in which they are merged.
#[derive(Debug, Clone, Copy)]
pub struct SkipLayers<'a> {
    /// `## Skip` of APP.md.
    pub per_app: &'a [String],
    /// `skipElements` of permissions.json.
    pub global: &'a [String],
    /// The built-in texts.
    pub built_in: &'a [String],
}

/// One text of the merged list.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SkipPattern {
    /// The text, in the case of the layer that comes first.
    pub text: String,
    /// The layer.
    pub source: SkipSource,
}

/// A layer, and the text's place in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SkipSource {
    /// `## Skip` of APP.md.
    App(usize),
    /// `skipElements` of permissions.json.
    Permissions(usize),
    /// The built-in texts.
    BuiltIn(usize),
}

/// The layers as one list. Of texts that differ only in case the first is kept; accents and spaces count.
pub fn merge(layers: &SkipLayers<'_>) -> Vec<SkipPattern> {
    let tagged = |texts: &'_ [String], source: fn(usize) -> SkipSource| -> Vec<SkipPattern> {
        texts
            .iter()
            .enumerate()
            .map(|(place, text)| SkipPattern {
                text: text.clone(),
                source: source(place),
            })
            .collect()
    };
    let mut seen = BTreeSet::new();
    let mut merged = tagged(layers.per_app, SkipSource::App);
    merged.extend(tagged(layers.global, SkipSource::Permissions));
    merged.extend(tagged(layers.built_in, SkipSource::BuiltIn));
    merged.retain(|pattern| seen.insert(nfc(&lower(&pattern.text)).into_owned()));
    merged
}

/// Whether an element with this text is passed over because of `pattern`: it contains it, whatever the case.
pub fn skips(pattern: &str, text: &str) -> bool {
    contains(&lower(text), &lower(pattern))
}
