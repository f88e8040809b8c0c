//! Variables of scripts.
//!
//! `${NAME}` and `${NAME:-fallback}` are replaced when a step runs; `\${` is a literal `${`. What isn't well formed stays as it is.
//! Of several values the strongest wins: the command line, the shell, the file, what the runner sets.
//!
//! Source: reference on agent-device, §5.1 (variables).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::Script;

/// Where a value comes from, the weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Origin {
    /// The runner.
    BuiltIn,
    /// The script.
    File,
    /// The shell, as `AD_VAR_NAME`.
    Shell,
    /// The command line.
    CommandLine,
}

/// The values of variables.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Variables {
    values: BTreeMap<String, (Origin, String)>,
}

/// A variable without a value or fallback.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the variable {name:?} has no value: set it with `-e {name}=…`, AD_VAR_{name}, or an `env` line")]
pub struct Unresolved {
    /// Its name.
    pub name: String,
}

impl Variables {
    /// The variables that `script` sets.
    pub fn of(script: &Script) -> Self {
        let mut variables = Self::default();
        for variable in &script.env {
            variables.set(Origin::File, &variable.name, &variable.value);
        }
        variables
    }

    /// Sets a value. A weaker origin never replaces a stronger one; the same origin does.
    pub fn set(&mut self, origin: Origin, name: &str, value: &str) {
        let weaker = self.values.get(name).is_some_and(|(known, _)| *known > origin);
        if !weaker {
            self.values.insert(name.to_owned(), (origin, value.to_owned()));
        }
    }

    /// The value of `name`.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(|(_, value)| value.as_str())
    }

    /// `text` with every variable replaced.
    ///
    /// # Errors
    /// With the first variable that has neither a value nor a fallback.
    pub fn resolve(&self, text: &str) -> Result<String, Unresolved> {
        let mut resolved = String::with_capacity(text.len());
        for piece in pieces(text) {
            match piece {
                Piece::Text(text) => resolved.push_str(text),
                Piece::Variable { name, fallback } => match (self.get(name), fallback) {
                    (Some(value), _) => resolved.push_str(value),
                    (None, Some(fallback)) => resolved.push_str(&fallback),
                    (None, None) => return Err(Unresolved { name: name.to_owned() }),
                },
            }
        }
        Ok(resolved)
    }
}

/// The variables that someone has to set before `script` can run, in the order of their names: without a fallback, and set neither by
/// the script nor by the runner.
pub fn needed(script: &Script) -> Vec<String> {
    let set: BTreeSet<&str> = script.env.iter().map(|variable| variable.name.as_str()).collect();
    let texts = script
        .actions
        .iter()
        .flat_map(|action| &action.arguments)
        .map(|argument| argument.text.as_str());
    let mut needed = BTreeSet::new();
    for text in texts.chain(script.env.iter().map(|variable| variable.value.as_str())) {
        for piece in pieces(text) {
            if let Piece::Variable { name, fallback: None } = piece
                && !set.contains(name)
                && !name.starts_with("AD_")
            {
                needed.insert(name.to_owned());
            }
        }
    }
    needed.into_iter().collect()
}

#[derive(Debug, PartialEq)]
enum Piece<'t> {
    Text(&'t str),
    Variable { name: &'t str, fallback: Option<String> },
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("${") {
        if rest[..at].ends_with('\\') {
            pieces.push(Piece::Text(&rest[..at - 1]));
            pieces.push(Piece::Text("${"));
            rest = &rest[at + 2..];
            continue;
        }
        pieces.push(Piece::Text(&rest[..at]));
        match variable(&rest[at..]) {
            Some((variable, length)) => {
                pieces.push(variable);
                rest = &rest[at + length..];
            }
            None => {
                pieces.push(Piece::Text("${"));
                rest = &rest[at + 2..];
            }
        }
    }
    pieces.push(Piece::Text(rest));
    pieces
}

/// The variable that `text`, which begins with `${`, stands for, and its length.
fn variable(text: &str) -> Option<(Piece<'_>, usize)> {
    let body = &text[2..];
    let end = body
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '.'))
        .unwrap_or(body.len());
    let name = &body[..end];
    if !name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        return None;
    }
    if body[end..].starts_with('}') {
        return Some((Piece::Variable { name, fallback: None }, 2 + end + 1));
    }
    let given = body[end..].strip_prefix(":-")?;
    let mut fallback = String::new();
    let mut letters = given.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '}' => {
                return Some((
                    Piece::Variable {
                        name,
                        fallback: Some(fallback),
                    },
                    2 + end + 2 + at + 1,
                ));
            }
            '\\' => fallback.extend(letters.next().map(|(_, escaped)| escaped)),
            _ => fallback.push(letter),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn resolve(text: &str) -> Result<String, Unresolved> {
        let mut variables = Variables::default();
        variables.set(Origin::File, "A", "file");
        variables.resolve(text)
    }

    #[test]
    fn well_formed_variables_are_replaced_and_all_else_stays() {
        assert_eq!(resolve("x ${A} ${B:-no\\}ne} ${B:-}").unwrap(), "x file no}ne ");
        for text in ["\\${A", "$A", "${}", "${1A}", "${A", "${A:-x", "${A b}"] {
            assert_eq!(resolve(text).unwrap(), text.replace("\\$", "$"), "{text}");
        }
        assert_eq!(resolve("${C.d}"), Err(Unresolved { name: "C.d".into() }));
    }

    #[test]
    fn the_command_line_is_stronger_than_shell_file_and_runner() {
        let mut variables = Variables::default();
        for (origin, value) in [
            (Origin::CommandLine, "c"),
            (Origin::Shell, "s"),
            (Origin::File, "f"),
            (Origin::BuiltIn, "b"),
        ] {
            variables.set(origin, "A", value);
        }
        assert_eq!(variables.get("A"), Some("c"));
    }

    proptest! {
        #[test]
        fn a_text_without_variables_is_itself(text in "[a-z $}:\\-é🙂]{0,20}") {
            prop_assume!(!text.contains("${"));
            prop_assert_eq!(resolve(&text), Ok(text));
        }
    }
}
