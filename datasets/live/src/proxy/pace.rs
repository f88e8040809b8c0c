//! How far the recorder is behind what passes.
//!
//! Before something of the client's passes, the recorder gets a moment to take down everything up to it. It needs milliseconds, and
//! agents think for longer between two calls; but a client that is faster than the recorder would otherwise have been answered many
//! times over when the proxy is killed, and what waited in memory would be lost. A recorder that doesn't come along holds nobody up
//! twice: the session goes on without it until it has caught up.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The longest that something of the client's waits.
const PATIENCE: Duration = Duration::from_secs(1);

/// What both sides count.
#[derive(Default)]
pub(super) struct Pace {
    state: Mutex<State>,
    taken: Condvar,
}

#[derive(Default)]
struct State {
    /// Copies that were sent to the recorder.
    sent: u64,
    /// Those that it has taken down.
    taken: u64,
    /// It has held somebody up for too long, and hasn't caught up since.
    is_behind: bool,
    /// Nobody takes anything down any more.
    is_over: bool,
}

impl Pace {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A copy was sent.
    pub(super) fn sent(&self) {
        self.lock().sent += 1;
    }

    /// A copy was taken down.
    pub(super) fn taken(&self) {
        let mut state = self.lock();
        state.taken += 1;
        if state.taken >= state.sent {
            state.is_behind = false;
        }
        drop(state);
        self.taken.notify_all();
    }

    /// Nothing is recorded any more: nobody waits.
    pub(super) fn end(&self) {
        self.lock().is_over = true;
        self.taken.notify_all();
    }

    /// Waits until everything that was sent so far is taken down, for a moment at most.
    pub(super) fn wait(&self) {
        let since = Instant::now();
        let mut state = self.lock();
        let goal = state.sent;
        while state.taken < goal && !state.is_behind && !state.is_over {
            let left = PATIENCE.saturating_sub(since.elapsed());
            if left.is_zero() {
                state.is_behind = true;
                return;
            }
            let (next, _) = self
                .taken
                .wait_timeout(state, left)
                .unwrap_or_else(PoisonError::into_inner);
            state = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn who_is_behind_holds_nobody_up_twice() {
        let pace = Arc::new(Pace::default());
        pace.wait();
        pace.sent();
        let since = Instant::now();
        pace.wait();
        assert!(since.elapsed() >= PATIENCE);
        pace.sent();
        let since = Instant::now();
        pace.wait();
        assert!(since.elapsed() < PATIENCE / 2, "held up twice");
        // Caught up: waited for again, and only as long as it takes.
        pace.taken();
        pace.taken();
        pace.sent();
        let taker = Arc::clone(&pace);
        let thread = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(20));
            taker.taken();
        });
        let since = Instant::now();
        pace.wait();
        assert!((Duration::from_millis(15)..PATIENCE).contains(&since.elapsed()));
        thread.join().expect("taken");
        pace.sent();
        pace.end();
        pace.wait();
    }
}
