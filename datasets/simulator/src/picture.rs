//! SVG to PNG.

use std::collections::BTreeSet;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

/// Pixels per point: a mirrored iPhone on a Retina screen.
pub(crate) const SCALE: f32 = 2.0;

/// Why a picture couldn't be drawn. With a scene of sane size neither happens.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The drawing isn't valid SVG.
    #[error("the scene could not be drawn: {0}")]
    Drawing(#[from] usvg::Error),
    /// No memory for that many pixels.
    #[error("no picture of {width} by {height} pixels can be made")]
    Size {
        /// Wanted width.
        width: u32,
        /// Wanted height.
        height: u32,
    },
    /// The PNG encoder failed.
    #[error("the picture could not be written as PNG: {0}")]
    Encoding(#[from] png::EncodingError),
}

/// The PNG of `svg` at [`SCALE`].
///
/// Pictures of few colours, which is all but those with a modal over a blurred screen, are written with a palette: half the size.
pub(crate) fn png(svg: &str, options: &usvg::Options<'_>) -> Result<Vec<u8>, PictureError> {
    let tree = usvg::Tree::from_str(svg, options)?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width() * SCALE as u32, size.height() * SCALE as u32);
    let mut pixmap = Pixmap::new(width, height).ok_or(PictureError::Size { width, height })?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixmap.as_mut());
    encode(width, height, pixmap.data())
}

/// Encodes opaque RGBA pixels.
fn encode(width: u32, height: u32, rgba: &[u8]) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    let pixels: Vec<[u8; 3]> = rgba.chunks_exact(4).map(|p| [p[0], p[1], p[2]]).collect();
    let row = width as usize;
    if let Some(palette) = palette(&pixels) {
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(palette.concat());
        // Filters help gradients; rows of palette entries compress best without.
        encoder.set_filter(png::Filter::NoFilter);
        let indices: Vec<u8> = pixels
            .chunks(row)
            .flatten()
            .map(|pixel| palette.binary_search(pixel).map_or(0, |i| i as u8))
            .collect();
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&indices)?;
        writer.finish()?;
    } else {
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&pixels.concat())?;
        writer.finish()?;
    }
    Ok(bytes)
}

/// The colours in ascending order; none if there are more than a palette holds.
fn palette(pixels: &[[u8; 3]]) -> Option<Vec<[u8; 3]>> {
    let mut colours = BTreeSet::new();
    let mut last = None;
    for pixel in pixels {
        if last != Some(pixel) && colours.insert(*pixel) && colours.len() > 256 {
            return None;
        }
        last = Some(pixel);
    }
    Some(colours.into_iter().collect())
}
