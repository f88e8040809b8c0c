//! A skill as an open-to-destination `.ad` script.

use skillc_ad_script::{Header, LossKind, WayStep, destination_script, write};
use skillc_graph::ScrollDirection;
use skillc_skills::{Act, Skill, Step, Touch};

use crate::{
    Dialect, ScriptContext, ScriptLoss, What,
    loss::comments,
    target::{landmark, touched},
};

/// More strokes than this are one too many to repeat blindly.
const MAX_STROKES: u32 = 10;

/// The script of `skill`, the variables that it needs, and what it doesn't say.
pub fn script(skill: &Skill, context: &ScriptContext) -> (String, Vec<String>, Vec<ScriptLoss>) {
    let mut way: Vec<WayStep> = Vec::new();
    // The step of the skill behind each step of the way, from 1.
    let mut origins: Vec<usize> = Vec::new();
    for (place, step) in skill.steps.iter().enumerate() {
        for deed in deeds(step, context) {
            way.push(deed);
            origins.push(place + 1);
        }
    }
    let header = Header {
        platform: context.platform,
        device: context.device.clone(),
        ..Header::default()
    };
    let made = destination_script(header, &context.app, &way, None);
    let loss = |loss: &skillc_ad_script::Loss| ScriptLoss {
        dialect: Dialect::Ad,
        step: loss.step.and_then(|place| origins.get(place).copied()),
        what: match &loss.kind {
            LossKind::Unverified => What::Unverified,
            LossKind::ByPlace => What::ByPlace,
            LossKind::LeftOut(word) => What::LeftOut(word.clone()),
            LossKind::NoGuard => What::NoGuard,
        },
    };
    let losses: Vec<ScriptLoss> = made.losses.iter().map(loss).collect();
    (
        format!("{}{}", comments(&losses), write(&made.script)),
        made.needed,
        losses,
    )
}

fn deeds(step: &Step, context: &ScriptContext) -> Vec<WayStep> {
    let (before, after) = (step.provenance.before.as_ref(), step.provenance.after.as_ref());
    let unsupported = || vec![WayStep::Unsupported(step.act.word().to_owned())];
    match &step.act {
        // The script begins by opening the app.
        Act::Launch { .. } => Vec::new(),
        // A text that shows nothing is on every screen and on none.
        Act::WaitFor { text } | Act::Check { text, .. } if text.trim().is_empty() => unsupported(),
        Act::WaitFor { text } => vec![WayStep::Wait(landmark(text, after.or(before), context))],
        Act::Touch { touch, target } => match (touched(target, before, context), touch) {
            (Some(target), Touch::Tap) => vec![WayStep::Press(target)],
            (Some(target), Touch::DoubleTap) => vec![WayStep::DoublePress(target)],
            (Some(target), Touch::LongPress) => vec![WayStep::LongPress(target)],
            (None, _) => unsupported(),
        },
        Act::Scroll {
            direction,
            count,
            until,
            ..
        } => {
            let stroke = WayStep::Scroll(content_way(*direction).to_owned());
            let strokes = usize::try_from((*count).clamp(1, MAX_STROKES)).unwrap_or(1);
            let arrived = (!until.trim().is_empty()).then(|| WayStep::Wait(landmark(until, after, context)));
            std::iter::repeat_n(stroke, strokes).chain(arrived).collect()
        }
        Act::Swipe {
            stroke: Some((from, to)),
            ..
        } => vec![WayStep::Swipe(*from, *to)],
        Act::Swipe {
            direction: Some(direction),
            ..
        } => vec![WayStep::Scroll(content_way(*direction).to_owned())],
        Act::Type { text } => vec![WayStep::Type(text.clone())],
        Act::PressKey { key } if is_enter(key) => vec![WayStep::Enter],
        Act::PressHome => vec![WayStep::Home],
        Act::Back { .. } => vec![WayStep::Back],
        Act::OpenUrl { url } => vec![WayStep::OpenUrl(url.clone())],
        Act::Check { text, visible: true } => vec![WayStep::Wait(landmark(text, after.or(before), context))],
        Act::Check { text, visible: false } => vec![WayStep::WaitAbsent(landmark(text, None, context))],
        Act::Screenshot => vec![WayStep::Screenshot],
        Act::Swipe { .. }
        | Act::Drag { .. }
        | Act::PressKey { .. }
        | Act::Shake
        | Act::Remember { .. }
        | Act::Answer { .. }
        | Act::Other { .. } => unsupported(),
    }
}

/// Which way the content goes on, for a stroke of the finger.
pub(crate) fn content_way(finger: ScrollDirection) -> &'static str {
    match finger {
        ScrollDirection::Up => "down",
        ScrollDirection::Down => "up",
        ScrollDirection::Left => "right",
        ScrollDirection::Right => "left",
    }
}

/// Whether a recorded key is the enter key.
pub(crate) fn is_enter(key: &str) -> bool {
    matches!(key.trim().to_lowercase().as_str(), "return" | "enter")
}
