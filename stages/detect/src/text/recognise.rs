//! Running the recognition model over crops.

use std::collections::BTreeMap;

use image::RgbImage;
use ndarray::{Array4, Axis, Ix3};
use skillc_records::PixelRect;

use super::{Reading, TextModels};
use crate::network::{NetworkError, run_one};
use crate::resample;

/// The height that recognition models shaped like PP-OCR's take.
const HEIGHT: usize = 48;

/// Widths are multiples of this: one step of the model's output.
const STEP: usize = 8;

/// The narrowest input: below, the model sees too little to say anything.
const NARROWEST: usize = 48;

/// The widest input, 66 times as wide as high: longer lines are squeezed.
const WIDEST: usize = 3200;

/// A digest of a crop: blake3 over its size and its pixels.
pub type LineKey = [u8; 32];

/// Lines that were read before, by their pixels. The crop alone decides what is read, so a remembered reading is the right one.
pub trait LineMemory: Sync {
    /// What the crop was read as, if it was.
    fn recall(&self, key: &LineKey) -> Option<Reading>;

    /// Keeps what a crop was read as.
    fn remember(&self, key: LineKey, reading: &Reading);
}

/// Remembers nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoMemory;

impl LineMemory for NoMemory {
    fn recall(&self, _: &LineKey) -> Option<Reading> {
        None
    }

    fn remember(&self, _: LineKey, _: &Reading) {}
}

/// What each of `crops` reads as, in their order.
pub(crate) fn readings(
    models: &TextModels,
    crops: &[RgbImage],
    batch: usize,
    memory: &dyn LineMemory,
) -> Result<Vec<Reading>, NetworkError> {
    let keys: Vec<LineKey> = crops.iter().map(key).collect();
    let mut known: BTreeMap<LineKey, Reading> = BTreeMap::new();
    // New crops by width: only those of one width can go through together without padding.
    let mut new: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (i, key) in keys.iter().enumerate() {
        if keys[..i].contains(key) {
            continue;
        }
        match memory.recall(key) {
            Some(reading) => drop(known.insert(*key, reading)),
            None => new.entry(width(&crops[i])).or_default().push(i),
        }
    }
    for (width, indices) in new {
        for indices in indices.chunks(batch.max(1)) {
            let mut input = Array4::zeros((indices.len(), 3, HEIGHT, width));
            for (slot, &i) in indices.iter().enumerate() {
                let (w, h) = crops[i].dimensions();
                let whole = PixelRect::new(0.0, 0.0, f64::from(w), f64::from(h));
                resample::into_bgr(&crops[i], whole, (width, HEIGHT), &mut input, slot);
            }
            let output = run_one(models.recognition.as_ref(), input.view().into_dyn())?;
            let got = output.shape().to_vec();
            let shape = || NetworkError::Shape {
                expected: "[lines, steps, classes]",
                got: got.clone(),
            };
            let output = output.into_dimensionality::<Ix3>().map_err(|_| shape())?;
            if output.len_of(Axis(0)) != indices.len() {
                return Err(shape());
            }
            for (steps, &i) in output.outer_iter().zip(indices) {
                let reading = models.dictionary().read(steps)?;
                memory.remember(keys[i], &reading);
                known.insert(keys[i], reading);
            }
        }
    }
    let unread = || Reading::of(Vec::new());
    Ok(keys
        .iter()
        .map(|key| known.get(key).cloned().unwrap_or_else(unread))
        .collect())
}

/// The width in which a crop is read.
fn width(crop: &RgbImage) -> usize {
    let (w, h) = (crop.width() as usize, crop.height().max(1) as usize);
    (w * HEIGHT)
        .div_ceil(h)
        .div_ceil(STEP)
        .saturating_mul(STEP)
        .clamp(NARROWEST, WIDEST)
}

fn key(crop: &RgbImage) -> LineKey {
    let mut hasher = blake3::Hasher::new();
    hasher
        .update(&crop.width().to_le_bytes())
        .update(&crop.height().to_le_bytes())
        .update(crop.as_raw());
    *hasher.finalize().as_bytes()
}
