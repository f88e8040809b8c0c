//! A script as recorded actions.
//!
//! A script says what was done and nothing of what was seen: the actions have no frames. What is typed stays as it is written, so that
//! a `${NAME}` stays a `${NAME}`.

use skillc_records::{Action, ActionIndex, ActionKind, ActionOutcome, Timestamp, WindowPoint};
use skillc_snapshot::selector::{SelectorChain, StringKey, Term};

use crate::{Command, CommandError, Script, ScriptTarget, Variables, Wait, commands};

/// The actions of `script`, a microsecond apart from `started_at`: a script has no times. Waits for time, looks at the tree and the
/// end of the session are no actions.
///
/// # Errors
/// When the arguments of an action don't fit.
pub fn recorded_actions(
    script: &Script,
    variables: &Variables,
    started_at: Timestamp,
) -> Result<Vec<Action>, CommandError> {
    let mut actions: Vec<Action> = Vec::new();
    for command in commands(script, variables)? {
        for (kind, target_text) in deeds(command) {
            let place = actions.len();
            let at = Timestamp(started_at.0.saturating_add(i64::try_from(place).unwrap_or(i64::MAX)));
            actions.push(Action {
                index: ActionIndex(u32::try_from(place).unwrap_or(u32::MAX)),
                frame_before: None,
                frame_after: None,
                kind,
                target_text,
                display_label: None,
                started_at: at,
                ended_at: None,
                outcome: ActionOutcome::Unknown,
            });
        }
    }
    Ok(actions)
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
    let terms = || chain.alternatives().iter().flat_map(|side| side.terms());
    let of = |wanted: StringKey| {
        terms().find_map(|term| match term {
            Term::Text(key, text) if *key == wanted && !text.trim().is_empty() => Some(text.clone()),
            _ => None,
        })
    };
    [StringKey::Label, StringKey::Text, StringKey::Value]
        .into_iter()
        .find_map(of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    #[test]
    fn a_script_becomes_actions_and_secrets_stay_names() {
        let script = read(concat!(
            "env APP=com.x\nopen ${APP}\npress \"id=\\\"go\\\" || label=\\\"Go\\\"\"\nwait 300\n",
            "fill \"label=\\\"Password\\\"\" \"${PASSWORD}\"\nscroll down\nwait \"label=\\\"Home\\\"\" 10000\nclose\n",
        ))
        .unwrap();
        let actions = recorded_actions(&script, &Variables::of(&script), Timestamp(7)).unwrap();
        let told: Vec<_> = actions
            .iter()
            .map(|a| (a.kind.as_str(), a.target_text.as_deref(), a.started_at.0))
            .collect();
        assert_eq!(
            told,
            [
                ("launch", None, 7),
                ("tap", Some("Go"), 8),
                ("tap", Some("Password"), 9),
                ("type", Some("Password"), 10),
                ("swipe", None, 11),
                ("wait_for", Some("Home"), 12)
            ]
        );
        assert_eq!(
            actions[3].kind,
            ActionKind::Type {
                value: "${PASSWORD}".into()
            }
        );
    }
}
