//! Decoding pictures that other people made: every failure is an error, and no header makes us allocate.
//!
//! PNG (all depths and colour types, interlaced), JPEG (grey, colour, CMYK; EXIF orientation applied) and WebP become upright pictures
//! of eight bits a channel. Transparent pixels are laid on white, as window captures with round corners are meant to be seen.

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

use image::codecs::jpeg::JpegDecoder;
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, Limits, RgbImage};
use skillc_records::PixelSize;

/// How large a picture may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictureLimits {
    /// The longest side in pixels.
    pub max_side: u32,
    /// The most pixels: width times height.
    pub max_pixels: u64,
    /// The longest file in bytes.
    pub max_bytes: usize,
}

/// What is told from a picture's header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// The format.
    pub format: PictureFormat,
    /// The size of the upright picture.
    pub size: PixelSize,
}

/// The formats that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureFormat {
    /// PNG.
    Png,
    /// JPEG.
    Jpeg,
    /// WebP.
    WebP,
}

/// A picture that can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// The file is empty.
    #[error("the file is empty")]
    Empty,
    /// The first bytes are not those of a picture, whatever the name says.
    #[error("this is no PNG, JPEG or WebP picture")]
    NoPicture,
    /// The file is longer than allowed.
    #[error("the file has {bytes} bytes; at most {limit} are read")]
    FileTooLarge {
        /// Its length.
        bytes: usize,
        /// The limit.
        limit: usize,
    },
    /// The header declares more pixels than allowed. Nothing was allocated.
    #[error(
        "the picture declares {width} × {height} pixels; at most {max_side} a side and {max_pixels} in all are read"
    )]
    TooLarge {
        /// Declared width.
        width: u32,
        /// Declared height.
        height: u32,
        /// The longest side allowed.
        max_side: u32,
        /// The most pixels allowed.
        max_pixels: u64,
    },
    /// The picture has no pixel.
    #[error("the picture is {width} × {height} pixels: there is nothing to see")]
    NoPixels {
        /// Declared width.
        width: u32,
        /// Declared height.
        height: u32,
    },
    /// The bytes are damaged or cut off, or use something that isn't supported.
    #[error("the picture is damaged or cut off: {0}")]
    Damaged(String),
}

impl Default for PictureLimits {
    /// 40,000 pixels a side and 80 million in all (240 MB decoded): a scrolled page of a phone fits, a bomb doesn't.
    fn default() -> Self {
        Self {
            max_side: 40_000,
            max_pixels: 80_000_000,
            max_bytes: 256 << 20,
        }
    }
}

/// The header of a picture, without decoding it.
///
/// # Errors
/// When the bytes are no picture or it is too large.
pub fn header(bytes: &[u8], limits: &PictureLimits) -> Result<Header, PictureError> {
    guarded(|| {
        let (format, mut decoder) = open(bytes, limits)?;
        let turned = is_turned(orientation(decoder.as_mut()));
        let (width, height) = decoder.dimensions();
        let (width, height) = if turned { (height, width) } else { (width, height) };
        Ok(Header {
            format,
            size: PixelSize { width, height },
        })
    })
}

/// The picture, upright, eight bits a channel, transparency laid on white.
///
/// # Errors
/// When the bytes are no picture, it is too large, or damaged.
pub fn decode(bytes: &[u8], limits: &PictureLimits) -> Result<RgbImage, PictureError> {
    guarded(|| {
        let (_, mut decoder) = open(bytes, limits)?;
        let orientation = orientation(decoder.as_mut());
        let mut picture = DynamicImage::from_decoder(decoder).map_err(damaged)?;
        picture.apply_orientation(orientation);
        Ok(on_white(picture))
    })
}

/// A decoder whose declared size has been checked.
fn open<'b>(
    bytes: &'b [u8],
    limits: &PictureLimits,
) -> Result<(PictureFormat, Box<dyn ImageDecoder + 'b>), PictureError> {
    if bytes.is_empty() {
        return Err(PictureError::Empty);
    }
    if bytes.len() > limits.max_bytes {
        return Err(PictureError::FileTooLarge {
            bytes: bytes.len(),
            limit: limits.max_bytes,
        });
    }
    let source = Cursor::new(bytes);
    let (format, mut decoder): (_, Box<dyn ImageDecoder>) = match image::guess_format(bytes) {
        Ok(ImageFormat::Png) => (PictureFormat::Png, Box::new(PngDecoder::new(source).map_err(damaged)?)),
        Ok(ImageFormat::Jpeg) => (
            PictureFormat::Jpeg,
            Box::new(JpegDecoder::new(source).map_err(damaged)?),
        ),
        Ok(ImageFormat::WebP) => (
            PictureFormat::WebP,
            Box::new(WebPDecoder::new(source).map_err(damaged)?),
        ),
        _ => return Err(PictureError::NoPicture),
    };
    let (width, height) = decoder.dimensions();
    if width == 0 || height == 0 {
        return Err(PictureError::NoPixels { width, height });
    }
    let PictureLimits {
        max_side, max_pixels, ..
    } = *limits;
    if width.max(height) > max_side || u64::from(width) * u64::from(height) > max_pixels {
        return Err(PictureError::TooLarge {
            width,
            height,
            max_side,
            max_pixels,
        });
    }
    let mut allowed = Limits::no_limits();
    (allowed.max_image_width, allowed.max_image_height) = (Some(max_side), Some(max_side));
    // The decoded picture at 16 bits a channel with transparency, and as much again for the decoder's own buffers.
    allowed.max_alloc = Some(max_pixels.saturating_mul(16));
    decoder.set_limits(allowed).map_err(damaged)?;
    Ok((format, decoder))
}

fn damaged(error: ImageError) -> PictureError {
    PictureError::Damaged(error.to_string())
}

/// How the picture has to be turned; not at all if its metadata can't be read.
fn orientation(decoder: &mut dyn ImageDecoder) -> Orientation {
    decoder.orientation().unwrap_or(Orientation::NoTransforms)
}

fn is_turned(orientation: Orientation) -> bool {
    matches!(
        orientation,
        Orientation::Rotate90 | Orientation::Rotate270 | Orientation::Rotate90FlipH | Orientation::Rotate270FlipH
    )
}

/// Eight bits a channel, without transparency.
fn on_white(picture: DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.into_rgb8();
    }
    let picture = picture.into_rgba8();
    let mut flat = RgbImage::new(picture.width(), picture.height());
    for (target, source) in flat.pixels_mut().zip(picture.pixels()) {
        let alpha = u32::from(source.0[3]);
        for (to, &from) in target.0.iter_mut().zip(&source.0) {
            *to = ((u32::from(from) * alpha + 255 * (255 - alpha) + 127) / 255) as u8;
        }
    }
    flat
}

/// A decoder that panics on hostile bytes is a damaged picture too.
fn guarded<T>(work: impl FnOnce() -> Result<T, PictureError>) -> Result<T, PictureError> {
    let caught = catch_unwind(AssertUnwindSafe(work));
    caught.unwrap_or_else(|_| Err(PictureError::Damaged("the decoder gave up on it".to_owned())))
}
