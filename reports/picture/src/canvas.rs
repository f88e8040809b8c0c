//! Drawing SVG over pixels, and encoding the result.

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder as _};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Options, Tree};

/// Why a picture can't be drawn.
#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    /// The picture is damaged, too large, or of a kind that is not read.
    #[error("the picture can't be read: {0}")]
    Unreadable(String),
    /// There is nothing to draw on, or too much.
    #[error("a picture of this size can't be drawn")]
    Size,
    /// The drawing library refused.
    #[error("the marks can't be drawn: {0}")]
    Drawing(#[from] usvg::Error),
    /// The encoder failed.
    #[error("the picture can't be written as PNG: {0}")]
    Encoding(String),
}

impl DrawError {
    pub(crate) fn unreadable(error: impl ToString) -> Self {
        Self::Unreadable(error.to_string())
    }
}

/// Draws `svg`, measured in points, over `pixels` with `scale` pixels a point.
pub(crate) fn draw_over(pixels: &mut Pixmap, svg: &str, scale: f64) -> Result<(), DrawError> {
    let options = Options {
        font_family: skillc_fonts::FAMILY.to_owned(),
        fontdb: skillc_fonts::database(),
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options)?;
    let scale = scale as f32;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(())
}

/// The PNG of opaque `pixels`.
pub(crate) fn encode(pixels: &Pixmap) -> Result<Vec<u8>, DrawError> {
    let mut png = Vec::new();
    PngEncoder::new_with_quality(&mut png, CompressionType::Default, FilterType::Adaptive)
        .write_image(pixels.data(), pixels.width(), pixels.height(), ExtendedColorType::Rgba8)
        .map_err(|error| DrawError::Encoding(error.to_string()))?;
    Ok(png)
}
