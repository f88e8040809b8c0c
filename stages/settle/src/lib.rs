//! Settling: which frame stands for the result of each action.
//!
//! The last good frame before the next action stands for an action's result. What speaks against it, or why there is none, is
//! carried as a typed value: a failed capture is never the same as an empty screen, and a missing one never the same as either.
//!
//! | module | what it holds |
//! |---|---|
//! | [`evidence`](mod@evidence) | how far a frame can be trusted, and why there may be none |
//! | [`between`](mod@between) | which frames lie between an action and the next |
//! | [`choice`](mod@choice) | the policy that chooses among them |
//! | [`fresh`](mod@fresh) | whether a frame shows the result, or still what was there before |
//!
//! A fuller policy replaces the choice and nothing else: it sees the same frames in between and answers with the same evidence.

pub mod between;
pub mod choice;
pub mod evidence;
pub mod fresh;

use skillc_records::{Action, ActionOutcome, Frame, SessionState};

pub use choice::{SettlePolicy, doubt};
pub use evidence::{ActionResult, Doubt, NotSeen, Performed, Settled};
pub use fresh::{freshness, settle_recording};

/// For each action of a session, in order, the frames before and after it.
///
/// `frames` and `actions` are all of the session's, in order, frame `i` at place `i`. Whatever they claim, no index leads outside.
pub fn settle(frames: &[Frame], actions: &[Action], state: SessionState, policy: SettlePolicy) -> Vec<Settled> {
    actions
        .iter()
        .enumerate()
        .map(|(i, action)| Settled {
            action: action.index,
            before: policy.choose(&frames[between::leading_to(frames, actions, i)]).frame(),
            result: result(frames, actions, i, state, policy),
            performed: match action.outcome {
                ActionOutcome::Ok => Performed::Done,
                ActionOutcome::Failed { .. } => Performed::Failed,
                ActionOutcome::Unknown => Performed::Unsaid,
            },
        })
        .collect()
}

fn result(frames: &[Frame], actions: &[Action], i: usize, state: SessionState, policy: SettlePolicy) -> ActionResult {
    match policy.choose(&frames[between::following(frames, actions, i)]) {
        ActionResult::NotSeen {
            reason: NotSeen::Missing,
        } if i + 1 == actions.len() && state == SessionState::Recovered => ActionResult::NotSeen {
            reason: NotSeen::Interrupted,
        },
        result => result,
    }
}
