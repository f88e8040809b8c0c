//! A frame: one capture, whether it worked or not.

use serde::{Deserialize, Serialize};

use crate::{FrameIndex, PixelRect, PixelSize, Scale, Timestamp};

/// One capture: one row of the `frames` table, without the bytes of its picture.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// Its place in the session.
    pub index: FrameIndex,
    /// When it was taken.
    pub captured_at: Timestamp,
    /// Its picture; none for producers without pictures and for failed attempts.
    pub picture: Option<PictureRef>,
    /// How the attempt went.
    pub attempt: Attempt,
    /// How long the attempt took.
    pub elapsed_ms: Option<u64>,
    /// What the producer says about the capture.
    pub quality: Quality,
    /// Rectangles that were blanked when the frame was recorded.
    pub masked: Vec<PixelRect>,
}

/// A picture by the hash of its bytes. The bytes stand in the store, once for all frames of a session that repeat them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PictureRef {
    /// blake3 of the encoded bytes, 64 hexadecimal digits.
    pub hash: String,
    /// Size in pixels as the header declares it.
    pub size: PixelSize,
    /// Pixels per window point; none where it isn't known.
    pub scale: Option<Scale>,
}

/// How an attempt to capture went. A failed capture is never the same as an empty screen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Attempt {
    /// A full capture.
    Ok,
    /// A capture that the producer itself calls thin (an accessibility tree with hardly a node).
    Sparse,
    /// No capture.
    Failed {
        /// Decided once, by the recorder or importer, from machine values.
        reason: FailureReason,
        /// The producer's error type, verbatim.
        error_type: Option<String>,
        /// The exit code of the process that failed.
        exit_code: Option<i32>,
    },
}

/// Why a capture failed: a closed set, decided from machine values only and never from a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureReason {
    /// The accessibility service didn't answer in time.
    AccessibilityTimeout,
    /// The producer's helper was killed.
    Killed,
    /// The picture couldn't be read.
    PictureUnreadable,
    /// A detector failed on the picture.
    DetectorFailed,
    /// The producer reported an error of another kind.
    ProducerError,
    /// The session ended while the capture was under way.
    Interrupted,
}

/// What the producer says about a capture that worked.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quality {
    /// Nothing was said.
    #[default]
    Unstated,
    /// As good as the producer can.
    Full,
    /// Less than it should be.
    Degraded {
        /// The producer's reason, a machine value.
        reason: String,
    },
    /// A helper picture was drawn over (mirroir's grid): not for detection.
    DrawnOver,
}

impl Attempt {
    /// Whether there is something to see.
    pub fn is_usable(&self) -> bool {
        !matches!(self, Self::Failed { .. })
    }
}

impl FailureReason {
    /// Every reason, in the order of the format.
    pub const ALL: [Self; 6] = [
        Self::AccessibilityTimeout,
        Self::Killed,
        Self::PictureUnreadable,
        Self::DetectorFailed,
        Self::ProducerError,
        Self::Interrupted,
    ];

    /// The word in the capture format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::AccessibilityTimeout => "accessibility-timeout",
            Self::Killed => "killed",
            Self::PictureUnreadable => "picture-unreadable",
            Self::DetectorFailed => "detector-failed",
            Self::ProducerError => "producer-error",
            Self::Interrupted => "interrupted",
        }
    }
}
