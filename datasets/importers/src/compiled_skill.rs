//! mirroir's `.compiled.json`: what was done, with places. The texts of its fingerprint have none, so they are left out.
//!
//! Source: reference on mirroir's semantics, §15.

use serde_json::Value;
use skillc_records::{Target, Timestamp, WindowPoint, WindowSize};

use crate::import::{ImportError, Wishes, text_of};
use crate::imported::{Imported, Skipped};
use crate::kind::Kind;
use crate::mirroir_record::deed_of;
use crate::scripted::{self, Deed, FARTHEST, Told};
use crate::source::Source;

/// The version that is read.
const VERSION: u64 = 2;

/// The session of a compiled skill.
///
/// # Errors
/// When it is no compiled skill or of another version, does nothing, or nobody names its app.
pub fn import(source: &Source, wishes: &Wishes) -> Result<Imported, ImportError> {
    let text = text_of(source, Kind::Compiled)?;
    let shape = |reason: String| ImportError::Shape {
        kind: Kind::Compiled,
        reason,
    };
    let file: Value = serde_json::from_str(text).map_err(|error| shape(error.to_string()))?;
    match file["version"].as_u64() {
        Some(VERSION) => {}
        other => {
            return Err(shape(format!(
                "its version is {}, and {VERSION} is read",
                other.map_or("missing".to_owned(), |v| v.to_string())
            )));
        }
    }
    let steps = file["steps"]
        .as_array()
        .ok_or_else(|| shape("it has no list of steps".to_owned()))?;
    let mut told = Told {
        window: window(&file["device"]),
        target: Target {
            platform: Some("ios".to_owned()),
            ..Target::default()
        },
        ..Told::default()
    };
    // When it was compiled is the latest that it can have been recorded; nothing else says when.
    let began = file.pointer("/source/compiledAt").and_then(Value::as_str);
    let began = began.and_then(|text| text.parse::<jiff::Timestamp>().ok());
    let mut now = began.map(|at| Timestamp(at.as_microsecond()));
    let places = places_of(text, steps.len());
    for (step, line) in steps.iter().zip(places) {
        match deed(step) {
            Ok(mut deed) => {
                let delay = step
                    .pointer("/hints/observedDelayMs")
                    .and_then(Value::as_u64)
                    .unwrap_or(0);
                deed.started_at = now;
                now = now.map(|now| {
                    Timestamp(
                        now.0
                            .saturating_add(i64::try_from(delay).unwrap_or(0).saturating_mul(1000)),
                    )
                });
                deed.ended_at = now;
                told.deeds.push(deed);
            }
            Err(reason) => told.skipped.push(Skipped {
                file: source.name.clone(),
                line,
                reason,
            }),
        }
    }
    let first = told.deeds.first().map(|deed| &deed.kind);
    if let Some(skillc_records::ActionKind::Launch { app }) = first {
        told.app = Some(app.clone());
    }
    scripted::session(Kind::Compiled, source, told, wishes)
}

fn deed(step: &Value) -> Result<Deed, String> {
    let word = step["type"].as_str().ok_or("a step has no type")?;
    let label = step["label"].as_str().unwrap_or_default().to_owned();
    let hints = &step["hints"];
    let place = |x: &str, y: &str| Some(WindowPoint::new(hints[x].as_f64()?, hints[y].as_f64()?));
    let mut deed = deed_of(
        word,
        label,
        place("tapX", "tapY"),
        place("fromX", "fromY").zip(place("toX", "toY")),
    )?;
    if let (skillc_records::ActionKind::Swipe { direction, .. }, Some(way)) =
        (&mut deed.kind, hints["scrollDirection"].as_str())
    {
        direction.get_or_insert_with(|| way.to_owned());
    }
    Ok(deed)
}

fn window(device: &Value) -> Option<WindowSize> {
    let side = |key: &str| device[key].as_f64().filter(|side| (1.0..FARTHEST).contains(side));
    Some(WindowSize::new(side("windowWidth")?, side("windowHeight")?))
}

/// The line of each step, from 1: those of their `"type"` keys, which every writer puts into each step once.
fn places_of(text: &str, count: usize) -> Vec<usize> {
    let mut lines: Vec<usize> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| line.trim_start().starts_with("\"type\""))
        .map(|(number, _)| number)
        .collect();
    if lines.len() != count {
        lines = vec![1; count];
    }
    lines
}
