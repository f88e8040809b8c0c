//! Which recorded taps were on which tab.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use skillc_records::{Action, ActionIndex, FrameIndex, ScreenPoints, WindowSize};
use skillc_settle::Settled;

use crate::{MinEvidence, TabNames};

/// A recorded tap that was on a tab.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct TabTap {
    /// The tap.
    pub action: ActionIndex,
    /// The frame that it was decided on.
    pub frame: FrameIndex,
    /// The tab's place in the order declared.
    pub tab: usize,
    /// What says so.
    pub by: TapEvidence,
}

/// What says that a tap was on a tab.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TapEvidence {
    /// The text that was tapped matches the tab's name.
    Text,
    /// The tap landed in the tab's slot of the bar.
    Slot,
}

/// The recorded taps that were on a tab, in order.
pub fn assign(
    _names: &TabNames,
    _actions: &[Action],
    _settled: &[Settled],
    _screens: &BTreeMap<FrameIndex, ScreenPoints>,
    _window: WindowSize,
    _evidence: MinEvidence,
) -> Vec<TabTap> {
    Vec::new()
}
