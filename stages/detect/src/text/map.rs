//! The text map: for each pixel of the shrunk picture, how likely it is inside a line of text.

use image::RgbImage;
use ndarray::{Array2, Array4, ArrayD, Axis, Ix4, Slice};
use skillc_records::{PixelRect, Scale};

use crate::network::{Network, NetworkError, run_one};
use crate::resample;

/// Sides that the network can take are multiples of this (five halvings).
const STEP: usize = 32;

/// The largest side given to the network at once: bounds memory for long screenshots and walls of screens.
const TILE: usize = 1536;

/// How far neighbouring tiles overlap. What the network says of a pixel hardly depends on anything further away than half of this.
const OVERLAP: usize = 128;

/// Probabilities over the shrunk picture.
#[derive(Debug, Clone)]
pub(crate) struct TextMap {
    /// Row by row, 0 to 1.
    pub(crate) probability: Array2<f32>,
    /// Picture pixels per map pixel, across and down.
    pub(crate) step: (f64, f64),
}

impl TextMap {
    /// The map of `picture`, searched at `fineness` pixels a point (never finer than the picture is).
    pub(crate) fn of(
        picture: &RgbImage,
        scale: Scale,
        fineness: f64,
        network: &dyn Network,
    ) -> Result<Self, NetworkError> {
        let shrink = (fineness / scale.pixels_per_point()).min(1.0);
        let width = side(picture.width(), shrink);
        let height = side(picture.height(), shrink);
        let step = (
            f64::from(picture.width()) / width as f64,
            f64::from(picture.height()) / height as f64,
        );
        let mut probability = Array2::zeros((height, width));
        for rows in tiles(height) {
            for columns in tiles(width) {
                let rect = PixelRect::new(
                    columns.read.start as f64 * step.0,
                    rows.read.start as f64 * step.1,
                    columns.read.len() as f64 * step.0,
                    rows.read.len() as f64 * step.1,
                );
                let size = (columns.read.len(), rows.read.len());
                let mut input = Array4::zeros((1, 3, size.1, size.0));
                resample::into_bgr(picture, rect, size, &mut input, 0);
                let tile = plane(run_one(network, input.view().into_dyn())?, size)?;
                let from = (
                    rows.keep.start - rows.read.start,
                    columns.keep.start - columns.read.start,
                );
                let kept = tile
                    .slice_axis(Axis(0), Slice::from(from.0..from.0 + rows.keep.len()))
                    .slice_axis_move(Axis(1), Slice::from(from.1..from.1 + columns.keep.len()));
                probability
                    .slice_axis_mut(Axis(0), Slice::from(rows.keep.clone()))
                    .slice_axis_move(Axis(1), Slice::from(columns.keep.clone()))
                    .assign(&kept);
            }
        }
        Ok(Self { probability, step })
    }
}

/// A side of the map for a side of the picture.
fn side(pixels: u32, shrink: f64) -> usize {
    let wanted = f64::from(pixels) * shrink / STEP as f64;
    (wanted.round() as usize).max(1) * STEP
}

/// The one plane that a detection model answers with, checked.
fn plane(output: ArrayD<f32>, (width, height): (usize, usize)) -> Result<Array2<f32>, NetworkError> {
    let got = output.shape().to_vec();
    if got != [1, 1, height, width] {
        return Err(NetworkError::Shape {
            expected: "one probability for every pixel: [1, 1, height, width]",
            got,
        });
    }
    let shape = NetworkError::Shape {
        expected: "four axes",
        got,
    };
    let plane = output.into_dimensionality::<Ix4>().map_err(|_| shape)?;
    let plane = plane.index_axis_move(Axis(0), 0).index_axis_move(Axis(0), 0);
    if plane.iter().all(|value| value.is_finite()) {
        Ok(plane)
    } else {
        Err(NetworkError::NotANumber)
    }
}

/// One tile along one axis: what the network reads, and the part of its answer that is kept.
#[derive(Debug, PartialEq)]
struct Tile {
    read: std::ops::Range<usize>,
    keep: std::ops::Range<usize>,
}

/// Covers `length` with overlapping tiles whose kept parts lie side by side, cut in the middle of each overlap.
fn tiles(length: usize) -> Vec<Tile> {
    let mut tiles = Vec::new();
    let mut start = 0;
    let mut kept = 0;
    loop {
        let end = (start + TILE).min(length);
        let until = if end == length { length } else { end - OVERLAP / 2 };
        tiles.push(Tile {
            read: start..end,
            keep: kept..until,
        });
        if end == length {
            return tiles;
        }
        kept = until;
        start = end - OVERLAP;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_cover_every_pixel_once_and_stay_small() {
        for length in (STEP..20_000).step_by(STEP) {
            let tiles = tiles(length);
            let mut next = 0;
            for tile in &tiles {
                assert_eq!(tile.keep.start, next);
                assert!(tile.read.start <= tile.keep.start && tile.keep.end <= tile.read.end);
                assert!(tile.read.len() <= TILE && tile.read.len().is_multiple_of(STEP));
                next = tile.keep.end;
            }
            assert_eq!(next, length);
        }
    }

    #[test]
    fn a_side_is_a_multiple_of_the_step_and_never_zero() {
        assert_eq!(side(1, 0.3), STEP);
        assert_eq!(side(2340, 0.5), 1184);
    }
}
