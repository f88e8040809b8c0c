//! Where a value comes from.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::key::variable;

/// What settings are read from.
#[derive(Debug, Clone, Copy)]
pub struct Sources<'a> {
    /// The one `settings.json` that counts; none if there is none.
    pub file: Option<&'a Map<String, Value>>,
    /// The environment.
    pub environment: &'a BTreeMap<String, String>,
}

/// Where the value in force is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// `settings.json`.
    File,
    /// The environment.
    Environment,
    /// The default.
    Default,
}

/// A value that was given and can't be used; the next source counts instead.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{key} is {given:?} in {origin}; expected {expected}")]
pub struct Problem {
    /// The setting's key.
    pub key: &'static str,
    /// What was given.
    pub given: String,
    /// Where.
    pub origin: Origin,
    /// What would do.
    pub expected: &'static str,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::File => "settings.json",
            Self::Environment => "the environment",
            Self::Default => "the defaults",
        })
    }
}

/// A type that a setting can have.
pub trait SettingValue: Sized {
    /// What a value looks like, for messages.
    const EXPECTED: &'static str;

    /// The value of a JSON value.
    fn of_json(value: &Value) -> Option<Self>;

    /// The value of a variable's text.
    fn of_text(text: &str) -> Option<Self>;
}

/// The value of `key` from the first source that has a usable one.
pub(crate) fn look_up<T: SettingValue>(
    sources: &Sources<'_>,
    key: &'static str,
    default: T,
    problems: &mut Vec<Problem>,
) -> (T, Origin) {
    let mut bad = |given: String, origin| {
        problems.push(Problem {
            key,
            given,
            origin,
            expected: T::EXPECTED,
        })
    };
    if let Some(value) = sources.file.and_then(|file| file.get(key)) {
        match T::of_json(value) {
            Some(value) => return (value, Origin::File),
            None => bad(value.to_string(), Origin::File),
        }
    }
    if let Some(text) = sources.environment.get(&variable(key)) {
        match T::of_text(text) {
            Some(value) => return (value, Origin::Environment),
            None => bad(text.clone(), Origin::Environment),
        }
    }
    (default, Origin::Default)
}

impl SettingValue for i64 {
    const EXPECTED: &'static str = "an integer";

    fn of_json(value: &Value) -> Option<Self> {
        value.as_i64()
    }

    fn of_text(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl SettingValue for f64 {
    const EXPECTED: &'static str = "a number";

    fn of_json(value: &Value) -> Option<Self> {
        value.as_f64()
    }

    fn of_text(text: &str) -> Option<Self> {
        text.parse().ok().filter(|number: &Self| number.is_finite())
    }
}

impl SettingValue for String {
    const EXPECTED: &'static str = "a text";

    fn of_json(value: &Value) -> Option<Self> {
        value.as_str().map(str::to_owned)
    }

    fn of_text(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
}
