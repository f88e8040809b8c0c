//! A difference between two models, before anybody has asked why.

use skillc_graph::SkipPattern;
use skillc_model::{ScreenModel, StepModel};
use skillc_records::{ActionRef, AppField, FrameRef};

use crate::cause::Rule;
use crate::change::{ChangeKind, Evidence, Side};

/// A difference between two models.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// What changed.
    pub kind: ChangeKind,
    /// What it is about, the same whatever else changes: the old name of the skill, or the end of a new one. Empty for the app.
    pub subject: String,
    /// The skill as people know it now.
    pub skill: Option<String>,
    /// The step's number from 1.
    pub step: Option<usize>,
    /// What it was.
    pub before: Option<String>,
    /// What it is.
    pub after: Option<String>,
    /// The rule that made the difference.
    pub rule: Rule,
    /// The fields of APP.md that the old and the new side name themselves.
    pub fields: Fields,
    /// The pattern of the skip list that is in the way, or was.
    pub pattern: Option<SkipPattern>,
    /// What in the recordings shows it.
    pub evidence: Vec<Evidence>,
}

/// Fields of APP.md, by their places in the old and in the new file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fields {
    /// In the old one.
    pub old: Vec<AppField>,
    /// In the new one.
    pub new: Vec<AppField>,
}

impl Difference {
    pub(crate) fn new(kind: ChangeKind, rule: Rule) -> Self {
        Self {
            kind,
            subject: String::new(),
            skill: None,
            step: None,
            before: None,
            after: None,
            rule,
            fields: Fields::default(),
            pattern: None,
            evidence: Vec::new(),
        }
    }

    /// Whether `other` is the same difference, found between other models.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.is_about(other) && self.before == other.before && self.after == other.after
    }

    /// Whether `other` is about the same thing.
    pub(crate) fn is_about(&self, other: &Self) -> bool {
        let named = |kind| matches!(kind, ChangeKind::Added | ChangeKind::OutOfReach | ChangeKind::Reachable);
        self.kind == other.kind
            && self.subject == other.subject
            && (named(self.kind) || self.before == other.before || self.before.is_none() && self.after == other.after)
    }
}

pub(crate) fn of_step(side: Side, step: &StepModel) -> Option<Evidence> {
    let waits = step.deed == "wait_for";
    let frame = if waits {
        step.after.as_ref().or(step.before.as_ref())
    } else {
        step.before.as_ref().or(step.after.as_ref())
    };
    // A point belongs to the frame on which the finger came down.
    let at = if waits || step.before.is_none() { None } else { step.at };
    let session = step
        .action
        .as_ref()
        .map(|action| &action.session)
        .or(frame.map(|frame| &frame.session))?;
    Some(Evidence {
        side,
        session: session.clone(),
        action: step.action.as_ref().map(|action| action.action),
        frame: frame.map(|frame| frame.frame),
        at,
    })
}

pub(crate) fn of_screen(side: Side, screen: &ScreenModel) -> Evidence {
    of_frame(side, &screen.frame)
}

pub(crate) fn of_frame(side: Side, frame: &FrameRef) -> Evidence {
    Evidence {
        side,
        session: frame.session.clone(),
        action: None,
        frame: Some(frame.frame),
        at: None,
    }
}

pub(crate) fn of_action(side: Side, action: &ActionRef, frame: Option<&FrameRef>) -> Evidence {
    Evidence {
        side,
        session: action.session.clone(),
        action: Some(action.action),
        frame: frame.map(|frame| frame.frame),
        at: None,
    }
}
