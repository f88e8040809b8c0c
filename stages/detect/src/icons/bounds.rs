//! Content bounds: how much of the picture is content.
//!
//! A mirrored window can be smaller than the picture of it; the rest is black at the right and at the bottom.

use image::RgbImage;
use skillc_records::PixelSize;

/// A pixel with no channel above this is dark.
const DARK: u8 = 20;

/// Where rows and columns are probed, in percent of the picture.
const PROBES: [u32; 5] = [30, 40, 50, 60, 70];

/// The size of the content, which begins at the top left corner. Rows and columns at 30 to 70 % are followed from the right and from
/// the bottom to the first pixel that isn't dark; the furthest counts. The whole picture if all of them are dark in one direction.
pub fn content(picture: &RgbImage) -> PixelSize {
    let (width, height) = picture.dimensions();
    let is_lit = |x: u32, y: u32| picture.get_pixel(x, y).0.iter().any(|&channel| channel > DARK);
    let at = |length: u32, percent: u32| (u64::from(length) * u64::from(percent) / 100) as u32;
    let right = |&percent: &u32| (0..width).rev().find(|&x| is_lit(x, at(height, percent)));
    let bottom = |&percent: &u32| (0..height).rev().find(|&y| is_lit(at(width, percent), y));
    match (
        PROBES.iter().filter_map(right).max(),
        PROBES.iter().filter_map(bottom).max(),
    ) {
        (Some(right), Some(bottom)) if right > 0 && bottom > 0 => PixelSize {
            width: right + 1,
            height: bottom + 1,
        },
        _ => PixelSize { width, height },
    }
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    #[test]
    fn black_margins_are_no_content() {
        let mut picture = RgbImage::new(100, 200);
        for (x, y) in (0..80).flat_map(|x| (0..150).map(move |y| (x, y))) {
            picture.put_pixel(x, y, Rgb([21, 0, 0]));
        }
        assert_eq!(content(&picture), PixelSize { width: 80, height: 150 });
    }

    #[test]
    fn a_picture_without_a_lit_pixel_is_all_content() {
        let picture = RgbImage::from_pixel(10, 10, Rgb([20, 20, 20]));
        assert_eq!(content(&picture), PixelSize { width: 10, height: 10 });
        assert_eq!(content(&RgbImage::new(1, 1)), PixelSize { width: 1, height: 1 });
    }
}
