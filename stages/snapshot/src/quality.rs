//! What a producer says about the quality of a capture.
//!
//! Reader rules: a verdict with an unknown state or backend counts as absent; an unknown reason code is dropped alone. A `sparse`
//! capture names nothing that may be acted on: its picture is the only evidence.
//!
//! Source: reference on agent-device, §1.9.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A producer's verdict on one capture.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct QualityVerdict {
    /// How good it is.
    pub state: CaptureState,
    /// The way in which the plan captured it.
    pub strategy: CaptureStrategy,
    /// The producer's words, for people only.
    pub reason: Option<String>,
    /// Why it isn't healthy.
    pub reason_code: Option<ReasonCode>,
    /// How deep the capture really went.
    pub effective_depth: Option<u32>,
    /// Leaves whose content was collapsed.
    pub collapsed_leaves: Vec<usize>,
    /// How far the reading of custom actions came.
    pub custom_actions: Option<ActionCoverage>,
    /// Milliseconds of the acquisition.
    pub acquisition_ms: Option<u64>,
    /// Milliseconds of the presentation.
    pub presentation_ms: Option<u64>,
}

/// How good a capture is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaptureState {
    /// As it should be.
    Healthy,
    /// Usable, but by a way that wasn't the first.
    Recovered,
    /// Hardly anything: refs and selectors are invalid.
    Sparse,
}

/// The way in which a capture plan came to a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaptureStrategy {
    /// The whole tree at once.
    Tree,
    /// One question a kind of element.
    Queries,
    /// The private accessibility interface.
    PrivateAx,
    /// The helper on an Android device.
    AndroidHelper,
}

/// Why a capture isn't healthy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReasonCode {
    /// The accessibility interface refused.
    AxRejected,
    /// The tree has hardly a node.
    SparseTree,
    /// The time or node budget was spent.
    Budget,
    /// No node at all.
    NoNodes,
    /// The capture failed.
    CaptureFailed,
    /// The presentation failed.
    PresentationFailed,
    /// The better way was put off.
    Deferred,
    /// The caller asked for this way.
    RequestedBackend,
}

/// How far the reading of custom actions came. Partial coverage has to be said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ActionCoverage {
    /// Nodes whose actions were read.
    pub read: u64,
    /// Nodes that may have some.
    pub candidates: u64,
    /// Whether a list was cut.
    pub truncated: bool,
    /// Whether the platform refused.
    pub blocked: bool,
}

impl QualityVerdict {
    /// A verdict of `state` without more.
    pub fn plain(state: CaptureState, strategy: CaptureStrategy) -> Self {
        Self {
            state,
            strategy,
            reason: None,
            reason_code: None,
            effective_depth: None,
            collapsed_leaves: Vec::new(),
            custom_actions: None,
            acquisition_ms: None,
            presentation_ms: None,
        }
    }

    /// Reads the producer's `snapshotQuality`; none if there is none or its state or backend is unknown.
    pub fn read(value: &Value) -> Option<Self> {
        let word = |key: &str| value.get(key).and_then(Value::as_str);
        let count = |path: &str| value.pointer(path).and_then(Value::as_u64);
        let state = [CaptureState::Healthy, CaptureState::Recovered, CaptureState::Sparse]
            .into_iter()
            .find(|state| word("state") == Some(state.as_str()))?;
        let strategy = CaptureStrategy::ALL
            .into_iter()
            .find(|way| word("backend") == Some(way.as_str()))?;
        let custom_actions = value
            .get("customActions")
            .filter(|v| v.is_object())
            .map(|coverage| ActionCoverage {
                read: coverage.get("read").and_then(Value::as_u64).unwrap_or(0),
                candidates: coverage.get("candidates").and_then(Value::as_u64).unwrap_or(0),
                truncated: coverage.get("truncated").is_some_and(is_set),
                blocked: coverage.get("blocked").is_some_and(is_set),
            });
        let leaves = value.get("collapsedLeafIndexes").and_then(Value::as_array);
        Some(Self {
            reason: word("reason").map(str::to_owned),
            reason_code: word("reasonCode")
                .and_then(|code| ReasonCode::ALL.into_iter().find(|known| known.as_str() == code)),
            effective_depth: count("/effectiveDepth").and_then(|depth| u32::try_from(depth).ok()),
            collapsed_leaves: leaves
                .into_iter()
                .flatten()
                .filter_map(|leaf| leaf.as_u64().and_then(|leaf| usize::try_from(leaf).ok()))
                .collect(),
            custom_actions,
            acquisition_ms: count("/timing/acquisitionMs"),
            presentation_ms: count("/timing/presentationMs"),
            ..Self::plain(state, strategy)
        })
    }

    /// Whether refs and selectors of this capture may be used.
    pub fn is_usable(&self) -> bool {
        self.state != CaptureState::Sparse
    }

    /// Whether some custom actions weren't read.
    pub fn is_action_coverage_partial(&self) -> bool {
        self.custom_actions
            .is_some_and(|c| c.read < c.candidates || c.truncated || c.blocked)
    }
}

/// A flag that older versions write as a count.
fn is_set(value: &Value) -> bool {
    value
        .as_bool()
        .unwrap_or_else(|| value.as_u64().is_some_and(|count| count > 0))
}

impl CaptureState {
    /// The producer's word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Healthy => "healthy",
            Self::Recovered => "recovered",
            Self::Sparse => "sparse",
        }
    }
}

impl CaptureStrategy {
    /// Every strategy.
    pub const ALL: [Self; 4] = [Self::Tree, Self::Queries, Self::PrivateAx, Self::AndroidHelper];

    /// The producer's word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Tree => "tree",
            Self::Queries => "queries",
            Self::PrivateAx => "private-ax",
            Self::AndroidHelper => "android-helper",
        }
    }
}

impl ReasonCode {
    /// Every code.
    pub const ALL: [Self; 8] = [
        Self::AxRejected,
        Self::SparseTree,
        Self::Budget,
        Self::NoNodes,
        Self::CaptureFailed,
        Self::PresentationFailed,
        Self::Deferred,
        Self::RequestedBackend,
    ];

    /// The producer's word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::AxRejected => "ax-rejected",
            Self::SparseTree => "sparse-tree",
            Self::Budget => "budget",
            Self::NoNodes => "no-nodes",
            Self::CaptureFailed => "capture-failed",
            Self::PresentationFailed => "presentation-failed",
            Self::Deferred => "deferred",
            Self::RequestedBackend => "requested-backend",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_unknown_state_or_backend_makes_no_verdict_an_unknown_code_only_no_code() {
        assert_eq!(
            QualityVerdict::read(&json!({"state": "splendid", "backend": "tree"})),
            None
        );
        assert_eq!(
            QualityVerdict::read(&json!({"state": "sparse", "backend": "telepathy"})),
            None
        );
        assert_eq!(QualityVerdict::read(&json!("sparse")), None);
        let verdict = QualityVerdict::read(&json!({"state": "sparse", "backend": "tree", "reasonCode": "boredom"}));
        let verdict = verdict.unwrap();
        assert_eq!((verdict.reason_code, verdict.is_usable()), (None, false));
    }

    #[test]
    fn partial_action_coverage_is_said() {
        let read = |actions: Value| {
            QualityVerdict::read(&json!({"state": "recovered", "backend": "queries", "customActions": actions}))
                .unwrap()
        };
        assert!(read(json!({"read": 2, "candidates": 5})).is_action_coverage_partial());
        assert!(!read(json!({"read": 5, "candidates": 5, "truncated": false})).is_action_coverage_partial());
    }
}
