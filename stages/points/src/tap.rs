//! The tap-point rule.

use serde::{Deserialize, Serialize};

/// The numbers of the tap-point rule. The defaults are the live explorer's.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TapSettings {
    /// The longest text that counts as an icon's label, in graphemes.
    pub max_label_length: usize,
    /// A label is narrower than this part of the window's width.
    pub max_label_width_fraction: f64,
    /// The gap above a row of labels must be larger than this, in points.
    pub min_gap_for_offset: f64,
    /// The fewest labels in a row of icons.
    pub icon_row_min_labels: usize,
    /// How far above a label's top its icon is tapped, in points.
    pub icon_offset: f64,
    /// Texts whose tops are closer than this to the first of a row are in that row, in points.
    pub row_tolerance: f64,
    /// A row of labels that begins at or below this part of the window's height is a tab bar and needs no gap.
    pub bottom_zone_fraction: f64,
    /// The largest allowed ratio of the widest to the narrowest gap between neighbours in a row of icons.
    pub icon_row_max_spacing_ratio: f64,
}

impl Default for TapSettings {
    fn default() -> Self {
        Self {
            max_label_length: 15,
            max_label_width_fraction: 0.4,
            min_gap_for_offset: 50.0,
            icon_row_min_labels: 3,
            icon_offset: 30.0,
            row_tolerance: 10.0,
            bottom_zone_fraction: 0.90,
            icon_row_max_spacing_ratio: 1.5,
        }
    }
}
