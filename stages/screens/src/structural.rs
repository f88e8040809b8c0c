//! Which texts belong to the screen rather than to the moment.

use serde::{Deserialize, Serialize};
use skillc_records::TapPoint;
use skillc_text::{compare, equals, grapheme_count};

use crate::pattern::{is_bare_number, is_date, is_time, without_trailing_time};

/// The status bar ends here, in points from the top.
pub const STATUS_BAR: f64 = 80.0;

/// Longer texts are content, in graphemes.
const LONGEST: usize = 50;

/// The structural texts of a screen: a set under canonical equivalence, in code-point order of the canonical composition. Of equal
/// texts the first one is kept as it was seen.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StructuralTexts(Vec<String>);

impl StructuralTexts {
    /// The structural texts of `points`.
    pub fn of(points: &[TapPoint]) -> Self {
        Self::of_structural(points.iter().filter(|point| is_structural(point)))
    }

    /// The texts of points that are known to be structural.
    pub(crate) fn of_structural<'p>(points: impl Iterator<Item = &'p TapPoint>) -> Self {
        Self::from_texts(points.map(|point| without_trailing_time(&point.text)))
    }

    /// The set of `texts` as they are, without any filter.
    pub fn from_texts<T: AsRef<str> + Into<String>>(texts: impl IntoIterator<Item = T>) -> Self {
        let mut texts: Vec<T> = texts.into_iter().collect();
        // Stable, so that the first of equal texts stays first.
        texts.sort_by(|a, b| compare(a.as_ref(), b.as_ref()));
        texts.dedup_by(|later, first| equals(later.as_ref(), first.as_ref()));
        Self(texts.into_iter().map(Into::into).collect())
    }

    /// The texts, in order.
    pub fn as_slice(&self) -> &[String] {
        &self.0
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many texts are in both sets.
    pub fn shared_with(&self, other: &Self) -> usize {
        let (mut mine, mut theirs, mut shared) = (self.0.iter().peekable(), other.0.iter().peekable(), 0);
        while let (Some(a), Some(b)) = (mine.peek(), theirs.peek()) {
            match compare(a, b) {
                std::cmp::Ordering::Less => _ = mine.next(),
                std::cmp::Ordering::Greater => _ = theirs.next(),
                std::cmp::Ordering::Equal => {
                    shared += 1;
                    mine.next();
                    theirs.next();
                }
            }
        }
        shared
    }
}

/// Whether a text belongs to the screen: below the status bar, no clock time, bare number or date, and not too long.
pub fn is_structural(point: &TapPoint) -> bool {
    point.at.y >= STATUS_BAR
        && !is_time(&point.text)
        && !is_bare_number(&point.text)
        && grapheme_count(&point.text) <= LONGEST
        && !is_date(&point.text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_first_form_of_equal_texts_stays() {
        let texts = StructuralTexts::from_texts(["Cafe\u{301}", "Bar", "Café"]);
        assert_eq!(texts.as_slice(), ["Bar", "Cafe\u{301}"]);
        assert_eq!(texts.shared_with(&StructuralTexts::from_texts(["Café"])), 1);
    }

    proptest! {
        #[test]
        fn sets_share_what_both_have(a in prop::collection::vec("[a-cé]{0,2}", 0..8), b in prop::collection::vec("[a-cé]{0,2}", 0..8)) {
            let (x, y) = (
                StructuralTexts::from_texts(a.iter().map(String::as_str)),
                StructuralTexts::from_texts(b.iter().map(String::as_str)),
            );
            let shared = x.as_slice().iter().filter(|text| b.contains(text)).count();
            prop_assert_eq!(x.shared_with(&y), shared);
            prop_assert_eq!(y.shared_with(&x), shared);
            prop_assert_eq!(x.shared_with(&x), x.len());
        }
    }
}
