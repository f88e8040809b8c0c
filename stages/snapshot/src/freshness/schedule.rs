//! When a suspicious capture is tried again.
//!
//! Source: reference on agent-device, §2.4.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use skillc_records::Timestamp;

/// How long and how often a suspicious capture is tried again. Durations only: the deadline is derived from the action's time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RetrySchedule {
    /// How long after the action a retry may still begin.
    pub budget: Duration,
    /// How long to wait before each retry, in order.
    pub delays: Vec<Duration>,
}

impl Default for RetrySchedule {
    fn default() -> Self {
        Self {
            budget: Duration::from_millis(1500),
            delays: [250, 400, 600].map(Duration::from_millis).to_vec(),
        }
    }
}

/// One run of a schedule for one action.
#[derive(Debug, Clone)]
pub struct RetryLoop {
    deadline: Timestamp,
    delays: std::vec::IntoIter<Duration>,
    retries: u32,
}

impl RetrySchedule {
    /// Begins the loop for an action at `marked_at`. The time until the first capture returns counts, too.
    pub fn begin(&self, marked_at: Timestamp) -> RetryLoop {
        let budget = i64::try_from(self.budget.as_micros()).unwrap_or(i64::MAX);
        let deadline = Timestamp(marked_at.0.saturating_add(budget));
        RetryLoop {
            deadline,
            delays: self.delays.clone().into_iter(),
            retries: 0,
        }
    }
}

impl RetryLoop {
    /// How long to wait before the next capture, now that a suspicious one has returned; none if there is to be no other.
    pub fn next_wait(&mut self, now: Timestamp) -> Option<Duration> {
        let remaining = u64::try_from(self.deadline.0.saturating_sub(now.0))
            .ok()
            .filter(|&left| left > 0)?;
        let wait = self.delays.next()?.min(Duration::from_micros(remaining));
        self.retries += 1;
        Some(wait)
    }

    /// How many retries there were.
    pub fn retries(&self) -> u32 {
        self.retries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The times in milliseconds at which captures return, if each is suspicious and takes no time of its own.
    fn captures(first_ms: i64) -> Vec<i64> {
        let mut now = first_ms;
        let mut times = vec![now];
        let mut retry = RetrySchedule::default().begin(Timestamp(0));
        while let Some(wait) = retry.next_wait(Timestamp(now * 1000)) {
            now += i64::try_from(wait.as_millis()).unwrap();
            times.push(now);
        }
        times
    }

    #[test]
    fn the_budget_runs_from_the_action() {
        assert_eq!(captures(1600), [1600]);
        assert_eq!(captures(100), [100, 350, 750, 1350]);
        assert_eq!(captures(1200), [1200, 1450, 1500]);
        assert_eq!(captures(1500), [1500]);
    }

    #[test]
    fn the_same_budget_retries_or_not_by_the_age_of_the_action_alone() {
        let schedule = RetrySchedule::default();
        let now = Timestamp(5_000_000);
        assert!(schedule.begin(Timestamp(4_000_000)).next_wait(now).is_some());
        assert!(schedule.begin(Timestamp(3_000_000)).next_wait(now).is_none());
        assert!(schedule.begin(Timestamp(i64::MIN)).next_wait(now).is_none());
    }
}
