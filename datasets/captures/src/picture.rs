//! Pictures before they are stored: what they are, how large, and their hash. Only the header is read, never the pixels.

use std::io::Cursor;

use image::{ImageFormat, ImageReader};
use skillc_records::{PixelSize, Scale};

use crate::error::WriteError;

/// The largest picture in bytes: with it, every row group of the `frames` table stays within 32 MiB.
pub const MAX_PICTURE_BYTES: u64 = 32 << 20;

/// A picture to be stored: PNG, JPEG or WebP bytes, kept as they are.
#[derive(Debug, Clone, Copy)]
pub struct Picture<'a> {
    /// The encoded bytes.
    pub bytes: &'a [u8],
    /// Pixels per window point, where known.
    pub scale: Option<Scale>,
}

/// The blake3 hash of a picture's bytes, 64 hexadecimal digits.
pub fn picture_hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// The size that the header of a PNG, JPEG or WebP picture declares.
///
/// # Errors
/// When the picture is larger than [`MAX_PICTURE_BYTES`], of another kind, or has no readable header.
pub fn picture_size(bytes: &[u8]) -> Result<PixelSize, WriteError> {
    let length = bytes.len() as u64;
    if length > MAX_PICTURE_BYTES {
        return Err(WriteError::PictureTooLarge {
            bytes: length,
            limit: MAX_PICTURE_BYTES,
        });
    }
    let reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .map_err(|error| WriteError::BadPicture(error.to_string()))?;
    match reader.format() {
        Some(ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP) => {}
        _ => return Err(WriteError::BadPicture("neither PNG nor JPEG nor WebP".to_owned())),
    }
    let (width, height) = reader
        .into_dimensions()
        .map_err(|error| WriteError::BadPicture(error.to_string()))?;
    Ok(PixelSize { width, height })
}
