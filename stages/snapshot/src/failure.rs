//! Why a capture failed, decided once and from machine values only.
//!
//! The deepest layer that holds the values decides: the helper's error type compared for equality, the exit code of the process.
//! Everything above carries the reason on. No message, hint or other text takes part, so a reworded message changes nothing, and a
//! message that sounds like a timeout under another error type is none.
//!
//! Source: reference on agent-device, §3.

use skillc_records::FailureReason;

/// The one error type that is an accessibility timeout.
pub const TIMEOUT_ERROR_TYPE: &str = "java.util.concurrent.TimeoutException";

/// The exit code of a helper process that was killed while it hung.
pub const KILLED_EXIT_CODE: i32 = 137;

/// What a machine says about a failed capture. There is no place for a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MachineValues<'a> {
    /// The helper's error type, verbatim.
    pub error_type: Option<&'a str>,
    /// The exit code of the process that captured.
    pub exit_code: Option<i32>,
    /// The reason that a layer below decided already, verbatim.
    pub decided: Option<&'a str>,
}

impl MachineValues<'_> {
    /// Whether these are the values of an accessibility timeout. A reason that a layer below decided is carried on; a reason
    /// outside the closed set decides nothing.
    pub fn is_accessibility_timeout(&self) -> bool {
        self.decided == Some(FailureReason::AccessibilityTimeout.as_str())
            || self.error_type == Some(TIMEOUT_ERROR_TYPE)
            || self.exit_code == Some(KILLED_EXIT_CODE)
    }

    /// The reason: an accessibility timeout, else an error of the producer's.
    pub fn reason(&self) -> FailureReason {
        if self.is_accessibility_timeout() {
            FailureReason::AccessibilityTimeout
        } else {
            FailureReason::ProducerError
        }
    }
}

/// What to tell a person: derived from the reason, never the other way round.
pub fn hint(reason: FailureReason) -> &'static str {
    match reason {
        FailureReason::AccessibilityTimeout => {
            "The accessibility service did not answer; the picture of this frame is the evidence. Record the step again."
        }
        FailureReason::Killed => "The recorder's helper was killed; record the step again.",
        FailureReason::PictureUnreadable => "The picture could not be read; re-import the session or record it again.",
        FailureReason::DetectorFailed => "A detector failed on the picture; run `skillc detect` on it to see why.",
        FailureReason::ProducerError => "The producer reported an error; its error type is recorded with the frame.",
        FailureReason::Interrupted => "The session ended during the capture; the frame shows nothing.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(error_type: Option<&str>, exit_code: Option<i32>) -> FailureReason {
        MachineValues {
            error_type,
            exit_code,
            decided: None,
        }
        .reason()
    }

    #[test]
    fn only_the_exact_values_are_a_timeout() {
        assert_eq!(
            of(Some("java.util.concurrent.TimeoutException"), None),
            FailureReason::AccessibilityTimeout
        );
        assert_eq!(of(None, Some(137)), FailureReason::AccessibilityTimeout);
        for (error_type, exit_code) in [
            (Some("TimeoutException"), None),
            (Some("java.util.concurrent.TimeoutException "), None),
            (Some("JAVA.UTIL.CONCURRENT.TIMEOUTEXCEPTION"), None),
            (
                Some("java.lang.IllegalStateException: java.util.concurrent.TimeoutException"),
                None,
            ),
            (Some("timed out"), Some(1)),
            (None, Some(124)),
            (None, Some(-137)),
            (None, None),
        ] {
            assert_eq!(
                of(error_type, exit_code),
                FailureReason::ProducerError,
                "{error_type:?} {exit_code:?}"
            );
        }
    }

    #[test]
    fn a_reason_is_carried_on_and_an_unknown_one_decides_nothing() {
        let carried = |decided| {
            MachineValues {
                decided: Some(decided),
                ..Default::default()
            }
            .reason()
        };
        assert_eq!(carried("accessibility-timeout"), FailureReason::AccessibilityTimeout);
        assert_eq!(carried("timed-out"), FailureReason::ProducerError);
    }
}
