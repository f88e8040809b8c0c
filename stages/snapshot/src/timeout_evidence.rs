//! What is published when a capture ran into an accessibility timeout: a picture, and the refs of the last tree drawn on it.
//!
//! Exactly these arms exist. None stores a count: it is the length of what is there. "Annotated with no ref" can't be built, because
//! the annotated arm holds a list that isn't empty.
//!
//! Source: reference on agent-device, §3.1.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::{NonEmpty, OverlayRef};

/// The evidence of an accessibility timeout.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeoutEvidence {
    /// Not even a picture came.
    CaptureFailed {
        /// The producer's words, for people only.
        error: String,
    },
    /// A picture, and no tree to draw from.
    NoOverlaySource {
        /// The picture.
        path: String,
    },
    /// A picture with refs of the session's last tree drawn on it.
    Annotated {
        /// The picture.
        path: String,
        /// What was drawn.
        refs: NonEmpty<OverlayRef>,
    },
    /// A picture; the session's last tree had nothing to draw.
    NothingToDraw {
        /// The picture.
        path: String,
    },
    /// A picture; the drawing failed.
    AnnotationFailed {
        /// The picture.
        path: String,
        /// The producer's words, for people only.
        error: String,
    },
}

impl TimeoutEvidence {
    /// The evidence of a picture on which the refs of the session's last tree were drawn: annotated if there were any.
    pub fn drawn(path: String, refs: Vec<OverlayRef>) -> Self {
        match NonEmpty::try_from(refs) {
            Ok(refs) => Self::Annotated { path, refs },
            Err(crate::Empty) => Self::NothingToDraw { path },
        }
    }

    /// How many refs are drawn; none if there is no picture.
    pub fn overlay_ref_count(&self) -> Option<usize> {
        match self {
            Self::CaptureFailed { .. } => None,
            Self::Annotated { refs, .. } => Some(refs.count()),
            _ => Some(0),
        }
    }

    /// Reads the published form. A stored count, which older versions wrote, is not looked at; a payload that contradicts itself, or
    /// is of no known arm, is none.
    pub fn read(value: &Value) -> Option<Self> {
        let word = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        if value.get("captureFailed").and_then(Value::as_bool) == Some(true) {
            return Some(Self::CaptureFailed { error: word("error")? });
        }
        let path = word("path")?;
        let annotated = value.get("overlayRefsAnnotated").and_then(Value::as_bool)?;
        match (word("overlayRefSource")?.as_str(), annotated) {
            ("unavailable", false) => Some(Self::NoOverlaySource { path }),
            ("session-snapshot", false) => match word("overlayAnnotationError") {
                Some(error) => Some(Self::AnnotationFailed { path, error }),
                None => value
                    .get("overlayRefs")
                    .and_then(Value::as_array)
                    .filter(|refs| refs.is_empty())
                    .map(|_| Self::NothingToDraw { path }),
            },
            ("session-snapshot", true) => {
                let refs: Option<Vec<_>> = value
                    .get("overlayRefs")?
                    .as_array()?
                    .iter()
                    .map(OverlayRef::read)
                    .collect();
                Some(Self::Annotated {
                    path,
                    refs: NonEmpty::try_from(refs?).ok()?,
                })
            }
            _ => None,
        }
    }

    /// The published form.
    pub fn publish(&self) -> Value {
        let session = |path: &str, annotated: bool| {
            let mut fields = Map::new();
            fields.insert("path".into(), path.into());
            fields.insert("overlayRefsRequested".into(), true.into());
            fields.insert("overlayRefSource".into(), "session-snapshot".into());
            fields.insert("overlayRefsAnnotated".into(), annotated.into());
            fields
        };
        match self {
            Self::CaptureFailed { error } => json!({"captureFailed": true, "error": error}),
            Self::NoOverlaySource { path } => json!({
                "path": path, "overlayRefsRequested": true,
                "overlayRefSource": "unavailable", "overlayRefsAnnotated": false,
            }),
            Self::Annotated { path, refs } => {
                let mut fields = session(path, true);
                fields.insert("overlayRefs".into(), refs.iter().map(OverlayRef::publish).collect());
                Value::Object(fields)
            }
            Self::NothingToDraw { path } => {
                let mut fields = session(path, false);
                fields.insert("overlayRefs".into(), json!([]));
                Value::Object(fields)
            }
            Self::AnnotationFailed { path, error } => {
                let mut fields = session(path, false);
                fields.insert("overlayAnnotationError".into(), error.as_str().into());
                Value::Object(fields)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn_ref() -> Value {
        json!({"ref": "e2", "label": "Pay", "rect": {"x": 0.0, "y": 0.0, "width": 9.0, "height": 9.0},
               "overlayRect": {"x": 0, "y": 0, "width": 9, "height": 9}, "center": {"x": 5, "y": 5}})
    }

    #[test]
    fn every_arm_is_read_back_as_it_was_published() {
        let path = || "timeout.png".to_owned();
        let refs = vec![OverlayRef::read(&drawn_ref()).unwrap()];
        for (evidence, count) in [
            (TimeoutEvidence::CaptureFailed { error: "gone".into() }, None),
            (TimeoutEvidence::NoOverlaySource { path: path() }, Some(0)),
            (TimeoutEvidence::drawn(path(), refs), Some(1)),
            (TimeoutEvidence::drawn(path(), Vec::new()), Some(0)),
            (
                TimeoutEvidence::AnnotationFailed {
                    path: path(),
                    error: "no font".into(),
                },
                Some(0),
            ),
        ] {
            assert_eq!(TimeoutEvidence::read(&evidence.publish()), Some(evidence.clone()));
            assert_eq!(evidence.overlay_ref_count(), count);
            assert!(evidence.publish().get("overlayRefCount").is_none());
        }
    }

    #[test]
    fn a_count_of_an_old_log_is_not_believed_and_a_contradiction_is_no_evidence() {
        let annotated = |refs: Value| {
            json!({"path": "a.png", "overlayRefsRequested": true, "overlayRefSource": "session-snapshot",
                   "overlayRefsAnnotated": true, "overlayRefCount": 7, "overlayRefs": refs})
        };
        let evidence = TimeoutEvidence::read(&annotated(json!([drawn_ref()])));
        assert_eq!(evidence.and_then(|e| e.overlay_ref_count()), Some(1));
        assert_eq!(TimeoutEvidence::read(&annotated(json!([]))), None);
        assert_eq!(TimeoutEvidence::read(&json!({"path": "a.png"})), None);
    }
}
