//! A whole session in memory, without the bytes of its pictures.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Action, Detection, Frame, FrameIndex, Label, Node, Session};

/// A session with all its rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Recording {
    /// The session.
    pub session: Session,
    /// Its frames, in order; frame `i` stands at place `i`.
    pub frames: Vec<Frame>,
    /// What was detected, by frame, in the order of the producer.
    pub detections: BTreeMap<FrameIndex, Vec<Detection>>,
    /// Its actions, in order; action `i` stands at place `i`.
    pub actions: Vec<Action>,
    /// Accessibility nodes, by frame and index.
    pub nodes: Vec<Node>,
    /// Ground truth, by frame.
    pub labels: Vec<Label>,
}

impl Recording {
    /// The detections on `frame`; none if nothing was detected.
    pub fn detections_on(&self, frame: FrameIndex) -> &[Detection] {
        self.detections.get(&frame).map_or(&[], Vec::as_slice)
    }
}
