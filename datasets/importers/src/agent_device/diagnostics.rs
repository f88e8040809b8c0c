//! Why captures failed: the diagnostics of requests.
//!
//! The reason is decided from machine values, in the one place that decides it. Lines are written when a request is flushed, so their
//! order in the file says nothing.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use skillc_records::Attempt;
use skillc_snapshot::captured;

use super::{lines, text};
use crate::scripted::Told;
use crate::source::Source;

/// What the failed captures of each request came to, by the request's id.
pub fn failures(source: &Source, told: &mut Told) -> BTreeMap<String, Attempt> {
    let mut failures = BTreeMap::new();
    let files = source.files.iter().filter(|(name, _)| name.starts_with("requests/"));
    for (name, content) in files {
        for line in lines(name, content, told) {
            let failed = text(&line, "level") == Some("error") && text(&line, "phase") == Some("request_failed");
            if let Some(request) = text(&line, "requestId").filter(|_| failed) {
                failures.insert(request.to_owned(), attempt(&line["data"]));
            }
        }
    }
    failures
}

/// The attempt that an error stands for.
pub fn attempt(error: &Value) -> Attempt {
    let answer = captured::read(&json!({ "success": false, "error": error }));
    match answer.and_then(Result::err) {
        Some(failed) => Attempt::Failed {
            reason: failed.reason,
            // The producer's own class of error, where its helper gave none.
            error_type: failed.error_type.or_else(|| text(error, "code").map(str::to_owned)),
            exit_code: failed.exit_code,
        },
        None => Attempt::Failed {
            reason: skillc_records::FailureReason::ProducerError,
            error_type: text(error, "code").map(str::to_owned),
            exit_code: None,
        },
    }
}
