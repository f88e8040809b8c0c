//! Skills in our own Agent Skills dialect.

use skillc_records::{WindowPoint, WindowSize};

use super::quoted::{place, quoted};
use super::{ReadError, numbered, section};
use crate::script::{Dialect, Hint, Instruction, Locator, Numbered, Script, Touch};

pub(super) fn read(text: &str) -> Result<Script, ReadError> {
    let steps = numbered(text, "Steps");
    if steps.is_empty() {
        return Err(ReadError::NoSteps {
            references: references(text),
        });
    }
    let mut instructions = Vec::new();
    for (number, sentence) in steps {
        let instruction = instruction(sentence).ok_or_else(|| ReadError::NotUnderstood {
            number,
            text: sentence.to_owned(),
        })?;
        instructions.push(Numbered {
            number,
            text: sentence.to_owned(),
            instruction,
        });
    }
    let hints = section(text, "If something gets in the way").filter_map(hint).collect();
    Ok(Script {
        dialect: Dialect::AgentSkills,
        instructions,
        hints,
        window: window(text),
        destination: None,
    })
}

/// The files below `references/` that the text links to, each once, in order.
fn references(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for part in text.split("](references/").skip(1) {
        if let Some((file, _)) = part.split_once(')') {
            let file = format!("references/{file}");
            if !found.contains(&file) {
                found.push(file);
            }
        }
    }
    found
}

/// The window that the places are in: `a W × H window`.
fn window(text: &str) -> Option<WindowSize> {
    let (before, _) = text.split_once(" window; scale them to yours")?;
    let (before, height) = before.rsplit_once(" × ")?;
    let width = before.rsplit(' ').next()?;
    Some(WindowSize::new(width.parse().ok()?, height.parse().ok()?))
}

fn hint(line: &str) -> Option<Hint> {
    let (trigger, rest) = quoted(line.trim().strip_prefix("- If you see ")?)?;
    let (answer, _) = quoted(rest.strip_prefix(", tap ")?)?;
    Some(Hint {
        trigger,
        answer,
        at: None,
    })
}

/// The instruction of a sentence; none if it has none of our shapes.
fn instruction(sentence: &str) -> Option<Instruction> {
    let after = |prefix: &str| sentence.strip_prefix(prefix);
    if let Some(rest) = after("Launch ") {
        return Some(Instruction::Launch(quoted(rest)?.0));
    }
    if let Some(rest) = after("Wait until ") {
        return Some(Instruction::WaitFor {
            text: quoted(rest)?.0,
            sleep_ms: None,
        });
    }
    for (verb, touch) in [
        ("Tap ", Touch::Tap),
        ("Double-tap ", Touch::DoubleTap),
        ("Press and hold ", Touch::LongPress),
    ] {
        if let Some(rest) = after(verb) {
            return Some(Instruction::Touch(touch, locator(rest)?));
        }
    }
    if let Some(rest) = after("If ") {
        let (trigger, rest) = quoted(rest)?;
        let answer = locator(rest.strip_prefix(" appears, tap ")?)?;
        return Some(Instruction::Answer { trigger, answer });
    }
    if let Some(rest) = after("Scroll ") {
        return scroll(rest);
    }
    if let Some(rest) = after("Swipe").or_else(|| after("Drag")) {
        let direction = rest.trim_start().split(['.', ' ']).next().unwrap_or_default();
        return Some(Instruction::Swipe {
            direction: direction.to_owned(),
            stroke: stroke(rest),
        });
    }
    if let Some(rest) = after("Check that ") {
        let (text, rest) = quoted(rest)?;
        return Some(Instruction::Check {
            text,
            visible: !rest.starts_with(" is not"),
        });
    }
    Some(match sentence {
        _ if sentence.starts_with("Type ") => Instruction::Type(quoted(after("Type ")?)?.0),
        _ if sentence.starts_with("Press the ") => Instruction::PressKey(quoted(after("Press the ")?)?.0),
        _ if sentence.starts_with("Open the link ") => Instruction::OpenUrl(quoted(after("Open the link ")?)?.0),
        _ if sentence.starts_with("Go to the home screen") => Instruction::Home,
        _ if sentence.starts_with("Go back") => Instruction::Back(place(sentence).map(|(at, _)| at)),
        _ if sentence.starts_with("Shake the device") => Instruction::Shake,
        _ if sentence.starts_with("Remember ") || sentence.starts_with("Take a screenshot") => Instruction::Note,
        _ => return None,
    })
}

/// `"label"`, with a place in brackets where the text alone doesn't tell, or only a place.
fn locator(text: &str) -> Option<Locator> {
    if text.starts_with('"') {
        let (label, rest) = quoted(text)?;
        let (bracket, at) = match rest.strip_prefix(" (") {
            Some(bracket) => (bracket, place(bracket).map(|(at, _)| at)),
            None => ("", None),
        };
        let by_place = at.is_some() && !bracket.starts_with("the one at");
        return Some(Locator { label, at, by_place });
    }
    let (at, _) = place(text.strip_prefix("at ")?)?;
    Some(Locator {
        label: String::new(),
        at: Some(at),
        by_place: true,
    })
}

fn scroll(rest: &str) -> Option<Instruction> {
    let (_, rest) = rest.split_once(' ')?;
    let (until, rest) = match rest.strip_prefix("until ") {
        Some(rest) => quoted(rest)?,
        None => (String::new(), rest),
    };
    let (_, how) = rest.split_once("(swipe ")?;
    let (how, _) = how.split_once(')')?;
    let (direction, times) = how.split_once(' ')?;
    let count = match times {
        "once" => 1,
        "twice" => 2,
        more => more.strip_suffix(" times")?.parse().ok()?,
    };
    Some(Instruction::Scroll {
        direction: direction.to_owned(),
        count,
        until,
        stroke: None,
    })
}

fn stroke(text: &str) -> Option<(WindowPoint, WindowPoint)> {
    let (from, rest) = place(text)?;
    Some((from, place(rest)?.0))
}
