//! The policy that chooses among the frames between two actions.

use serde::{Deserialize, Serialize};
use skillc_records::{Attempt, FailureReason, Frame, Quality};

use crate::{ActionResult, Doubt, NotSeen};

/// How the frame that stands for a result is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SettlePolicy {
    /// The last good frame before the next action; without a good one the last that shows anything, and what speaks against it.
    #[default]
    LastGoodFrame,
}

impl SettlePolicy {
    /// What stands for the screen after `frames` were captured one after another, with no action in between.
    pub fn choose(self, frames: &[Frame]) -> ActionResult {
        match self {
            Self::LastGoodFrame => last_good(frames),
        }
    }
}

fn last_good(frames: &[Frame]) -> ActionResult {
    let Some(last) = frames.last() else {
        return ActionResult::NotSeen {
            reason: NotSeen::Missing,
        };
    };
    if let Some(good) = frames
        .iter()
        .rev()
        .find(|frame| frame.attempt.is_usable() && doubt(frame).is_none())
    {
        return ActionResult::Trustworthy { frame: good.index };
    }
    let thin = frames.iter().rev().find(|frame| frame.attempt.is_usable());
    if let Some((frame, doubt)) = thin.and_then(|frame| Some((frame.index, doubt(frame)?))) {
        return ActionResult::Doubtful { frame, doubt };
    }
    let reason = match &last.attempt {
        Attempt::Failed {
            reason: FailureReason::Interrupted,
            ..
        } => NotSeen::Interrupted,
        Attempt::Failed { reason, .. } => NotSeen::Failed(*reason),
        Attempt::Ok | Attempt::Sparse => NotSeen::Missing,
    };
    ActionResult::NotSeen { reason }
}

/// What speaks against a frame that shows something. A drawn-over picture spoils detection on it and not what was recorded with it.
pub fn doubt(frame: &Frame) -> Option<Doubt> {
    match (&frame.attempt, &frame.quality) {
        (Attempt::Sparse, _) => Some(Doubt::Sparse),
        (_, Quality::Degraded { reason }) => Some(Doubt::Degraded { reason: reason.clone() }),
        _ => None,
    }
}
