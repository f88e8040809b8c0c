//! What the rules see of a frame: texts with a tap point, and icons.

use serde::{Deserialize, Serialize};

use crate::{Confidence, WindowPoint, WindowRect};

/// A text on the screen with the point where a tap on it goes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TapPoint {
    /// The text, NFC.
    pub text: String,
    /// Where a tap goes, in window points.
    pub at: WindowPoint,
    /// How sure the detector was; none where it doesn't say. Rules with a threshold let an unknown confidence pass.
    pub confidence: Option<Confidence>,
    /// The box of the text, where known.
    pub rect: Option<WindowRect>,
}

/// A picture without text.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Icon {
    /// Its centre, in window points.
    pub at: WindowPoint,
    /// Its size along the bar, in points.
    pub size: f64,
}

/// All that the rules see of one frame, in the order of the producer (top to bottom).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ScreenPoints {
    /// Texts.
    pub points: Vec<TapPoint>,
    /// Icons.
    pub icons: Vec<Icon>,
}
