//! Where the way back is.
//!
//! A chevron that stands alone near the top, as the live explorer looks for it; else a text near the top that begins with one
//! ("< Back") or is what a way back is called; else the place where the way back usually is. Source: reference on mirroir's semantics, §7.

use skillc_graph::touched::leads_back;
use skillc_records::{Orientation, ScreenPoints, WindowPoint, WindowSize};
use skillc_text::{equals, grapheme_count, lower, trim};

/// What a way back is called where it has no mark, in lower case: accessibility trees name the button and not what is drawn on it.
const NAMES: [&str; 18] = [
    "back",
    "go back",
    "navigate up",
    "retour",
    "zurück",
    "atrás",
    "volver",
    "voltar",
    "indietro",
    "terug",
    "tillbaka",
    "tilbake",
    "tilbage",
    "takaisin",
    "wstecz",
    "назад",
    "戻る",
    "返回",
];

/// Whether a text is what a way back is called.
pub(super) fn names_way_back(text: &str) -> bool {
    let text = lower(trim(text));
    NAMES.iter().any(|name| equals(name, &text))
}

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
