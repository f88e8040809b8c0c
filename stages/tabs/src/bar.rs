//! The declared tabs: names in the form in which they are matched, band, anchors.

use serde::{Deserialize, Serialize};
use skillc_app_description::{Axis, Edge, TabLayout};
use skillc_points::{LoweredTexts, Needle};
use skillc_records::{AppField, WindowPoint, WindowSize};
use skillc_text::{contains, nfc};

/// The part of the window's side that the bar's band takes.
const BAND: f64 = 0.12;

/// What the stage reads of APP.md: the names of the tabs and their layout.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TabBar {
    /// The names in the order declared.
    pub tabs: Vec<String>,
    /// The layout; none if the APP.md has none, which means a horizontal bar at the bottom.
    pub layout: Option<TabLayout>,
}

/// The declared tabs in the form in which they are matched, made once for all screens.
#[derive(Debug, Clone)]
pub struct TabNames {
    names: Vec<Name>,
    layout: TabLayout,
}

#[derive(Debug, Clone)]
struct Name {
    /// In NFC, as it is looked up among what was visited.
    declared: String,
    lowered: Needle,
    /// The first tab of the same name.
    group: usize,
}

impl TabNames {
    /// The tabs of `bar`.
    pub fn new(bar: &TabBar) -> Self {
        let mut names: Vec<Name> = Vec::with_capacity(bar.tabs.len());
        for tab in &bar.tabs {
            let declared = nfc(tab).into_owned();
            let group = names
                .iter()
                .position(|other| other.declared == declared)
                .unwrap_or(names.len());
            names.push(Name {
                lowered: Needle::new(tab),
                declared,
                group,
            });
        }
        let layout = bar.layout.unwrap_or(TabLayout {
            orientation: Axis::Horizontal,
            edge: Edge::Bottom,
        });
        Self { names, layout }
    }

    /// How many tabs are declared.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether no tab is declared.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The name of `tab` in NFC; none past the last.
    pub fn name(&self, tab: usize) -> Option<&str> {
        self.names.get(tab).map(|name| name.declared.as_str())
    }

    /// The field of APP.md that declares `tab`.
    pub fn field(tab: usize) -> AppField {
        AppField::Tab(tab)
    }

    pub(crate) fn declared(&self, tab: usize) -> &str {
        &self.names[tab].declared
    }

    pub(crate) fn group(&self, tab: usize) -> usize {
        self.names[tab].group
    }

    /// Whether a text matches the name of `tab`; the text is lowered, in NFC, and without spaces at either end.
    pub(crate) fn matches(&self, tab: usize, text: &str) -> bool {
        let name = self.names[tab].lowered.as_str();
        // Whichever is shorter in bytes is the only one that can be a part of the other.
        !text.is_empty()
            && if text.len() >= name.len() {
                contains(text, name)
            } else {
                contains(name, text)
            }
    }

    /// The places of the texts that match the name of `tab`, in order.
    pub(crate) fn matching<'a>(&'a self, tab: usize, texts: &'a LoweredTexts) -> impl Iterator<Item = usize> + 'a {
        let name = &self.names[tab].lowered;
        // Before the first text that contains the name, only a shorter one, as a part of it, can match.
        let first = texts.first_containing(name).unwrap_or(texts.len());
        (0..texts.len()).filter(move |&place| {
            (place >= first || texts.get(place).len() < name.as_str().len()) && self.matches(tab, texts.get(place))
        })
    }

    pub(crate) fn is(&self, tab: usize, text: &str) -> bool {
        self.names[tab].lowered.as_str() == text
    }

    /// The edge of the window that the bar is declared along.
    pub fn edge(&self) -> Edge {
        self.layout.edge
    }

    /// Whether `at` lies in the band along the declared edge; its inner border belongs to it.
    pub fn in_band(&self, at: WindowPoint, window: WindowSize) -> bool {
        match self.layout.edge {
            Edge::Bottom => at.y >= window.height * (1.0 - BAND),
            Edge::Top => at.y <= window.height * BAND,
            Edge::Right => at.x >= window.width * (1.0 - BAND),
            Edge::Left => at.x <= window.width * BAND,
        }
    }

    /// The coordinate along the bar.
    pub(crate) fn main(&self, at: WindowPoint) -> f64 {
        match self.layout.orientation {
            Axis::Horizontal => at.x,
            Axis::Vertical => at.y,
        }
    }

    /// The coordinate across the bar.
    pub(crate) fn cross(&self, at: WindowPoint) -> f64 {
        match self.layout.orientation {
            Axis::Horizontal => at.y,
            Axis::Vertical => at.x,
        }
    }

    /// The window's extent along the bar for each tab.
    pub(crate) fn slot(&self, window: WindowSize) -> f64 {
        let extent = match self.layout.orientation {
            Axis::Horizontal => window.width,
            Axis::Vertical => window.height,
        };
        extent / self.len() as f64
    }

    /// The anchor of `tab` on a bar whose icons sit at `cross`.
    pub(crate) fn anchor(&self, tab: usize, cross: f64, window: WindowSize) -> WindowPoint {
        let extent = match self.layout.orientation {
            Axis::Horizontal => window.width,
            Axis::Vertical => window.height,
        };
        let main = (tab as f64 + 0.5) * extent / self.len() as f64;
        match self.layout.orientation {
            Axis::Horizontal => WindowPoint::new(main, cross),
            Axis::Vertical => WindowPoint::new(cross, main),
        }
    }

    /// Where the icons of a bar sit across it if nothing was seen in its band.
    pub(crate) fn middle_of_band(&self, window: WindowSize) -> f64 {
        let (extent, near) = match self.layout.orientation {
            Axis::Horizontal => (window.height, Edge::Top),
            Axis::Vertical => (window.width, Edge::Left),
        };
        extent
            * if self.layout.edge == near {
                BAND / 2.0
            } else {
                1.0 - BAND / 2.0
            }
    }
}
