//! A frame with the refs that steps name, drawn as agent-device draws them.

use skillc_records::PixelSize;
use skillc_snapshot::OverlayRef;
use skillc_snapshot::overlay::{Canvas, draw};

use crate::background::{Background, Paper};
use crate::canvas::{DrawError, encode};

/// A frame with its refs.
#[derive(Debug, Clone, PartialEq)]
pub struct Overlaid {
    /// The picture, PNG, in its own size.
    pub png: Vec<u8>,
    /// The refs that are drawn, from top to bottom.
    pub refs: Vec<OverlayRef>,
}

/// The picture of a frame with its refs. `refs` gives them for the size of the picture in pixels.
///
/// # Errors
/// When the picture can't be read or is too large.
pub fn draw_overlay(
    background: &Background<'_>,
    refs: impl FnOnce(PixelSize) -> Vec<OverlayRef>,
) -> Result<Overlaid, DrawError> {
    let mut paper = Paper::of(background)?;
    let (width, height) = (paper.pixels.width(), paper.pixels.height());
    let refs = refs(PixelSize { width, height });
    let mut canvas = Canvas::new(width, height, paper.pixels.data_mut()).map_err(|_| DrawError::Size)?;
    draw(&mut canvas, &refs);
    Ok(Overlaid {
        png: encode(&paper.pixels)?,
        refs,
    })
}
