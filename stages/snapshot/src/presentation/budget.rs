//! The work that a presentation may cost. A hostile tree ends it as a typed failure, not as a hang.
//!
//! Source: reference on agent-device, §1.6.2 point 9.

use serde::{Deserialize, Serialize};

/// Units of work that may be spent: a unit is a node looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkBudget {
    /// How many may be spent.
    pub units: u64,
}

/// Why a tree couldn't be presented. It then has no nodes, counts as truncated, and its verdict is sparse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PresentationFailure {
    /// What was breached.
    pub phase: FailedPhase,
    /// The units spent until then.
    pub work_units: u64,
    /// The units that could be spent, where they were the limit.
    pub max_work_units: Option<u64>,
}

/// What was breached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailedPhase {
    /// The producer's own deadline. Stages have no clock: it is read from recordings, never decided here.
    Deadline,
    /// The work budget.
    Complexity,
    /// A node escaped its clip, or one without area was hittable.
    RegularInvariant,
}

impl WorkBudget {
    /// The budget of a tree of `nodes`: 128 units a node, at least 1024.
    pub fn of(nodes: usize) -> Self {
        Self {
            units: (nodes as u64).saturating_mul(128).max(1024),
        }
    }
}

/// Units spent so far.
pub(crate) struct Work {
    spent: u64,
    budget: WorkBudget,
}

impl Work {
    pub(crate) fn new(budget: WorkBudget) -> Self {
        Self { spent: 0, budget }
    }

    /// Spends `units`.
    pub(crate) fn spend(&mut self, units: usize) -> Result<(), PresentationFailure> {
        self.spent = self.spent.saturating_add(units as u64);
        if self.spent <= self.budget.units {
            return Ok(());
        }
        Err(PresentationFailure {
            phase: FailedPhase::Complexity,
            work_units: self.spent,
            max_work_units: Some(self.budget.units),
        })
    }

    /// The failure of an invariant at this point.
    pub(crate) fn broken(&self) -> PresentationFailure {
        PresentationFailure {
            phase: FailedPhase::RegularInvariant,
            work_units: self.spent,
            max_work_units: None,
        }
    }
}
