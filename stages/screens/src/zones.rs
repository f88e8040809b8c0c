//! Which of header, content and bottom band hold texts.

use std::fmt;

use serde::{Deserialize, Serialize};
use skillc_records::TapPoint;

use crate::structural::is_structural;
use crate::title::HEADER_BAND;

/// The bottom band begins here, in points from the top; it belongs to it.
const BOTTOM_BAND: f64 = 750.0;

/// Which bands of a screen hold structural texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct ZoneSignature {
    /// The header band.
    pub header: bool,
    /// The rest.
    pub content: bool,
    /// The bottom band.
    pub bottom: bool,
}

impl ZoneSignature {
    /// The signature of `points`.
    pub fn of(points: &[TapPoint]) -> Self {
        Self::of_structural(points.iter().filter(|point| is_structural(point)))
    }

    /// The signature of points that are known to be structural.
    pub(crate) fn of_structural<'p>(points: impl Iterator<Item = &'p TapPoint>) -> Self {
        let mut zones = Self::default();
        for point in points {
            if HEADER_BAND.contains(&point.at.y) {
                zones.header = true;
            } else if point.at.y >= BOTTOM_BAND {
                zones.bottom = true;
            } else {
                zones.content = true;
            }
        }
        zones
    }
}

impl fmt::Display for ZoneSignature {
    /// `N-C-T`, each 1 or 0.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}-{}-{}",
            u8::from(self.header),
            u8::from(self.content),
            u8::from(self.bottom)
        )
    }
}
