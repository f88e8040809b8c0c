//! The policy that chooses among the frames between two actions.

use serde::{Deserialize, Serialize};
use skillc_records::{Action, Frame, SessionState};

use crate::Settled;

/// How the frame that stands for a result is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SettlePolicy {
    /// The last good frame before the next action.
    #[default]
    LastGoodFrame,
}

/// For each action of a session, in order, the frames before and after it.
pub fn settle(_frames: &[Frame], _actions: &[Action], _state: SessionState, _policy: SettlePolicy) -> Vec<Settled> {
    Vec::new()
}
