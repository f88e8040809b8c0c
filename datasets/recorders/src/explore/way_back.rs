//! Where the way back is.
//!
//! A chevron that stands alone near the top, as the live explorer looks for it; else a text near the top that begins with one
//! ("< Back") or is what a way back is called; else the place where the way back usually is. Source: reference on mirroir's semantics, §7.

use skillc_graph::touched::{leads_back, names_way_back};
use skillc_records::{Orientation, ScreenPoints, WindowPoint, WindowSize};
use skillc_text::{grapheme_count, trim};

/// The way back of a screen.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum WayBack {
    /// It is seen.
    Seen { at: WindowPoint, text: String },
    /// It isn't seen; this is where it usually is.
    Usual { at: WindowPoint },
}

impl WayBack {
    pub(super) fn seen(self) -> Option<(WindowPoint, String)> {
        match self {
            Self::Seen { at, text } => Some((at, text)),
            Self::Usual { .. } => None,
        }
    }
}

pub(super) fn way_back(screen: &ScreenPoints, window: WindowSize) -> WayBack {
    let near_top = || {
        screen
            .points
            .iter()
            .filter(|point| point.at.y <= window.height * 0.15 && leads_back(&point.text))
    };
    let alone = near_top().find(|point| grapheme_count(trim(&point.text)) == 1);
    let named = || {
        let mut texts = screen.points.iter();
        texts.find(|point| point.at.y <= window.height * 0.15 && names_way_back(&point.text))
    };
    if let Some(mark) = alone.or_else(|| near_top().next()).or_else(named) {
        return WayBack::Seen {
            at: mark.at,
            text: mark.text.clone(),
        };
    }
    let (x, y) = match window.orientation() {
        Orientation::Portrait => (0.112, 0.135),
        Orientation::Landscape => (0.057, 0.10),
    };
    WayBack::Usual {
        at: WindowPoint::new(window.width * x, window.height * y),
    }
}
