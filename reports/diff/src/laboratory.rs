//! Where descriptions and inputs are tried, to find out what makes a difference.

use std::fmt;

use skillc_app_description::AppDescription;
use skillc_model::{AppModel, Inputs};

/// Compiles again.
pub trait Laboratory {
    /// What another description makes of what the new side was made from; none if it can't be compiled.
    fn described(&mut self, description: &AppDescription) -> Option<AppModel>;

    /// What a description makes of what `old` was made from, with some of it as the new side has it; none if what was there then
    /// is gone.
    fn over(&mut self, description: &AppDescription, old: &Inputs, new: &[Input]) -> Option<AppModel> {
        let _ = (description, old, new);
        None
    }
}

impl<F: FnMut(&AppDescription) -> Option<AppModel>> Laboratory for F {
    fn described(&mut self, description: &AppDescription) -> Option<AppModel> {
        self(description)
    }
}

/// Something beside APP.md that skills are made from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Input {
    /// The recordings.
    Recordings,
    /// What was detected on them.
    Detection,
    /// The setting under this key.
    Setting(String),
    /// The compiler.
    Skillc,
}

impl Input {
    /// What differs between the two sides.
    pub fn differing(old: &Inputs, new: &Inputs) -> Vec<Self> {
        let mut inputs = Vec::new();
        if old.sessions != new.sessions {
            inputs.push(Self::Recordings);
        }
        if old.detectors != new.detectors {
            inputs.push(Self::Detection);
        }
        for setting in old.settings.iter().chain(&new.settings) {
            let key = Self::Setting(key(setting).to_owned());
            let differs = setting_of(old, setting) != setting_of(new, setting);
            if differs && !inputs.contains(&key) {
                inputs.push(key);
            }
        }
        if old.tool != new.tool {
            inputs.push(Self::Skillc);
        }
        inputs
    }

    /// What it was and what it is, as people read it: only what differs.
    pub fn values(&self, old: &Inputs, new: &Inputs) -> (Option<String>, Option<String>) {
        let sessions = |inputs: &Inputs| inputs.sessions.iter().map(ToString::to_string).collect::<Vec<_>>();
        match self {
            Self::Recordings => apart(&sessions(old), &sessions(new)),
            Self::Detection => apart(&old.detectors, &new.detectors),
            Self::Setting(key) => {
                let value = |inputs: &Inputs| setting_of(inputs, key).map(ToOwned::to_owned);
                (value(old), value(new))
            }
            Self::Skillc => (Some(old.tool.clone()), Some(new.tool.clone())),
        }
    }
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Recordings => "recording",
            Self::Detection => "detection",
            Self::Setting(key) => key,
            Self::Skillc => "skillc",
        })
    }
}

/// The key of `key = value`.
fn key(setting: &str) -> &str {
    setting.split(" = ").next().unwrap_or(setting)
}

/// The value of a setting, which may be given as `key = value`.
fn setting_of<'i>(inputs: &'i Inputs, setting: &str) -> Option<&'i str> {
    let same = |other: &&String| key(other) == key(setting);
    inputs
        .settings
        .iter()
        .find(same)
        .and_then(|found| found.split_once(" = "))
        .map(|(_, value)| value)
}

/// What only one of the two has.
fn apart(old: &[String], new: &[String]) -> (Option<String>, Option<String>) {
    let only = |these: &[String], others: &[String]| {
        let only: Vec<&str> = these
            .iter()
            .filter(|one| !others.contains(one))
            .map(String::as_str)
            .collect();
        (!only.is_empty()).then(|| only.join(", "))
    };
    (only(old, new), only(new, old))
}
