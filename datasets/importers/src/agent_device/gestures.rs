//! Touches along a video, and the size of the window that they were made in.
//!
//! Beside an event log they tell the window. Alone they are what was done, by place: their times are counted from the start of the video.

use serde_json::Value;
use skillc_records::{ActionKind, Timestamp, WindowSize};

use super::{broken, events::finger, is_telemetry, moved, point, text};
use crate::imported::{Gap, UNKNOWN_TIME};
use crate::scripted::{Deed, FARTHEST, Told};
use crate::source::Source;

/// Adds what the telemetry tells.
pub fn tell(source: &Source, told: &mut Told) {
    let alone = told.deeds.is_empty();
    for (name, content) in source.files.iter().filter(|(name, text)| is_telemetry(name, text)) {
        let value: Value = match serde_json::from_str(content) {
            Ok(value) => value,
            Err(error) => {
                told.skipped
                    .push(broken(name, error.line(), format!("no JSON: {error}")));
                continue;
            }
        };
        for (place, event) in value["events"].as_array().into_iter().flatten().enumerate() {
            if told.window.is_none() {
                told.window = window(event);
            }
            if !alone {
                continue;
            }
            match deed(event) {
                Some(deed) => told.deeds.push(deed),
                None => told
                    .skipped
                    .push(broken(name, 1, format!("gesture {place} is of no known kind"))),
            }
        }
    }
    if alone && !told.deeds.is_empty() {
        told.deeds.sort_by_key(|deed| deed.started_at);
        told.gaps.push(Gap::Date);
    }
}

fn deed(event: &Value) -> Option<Deed> {
    let (at, to) = (point(event, "x", "y"), point(event, "x2", "y2"));
    let way = text(event, "contentDirection").map(|content| finger(content).to_owned());
    let kind = match text(event, "kind")? {
        "tap" => ActionKind::Tap { at },
        "longpress" => ActionKind::LongPress { at },
        "swipe" | "scroll" => ActionKind::Swipe {
            from: at,
            to,
            direction: way,
        },
        "back-swipe" => ActionKind::Back { at: None },
        other => ActionKind::Other {
            value: other.to_owned(),
        },
    };
    let milliseconds = |key: &str| {
        event
            .get(key)
            .and_then(Value::as_f64)
            .filter(|ms| (0.0..1e12).contains(ms))
            .map(|ms| ms as i64)
    };
    let began: Option<Timestamp> = milliseconds("tMs").map(|ms| moved(UNKNOWN_TIME, ms));
    Some(Deed {
        started_at: began,
        ended_at: began
            .zip(milliseconds("durationMs"))
            .map(|(began, lasted)| moved(began, lasted)),
        ..Deed::new(kind, None)
    })
}

fn window(event: &Value) -> Option<WindowSize> {
    let side = |key: &str| {
        event
            .get(key)
            .and_then(Value::as_f64)
            .filter(|side| (1.0..FARTHEST).contains(side))
    };
    Some(WindowSize::new(side("referenceWidth")?, side("referenceHeight")?))
}
