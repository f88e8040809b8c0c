//! The navigation graph: screens, edges, where the app opens, and what was left out and why.

use serde::{Deserialize, Serialize};
use skillc_records::{ActionRef, FrameRef, ScreenPoints, WindowPoint, WindowSize};
use skillc_screens::ScreenIdentity;
use skillc_settle::Doubt;

use crate::evidence::{Acquaintance, Dismissal, TabTouch};
use crate::scroll::PageEnd;
use crate::skip::SkipPattern;

/// One app as it was walked, over all of its sessions.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct NavigationGraph {
    /// The screens, in the order in which they were first reached. The first is the root.
    pub screens: Vec<Screen>,
    /// The edges, in the order in which each was first seen.
    pub edges: Vec<Edge>,
    /// Where the app opened: one a screen, the root first.
    pub entries: Vec<Entry>,
    /// Actions that changed nothing: dead ends for a live explorer, or states that look the same.
    pub unchanged: Vec<Unchanged>,
    /// Screens that no edge but a cut one leads to, in the order of the screens.
    pub unreachable: Vec<ScreenIndex>,
    /// Actions that say nothing about the graph, and why.
    pub unplaced: Vec<Unplaced>,
}

/// A screen's place in [`NavigationGraph::screens`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ScreenIndex(pub u32);

/// One screen of the app.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Screen {
    /// What makes it this screen, from the first frame that showed it.
    pub identity: ScreenIdentity,
    /// What the first frame showed.
    pub points: ScreenPoints,
    /// The window of the session that saw it first.
    pub window: WindowSize,
    /// The first frame that showed it.
    pub first_seen: FrameRef,
    /// How often it was arrived at.
    pub times_seen: u32,
    /// Hops from where the app opened, as it was first reached; never lowered later.
    pub depth: u32,
    /// How its page ends, as far as it was scrolled.
    pub page_end: PageEnd,
    /// How it is known.
    pub known: Acquaintance,
    /// Whether it can be reached without an edge that the skip list cuts.
    pub reachable: bool,
    /// The only way out, if it looks like a dialog: it may not appear the next time.
    pub dialog: Option<DialogExit>,
    /// What was done on it last, without leaving it and without an edge following: typed text, in the session that got furthest.
    pub last_deeds: Vec<Preparation>,
}

/// The only way out of a dialog.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DialogExit {
    /// The text that was tapped.
    pub answer: String,
    /// Where.
    pub at: Option<WindowPoint>,
    /// The first time.
    pub action: ActionRef,
}

/// What kind of way an edge is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EdgeKind {
    /// One level deeper.
    Push,
    /// Along the tab bar.
    Tab,
    /// Out of something on top.
    Modal,
    /// To the same screen.
    Same,
    /// To nowhere.
    Dead,
    /// A switch.
    Toggle,
    /// Out of the app.
    External,
}

/// What was done to get from one screen to another, or to get something done on one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// A short touch.
    Tap,
    /// Two short touches.
    DoubleTap,
    /// A long touch.
    LongPress,
    /// A stroke of the finger that led to another screen.
    Swipe {
        /// The finger's way; none if nobody knows.
        direction: Option<ScrollDirection>,
    },
    /// A stroke that held what was under the finger.
    Drag,
    /// Scrolled until something was visible.
    ScrollTo,
    /// Typed a text. A secret stands as `${NAME}`.
    Type {
        /// The text.
        text: String,
    },
    /// Pressed a key.
    PressKey {
        /// Which.
        key: String,
    },
    /// Went to the home screen.
    PressHome,
    /// Went back.
    Back,
    /// Opened a link.
    OpenUrl {
        /// The link.
        url: String,
    },
    /// Shook the device.
    Shake,
    /// Checked that something is there.
    AssertVisible,
    /// Checked that something is not there.
    AssertNotVisible,
    /// Remembered what the screen shows.
    Remember {
        /// What to remember.
        text: String,
    },
    /// Took a picture.
    Screenshot,
    /// Something without a word of its own.
    Other {
        /// The producer's word.
        word: String,
    },
}

/// Which way the finger moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScrollDirection {
    /// Up: what is further down comes into view.
    Up,
    /// Down: what is further up comes into view.
    Down,
    /// Left.
    Left,
    /// Right.
    Right,
}

/// Strokes in one direction that stay on a screen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scroll {
    /// The finger's way.
    pub direction: ScrollDirection,
    /// How many strokes.
    pub count: u32,
    /// Where the finger of the first stroke came down, where known.
    pub from: Option<WindowPoint>,
    /// Where it was lifted.
    pub to: Option<WindowPoint>,
    /// The actions behind it.
    pub actions: Vec<ActionRef>,
    /// From the beginning of a stroke to its settled result, in milliseconds; the longest of them.
    pub delay_ms: Option<u64>,
}

/// A way from one screen to another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Edge {
    /// Where it starts.
    pub from: ScreenIndex,
    /// Where it leads.
    pub to: ScreenIndex,
    /// What is done.
    pub deed: Deed,
    /// The text of the element, as recorded or as seen under the finger; empty if there is none.
    pub element_text: String,
    /// The name a person would use: the tab's declared name, a recorded display label, what the row's pattern calls it, else the
    /// element's text.
    pub label: String,
    /// The pattern that gave the label, if one did.
    pub pattern: Option<String>,
    /// The tab it is on.
    pub tab: Option<TabTouch>,
    /// What kind of way it is.
    pub kind: EdgeKind,
    /// Every time it was seen, the first one first. Never empty.
    pub observations: Vec<Observation>,
    /// Times at which the same deed led elsewhere or nowhere.
    pub disagreements: Vec<Disagreement>,
    /// The pattern of the skip list that forbids it.
    pub cut: Option<Cut>,
    /// The live explorer's value of it: 1, more when it found something new, less when it found something known.
    pub q: f64,
}

/// One time that an edge was seen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    /// The action.
    pub action: ActionRef,
    /// What was on the screen before it.
    pub before: Option<FrameRef>,
    /// Its settled result.
    pub after: Option<FrameRef>,
    /// Where the finger came down.
    pub at: Option<WindowPoint>,
    /// Where the finger was lifted, for strokes.
    pub lifted_at: Option<WindowPoint>,
    /// From its beginning to its settled result, in milliseconds.
    pub delay_ms: Option<u64>,
    /// The strokes that brought the element into view, from the screen's first viewport.
    pub scrolls: Vec<Scroll>,
    /// What was done on the screen before, that the edge needs: typed text and what led to it.
    pub preparations: Vec<Preparation>,
    /// Obstacles that appeared after it and were dismissed before its result stood.
    pub interruptions: Vec<Interruption>,
    /// What speaks against the frames before and after it, that after it first.
    pub doubt: Option<Doubt>,
}

/// Something done on a screen without leaving it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Preparation {
    /// The action.
    pub action: ActionRef,
    /// What was done.
    pub deed: Deed,
    /// What it was meant for; empty if nobody knows.
    pub label: String,
    /// The pattern that gave the label, if one did.
    pub pattern: Option<String>,
    /// Where the finger came down.
    pub at: Option<WindowPoint>,
    /// The settled result.
    pub after: Option<FrameRef>,
    /// From its beginning to its settled result, in milliseconds.
    pub delay_ms: Option<u64>,
    /// What speaks against the frame that it was done on, or against its result.
    pub doubt: Option<Doubt>,
}

/// An obstacle that got in the way and was dismissed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Interruption {
    /// What it was and how it was dismissed.
    pub dismissal: Dismissal,
    /// The action that dismissed it.
    pub action: ActionRef,
    /// The frame that showed it.
    pub frame: Option<FrameRef>,
    /// Where the finger came down.
    pub at: Option<WindowPoint>,
}

/// Where the app opened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The screen.
    pub screen: ScreenIndex,
    /// The launch, where one was recorded.
    pub launch: Option<ActionRef>,
    /// The frame that showed the screen.
    pub frame: FrameRef,
    /// From the launch to the frame, in milliseconds.
    pub delay_ms: Option<u64>,
    /// Obstacles that were dismissed before the screen stood.
    pub interruptions: Vec<Interruption>,
    /// How often the app opened there.
    pub times_seen: u32,
    /// What speaks against the frame.
    pub doubt: Option<Doubt>,
}

/// The same deed on the same screen led elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Disagreement {
    /// The action that disagrees.
    pub action: ActionRef,
    /// Where it led; none if it changed nothing.
    pub to: Option<ScreenIndex>,
}

/// Why an edge is cut.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cut {
    /// The pattern that its text contains.
    pub pattern: SkipPattern,
}

/// An action that changed nothing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Unchanged {
    /// The screen it was done on.
    pub screen: ScreenIndex,
    /// What was done.
    pub deed: Deed,
    /// What it was meant for.
    pub label: String,
    /// Where the finger came down, the first time.
    pub at: Option<WindowPoint>,
    /// Every time.
    pub actions: Vec<ActionRef>,
}

/// An action that says nothing about the graph.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unplaced {
    /// The producer says that it failed.
    Failed(ActionRef),
    /// Nothing usable was captured before it, so where it started isn't known.
    NothingBefore(ActionRef),
    /// Nothing usable was captured after it, so where it led isn't known.
    NothingAfter(ActionRef),
    /// The screen before it isn't the one that the action before it led to, and nothing recorded says why.
    Moved(ActionRef),
}

impl ScreenIndex {
    /// The place as an index.
    pub fn get(self) -> usize {
        self.0 as usize
    }
}

impl NavigationGraph {
    /// The screen at `index`.
    ///
    /// # Panics
    /// Never for an index that this graph gave out.
    pub fn screen(&self, index: ScreenIndex) -> &Screen {
        &self.screens[index.get()]
    }

    /// The edges that the skip list leaves, in the order in which each was first seen.
    pub fn open_edges(&self) -> impl Iterator<Item = &Edge> {
        self.edges.iter().filter(|edge| edge.cut.is_none())
    }

    /// Every obstacle that was met, once each, in the order in which they first got in the way.
    pub fn interruptions(&self) -> Vec<&Interruption> {
        let of_entries = self.entries.iter().flat_map(|entry| &entry.interruptions);
        let of_edges = self
            .edges
            .iter()
            .flat_map(|edge| &edge.observations)
            .flat_map(|seen| &seen.interruptions);
        let mut found: Vec<&Interruption> = Vec::new();
        for interruption in of_entries.chain(of_edges) {
            if !found.iter().any(|known| known.dismissal == interruption.dismissal) {
                found.push(interruption);
            }
        }
        found.sort_by(|a, b| a.action.cmp(&b.action));
        found
    }
}

impl Edge {
    /// The first time it was seen.
    ///
    /// # Panics
    /// Never for an edge of a built graph: each was seen at least once.
    pub fn first(&self) -> &Observation {
        &self.observations[0]
    }

    /// Whether sessions (or one session at different times) disagree about where it leads.
    pub fn is_flaky(&self) -> bool {
        !self.disagreements.is_empty()
    }
}

impl Deed {
    /// The word in the live explorer's graph and action steps.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Tap => "tap",
            Self::DoubleTap => "double_tap",
            Self::LongPress => "long_press",
            Self::Swipe { .. } => "swipe",
            Self::Drag => "drag",
            Self::ScrollTo => "scroll_to",
            Self::Type { .. } => "type",
            Self::PressKey { .. } => "press_key",
            Self::PressHome => "press_home",
            Self::Back => "back",
            Self::OpenUrl { .. } => "open_url",
            Self::Shake => "shake",
            Self::AssertVisible => "assert_visible",
            Self::AssertNotVisible => "assert_not_visible",
            Self::Remember { .. } => "remember",
            Self::Screenshot => "screenshot",
            Self::Other { word } => word,
        }
    }
}

impl Deed {
    /// Whether the finger touches an element.
    pub fn touches(&self) -> bool {
        matches!(self, Self::Tap | Self::DoubleTap | Self::LongPress)
    }

    /// Whether it is one that leads to other screens as a rule.
    pub fn leads_on(&self) -> bool {
        self.touches() || matches!(self, Self::Back)
    }

    /// Whether it goes where the focus is.
    pub fn enters(&self) -> bool {
        matches!(self, Self::Type { .. } | Self::PressKey { .. })
    }

    /// Whether it only looks at the screen.
    pub fn only_looks(&self) -> bool {
        matches!(
            self,
            Self::AssertVisible | Self::AssertNotVisible | Self::Remember { .. } | Self::Screenshot
        )
    }
}

impl ScrollDirection {
    /// The word: the finger's way.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    /// The direction of a stroke: along its longer side, vertical on ties; none for a stroke that goes nowhere.
    pub fn of_stroke(from: WindowPoint, to: WindowPoint) -> Option<Self> {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        if dx == 0.0 && dy == 0.0 {
            return None;
        }
        Some(match (dy.abs() >= dx.abs(), dy < 0.0, dx < 0.0) {
            (true, true, _) => Self::Up,
            (true, false, _) => Self::Down,
            (false, _, true) => Self::Left,
            (false, _, false) => Self::Right,
        })
    }

    /// The direction that a word names; none for any other word.
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "up" => Some(Self::Up),
            "down" => Some(Self::Down),
            "left" => Some(Self::Left),
            "right" => Some(Self::Right),
            _ => None,
        }
    }
}
