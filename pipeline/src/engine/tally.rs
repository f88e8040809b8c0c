//! Units run, hit and failed, by stage.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde::Serialize;

use super::StageName;

/// The counts of one stage.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct StageCounts {
    /// Units that were computed.
    pub run: u64,
    /// Units whose result was in the cache.
    pub hit: u64,
    /// Units that failed.
    pub failed: u64,
    /// Time spent computing, summed over threads, in milliseconds.
    pub ms: u64,
}

/// What a run did.
#[derive(Debug, Default)]
pub struct Tally {
    stages: Mutex<BTreeMap<(String, StageName), (StageCounts, Duration)>>,
    /// Pictures that were decoded.
    pub pictures_decoded: AtomicU64,
    /// Models that were loaded.
    pub models_loaded: AtomicU64,
}

/// How a unit went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// Computed.
    Run,
    /// Found in the cache; stands for this many units.
    Hit(u64),
    /// Failed.
    Failed,
}

impl Tally {
    /// Counts a unit of `stage` for `app`.
    pub fn count(&self, app: &str, stage: StageName, event: Event, took: Duration) {
        let Ok(mut stages) = self.stages.lock() else { return };
        let (counts, spent) = stages.entry((app.to_owned(), stage)).or_default();
        match event {
            Event::Run => counts.run += 1,
            Event::Hit(units) => counts.hit += units,
            Event::Failed => counts.failed += 1,
        }
        *spent += took;
    }

    /// The counts of every stage, in the order of the chain.
    pub fn stages(&self) -> BTreeMap<StageName, StageCounts> {
        let mut sums: BTreeMap<StageName, StageCounts> = StageName::ALL
            .into_iter()
            .map(|stage| (stage, StageCounts::default()))
            .collect();
        for ((_, stage), counts) in self.by_app() {
            let sum = sums.entry(stage).or_default();
            sum.run += counts.run;
            sum.hit += counts.hit;
            sum.failed += counts.failed;
            sum.ms += counts.ms;
        }
        sums
    }

    /// The counts by app and stage.
    pub fn by_app(&self) -> BTreeMap<(String, StageName), StageCounts> {
        let Ok(stages) = self.stages.lock() else {
            return BTreeMap::new();
        };
        let rounded = |(counts, spent): &(StageCounts, Duration)| StageCounts {
            ms: u64::try_from(spent.as_millis()).unwrap_or(u64::MAX),
            ..*counts
        };
        stages
            .iter()
            .map(|(key, value)| (key.clone(), rounded(value)))
            .collect()
    }

    /// Pictures decoded so far.
    pub fn decoded(&self) -> u64 {
        self.pictures_decoded.load(Ordering::Relaxed)
    }

    /// Models loaded so far.
    pub fn loaded(&self) -> u64 {
        self.models_loaded.load(Ordering::Relaxed)
    }
}
