//! mirroir's `.compiled.json`, version 2.

use serde::Deserialize;
use skillc_records::{WindowPoint, WindowSize};

use super::ReadError;
use crate::script::{Dialect, Hint, Instruction, Locator, Numbered, Script, Touch};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct File {
    version: u64,
    device: Device,
    steps: Vec<Step>,
    #[serde(default)]
    obstacles: Vec<Obstacle>,
    destination_fingerprint: Option<Fingerprint>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Device {
    window_width: f64,
    window_height: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Obstacle {
    trigger: String,
    answer: String,
    tap_x: Option<f64>,
    tap_y: Option<f64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Fingerprint {
    structural_texts: Vec<String>,
}

#[derive(Deserialize)]
struct Step {
    index: usize,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    label: String,
    #[serde(default)]
    hints: Option<Hints>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
struct Hints {
    tap_x: Option<f64>,
    tap_y: Option<f64>,
    from_x: Option<f64>,
    from_y: Option<f64>,
    to_x: Option<f64>,
    to_y: Option<f64>,
    observed_delay_ms: Option<u64>,
    scroll_count: Option<u32>,
    scroll_direction: Option<String>,
}

pub(super) fn read(text: &str) -> Result<Script, ReadError> {
    let file: File = serde_json::from_str(text).map_err(|error| ReadError::Json(error.to_string()))?;
    if file.version != 2 {
        return Err(ReadError::Version(file.version));
    }
    let instructions: Vec<Numbered> = file.steps.into_iter().map(numbered).collect();
    if instructions.is_empty() {
        return Err(ReadError::NoSteps { references: Vec::new() });
    }
    let hint = |obstacle: Obstacle| Hint {
        at: point(obstacle.tap_x, obstacle.tap_y),
        trigger: obstacle.trigger,
        answer: obstacle.answer,
    };
    Ok(Script {
        dialect: Dialect::Compiled,
        instructions,
        hints: file.obstacles.into_iter().map(hint).collect(),
        window: Some(WindowSize::new(file.device.window_width, file.device.window_height))
            .filter(|window| window.is_known()),
        destination: file
            .destination_fingerprint
            .map(|fingerprint| fingerprint.structural_texts),
    })
}

fn numbered(step: Step) -> Numbered {
    let hints = step.hints.unwrap_or_default();
    let at = point(hints.tap_x, hints.tap_y);
    let stroke = point(hints.from_x, hints.from_y).zip(point(hints.to_x, hints.to_y));
    let text = if step.label.is_empty() {
        step.kind.clone()
    } else {
        format!("{} {:?}", step.kind, step.label)
    };
    let label = step.label;
    let touch = |touch, label| {
        Instruction::Touch(
            touch,
            Locator {
                label,
                at,
                by_place: at.is_some(),
            },
        )
    };
    let instruction = match step.kind.as_str() {
        "launch" => Instruction::Launch(label),
        "wait_for" => Instruction::WaitFor {
            text: label,
            sleep_ms: hints.observed_delay_ms,
        },
        "tap" => touch(Touch::Tap, label),
        "double_tap" => touch(Touch::DoubleTap, label),
        "long_press" => touch(Touch::LongPress, label),
        "scroll_to" => Instruction::Scroll {
            direction: hints.scroll_direction.unwrap_or_else(|| "up".to_owned()),
            count: hints.scroll_count.unwrap_or(1),
            until: label,
            stroke,
        },
        "swipe" | "drag" => Instruction::Swipe {
            direction: label,
            stroke,
        },
        "type" => Instruction::Type(label),
        "press_key" => Instruction::PressKey(label),
        "home" | "press_home" => Instruction::Home,
        "open_url" => Instruction::OpenUrl(label),
        "shake" => Instruction::Shake,
        "assert_visible" => Instruction::Check {
            text: label,
            visible: true,
        },
        "assert_not_visible" => Instruction::Check {
            text: label,
            visible: false,
        },
        _ => Instruction::Note,
    };
    Numbered {
        number: step.index,
        text,
        instruction,
    }
}

fn point(x: Option<f64>, y: Option<f64>) -> Option<WindowPoint> {
    Some(WindowPoint::new(x?, y?))
}
