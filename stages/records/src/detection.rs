//! A detection: one thing that was seen on a frame.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{WindowPoint, WindowRect};

/// One thing seen on a frame: one row of the `detections` table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Detection {
    /// Who saw it.
    pub detector: DetectorId,
    /// What it is.
    pub kind: DetectionKind,
    /// The text, NFC; none for an icon without a class.
    pub text: Option<String>,
    /// How sure the detector is; none where it doesn't say (mirroir doesn't print it).
    pub confidence: Option<Confidence>,
    /// Its box; none where only a tap point is known.
    pub rect: Option<WindowRect>,
    /// Where a tap would go.
    pub tap: WindowPoint,
}

/// What a detection is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DetectionKind {
    /// A line of text.
    Text,
    /// A picture without text.
    Icon,
    /// A node of an accessibility tree.
    Node,
}

/// Who detected: `recorded:simulator`, `recorded:apple-vision`, `ppocr@<version>`, `icon-cluster@<version>`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DetectorId(pub String);

/// From 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Confidence(f64);

impl Confidence {
    /// A confidence; none outside 0 to 1 or if not a number.
    pub fn new(value: f64) -> Option<Self> {
        (0.0..=1.0).contains(&value).then_some(Self(value))
    }

    /// The value, 0 to 1.
    pub fn value(self) -> f64 {
        self.0
    }
}

impl DetectorId {
    /// A producer's own detections, kept as they were recorded.
    pub fn recorded(producer: &str) -> Self {
        Self(format!("recorded:{producer}"))
    }

    /// Whether these are a producer's own detections.
    pub fn is_recorded(&self) -> bool {
        self.0.starts_with("recorded:")
    }
}

impl DetectionKind {
    /// The word in the capture format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Icon => "icon",
            Self::Node => "node",
        }
    }
}

impl TryFrom<f64> for Confidence {
    type Error = &'static str;

    fn try_from(value: f64) -> Result<Self, Self::Error> {
        Self::new(value).ok_or("a confidence lies between 0 and 1")
    }
}

impl From<Confidence> for f64 {
    fn from(confidence: Confidence) -> Self {
        confidence.0
    }
}

impl fmt::Display for DetectorId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
