//! The report: all changes of all apps, worst first, with what could not be compared.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use skillc_model::AppModel;
use skillc_records::{AppField, Slug};

use crate::cause::{Cause, CauseKind};
use crate::change::{Change, ChangeKind, Side};
use crate::compare::{Difference, StepTable, compare, step_tables};
use crate::explain::explain;
use crate::laboratory::Laboratory;
use crate::severity::{Severities, Severity};

/// The version of the JSON form. Fields are added, never renamed.
pub const FORMAT_VERSION: u32 = 1;

/// All changes of all apps.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Report {
    /// What is compared with what, for people.
    #[serde(skip)]
    pub sides: (String, String),
    /// The apps that were compared, in order.
    #[serde(skip)]
    pub apps: Vec<String>,
    /// The changes: worst first, then by app, skill and step.
    pub changes: Vec<Change>,
    /// What could not be compared.
    pub problems: Vec<Problem>,
    /// The steps of every skill that changed, by app.
    #[serde(skip)]
    pub tables: BTreeMap<String, Vec<StepTable>>,
}

/// The numbers of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Summary {
    /// Skills that are there before and after and have a change.
    pub skills_changed: usize,
    /// Skills that are new.
    pub added: usize,
    /// Skills that are gone.
    pub removed: usize,
    /// Breaking changes.
    pub breaking: usize,
    /// Risky changes.
    pub risky: usize,
    /// Cosmetic changes.
    pub cosmetic: usize,
}

/// Something that could not be compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The app, if it is about one.
    pub app: Option<String>,
    /// The file or session.
    pub file: Option<String>,
    /// The line from 1.
    pub line: Option<usize>,
    /// What went wrong, and what stays unknown because of it.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Report {
    /// A report on `old` against `new`, with nothing in it yet.
    pub fn new(old: impl Into<String>, new: impl Into<String>) -> Self {
        Self {
            sides: (old.into(), new.into()),
            ..Self::default()
        }
    }

    /// Compares two models of one app and adds what changed. A side that doesn't exist is none: an app that is new or gone.
    /// `laboratory` compiles again what has to be tried to find the causes.
    pub fn add(
        &mut self,
        app: &str,
        old: &AppModel,
        new: &AppModel,
        severities: &Severities,
        laboratory: &mut dyn Laboratory,
    ) {
        if !self.apps.iter().any(|known| known == app) {
            self.apps.push(app.to_owned());
        }
        let mut differences = compare(old, new);
        differences.retain(|difference| severities.of(difference.kind).is_some());
        let causes = explain(old, new, &differences, laboratory);
        self.push(app, differences, causes, severities);
        let changed = self
            .changes
            .iter()
            .filter(|change| change.app == app)
            .filter_map(|change| change.skill.as_deref());
        let tables = step_tables(old, new, &changed.collect::<Vec<_>>());
        self.tables.insert(app.to_owned(), tables);
    }

    fn push(&mut self, app: &str, differences: Vec<Difference>, causes: Vec<Cause>, severities: &Severities) {
        for (difference, cause) in differences.into_iter().zip(causes) {
            let Some(severity) = severities.of(difference.kind) else {
                continue;
            };
            let id = self.id(app, &difference);
            self.changes.push(Change {
                id,
                app: app.to_owned(),
                skill: difference.skill,
                kind: difference.kind,
                severity,
                step: difference.step,
                before: difference.before,
                after: difference.after,
                cause,
                evidence: difference.evidence,
            });
        }
        self.sort();
    }

    /// Adds an app that only one side has: all of its skills are new, or gone, because its APP.md is.
    pub fn add_whole(&mut self, app: &str, side: Side, model: &AppModel, severities: &Severities) {
        let empty = AppModel {
            skills: Vec::new(),
            reachable: Vec::new(),
            lost: Vec::new(),
            flaky: Vec::new(),
            ..model.clone()
        };
        let (old, new) = match side {
            Side::Old => (model, &empty),
            Side::New => (&empty, model),
        };
        if !self.apps.iter().any(|known| known == app) {
            self.apps.push(app.to_owned());
        }
        let whole = |difference: &Difference| matches!(difference.kind, ChangeKind::Added | ChangeKind::Removed);
        let differences = compare(old, new).into_iter().filter(whole).collect::<Vec<_>>();
        let causes = differences
            .iter()
            .map(|difference| existence(side, model, difference))
            .collect();
        self.push(app, differences, causes, severities);
        let changed: Vec<&str> = model.skills.iter().map(|skill| skill.name.as_str()).collect();
        self.tables.insert(app.to_owned(), step_tables(old, new, &changed));
    }

    /// Adds what another report holds.
    pub fn merge(&mut self, other: Self) {
        self.apps.extend(other.apps);
        self.apps.sort();
        self.apps.dedup();
        self.changes.extend(other.changes);
        self.problems.extend(other.problems);
        self.tables.extend(other.tables);
        self.sort();
    }

    fn sort(&mut self) {
        let order = |change: &Change| {
            (
                Reverse(change.severity),
                change.app.clone(),
                change.skill.is_some(),
                change.skill.clone(),
                change.step,
            )
        };
        self.changes.sort_by_cached_key(order);
    }

    /// A name for a change that is the same in the next run: app, subject, kind and step; a number only if that is taken.
    fn id(&self, app: &str, difference: &Difference) -> String {
        let step = difference.step.map(|step| format!(" {step}")).unwrap_or_default();
        let subject = match difference.kind {
            ChangeKind::OutOfReach => difference.before.clone(),
            ChangeKind::Reachable => difference.after.clone(),
            _ => difference.skill.clone(),
        };
        let subject = subject.unwrap_or_else(|| difference.subject.clone());
        let base = Slug::of(&format!("{app} {subject} {}{step}", difference.kind))
            .as_str()
            .to_owned();
        let taken = |id: &str| self.changes.iter().any(|change| change.id == id);
        if !taken(&base) {
            return base;
        }
        (2..)
            .map(|number| format!("{base}-{number}"))
            .find(|id| !taken(id))
            .unwrap_or(base)
    }

    /// The numbers.
    pub fn summary(&self) -> Summary {
        let of = |severity| self.changes.iter().filter(|change| change.severity == severity).count();
        let whole = |kind| self.changes.iter().filter(|change| change.kind == kind).count();
        let named = |kinds: &[ChangeKind]| -> BTreeSet<(&str, &str)> {
            let these = self.changes.iter().filter(|change| kinds.contains(&change.kind));
            these
                .filter_map(|change| Some((change.app.as_str(), change.skill.as_deref()?)))
                .collect()
        };
        let come_or_gone = named(&[ChangeKind::Added, ChangeKind::Removed]);
        let changed = named(&ChangeKind::ALL);
        Summary {
            skills_changed: changed.difference(&come_or_gone).count(),
            added: whole(ChangeKind::Added),
            removed: whole(ChangeKind::Removed),
            breaking: of(Severity::Breaking),
            risky: of(Severity::Risky),
            cosmetic: of(Severity::Cosmetic),
        }
    }

    /// The worst severity; none if nothing changed.
    pub fn worst(&self) -> Option<Severity> {
        self.changes.iter().map(|change| change.severity).max()
    }

    /// The outcome in one line.
    pub fn headline(&self) -> String {
        use skillc_formats::words::{count, counts};
        let apps = count(self.apps.len(), "app", "apps");
        let problems = match self.problems.len() {
            0 => String::new(),
            n => format!("; {} could not be compared", count(n, "thing", "things")),
        };
        if self.changes.is_empty() {
            return format!("No changes in {apps}{problems}");
        }
        let summary = self.summary();
        let skills = counts(&[
            (summary.skills_changed, "changed"),
            (summary.added, "added"),
            (summary.removed, "removed"),
        ]);
        let changes = count(self.changes.len(), "change", "changes");
        let severities = counts(&[
            (summary.breaking, "breaking"),
            (summary.risky, "risky"),
            (summary.cosmetic, "cosmetic"),
        ]);
        let skills = if skills.is_empty() {
            String::new()
        } else {
            format!("skills: {skills}; ")
        };
        format!("{changes} in {apps} ({skills}{severities}){problems}")
    }
}

/// The cause of a skill whose whole APP.md came or went.
fn existence(side: Side, model: &AppModel, difference: &Difference) -> Cause {
    let name = Some(model.declared.description.app.clone());
    let line = model.declared.place(&AppField::App).map(|place| place.line);
    let file = Some(model.declared.file.clone());
    let gone = side == Side::Old;
    Cause {
        kind: CauseKind::AppMd,
        field: AppField::App.to_string(),
        old: name.clone().filter(|_| gone),
        new: name.filter(|_| !gone),
        rule: difference.rule,
        old_file: file.clone().filter(|_| gone),
        old_line: line.filter(|_| gone),
        file,
        line,
        also: Vec::new(),
    }
}
