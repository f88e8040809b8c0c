//! How much of what was recorded the detectors read that were run again.
//!
//! Models know some scripts and not others. Where a recording has texts of its own, that they went unread shows at once, and a person
//! should hear of it before an agent follows a skill without names.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use skillc_records::{Detection, DetectionKind, Recording};
use skillc_text::nfc;

use super::detections::SessionDetections;
use super::session::SessionFailure;
use crate::engine::UnitError;

/// The recorded texts of different pictures, and how many of them were read as they were recorded.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// Recorded texts.
    pub recorded: u64,
    /// Those of them that were read alike, but for white space.
    pub alike: u64,
    /// A few of the others, each once.
    pub unread: BTreeSet<String>,
}

/// Fewer texts say nothing.
const FEWEST: u64 = 8;
/// Below this part, in percent, something is wrong. Two good detectors differ in some small print.
const ENOUGH: u64 = 75;
/// So many texts are named.
const NAMED: usize = 3;

impl Reading {
    /// What `seen` has of the recorded texts.
    ///
    /// # Errors
    /// When a result is damaged in the cache.
    pub fn of(recording: &Recording, seen: &SessionDetections<'_>) -> Result<Self, UnitError<SessionFailure>> {
        let mut reading = Self::default();
        let mut pictures = BTreeSet::new();
        for frame in recording.frames.iter().filter(|frame| frame.attempt.is_usable()) {
            let is_new = frame
                .picture
                .as_ref()
                .is_some_and(|picture| pictures.insert(&picture.hash));
            let Some(found) = seen.on(recording, frame)?.filter(|_| is_new) else {
                continue;
            };
            let read: BTreeSet<String> = texts(&found).map(plain).collect();
            for text in texts(recording.detections_on(frame.index)) {
                reading.recorded += 1;
                if read.contains(&plain(text)) {
                    reading.alike += 1;
                } else if reading.unread.len() < NAMED {
                    reading.unread.insert(text.to_owned());
                }
            }
        }
        Ok(reading)
    }

    /// Adds what was read of another session.
    pub fn add(&mut self, other: Self) {
        self.recorded += other.recorded;
        self.alike += other.alike;
        let room = NAMED.saturating_sub(self.unread.len());
        self.unread.extend(other.unread.into_iter().take(room));
    }

    /// What a person should hear of it; nothing if enough was read.
    pub fn warning(&self) -> Option<String> {
        let is_enough = self.recorded < FEWEST || self.alike * 100 >= self.recorded * ENOUGH;
        (!is_enough).then(|| {
            let unread: Vec<String> = self.unread.iter().map(|text| format!("{text:?}")).collect();
            format!(
                "the detectors read {} of {} recorded texts, and not {}; the models may not know this script: name others under \
                 detectors.ocr, or use what was recorded with --set detect.source=recorded",
                self.alike,
                self.recorded,
                unread.join(", ")
            )
        })
    }
}

/// The texts that have a letter.
fn texts(detections: &[Detection]) -> impl Iterator<Item = &str> {
    let texts = detections
        .iter()
        .filter(|detection| detection.kind == DetectionKind::Text);
    let texts = texts.filter_map(|detection| detection.text.as_deref());
    texts.filter(|text| text.chars().any(char::is_alphabetic))
}

/// A text without white space.
fn plain(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    nfc(&words.concat()).to_string()
}
