//! What a change is.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use skillc_records::{ActionIndex, FrameIndex, SessionId, WindowPoint};

use crate::cause::Cause;
use crate::severity::Severity;

/// One change, with its cause.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Change {
    /// A name that stays the same as long as the change does: for anchors and fingerprints.
    pub id: String,
    /// The app.
    pub app: String,
    /// The skill: its new name, or its old one if it is gone. None for what concerns the whole app.
    pub skill: Option<String>,
    /// What changed.
    pub kind: ChangeKind,
    /// How bad that is.
    pub severity: Severity,
    /// The step's number from 1: in the new skill, or in the old one for a step that is gone.
    pub step: Option<usize>,
    /// What it was.
    pub before: Option<String>,
    /// What it is.
    pub after: Option<String>,
    /// Why.
    pub cause: Cause,
    /// What in the recordings shows it.
    pub evidence: Vec<Evidence>,
}

/// What changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    /// A skill is gone.
    Removed,
    /// A screen can't be reached any more.
    OutOfReach,
    /// A step touches what the skip list forbade.
    Forbidden,
    /// An obstacle is not dismissed any more.
    ObstacleUnhandled,
    /// An obstacle is answered otherwise.
    ObstacleChanged,
    /// An obstacle is recognised by other words, and answered as before.
    ObstacleRecognised,
    /// A skill goes over other screens.
    Rerouted,
    /// A step touches another element or point, or types something else.
    Retargeted,
    /// A step is gone.
    Dropped,
    /// A step is new.
    Inserted,
    /// A step is done earlier or later.
    Moved,
    /// The recordings began to disagree about a way.
    Flaky,
    /// A step began to rest on a frame that something speaks against.
    Doubtful,
    /// Another app is launched.
    App,
    /// A skill is new.
    Added,
    /// A skill has another name.
    Renamed,
    /// A step calls the same thing by another name.
    Relabelled,
    /// An obstacle is dismissed that was not.
    ObstacleHandled,
    /// A screen can be reached that could not.
    Reachable,
    /// The recordings don't disagree about a way any more.
    Steady,
    /// Nothing speaks against the frames of a step any more.
    Trusted,
    /// The recipe.
    Recipe,
    /// The credentials that a skill asks for.
    Credentials,
    /// The context that a skill gives.
    Context,
    /// The tips that a skill gives.
    Tips,
}

/// What in the recordings shows a change.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Evidence {
    /// Of which side it is evidence.
    pub side: Side,
    /// The session.
    pub session: SessionId,
    /// The action.
    pub action: Option<ActionIndex>,
    /// The frame.
    pub frame: Option<FrameIndex>,
    /// Where the finger came down on it, in window points.
    pub at: Option<WindowPoint>,
}

/// One of the two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Before.
    Old,
    /// After.
    New,
}

/// A word that is no kind of change.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no kind of change; use one of {list}", list = known())]
pub struct NoChangeKind(String);

fn known() -> String {
    ChangeKind::ALL.map(ChangeKind::as_str).join(", ")
}

impl Change {
    /// What it was and what it is, each at most `longest` characters long: what differs stays.
    pub fn pieces(&self, longest: usize) -> (Option<String>, Option<String>) {
        pieces(self.before.as_deref(), self.after.as_deref(), longest)
    }
}

/// Both of two texts, each at most `longest` characters long.
pub(crate) fn pieces(old: Option<&str>, new: Option<&str>, longest: usize) -> (Option<String>, Option<String>) {
    use skillc_formats::words::{around_change, shortened};
    match (old, new) {
        (Some(old), Some(new)) => {
            let (old, new) = around_change(old, new, longest);
            (Some(old), Some(new))
        }
        (old, new) => (
            old.map(|text| shortened(text, longest)),
            new.map(|text| shortened(text, longest)),
        ),
    }
}

impl ChangeKind {
    /// Every kind, those that are worst unless said otherwise first.
    pub const ALL: [Self; 25] = [
        Self::Removed,
        Self::OutOfReach,
        Self::Forbidden,
        Self::ObstacleUnhandled,
        Self::ObstacleChanged,
        Self::ObstacleRecognised,
        Self::Rerouted,
        Self::Retargeted,
        Self::Dropped,
        Self::Inserted,
        Self::Moved,
        Self::Flaky,
        Self::Doubtful,
        Self::App,
        Self::Added,
        Self::Renamed,
        Self::Relabelled,
        Self::ObstacleHandled,
        Self::Reachable,
        Self::Steady,
        Self::Trusted,
        Self::Recipe,
        Self::Credentials,
        Self::Context,
        Self::Tips,
    ];

    /// Its word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Removed => "removed",
            Self::OutOfReach => "out-of-reach",
            Self::Forbidden => "forbidden",
            Self::ObstacleUnhandled => "obstacle-unhandled",
            Self::ObstacleChanged => "obstacle-changed",
            Self::ObstacleRecognised => "obstacle-recognised",
            Self::Rerouted => "rerouted",
            Self::Retargeted => "retargeted",
            Self::Dropped => "dropped",
            Self::Inserted => "inserted",
            Self::Moved => "moved",
            Self::Flaky => "flaky",
            Self::Doubtful => "doubtful",
            Self::App => "app",
            Self::Added => "added",
            Self::Renamed => "renamed",
            Self::Relabelled => "relabelled",
            Self::ObstacleHandled => "obstacle-handled",
            Self::Reachable => "reachable",
            Self::Steady => "steady",
            Self::Trusted => "trusted",
            Self::Recipe => "recipe",
            Self::Credentials => "credentials",
            Self::Context => "context",
            Self::Tips => "tips",
        }
    }

    /// What happened, in a few words.
    pub fn title(self) -> &'static str {
        match self {
            Self::Removed => "skill removed",
            Self::OutOfReach => "screen out of reach",
            Self::Forbidden => "step touches what was forbidden",
            Self::ObstacleUnhandled => "obstacle no longer dismissed",
            Self::ObstacleChanged => "obstacle answered otherwise",
            Self::ObstacleRecognised => "obstacle recognised by other words",
            Self::Rerouted => "skill goes another way",
            Self::Retargeted => "step has another target",
            Self::Dropped => "step dropped",
            Self::Inserted => "step inserted",
            Self::Moved => "step moved",
            Self::Flaky => "recordings disagree",
            Self::Doubtful => "step rests on a doubtful frame",
            Self::App => "another app is launched",
            Self::Added => "skill added",
            Self::Renamed => "skill renamed",
            Self::Relabelled => "step relabelled",
            Self::ObstacleHandled => "obstacle newly dismissed",
            Self::Reachable => "screen within reach",
            Self::Steady => "recordings agree again",
            Self::Trusted => "step rests on good frames again",
            Self::Recipe => "recipe changed",
            Self::Credentials => "credentials changed",
            Self::Context => "context changed",
            Self::Tips => "tips changed",
        }
    }
}

impl fmt::Display for ChangeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for ChangeKind {
    type Err = NoChangeKind;

    fn from_str(word: &str) -> Result<Self, NoChangeKind> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.as_str() == word)
            .ok_or_else(|| NoChangeKind(word.to_owned()))
    }
}
