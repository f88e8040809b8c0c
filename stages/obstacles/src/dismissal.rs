//! The dismissal loop, a screen at a time.

use serde::{Deserialize, Serialize};
use skillc_records::{TapPoint, WindowPoint};

use crate::{ActiveRules, AlertKind};

/// Why something is tapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum DismissedBy {
    /// It is the button of a system alert.
    Alert(AlertKind),
    /// It is the target of the rule at this place in APP.md.
    Rule(usize),
}

/// What to do next.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Decision {
    /// Tap, look again, and ask again with what is seen then.
    Tap {
        /// The place of the tapped element in the list of points.
        point: usize,
        /// Where.
        at: WindowPoint,
        /// Why.
        by: DismissedBy,
    },
    /// Nothing is left to dismiss, or the rounds are used up: the screen last shown is the result.
    Done,
}

/// One call of the dismissal loop. Show it each screen in turn and do what it says.
#[derive(Debug, Clone)]
pub struct Dismissal<'r> {
    #[allow(dead_code)]
    rules: &'r ActiveRules,
}

impl<'r> Dismissal<'r> {
    /// A new call under `rules`.
    pub fn new(rules: &'r ActiveRules) -> Self {
        Self { rules }
    }

    /// What to do on the screen that is seen now: the first one, and then each one after a tap.
    pub fn observe(&mut self, _points: &[TapPoint]) -> Decision {
        Decision::Done
    }
}

/// The rule whose trigger and action are both on `points`: an obstacle that the loop couldn't remove.
pub fn persistent_obstacle(_rules: &ActiveRules, _points: &[TapPoint]) -> Option<usize> {
    None
}

/// What one call does on a list of screens.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Simulation {
    /// Each tap: the screen, the place of the element on it, where, and why.
    pub taps: Vec<(usize, Decision)>,
    /// How often the screen was looked at.
    pub describes: usize,
    /// The screen that the call returns.
    pub final_screen: usize,
    /// The rule whose obstacle is still there.
    pub persistent: Option<usize>,
}

/// Runs one call: the k-th look shows screen k, and the last one again and again. None without any screen.
pub fn simulate(_rules: &ActiveRules, _screens: &[&[TapPoint]]) -> Option<Simulation> {
    None
}
