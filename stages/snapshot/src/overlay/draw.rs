//! Drawing refs on a picture: a box inside each rectangle, and a tag above it.
//!
//! Source: reference on agent-device, §4.6.

use skillc_records::PixelRect;

use super::OverlayRef;

const BOX: [u8; 4] = [255, 59, 48, 255];
const TAG: [u8; 4] = [255, 214, 10, 255];
const TEXT: [u8; 4] = [0, 0, 0, 255];
const BORDER: i64 = 2;
const GLYPH_WIDTH: i64 = 5;
const GLYPH_ADVANCE: i64 = 6;
const TAG_HEIGHT: i64 = 11;
const TAG_RISE: i64 = 13;
const TAG_PADDING: (i64, i64) = (3, 2);

/// The pixels of a picture: red, green, blue and alpha of each, row by row.
#[derive(Debug)]
pub struct Canvas<'p> {
    width: i64,
    height: i64,
    pixels: &'p mut [u8],
}

/// A buffer that is no picture of its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a picture of {width}x{height} pixels takes 4 bytes each; the buffer has {bytes} bytes")]
pub struct CanvasError {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Bytes in the buffer.
    pub bytes: usize,
}

impl<'p> Canvas<'p> {
    /// A picture of `width` by `height` pixels.
    ///
    /// # Errors
    /// When `pixels` has not four bytes for each pixel.
    pub fn new(width: u32, height: u32, pixels: &'p mut [u8]) -> Result<Self, CanvasError> {
        let wanted = u64::from(width) * u64::from(height) * 4;
        if wanted == pixels.len() as u64 {
            Ok(Self {
                width: width.into(),
                height: height.into(),
                pixels,
            })
        } else {
            Err(CanvasError {
                width,
                height,
                bytes: pixels.len(),
            })
        }
    }

    /// Fills the part of the rectangle that lies in the picture.
    fn fill(&mut self, x: i64, y: i64, width: i64, height: i64, colour: [u8; 4]) {
        for row in y.max(0)..(y + height).min(self.height) {
            for column in x.max(0)..(x + width).min(self.width) {
                let at = usize::try_from(row * self.width + column)
                    .unwrap_or(usize::MAX)
                    .saturating_mul(4);
                if let Some(pixel) = self.pixels.get_mut(at..at.saturating_add(4)) {
                    pixel.copy_from_slice(&colour);
                }
            }
        }
    }
}

/// Draws `refs`: all boxes, then all tags, so that no box crosses out a tag.
pub fn draw(canvas: &mut Canvas<'_>, refs: &[OverlayRef]) {
    for shown in refs {
        outline(canvas, &shown.overlay_rect);
    }
    for shown in refs {
        tag(canvas, &shown.overlay_rect, &shown.reference.as_str().to_lowercase());
    }
}

fn whole(rect: &PixelRect) -> (i64, i64, i64, i64) {
    // Casts saturate: an overlay rectangle is clamped to its picture long before.
    (rect.x as i64, rect.y as i64, rect.width as i64, rect.height as i64)
}

fn outline(canvas: &mut Canvas<'_>, rect: &PixelRect) {
    let (x, y, width, height) = whole(rect);
    let (across, down) = (BORDER.min(width), BORDER.min(height));
    canvas.fill(x, y, width, down, BOX);
    canvas.fill(x, y + height - down, width, down, BOX);
    canvas.fill(x, y, across, height, BOX);
    canvas.fill(x + width - across, y, across, height, BOX);
}

/// The size of the tag of a ref, in pixels.
fn tag_size(text: &str) -> (i64, i64) {
    let glyphs = i64::try_from(text.chars().count()).unwrap_or(i64::MAX / 16);
    (2 * TAG_PADDING.0 + GLYPH_WIDTH * glyphs + (glyphs - 1), TAG_HEIGHT)
}

fn tag(canvas: &mut Canvas<'_>, rect: &PixelRect, text: &str) {
    let (width, height) = tag_size(text);
    let (left, top, _, _) = whole(rect);
    let x = left.clamp(0, (canvas.width - width).max(0));
    let above = top - TAG_RISE;
    let y = if above >= 0 {
        above
    } else {
        (top + BORDER).clamp(0, (canvas.height - height).max(0))
    };
    canvas.fill(x, y, width, height, TAG);
    let mut at = x + TAG_PADDING.0;
    for letter in text.chars() {
        for (row, bits) in (0..).zip(glyph(letter)) {
            for column in 0..GLYPH_WIDTH {
                if bits >> (GLYPH_WIDTH - 1 - column) & 1 == 1 {
                    canvas.fill(at + column, y + TAG_PADDING.1 + row, 1, 1, TEXT);
                }
            }
        }
        at += GLYPH_ADVANCE;
    }
}

/// The rows of a letter, five bits each; blank for all but `e` and the digits, which is what refs are made of.
fn glyph(letter: char) -> [u8; 7] {
    match letter {
        'e' => [0b00000, 0b00000, 0b01110, 0b10001, 0b11111, 0b10000, 0b01110],
        '0' => [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110],
        '1' => [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
        '2' => [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111],
        '3' => [0b11110, 0b00001, 0b00001, 0b01110, 0b00001, 0b00001, 0b11110],
        '4' => [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
        '5' => [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110],
        '6' => [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110],
        '7' => [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000],
        '8' => [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110],
        '9' => [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100],
        _ => [0; 7],
    }
}

#[cfg(test)]
mod tests {
    use skillc_records::WindowRect;

    use super::*;
    use crate::ElementRef;

    fn drawn(size: u32, rect: PixelRect) -> Vec<u8> {
        let mut pixels = vec![7; (size * size * 4) as usize];
        let mut canvas = Canvas::new(size, size, &mut pixels).unwrap();
        let shown = OverlayRef::new(ElementRef::new("e12").unwrap(), None, WindowRect::default(), rect);
        draw(&mut canvas, &[shown]);
        pixels
    }

    fn at(pixels: &[u8], size: usize, x: usize, y: usize) -> &[u8] {
        &pixels[(y * size + x) * 4..][..4]
    }

    #[test]
    fn a_tag_is_as_wide_as_its_text() {
        assert_eq!(tag_size("e12"), (23, 11));
    }

    #[test]
    fn box_and_tag_stand_where_they_should() {
        let pixels = drawn(60, PixelRect::new(20.0, 30.0, 30.0, 20.0));
        assert_eq!(at(&pixels, 60, 20, 30), BOX);
        assert_eq!(at(&pixels, 60, 21, 31), BOX);
        assert_eq!(at(&pixels, 60, 22, 32), [7; 4]);
        assert_eq!(at(&pixels, 60, 49, 49), BOX);
        assert_eq!(at(&pixels, 60, 20, 17), TAG);
        assert_eq!(at(&pixels, 60, 42, 27), TAG);
        assert_eq!(at(&pixels, 60, 43, 27), [7; 4]);
        // The first row of the `e` that has ink: two rows down, one column in.
        assert_eq!(at(&pixels, 60, 24, 21), TEXT);
    }

    #[test]
    fn a_tag_at_the_edge_moves_inside() {
        let pixels = drawn(40, PixelRect::new(30.0, 4.0, 10.0, 30.0));
        assert_eq!(at(&pixels, 40, 17, 6), TAG);
        assert_eq!(at(&pixels, 40, 39, 16), TAG);
    }

    #[test]
    fn a_buffer_of_another_size_is_refused() {
        assert!(Canvas::new(10, 10, &mut [0; 399]).is_err());
        assert!(Canvas::new(u32::MAX, u32::MAX, &mut []).is_err());
        drawn(1, PixelRect::new(0.0, 0.0, 1.0, 1.0));
    }
}
