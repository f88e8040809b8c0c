//! From a part of a picture to the numbers that a network reads.

use image::RgbImage;
use ndarray::Array4;
use skillc_records::PixelRect;

/// Reads `rect` of `picture`, resized to `width` × `height`, into image `slot` of `batch`: planes in the order blue, green, red (that of
/// the pictures PP-OCR models are trained on), values from −1 to 1.
///
/// The filter is a triangle as wide as the source pixels that fall on one target pixel, so that a picture shrunk to a third keeps
/// thin strokes. Beyond the edges the border pixels repeat. The columns of the slot right of `width` stay as they are.
pub(crate) fn into_bgr(
    picture: &RgbImage,
    rect: PixelRect,
    (width, height): (usize, usize),
    batch: &mut Array4<f32>,
    slot: usize,
) {
    let columns = taps(rect.x, rect.width, width, picture.width() as usize);
    let rows = taps(rect.y, rect.height, height, picture.height() as usize);
    let Some(first_row) = rows.iter().map(|taps| taps.start).min() else {
        return;
    };
    let last_row = rows
        .iter()
        .map(|taps| taps.start + taps.weights.len())
        .max()
        .unwrap_or(first_row);

    let stride = picture.width() as usize * 3;
    let pixels = picture.as_raw();
    let mut narrow = vec![0f32; (last_row - first_row) * width * 3];
    for (y, line) in (first_row..last_row).zip(narrow.chunks_exact_mut(width * 3)) {
        let source = &pixels[y * stride..(y + 1) * stride];
        for (taps, target) in columns.iter().zip(line.chunks_exact_mut(3)) {
            let span = source[taps.start * 3..].chunks_exact(3);
            let mut sum = [0f32; 3];
            for (pixel, &weight) in span.zip(&taps.weights) {
                for (channel, &value) in sum.iter_mut().zip(pixel) {
                    *channel += f32::from(value) * weight;
                }
            }
            target.copy_from_slice(&sum);
        }
    }

    let mut line = vec![0f32; width * 3];
    for (y, taps) in rows.iter().enumerate() {
        line.fill(0.0);
        for (dy, &weight) in taps.weights.iter().enumerate() {
            let from = (taps.start - first_row + dy) * width * 3;
            for (sum, &value) in line.iter_mut().zip(&narrow[from..from + width * 3]) {
                *sum += value * weight;
            }
        }
        for (x, pixel) in line.chunks_exact(3).enumerate() {
            for (channel, &value) in pixel.iter().rev().enumerate() {
                batch[[slot, channel, y, x]] = value / 127.5 - 1.0;
            }
        }
    }
}

/// The source pixels behind one target pixel, with weights that add up to one.
struct Taps {
    start: usize,
    weights: Vec<f32>,
}

/// The taps of `targets` target pixels over the source range from `offset`, `extent` long, of a line of `available` pixels.
fn taps(offset: f64, extent: f64, targets: usize, available: usize) -> Vec<Taps> {
    let step = extent / targets.max(1) as f64;
    let radius = step.max(1.0);
    let last = available.saturating_sub(1) as f64;
    let tap = |target: usize| {
        let center = offset + (target as f64 + 0.5) * step - 0.5;
        let from = (center - radius).ceil();
        let to = (center + radius).floor();
        let start = from.clamp(0.0, last) as usize;
        let end = to.clamp(0.0, last) as usize;
        let mut weights = vec![0f64; end - start + 1];
        let mut at = from;
        while at <= to {
            let weight = (1.0 - (at - center).abs() / radius).max(0.0);
            weights[at.clamp(0.0, last) as usize - start] += weight;
            at += 1.0;
        }
        let sum: f64 = weights.iter().sum();
        if sum <= 0.0 {
            // A target right between two pixels of a range without width.
            weights[0] = 1.0;
        }
        let sum = if sum <= 0.0 { 1.0 } else { sum };
        Taps {
            start,
            weights: weights.into_iter().map(|weight| (weight / sum) as f32).collect(),
        }
    };
    (0..targets).map(tap).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_picture_stays_plain_at_any_size() {
        let picture = RgbImage::from_pixel(7, 5, image::Rgb([255, 0, 51]));
        for (width, height) in [(1, 1), (3, 9), (20, 2)] {
            let mut batch = Array4::zeros((1, 3, height, width));
            into_bgr(
                &picture,
                PixelRect::new(-2.0, 1.5, 12.0, 3.0),
                (width, height),
                &mut batch,
                0,
            );
            for (channel, expected) in [-0.6, -1.0, 1.0].into_iter().enumerate() {
                let plane = batch
                    .index_axis(ndarray::Axis(0), 0)
                    .index_axis_move(ndarray::Axis(0), channel);
                assert!(plane.iter().all(|v: &f32| (v - expected).abs() < 1e-5));
            }
        }
    }

    #[test]
    fn a_thin_stroke_survives_shrinking() {
        let mut picture = RgbImage::new(90, 9);
        (0..9).for_each(|y| picture.put_pixel(44, y, image::Rgb([255; 3])));
        let mut batch = Array4::zeros((1, 3, 3, 30));
        into_bgr(&picture, PixelRect::new(0.0, 0.0, 90.0, 9.0), (30, 3), &mut batch, 0);
        let ink: f32 = (0..30).map(|x| batch[[0, 0, 1, x]] + 1.0).sum();
        assert!((ink - 2.0 / 3.0).abs() < 1e-4, "{ink}");
    }
}
