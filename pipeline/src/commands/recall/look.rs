//! Frames to be measured, and what each detector made of them.

use std::sync::Arc;

use skillc_captures::Pictures;
use skillc_detect::PixelDetection;
use skillc_points::{TapSettings, points};
use skillc_recall::measure::{About, FrameName, Sample, Seen, Truth};
use skillc_records::{Detection, Scale, WindowSize};

/// One frame with its truth, before anyone looked at it.
#[derive(Debug, Clone)]
pub(super) struct Frame {
    pub(super) at: FrameName,
    pub(super) about: Arc<About>,
    pub(super) window: WindowSize,
    pub(super) truth: Arc<Truth>,
    /// Detections that were recorded, and who made them; none if nobody did.
    pub(super) recorded: Option<(String, Vec<Detection>)>,
    /// Its picture; none for a producer without pictures.
    pub(super) picture: Option<FramePicture>,
}

/// The picture of a frame.
#[derive(Debug, Clone)]
pub(super) struct FramePicture {
    /// blake3 of its bytes, in hexadecimal digits.
    pub(super) hash: String,
    /// Pixels per point.
    pub(super) scale: Scale,
}

/// The frames of one session or folder.
pub(super) struct Group {
    pub(super) frames: Vec<Frame>,
    pub(super) bytes: Bytes,
}

/// Where the pictures of a group are read.
pub(super) enum Bytes {
    /// A session of a store; none if its pictures can't be read.
    Session(Option<Box<Pictures>>),
    /// Files, by the frame's name.
    Files(std::path::PathBuf),
}

impl Group {
    /// The encoded picture of a frame.
    pub(super) fn read(&self, frame: &Frame) -> Result<Vec<u8>, String> {
        let picture = frame
            .picture
            .as_ref()
            .ok_or_else(|| "the frame has no picture".to_owned())?;
        match &self.bytes {
            Bytes::Session(pictures) => {
                let bytes = pictures
                    .as_ref()
                    .and_then(|pictures| pictures.by_hash(&picture.hash).ok().flatten());
                bytes.ok_or_else(|| "the picture can't be read from the store".to_owned())
            }
            Bytes::Files(folder) => crate::labels::read_picture(&folder.join(&frame.at.session)),
        }
    }
}

impl Frame {
    /// What is measured if a detector saw these.
    pub(super) fn sample(&self, seen: Seen) -> Sample {
        Sample {
            at: self.at.clone(),
            about: Arc::clone(&self.about),
            window: self.window,
            truth: Arc::clone(&self.truth),
            seen,
        }
    }

    /// What was seen: the detections, and where the rules would tap.
    pub(super) fn found(&self, detections: Vec<Detection>) -> Seen {
        let points = points(&detections, self.window, &TapSettings::default());
        Seen::Found { detections, points }
    }

    /// What a detector made of the picture.
    pub(super) fn seen(&self, result: &Result<Vec<PixelDetection>, String>, scale: Scale) -> Seen {
        match result {
            Ok(found) => self.found(found.iter().map(|detection| detection.to_window(scale)).collect()),
            Err(_) => Seen::Failed,
        }
    }
}
