//! Handles of nodes: `e12`, written `@e12`, pinned to the generation of its tree as `@e12~s431207`.
//!
//! Source: reference on agent-device, §1.5.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The handle of a node in one tree, without its `@`: not empty, no whitespace, quote, backslash, `@` or `~`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ElementRef(String);

/// A handle with the generation of the tree that it was read from, where that is known.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PinnedRef {
    /// The handle.
    pub reference: ElementRef,
    /// The generation.
    pub generation: Option<u64>,
}

/// A text that is no handle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no element reference: expected @e12 or @e12~s431207")]
pub struct InvalidRef(pub String);

impl ElementRef {
    /// The handle in `text`, with or without its `@`.
    ///
    /// # Errors
    /// When nothing is left, or a character stands in it that can't be written in a script.
    pub fn new(text: &str) -> Result<Self, InvalidRef> {
        let body = text.strip_prefix('@').unwrap_or(text);
        let bad = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '"' | '\\' | '@' | '~');
        if body.is_empty() || body.contains(bad) {
            Err(InvalidRef(text.to_owned()))
        } else {
            Ok(Self(body.to_owned()))
        }
    }

    /// The handle of the node at `position`, from 0: what is minted where the producer minted none.
    pub fn at(position: usize) -> Self {
        Self(format!("e{}", position + 1))
    }

    /// The characters, without `@`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The number at its end, to sort `e9` before `e10`; the largest number if there is none.
    pub fn number(&self) -> u64 {
        let digits = self.0.trim_start_matches(|c: char| !c.is_ascii_digit());
        digits.parse().unwrap_or(u64::MAX)
    }
}

impl PinnedRef {
    /// Reads `@e12`, `e12` or either with `~s` and a generation. The text is split at the first `~`.
    ///
    /// # Errors
    /// When the body neither begins with `@` nor with `e`, or what follows `~` is not `s` and digits.
    pub fn parse(text: &str) -> Result<Self, InvalidRef> {
        let invalid = || InvalidRef(text.to_owned());
        let (body, pin) = match text.split_once('~') {
            Some((body, pin)) => (body, Some(pin)),
            None => (text, None),
        };
        if !body.starts_with('@') && !body.starts_with('e') {
            return Err(invalid());
        }
        let reference = ElementRef::new(body).map_err(|_| invalid())?;
        let generation = match pin {
            None => None,
            Some(pin) => {
                let digits = pin
                    .strip_prefix('s')
                    .filter(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit()));
                Some(digits.and_then(|digits| digits.parse().ok()).ok_or_else(invalid)?)
            }
        };
        Ok(Self { reference, generation })
    }
}

impl TryFrom<String> for ElementRef {
    type Error = InvalidRef;

    fn try_from(text: String) -> Result<Self, InvalidRef> {
        let reference = Self::new(&text)?;
        if reference.0 == text {
            Ok(reference)
        } else {
            Err(InvalidRef(text))
        }
    }
}

impl From<ElementRef> for String {
    fn from(reference: ElementRef) -> Self {
        reference.0
    }
}

impl fmt::Display for ElementRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}", self.0)
    }
}

impl fmt::Display for PinnedRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.generation {
            Some(generation) => write!(f, "{}~s{generation}", self.reference),
            None => self.reference.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pins_are_read_and_anything_else_is_refused() {
        let pinned = PinnedRef::parse("@e12~s3").unwrap();
        assert_eq!((pinned.reference.as_str(), pinned.generation), ("e12", Some(3)));
        assert_eq!(pinned.to_string(), "@e12~s3");
        assert_eq!(PinnedRef::parse("e12").unwrap().generation, None);
        for bad in [
            "@e12~x",
            "~s1",
            "@e12~",
            "@e12~s",
            "@e12~s1~s2",
            "@",
            "",
            "x12",
            "@e12~s99999999999999999999999",
        ] {
            assert!(PinnedRef::parse(bad).is_err(), "{bad}");
        }
    }
}
