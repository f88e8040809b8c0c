//! The retry loop over recorded attempts, with recorded times as its clock.
//!
//! Source: reference on agent-device, §2.4 and §2.5.

use serde::{Deserialize, Serialize};
use skillc_records::Timestamp;

use super::{RetrySchedule, StaleReason, window::is_active};

/// One recorded capture after an action.
#[derive(Debug, Clone, Copy)]
pub struct RecordedAttempt<T> {
    /// When it returned.
    pub at: Timestamp,
    /// What it shows.
    pub shows: T,
}

/// How far the result of an action can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Freshness {
    /// The first capture could be trusted, or the action leads nowhere.
    #[default]
    Trustworthy,
    /// A later capture could.
    Recovered {
        /// Captures after the first: at least 1.
        retries: u32,
    },
    /// No capture could: no step may be built on it without saying so.
    Suspicious {
        /// Captures after the first: at least 1.
        retries: u32,
        /// Why the last one couldn't.
        reason: StaleReason,
    },
    /// The first capture couldn't, and there was no time or no capture to try again.
    Spent {
        /// Why it couldn't.
        reason: StaleReason,
    },
}

/// The attempt that stands for the result of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// Its place among the attempts.
    pub attempt: usize,
    /// How far it can be trusted.
    pub freshness: Freshness,
}

impl Freshness {
    /// Whether a step may be built on it.
    pub fn is_trusted(self) -> bool {
        self.reason().is_none()
    }

    /// Why it can't be trusted.
    pub fn reason(self) -> Option<StaleReason> {
        match self {
            Self::Trustworthy | Self::Recovered { .. } => None,
            Self::Suspicious { reason, .. } | Self::Spent { reason } => Some(reason),
        }
    }

    /// The word in recordings and reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Trustworthy => "trustworthy",
            Self::Recovered { .. } => "recovered",
            Self::Suspicious { .. } => "suspicious",
            Self::Spent { .. } => "spent",
        }
    }
}

/// Replays the loop for an action at `marked_at` over what was recorded after it, in order of time; none if nothing was.
///
/// Every recorded attempt that the loop would have waited for counts as a retry, whenever it came; a recorder that captured more
/// often than the schedule asks is taken at its word. An attempt after the window's lifetime isn't classified: what looks like the
/// screen before it is then simply an action that led nowhere.
pub fn replay<T>(
    marked_at: Timestamp,
    schedule: &RetrySchedule,
    attempts: &[RecordedAttempt<T>],
    mut classify: impl FnMut(&T) -> Option<StaleReason>,
) -> Option<Standing> {
    let mut retry = schedule.begin(marked_at);
    let mut last = 0;
    loop {
        let attempt = attempts.get(last)?;
        let reason = if is_active(marked_at, attempt.at) {
            classify(&attempt.shows)
        } else {
            None
        };
        let retries = retry.retries();
        let Some(reason) = reason else {
            let freshness = if retries == 0 {
                Freshness::Trustworthy
            } else {
                Freshness::Recovered { retries }
            };
            return Some(Standing {
                attempt: last,
                freshness,
            });
        };
        if last + 1 == attempts.len() || retry.next_wait(attempt.at).is_none() {
            let freshness = if retries == 0 {
                Freshness::Spent { reason }
            } else {
                Freshness::Suspicious { retries, reason }
            };
            return Some(Standing {
                attempt: last,
                freshness,
            });
        }
        last += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Attempts at these milliseconds; a negative one is suspicious.
    fn outcome(times: &[i64]) -> Option<(usize, Freshness)> {
        let attempts: Vec<_> = times
            .iter()
            .map(|&ms| RecordedAttempt {
                at: Timestamp(ms.abs() * 1000),
                shows: ms < 0,
            })
            .collect();
        let classify = |stale: &bool| stale.then_some(StaleReason::StuckRoute);
        replay(Timestamp(0), &RetrySchedule::default(), &attempts, classify).map(|s| (s.attempt, s.freshness))
    }

    #[test]
    fn each_outcome_is_told_apart() {
        let reason = StaleReason::StuckRoute;
        assert_eq!(outcome(&[100, 350]), Some((0, Freshness::Trustworthy)));
        assert_eq!(
            outcome(&[-100, -350, 750]),
            Some((2, Freshness::Recovered { retries: 2 }))
        );
        let all = [-100, -350, -750, -1350, 1400];
        assert_eq!(
            outcome(&all),
            Some((3, Freshness::Suspicious { retries: 3, reason })),
            "three retries, no fourth"
        );
        assert_eq!(outcome(&[-1600, 1700]), Some((0, Freshness::Spent { reason })));
        assert_eq!(outcome(&[-100]), Some((0, Freshness::Spent { reason })));
        assert_eq!(outcome(&[]), None);
    }

    #[test]
    fn after_its_lifetime_a_window_suspects_nothing() {
        assert_eq!(
            outcome(&[-2500]),
            Some((
                0,
                Freshness::Spent {
                    reason: StaleReason::StuckRoute
                }
            ))
        );
        assert_eq!(outcome(&[-2501]), Some((0, Freshness::Trustworthy)));
        assert_eq!(outcome(&[-100, -9000]), Some((1, Freshness::Recovered { retries: 1 })));
    }
}
