//! A script as what was done.
//!
//! A script says what was done and nothing of what was seen. What is typed stays as it is written, so that a `${NAME}` stays a `${NAME}`.

use skillc_records::{ActionKind, WindowPoint};
use skillc_snapshot::selector::{SelectorChain, StringKey, Term};

use crate::command::{command, error_at};
use crate::{Command, CommandError, Evidence, Script, ScriptTarget, Variables, Wait};

/// Something that a script does, in the words of recordings.
#[derive(Debug, Clone, PartialEq)]
pub struct ScriptDeed {
    /// What is done. Where a target has evidence with a box, the touch is in its middle.
    pub kind: ActionKind,
    /// The text that a person would know the target by.
    pub target_text: Option<String>,
    /// The identifier that the developer gave the target; nobody sees it on the screen.
    pub identifier: Option<String>,
    /// Whether the target is named by a handle of a tree that the script doesn't have.
    pub by_handle: bool,
    /// The line, from 1; 0 if the script was made and not read.
    pub line: usize,
}

/// What each action of `script` does, or why its arguments don't fit. Waits for time, looks at the tree and the end of the session do
/// nothing.
pub fn script_deeds(script: &Script, variables: &Variables) -> Vec<Result<Vec<ScriptDeed>, CommandError>> {
    let of = |action: &crate::ScriptAction| {
        let command = command(action, variables).map_err(|problem| error_at(action, problem))?;
        let by_handle = matches!(
            &command,
            Command::Press {
                target: ScriptTarget::Ref(_, None),
                ..
            } | Command::LongPress {
                target: ScriptTarget::Ref(_, None),
                ..
            } | Command::Fill {
                target: ScriptTarget::Ref(_, None),
                ..
            }
        );
        let seen = match &action.evidence {
            Some(Evidence::Target(evidence)) => Some(evidence),
            Some(Evidence::Drag { source, .. }) => Some(source),
            None => None,
        };
        let identifier = seen
            .and_then(|evidence| evidence.id.clone())
            .or_else(|| aim(&command).and_then(|chain| named_by(chain, &[StringKey::Id])));
        let label = seen.and_then(|evidence| evidence.label.clone());
        let middle = seen.and_then(|evidence| evidence.rect).map(|rect| rect.center());
        let deeds = deeds(command).into_iter().map(|(mut kind, target_text)| {
            if let ActionKind::Tap { at } | ActionKind::DoubleTap { at } | ActionKind::LongPress { at } = &mut kind {
                *at = at.or(middle);
            }
            ScriptDeed {
                target_text: target_text.or_else(|| label.clone().filter(|_| touches(&kind))),
                identifier: identifier.clone().filter(|_| touches(&kind)),
                by_handle,
                kind,
                line: action.line,
            }
        });
        Ok(deeds.collect())
    };
    script.actions.iter().map(of).collect()
}

fn touches(kind: &ActionKind) -> bool {
    matches!(
        kind,
        ActionKind::Tap { .. } | ActionKind::DoubleTap { .. } | ActionKind::LongPress { .. } | ActionKind::WaitFor
    )
}

fn deeds(command: Command) -> Vec<(ActionKind, Option<String>)> {
    match command {
        Command::Open { app, url, .. } => {
            let link = url.map(|value| (ActionKind::OpenUrl { value }, None));
            std::iter::once((ActionKind::Launch { app }, None))
                .chain(link)
                .collect()
        }
        Command::Press {
            target,
            double,
            hold_ms,
        } => {
            let (at, text) = place(target);
            let kind = match (double, hold_ms) {
                (true, _) => ActionKind::DoubleTap { at },
                (false, Some(_)) => ActionKind::LongPress { at },
                (false, None) => ActionKind::Tap { at },
            };
            vec![(kind, text)]
        }
        Command::LongPress { target, .. } => {
            let (at, text) = place(target);
            vec![(ActionKind::LongPress { at }, text)]
        }
        Command::Fill { target, text } => {
            let (at, name) = place(target);
            vec![
                (ActionKind::Tap { at }, name.clone()),
                (ActionKind::Type { value: text }, name),
            ]
        }
        Command::Type { text } => vec![(ActionKind::Type { value: text }, None)],
        Command::Wait(Wait::Text { text, .. }) => vec![(ActionKind::WaitFor, Some(text))],
        Command::Wait(Wait::Selector { chain, .. }) => vec![(ActionKind::WaitFor, name(&chain))],
        Command::Wait(Wait::Absent { chain, .. }) => vec![(ActionKind::AssertNotVisible, name(&chain))],
        Command::Wait(Wait::Sleep(_) | Wait::Stable | Wait::Ref { .. }) => Vec::new(),
        Command::Scroll { direction, .. } => {
            // The finger goes the other way than the content that it brings up.
            let finger = match direction.as_str() {
                "down" | "bottom" => "up",
                "up" | "top" => "down",
                "left" => "right",
                _ => "left",
            };
            vec![(
                ActionKind::Swipe {
                    from: None,
                    to: None,
                    direction: Some(finger.to_owned()),
                },
                None,
            )]
        }
        Command::Swipe { from, to, count } => {
            let stroke = ActionKind::Swipe {
                from: Some(from),
                to: Some(to),
                direction: None,
            };
            vec![(stroke, None); usize::try_from(count.min(MAX_STROKES)).unwrap_or(1)]
        }
        Command::Is {
            predicate,
            target,
            value,
        } => {
            let text = value.or_else(|| place(target).1);
            match predicate.as_str() {
                "visible" | "exists" | "text" => vec![(ActionKind::AssertVisible, text)],
                "hidden" | "absent" => vec![(ActionKind::AssertNotVisible, text)],
                _ => vec![(
                    ActionKind::Other {
                        value: format!("is {predicate}"),
                    },
                    text,
                )],
            }
        }
        Command::Back => vec![(ActionKind::Back { at: None }, None)],
        Command::Home => vec![(ActionKind::PressHome, None)],
        Command::Screenshot => vec![(ActionKind::Screenshot, None)],
        Command::Get { .. } | Command::Snapshot | Command::Close => Vec::new(),
        Command::Other { command, arguments } => match (command.as_str(), arguments.as_slice()) {
            ("keyboard", [key]) if key == "enter" || key == "return" => {
                vec![(ActionKind::PressKey { value: "return".into() }, None)]
            }
            _ => vec![(ActionKind::Other { value: command }, None)],
        },
    }
}

/// A hostile count makes no endless list.
const MAX_STROKES: u32 = 100;

fn place(target: ScriptTarget) -> (Option<WindowPoint>, Option<String>) {
    match target {
        ScriptTarget::Point(at) => (Some(at), None),
        ScriptTarget::Ref(_, label) => (None, label),
        ScriptTarget::Selector(chain) => (None, name(&chain)),
    }
}

/// The text that a person would know the target by: the first label, text or value of the chain.
fn name(chain: &SelectorChain) -> Option<String> {
    named_by(chain, &[StringKey::Label, StringKey::Text, StringKey::Value])
}

/// What the chain says for the first of `keys` that it says something for.
fn named_by(chain: &SelectorChain, keys: &[StringKey]) -> Option<String> {
    let terms = || chain.alternatives().iter().flat_map(|side| side.terms());
    let of = |wanted: &StringKey| {
        terms().find_map(|term| match term {
            Term::Text(key, text) if key == wanted && !text.trim().is_empty() => Some(text.clone()),
            _ => None,
        })
    };
    keys.iter().find_map(of)
}

/// The selector of what a command touches.
fn aim(command: &Command) -> Option<&SelectorChain> {
    match command {
        Command::Press { target, .. } | Command::LongPress { target, .. } | Command::Fill { target, .. } => {
            match target {
                ScriptTarget::Selector(chain) => Some(chain),
                ScriptTarget::Ref(..) | ScriptTarget::Point(_) => None,
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    #[test]
    fn a_script_becomes_deeds_and_secrets_stay_names() {
        let script = read(concat!(
            "env APP=com.x\nopen ${APP}\npress \"id=\\\"go\\\" || label=\\\"Go\\\"\"\nwait 300\n",
            "fill \"label=\\\"Password\\\"\" \"${PASSWORD}\"\nscroll down\nwait \"label=\\\"Home\\\"\" 10000\nclose\n",
        ))
        .unwrap();
        let deeds: Vec<ScriptDeed> = script_deeds(&script, &Variables::of(&script))
            .into_iter()
            .flat_map(Result::unwrap)
            .collect();
        let told: Vec<_> = deeds
            .iter()
            .map(|deed| (deed.kind.as_str(), deed.target_text.as_deref(), deed.line))
            .collect();
        assert_eq!(
            told,
            [
                ("launch", None, 2),
                ("tap", Some("Go"), 3),
                ("tap", Some("Password"), 5),
                ("type", Some("Password"), 5),
                ("swipe", None, 6),
                ("wait_for", Some("Home"), 7)
            ]
        );
        let typed = ActionKind::Type {
            value: "${PASSWORD}".into(),
        };
        assert_eq!(deeds[3].kind, typed);
    }

    #[test]
    fn evidence_tells_where_and_what_a_selector_doesnt() {
        let script = read(concat!(
            "open com.x\n",
            r#"# agent-device:target-v1 {"role":"button","label":"Pay","rect":{"x":10,"y":20,"width":100,"height":40},"verification":"verified"}"#,
            "\npress \"id=\\\"pay\\\"\"\npress @e9\n",
        ))
        .unwrap();
        let deeds: Vec<ScriptDeed> = script_deeds(&script, &Variables::of(&script))
            .into_iter()
            .flat_map(Result::unwrap)
            .collect();
        let at = Some(WindowPoint::new(60.0, 40.0));
        assert_eq!(
            (&deeds[1].kind, deeds[1].target_text.as_deref()),
            (&ActionKind::Tap { at }, Some("Pay"))
        );
        assert!(deeds[2].by_handle && !deeds[1].by_handle);
    }
}
