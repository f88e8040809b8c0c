//! What a change comes from.

use std::fmt;

use serde::Serialize;
use skillc_records::AppField;
use skillc_skills::StepRule;

use skillc_formats::words::shortened;

use crate::change::pieces;
use crate::compare::step_rule;

/// The longest piece of a value that is shown.
const LONGEST: usize = 60;

/// What a change comes from. The fields of the JSON form are fixed; which of them are set follows from the kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cause {
    /// What kind of thing changed.
    pub kind: CauseKind,
    /// The file with the value that counts now; the old one if the value is gone.
    pub file: Option<String>,
    /// Its line there, from 1.
    pub line: Option<usize>,
    /// The field of APP.md, the key of the setting, `recording`, `detection` or `skillc`.
    pub field: String,
    /// The old value; none if there was none.
    pub old: Option<String>,
    /// The new value; none if there is none.
    pub new: Option<String>,
    /// The rule by which that changed the skill.
    pub rule: Rule,
    /// The old file, if the value stood there.
    pub old_file: Option<String>,
    /// Its line in the old file.
    pub old_line: Option<usize>,
    /// Other edits that it took as well, or that would have done the same.
    pub also: Vec<Part>,
}

/// A further part of a cause.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Part {
    /// The field of APP.md.
    pub field: String,
    /// The file.
    pub file: Option<String>,
    /// The line.
    pub line: Option<usize>,
    /// The old value.
    pub old: Option<String>,
    /// The new value.
    pub new: Option<String>,
    /// How it takes part.
    pub role: Role,
}

/// How a further edit takes part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The change needs it too.
    Needed,
    /// It would have been enough by itself.
    Enough,
}

/// What kind of thing changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CauseKind {
    /// A line of APP.md.
    AppMd,
    /// What was recorded.
    Recording,
    /// What was detected on the same recording.
    Detection,
    /// A setting.
    Setting,
    /// The compiler itself.
    Skillc,
}

/// The rule by which a cause changes a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// The rule that makes the step.
    Step(StepRule),
    /// What the skip list forbids isn't tapped.
    SkipList,
    /// A rule of Obstacles.
    ObstacleRule,
    /// The detector of system alerts.
    SystemAlert,
    /// A dialog seen in the recording.
    Dialog,
    /// Screens and ways come from the recordings.
    Graph,
    /// Recordings that disagree.
    Disagreement,
    /// Which ways are worth a skill.
    Flows,
    /// A skill is named after the labels on its way.
    FlowName,
    /// The recipe of an archetype.
    Recipe,
    /// The app is launched by its name.
    Launch,
    /// The context section of a skill.
    ContextSection,
    /// The tips section of a skill.
    TipsSection,
    /// The credentials section of a skill.
    CredentialsSection,
}

impl Rule {
    /// Its word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Step(rule) => step_rule(rule),
            Self::SkipList => "skip-list",
            Self::ObstacleRule => "obstacle-rule",
            Self::SystemAlert => "system-alert",
            Self::Dialog => "dialog",
            Self::Graph => "graph",
            Self::Disagreement => "disagreement",
            Self::Flows => "flows",
            Self::FlowName => "flow-name",
            Self::Recipe => "recipe",
            Self::Launch => "launch",
            Self::ContextSection => "context-section",
            Self::TipsSection => "tips-section",
            Self::CredentialsSection => "credentials-section",
        }
    }
}

impl Serialize for Rule {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl CauseKind {
    /// Its word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::AppMd => "app-md",
            Self::Recording => "recording",
            Self::Detection => "detection",
            Self::Setting => "setting",
            Self::Skillc => "skillc",
        }
    }
}

impl Cause {
    /// In a few words: what changed, from what to what.
    pub fn words(&self) -> String {
        let what = match self.kind {
            CauseKind::AppMd | CauseKind::Setting => self.field.as_str(),
            CauseKind::Recording => "another recording",
            CauseKind::Detection => "another detection",
            CauseKind::Skillc => "another version of skillc",
        };
        words(what, self.old.as_deref(), self.new.as_deref())
    }

    /// Where it stands, as `file:line`.
    pub fn place(&self) -> Option<String> {
        let file = self.file.as_ref()?;
        Some(self.line.map_or_else(|| file.clone(), |line| format!("{file}:{line}")))
    }

    /// The field of APP.md it is about, without the place in its list: `Skip`, `Tabs`; for filters.
    pub fn group(&self) -> String {
        match self.kind {
            CauseKind::AppMd => self.field.split(['[', '.']).next().unwrap_or(&self.field).to_owned(),
            kind => kind.as_str().to_owned(),
        }
    }
}

impl Part {
    /// In a few words: what changed, from what to what.
    pub fn words(&self) -> String {
        words(&self.field, self.old.as_deref(), self.new.as_deref())
    }
}

fn words(what: &str, old: Option<&str>, new: Option<&str>) -> String {
    let (old, new) = (old.map(one_line), new.map(one_line));
    if let (Some(old), Some(new)) = (&old, &new)
        && old == new
    {
        return format!("{what}: “{}” moved", shortened(new, LONGEST));
    }
    match pieces(old.as_deref(), new.as_deref(), LONGEST) {
        (Some(old), Some(new)) => format!("{what}: “{old}” → “{new}”"),
        (Some(old), None) => format!("{what}: “{old}” removed"),
        (None, Some(new)) => format!("{what}: “{new}” added"),
        (None, None) => what.to_owned(),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The heading of APP.md that a field belongs to, as the fields' own order has it.
pub fn is_structural(field: &AppField) -> bool {
    !matches!(
        field,
        AppField::Tip(_) | AppField::Credential(_) | AppField::Structure | AppField::TabSection(_)
    )
}
