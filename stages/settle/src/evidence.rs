//! How far a frame can be trusted, and why there may be none.

use std::fmt;

use serde::{Deserialize, Serialize};
use skillc_records::{ActionIndex, FailureReason, FrameIndex};
use skillc_snapshot::freshness::{Freshness, StaleReason};

/// One action with the frames around it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settled {
    /// The action.
    pub action: ActionIndex,
    /// The frame that the action was decided on: what stands for the screen just before it. None if nothing was seen since the action
    /// before, or before the first capture.
    pub before: Option<FrameIndex>,
    /// What was seen after it.
    pub result: ActionResult,
    /// Whether the action itself was done.
    pub performed: Performed,
}

/// What was seen after an action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ActionResult {
    /// `frame` stands for the result; nothing speaks against it.
    Trustworthy {
        /// The frame.
        frame: FrameIndex,
    },
    /// `frame` stands for the result for want of a better one.
    Doubtful {
        /// The frame.
        frame: FrameIndex,
        /// What speaks against it.
        doubt: Doubt,
    },
    /// No frame stands for the result.
    NotSeen {
        /// Why.
        reason: NotSeen,
    },
}

/// What speaks against a frame.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Doubt {
    /// The producer calls its capture thin.
    Sparse,
    /// It may still show what was there before the action.
    Stale {
        /// What the freshness loop came to.
        freshness: Freshness,
    },
    /// The producer calls its capture less than it should be, with its machine value for why.
    Degraded {
        /// The producer's reason.
        reason: String,
    },
}

/// Why no frame stands for an action's result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum NotSeen {
    /// Every capture between this action and the next failed; the last one for this reason.
    Failed(FailureReason),
    /// Nobody captured anything between this action and the next.
    Missing,
    /// The session was cut off before a capture came.
    Interrupted,
}

/// Whether the action itself was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Performed {
    /// The producer says so.
    Done,
    /// The producer says that it failed.
    Failed,
    /// Nobody said.
    Unsaid,
}

impl Doubt {
    /// One word for it.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Sparse => "sparse",
            Self::Stale { .. } => "stale",
            Self::Degraded { .. } => "degraded",
        }
    }

    /// Why, as a machine value, where there is more than the word.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Sparse => None,
            Self::Stale { freshness } => freshness.reason().map(StaleReason::as_str),
            Self::Degraded { reason } => Some(reason),
        }
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sparse => f.write_str("only part of the screen was captured")?,
            Self::Stale { .. } => f.write_str("it may still show what was there before the action")?,
            Self::Degraded { .. } => f.write_str("the producer calls its capture less than it should be")?,
        }
        self.reason().map_or(Ok(()), |reason| write!(f, " ({reason})"))
    }
}

impl ActionResult {
    /// What speaks against the frame that stands for it.
    pub fn doubt(&self) -> Option<&Doubt> {
        match self {
            Self::Doubtful { doubt, .. } => Some(doubt),
            Self::Trustworthy { .. } | Self::NotSeen { .. } => None,
        }
    }

    /// The frame that stands for the result, trusted or not.
    pub fn frame(&self) -> Option<FrameIndex> {
        match self {
            Self::Trustworthy { frame } | Self::Doubtful { frame, .. } => Some(*frame),
            Self::NotSeen { .. } => None,
        }
    }

    /// Whether a frame stands for the result and nothing speaks against it.
    pub fn is_trustworthy(&self) -> bool {
        matches!(self, Self::Trustworthy { .. })
    }
}
