//! How bad a change is.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::change::ChangeKind;

/// How bad a change is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Words only, or more than before.
    Cosmetic,
    /// Another target, another way: look at it.
    Risky,
    /// A skill or screen is lost, a step can't be done, or something forbidden is touched.
    Breaking,
}

/// The severity of each kind, with what a workspace set otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Severities(BTreeMap<ChangeKind, Option<Severity>>);

/// The least severity at which a comparison fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailOn {
    /// At this one or worse.
    At(Severity),
    /// Whatever changed.
    Never,
}

/// A word that is no severity.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no severity; use cosmetic, risky, breaking or never")]
pub struct NoSeverity(String);

impl Severity {
    /// Every severity, worst first.
    pub const ALL: [Self; 3] = [Self::Breaking, Self::Risky, Self::Cosmetic];

    /// Its word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Breaking => "breaking",
            Self::Risky => "risky",
            Self::Cosmetic => "cosmetic",
        }
    }

    /// The built-in severity of a kind.
    pub fn of(kind: ChangeKind) -> Self {
        use ChangeKind as K;
        match kind {
            K::Removed | K::OutOfReach | K::Forbidden => Self::Breaking,
            K::ObstacleUnhandled
            | K::ObstacleChanged
            | K::ObstacleRecognised
            | K::Rerouted
            | K::Retargeted
            | K::Dropped
            | K::Inserted
            | K::Moved
            | K::Flaky
            | K::Doubtful
            | K::App => Self::Risky,
            K::Added
            | K::Renamed
            | K::Relabelled
            | K::ObstacleHandled
            | K::Reachable
            | K::Steady
            | K::Trusted
            | K::Recipe
            | K::Credentials
            | K::Context
            | K::Tips => Self::Cosmetic,
        }
    }
}

impl Severities {
    /// Sets the severity of a kind; with none it isn't reported.
    pub fn set(&mut self, kind: ChangeKind, severity: Option<Severity>) {
        self.0.insert(kind, severity);
    }

    /// The severity of a kind; none if it isn't reported.
    pub fn of(&self, kind: ChangeKind) -> Option<Severity> {
        self.0.get(&kind).copied().unwrap_or_else(|| Some(Severity::of(kind)))
    }
}

impl FailOn {
    /// Whether a comparison with `worst` as its worst change fails.
    pub fn fails(self, worst: Option<Severity>) -> bool {
        match self {
            Self::At(least) => worst.is_some_and(|worst| worst >= least),
            Self::Never => false,
        }
    }
}

impl FromStr for FailOn {
    type Err = NoSeverity;

    fn from_str(word: &str) -> Result<Self, NoSeverity> {
        let severity = Severity::ALL.into_iter().find(|severity| severity.as_str() == word);
        match (severity, word) {
            (Some(severity), _) => Ok(Self::At(severity)),
            (None, "never") => Ok(Self::Never),
            _ => Err(NoSeverity(word.to_owned())),
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
