//! Tab root, list, settings, detail, modal: what kind of screen the mobile strategy takes it for.

use serde::{Deserialize, Serialize};
use skillc_records::{TapPoint, WindowSize};
use skillc_text::{grapheme_count, lower, trim};

use crate::pattern::{is_bare_number, is_time};
use crate::structural::STATUS_BAR;
use crate::title::HEADER_BAND;

/// What kind of screen. The words are those of mirroir's graph files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ScreenKind {
    /// A root with a tab bar.
    TabRoot,
    /// A list with a way back.
    List,
    /// A list without.
    Settings,
    /// A screen with a way back and little to open.
    Detail,
    /// A sheet or dialog.
    Modal,
    /// None of these.
    #[default]
    Unknown,
}

/// Texts that close a sheet, lowered.
const CLOSING: [&str; 5] = ["close", "done", "cancel", "dismiss", "ok"];

/// Texts that are a way back.
const CHEVRONS: [&str; 3] = ["<", "‹", "〈"];

/// A way back lies above or below these parts of the window's height.
const TOP_ZONE: f64 = 0.15;
const BOTTOM_ZONE: f64 = 0.85;

/// A tab bar begins at this part of the lowest text's distance from the top, and has at least so many labels of at most this length.
const TAB_BAR: f64 = 0.88;
const TAB_LABELS: usize = 3;
const LONGEST_LABEL: usize = 40;

/// A list has at least so many texts that may lead somewhere; they are at least this long and at least this sure.
const LIST_ROWS: usize = 4;
const SHORTEST_ROW: usize = 3;
const LEAST_CONFIDENCE: f64 = 0.5;

impl ScreenKind {
    /// The kind of the screen that shows `points`.
    pub fn of(points: &[TapPoint], window: WindowSize) -> Self {
        Self::classify(points, has_way_back(points, window))
    }

    /// The kind of a screen of which it is known whether there is a way back.
    pub fn classify(points: &[TapPoint], way_back: bool) -> Self {
        let closes =
            |point: &TapPoint| point.at.y < *HEADER_BAND.end() && CLOSING.contains(&lower(&point.text).as_str());
        let rows = || points.iter().filter(|point| leads_somewhere(point)).count();
        if points.iter().any(closes) {
            Self::Modal
        } else if !way_back && has_tab_bar(points) {
            Self::TabRoot
        } else if rows() >= LIST_ROWS {
            if way_back { Self::List } else { Self::Settings }
        } else if way_back {
            Self::Detail
        } else {
            Self::Unknown
        }
    }

    /// The word in mirroir's graph files.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::TabRoot => "tabRoot",
            Self::List => "list",
            Self::Settings => "settings",
            Self::Detail => "detail",
            Self::Modal => "modal",
            Self::Unknown => "unknown",
        }
    }
}

/// Whether a back chevron stands alone at the top or bottom of the screen.
pub fn has_way_back(points: &[TapPoint], window: WindowSize) -> bool {
    points.iter().any(|point| {
        let edge = point.at.y <= window.height * TOP_ZONE || point.at.y >= window.height * BOTTOM_ZONE;
        edge && CHEVRONS.contains(&trim(&point.text))
    })
}

fn has_tab_bar(points: &[TapPoint]) -> bool {
    let lowest = points.iter().map(|point| point.at.y).fold(f64::NEG_INFINITY, f64::max);
    let label = |point: &&TapPoint| point.at.y >= lowest * TAB_BAR && grapheme_count(&point.text) <= LONGEST_LABEL;
    points.iter().filter(label).count() >= TAB_LABELS
}

/// Whether a tap on the text may lead somewhere. An unknown confidence passes.
fn leads_somewhere(point: &TapPoint) -> bool {
    point.at.y >= STATUS_BAR
        && (SHORTEST_ROW..=LONGEST_LABEL).contains(&grapheme_count(&point.text))
        && point
            .confidence
            .is_none_or(|confidence| confidence.value() >= LEAST_CONFIDENCE)
        && !is_time(&point.text)
        && !is_bare_number(&point.text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use skillc_records::WindowPoint;

    fn kind(texts: &[(&str, f64)]) -> ScreenKind {
        let points: Vec<TapPoint> = texts
            .iter()
            .map(|&(text, y)| TapPoint {
                text: text.to_owned(),
                at: WindowPoint::new(50.0, y),
                confidence: None,
                rect: None,
            })
            .collect();
        ScreenKind::of(&points, WindowSize::new(400.0, 900.0))
    }

    const ROWS: [(&str, f64); 4] = [
        ("General", 300.0),
        ("Sounds", 360.0),
        ("Display", 420.0),
        ("Privacy", 800.0),
    ];

    #[test]
    fn a_screen_is_what_its_texts_make_it() {
        assert_eq!(kind(&ROWS), ScreenKind::Settings);
        assert_eq!(kind(&[&ROWS[..], &[(" < ", 60.0)]].concat()), ScreenKind::List);
        assert_eq!(kind(&[("‹", 60.0), ("About", 120.0)]), ScreenKind::Detail);
        assert_eq!(kind(&[&ROWS[..], &[("DONE", 249.0)]].concat()), ScreenKind::Modal);
        assert_eq!(kind(&[("Done", 250.0)]), ScreenKind::Unknown);
        assert_eq!(kind(&[]), ScreenKind::Unknown);
    }

    #[test]
    fn three_labels_at_the_bottom_are_a_tab_bar_unless_there_is_a_way_back() {
        let bar = [("Home", 860.0), ("Chat", 861.0), ("Me", 862.0)];
        assert_eq!(kind(&bar), ScreenKind::TabRoot);
        assert_eq!(kind(&[&bar[..], &[("<", 60.0)]].concat()), ScreenKind::Detail);
        assert_eq!(kind(&[&bar[..2], &[("<", 500.0)]].concat()), ScreenKind::Unknown);
    }
}
