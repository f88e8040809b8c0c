//! The event log: what was done, one line a thing.
//!
//! An action that worked has an `action.recorded` line; of one that failed only the request's end is told. Texts are hidden by the
//! producer (`<text>`), so what was typed stands as a variable.

use std::collections::BTreeMap;

use serde_json::Value;
use skillc_records::{ActionKind, ActionOutcome, Attempt, Timestamp};

use super::{is_telemetry, lines, moment, moved, point, text};
use crate::imported::Gap;
use crate::scripted::{Deed, Told};
use crate::source::Source;

/// What stands for a text that the producer hides.
pub const HIDDEN: &str = "${TEXT}";

/// Adds what the log tells. `failures` are the failed captures by request.
pub fn tell(source: &Source, failures: &BTreeMap<String, Attempt>, told: &mut Told) {
    // The older half of a log that was rotated has a `.1` at its end.
    let mut logs: Vec<(&String, &String)> = source
        .files
        .iter()
        .filter(|(name, text)| !name.starts_with("requests/") && !name.ends_with(".ad") && !is_telemetry(name, text))
        .collect();
    logs.sort_by_key(|(name, _)| !name.ends_with(".1"));
    let mut began: BTreeMap<String, Timestamp> = BTreeMap::new();
    let (mut hidden, mut handles) = (0, 0);
    for (name, content) in logs {
        for line in lines(name, content, told) {
            let request = text(&line, "requestId").unwrap_or_default();
            match text(&line, "kind") {
                Some("request.started") => {
                    if let Some(at) = moment(&line) {
                        began.insert(request.to_owned(), at);
                    }
                }
                Some("action.recorded") => {
                    platform(&line, told);
                    let at = (began.get(request).copied(), moment(&line));
                    done(&line, at, told, (&mut hidden, &mut handles));
                }
                Some("request.finished") if text(&line, "status") == Some("error") => {
                    let at = (began.get(request).copied(), moment(&line));
                    failed(&line, at, failures.get(request), told);
                }
                _ => {}
            }
        }
    }
    if hidden > 0 {
        told.gaps.push(Gap::HiddenTexts(hidden));
    }
    if handles > 0 {
        told.gaps.push(Gap::Handles(handles));
    }
}

fn platform(line: &Value, told: &mut Told) {
    let details = &line["details"];
    let named = text(details, "platform").or_else(|| details.pointer("/flags/platform")?.as_str());
    if told.target.platform.is_none() {
        told.target.platform = named.map(str::to_owned);
    }
    let app = text(details, "appName").or_else(|| text(details, "appBundleId"));
    if told.app.is_none() {
        told.app = app.map(str::to_owned);
    }
}

type Times = (Option<Timestamp>, Option<Timestamp>);

fn done(line: &Value, at: Times, told: &mut Told, (hidden, handles): (&mut usize, &mut usize)) {
    let details = &line["details"];
    let command = text(details, "command")
        .or_else(|| text(line, "command"))
        .unwrap_or_default();
    let label = text(details, "targetLabel").filter(|label| !label.starts_with(['@', '(', '<']));
    let word = |place: usize| {
        details
            .pointer(&format!("/positionals/{place}"))
            .and_then(Value::as_str)
    };
    let place = point(details, "x", "y");
    let kind = match command {
        "open" => {
            let app = text(details, "appName")
                .or_else(|| text(details, "appBundleId"))
                .or(told.app.as_deref());
            ActionKind::Launch {
                app: app.unwrap_or_default().to_owned(),
            }
        }
        "press" | "click" if details["flags"]["doubleTap"] == true => ActionKind::DoubleTap { at: place },
        "press" | "click" if details["flags"]["holdMs"].is_u64() => ActionKind::LongPress { at: place },
        "press" | "click" | "find" => ActionKind::Tap { at: place },
        "longpress" => ActionKind::LongPress { at: place },
        "type" => {
            *hidden += 1;
            ActionKind::Type {
                value: HIDDEN.to_owned(),
            }
        }
        "fill" => {
            *hidden += 1;
            push(ActionKind::Tap { at: place }, label, at, told);
            ActionKind::Type {
                value: HIDDEN.to_owned(),
            }
        }
        "scroll" => swipe(text(details, "direction").or_else(|| word(0)).map(finger), details),
        "swipe" | "gesture" => swipe(None, details),
        "back" => ActionKind::Back { at: None },
        "home" => ActionKind::PressHome,
        "screenshot" => ActionKind::Screenshot,
        // Looking, waiting for time and ending do nothing to the app.
        "snapshot" | "get" | "is" | "wait" | "close" | "appstate" | "devices" | "apps" | "diff" | "record"
        | "trace" | "" => return,
        other => ActionKind::Other {
            value: other.to_owned(),
        },
    };
    let touches = matches!(
        kind,
        ActionKind::Tap { .. } | ActionKind::DoubleTap { .. } | ActionKind::LongPress { .. }
    );
    *handles += usize::from(
        (touches || command == "fill") && label.is_none() && word(0).is_some_and(|word| word.starts_with('@')),
    );
    push(kind, label, at, told);
}

fn push(kind: ActionKind, label: Option<&str>, (started_at, ended_at): Times, told: &mut Told) {
    told.deeds.push(Deed {
        started_at: started_at.or(ended_at),
        ended_at,
        outcome: ActionOutcome::Ok,
        ..Deed::new(kind, label.map(str::to_owned))
    });
}

/// An action that failed is told as one; a capture that failed as such.
fn failed(line: &Value, (started_at, ended_at): Times, capture: Option<&Attempt>, told: &mut Told) {
    let command = text(line, "command").unwrap_or_default();
    let code = line.pointer("/details/code").and_then(Value::as_str).map(str::to_owned);
    let kind = match command {
        "snapshot" => {
            let attempt = capture.cloned().unwrap_or(Attempt::Failed {
                reason: skillc_records::FailureReason::ProducerError,
                error_type: code,
                exit_code: None,
            });
            let at = ended_at.or(started_at);
            told.captures.push((told.deeds.len(), at, attempt));
            return;
        }
        "press" | "click" => ActionKind::Tap { at: None },
        "longpress" => ActionKind::LongPress { at: None },
        "fill" | "type" => ActionKind::Type {
            value: HIDDEN.to_owned(),
        },
        "scroll" | "swipe" => swipe(None, &Value::Null),
        "back" => ActionKind::Back { at: None },
        "home" => ActionKind::PressHome,
        "wait" => ActionKind::WaitFor,
        "open" => ActionKind::Launch {
            app: told.app.clone().unwrap_or_default(),
        },
        _ => return,
    };
    let started_at = started_at.or_else(|| {
        let lasted = line.pointer("/details/durationMs").and_then(Value::as_i64)?;
        Some(moved(ended_at?, -lasted))
    });
    told.deeds.push(Deed {
        started_at,
        ended_at,
        outcome: ActionOutcome::Failed {
            error_type: code,
            exit_code: None,
        },
        ..Deed::new(kind, None)
    });
}

fn swipe(direction: Option<&str>, details: &Value) -> ActionKind {
    ActionKind::Swipe {
        from: point(details, "x1", "y1").or_else(|| point(details, "x", "y")),
        to: point(details, "x2", "y2"),
        direction: direction.map(str::to_owned),
    }
}

/// The finger goes the other way than the content that it brings up.
pub(super) fn finger(content: &str) -> &'static str {
    match content {
        "down" | "bottom" => "up",
        "up" | "top" => "down",
        "left" => "right",
        _ => "left",
    }
}
