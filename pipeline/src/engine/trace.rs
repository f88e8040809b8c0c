//! What each unit depended on the last time, to say why it ran this time.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Digest, StageName};

/// What one unit depended on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ingredients {
    /// The version of the stage.
    pub version: u32,
    /// The parameters as JSON text; APP.md fields have the names of APP.md.
    pub parameters: String,
    /// The inputs by name.
    pub inputs: BTreeMap<String, Digest>,
    /// The result; none while it is not known.
    pub result: Option<Digest>,
}

/// What every unit of one app depended on.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// By stage and unit.
    pub units: BTreeMap<(StageName, String), Ingredients>,
}

/// Why a unit ran, or why it didn't.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Explanation {
    /// The app.
    pub app: String,
    /// The stage.
    pub stage: StageName,
    /// The picture or session; the app's name for a unit of an app.
    pub unit: String,
    /// What was done.
    pub what: What,
    /// What changed since the last run, in words; empty for a hit.
    pub because: Vec<String>,
}

/// What was done with a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// Computed, with another result than before.
    Ran,
    /// Computed, and the result is the one of the last run: what depends on it does not run.
    RanUnchanged,
    /// Taken from the cache.
    Hit,
    /// Would run (`--dry-run`).
    WouldRun,
    /// Would run if the stage before it comes out differently (`--dry-run`).
    MayRun,
    /// Failed.
    Failed,
}

impl What {
    /// The words that people read.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ran => "ran",
            Self::RanUnchanged => "ran, same result",
            Self::Hit => "from the cache",
            Self::WouldRun => "would run",
            Self::MayRun => "may run",
            Self::Failed => "failed",
        }
    }
}

impl Ingredients {
    /// What differs from `before`, in words.
    pub fn changes_since(&self, before: Option<&Self>) -> Vec<String> {
        let Some(before) = before else {
            return vec!["first run".to_owned()];
        };
        let mut changes = Vec::new();
        if self.version != before.version {
            changes.push(format!("the stage's version {} → {}", before.version, self.version));
        }
        if self.parameters != before.parameters {
            let parse = |text: &str| serde_json::from_str(text).unwrap_or(Value::Null);
            value_changes("", &parse(&before.parameters), &parse(&self.parameters), &mut changes);
        }
        for (name, digest) in &self.inputs {
            match before.inputs.get(name) {
                None => changes.push(format!("new input: {name}")),
                Some(old) if old != digest => changes.push(format!("{name} changed")),
                Some(_) => {}
            }
        }
        for name in before.inputs.keys().filter(|name| !self.inputs.contains_key(*name)) {
            changes.push(format!("input gone: {name}"));
        }
        if changes.is_empty() {
            changes.push("its result was no longer in the cache".to_owned());
        }
        changes
    }
}

/// The places where two parameter values differ: `Obstacles[2].action "OK" → "Not Now"`.
fn value_changes(path: &str, old: &Value, new: &Value, changes: &mut Vec<String>) {
    match (old, new) {
        (Value::Object(a), Value::Object(b)) => {
            let keys: std::collections::BTreeSet<&String> = a.keys().chain(b.keys()).collect();
            for key in keys {
                let inner = if path.is_empty() {
                    key.clone()
                } else {
                    format!("{path}.{key}")
                };
                let missing = Value::Null;
                value_changes(
                    &inner,
                    a.get(key).unwrap_or(&missing),
                    b.get(key).unwrap_or(&missing),
                    changes,
                );
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (i, (a, b)) in a.iter().zip(b).enumerate() {
                value_changes(&format!("{path}[{i}]"), a, b, changes);
            }
        }
        // Lists of other lengths: an entry came or went; say which instead of shifting all that follow.
        (Value::Array(a), Value::Array(b)) => {
            for (i, entry) in b.iter().enumerate().filter(|(_, entry)| !a.contains(entry)) {
                changes.push(format!("{path}[{i}] added: {}", shown(entry)));
            }
            for (i, entry) in a.iter().enumerate().filter(|(_, entry)| !b.contains(entry)) {
                changes.push(format!("{path}[{i}] removed: {}", shown(entry)));
            }
        }
        (a, b) if a == b => {}
        (Value::String(a), Value::String(b)) if !is_short(a) || !is_short(b) => {
            let (a, b) = around_the_difference(a, b);
            changes.push(format!("{path} {} → {}", Value::from(a), Value::from(b)));
        }
        (a, b) => changes.push(format!("{path} {} → {}", shown(a), shown(b))),
    }
}

/// The longest text that is shown whole, in characters.
const SHOWN: usize = 60;

fn is_short(text: &str) -> bool {
    text.chars().count() <= SHOWN
}

/// The parts of two long texts that tell them apart: from a few characters before the first difference.
fn around_the_difference(old: &str, new: &str) -> (String, String) {
    /// Characters that are shown of what both have before the difference.
    const BEFORE: usize = 15;
    let same = old.chars().zip(new.chars()).take_while(|(a, b)| a == b).count();
    let start = same.saturating_sub(BEFORE);
    let part = |text: &str| {
        let rest: Vec<char> = text.chars().skip(start).collect();
        let head = if start > 0 { "…" } else { "" };
        let tail = if rest.len() > SHOWN { "…" } else { "" };
        format!("{head}{}{tail}", rest.iter().take(SHOWN).collect::<String>())
    };
    (part(old), part(new))
}

/// A value, cut where it would fill the terminal.
fn shown(value: &Value) -> String {
    let text = match value {
        Value::Null => "nothing".to_owned(),
        value => value.to_string(),
    };
    if text.chars().count() <= 80 {
        text
    } else {
        format!("{}…", text.chars().take(79).collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn changes(old: Value, new: Value) -> Vec<String> {
        let ingredients = |value: Value| Ingredients {
            version: 1,
            parameters: value.to_string(),
            inputs: BTreeMap::new(),
            result: None,
        };
        ingredients(new).changes_since(Some(&ingredients(old)))
    }

    #[test]
    fn a_change_is_named_by_its_field() {
        let old = json!({ "Obstacles": [{ "trigger": "Rate", "action": "OK" }] });
        let new = json!({ "Obstacles": [{ "trigger": "Rate", "action": "Not Now" }] });
        assert_eq!(changes(old, new), [r#"Obstacles[0].action "OK" → "Not Now""#]);
    }

    #[test]
    fn of_long_texts_the_part_that_differs_is_shown() {
        let long = "word ".repeat(40);
        let old = json!({ "context": format!("{long}before the end{long}") });
        let new = json!({ "context": format!("{long}after the end{long}") });
        let said = changes(old, new).concat();
        assert!(
            said.starts_with("context \"…") && said.contains("before the end") && said.contains("after the end"),
            "{said}"
        );
        assert!(said.chars().count() < 160, "{said}");
    }

    #[test]
    fn an_added_entry_does_not_shift_the_others() {
        assert_eq!(
            changes(json!({ "Skip": ["a", "b"] }), json!({ "Skip": ["x", "a", "b"] })),
            [r#"Skip[0] added: "x""#]
        );
    }
}
