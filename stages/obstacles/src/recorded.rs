//! What the rules say about a recording.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use skillc_records::{Action, ActionIndex, FrameIndex, ScreenPoints};
use skillc_settle::Settled;

use crate::{ActiveRules, DismissedBy};

/// All that the rules say about one session.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ObstacleEvidence {
    /// Recorded actions that were dismissals, in order: no steps of a flow.
    pub dismissals: Vec<Dismissed>,
    /// Frames on which the explorer would have tapped something to dismiss it, in order of the frames.
    pub cleared: Vec<Cleared>,
    /// Obstacles that were still there when the loop gave up.
    pub persistent: Vec<Persistent>,
    /// What was seen of each rule, by its place in APP.md.
    pub sightings: Vec<Sighting>,
}

/// A recorded action that was a dismissal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Dismissed {
    /// The action.
    pub action: ActionIndex,
    /// The frame that it was decided on.
    pub frame: FrameIndex,
    /// Of what.
    pub by: DismissedBy,
    /// The text of the element that was tapped.
    pub target: String,
    /// How the action and the element were brought together.
    pub hit: Hit,
}

/// How an action and an element were brought together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hit {
    /// The tap landed on the element: in its box, or within the tap radius of its tap point.
    Touch,
    /// The producer tapped by name, and the name is the element's text.
    Name,
}

/// A frame that the explorer would have cleared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cleared {
    /// The frame.
    pub frame: FrameIndex,
    /// Of what.
    pub by: DismissedBy,
    /// The text of the element that it would have tapped.
    pub target: String,
    /// Whether what came next in the recording is still reached.
    pub next: WhatCameNext,
}

/// Whether what came next in a recording is still reached after a dismissal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum WhatCameNext {
    /// The recording did the same thing next: what came next is what was recorded.
    Recorded {
        /// The action that did it.
        action: ActionIndex,
    },
    /// The same tap was recorded elsewhere, and what was tapped next is on the screen that it led to.
    Reachable {
        /// The next action.
        action: ActionIndex,
        /// The frame that shows it.
        shown_by: FrameIndex,
    },
    /// The same tap was recorded elsewhere, and what was tapped next is not on the screen that it led to.
    Unreachable {
        /// The next action.
        action: ActionIndex,
        /// The frame that doesn't show it.
        shown_by: FrameIndex,
    },
    /// The next action touches nothing on the screen (a key, a swipe, a launch), so it can be done all the same.
    Independent {
        /// The next action.
        action: ActionIndex,
    },
    /// Nobody ever recorded what this tap leads to.
    Unknown {
        /// The next action.
        action: ActionIndex,
    },
    /// Nothing came next.
    Nothing,
}

/// An obstacle that was still there when the loop gave up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Persistent {
    /// The frame that still shows it.
    pub frame: FrameIndex,
    /// The rule, by its place in APP.md.
    pub rule: usize,
}

/// What was seen of a rule in one session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Sighting {
    /// Frames that show its trigger.
    pub trigger: u32,
    /// Frames that show its action.
    pub action: u32,
    /// Frames that show both.
    pub both: u32,
    /// The first frame that shows its trigger.
    pub first: Option<FrameIndex>,
}

/// What `rules` say about one session.
pub fn examine(
    _rules: &ActiveRules,
    _actions: &[Action],
    _settled: &[Settled],
    _screens: &BTreeMap<FrameIndex, ScreenPoints>,
) -> ObstacleEvidence {
    ObstacleEvidence::default()
}
