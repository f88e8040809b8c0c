//! Freshness: whether a capture after an action shows what the action led to, or still what was there before.
//!
//! A navigation opens a [`FreshnessWindow`] with what was there before it. Every capture in the window is classified; a suspicious
//! one is tried again by a [`RetrySchedule`], whose budget is a *duration* measured from the moment of the action: nobody passes an
//! instant, so nobody can pass a wrong one. Offline the loop runs over recorded attempts, with recorded times as its clock.
//!
//! The classifier and the schedule are inputs. There is one classifier for trees and one for pictures and detections.
//!
//! Source: reference on agent-device, §2.

mod pictures;
mod replay;
mod schedule;
mod trees;
mod window;

pub use pictures::{Look, LookWindow, classify_look};
pub use replay::{Freshness, RecordedAttempt, Standing, replay};
pub use schedule::{RetryLoop, RetrySchedule};
pub use trees::{Mode, StuckRule, TreeAttempt, classify_tree};
pub use window::{BASELINE_MAX_AGE_MS, Baseline, BaselineTree, FreshnessWindow, NavigationAction, WINDOW_LIFETIME_MS};

use serde::{Deserialize, Serialize};

/// Why a capture is suspicious.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StaleReason {
    /// An interactive tree without a node, over a raw tree that has many.
    EmptyInteractive,
    /// Hardly a node is left, and none says anything.
    SharpDrop,
    /// The tree is the one from before the action.
    StuckRoute,
    /// The picture is the one from before the action.
    SamePicture,
}

impl StaleReason {
    /// Every reason.
    pub const ALL: [Self; 4] = [
        Self::EmptyInteractive,
        Self::SharpDrop,
        Self::StuckRoute,
        Self::SamePicture,
    ];

    /// The word in recordings and reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::EmptyInteractive => "empty-interactive",
            Self::SharpDrop => "sharp-drop",
            Self::StuckRoute => "stuck-route",
            Self::SamePicture => "same-picture",
        }
    }
}
