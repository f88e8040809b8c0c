//! Kinds of edges.
//!
//! An edge is along the tab bar when it starts on a tab root and the finger came down in the lowest 15 % of the window, or on a
//! declared tab. It leads out of something on top when the element is called Close, Done, Cancel, X or Dismiss (in exactly this
//! case), stands in the topmost 15 %, and there is no mark of a way back beside it. Every other edge goes one level deeper.
//!
//! Source: reference on mirroir's semantics, §11, "Edge classify".

use skillc_records::{ScreenPoints, WindowPoint, WindowSize};
use skillc_screens::ScreenKind;
use skillc_text::{equals, trim};

use crate::evidence::TabTouch;
use crate::graph::{Deed, EdgeKind};
use crate::touched::leads_back;

const TAB_BAR_FROM: f64 = 0.85;
const NAVIGATION_BAR_TO: f64 = 0.15;
const DISMISSING: [&str; 5] = ["Close", "Done", "Cancel", "X", "Dismiss"];

/// What an edge starts from, as far as its kind depends on it.
#[derive(Debug, Clone, Copy)]
pub struct Start<'s> {
    /// What kind of screen it starts on.
    pub screen: ScreenKind,
    /// What the screen shows.
    pub points: &'s ScreenPoints,
    /// The window.
    pub window: WindowSize,
    /// Where the finger came down.
    pub at: Option<WindowPoint>,
}

/// The kind of an edge to another screen.
pub fn edge_kind(start: Start<'_>, deed: &Deed, text: &str, tab: Option<&TabTouch>) -> EdgeKind {
    if matches!(deed, Deed::PressHome | Deed::OpenUrl { .. }) {
        return EdgeKind::External;
    }
    let at_y = start.at.map(|at| at.y);
    let low = at_y.is_some_and(|y| y >= start.window.height * TAB_BAR_FROM);
    if tab.is_some() || (start.screen == ScreenKind::TabRoot && low) {
        return EdgeKind::Tab;
    }
    let top = start.window.height * NAVIGATION_BAR_TO;
    let dismissing = DISMISSING.iter().any(|word| equals(trim(text), word));
    let way_back = || {
        start
            .points
            .points
            .iter()
            .any(|point| point.at.y <= top && leads_back(&point.text))
    };
    if dismissing && at_y.is_some_and(|y| y <= top) && !way_back() {
        EdgeKind::Modal
    } else {
        EdgeKind::Push
    }
}

impl EdgeKind {
    /// The word in the live explorer's graph file.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Push => "push",
            Self::Tab => "tab",
            Self::Modal => "modal",
            Self::Same => "same",
            Self::Dead => "dead",
            Self::Toggle => "toggle",
            Self::External => "external",
        }
    }
}
