//! Target evidence: what a target looked like when it was recorded, so that a replay can tell it from an impostor.
//!
//! A selector that still matches may match something else. The evidence of a target is its identity (identifier if it was unique, role,
//! label), the ancestors around it, and its place among equals. It is verified when it is recorded, by the rules of the replay: what
//! doesn't isolate its own target then is written down as unverifiable.
//!
//! Source: reference on agent-device, §5.4.

mod identity;
mod json;
mod record;
mod verify;

pub use identity::{MAX_ANCESTRY, MAX_TEXT_BYTES};
pub use json::{EvidenceError, MAX_PAYLOAD_BYTES, parse, write};
pub use record::record;
pub use verify::{Verdict, verify};

use serde::{Deserialize, Serialize};
use skillc_records::WindowRect;

/// What a target looked like.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TargetEvidence {
    /// Its identifier, if no other node had it.
    pub id: Option<String>,
    /// Its normalised type; may be empty.
    pub role: String,
    /// Its label.
    pub label: Option<String>,
    /// What was around it, nearest first: at most [`MAX_ANCESTRY`].
    pub ancestry: Vec<Ancestor>,
    /// Its place among its parent's children.
    pub sibling: usize,
    /// Its place among its equals in the same scroll region, from top to bottom.
    pub viewport_order: usize,
    /// The scroll container that it was in.
    pub scroll_region: Option<ScrollRegion>,
    /// Its box; for people, not compared.
    pub rect: Option<WindowRect>,
    /// Whether it isolated its target when it was recorded.
    pub verification: Verification,
}

/// An ancestor of a target.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Ancestor {
    /// Its normalised type.
    pub role: String,
    /// Its label.
    pub label: Option<String>,
}

/// The scroll container around a target.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ScrollRegion {
    /// Its normalised type.
    pub role: String,
    /// Its identifier.
    pub id: Option<String>,
    /// Its label.
    pub label: Option<String>,
}

/// Whether evidence isolated its target when it was recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verification {
    /// It did.
    Verified,
    /// It didn't: nothing may be concluded from it.
    Unverifiable,
}

/// What a target is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EvidenceMode {
    /// To act on: one node must be isolated.
    Act,
    /// To wait for: any of several equals will do, but it must have an identifier or a label.
    Landmark,
}

impl Verification {
    /// The word in scripts.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Verified => "verified",
            Self::Unverifiable => "unverifiable",
        }
    }
}
