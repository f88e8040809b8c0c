//! A flow: screens from where the app opens to where it ends, and how each was arrived at.

use serde::{Deserialize, Serialize};
use skillc_graph::graph::EdgeKind;
use skillc_graph::{
    Deed, Disagreement, DismissalCause, Entry, Observation, Preparation, Screen, ScreenIndex, TabTouch,
};
use skillc_records::{ActionRef, FrameRef, WindowPoint};

/// One path through the app that is worth a skill.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Flow {
    /// What it is for: the name of its path in lower case, or the goal of the session if the app has one flow. Empty if nobody said.
    pub name: String,
    /// Its screens. The first is where the app opens. Never empty.
    pub screens: Vec<FlowScreen>,
    /// What was done on the last screen at the end.
    pub last_deeds: Vec<Preparation>,
    /// What may get in the way anywhere in the app, in the order in which it first did.
    pub obstacles: Vec<Obstacle>,
}

/// Something that may get in the way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Obstacle {
    /// Whose rule recognises it.
    pub cause: DismissalCause,
    /// What one sees when it is there.
    pub trigger: String,
    /// What to tap to be rid of it.
    pub answer: String,
    /// Where that is, in window points.
    pub at: Option<WindowPoint>,
    /// The action that dismissed it.
    pub action: ActionRef,
    /// The frame that showed it.
    pub frame: Option<FrameRef>,
}

/// One screen of a flow.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FlowScreen {
    /// Its place in the graph.
    pub index: ScreenIndex,
    /// What it is and shows.
    pub screen: Screen,
    /// How one arrives.
    pub arrival: Arrival,
}

/// How one arrives at a screen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(
    clippy::large_enum_variant,
    reason = "one arrival of a flow opens the app, all others are ways"
)]
pub enum Arrival {
    /// The app opens there.
    Opens(Entry),
    /// By a deed on the screen before.
    By(Way),
}

/// An edge as a flow takes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Way {
    /// What is done.
    pub deed: Deed,
    /// The text of the element; empty if there is none.
    pub element_text: String,
    /// The name that a person would use; empty if there is none.
    pub label: String,
    /// The pattern that gave the name, if one did.
    pub pattern: Option<String>,
    /// The tab it is on.
    pub tab: Option<TabTouch>,
    /// What kind of way it is.
    pub kind: EdgeKind,
    /// The time it was seen that the flow follows: the one that needed least before it, the first on ties.
    pub seen: Observation,
    /// How often it was seen.
    pub times_seen: u32,
    /// Times at which the same deed led elsewhere or nowhere.
    pub disagreements: Vec<Disagreement>,
}
