//! The hash of a screen, its refinements, and the fingerprint in compiled skills.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use skillc_text::equals;

use crate::{ScreenIdentity, StructuralTexts, ZoneSignature, similarity};

/// The name of a screen in a graph: 64 hexadecimal digits for screens that were fingerprinted here; imported graphs may bring others.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Fingerprint(String);

/// How much of a screen goes into its hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refinement {
    /// Structural texts and the number of icons.
    Plain,
    /// The title too.
    Title,
    /// The title and the zone signature too.
    Zones,
}

/// The fingerprint in a compiled skill, by which a changed screen is noticed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompileFingerprint {
    /// The hash of the screen.
    pub hash: Fingerprint,
    /// Its structural texts, in order.
    pub structural_texts: StructuralTexts,
    /// How many icons it has.
    pub icon_count: usize,
}

impl Fingerprint {
    /// A fingerprint that something else has computed.
    pub fn foreign(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The characters.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Refinement {
    /// Every level, the coarsest first.
    pub const ALL: [Self; 3] = [Self::Plain, Self::Title, Self::Zones];

    /// The level's number in mirroir's graph files.
    pub fn level(self) -> u8 {
        match self {
            Self::Plain => 0,
            Self::Title => 1,
            Self::Zones => 2,
        }
    }
}

/// The text that is hashed: sorted texts, number of icons, and what the level adds, joined by `|`.
pub fn payload(
    texts: &StructuralTexts,
    icons: usize,
    title: Option<&str>,
    zones: ZoneSignature,
    level: Refinement,
) -> String {
    let mut payload = texts.as_slice().join("|");
    if !texts.is_empty() {
        payload.push('|');
    }
    payload.push_str("icons:");
    payload.push_str(&icons.to_string());
    if level >= Refinement::Title {
        payload.push_str("|title:");
        payload.push_str(title.unwrap_or_default());
    }
    if level >= Refinement::Zones {
        payload.push_str("|zones:");
        payload.push_str(&zones.to_string());
    }
    payload
}

/// The hash of `payload`: SHA-256 of its UTF-8, in lower-case hexadecimal.
pub fn hash(payload: &str) -> Fingerprint {
    const DIGITS: [char; 16] = [
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f',
    ];
    let digest = Sha256::digest(payload.as_bytes());
    let half_bytes = digest.iter().flat_map(|&byte| [byte >> 4, byte & 15]);
    Fingerprint(half_bytes.map(|half| DIGITS[usize::from(half)]).collect())
}

/// How alike two compile fingerprints are, 0 to 1: equal hashes are alike whatever the texts say.
pub fn compile_similarity(a: &CompileFingerprint, b: &CompileFingerprint) -> f64 {
    if a.hash == b.hash {
        1.0
    } else {
        similarity(&a.structural_texts, &b.structural_texts)
    }
}

/// The first refinement that tells two screens apart; none if not even the zones do.
pub fn distinguishing_level(a: &ScreenIdentity, b: &ScreenIdentity) -> Option<Refinement> {
    let same_title = match (&a.title, &b.title) {
        (Some(a), Some(b)) => equals(a, b),
        (None, None) => true,
        _ => false,
    };
    if !same_title {
        Some(Refinement::Title)
    } else if a.zones != b.zones {
        Some(Refinement::Zones)
    } else {
        None
    }
}
