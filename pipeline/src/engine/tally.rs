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

/// How far a stage is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// The stage.
    pub stage: StageName,
    /// Units that are done.
    pub done: u64,
    /// Units that there are, as far as it is known.
    pub total: u64,
    /// Units that were in the cache.
    pub cached: u64,
}

/// What a run did.
#[derive(Debug, Default)]
pub struct Tally {
    stages: Mutex<BTreeMap<(String, StageName), (StageCounts, Duration)>>,
    expected: Mutex<BTreeMap<StageName, u64>>,
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
    /// Work for a unit that is counted elsewhere: only its time counts.
    Part,
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
            Event::Part => {}
            Event::Failed => counts.failed += 1,
        }
        *spent += took;
    }

    /// Says that there will be so many more units of `stage`, for those who wait.
    pub fn expect(&self, stage: StageName, units: u64) {
        if let Ok(mut expected) = self.expected.lock() {
            *expected.entry(stage).or_default() += units;
        }
    }

    /// How far each stage is that has anything to do, in the order of the chain.
    pub fn standing(&self) -> Vec<Standing> {
        let expected = self
            .expected
            .lock()
            .map(|expected| expected.clone())
            .unwrap_or_default();
        let standing = |(stage, counts): (StageName, StageCounts)| {
            let done = counts.run + counts.hit + counts.failed;
            let total = expected.get(&stage).copied().unwrap_or(0).max(done);
            (total > 0).then_some(Standing {
                stage,
                done,
                total,
                cached: counts.hit,
            })
        };
        self.stages().into_iter().filter_map(standing).collect()
    }

    /// What was done for one app: `5 units run, 2 cached`.
    pub fn words_of(&self, app: &str) -> String {
        let mut sum = StageCounts::default();
        for (_, counts) in self.by_app().into_iter().filter(|((of, _), _)| of == app) {
            sum.run += counts.run;
            sum.hit += counts.hit;
            sum.failed += counts.failed;
        }
        let units = if sum.run == 1 { "unit" } else { "units" };
        let failed = if sum.failed > 0 {
            format!(", {} failed", sum.failed)
        } else {
            String::new()
        };
        format!("{} {units} run, {} cached{failed}", sum.run, sum.hit)
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
