//! What is recorded: frames and actions, in the order in which they happen.

use std::collections::BTreeMap;
use std::convert::Infallible;

use skillc_captures::{Capture, Picture, SessionWriter, WriteError, picture_hash};
use skillc_records::{Action, ActionIndex, Detection, Frame, FrameIndex, Label, Node, PictureRef, Recording, Session};

use crate::target::Sight;

/// Where a recorder writes.
pub trait Tape {
    /// Why it could not be written.
    type Error: std::error::Error + Send + Sync + 'static;

    /// Records a look at the window.
    ///
    /// # Errors
    /// When it can't be written.
    fn frame(&mut self, sight: &Sight) -> Result<FrameIndex, Self::Error>;

    /// Records an action as soon as it was done. Its index is given by the tape.
    ///
    /// # Errors
    /// When it can't be written.
    fn action(&mut self, action: Action) -> Result<ActionIndex, Self::Error>;

    /// Replaces what was recorded of an action, when its result is known.
    ///
    /// # Errors
    /// When it can't be written.
    fn amend(&mut self, action: &Action) -> Result<(), Self::Error>;
}

impl Tape for SessionWriter {
    type Error = WriteError;

    fn frame(&mut self, sight: &Sight) -> Result<FrameIndex, WriteError> {
        let mut capture = Capture::new(sight.captured_at);
        capture.picture = sight.picture.as_ref().map(|picture| Picture {
            bytes: &picture.bytes,
            scale: picture.scale,
        });
        capture.detections = &sight.detections;
        capture.nodes = &sight.nodes;
        capture.labels = &sight.labels;
        capture.attempt = sight.attempt.clone();
        capture.elapsed_ms = sight.elapsed_ms;
        capture.quality = sight.quality.clone();
        capture.masked = sight.masked.clone();
        SessionWriter::frame(self, capture)
    }

    fn action(&mut self, action: Action) -> Result<ActionIndex, WriteError> {
        SessionWriter::action(self, action)
    }

    fn amend(&mut self, action: &Action) -> Result<(), WriteError> {
        self.amend_action(action)
    }
}

/// A tape in memory, without the bytes of the pictures.
#[derive(Debug, Clone, Default)]
pub struct MemoryTape {
    frames: Vec<Frame>,
    detections: BTreeMap<FrameIndex, Vec<Detection>>,
    actions: Vec<Action>,
    nodes: Vec<Node>,
    labels: Vec<Label>,
}

impl MemoryTape {
    /// All of it, as a recording of `session`.
    pub fn into_recording(self, session: Session) -> Recording {
        Recording {
            session,
            frames: self.frames,
            detections: self.detections,
            actions: self.actions,
            nodes: self.nodes,
            labels: self.labels,
        }
    }
}

impl Tape for MemoryTape {
    type Error = Infallible;

    fn frame(&mut self, sight: &Sight) -> Result<FrameIndex, Infallible> {
        let index = FrameIndex(u32::try_from(self.frames.len()).unwrap_or(u32::MAX));
        self.frames.push(Frame {
            index,
            captured_at: sight.captured_at,
            picture: sight.picture.as_ref().map(|picture| PictureRef {
                hash: picture_hash(&picture.bytes),
                size: picture.size,
                scale: picture.scale,
            }),
            attempt: sight.attempt.clone(),
            elapsed_ms: sight.elapsed_ms,
            quality: sight.quality.clone(),
            masked: sight.masked.clone(),
        });
        if !sight.detections.is_empty() {
            self.detections.insert(index, sight.detections.clone());
        }
        self.nodes
            .extend(sight.nodes.iter().cloned().map(|node| Node { frame: index, ..node }));
        self.labels.extend(
            sight
                .labels
                .iter()
                .cloned()
                .map(|label| Label { frame: index, ..label }),
        );
        Ok(index)
    }

    fn action(&mut self, action: Action) -> Result<ActionIndex, Infallible> {
        let index = ActionIndex(u32::try_from(self.actions.len()).unwrap_or(u32::MAX));
        self.actions.push(Action { index, ..action });
        Ok(index)
    }

    fn amend(&mut self, action: &Action) -> Result<(), Infallible> {
        let place = usize::try_from(action.index.0).ok();
        if let Some(known) = place.and_then(|place| self.actions.get_mut(place)) {
            *known = action.clone();
        }
        Ok(())
    }
}
