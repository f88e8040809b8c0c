//! What can be set about reading texts.

use serde::{Deserialize, Serialize};

/// Settings of text detection and recognition. The defaults are for PP-OCR models on screens.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TextSettings {
    /// Pixels per window point at which texts are searched. Lines are always read from the full picture.
    pub fineness: f64,
    /// A pixel of the text map above this is inside a stroke.
    pub binarise_above: f32,
    /// Strokes with a mean probability below this are dropped.
    pub min_region_score: f32,
    /// Strokes thinner than this many pixels of the text map are dropped.
    pub min_stroke: f64,
    /// How far a stroke is grown back: the factor on area over perimeter.
    pub grow: f64,
    /// The most regions that are looked at in one picture.
    pub max_regions: usize,
    /// Lines read with less confidence than this are dropped.
    pub min_confidence: f32,
    /// Lines given to the recognition model at once. One is as fast as many on a processor, and makes what a line is read as
    /// independent of the lines beside it.
    pub batch: usize,
}

impl Default for TextSettings {
    fn default() -> Self {
        Self {
            fineness: 1.25,
            binarise_above: 0.3,
            min_region_score: 0.5,
            min_stroke: 2.0,
            grow: 1.6,
            max_regions: 1000,
            min_confidence: 0.5,
            batch: 1,
        }
    }
}
