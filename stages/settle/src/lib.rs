//! Settling: which frame stands for the result of each action.
//!
//! The last good frame before the next action stands for an action's result. What speaks against it, or why there is none, is
//! carried as a typed value: a failed capture is never the same as an empty screen, and a missing one never the same as either.
//!
//! | module | what it holds |
//! |---|---|
//! | [`evidence`] | how far a frame can be trusted, and why there may be none |
//! | [`choice`] | the policy that chooses among the frames between two actions |
//!
//! Source: design of the capture format; the vocabulary of trust follows agent-device's snapshot freshness.

pub mod choice;
pub mod evidence;

pub use choice::{SettlePolicy, settle};
pub use evidence::{ActionResult, Doubt, NotSeen, Performed, Settled};
