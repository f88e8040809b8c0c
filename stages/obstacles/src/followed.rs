//! Whether what came next in a recording is still reached after a dismissal.
//!
//! A recording shows one way through the app. Where a rule would have tapped something else than what was recorded, the way parts from
//! the recording, and what the tap leads to is known only if the same tap was recorded somewhere else.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use skillc_points::target_of;
use skillc_records::{Action, ActionIndex, ActionKind, FrameIndex, ScreenPoints};
use skillc_text::{equals, lower, trim};

use crate::DismissedBy;

/// Whether what came next in a recording is still reached after a dismissal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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
    /// The next action needs nothing on the screen (a key, a swipe, a launch), so it can be done all the same.
    Independent {
        /// The next action.
        action: ActionIndex,
    },
    /// Nobody recorded what this tap leads to, or what the next tap was meant for.
    Unknown {
        /// The next action.
        action: ActionIndex,
    },
    /// Nothing came next.
    Nothing,
}

/// The frames that recorded dismissals led to, by what was dismissed and the lowered text of what was tapped.
pub(crate) type Outcomes = BTreeMap<(DismissedBy, String), Vec<FrameIndex>>;

/// What became of `action`, decided on `screen`, had `by` tapped `target` there instead.
pub(crate) fn what_came_next(
    action: &Action,
    screen: &ScreenPoints,
    (by, target): (DismissedBy, &str),
    outcomes: &Outcomes,
    screens: &BTreeMap<FrameIndex, ScreenPoints>,
) -> WhatCameNext {
    let needs_target = matches!(
        action.kind,
        ActionKind::Tap { .. }
            | ActionKind::DoubleTap { .. }
            | ActionKind::LongPress { .. }
            | ActionKind::Back { at: Some(_) }
            | ActionKind::ScrollTo
            | ActionKind::AssertVisible
            | ActionKind::WaitFor
    );
    let action_index = action.index;
    if !needs_target {
        return WhatCameNext::Independent { action: action_index };
    }
    let unknown = WhatCameNext::Unknown { action: action_index };
    let touched = target_of(action, &screen.points).map(|(place, _)| screen.points[place].text.as_str());
    let Some(wanted) = touched.or(action.target_text.as_deref()).map(|text| lower(trim(text))) else {
        return unknown;
    };
    let Some(led_to) = outcomes.get(&(by, lower(target))) else {
        return unknown;
    };
    let shows = |frame: &&FrameIndex| {
        screens.get(*frame).is_some_and(|then| {
            then.points
                .iter()
                .any(|point| equals(&lower(trim(&point.text)), &wanted))
        })
    };
    match (led_to.iter().find(shows), led_to.first()) {
        (Some(&shown_by), _) => WhatCameNext::Reachable {
            action: action_index,
            shown_by,
        },
        (None, Some(&shown_by)) => WhatCameNext::Unreachable {
            action: action_index,
            shown_by,
        },
        (None, None) => unknown,
    }
}
