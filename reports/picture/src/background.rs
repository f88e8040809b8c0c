//! What a frame is drawn on: its picture, or blank paper where it has none.

use std::io::Cursor;

use image::{ImageReader, Limits};
use resvg::tiny_skia::{Color, IntSize, Pixmap};
use skillc_records::{Scale, WindowSize};

use crate::canvas::DrawError;

/// What a frame is drawn on.
#[derive(Debug, Clone, Copy)]
pub enum Background<'a> {
    /// The frame's picture, PNG, JPEG or WebP.
    Picture {
        /// The encoded bytes.
        bytes: &'a [u8],
        /// Pixels per window point.
        scale: Scale,
    },
    /// Nothing was pictured: a blank window of this size.
    Blank {
        /// The window in points.
        window: WindowSize,
    },
}

/// The longest side of a picture in pixels; larger ones are refused by their header.
const MAX_SIDE: u32 = 16 * 1024;
/// The most memory that decoding may take.
const MAX_BYTES: u64 = 512 << 20;
/// Pixels per point of blank paper.
const BLANK_SCALE: f64 = 2.0;
/// The largest window in points that is drawn blank.
const MAX_BLANK_SIDE: f64 = 8192.0;

/// A decoded background.
pub(crate) struct Paper {
    pub(crate) pixels: Pixmap,
    /// Pixels per window point.
    pub(crate) scale: f64,
}

impl Paper {
    pub(crate) fn of(background: &Background<'_>) -> Result<Self, DrawError> {
        match *background {
            Background::Picture { bytes, scale } => Ok(Self {
                pixels: decode(bytes)?,
                scale: scale.pixels_per_point(),
            }),
            Background::Blank { window } => {
                let side = |points: f64| {
                    let is_drawable = (1.0..=MAX_BLANK_SIDE).contains(&points);
                    if is_drawable {
                        Ok((points * BLANK_SCALE) as u32)
                    } else {
                        Err(DrawError::Size)
                    }
                };
                let mut pixels = Pixmap::new(side(window.width)?, side(window.height)?).ok_or(DrawError::Size)?;
                pixels.fill(Color::from_rgba8(0xf2, 0xf2, 0xf7, 0xff));
                Ok(Self {
                    pixels,
                    scale: BLANK_SCALE,
                })
            }
        }
    }

    /// The size in window points.
    pub(crate) fn size(&self) -> WindowSize {
        WindowSize::new(
            f64::from(self.pixels.width()) / self.scale,
            f64::from(self.pixels.height()) / self.scale,
        )
    }
}

fn decode(bytes: &[u8]) -> Result<Pixmap, DrawError> {
    let mut reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .map_err(DrawError::unreadable)?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_BYTES);
    reader.limits(limits);
    let mut pixels = reader.decode().map_err(DrawError::unreadable)?.into_rgba8();
    let size = IntSize::from_wh(pixels.width(), pixels.height()).ok_or(DrawError::Size)?;
    // Screens are opaque; a picture with holes is shown on white, as every viewer does.
    for pixel in pixels.pixels_mut() {
        let alpha = u16::from(pixel.0[3]);
        for channel in &mut pixel.0[..3] {
            *channel = ((u16::from(*channel) * alpha + 255 * (255 - alpha)) / 255) as u8;
        }
        pixel.0[3] = 255;
    }
    Pixmap::from_vec(pixels.into_raw(), size).ok_or(DrawError::Size)
}
