//! A frame's detections as the rules see them.

use skillc_records::{Detection, ScreenPoints, WindowSize};

use crate::TapSettings;

/// The texts and icons of one frame, from its detections, inside the window.
pub fn points(_detections: &[Detection], _window: WindowSize, _settings: &TapSettings) -> ScreenPoints {
    ScreenPoints::default()
}
