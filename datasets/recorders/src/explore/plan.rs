//! What to tap on a screen, in which order.
//!
//! First what has a chevron in its row, then other texts; both from top to bottom. Never: the status bar and header, the title, the
//! tab bar, chevrons and ways back themselves, numbers, long prose, and what the skip list forbids.
//!
//! A target that says what a touch acts on spares the guessing: then only texts in such a control count, one for each, and none in a
//! control whose own name is forbidden.

use skillc_graph::touched::{has_chevron, leads_back, names_way_back};
use skillc_records::{ScreenPoints, TapPoint, WindowPoint, WindowSize};
use skillc_tabs::TabNames;
use skillc_text::{grapheme_count, trim};

use super::guide::Guide;
use crate::target::Control;

/// Above this is the status bar (reference on mirroir's semantics, §10).
const HEADER_TOP: f64 = 80.0;
/// The title stands between here and there.
const TITLE_BAND: std::ops::RangeInclusive<f64> = 100.0..=250.0;
/// A text longer than this is prose, in graphemes.
const PROSE: usize = 40;
/// A text and its chevron are at most this far apart in height, in points.
const ROW_REACH: f64 = 15.0;
/// Content ends this far above the lower edge, where a touch is the system's (reference on mirroir's semantics, §9).
const SAFE_BOTTOM: f64 = 20.0;

/// Something worth a tap.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// Its text.
    pub text: String,
    /// Where it stands.
    pub at: WindowPoint,
    /// How many strokes down the page it was seen.
    pub strokes: usize,
    /// Whether it has a chevron.
    pub opens: bool,
}

/// What is worth a tap on one view of a screen, from top to bottom. `is_first` is whether the app begins with this screen.
pub fn candidates(
    screen: &ScreenPoints,
    strokes: usize,
    guide: &Guide,
    tabs: &TabNames,
    window: WindowSize,
    controls: Option<&[Control]>,
    is_first: bool,
) -> Vec<Candidate> {
    if let Some(controls) = controls {
        return in_controls(screen, strokes, guide, tabs, window, controls, is_first);
    }
    let title = screen
        .points
        .iter()
        .position(|point| TITLE_BAND.contains(&point.at.y) && is_name(&point.text));
    let worth = |(place, point): (usize, &TapPoint)| {
        let text = trim(&point.text);
        let content = point.at.y >= HEADER_TOP
            && point.at.y <= window.height - SAFE_BOTTOM
            && (tabs.is_empty() || !tabs.in_band(point.at, window));
        let wanted = Some(place) != title && is_name(text) && !has_chevron(text) && !leads_back(text);
        (content && wanted && !guide.forbids(text)).then(|| Candidate {
            text: point.text.clone(),
            at: point.at,
            strokes,
            opens: opens(screen, point),
        })
    };
    screen.points.iter().enumerate().filter_map(worth).collect()
}

fn in_controls(
    screen: &ScreenPoints,
    strokes: usize,
    guide: &Guide,
    tabs: &TabNames,
    window: WindowSize,
    controls: &[Control],
    is_first: bool,
) -> Vec<Candidate> {
    let mut taken: Vec<&Control> = Vec::new();
    let mut found = Vec::new();
    for point in &screen.points {
        let text = trim(&point.text);
        let area = |control: &&Control| control.rect.width * control.rect.height;
        let around = || controls.iter().filter(|control| control.rect.contains(point.at));
        let Some(own) = around().min_by(|a, b| area(a).total_cmp(&area(b))) else {
            continue;
        };
        let content = point.at.y <= window.height - SAFE_BOTTOM && (tabs.is_empty() || !tabs.in_band(point.at, window));
        // On the first screen a way back leads to something new, too.
        let leads_on = is_first || !(leads_back(text) || names_way_back(text));
        let wanted = is_name(text) && !has_chevron(text) && leads_on;
        let forbidden = guide.forbids(text)
            || around().any(|control| control.name.as_deref().is_some_and(|name| guide.forbids(name)));
        if own.leads && content && wanted && !forbidden && !taken.contains(&own) {
            taken.push(own);
            found.push(Candidate {
                text: point.text.clone(),
                at: point.at,
                strokes,
                opens: true,
            });
        }
    }
    found
}

/// All views of a screen as one list in tap order: each text once, what opens first.
pub fn in_order(views: Vec<Vec<Candidate>>) -> Vec<Candidate> {
    let mut ordered: Vec<Candidate> = Vec::new();
    for candidate in views.into_iter().flatten() {
        if !ordered.iter().any(|known| known.text == candidate.text) {
            ordered.push(candidate);
        }
    }
    // Stable: within each kind they stay from top to bottom.
    ordered.sort_by_key(|candidate| !candidate.opens);
    ordered
}

fn opens(screen: &ScreenPoints, point: &TapPoint) -> bool {
    screen.points.iter().any(|other| {
        has_chevron(&other.text) && other.at.x > point.at.x && (other.at.y - point.at.y).abs() <= ROW_REACH
    })
}

/// Whether a text can be the name of something: it has a letter, and is no prose.
fn is_name(text: &str) -> bool {
    text.chars().any(char::is_alphabetic) && grapheme_count(text) <= PROSE
}
