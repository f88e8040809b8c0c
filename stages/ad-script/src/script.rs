//! A script as it is written.

use serde::{Deserialize, Serialize};
use skillc_snapshot::evidence::TargetEvidence;

/// A script.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Script {
    /// What it was recorded on and how it is to be run.
    pub header: Header,
    /// The variables that it sets, in order.
    pub env: Vec<Variable>,
    /// What it does, in order.
    pub actions: Vec<ScriptAction>,
}

/// The metadata of the header. A value that no reader understands is left out.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Header {
    /// The platform that it is for.
    pub platform: Option<ScriptPlatform>,
    /// The kind of device that it is for.
    pub target: Option<ScriptTargetKind>,
    /// How long one run may take, in milliseconds: at least 1.
    pub timeout_ms: Option<u64>,
    /// How often a failed run is repeated; a runner does so at most 3 times.
    pub retries: Option<u64>,
    /// The device that it was recorded on; for people.
    pub device: Option<String>,
    /// Whether that was an emulator, a simulator or a device; for people.
    pub kind: Option<String>,
}

/// A platform that a script may be for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScriptPlatform {
    /// Any of Apple's.
    Apple,
    /// iPhones and iPads.
    Ios,
    /// Macs.
    Macos,
    /// Android.
    Android,
    /// HarmonyOS.
    Harmonyos,
    /// Vega.
    Vega,
    /// Linux desktops.
    Linux,
}

/// A kind of device that a script may be for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScriptTargetKind {
    /// A phone or tablet.
    Mobile,
    /// A television.
    Tv,
    /// A desktop.
    Desktop,
}

/// A variable that a script sets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variable {
    /// Its name: upper-case letters, digits, underscores.
    pub name: String,
    /// Its value.
    pub value: String,
    /// Where it stands, from 1; 0 if it was made and not read.
    pub line: usize,
}

/// One line that does something.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ScriptAction {
    /// Its first word.
    pub command: String,
    /// The words after it.
    pub arguments: Vec<Argument>,
    /// What its target looked like, from the line before.
    pub evidence: Option<Evidence>,
    /// Where it stands, from 1; 0 if it was made and not read.
    pub line: usize,
}

/// A word of an action.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Argument {
    /// Its text, quotes resolved.
    pub text: String,
    /// Whether it was quoted: a quoted word is never a flag.
    pub quoted: bool,
}

/// What the targets of an action looked like.
#[allow(
    clippy::large_enum_variant,
    reason = "a script has few drags, and boxes would be in everyone's way"
)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    /// One target.
    Target(TargetEvidence),
    /// Where a drag began and ended.
    Drag {
        /// Where it began.
        source: TargetEvidence,
        /// Where it ended.
        destination: TargetEvidence,
    },
}

impl ScriptPlatform {
    /// Every platform.
    pub const ALL: [Self; 7] = [
        Self::Apple,
        Self::Ios,
        Self::Macos,
        Self::Android,
        Self::Harmonyos,
        Self::Vega,
        Self::Linux,
    ];

    /// The word in scripts.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Apple => "apple",
            Self::Ios => "ios",
            Self::Macos => "macos",
            Self::Android => "android",
            Self::Harmonyos => "harmonyos",
            Self::Vega => "vega",
            Self::Linux => "linux",
        }
    }

    /// The platform of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|platform| platform.as_str() == name)
    }
}

impl ScriptTargetKind {
    /// The word in scripts.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Mobile => "mobile",
            Self::Tv => "tv",
            Self::Desktop => "desktop",
        }
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Mobile, Self::Tv, Self::Desktop]
            .into_iter()
            .find(|kind| kind.as_str() == name)
    }
}

impl Argument {
    /// A word in quotes.
    pub fn quoted(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            quoted: true,
        }
    }

    /// A word without quotes.
    pub fn bare(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            quoted: false,
        }
    }
}

impl ScriptAction {
    /// An action that was made and not read.
    pub fn new(command: &str, arguments: Vec<Argument>) -> Self {
        Self {
            command: command.to_owned(),
            arguments,
            evidence: None,
            line: 0,
        }
    }
}
