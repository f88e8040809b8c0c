//! How long the models run.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ndarray::{ArrayD, ArrayViewD};
use skillc_detect::{Input, Network, NetworkError};

/// The time spent in one model, over all threads, and how often it ran.
#[derive(Debug, Clone, Default)]
pub struct Clock {
    nanoseconds: Arc<AtomicU64>,
    runs: Arc<AtomicU64>,
}

/// The clocks of the models of a detector.
#[derive(Debug, Clone, Default)]
pub struct Clocks {
    /// Finding texts.
    pub detection: Clock,
    /// Reading lines.
    pub recognition: Clock,
    /// The icon model.
    pub icons: Clock,
}

impl Clock {
    /// The time so far, over all threads.
    pub fn time(&self) -> Duration {
        Duration::from_nanos(self.nanoseconds.load(Ordering::Relaxed))
    }

    /// How often the model ran so far.
    pub fn runs(&self) -> u64 {
        self.runs.load(Ordering::Relaxed)
    }

    /// `network`, timed by this clock.
    pub(crate) fn around(&self, network: Box<dyn Network>) -> Box<dyn Network> {
        Box::new(Timed {
            network,
            clock: self.clone(),
        })
    }
}

struct Timed {
    network: Box<dyn Network>,
    clock: Clock,
}

impl Network for Timed {
    fn inputs(&self) -> &[Input] {
        self.network.inputs()
    }

    fn metadata(&self, key: &str) -> Option<&str> {
        self.network.metadata(key)
    }

    fn identity(&self) -> &str {
        self.network.identity()
    }

    fn run(&self, inputs: &[(&str, ArrayViewD<'_, f32>)]) -> Result<Vec<(String, ArrayD<f32>)>, NetworkError> {
        let start = Instant::now();
        let result = self.network.run(inputs);
        let nanoseconds = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.clock.nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
        self.clock.runs.fetch_add(1, Ordering::Relaxed);
        result
    }
}
