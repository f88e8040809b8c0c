//! What can be accepted by itself: the app as a whole, or one skill.

use std::collections::BTreeSet;

use skillc_diff::{Change, Report, Severity};

/// The changes of one skill, or those that concern the app as a whole.
#[derive(Debug, Clone)]
pub struct Unit<'r> {
    /// The skill; none for the app as a whole.
    pub skill: Option<&'r str>,
    /// Its changes, worst first.
    pub changes: Vec<&'r Change>,
}

/// What is not accepted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Held {
    /// Whether what concerns the app as a whole is left as it was.
    pub app: bool,
    /// Skills that are left as they were: by their new name, or by the old one if they are gone.
    pub skills: BTreeSet<String>,
    /// Skills whose changes are accepted, named likewise.
    pub taken: BTreeSet<String>,
}

/// The units of a report on one app, worst first.
pub fn units(report: &Report) -> Vec<Unit<'_>> {
    let mut units: Vec<Unit<'_>> = Vec::new();
    for change in &report.changes {
        let skill = change.skill.as_deref();
        match units.iter_mut().find(|unit| unit.skill == skill) {
            Some(unit) => unit.changes.push(change),
            None => units.push(Unit {
                skill,
                changes: vec![change],
            }),
        }
    }
    units
}

impl Unit<'_> {
    /// Whether one of its changes breaks something.
    pub fn breaks(&self) -> bool {
        self.changes.iter().any(|change| change.severity == Severity::Breaking)
    }

    /// Its name: `app/skill`, or `app/` for the app as a whole.
    pub fn name(&self, app: &str) -> String {
        format!("{app}/{}", self.skill.unwrap_or_default())
    }
}

impl Held {
    /// Leaves `unit` as it was.
    pub fn hold(&mut self, unit: &Unit<'_>) {
        match unit.skill {
            Some(skill) => {
                self.skills.insert(skill.to_owned());
            }
            None => self.app = true,
        }
    }

    /// Accepts `unit`.
    pub fn take(&mut self, unit: &Unit<'_>) {
        self.taken.extend(unit.skill.map(ToOwned::to_owned));
    }

    /// Whether everything is accepted.
    pub fn is_nothing(&self) -> bool {
        !self.app && self.skills.is_empty()
    }
}
