//! Lines that were read before.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use skillc_detect::LineMemory;
use skillc_detect::text::{LineKey, Reading};

/// Remembers the last lines, up to a number: two generations, of which the older one is dropped when the younger is full.
#[derive(Debug)]
pub struct BoundedMemory {
    generation: usize,
    lines: Mutex<Lines>,
}

#[derive(Debug, Default)]
struct Lines {
    young: BTreeMap<LineKey, Reading>,
    old: BTreeMap<LineKey, Reading>,
    hits: u64,
    misses: u64,
}

impl BoundedMemory {
    /// A memory of at most about `lines` lines; a line takes about a kilobyte.
    pub fn of(lines: usize) -> Self {
        Self {
            generation: (lines / 2).max(1),
            lines: Mutex::default(),
        }
    }

    /// How many lines were known and how many were not, so far.
    pub fn hits_and_misses(&self) -> (u64, u64) {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        (lines.hits, lines.misses)
    }

    fn keep(&self, lines: &mut Lines, key: LineKey, reading: Reading) {
        if lines.young.len() >= self.generation {
            lines.old = std::mem::take(&mut lines.young);
        }
        lines.young.insert(key, reading);
    }
}

impl Default for BoundedMemory {
    /// 20,000 lines: some hundred screens of an app, in about 20 MB.
    fn default() -> Self {
        Self::of(20_000)
    }
}

impl LineMemory for BoundedMemory {
    fn recall(&self, key: &LineKey) -> Option<Reading> {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let known = match lines.young.get(key) {
            Some(reading) => Some(reading.clone()),
            None => lines
                .old
                .remove(key)
                .inspect(|reading| self.keep(&mut lines, *key, reading.clone())),
        };
        if known.is_some() {
            lines.hits += 1
        } else {
            lines.misses += 1
        }
        known
    }

    fn remember(&self, key: LineKey, reading: &Reading) {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        self.keep(&mut lines, key, reading.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(i: u32) -> LineKey {
        let mut key = [0; 32];
        key[..4].copy_from_slice(&i.to_le_bytes());
        key
    }

    #[test]
    fn what_is_used_stays_and_the_rest_goes() {
        let memory = BoundedMemory::of(20);
        let reading = Reading {
            text: "Wi-Fi".to_owned(),
            confidence: 0.9,
            spikes: Vec::new(),
        };
        for i in 0..1000 {
            memory.remember(key(i), &reading);
            assert_eq!(memory.recall(&key(0)).as_ref(), Some(&reading), "{i}");
        }
        assert_eq!(memory.recall(&key(1)), None);
        let lines = memory.lines.lock().expect("not poisoned");
        assert!(lines.young.len() + lines.old.len() <= 20);
    }
}
