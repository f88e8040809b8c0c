//! Things that only one thread can use at a time, lent to whoever needs one.

use std::sync::{Mutex, PoisonError};

/// Does `work` on a thread of its own, and waits for it without taking up anything else.
///
/// A thread of one pool that enters another pool does its own pool's other work while it waits. What it takes up then may wait for what
/// it was doing: both wait for ever.
pub(crate) fn aside<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    std::thread::scope(|scope| match scope.spawn(work).join() {
        Ok(result) => result,
        Err(panic) => std::panic::resume_unwind(panic),
    })
}

/// As many of a thing as were ever needed at once.
#[derive(Debug)]
pub(crate) struct Pool<T> {
    idle: Mutex<Vec<T>>,
}

impl<T> Pool<T> {
    /// A pool that holds nothing yet.
    pub(crate) fn empty() -> Self {
        Self {
            idle: Mutex::new(Vec::new()),
        }
    }

    /// A pool that holds `first`.
    pub(crate) fn of(first: T) -> Self {
        Self {
            idle: Mutex::new(vec![first]),
        }
    }

    /// Does `work` with an idle one, or with a new one from `make`. One that `work` panics with is not used again.
    pub(crate) fn with<R, E>(
        &self,
        make: impl FnOnce() -> Result<T, E>,
        work: impl FnOnce(&mut T) -> Result<R, E>,
    ) -> Result<R, E> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut thing = match idle {
            Some(thing) => thing,
            None => make()?,
        };
        let result = work(&mut thing);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(thing);
        result
    }
}
