//! Blanking rectangles of pictures.

use std::io::Cursor;

use image::{ImageFormat, ImageReader, Limits, Rgb};
use skillc_records::PixelRect;

/// Larger pictures are not decoded, in pixels.
const MOST_PIXELS: u64 = 80_000_000;
/// The colour of what was blanked.
const BLANK: Rgb<u8> = Rgb([96, 96, 96]);

/// The picture as PNG with these rectangles blanked, and the rectangles as they lie on whole pixels. None if it can't be decoded.
pub(super) fn blank(bytes: &[u8], rects: &[PixelRect]) -> Option<(Vec<u8>, Vec<PixelRect>)> {
    let header = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    let (width, height) = header.into_dimensions().ok()?;
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return None;
    }
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    reader.limits(Limits::default());
    let mut picture = reader.decode().ok()?.into_rgb8();
    let mut masked = Vec::new();
    for rect in rects {
        let clamp = |edge: f64, most: u32| edge.clamp(0.0, f64::from(most)) as u32;
        let (left, top) = (clamp(rect.x.floor(), width), clamp(rect.y.floor(), height));
        let (right, bottom) = (
            clamp((rect.x + rect.width).ceil(), width),
            clamp((rect.y + rect.height).ceil(), height),
        );
        if left >= right || top >= bottom {
            continue;
        }
        for y in top..bottom {
            for x in left..right {
                picture.put_pixel(x, y, BLANK);
            }
        }
        let on_pixels = PixelRect::new(
            f64::from(left),
            f64::from(top),
            f64::from(right - left),
            f64::from(bottom - top),
        );
        if !masked.contains(&on_pixels) {
            masked.push(on_pixels);
        }
    }
    let mut encoded = Cursor::new(Vec::new());
    picture.write_to(&mut encoded, ImageFormat::Png).ok()?;
    Some((encoded.into_inner(), masked))
}
