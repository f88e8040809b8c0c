//! Names of things. Each is its own type, so that one can't be passed for another.

use std::fmt;

use serde::{Deserialize, Serialize};
use skillc_text::nfc;
use unicode_segmentation::UnicodeSegmentation as _;

/// A session's ULID, 26 characters of Crockford base 32. Sorts by the time of its start.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SessionId(String);

/// A frame's place in its session, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FrameIndex(pub u32);

/// An action's place in its session, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ActionIndex(pub u32);

/// One frame of one session.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FrameRef {
    /// The session.
    pub session: SessionId,
    /// The frame in it.
    pub frame: FrameIndex,
}

/// One action of one session.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ActionRef {
    /// The session.
    pub session: SessionId,
    /// The action in it.
    pub action: ActionIndex,
}

/// A moment: microseconds since the start of 1970, UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

/// A name that is safe as one part of a path on every system: lower-case letters, digits and single hyphens, 1 to 80 bytes,
/// no reserved device name. Letters of any script stay; everything else becomes a hyphen.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Slug(String);

/// A text that is no identifier of the wanted kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IdError {
    /// Not 26 characters of Crockford base 32.
    #[error("{0:?} is no session id: expected 26 characters of Crockford base 32")]
    SessionId(String),
    /// Has characters that a slug can't have.
    #[error("{0:?} is no slug: expected lower-case letters, digits and single hyphens")]
    Slug(String),
}

impl SessionId {
    /// Reads a ULID. Lower case is accepted and becomes upper case.
    ///
    /// # Errors
    /// When `text` is not 26 characters of Crockford base 32, or larger than a ULID can be.
    pub fn parse(text: &str) -> Result<Self, IdError> {
        let upper = text.to_ascii_uppercase();
        let valid = upper.len() == 26
            && upper.bytes().all(|b| b"0123456789ABCDEFGHJKMNPQRSTVWXYZ".contains(&b))
            && upper.as_bytes()[0] <= b'7';
        if valid {
            Ok(Self(upper))
        } else {
            Err(IdError::SessionId(text.to_owned()))
        }
    }

    /// The 26 characters.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The longest slug in bytes: leaves room for a suffix within the 255 bytes that file systems allow.
const MAX_SLUG_BYTES: usize = 80;

impl Slug {
    /// The slug of any text: never fails, never empty, never leaves a folder. Texts without a letter or digit become `app`.
    ///
    /// A text that had to be cut, and one that is a reserved device name, get a short digest so that two of them stay apart.
    pub fn of(text: &str) -> Self {
        let mut slug = String::new();
        for c in nfc(text).chars().flat_map(char::to_lowercase) {
            if c.is_alphanumeric() || is_mark(c) {
                slug.push(c);
            } else if !slug.is_empty() && !slug.ends_with('-') {
                slug.push('-');
            }
        }
        let slug = nfc(slug.trim_end_matches('-')).into_owned();
        let slug = if slug.is_empty() { "app".to_owned() } else { slug };
        if slug.len() <= MAX_SLUG_BYTES && !is_reserved(&slug) {
            return Self(slug);
        }
        let mut short = String::new();
        for grapheme in slug.graphemes(true) {
            if short.len() + grapheme.len() > MAX_SLUG_BYTES - 9 {
                break;
            }
            short.push_str(grapheme);
        }
        Self(format!("{}-{:08x}", short.trim_end_matches('-'), fnv1a(text)))
    }

    /// The characters.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Combining marks belong to the letter before them (Arabic, Hebrew and Indic vowels).
fn is_mark(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c)
}

/// Names that Windows keeps for devices, whatever the extension.
fn is_reserved(slug: &str) -> bool {
    matches!(slug, "con" | "prn" | "aux" | "nul")
        || (slug.len() == 4
            && (slug.starts_with("com") || slug.starts_with("lpt"))
            && slug.ends_with(|c: char| c.is_ascii_digit()))
}

/// FNV-1a, 32 bits: only to tell cut names apart.
fn fnv1a(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

impl TryFrom<String> for SessionId {
    type Error = IdError;

    fn try_from(text: String) -> Result<Self, IdError> {
        Self::parse(&text)
    }
}

impl TryFrom<String> for Slug {
    type Error = IdError;

    fn try_from(text: String) -> Result<Self, IdError> {
        let slug = Self::of(&text);
        if slug.0 == text {
            Ok(slug)
        } else {
            Err(IdError::Slug(text))
        }
    }
}

impl From<SessionId> for String {
    fn from(id: SessionId) -> Self {
        id.0
    }
}

impl From<Slug> for String {
    fn from(slug: Slug) -> Self {
        slug.0
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for FrameIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for ActionIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_that_would_leave_the_folder_become_plain() {
        assert_eq!(Slug::of("../../x").as_str(), "x");
        assert_eq!(Slug::of("Santé").as_str(), "santé");
        assert_eq!(Slug::of("///").as_str(), "app");
        assert_ne!(Slug::of("CON").as_str(), "con");
        assert!(Slug::of(&"a".repeat(300)).as_str().len() <= MAX_SLUG_BYTES);
    }

    proptest! {
        #[test]
        fn a_slug_is_its_own_slug(text in "\\PC{0,120}") {
            let slug = Slug::of(&text);
            prop_assert_eq!(Slug::try_from(slug.as_str().to_owned()), Ok(slug));
        }
    }
}
