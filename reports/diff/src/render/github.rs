//! Annotations of a GitHub workflow, on the line of APP.md that is the cause.

use skillc_formats::github::{Annotation, Level, commands};

use super::human::problem_line;
use crate::change::Change;
use crate::report::Report;
use crate::severity::Severity;

/// The workflow commands, worst first.
pub fn github(report: &Report) -> String {
    commands(&annotations(report))
}

/// The annotations: what could not be compared, then the changes, worst first.
pub fn annotations(report: &Report) -> Vec<Annotation> {
    let problems = report.problems.iter().map(|problem| Annotation {
        level: Level::Error,
        title: "skillc diff: not compared".to_owned(),
        message: problem_line(problem),
        file: problem.file.clone(),
        line: problem.line,
        column: None,
    });
    problems.chain(report.changes.iter().map(annotation)).collect()
}

fn annotation(change: &Change) -> Annotation {
    let level = match change.severity {
        Severity::Breaking => Level::Error,
        Severity::Risky => Level::Warning,
        Severity::Cosmetic => Level::Notice,
    };
    // A line that is gone has no place in the new file.
    let here = change.cause.new.is_some() || change.cause.old.is_none();
    Annotation {
        level,
        title: format!("{}: {}", change.severity, change.kind.title()),
        message: message(change),
        file: change.cause.file.clone(),
        line: change.cause.line.filter(|_| here),
        column: None,
    }
}

/// A change in a few lines.
pub(crate) fn message(change: &Change) -> String {
    let skill = change
        .skill
        .as_ref()
        .map(|skill| format!(", skill {skill}"))
        .unwrap_or_default();
    let step = change.step.map(|step| format!(", step {step}")).unwrap_or_default();
    let mut lines = vec![format!("{}{skill}{step}: {}", change.app, change.kind.title())];
    lines.extend(change.before.as_ref().map(|before| format!("before: {before}")));
    lines.extend(change.after.as_ref().map(|after| format!("after: {after}")));
    lines.push(format!("why: {}", change.cause.words()));
    lines.join("\n")
}
