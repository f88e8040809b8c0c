//! agent-device's session folders, and the folders of its test runs.
//!
//! | module | what it reads |
//! |---|---|
//! | [`events`](mod@events) | `events.ndjson`: what was done, with places and times; typed texts are hidden in it |
//! | [`diagnostics`](mod@diagnostics) | `requests/*.ndjson`: why captures failed |
//! | [`timing`](mod@timing) | `replay-timing.ndjson` with the script beside it: what a replay did, and when |
//! | [`gestures`](mod@gestures) | `*.gesture-telemetry.json`: touches along a video, and the size of the window |
//!
//! Trees and pictures aren't kept on disk, so of each screen only what was touched is known. Where a folder has a script with its
//! timing, the script says what was done and the event log is passed over: it tells less.
//!
//! Source: reference on agent-device, §7.1 to §7.3.

pub mod diagnostics;
pub mod events;
pub mod gestures;
pub mod timing;

use serde_json::Value;
use skillc_records::{Timestamp, WindowPoint};

use crate::import::{ImportError, Wishes};
use crate::imported::{Imported, Skipped};
use crate::kind::Kind;
use crate::scripted::{self, Told};
use crate::source::Source;

/// The session of a folder, or of one of its files.
///
/// # Errors
/// When nothing is done in it, or nobody names the app.
pub fn import(source: &Source, wishes: &Wishes) -> Result<Imported, ImportError> {
    let mut told = Told::default();
    let script = source.files.iter().find(|(name, _)| name.ends_with(".ad"));
    let timings = source.files.iter().find(|(name, text)| is_timing(name, text));
    match (script, timings) {
        (Some((name, script)), Some((times, timing))) => timing::tell((name, script), (times, timing), &mut told)?,
        (None, Some((times, timing))) => timing::tell_alone((times, timing), &mut told),
        (_, None) => {
            let failures = diagnostics::failures(source, &mut told);
            events::tell(source, &failures, &mut told);
        }
    }
    gestures::tell(source, &mut told);
    scripted::session(Kind::AgentDevice, source, told, wishes)
}

fn is_timing(name: &str, text: &str) -> bool {
    name == "replay-timing.ndjson"
        || (name.ends_with(".ndjson") && text.trim_start().starts_with("{\"type\":\"replay_"))
}

/// Whether a file tells gestures: by its name, or by what a file of another name holds.
fn is_telemetry(name: &str, text: &str) -> bool {
    name.ends_with(".gesture-telemetry.json") || (!name.ends_with(".ndjson") && text.contains("\"tMs\""))
}

/// The lines of a log, broken ones passed over and told.
fn lines(name: &str, text: &str, told: &mut Told) -> Vec<Value> {
    let mut values = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        match serde_json::from_str::<Value>(line) {
            Ok(value) if value.is_object() => values.push(value),
            Ok(_) => told.skipped.push(broken(name, number, "no JSON object".to_owned())),
            Err(error) => told.skipped.push(broken(name, number, format!("no JSON: {error}"))),
        }
    }
    values
}

fn broken(name: &str, line: usize, reason: String) -> Skipped {
    Skipped {
        file: name.to_owned(),
        line,
        reason,
    }
}

fn text<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
    value.get(key)?.as_str().filter(|text| !text.is_empty())
}

fn point(value: &Value, x: &str, y: &str) -> Option<WindowPoint> {
    Some(WindowPoint::new(value.get(x)?.as_f64()?, value.get(y)?.as_f64()?))
}

/// When a line was written.
fn moment(value: &Value) -> Option<Timestamp> {
    let at = text(value, "ts")?.parse::<jiff::Timestamp>().ok()?;
    Some(Timestamp(at.as_microsecond()))
}

/// `at` moved by `milliseconds`.
fn moved(at: Timestamp, milliseconds: i64) -> Timestamp {
    Timestamp(at.0.saturating_add(milliseconds.saturating_mul(1000)))
}
