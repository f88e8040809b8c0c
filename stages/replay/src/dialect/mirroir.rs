//! Skills in mirroir's dialect. Nothing in it is escaped, so a label reaches to the last quote of its line.

use super::{ReadError, numbered};
use crate::script::{Dialect, Instruction, Locator, Numbered, Script, Touch};

pub(super) fn read(text: &str) -> Result<Script, ReadError> {
    let steps = numbered(text, "Steps");
    if steps.is_empty() {
        return Err(ReadError::NoSteps { references: Vec::new() });
    }
    let mut instructions = Vec::new();
    for (number, line) in steps {
        let instruction = instruction(line).ok_or_else(|| ReadError::NotUnderstood {
            number,
            text: line.to_owned(),
        })?;
        instructions.push(Numbered {
            number,
            text: line.to_owned(),
            instruction,
        });
    }
    Ok(Script {
        dialect: Dialect::Mirroir,
        instructions,
        hints: Vec::new(),
        window: None,
        destination: None,
    })
}

fn instruction(line: &str) -> Option<Instruction> {
    let between = |start: &str, end: &str| Some(line.strip_prefix(start)?.strip_suffix(end)?.to_owned());
    let touch = |touch, label| {
        Instruction::Touch(
            touch,
            Locator {
                label,
                at: None,
                by_place: false,
            },
        )
    };
    between("Launch **", "**")
        .map(Instruction::Launch)
        .or_else(|| between("Wait for \"", "\" to appear").map(|text| Instruction::WaitFor { text, sleep_ms: None }))
        .or_else(|| {
            between("Tap \"", "\"").map(|label| {
                if label == "Back" {
                    Instruction::Back(None)
                } else {
                    touch(Touch::Tap, label)
                }
            })
        })
        .or_else(|| between("long_press: \"", "\"").map(|label| touch(Touch::LongPress, label)))
        .or_else(|| {
            between("swipe: \"", "\"").map(|direction| Instruction::Swipe {
                direction,
                stroke: None,
            })
        })
        .or_else(|| between("Type \"", "\"").map(Instruction::Type))
        .or_else(|| between("Press **", "**").map(Instruction::PressKey))
        .or_else(|| {
            between("Scroll until \"", "\" is visible").map(|until| Instruction::Scroll {
                direction: "up".to_owned(),
                count: 1,
                until,
                stroke: None,
            })
        })
        .or_else(|| between("Verify \"", "\" is visible").map(|text| Instruction::Check { text, visible: true }))
        .or_else(|| between("Verify \"", "\" is not visible").map(|text| Instruction::Check { text, visible: false }))
        .or_else(|| between("Open URL: ", "").map(Instruction::OpenUrl))
        .or_else(|| (line == "Press Home").then_some(Instruction::Home))
        .or_else(|| (line.starts_with("Remember: ") || line.starts_with("Screenshot: ")).then_some(Instruction::Note))
}
