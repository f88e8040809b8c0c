//! Icons without text: where to look for them, and what the detections of one bar say about the ones that were missed.

use serde::{Deserialize, Serialize};
use skillc_records::{Icon, TapPoint, WindowSize};

/// The numbers of the icon rules. The defaults are the live explorer's.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct IconSettings {
    /// An icon closer than this to a text is part of the text, in points.
    pub ocr_proximity_filter: f64,
    /// The smallest zone that is searched, in points.
    pub min_zone_height: f64,
    /// The height of the bottom zone as a part of the window's.
    pub bottom_zone_fraction: f64,
    /// Where the top zone ends, as a part of the window's height.
    pub top_zone_fraction: f64,
    /// How many texts a zone may hold and still count as empty.
    pub max_zone_elements: usize,
    /// Texts of at most this many graphemes are misread icons.
    pub noise_max_length: usize,
    /// The fewest icons that spacing can be read from.
    pub min_for_interpolation: usize,
    /// How far a gap may be from the median gap, as a part of the median.
    pub spacing_tolerance: f64,
    /// Two icons closer than this are one, in points.
    pub deduplication_radius: f64,
}

impl Default for IconSettings {
    fn default() -> Self {
        Self {
            ocr_proximity_filter: 20.0,
            min_zone_height: 40.0,
            bottom_zone_fraction: 0.08,
            top_zone_fraction: 0.12,
            max_zone_elements: 1,
            noise_max_length: 1,
            min_for_interpolation: 2,
            spacing_tolerance: 0.3,
            deduplication_radius: 25.0,
        }
    }
}

/// A band across the window, from `y_start` to `y_end`, both inside, in points.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Zone {
    /// Its top.
    pub y_start: f64,
    /// Its bottom.
    pub y_end: f64,
}

/// The zones that hold hardly any text, bottom first: where icons without text are looked for.
pub fn empty_zones(_points: &[TapPoint], _window: WindowSize, _settings: &IconSettings) -> Vec<Zone> {
    Vec::new()
}

/// `primary`, and each of `secondary` that is not a second sighting of one already kept.
pub fn merge(primary: &[Icon], _secondary: &[Icon], _settings: &IconSettings) -> Vec<Icon> {
    primary.to_vec()
}

/// The icons that are not part of a text.
pub fn filter_near_texts(icons: &[Icon], _points: &[TapPoint], _settings: &IconSettings) -> Vec<Icon> {
    icons.to_vec()
}

/// The one-grapheme texts in `zone`, which are icons that the OCR misread.
pub fn misread_icons(_points: &[TapPoint], _zone: Zone, _settings: &IconSettings) -> Vec<Icon> {
    Vec::new()
}

/// `detected` and the icons that even spacing says are further out in the same bar.
pub fn interpolate(detected: &[Icon], _window: WindowSize, _zone: Zone, _settings: &IconSettings) -> Vec<Icon> {
    detected.to_vec()
}

/// The icons of a whole frame from the clusters of each of its empty zones: misread texts merged in, spacing filled, and those
/// that are part of a text dropped.
pub fn assemble(
    _zones: &[(Zone, Vec<Icon>)],
    _points: &[TapPoint],
    _window: WindowSize,
    _settings: &IconSettings,
) -> Vec<Icon> {
    Vec::new()
}
