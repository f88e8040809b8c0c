//! JUnit: a suite an app; a change that counts as a failure fails its case, the others pass and stand in the name.

use skillc_formats::junit::{Case, NotXml, Suite, Verdict, xml};

use super::github::message;
use super::human::problem_line;
use crate::report::Report;
use crate::severity::FailOn;

/// The XML.
///
/// # Errors
/// When the report can't be written as XML.
pub fn junit(report: &Report, fail_on: FailOn) -> Result<String, NotXml> {
    xml("skillc diff", &suites(report, fail_on))
}

/// A suite an app, and one for what could not be compared.
pub fn suites(report: &Report, fail_on: FailOn) -> Vec<Suite> {
    let mut suites: Vec<Suite> = Vec::new();
    for app in &report.apps {
        let changes = report.changes.iter().filter(|change| change.app == *app);
        let mut cases: Vec<Case> = changes
            .map(|change| Case {
                name: change.id.clone(),
                verdict: if fail_on.fails(Some(change.severity)) {
                    let text = message(change);
                    Verdict::Failed {
                        kind: change.kind.as_str().to_owned(),
                        message: change.kind.title().to_owned(),
                        detail: text,
                    }
                } else {
                    Verdict::Passed
                },
            })
            .collect();
        if cases.is_empty() {
            cases.push(Case {
                name: "no changes".to_owned(),
                verdict: Verdict::Passed,
            });
        }
        suites.push(Suite {
            name: app.clone(),
            cases,
        });
    }
    if !report.problems.is_empty() {
        let case = |(place, problem)| Case {
            name: format!("problem {place}"),
            verdict: Verdict::Error {
                message: problem_line(problem),
            },
        };
        suites.push(Suite {
            name: "not compared".to_owned(),
            cases: (1..).zip(&report.problems).map(case).collect(),
        });
    }
    suites
}
