//! How alike two screens are.

use crate::{ScreenIdentity, StructuralTexts};

/// Screens at least this similar are the same.
pub const SAME_SCREEN: f64 = 0.8;

/// The texts that both have, as a part of all that either has; 1 if neither has any.
pub fn similarity(_a: &StructuralTexts, _b: &StructuralTexts) -> f64 {
    0.0
}

/// 0 if both have a title and the titles differ, else [`similarity`].
pub fn title_aware_similarity(_a: &ScreenIdentity, _b: &ScreenIdentity) -> f64 {
    0.0
}

/// Whether at least half of what `viewport` shows is in `reference`: false for an empty viewport.
pub fn contains_viewport(_reference: &StructuralTexts, _viewport: &StructuralTexts) -> bool {
    false
}
