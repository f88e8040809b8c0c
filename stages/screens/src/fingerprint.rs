//! The hash of a screen, its refinements, and the fingerprint in compiled skills.

use serde::{Deserialize, Serialize};

use crate::{ScreenIdentity, StructuralTexts, ZoneSignature};

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

/// The text that is hashed.
pub fn payload(
    _texts: &StructuralTexts,
    _icons: usize,
    _title: Option<&str>,
    _zones: ZoneSignature,
    _level: Refinement,
) -> String {
    String::new()
}

/// The hash of `payload`: SHA-256 of its UTF-8, in lower-case hexadecimal.
pub fn hash(_payload: &str) -> Fingerprint {
    Fingerprint(String::new())
}

/// How alike two compile fingerprints are, 0 to 1.
pub fn compile_similarity(_a: &CompileFingerprint, _b: &CompileFingerprint) -> f64 {
    0.0
}

/// The first refinement that tells two screens apart; none if not even the zones do.
pub fn distinguishing_level(_a: &ScreenIdentity, _b: &ScreenIdentity) -> Option<Refinement> {
    None
}
