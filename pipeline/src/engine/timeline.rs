//! When each unit ran, as a trace in the event format that Perfetto and Chromium open.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::thread::ThreadId;
use std::time::Instant;

use serde_json::{Value, json};

/// The units of one run with their times and threads.
#[derive(Debug)]
pub struct Timeline {
    start: Instant,
    events: Mutex<Vec<Event>>,
}

#[derive(Debug)]
struct Event {
    name: String,
    unit: String,
    thread: ThreadId,
    begin_us: u64,
    took_us: u64,
}

impl Default for Timeline {
    fn default() -> Self {
        Self {
            start: Instant::now(),
            events: Mutex::default(),
        }
    }
}

impl Timeline {
    /// Adds a unit that began at `begin` and ends now.
    pub fn add(&self, stage: &str, unit: &str, begin: Instant) {
        let micros = |duration: std::time::Duration| u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
        let event = Event {
            name: stage.to_owned(),
            unit: unit.to_owned(),
            thread: std::thread::current().id(),
            begin_us: micros(begin.saturating_duration_since(self.start)),
            took_us: micros(begin.elapsed()),
        };
        if let Ok(mut events) = self.events.lock() {
            events.push(event);
        }
    }

    /// The trace as JSON.
    pub fn to_json(&self) -> String {
        let Ok(mut events) = self.events.lock() else {
            return String::new();
        };
        events.sort_by(|a, b| (a.begin_us, &a.name, &a.unit).cmp(&(b.begin_us, &b.name, &b.unit)));
        // Threads are numbered in the order in which they first did something.
        let mut threads: BTreeMap<String, usize> = BTreeMap::new();
        let rows: Vec<Value> = events
            .iter()
            .map(|event| {
                let next = threads.len() + 1;
                let thread = *threads.entry(format!("{:?}", event.thread)).or_insert(next);
                json!({
                    "name": event.name, "cat": "stage", "ph": "X", "pid": 1, "tid": thread,
                    "ts": event.begin_us, "dur": event.took_us, "args": { "unit": event.unit },
                })
            })
            .collect();
        json!({ "traceEvents": rows, "displayTimeUnit": "ms" }).to_string()
    }
}
