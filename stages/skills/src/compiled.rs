//! `.compiled.json`: mirroir's replay without OCR.
//!
//! Version 2. Steps are those of the Agent Skills dialect, so that a wait stands after what it waits for. Keys that upstream doesn't
//! know (`obstacles`, `destinationFingerprint`, places of strokes) are left alone by its decoder; our replay uses them. A time of its
//! own would make every compile differ, so `compiledAt` is when the last of the recordings was made.
//!
//! Source: reference on mirroir's semantics, §15.

use jiff::Timestamp;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use skillc_graph::ScrollDirection;
use skillc_records::{Orientation, WindowPoint, WindowSize};
use skillc_screens::CompileFingerprint;

use crate::step::{Act, Find, Skill, Step, Target, Touch};

/// How long upstream sleeps for a wait whose delay nobody measured, in milliseconds.
const DEFAULT_SLEEP_MS: u64 = 500;
/// Where a back button is when nobody saw one, as parts of the window. Source: §7, "Back button".
const BACK_PORTRAIT: (f64, f64) = (0.112, 0.135);
const BACK_LANDSCAPE: (f64, f64) = (0.057, 0.10);

// Fields stand in the order of the keys, which upstream sorts.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct File<'s> {
    #[serde(skip_serializing_if = "Option::is_none")]
    destination_fingerprint: Option<FingerprintJson<'s>>,
    device: Device,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    obstacles: Vec<ObstacleJson<'s>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    screen_fingerprint: Option<FingerprintJson<'s>>,
    source: Source,
    steps: Vec<StepJson<'s>>,
    version: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FingerprintJson<'s> {
    hash: &'s str,
    icon_count: usize,
    structural_texts: &'s [String],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Device {
    orientation: &'static str,
    window_height: f64,
    window_width: f64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ObstacleJson<'s> {
    answer: &'s str,
    #[serde(skip_serializing_if = "Option::is_none")]
    tap_x: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tap_y: Option<f64>,
    trigger: &'s str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Source {
    compiled_at: String,
    sha256: String,
}

#[derive(Serialize)]
struct StepJson<'s> {
    #[serde(skip_serializing_if = "Option::is_none")]
    hints: Option<Hints>,
    index: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'s str>,
    #[serde(rename = "type")]
    kind: &'s str,
}

#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
struct Hints {
    compiled_action: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from_x: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from_y: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    match_strategy: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    observed_delay_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scroll_count: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scroll_direction: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tap_x: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tap_y: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to_x: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to_y: Option<f64>,
}

/// The text of the compiled skill whose mirroir file reads `source`.
pub fn text(skill: &Skill, source: &str, recorded_at: skillc_records::Timestamp) -> String {
    let obstacles = skill.obstacles.iter().map(|obstacle| ObstacleJson {
        answer: &obstacle.answer,
        tap_x: obstacle.at.map(|at| at.x),
        tap_y: obstacle.at.map(|at| at.y),
        trigger: &obstacle.trigger,
    });
    let dialogs = skill.steps.iter().filter_map(|step| match &step.act {
        Act::Answer { trigger, target } => Some(ObstacleJson {
            answer: &target.label,
            tap_x: target.at.map(|at| at.x),
            tap_y: target.at.map(|at| at.y),
            trigger,
        }),
        _ => None,
    });
    // A dialog that may not come up has no place among steps that are done blindly.
    let done = skill
        .steps
        .iter()
        .filter(|step| !matches!(step.act, Act::Answer { .. }));
    let file = File {
        destination_fingerprint: fingerprint(&skill.destination),
        device: Device {
            orientation: match skill.window.orientation() {
                Orientation::Portrait => "portrait",
                Orientation::Landscape => "landscape",
            },
            window_height: skill.window.height,
            window_width: skill.window.width,
        },
        obstacles: obstacles.chain(dialogs).collect(),
        screen_fingerprint: fingerprint(&skill.start),
        source: Source {
            compiled_at: iso(recorded_at),
            sha256: sha256(source),
        },
        steps: done
            .enumerate()
            .map(|(index, step)| step_json(index, step, skill.window))
            .collect(),
        version: 2,
    };
    let mut text = serde_json::to_string_pretty(&file).unwrap_or_default();
    text.push('\n');
    text
}

/// Lower-case hexadecimal SHA-256 of a text.
pub fn sha256(text: &str) -> String {
    Sha256::digest(text.as_bytes())
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// A moment in ISO 8601, whole seconds, UTC.
pub fn iso(at: skillc_records::Timestamp) -> String {
    let seconds = at.0.div_euclid(1_000_000);
    Timestamp::from_second(seconds)
        .unwrap_or(Timestamp::UNIX_EPOCH)
        .to_string()
}

fn fingerprint(of: &CompileFingerprint) -> Option<FingerprintJson<'_>> {
    Some(FingerprintJson {
        hash: of.hash.as_str(),
        icon_count: of.icon_count,
        structural_texts: of.structural_texts.as_slice(),
    })
}

fn step_json(index: usize, step: &Step, window: WindowSize) -> StepJson<'_> {
    let (label, hints) = match &step.act {
        Act::Launch { app } => (app.as_str(), Some(passthrough())),
        Act::WaitFor { text } => (text.as_str(), Some(sleep(step.provenance.delay_ms))),
        Act::Touch {
            touch: Touch::Tap,
            target,
        } => (target.label.as_str(), tap(target)),
        Act::Touch { target, .. } => (
            target.label.as_str(),
            target.at.map(|at| Hints {
                tap_x: Some(at.x),
                tap_y: Some(at.y),
                ..passthrough()
            }),
        ),
        Act::Scroll {
            direction,
            count,
            until,
            stroke,
        } => (until.as_str(), Some(scroll(*direction, *count, *stroke, step))),
        Act::Swipe { direction, stroke } => (direction.map_or("", ScrollDirection::as_str), Some(stroked(*stroke))),
        Act::Drag { label, stroke } => (label.as_str(), Some(stroked(*stroke))),
        Act::Type { text } => (text.as_str(), Some(passthrough())),
        Act::PressKey { key } => (key.as_str(), Some(passthrough())),
        Act::PressHome | Act::Shake | Act::Screenshot => ("", Some(passthrough())),
        Act::Back { at } => ("Back", back(*at, window).and_then(|target| tap(&target))),
        Act::OpenUrl { url } => (url.as_str(), Some(passthrough())),
        Act::Check { text, .. } => (
            text.as_str(),
            Some(Hints {
                compiled_action: "assertion",
                observed_delay_ms: Some(DEFAULT_SLEEP_MS),
                ..Hints::default()
            }),
        ),
        Act::Remember { text } => (text.as_str(), None),
        Act::Answer { target, .. } => (target.label.as_str(), tap(target)),
        Act::Other { label, .. } => (label.as_str(), None),
    };
    StepJson {
        hints,
        index,
        label: Some(label).filter(|label| !label.is_empty()),
        kind: step.act.word(),
    }
}

/// Where the way back is tapped; none if nobody saw it and nobody knows the window.
fn back(at: Option<WindowPoint>, window: WindowSize) -> Option<Target> {
    let (x, y) = match window.orientation() {
        Orientation::Portrait => BACK_PORTRAIT,
        Orientation::Landscape => BACK_LANDSCAPE,
    };
    let usual = window
        .is_known()
        .then(|| WindowPoint::new(x * window.width, y * window.height));
    Some(Target {
        label: "Back".to_owned(),
        at: Some(at.or(usual)?),
        find: Find::Place,
        confidence: None,
    })
}

fn passthrough() -> Hints {
    Hints {
        compiled_action: "passthrough",
        ..Hints::default()
    }
}

fn sleep(delay_ms: Option<u64>) -> Hints {
    Hints {
        compiled_action: "sleep",
        observed_delay_ms: Some(delay_ms.unwrap_or(DEFAULT_SLEEP_MS)),
        ..Hints::default()
    }
}

/// A tap with coordinates; the strategy is `exact` if the label stands where it was tapped. A confidence that nobody stated is 0.
fn tap(target: &Target) -> Option<Hints> {
    let at = target.at?;
    let exact = matches!(target.find, Find::Text | Find::OneOfSeveral);
    Some(Hints {
        compiled_action: "tap",
        confidence: Some(target.confidence.unwrap_or(0.0)),
        match_strategy: Some(if exact { "exact" } else { "unknown" }),
        tap_x: Some(at.x),
        tap_y: Some(at.y),
        ..Hints::default()
    })
}

fn scroll(direction: ScrollDirection, count: u32, stroke: Option<(WindowPoint, WindowPoint)>, step: &Step) -> Hints {
    Hints {
        compiled_action: "scroll_sequence",
        observed_delay_ms: step.provenance.delay_ms,
        scroll_count: Some(count),
        scroll_direction: Some(direction.as_str()),
        ..stroked(stroke)
    }
}

fn stroked(stroke: Option<(WindowPoint, WindowPoint)>) -> Hints {
    Hints {
        from_x: stroke.map(|(from, _)| from.x),
        from_y: stroke.map(|(from, _)| from.y),
        to_x: stroke.map(|(_, to)| to.x),
        to_y: stroke.map(|(_, to)| to.y),
        ..passthrough()
    }
}
