//! Boxes and points over a picture.

use skillc_records::{DetectionKind, WindowPoint, WindowRect};

/// A box or point that is drawn over a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// What it stands for, which decides its colour and line.
    pub kind: MarkKind,
    /// The box; none where only a point is known.
    pub rect: Option<WindowRect>,
    /// The point.
    pub point: Option<WindowPoint>,
    /// A short text at its corner (a number that a list explains).
    pub tag: Option<String>,
}

/// What a mark stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkKind {
    /// A detected text.
    Text,
    /// A detected icon.
    Icon,
    /// A node of an accessibility tree.
    Node,
    /// What is really there.
    Truth,
    /// What is really there and was not found.
    Missed,
    /// What was found and is not there.
    False,
    /// Where the finger was.
    Touch,
    /// What was blanked when it was recorded.
    Masked,
}

impl MarkKind {
    /// The colour, as CSS writes it. Colour is never the only sign: the line differs too.
    pub fn colour(self) -> &'static str {
        match self {
            Self::Text => "#0a6cff",
            Self::Icon => "#e06c00",
            Self::Node => "#8e44ad",
            Self::Truth => "#1c8a3c",
            Self::Missed => "#d70015",
            Self::False => "#b8860b",
            Self::Touch => "#ff2d55",
            Self::Masked => "#636366",
        }
    }

    /// The dashes of the line; none for an unbroken one.
    pub(crate) fn dashes(self) -> Option<&'static str> {
        match self {
            Self::Text | Self::Icon | Self::Node | Self::Touch => None,
            Self::Truth => Some("5 3"),
            Self::Missed => Some("2 2"),
            Self::False => Some("8 2 2 2"),
            Self::Masked => Some("1 3"),
        }
    }
}

impl From<DetectionKind> for MarkKind {
    fn from(kind: DetectionKind) -> Self {
        match kind {
            DetectionKind::Text => Self::Text,
            DetectionKind::Icon => Self::Icon,
            DetectionKind::Node => Self::Node,
        }
    }
}
