//! The skip list: elements that are never tapped.
//!
//! An element is skipped when its lower-cased text contains a lower-cased pattern. Accents are significant. The list that comes in
//! is the merged one: patterns of APP.md first, then those of the settings, then the built-in ones.
//!
//! Source: reference on mirroir's semantics, §4, "Skip list".

use serde::{Deserialize, Serialize};
use skillc_records::AppField;
use skillc_text::{contains, lower};

use crate::graph::Deed;

/// The merged skip list, in order.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SkipList(pub Vec<SkipPattern>);

/// One pattern and whose it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkipPattern {
    /// The pattern as it was written.
    pub text: String,
    /// Whose it is.
    pub source: SkipSource,
}

/// Whose pattern it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SkipSource {
    /// The pattern at this place of APP.md's list.
    AppMd(usize),
    /// The permission settings.
    Settings,
    /// One of the patterns that every exploration has.
    BuiltIn,
}

impl SkipList {
    /// The first pattern that `text` contains; none for an empty text. Empty patterns match nothing.
    pub fn first_in(&self, text: &str) -> Option<&SkipPattern> {
        if text.is_empty() {
            return None;
        }
        let text = lower(text);
        self.0
            .iter()
            .find(|pattern| !pattern.text.is_empty() && contains(&text, &lower(&pattern.text)))
    }

    /// The pattern that forbids `deed` on the element: only touches are forbidden, and both its text and its name count.
    pub fn forbids(&self, deed: &Deed, element_text: &str, label: &str) -> Option<&SkipPattern> {
        match deed {
            Deed::Tap | Deed::DoubleTap | Deed::LongPress => {
                self.first_in(element_text).or_else(|| self.first_in(label))
            }
            _ => None,
        }
    }
}

impl SkipSource {
    /// The field of APP.md, for patterns that stand there.
    pub fn field(self) -> Option<AppField> {
        match self {
            Self::AppMd(place) => Some(AppField::Skip(place)),
            Self::Settings | Self::BuiltIn => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(patterns: &[&str]) -> SkipList {
        SkipList(
            patterns
                .iter()
                .enumerate()
                .map(|(i, text)| SkipPattern {
                    text: (*text).to_owned(),
                    source: SkipSource::AppMd(i),
                })
                .collect(),
        )
    }

    #[test]
    fn a_pattern_matches_anywhere_and_in_any_case() {
        let skip = list(&["delete", "sign out"]);
        assert_eq!(skip.first_in("Undelete all").map(|p| p.text.as_str()), Some("delete"));
        assert_eq!(skip.first_in("SIGN OUT now").map(|p| p.text.as_str()), Some("sign out"));
        assert_eq!(skip.first_in("Signed"), None);
    }

    #[test]
    fn accents_are_significant_and_nothing_matches_the_empty_pattern() {
        assert_eq!(list(&["Réinitialiser"]).first_in("Reinitialiser"), None);
        assert_eq!(list(&[""]).first_in("x"), None);
    }

    #[test]
    fn only_touches_are_forbidden() {
        let skip = list(&["up"]);
        assert!(skip.forbids(&Deed::Swipe { direction: None }, "up", "up").is_none());
        assert!(skip.forbids(&Deed::Tap, "", "Sign up").is_some());
    }
}
