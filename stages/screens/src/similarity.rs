//! How alike two screens are.

use skillc_text::equals;

use crate::{ScreenIdentity, StructuralTexts};

/// Screens at least this similar are the same.
pub const SAME_SCREEN: f64 = 0.8;

/// A viewport of which at least this part is known shows a known page.
const KNOWN_VIEWPORT: f64 = 0.5;

/// The texts that both have, as a part of all that either has; 1 if neither has any.
pub fn similarity(a: &StructuralTexts, b: &StructuralTexts) -> f64 {
    let shared = a.shared_with(b);
    let all = a.len() + b.len() - shared;
    if all == 0 { 1.0 } else { shared as f64 / all as f64 }
}

/// 0 if both have a title and the titles differ, else [`similarity`].
pub fn title_aware_similarity(a: &ScreenIdentity, b: &ScreenIdentity) -> f64 {
    match (&a.title, &b.title) {
        (Some(mine), Some(theirs)) if !equals(mine, theirs) => 0.0,
        _ => similarity(&a.structural, &b.structural),
    }
}

/// Whether at least half of what `viewport` shows is in `reference`: false for an empty viewport.
pub fn contains_viewport(reference: &StructuralTexts, viewport: &StructuralTexts) -> bool {
    !viewport.is_empty() && viewport.shared_with(reference) as f64 / viewport.len() as f64 >= KNOWN_VIEWPORT
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn set(texts: &[String]) -> StructuralTexts {
        StructuralTexts::from_texts(texts.iter().map(String::as_str))
    }

    #[test]
    fn half_of_a_viewport_is_enough_and_nothing_is_not() {
        let reference = StructuralTexts::from_texts(["a", "b", "c"]);
        assert!(contains_viewport(&reference, &StructuralTexts::from_texts(["a", "x"])));
        assert!(!contains_viewport(
            &reference,
            &StructuralTexts::from_texts(["a", "x", "y"])
        ));
        assert!(!contains_viewport(&reference, &StructuralTexts::default()));
    }

    proptest! {
        #[test]
        fn similarity_is_symmetric_and_one_only_for_equal_sets(
            a in prop::collection::vec("[a-e]", 0..6), b in prop::collection::vec("[a-e]", 0..6),
        ) {
            let (a, b) = (set(&a), set(&b));
            let alike = similarity(&a, &b);
            prop_assert!((0.0..=1.0).contains(&alike));
            prop_assert!((alike - similarity(&b, &a)).abs() < f64::EPSILON);
            prop_assert_eq!(alike >= 1.0, a == b);
        }
    }
}
