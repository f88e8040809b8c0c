//! The COCO evaluation of measured frames, a batch at a time: about 20 bytes are kept of a detection and nothing of a frame, so that
//! memory doesn't grow with what is on the frames.

use hotcoco::{Annotation, Category, EvalMode, Image, StreamingEval};
use skillc_records::WindowRect;

use super::numbers::{CocoNumbers, MaxDets, params};
use crate::measure::cell::class_of;
use crate::measure::matching::Basis;
use crate::measure::{FrameMatch, Sample};

/// The ids of the classes that detectors name.
const CLASSES: [(u64, &str); 2] = [(1, "icon"), (2, "text")];

/// A COCO evaluation under way. Boxes are in window points. Only classes that are labelled wholly take part; texts that can't be read
/// on the picture are crowds.
pub struct CocoStream {
    eval: StreamingEval,
    has_labels: bool,
}

/// The library refused a batch.
#[derive(Debug, thiserror::Error)]
#[error("the COCO evaluation failed: {0}")]
pub struct CocoError(#[from] hotcoco::Error);

impl std::fmt::Debug for CocoStream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CocoStream")
    }
}

impl CocoStream {
    /// An evaluation of nothing yet.
    ///
    /// # Errors
    /// When the library refuses its parameters.
    pub fn new() -> Result<Self, CocoError> {
        let categories = CLASSES.map(|(id, name)| Category {
            id,
            name: name.to_owned(),
            ..Category::default()
        });
        let eval = StreamingEval::new(params(MaxDets::default()), EvalMode::Coco, categories.to_vec())?;
        Ok(Self {
            eval,
            has_labels: false,
        })
    }

    /// Adds frames; the first is picture `first`, and numbers must not repeat.
    ///
    /// # Errors
    /// When the library refuses them.
    pub fn add(&mut self, first: u64, frames: &[(&Sample, &FrameMatch)]) -> Result<(), CocoError> {
        let mut images = Vec::with_capacity(frames.len());
        let (mut truths, mut results) = (Vec::new(), Vec::new());
        for (image_id, (sample, matched)) in (first..).zip(frames) {
            images.push(Image {
                id: image_id,
                ..Image::default()
            });
            for (label, matched) in sample.truth.labels.iter().zip(&matched.labels) {
                if matched.basis == Basis::Box && sample.truth.whole.has(&label.class) {
                    truths.push(Annotation {
                        iscrowd: matched.is_ignored,
                        ..annotation(image_id, &label.class, label.rect)
                    });
                }
            }
            for (detection, matched) in sample.seen.detections().iter().zip(&matched.detections) {
                let class = class_of(detection);
                if let Some(rect) = detection.rect.filter(|_| sample.truth.whole.has(class)) {
                    results.push(Annotation {
                        score: Some(matched.score),
                        ..annotation(image_id, class, rect)
                    });
                }
            }
        }
        self.has_labels |= !truths.is_empty();
        self.eval.update(images, truths, results)?;
        Ok(())
    }

    /// Adds what another stream took of other frames.
    ///
    /// # Errors
    /// When the library refuses it.
    pub fn merge(&mut self, other: Self) -> Result<(), CocoError> {
        self.has_labels |= other.has_labels;
        self.eval.merge(other.eval)?;
        Ok(())
    }

    /// The numbers; none if no class is labelled wholly.
    pub fn finish(self) -> Option<CocoNumbers> {
        if !self.has_labels {
            return None;
        }
        let limits = MaxDets::default();
        let mut eval = self.eval.finalize();
        eval.accumulate();
        Some(CocoNumbers::of(eval.accumulated()?, &params(limits), limits))
    }
}

fn annotation(image_id: u64, class: &str, rect: WindowRect) -> Annotation {
    let category_id = CLASSES.iter().find(|(_, name)| *name == class).map_or(0, |(id, _)| *id);
    Annotation {
        image_id,
        category_id,
        bbox: Some([rect.x, rect.y, rect.width, rect.height]),
        area: Some(rect.width * rect.height),
        ..Annotation::default()
    }
}
