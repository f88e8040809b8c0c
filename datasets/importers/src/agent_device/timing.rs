//! The timing of a replay: when each line of its script was run, and how it went.

use std::collections::BTreeMap;

use serde_json::Value;
use skillc_records::{ActionKind, ActionOutcome, Target, Timestamp};

use super::{events::HIDDEN, lines, moment, text};
use crate::ad;
use crate::import::ImportError;
use crate::imported::Gap;
use crate::scripted::{Deed, Told};

/// When a line of the script was run.
struct Run {
    command: String,
    started_at: Option<Timestamp>,
    ended_at: Option<Timestamp>,
    outcome: ActionOutcome,
}

/// Adds what a script did when it was replayed: the actions that were begun, with their times.
///
/// # Errors
/// When the script can't be read.
pub fn tell(script: (&str, &str), timing: (&str, &str), told: &mut Told) -> Result<(), ImportError> {
    let runs = runs(timing, told);
    let parsed = ad::lenient(script.1, script.0, &mut told.skipped)?;
    told.target = Target {
        platform: parsed.header.platform.map(|platform| platform.as_str().to_owned()),
        device: parsed.header.device.clone(),
        os_version: None,
    };
    let from = told.deeds.len();
    let places = ad::tell(&parsed, script.0, told);
    let deeds = told.deeds.split_off(from);
    for (deed, line) in deeds.into_iter().zip(places) {
        // What was never begun was not done.
        if let Some(run) = runs.get(&line) {
            told.deeds.push(Deed {
                started_at: run.started_at,
                ended_at: run.ended_at,
                outcome: run.outcome.clone(),
                ..deed
            });
        }
    }
    Ok(())
}

/// Adds what the timing alone tells: which commands were run. Their words are hidden.
pub fn tell_alone(timing: (&str, &str), told: &mut Told) {
    let mut hidden = 0;
    for run in runs(timing, told).into_values() {
        let kind = match run.command.as_str() {
            "open" => ActionKind::Launch { app: String::new() },
            "press" | "click" => ActionKind::Tap { at: None },
            "longpress" => ActionKind::LongPress { at: None },
            "fill" | "type" => {
                hidden += 1;
                ActionKind::Type {
                    value: HIDDEN.to_owned(),
                }
            }
            "back" => ActionKind::Back { at: None },
            "home" => ActionKind::PressHome,
            "scroll" | "swipe" => ActionKind::Swipe {
                from: None,
                to: None,
                direction: None,
            },
            "screenshot" => ActionKind::Screenshot,
            "wait" | "is" | "get" | "snapshot" | "close" => continue,
            other => ActionKind::Other {
                value: other.to_owned(),
            },
        };
        told.deeds.push(Deed {
            started_at: run.started_at,
            ended_at: run.ended_at,
            outcome: run.outcome,
            ..Deed::new(kind, None)
        });
    }
    if hidden > 0 {
        told.gaps.push(Gap::HiddenTexts(hidden));
    }
}

/// The runs by line of the script; of several attempts the last one.
fn runs((name, content): (&str, &str), told: &mut Told) -> BTreeMap<usize, Run> {
    let mut runs: BTreeMap<usize, Run> = BTreeMap::new();
    for line in lines(name, content, told) {
        let kind = text(&line, "type").unwrap_or_default();
        if kind == "replay_test_attempt_start" {
            runs.clear();
            if told.target.platform.is_none() {
                told.target.platform = text(&line, "platform").map(str::to_owned);
            }
        }
        let Some(at) = line
            .get("line")
            .and_then(Value::as_u64)
            .and_then(|at| usize::try_from(at).ok())
        else {
            continue;
        };
        match kind {
            "replay_action_start" => {
                let run = Run {
                    command: text(&line, "command").unwrap_or_default().to_owned(),
                    started_at: moment(&line),
                    ended_at: None,
                    outcome: ActionOutcome::Unknown,
                };
                runs.insert(at, run);
            }
            "replay_action_stop" => {
                if let Some(run) = runs.get_mut(&at) {
                    run.ended_at = moment(&line);
                    run.outcome = if line.get("ok").and_then(Value::as_bool) == Some(true) {
                        ActionOutcome::Ok
                    } else {
                        ActionOutcome::Failed {
                            error_type: text(&line, "errorCode").map(str::to_owned),
                            exit_code: None,
                        }
                    };
                }
            }
            _ => {}
        }
    }
    runs
}
