//! What is known of one session when it reaches the graph.

use std::num::NonZeroU64;

use serde::{Deserialize, Serialize};
use skillc_app_description::Edge as BarEdge;
use skillc_records::{ActionIndex, ActionKind, AppField, FrameIndex, ScreenPoints, SessionId, WindowSize};
use skillc_screens::ScreenIdentity;
use skillc_settle::Doubt;

/// One session, as the stages before this one understood it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SessionEvidence {
    /// The session.
    pub session: SessionId,
    /// Its window.
    pub window: WindowSize,
    /// The frames that stand for something: what was on the screen before an action, and its settled result. In frame order.
    pub screens: Vec<SeenScreen>,
    /// The actions, in the order in which they were done.
    pub actions: Vec<SeenAction>,
}

/// How a screen is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Acquaintance {
    /// Somebody looked at it.
    Seen,
    /// A file says what is on it, a graph of screens. None of them is a dialog that came up by itself.
    Stated,
    /// Only what a script names of it is known. Nothing follows from what it doesn't show, not even that it is the same as another.
    Named,
}

/// One frame that stands for something.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SeenScreen {
    /// The frame.
    pub frame: FrameIndex,
    /// What the rules see of it.
    pub points: ScreenPoints,
    /// What makes it this screen and no other.
    pub identity: ScreenIdentity,
    /// A perceptual hash of its picture, where the producer or an imported graph gives one.
    pub visual: Option<NonZeroU64>,
    /// How it is known.
    pub known: Acquaintance,
    /// What speaks against it.
    pub doubt: Option<Doubt>,
}

/// One action with all that was found out about it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SeenAction {
    /// Its place in the session.
    pub action: ActionIndex,
    /// What was done.
    pub kind: ActionKind,
    /// The text of the element it was meant for, as it was recorded.
    pub target_text: Option<String>,
    /// A better name for the element, as it was recorded.
    pub display_label: Option<String>,
    /// The tab it was on, if it was on one.
    pub tab: Option<TabTouch>,
    /// What the pattern of the touched row calls it, where neither the recording nor a tab has a name for it.
    pub row: Option<RowTouch>,
    /// What it dismissed, if it did that and nothing else.
    pub dismissal: Option<Dismissal>,
    /// What was on the screen before it: a place in [`SessionEvidence::screens`].
    pub before: Option<u32>,
    /// Its settled result: a place in [`SessionEvidence::screens`]. None when nothing usable was captured.
    pub after: Option<u32>,
    /// From its beginning to the frame that stands for its result, in milliseconds.
    pub delay_ms: Option<u64>,
    /// Whether the producer says that it failed.
    pub failed: bool,
}

/// A touch on a declared tab.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TabTouch {
    /// The tab's declared name.
    pub name: String,
    /// Where it is declared.
    pub field: AppField,
    /// The edge of the window that the bar is declared along.
    pub edge: BarEdge,
    /// How it was recognised.
    pub rule: TabTouchRule,
}

/// A touch on a row that a pattern names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowTouch {
    /// The row's name: a text of it.
    pub label: String,
    /// The name of the pattern.
    pub pattern: String,
}

/// How a touch was recognised as one on a tab.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TabTouchRule {
    /// A text of the tab's name stands there.
    Text,
    /// The synthesised anchor of the tab stands there.
    Geometry,
}

/// What an action dismissed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Dismissal {
    /// Whose rule it was.
    pub cause: DismissalCause,
    /// What one sees when it is there: the alert's title or the rule's trigger.
    pub trigger: String,
    /// The text that was tapped to be rid of it.
    pub answer: String,
}

/// Whose rule recognised an obstacle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DismissalCause {
    /// The system alert detector.
    SystemAlert,
    /// The obstacle rule at this place in APP.md.
    Rule(usize),
    /// No rule: the recording shows a dialog that came up and was answered on the way.
    Dialog,
}

impl SessionEvidence {
    /// The screen at `place`; none for a place outside the session.
    pub fn screen(&self, place: Option<u32>) -> Option<&SeenScreen> {
        self.screens.get(usize::try_from(place?).ok()?)
    }
}
