//! A producer's answer to "capture", in whichever envelope it comes: a tree, or why there is none.
//!
//! This is the boundary at which a failure's reason is decided, once: everything above carries it on. Messages are kept for people and
//! never looked into.
//!
//! Source: reference on agent-device, §1.1, §1.2, §3 and §7.5.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use skillc_records::FailureReason;

use crate::{Node, QualityVerdict, TimeoutEvidence, failure::MachineValues, wire::read_nodes};

/// A capture that worked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Captured {
    /// The nodes, inherited labels restored.
    pub nodes: Vec<Node>,
    /// Whether the producer cut the tree; none means that it didn't say.
    pub truncated: Option<bool>,
    /// What the producer says about the capture.
    pub quality: Option<QualityVerdict>,
    /// The generation that refs of this tree are pinned to.
    pub refs_generation: Option<u64>,
    /// What the producer warns of; for people.
    pub warnings: Vec<String>,
}

/// A capture that failed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FailedCapture {
    /// Why: decided here from machine values.
    pub reason: FailureReason,
    /// The error type, verbatim.
    pub error_type: Option<String>,
    /// The exit code of what captured.
    pub exit_code: Option<i32>,
    /// What was published instead of a tree.
    pub evidence: Option<TimeoutEvidence>,
    /// The producer's words; for people.
    pub message: Option<String>,
}

/// Reads an answer: `{"success": …}` of the command line, `{"ok": …}` of the daemon, or a tool result with `isError` and
/// `structuredContent`. None if it is no answer to a capture.
pub fn read(answer: &Value) -> Option<Result<Captured, FailedCapture>> {
    let flag = |key: &str| answer.get(key).and_then(Value::as_bool);
    if flag("success") == Some(false) || flag("ok") == Some(false) {
        return Some(Err(failed(answer.get("error")?)));
    }
    if flag("isError") == Some(true) {
        let content = answer.get("structuredContent");
        return Some(Err(failed(
            content
                .and_then(|content| content.get("error"))
                .or(content)
                .unwrap_or(&Value::Null),
        )));
    }
    let data = answer
        .get("data")
        .or_else(|| answer.get("structuredContent"))
        .unwrap_or(answer);
    let nodes = data.get("nodes").and_then(Value::as_array)?;
    let warnings = data.get("warnings").and_then(Value::as_array).into_iter().flatten();
    Some(Ok(Captured {
        nodes: read_nodes(nodes),
        truncated: data.get("truncated").and_then(Value::as_bool),
        quality: data.get("snapshotQuality").and_then(QualityVerdict::read),
        refs_generation: data.get("refsGeneration").and_then(Value::as_u64),
        warnings: warnings.filter_map(Value::as_str).map(str::to_owned).collect(),
    }))
}

fn failed(error: &Value) -> FailedCapture {
    // The helper's own fields stand in the details, or in the helper's answer inside them.
    let places = ["/details", "/details/helper", ""];
    let text = |field: &str| {
        places
            .iter()
            .find_map(|place| error.pointer(place)?.get(field)?.as_str())
    };
    let number = |field: &str| {
        places
            .iter()
            .find_map(|place| error.pointer(place)?.get(field)?.as_i64())
    };
    let exit_code = number("exitCode").and_then(|code| i32::try_from(code).ok());
    let values = MachineValues {
        error_type: text("errorType"),
        exit_code,
        decided: text("androidCaptureFailureReason"),
    };
    FailedCapture {
        reason: values.reason(),
        error_type: values.error_type.map(str::to_owned),
        exit_code,
        evidence: error
            .pointer("/details/androidSnapshotTimeoutScreenshot")
            .and_then(TimeoutEvidence::read),
        message: error.get("message").and_then(Value::as_str).map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn reason(error: Value) -> FailureReason {
        let answer = json!({"success": false, "error": error});
        read(&answer)
            .and_then(Result::err)
            .map(|failed| failed.reason)
            .expect("a failure")
    }

    #[test]
    fn a_reworded_message_changes_nothing() {
        for message in [
            "UiAutomation timed out",
            "",
            "no answer from the device",
            "Zeitüberschreitung",
            "everything is fine",
        ] {
            let timeout = "java.util.concurrent.TimeoutException";
            for details in [
                json!({"errorType": timeout}),
                json!({"helper": {"errorType": timeout}}),
                json!({"exitCode": 137}),
                json!({"androidCaptureFailureReason": "accessibility-timeout"}),
            ] {
                let error = json!({"code": "COMMAND_FAILED", "message": message, "hint": message, "details": details});
                assert_eq!(
                    reason(error),
                    FailureReason::AccessibilityTimeout,
                    "{message} {details}"
                );
            }
        }
    }

    #[test]
    fn prose_that_sounds_like_a_timeout_is_none() {
        for message in [
            "timed out",
            "accessibility-timeout",
            "java.util.concurrent.TimeoutException",
            "exit code 137",
        ] {
            for details in [
                json!({"errorType": "java.lang.IllegalStateException"}),
                json!({"errorType": "TimeoutException"}),
                json!({"exitCode": 124, "stderr": "Killed 137"}),
                json!({"androidCaptureFailureReason": "timed out"}),
                json!({}),
            ] {
                let error = json!({"code": "COMMAND_FAILED", "message": message, "hint": message, "details": details});
                assert_eq!(reason(error), FailureReason::ProducerError, "{message} {details}");
            }
        }
    }

    #[test]
    fn every_envelope_is_opened_and_silence_about_truncation_is_not_no() {
        let data = json!({"nodes": [{"index": 0, "ref": "e1"}], "refsGeneration": 7,
                          "snapshotQuality": {"state": "sparse", "backend": "tree"}});
        for answer in [
            json!({"success": true, "data": data}),
            json!({"ok": true, "data": data}),
            json!({"isError": false, "structuredContent": data}),
        ] {
            let captured = read(&answer).and_then(Result::ok).expect("a capture");
            assert_eq!(
                (captured.nodes.len(), captured.truncated, captured.refs_generation),
                (1, None, Some(7))
            );
            assert!(!captured.quality.expect("a verdict").is_usable());
        }
        assert_eq!(read(&json!({"success": true, "data": {"path": "a.png"}})), None);
        assert!(read(&json!({"isError": true, "content": []})).is_some_and(|answer| answer.is_err()));
    }
}
