//! The result of one run.

use serde::Serialize;
use skillc_diff::{Report, Severity};
use skillc_formats::words::{count, counts};

/// The result of one run.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Night {
    /// The workspace, as people name it.
    pub workspace: String,
    /// The apps, in order.
    pub apps: Vec<AppNight>,
    /// Everything that changed since it was accepted, and what could not be compared.
    pub changes: Report,
    /// How long it took, in milliseconds; none in a report that must come out the same.
    pub elapsed_ms: Option<u64>,
}

/// One app.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct AppNight {
    /// Its slug, as the comparison names it.
    pub app: String,
    /// Its display name.
    pub name: String,
    /// The sessions it was compiled from.
    pub sessions: usize,
    /// The skills that came out; none if it wasn't compiled.
    pub skills: Option<usize>,
    /// Whether something was accepted before.
    pub was_accepted: bool,
    /// Whether it was accepted and no APP.md describes it any more.
    pub is_gone: bool,
    /// What went wrong, a sentence each.
    pub problems: Vec<String>,
}

/// How an app stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// As it was accepted.
    Same,
    /// Not accepted yet.
    New,
    /// Changed, at worst like this.
    Changed(Severity),
    /// Accepted, and described no more.
    Gone,
    /// Something went wrong, so nobody knows.
    Failed,
}

impl Verdict {
    /// Its word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::New => "new",
            Self::Changed(severity) => severity.as_str(),
            Self::Gone => "gone",
            Self::Failed => "failed",
        }
    }
}

impl Night {
    /// How an app stands.
    pub fn verdict(&self, app: &AppNight) -> Verdict {
        let compared = !self
            .changes
            .problems
            .iter()
            .any(|problem| problem.app.as_deref() == Some(app.app.as_str()));
        let worst = self
            .changes
            .changes
            .iter()
            .filter(|change| change.app == app.app)
            .map(|change| change.severity)
            .max();
        match worst {
            _ if app.is_gone && compared => Verdict::Gone,
            _ if app.skills.is_none() || !app.problems.is_empty() || !compared => Verdict::Failed,
            _ if !app.was_accepted => Verdict::New,
            Some(worst) => Verdict::Changed(worst),
            None => Verdict::Same,
        }
    }

    /// An app in one line.
    pub fn line(&self, app: &AppNight) -> String {
        let made = match app.skills {
            _ if app.is_gone => "no APP.md describes it any more".to_owned(),
            Some(skills) => {
                format!(
                    "{} from {}",
                    count(skills, "skill", "skills"),
                    count(app.sessions, "session", "sessions")
                )
            }
            None => "not compiled".to_owned(),
        };
        let of = |severity| {
            self.changes
                .changes
                .iter()
                .filter(|c| c.app == app.app && c.severity == severity)
                .count()
        };
        let found = match self.verdict(app) {
            Verdict::Same => "as accepted".to_owned(),
            Verdict::New => "nothing accepted yet".to_owned(),
            Verdict::Changed(_) | Verdict::Gone => counts(&[
                (of(Severity::Breaking), "breaking"),
                (of(Severity::Risky), "risky"),
                (of(Severity::Cosmetic), "cosmetic"),
            ]),
            Verdict::Failed => {
                let first = app.problems.first().cloned().or_else(|| {
                    let problem = self
                        .changes
                        .problems
                        .iter()
                        .find(|problem| problem.app.as_deref() == Some(app.app.as_str()));
                    problem.map(|problem| problem.message.clone())
                });
                first.unwrap_or_else(|| "no usable recording".to_owned())
            }
        };
        format!("{made}: {found}")
    }

    /// Everything in one line.
    pub fn headline(&self) -> String {
        let skills: usize = self.apps.iter().filter_map(|app| app.skills).sum();
        let of = |wanted: fn(Verdict) -> bool| self.apps.iter().filter(|app| wanted(self.verdict(app))).count();
        let parts = counts(&[
            (of(|verdict| verdict == Verdict::Failed), "failed"),
            (of(|verdict| verdict == Verdict::Gone), "gone"),
            (
                of(|verdict| verdict == Verdict::Changed(Severity::Breaking)),
                "breaking",
            ),
            (of(|verdict| verdict == Verdict::Changed(Severity::Risky)), "risky"),
            (
                of(|verdict| verdict == Verdict::Changed(Severity::Cosmetic)),
                "cosmetic",
            ),
            (of(|verdict| verdict == Verdict::New), "new"),
            (of(|verdict| verdict == Verdict::Same), "as accepted"),
        ]);
        let parts = if parts.is_empty() {
            "nothing to do".to_owned()
        } else {
            parts
        };
        format!(
            "{}, {}: {parts}",
            count(self.apps.len(), "app", "apps"),
            count(skills, "skill", "skills")
        )
    }
}
