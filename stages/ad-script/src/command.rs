//! What an action means, and whether its arguments are right. A script may use commands that don't exist here; they are kept as they
//! are written.
//!
//! Source: reference on agent-device, §5.1 (command argument shapes).

use serde::{Deserialize, Serialize};
use skillc_records::WindowPoint;
use skillc_snapshot::{
    PinnedRef,
    selector::{SelectorChain, SelectorError, looks_like_selector},
};

use crate::{Argument, Script, ScriptAction, Unresolved, Variables, read::is_flag};

/// What an action does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Open an app, at a link if one is given.
    Open {
        /// The app.
        app: String,
        /// The link.
        url: Option<String>,
        /// Whether a running app is ended first.
        relaunch: bool,
    },
    /// Touch.
    Press {
        /// What.
        target: ScriptTarget,
        /// Whether twice.
        double: bool,
        /// For how long, in milliseconds, where it is held.
        hold_ms: Option<u64>,
    },
    /// Touch for long.
    LongPress {
        /// What.
        target: ScriptTarget,
        /// For how long, in milliseconds.
        duration_ms: Option<u64>,
    },
    /// Replace the text of a field.
    Fill {
        /// The field.
        target: ScriptTarget,
        /// The text; a secret stands as `${NAME}`.
        text: String,
    },
    /// Type into what has the keyboard.
    Type {
        /// The text; a secret stands as `${NAME}`.
        text: String,
    },
    /// Wait.
    Wait(Wait),
    /// Scroll.
    Scroll {
        /// Which way the content goes on: `up`, `down`, `left`, `right`, `top`, `bottom`.
        direction: String,
        /// How far, in the script's own unit.
        amount: Option<f64>,
    },
    /// A stroke.
    Swipe {
        /// Where it begins.
        from: WindowPoint,
        /// Where it ends.
        to: WindowPoint,
        /// How often.
        count: u32,
    },
    /// Check a state.
    Is {
        /// Which: `visible`, `hidden`, `exists`, `absent`, `editable`, `selected`, `focused`, `text`.
        predicate: String,
        /// Of what.
        target: ScriptTarget,
        /// The text that it should have.
        value: Option<String>,
    },
    /// Read something.
    Get {
        /// `text` or `attrs`.
        what: String,
        /// Of what.
        target: ScriptTarget,
    },
    /// Go back.
    Back,
    /// Go to the home screen.
    Home,
    /// Take a picture.
    Screenshot,
    /// Look at the tree.
    Snapshot,
    /// End the session.
    Close,
    /// What isn't known here, or has a meaning of its own.
    Other {
        /// Its first word.
        command: String,
        /// The words after it.
        arguments: Vec<String>,
    },
}

/// What a command is meant for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScriptTarget {
    /// What a selector finds.
    Selector(SelectorChain),
    /// A node of the last tree, with the label that it had.
    Ref(PinnedRef, Option<String>),
    /// A place.
    Point(WindowPoint),
}

/// What is waited for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wait {
    /// Time, in milliseconds.
    Sleep(u64),
    /// A text.
    Text {
        /// The text.
        text: String,
        /// For how long at most.
        timeout_ms: Option<u64>,
    },
    /// What a selector finds.
    Selector {
        /// The selector.
        chain: SelectorChain,
        /// For how long at most.
        timeout_ms: Option<u64>,
    },
    /// That a selector finds nothing.
    Absent {
        /// The selector.
        chain: SelectorChain,
        /// For how long at most.
        timeout_ms: Option<u64>,
    },
    /// That nothing moves.
    Stable,
    /// A node of the last tree.
    Ref {
        /// The node.
        reference: PinnedRef,
        /// For how long at most.
        timeout_ms: Option<u64>,
    },
}

/// Arguments that don't fit their command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: `{command}`: {problem}")]
pub struct CommandError {
    /// Where, from 1.
    pub line: usize,
    /// The command.
    pub command: String,
    /// What is wrong.
    pub problem: ArgumentProblem,
}

/// What is wrong with arguments.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ArgumentProblem {
    /// One is missing.
    #[error("expected {0}")]
    Missing(&'static str),
    /// There are too many.
    #[error("{0:?} is one argument too many")]
    TooMany(String),
    /// No number.
    #[error("{0:?} is no number of the wanted kind")]
    Number(String),
    /// A word that isn't one of those allowed.
    #[error("{0:?} is not one of {1}")]
    Word(String, &'static str),
    /// No selector.
    #[error(transparent)]
    Selector(#[from] SelectorError),
    /// No element reference.
    #[error("{0:?} is no element reference")]
    Ref(String),
    /// Plain words mixed with selector terms.
    #[error("plain words and selector terms don't go together")]
    MixedWait,
    /// A variable without a value.
    #[error(transparent)]
    Unresolved(#[from] Unresolved),
}

/// What the actions of `script` mean, with `variables` put in. What is typed is not replaced: a value may be a secret.
///
/// # Errors
/// With the first action whose arguments don't fit.
pub fn commands(script: &Script, variables: &Variables) -> Result<Vec<Command>, CommandError> {
    let of = |action: &ScriptAction| command(action, variables).map_err(|problem| error_at(action, problem));
    script.actions.iter().map(of).collect()
}

/// `problem` with the place of `action`.
pub(crate) fn error_at(action: &ScriptAction, problem: ArgumentProblem) -> CommandError {
    CommandError {
        line: action.line,
        command: action.command.clone(),
        problem,
    }
}

type Result1<T> = Result<T, ArgumentProblem>;

/// The words of one action, flags taken out.
struct Words<'a> {
    words: Vec<&'a Argument>,
    flags: Vec<(&'a str, Option<&'a str>)>,
    variables: &'a Variables,
    at: usize,
}

/// Flags that stand alone; all others are followed by a value.
const SWITCHES: [&str; 12] = [
    "--relaunch",
    "--test-ime",
    "--no-test-ime",
    "--double-tap",
    "--raw",
    "--force-full",
    "--fullscreen",
    "--no-stabilize",
    "--normalize-status-bar",
    "--hide-touches",
    "-i",
    "-c",
];

impl<'a> Words<'a> {
    fn of(action: &'a ScriptAction, variables: &'a Variables) -> Self {
        let (mut words, mut flags) = (Vec::new(), Vec::new());
        let mut arguments = action.arguments.iter().peekable();
        while let Some(argument) = arguments.next() {
            if !is_flag(argument) {
                words.push(argument);
            } else if SWITCHES.contains(&argument.text.as_str()) {
                flags.push((argument.text.as_str(), None));
            } else {
                flags.push((
                    argument.text.as_str(),
                    arguments.next().map(|value| value.text.as_str()),
                ));
            }
        }
        Self {
            words,
            flags,
            variables,
            at: 0,
        }
    }

    fn switch(&self, name: &str) -> bool {
        self.flags.iter().any(|(flag, _)| *flag == name)
    }

    fn number_flag(&self, name: &str) -> Result1<Option<u64>> {
        match self.flags.iter().find(|(flag, _)| *flag == name) {
            None => Ok(None),
            Some((_, Some(value))) => whole(&self.variables.resolve(value)?).map(Some),
            Some((_, None)) => Err(ArgumentProblem::Missing("a number after the flag")),
        }
    }

    fn next(&mut self) -> Option<&'a Argument> {
        let word = self.words.get(self.at).copied();
        self.at += usize::from(word.is_some());
        word
    }

    fn text(&mut self, what: &'static str) -> Result1<String> {
        let word = self.next().ok_or(ArgumentProblem::Missing(what))?;
        Ok(self.variables.resolve(&word.text)?)
    }

    fn maybe(&mut self) -> Result1<Option<String>> {
        match self.next() {
            Some(word) => Ok(Some(self.variables.resolve(&word.text)?)),
            None => Ok(None),
        }
    }

    /// All words that are left, joined, as they are written: a value is not looked into.
    fn rest(&mut self) -> Option<String> {
        let left: Vec<&str> = self.words[self.at..].iter().map(|word| word.text.as_str()).collect();
        self.at = self.words.len();
        (!left.is_empty()).then(|| left.join(" "))
    }

    fn end(&mut self) -> Result1<()> {
        match self.next() {
            Some(word) => Err(ArgumentProblem::TooMany(word.text.clone())),
            None => Ok(()),
        }
    }

    /// A target. After a ref comes its label, if `labelled` words are left.
    fn target(&mut self, keep: usize) -> Result1<ScriptTarget> {
        let first = self.text("a selector, @ref, or x y")?;
        if first.starts_with('@') {
            let reference = PinnedRef::parse(&first).map_err(|error| ArgumentProblem::Ref(error.0))?;
            let has_label = self.words.len().saturating_sub(self.at) > keep;
            let label = if has_label { self.maybe()? } else { None };
            return Ok(ScriptTarget::Ref(reference, label));
        }
        if let Ok(x) = number(&first) {
            return Ok(ScriptTarget::Point(WindowPoint::new(
                x,
                number(&self.text("a second number")?)?,
            )));
        }
        Ok(ScriptTarget::Selector(SelectorChain::parse(&first)?))
    }
}

/// What `action` means.
pub(crate) fn command(action: &ScriptAction, variables: &Variables) -> Result1<Command> {
    let mut words = Words::of(action, variables);
    let command = match action.command.as_str() {
        "open" => Command::Open {
            app: words.text("an app")?,
            url: words.maybe()?,
            relaunch: words.switch("--relaunch"),
        },
        "press" | "click" => Command::Press {
            target: words.target(0)?,
            double: words.switch("--double-tap"),
            hold_ms: words.number_flag("--hold-ms")?,
        },
        "longpress" => {
            let target = words.target(1)?;
            let duration_ms = words.maybe()?.map(|ms| whole(&ms)).transpose()?;
            Command::LongPress { target, duration_ms }
        }
        "fill" => {
            let target = words.target(1)?;
            Command::Fill {
                target,
                text: words.rest().ok_or(ArgumentProblem::Missing("a text"))?,
            }
        }
        "type" => Command::Type {
            text: words.rest().ok_or(ArgumentProblem::Missing("a text"))?,
        },
        "wait" => Command::Wait(wait(&mut words)?),
        "scroll" => {
            let direction = words.text("a direction")?;
            if !["up", "down", "left", "right", "top", "bottom"].contains(&direction.as_str()) {
                return Err(ArgumentProblem::Word(direction, "up, down, left, right, top, bottom"));
            }
            Command::Scroll {
                direction,
                amount: words.maybe()?.map(|amount| number(&amount)).transpose()?,
            }
        }
        "swipe" => {
            let mut point = || -> Result1<WindowPoint> {
                let x = number(&words.text("four numbers")?)?;
                Ok(WindowPoint::new(x, number(&words.text("four numbers")?)?))
            };
            let (from, to) = (point()?, point()?);
            let count = words
                .number_flag("--count")?
                .map_or(1, |count| u32::try_from(count).unwrap_or(u32::MAX));
            Command::Swipe { from, to, count }
        }
        "is" => {
            let predicate = words.text("a predicate")?;
            const PREDICATES: &str = "visible, hidden, exists, absent, editable, selected, focused, text";
            if !PREDICATES.split(", ").any(|known| known == predicate) {
                return Err(ArgumentProblem::Word(predicate, PREDICATES));
            }
            Command::Is {
                predicate,
                target: words.target(1)?,
                value: words.maybe()?,
            }
        }
        "get" => {
            let what = words.text("text or attrs")?;
            if what != "text" && what != "attrs" {
                return Err(ArgumentProblem::Word(what, "text, attrs"));
            }
            Command::Get {
                what,
                target: words.target(0)?,
            }
        }
        "back" | "home" | "screenshot" | "snapshot" | "close" => {
            words.rest();
            match action.command.as_str() {
                "back" => Command::Back,
                "home" => Command::Home,
                "screenshot" => Command::Screenshot,
                "snapshot" => Command::Snapshot,
                _ => Command::Close,
            }
        }
        other => {
            words.rest();
            let arguments = action.arguments.iter().map(|argument| argument.text.clone()).collect();
            Command::Other {
                command: other.to_owned(),
                arguments,
            }
        }
    };
    words.end()?;
    Ok(command)
}

fn wait(words: &mut Words<'_>) -> Result1<Wait> {
    let first = words.text("a time, a text, or a selector")?;
    let timeout = |words: &mut Words<'_>| words.maybe()?.map(|ms| whole(&ms)).transpose();
    if let Ok(ms) = whole(&first) {
        return Ok(Wait::Sleep(ms));
    }
    Ok(match first.as_str() {
        "text" => Wait::Text {
            text: words.text("a text")?,
            timeout_ms: timeout(words)?,
        },
        "absent" => Wait::Absent {
            chain: SelectorChain::parse(&words.text("a selector")?)?,
            timeout_ms: timeout(words)?,
        },
        "stable" => {
            words.rest();
            Wait::Stable
        }
        _ if first.starts_with('@') => {
            let reference = PinnedRef::parse(&first).map_err(|error| ArgumentProblem::Ref(error.0))?;
            Wait::Ref {
                reference,
                timeout_ms: timeout(words)?,
            }
        }
        _ if looks_like_selector(&first) => Wait::Selector {
            chain: SelectorChain::parse(&first)?,
            timeout_ms: timeout(words)?,
        },
        // A word with a key that doesn't exist is a selector gone wrong and never a text.
        _ if is_unknown_term(&first) => {
            return Err(SelectorChain::parse(&first).map_or_else(Into::into, |_| ArgumentProblem::MixedWait));
        }
        _ => {
            let mut text = first;
            let mut timeout_ms = None;
            while let Some(word) = words.maybe()? {
                if looks_like_selector(&word) || is_unknown_term(&word) {
                    return Err(ArgumentProblem::MixedWait);
                }
                match whole(&word) {
                    Ok(ms) if words.at == words.words.len() => timeout_ms = Some(ms),
                    _ => text = format!("{text} {word}"),
                }
            }
            Wait::Text { text, timeout_ms }
        }
    })
}

/// `key=value` with a plain word as its key.
fn is_unknown_term(text: &str) -> bool {
    text.split_once('=')
        .is_some_and(|(key, _)| !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

fn number(text: &str) -> Result1<f64> {
    let parsed = text.parse::<f64>().ok().filter(|number| number.is_finite());
    let plain = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b'-');
    parsed
        .filter(|_| plain)
        .ok_or_else(|| ArgumentProblem::Number(text.to_owned()))
}

fn whole(text: &str) -> Result1<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse()
        .ok()
        .filter(|_| digits)
        .ok_or_else(|| ArgumentProblem::Number(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    fn one(line: &str) -> Result<Command, ArgumentProblem> {
        let script = read(line).unwrap();
        commands(&script, &Variables::of(&script))
            .map(|mut all| all.remove(0))
            .map_err(|error| error.problem)
    }

    fn selector(text: &str) -> SelectorChain {
        SelectorChain::parse(text).unwrap()
    }

    #[test]
    fn waits_are_told_apart() {
        let wait = |line: &str| match one(line) {
            Ok(Command::Wait(wait)) => Ok(wait),
            Ok(other) => panic!("{other:?}"),
            Err(problem) => Err(problem),
        };
        assert_eq!(wait("wait 5000"), Ok(Wait::Sleep(5000)));
        assert_eq!(
            wait("wait text Hello 3000"),
            Ok(Wait::Text {
                text: "Hello".into(),
                timeout_ms: Some(3000)
            })
        );
        assert_eq!(
            wait("wait Sign in 300"),
            Ok(Wait::Text {
                text: "Sign in".into(),
                timeout_ms: Some(300)
            })
        );
        assert_eq!(wait("wait gone label=\"X\""), Err(ArgumentProblem::MixedWait));
        assert_eq!(wait("wait gone foo=bar"), Err(ArgumentProblem::MixedWait));
        let unknown = wait("wait foo=bar");
        assert_eq!(unknown, Err(SelectorError::UnknownKey("foo".into()).into()));
        let chain = selector("label=X");
        assert_eq!(
            wait("wait label=X 9"),
            Ok(Wait::Selector {
                chain: chain.clone(),
                timeout_ms: Some(9)
            })
        );
        assert_eq!(
            wait("wait absent label=X"),
            Ok(Wait::Absent {
                chain,
                timeout_ms: None
            })
        );
        assert_eq!(wait("wait stable 500 9000"), Ok(Wait::Stable));
    }

    #[test]
    fn targets_are_selectors_refs_and_points() {
        let target = |line: &str| match one(line) {
            Ok(Command::Press { target, .. }) => target,
            other => panic!("{other:?}"),
        };
        assert_eq!(target("press id=x"), ScriptTarget::Selector(selector("id=x")));
        assert_eq!(
            target("click 10 20.5"),
            ScriptTarget::Point(WindowPoint::new(10.0, 20.5))
        );
        let reference = PinnedRef::parse("@e1~s44").unwrap();
        assert_eq!(
            target("press @e1~s44 \"Label here\""),
            ScriptTarget::Ref(reference, Some("Label here".into()))
        );
        assert!(matches!(one("press"), Err(ArgumentProblem::Missing(_))));
        assert!(matches!(one("press 10"), Err(ArgumentProblem::Missing(_))));
        assert!(matches!(one("press @e1~x"), Err(ArgumentProblem::Ref(_))));
        assert!(matches!(one("press hello"), Err(ArgumentProblem::Selector(_))));
        assert!(matches!(one("press id=x more"), Err(ArgumentProblem::TooMany(_))));
    }

    #[test]
    fn everything_after_a_target_is_its_text_and_is_not_looked_into() {
        let fill = |line: &str| match one(line) {
            Ok(Command::Fill { text, .. }) => text,
            other => panic!("{other:?}"),
        };
        assert_eq!(fill("fill id=x \"a\" \"b\""), "a b");
        assert_eq!(fill("fill 1 2 text more"), "text more");
        assert_eq!(fill("fill @e1 world"), "world");
        assert_eq!(fill("fill @e1 hello world"), "world");
        assert_eq!(fill("fill id=x \"${PASSWORD}\""), "${PASSWORD}");
        assert!(matches!(one("fill id=x"), Err(ArgumentProblem::Missing(_))));
    }

    #[test]
    fn variables_are_put_in_or_missed() {
        assert_eq!(
            one("env APP=com.x\nopen ${APP} --relaunch"),
            Ok(Command::Open {
                app: "com.x".into(),
                url: None,
                relaunch: true
            })
        );
        assert!(matches!(one("open ${APP}"), Err(ArgumentProblem::Unresolved(_))));
    }
}
