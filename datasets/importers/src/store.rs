//! From session into the capture store, once.

use std::collections::BTreeMap;

use skillc_captures::{Capture, SessionWriter, Store, WriteError};
use skillc_records::{FrameIndex, Node, Recording};

/// What keeping a session came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stored {
    /// It is in the store now.
    New,
    /// It was there before.
    Known,
}

/// Why a session couldn't be kept.
#[derive(Debug, thiserror::Error)]
#[error("could not write the session: {0}")]
pub struct StoreFailure(#[from] pub WriteError);

/// Keeps `recording`, which has no pictures, in `store`. A session of the same id is never written twice.
///
/// # Errors
/// When the store can't be written: then nothing of the session is in it.
pub fn keep(store: &Store, recording: &Recording) -> Result<Stored, StoreFailure> {
    let session = &recording.session;
    if store.has(&session.id) {
        return Ok(Stored::Known);
    }
    let mut writer = SessionWriter::begin(store, session.clone())?;
    match write(&mut writer, recording) {
        Ok(()) => {
            writer.seal(session.ended_at.unwrap_or(session.started_at))?;
            Ok(Stored::New)
        }
        Err(error) => {
            // The first error is the one to report.
            let _ = writer.discard();
            Err(error.into())
        }
    }
}

fn write(writer: &mut SessionWriter, recording: &Recording) -> Result<(), WriteError> {
    let mut nodes: BTreeMap<FrameIndex, Vec<Node>> = BTreeMap::new();
    for node in &recording.nodes {
        nodes.entry(node.frame).or_default().push(node.clone());
    }
    for frame in &recording.frames {
        writer.frame(Capture {
            attempt: frame.attempt.clone(),
            elapsed_ms: frame.elapsed_ms,
            quality: frame.quality.clone(),
            detections: recording.detections_on(frame.index),
            nodes: nodes.get(&frame.index).map_or(&[], Vec::as_slice),
            ..Capture::new(frame.captured_at)
        })?;
    }
    for action in &recording.actions {
        writer.action(action.clone())?;
    }
    Ok(())
}
