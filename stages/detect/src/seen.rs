//! What was seen on a picture, in pixels.

use serde::{Deserialize, Serialize};
use skillc_records::{Confidence, Detection, DetectionKind, DetectorId, PixelPoint, PixelRect, Scale, WindowPoint};

use crate::NetworkError;

/// One text or icon on a picture.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PixelDetection {
    /// Who saw it.
    pub detector: DetectorId,
    /// What it is: [`DetectionKind::Text`] or [`DetectionKind::Icon`].
    pub kind: DetectionKind,
    /// The text, NFC; for an icon its class, where the detector has classes.
    pub text: Option<String>,
    /// How sure the detector is, rounded to three decimals; none for `icon-cluster`, which doesn't say.
    pub confidence: Option<Confidence>,
    /// Its box in pixels of the upright picture.
    pub rect: PixelRect,
}

/// A picture that no detections could be had of. It is never the same as a picture without a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DetectError {
    /// The text detection model failed.
    #[error("finding texts: {0}")]
    FindingTexts(#[source] NetworkError),
    /// The text recognition model failed.
    #[error("reading a line: {0}")]
    ReadingLine(#[source] NetworkError),
    /// The icon model failed.
    #[error("finding icons: {0}")]
    FindingIcons(#[source] NetworkError),
}

impl PixelDetection {
    /// The middle of the box.
    pub fn center(&self) -> PixelPoint {
        PixelPoint {
            x: self.rect.x + self.rect.width / 2.0,
            y: self.rect.y + self.rect.height / 2.0,
        }
    }

    /// The same in window points. The tap point is the middle of the box; the rule for tap points may move it later.
    pub fn to_window(&self, scale: Scale) -> Detection {
        let rect = scale.to_window(self.rect);
        let tap: WindowPoint = rect.center();
        Detection {
            detector: self.detector.clone(),
            kind: self.kind,
            text: self.text.clone(),
            confidence: self.confidence,
            rect: Some(rect),
            tap,
        }
    }
}

/// A confidence with three decimals: what engines differ by lies far below, and rounding keeps it out of what is stored.
pub(crate) fn confidence(value: f32) -> Option<Confidence> {
    Confidence::new((f64::from(value).clamp(0.0, 1.0) * 1000.0).round() / 1000.0)
}
