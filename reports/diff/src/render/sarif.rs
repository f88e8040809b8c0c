//! SARIF for code scanning: a rule a kind of change, a result a change, on the line that is its cause.

use serde_json::to_string_pretty;
use skillc_formats::sarif::{Finding, Level, Place, Rule, log};

use super::github::message;
use super::human::problem_line;
use crate::change::{Change, ChangeKind};
use crate::report::Report;
use crate::severity::Severity;

/// The rule of what could not be compared.
const NOT_COMPARED: &str = "not-compared";

/// The log, with a line end.
pub fn sarif(report: &Report, version: &str) -> String {
    let mut rules: Vec<Rule> = ChangeKind::ALL
        .into_iter()
        .map(|kind| Rule {
            id: kind.as_str().to_owned(),
            title: kind.title().to_owned(),
            level: level(Severity::of(kind)),
            help_uri: None,
        })
        .collect();
    rules.push(Rule {
        id: NOT_COMPARED.to_owned(),
        title: "could not be compared".to_owned(),
        level: Level::Error,
        help_uri: None,
    });
    let problems = report.problems.iter().map(|problem| Finding {
        rule: NOT_COMPARED.to_owned(),
        level: Level::Error,
        message: problem_line(problem),
        place: problem.file.clone().map(|file| Place {
            file,
            line: problem.line,
            column: None,
        }),
        related: Vec::new(),
        fingerprint: format!("{NOT_COMPARED} {}", problem_line(problem)),
    });
    let findings: Vec<Finding> = problems.chain(report.changes.iter().map(finding)).collect();
    let mut text = to_string_pretty(&log("skillc diff", version, &rules, &findings)).unwrap_or_default();
    text.push('\n');
    text
}

fn finding(change: &Change) -> Finding {
    let cause = &change.cause;
    let here = cause.new.is_some() || cause.old.is_none();
    let also = cause.also.iter().filter_map(|part| {
        let place = Place {
            file: part.file.clone()?,
            line: part.line,
            column: None,
        };
        Some((place, format!("{} too", part.field)))
    });
    Finding {
        rule: change.kind.as_str().to_owned(),
        level: level(change.severity),
        message: message(change),
        place: cause.file.clone().map(|file| Place {
            file,
            line: cause.line.filter(|_| here),
            column: None,
        }),
        related: also.collect(),
        fingerprint: change.id.clone(),
    }
}

fn level(severity: Severity) -> Level {
    match severity {
        Severity::Breaking => Level::Error,
        Severity::Risky => Level::Warning,
        Severity::Cosmetic => Level::Note,
    }
}
