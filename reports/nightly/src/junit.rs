//! For test reports: a suite an app, with a case for the compile and one a change.

use skillc_diff::FailOn;
use skillc_formats::junit::{Case, NotXml, Suite, Verdict as CaseVerdict, xml};

use crate::night::Night;

/// The XML.
///
/// # Errors
/// When the report can't be written as XML.
pub fn junit(night: &Night, fail_on: FailOn) -> Result<String, NotXml> {
    let mut suites = skillc_diff::render::junit::suites(&night.changes, fail_on);
    for app in &night.apps {
        // What was accepted of it is in the cases of its changes.
        if app.is_gone {
            continue;
        }
        let verdict = match (app.skills, app.problems.first()) {
            (Some(_), None) => CaseVerdict::Passed,
            (_, problem) => CaseVerdict::Error {
                message: problem.cloned().unwrap_or_else(|| night.line(app)),
            },
        };
        let case = Case {
            name: "compile".to_owned(),
            verdict,
        };
        match suites.iter_mut().find(|suite| suite.name == app.app) {
            Some(suite) => suite.cases.insert(0, case),
            None => suites.push(Suite {
                name: app.app.clone(),
                cases: vec![case],
            }),
        }
    }
    xml("skillc nightly", &suites)
}
