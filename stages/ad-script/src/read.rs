//! From text to script.
//!
//! Source: reference on agent-device, §5.1 and §5.4.

use skillc_snapshot::evidence::{self, EvidenceError, TargetEvidence};

use crate::{
    Argument, Evidence, Script, ScriptAction, ScriptPlatform, ScriptTargetKind, Variable,
    token::{TokenError, is_space, unquoted, words},
};

/// The longest script, in bytes: what a source bundle may hold.
pub const MAX_SCRIPT_BYTES: usize = 2 * 1024 * 1024;
/// The longest payload of a drag's evidence, in bytes.
const MAX_DRAG_BYTES: usize = 8320;

/// A line that can't be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct ScriptError {
    /// Which, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: ScriptProblem,
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScriptProblem {
    /// The script is too long.
    #[error("the script has {bytes} bytes, more than {MAX_SCRIPT_BYTES}")]
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// A quote is never closed.
    #[error("a quote is never closed")]
    UnclosedQuote,
    /// A quoted word is no JSON string.
    #[error("{0} is no JSON string: escape quotes, backslashes, tabs and line ends")]
    NoJsonString(String),
    /// A variable is set after an action.
    #[error("variables are set before the first action")]
    LateVariable,
    /// No `KEY=VALUE`.
    #[error("expected `env KEY=VALUE`")]
    NoVariable,
    /// A name that a variable can't have.
    #[error("{0:?} is no variable name: expected upper-case letters, digits and underscores")]
    VariableName(String),
    /// A name that belongs to the runner.
    #[error("{0:?} is set by the runner: names that begin with AD_ are its own")]
    ReservedVariable(String),
    /// A variable is set twice.
    #[error("the variable {0:?} is set twice")]
    RepeatedVariable(String),
    /// A header value is given twice.
    #[error("the header gives {0:?} twice")]
    RepeatedMetadata(&'static str),
    /// A swipe with a duration, as older versions wrote it.
    #[error("a swipe takes four numbers; a timed one is `gesture pan`")]
    TimedSwipe,
    /// Evidence that isn't followed by its action.
    #[error("target evidence stands right before its action; {0} follows it")]
    LooseEvidence(Following),
    /// Evidence that can't be read.
    #[error(transparent)]
    Evidence(#[from] EvidenceError),
}

/// What follows loose evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Following {
    /// A blank line.
    Blank,
    /// A comment.
    Comment,
    /// A header line.
    Header,
    /// More evidence.
    Evidence,
    /// The end of the script.
    End,
}

impl std::fmt::Display for Following {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Blank => "a blank line",
            Self::Comment => "a comment",
            Self::Header => "a header line",
            Self::Evidence => "more evidence",
            Self::End => "the end of the script",
        })
    }
}

/// Reads a script.
///
/// # Errors
/// With the first line that can't be read.
pub fn read(text: &str) -> Result<Script, ScriptError> {
    if text.len() > MAX_SCRIPT_BYTES {
        return Err(ScriptError {
            line: 1,
            problem: ScriptProblem::TooLong { bytes: text.len() },
        });
    }
    let mut reading = Reading {
        in_header: true,
        ..Reading::default()
    };
    for (number, line) in (1..).zip(text.split('\n')) {
        let line = line.strip_suffix('\r').unwrap_or(line).trim_matches(is_space);
        reading
            .line(number, line)
            .map_err(|problem| ScriptError { line: number, problem })?;
    }
    match reading.pending {
        Some((line, _)) => Err(ScriptError {
            line,
            problem: ScriptProblem::LooseEvidence(Following::End),
        }),
        None => Ok(reading.script),
    }
}

#[derive(Default)]
struct Reading {
    script: Script,
    /// Evidence that waits for its action, with its line.
    pending: Option<(usize, Evidence)>,
    /// Whether only header lines came so far: metadata further down is for nobody.
    in_header: bool,
}

impl Reading {
    fn line(&mut self, number: usize, line: &str) -> Result<(), ScriptProblem> {
        let directive = line.split(is_space).next().unwrap_or_default();
        let annotation = annotation(line);
        let following = match (line, directive) {
            ("", _) => Some(Following::Blank),
            _ if annotation.is_some() => Some(Following::Evidence),
            _ if line.starts_with('#') => Some(Following::Comment),
            (_, "env" | "context") => Some(Following::Header),
            _ => None,
        };
        if let (Some(following), Some(_)) = (following, &self.pending) {
            return Err(ScriptProblem::LooseEvidence(following));
        }
        if let Some((kind, payload)) = annotation {
            self.pending = Some((number, kind.read(payload)?));
            return Ok(());
        }
        match (following, directive) {
            (Some(Following::Header), "env") => self.variable(number, line),
            (Some(Following::Header), _) => self.metadata(line),
            (Some(_), _) => Ok(()),
            (None, _) => self.action(number, line),
        }
    }

    fn action(&mut self, number: usize, line: &str) -> Result<(), ScriptProblem> {
        let mut all = line_words(line)?.into_iter();
        let Some(command) = all.next() else { return Ok(()) };
        let arguments: Vec<Argument> = all.collect();
        if command.text == "swipe" && arguments.iter().take_while(|word| !is_flag(word)).count() > 4 {
            return Err(ScriptProblem::TimedSwipe);
        }
        self.in_header = false;
        let evidence = self.pending.take().map(|(_, evidence)| evidence);
        self.script.actions.push(ScriptAction {
            command: command.text,
            arguments,
            evidence,
            line: number,
        });
        Ok(())
    }

    fn variable(&mut self, line: usize, text: &str) -> Result<(), ScriptProblem> {
        if !self.script.actions.is_empty() {
            return Err(ScriptProblem::LateVariable);
        }
        let assignment = text["env".len()..].trim_start_matches(is_space);
        let (name, value) = assignment.split_once('=').ok_or(ScriptProblem::NoVariable)?;
        if name.is_empty() {
            return Err(ScriptProblem::NoVariable);
        }
        let upper = |byte: u8| byte.is_ascii_uppercase() || byte == b'_';
        let valid = name.bytes().all(|byte| upper(byte) || byte.is_ascii_digit()) && upper(name.as_bytes()[0]);
        if !valid {
            return Err(ScriptProblem::VariableName(name.to_owned()));
        }
        if name.starts_with("AD_") {
            return Err(ScriptProblem::ReservedVariable(name.to_owned()));
        }
        if self.script.env.iter().any(|known| known.name == name) {
            return Err(ScriptProblem::RepeatedVariable(name.to_owned()));
        }
        let value = if value.starts_with('"') {
            unquoted(value).ok_or_else(|| ScriptProblem::NoJsonString(value.to_owned()))?
        } else {
            value.to_owned()
        };
        self.script.env.push(Variable {
            name: name.to_owned(),
            value,
            line,
        });
        Ok(())
    }

    fn metadata(&mut self, line: &str) -> Result<(), ScriptProblem> {
        // The words are read for their quotes even where nobody looks at the values.
        line_words(line)?;
        // A `context` that says nothing is no header line.
        self.in_header &= line.len() > "context".len();
        if !self.in_header {
            return Ok(());
        }
        let header = &mut self.script.header;
        put(
            &mut header.platform,
            attribute(line, "platform").and_then(|v| ScriptPlatform::named(&v)),
            "platform",
        )?;
        put(
            &mut header.target,
            attribute(line, "target").and_then(|v| ScriptTargetKind::named(&v)),
            "target",
        )?;
        let number = |key: &str| attribute(line, key).and_then(|value| value.parse::<u64>().ok());
        put(
            &mut header.timeout_ms,
            number("timeout").filter(|&timeout| timeout >= 1),
            "timeout",
        )?;
        put(&mut header.retries, number("retries"), "retries")?;
        header.device = header.device.take().or_else(|| attribute(line, "device"));
        header.kind = header.kind.take().or_else(|| attribute(line, "kind"));
        Ok(())
    }
}

fn put<T>(slot: &mut Option<T>, value: Option<T>, key: &'static str) -> Result<(), ScriptProblem> {
    match (slot.is_some(), value) {
        (true, Some(_)) => Err(ScriptProblem::RepeatedMetadata(key)),
        (false, value @ Some(_)) => {
            *slot = value;
            Ok(())
        }
        (_, None) => Ok(()),
    }
}

/// The first value of `key` on a header line: a JSON string or a word.
fn attribute(line: &str, key: &str) -> Option<String> {
    let mut rest = line;
    while let Some(at) = rest.find(key) {
        let begins_word = rest[..at].ends_with(is_space);
        rest = &rest[at + key.len()..];
        let Some(value) = rest.strip_prefix('=').filter(|_| begins_word) else {
            continue;
        };
        if value.starts_with('"') {
            let word = &value[..crate::token::quoted_length(value)?];
            return unquoted(word);
        }
        return Some(value.split(is_space).next().unwrap_or_default().to_owned());
    }
    None
}

fn line_words(line: &str) -> Result<Vec<Argument>, ScriptProblem> {
    words(line).map_err(|error| match error {
        TokenError::Unterminated => ScriptProblem::UnclosedQuote,
        TokenError::NoJsonString(word) => ScriptProblem::NoJsonString(word),
    })
}

/// Whether a word is a flag: two hyphens and a letter, not quoted.
pub(crate) fn is_flag(word: &Argument) -> bool {
    let name = word.text.strip_prefix("--").or_else(|| word.text.strip_prefix('-'));
    !word.quoted && name.is_some_and(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))
}

#[derive(Clone, Copy)]
enum Kind {
    One,
    Drag,
}

/// The kind and payload of evidence; none for every other comment, evidence of a later version included.
fn annotation(line: &str) -> Option<(Kind, &str)> {
    let body = line
        .strip_prefix('#')?
        .trim_start_matches(is_space)
        .strip_prefix("agent-device:")?;
    let (name, payload) = body.split_once(is_space).unwrap_or((body, ""));
    let kind = match name {
        "target-v1" => Kind::One,
        "targets-v1" => Kind::Drag,
        _ => return None,
    };
    Some((kind, payload.trim_matches(is_space)))
}

impl Kind {
    fn read(self, payload: &str) -> Result<Evidence, EvidenceError> {
        match self {
            Self::One => evidence::parse(payload).map(Evidence::Target),
            Self::Drag => {
                if payload.len() > MAX_DRAG_BYTES {
                    return Err(EvidenceError::TooLong { bytes: payload.len() });
                }
                let value: serde_json::Value = serde_json::from_str(payload).map_err(|_| EvidenceError::NoObject)?;
                let side = |field: &'static str| -> Result<TargetEvidence, EvidenceError> {
                    let side = value.get(field).ok_or(EvidenceError::Field { field })?;
                    evidence::parse(&side.to_string())
                };
                Ok(Evidence::Drag {
                    source: side("source")?,
                    destination: side("destination")?,
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> (usize, ScriptProblem) {
        let error = read(text).unwrap_err();
        (error.line, error.problem)
    }

    #[test]
    fn header_variables_and_actions_are_read() {
        let script = read(concat!(
            "# how to pay\n",
            "context platform=android device=\"Pixel 8 \\\"x\\\"\" kind=emulator theme=unknown\r\n",
            "context timeout=5000 retries=2\n\n",
            "env APP_ID=com.example.app\n",
            "env GREETING=\"a \\\"b\\\"\"\n",
            "open \"${APP_ID}\" --relaunch\n",
            "context platform=ios\n",
            "press \"id=\\\"continue\\\"\" --count 2",
        ))
        .unwrap();
        assert_eq!(script.header.platform, Some(ScriptPlatform::Android));
        assert_eq!((script.header.timeout_ms, script.header.retries), (Some(5000), Some(2)));
        assert_eq!(script.header.device.as_deref(), Some("Pixel 8 \"x\""));
        let env: Vec<_> = script
            .env
            .iter()
            .map(|v| (v.name.as_str(), v.value.as_str(), v.line))
            .collect();
        assert_eq!(env, [("APP_ID", "com.example.app", 5), ("GREETING", "a \"b\"", 6)]);
        let actions: Vec<_> = script.actions.iter().map(|a| (a.command.as_str(), a.line)).collect();
        assert_eq!(actions, [("open", 7), ("press", 9)]);
        assert_eq!(script.actions[1].arguments[0], Argument::quoted("id=\"continue\""));
    }

    #[test]
    fn what_cant_be_read_is_refused_by_line() {
        type P = ScriptProblem;
        assert_eq!(problem("\nopen \"a"), (2, P::UnclosedQuote));
        assert_eq!(problem("press \"a\\x\""), (1, P::NoJsonString("\"a\\x\"".into())));
        assert_eq!(problem("open a\nenv A=b"), (2, P::LateVariable));
        assert_eq!(problem("env a=1"), (1, P::VariableName("a".into())));
        assert_eq!(problem("env 1A=1"), (1, P::VariableName("1A".into())));
        assert_eq!(problem("env AD_X=1"), (1, P::ReservedVariable("AD_X".into())));
        assert_eq!(problem("env A=1\nenv A=2"), (2, P::RepeatedVariable("A".into())));
        assert_eq!(problem("env A"), (1, P::NoVariable));
        assert_eq!(problem("env A=\"q\" z"), (1, P::NoJsonString("\"q\" z".into())));
        assert_eq!(
            problem("context platform=ios\ncontext platform=ios"),
            (2, P::RepeatedMetadata("platform"))
        );
        assert_eq!(problem("swipe 1 2 3 4 300"), (1, P::TimedSwipe));
    }

    #[test]
    fn evidence_stands_right_before_its_action() {
        let evidence = r#"# agent-device:target-v1 {"role":"button","verification":"verified"}"#;
        let bad = |after: &str| problem(&format!("{evidence}{after}")).1;
        assert!(
            read(&format!("{evidence}\npress id=x")).unwrap().actions[0]
                .evidence
                .is_some()
        );
        assert_eq!(bad("\n\npress id=x"), ScriptProblem::LooseEvidence(Following::Blank));
        assert_eq!(
            bad("\n# c\npress id=x"),
            ScriptProblem::LooseEvidence(Following::Comment)
        );
        assert_eq!(
            bad("\nenv A=1\npress id=x"),
            ScriptProblem::LooseEvidence(Following::Header)
        );
        assert_eq!(
            bad(&format!("\n{evidence}\npress id=x")),
            ScriptProblem::LooseEvidence(Following::Evidence)
        );
        assert_eq!(bad(""), ScriptProblem::LooseEvidence(Following::End));
        let without_role = "# agent-device:target-v1 {\"verification\":\"verified\"}\npress id=x";
        assert_eq!(
            problem(without_role),
            (1, EvidenceError::Field { field: "role" }.into())
        );
        assert!(
            read("#agent-device:target-v2 {bad\npress id=x").unwrap().actions[0]
                .evidence
                .is_none()
        );
    }
}
