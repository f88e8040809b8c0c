//! For test reports: a suite a detector, a case a gate.

use skillc_formats::junit::{Case, NotXml, Suite, Verdict, xml};

use crate::report::Report;

/// The XML. A detector without a gate has one case that says that it was measured.
///
/// # Errors
/// When the report can't be written as XML.
pub fn junit(report: &Report) -> Result<String, NotXml> {
    let suite = |name: &String| {
        let of_detector = report.gates.iter().filter(|gate| gate.detector == *name);
        let mut cases: Vec<Case> = of_detector
            .map(|gate| Case {
                name: gate.gate.clone(),
                verdict: if gate.passed {
                    Verdict::Passed
                } else {
                    Verdict::Failed {
                        kind: "gate".to_owned(),
                        message: format!("measured {:.4} on {}", gate.value, gate.of),
                        detail: format!("{} holds: measured {} on {}", gate.gate, gate.value, gate.of),
                    }
                },
            })
            .collect();
        if cases.is_empty() {
            cases.push(Case {
                name: "measured".to_owned(),
                verdict: Verdict::Passed,
            });
        }
        Suite {
            name: name.clone(),
            cases,
        }
    };
    let mut suites: Vec<Suite> = report.detectors.iter().map(|detector| suite(&detector.name)).collect();
    if !report.problems.is_empty() {
        let error = |(place, message): (usize, &String)| Case {
            name: format!("left out {}", place + 1),
            verdict: Verdict::Error {
                message: message.clone(),
            },
        };
        suites.push(Suite {
            name: "not measured".to_owned(),
            cases: report.problems.iter().enumerate().map(error).collect(),
        });
    }
    xml("skillc recall", &suites)
}
