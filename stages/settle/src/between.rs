//! Which frames lie between an action and the next.
//!
//! A recorder says of each action which frame came last before it. That claim decides; where it is missing (importers), the frame that
//! it took for the result, and at last the clock, decide.

use std::ops::Range;

use skillc_records::{Action, Frame};

/// The frames after action `i` and before the next.
pub fn following(frames: &[Frame], actions: &[Action], i: usize) -> Range<usize> {
    let start = first_after(frames, &actions[i]);
    let end = actions
        .get(i + 1)
        .map_or(frames.len(), |next| first_after(frames, next));
    start.min(end)..end
}

/// The frames that action `i` was decided on: those since the action before. Where there are none, the recorder's word stands: the
/// frame that it names, since nothing newer was there to see.
pub fn leading_to(frames: &[Frame], actions: &[Action], i: usize) -> Range<usize> {
    let end = first_after(frames, &actions[i]);
    let start = i
        .checked_sub(1)
        .map_or(0, |before| first_after(frames, &actions[before]));
    if start < end {
        start..end
    } else {
        end.saturating_sub(1)..end
    }
}

/// The place of the first frame after `action`; the number of frames if there is none.
fn first_after(frames: &[Frame], action: &Action) -> usize {
    let place = match (action.frame_before, action.frame_after) {
        (Some(before), _) => (before.0 as usize).saturating_add(1),
        (None, Some(after)) => after.0 as usize,
        (None, None) => frames.partition_point(|frame| frame.captured_at < action.started_at),
    };
    place.min(frames.len())
}
