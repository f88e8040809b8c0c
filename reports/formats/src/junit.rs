//! A JUnit report: a suite an app, a case for each thing that was checked.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

/// One suite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suite {
    /// Its name.
    pub name: String,
    /// Its cases.
    pub cases: Vec<Case>,
}

/// One case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// Its name, unique in its suite.
    pub name: String,
    /// How it went.
    pub verdict: Verdict,
}

/// How a case went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// As it should.
    Passed,
    /// Otherwise than it should.
    Failed {
        /// What kind of failure.
        kind: String,
        /// In one line.
        message: String,
        /// All of it.
        detail: String,
    },
    /// It could not be said.
    Error {
        /// In one line.
        message: String,
    },
}

/// The XML. Characters that XML can't hold are left out.
///
/// # Errors
/// When the report can't be written as XML.
pub fn xml(name: &str, suites: &[Suite]) -> Result<String, NotXml> {
    let mut report = Report::new(name);
    for suite in suites {
        let mut written = TestSuite::new(suite.name.as_str());
        for case in &suite.cases {
            let status = match &case.verdict {
                Verdict::Passed => TestCaseStatus::success(),
                Verdict::Failed { kind, message, detail } => {
                    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                    status
                        .set_type(kind.as_str())
                        .set_message(message.as_str())
                        .set_description(detail.as_str());
                    status
                }
                Verdict::Error { message } => {
                    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
                    status.set_message(message.as_str());
                    status
                }
            };
            let mut case = TestCase::new(case.name.as_str(), status);
            case.set_classname(suite.name.as_str());
            written.add_test_case(case);
        }
        report.add_test_suite(written);
    }
    report.to_string().map_err(|error| NotXml(error.to_string()))
}

/// A report that can't be written as XML.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the JUnit report could not be written: {0}")]
pub struct NotXml(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_text_stays_text() {
        let failed = Verdict::Failed {
            kind: "k".into(),
            message: "<a>&\"\u{0}\u{1b}[0m".into(),
            detail: "]]>".into(),
        };
        let suite = Suite {
            name: "Santé".into(),
            cases: vec![Case {
                name: "c".into(),
                verdict: failed,
            }],
        };
        let xml = xml("skillc diff", &[suite]).expect("written");
        assert!(!xml.contains('\u{0}') && !xml.contains("<a>"), "{xml}");
        assert!(xml.contains("failures=\"1\""), "{xml}");
    }
}
