//! Cutting a line out of the picture.

use image::{Rgb, RgbImage, imageops};
use imageproc::geometric_transformations::{Border, Interpolation, Projection, warp_into};
use skillc_records::PixelRect;

use super::quad::Quad;

/// Room left around the ink, in heights of the ink: the models are trained on crops with some.
const MARGIN: f64 = 0.2;

/// The box with the room around it that the recognition model expects.
pub(crate) fn with_margin(rect: PixelRect) -> PixelRect {
    let margin = (rect.height * MARGIN).ceil().max(2.0);
    PixelRect::new(
        rect.x - margin,
        rect.y - margin,
        rect.width + 2.0 * margin,
        rect.height + 2.0 * margin,
    )
}

/// The part of a box that is inside the picture, in whole pixels; at least one pixel.
pub(crate) fn inside(picture: &RgbImage, rect: PixelRect) -> PixelRect {
    let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
    let left = rect.x.floor().clamp(0.0, (width - 1.0).max(0.0));
    let top = rect.y.floor().clamp(0.0, (height - 1.0).max(0.0));
    let right = (rect.x + rect.width).ceil().clamp(left + 1.0, width.max(left + 1.0));
    let bottom = (rect.y + rect.height).ceil().clamp(top + 1.0, height.max(top + 1.0));
    PixelRect::new(left, top, right - left, bottom - top)
}

/// A copy of the part of the picture in a box of whole pixels that lies inside.
pub(crate) fn upright(picture: &RgbImage, rect: PixelRect) -> RgbImage {
    imageops::crop_imm(
        picture,
        rect.x as u32,
        rect.y as u32,
        rect.width as u32,
        rect.height as u32,
    )
    .to_image()
}

/// The part of the picture in a tilted rectangle, turned upright.
pub(crate) fn tilted(picture: &RgbImage, quad: &Quad) -> RgbImage {
    let longest = f64::from(picture.width()).hypot(f64::from(picture.height()));
    let width = quad.width().clamp(1.0, longest).round();
    let height = quad.height().clamp(1.0, longest).round();
    let corners = quad.corners().map(|p| (p.x as f32, p.y as f32));
    let (w, h) = (width as f32, height as f32);
    let mut crop = RgbImage::new(width as u32, height as u32);
    if let Some(projection) = Projection::from_control_points(corners, [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)]) {
        let border = Border::Constant(Rgb([0, 0, 0]));
        warp_into(picture, projection, Interpolation::Bicubic, border, &mut crop);
    }
    crop
}
