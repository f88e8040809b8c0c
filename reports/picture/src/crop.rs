//! A part of a frame with a few boxes, for reports.

use resvg::tiny_skia::{IntRect, Pixmap, PixmapPaint, Transform};
use skillc_records::{Scale, WindowPoint, WindowRect, WindowSize};

use crate::background::{Background, Paper};
use crate::canvas::{DrawError, draw_over, encode};
use crate::mark::Mark;
use crate::svg::Svg;

/// The PNG of `region` of a picture, with `marks` in the coordinates of the whole window. What lies outside the picture is cut off.
///
/// # Errors
/// When the picture can't be read, or the region lies outside of it.
pub fn crop(bytes: &[u8], scale: Scale, region: WindowRect, marks: &[Mark]) -> Result<Vec<u8>, DrawError> {
    let paper = Paper::of(&Background::Picture { bytes, scale })?;
    let (width, height) = (f64::from(paper.pixels.width()), f64::from(paper.pixels.height()));
    let left = (region.x * paper.scale).floor().clamp(0.0, width);
    let top = (region.y * paper.scale).floor().clamp(0.0, height);
    let right = (region.right() * paper.scale).ceil().clamp(left, width);
    let bottom = (region.bottom() * paper.scale).ceil().clamp(top, height);
    let part = IntRect::from_xywh(left as i32, top as i32, (right - left) as u32, (bottom - top) as u32);
    let part = part.ok_or(DrawError::Size)?;

    let mut sheet = Pixmap::new(part.width(), part.height()).ok_or(DrawError::Size)?;
    let paint = PixmapPaint::default();
    sheet.draw_pixmap(
        -part.x(),
        -part.y(),
        paper.pixels.as_ref(),
        &paint,
        Transform::identity(),
        None,
    );
    let origin = WindowPoint::new(left / paper.scale, top / paper.scale);
    let size = WindowSize::new((right - left) / paper.scale, (bottom - top) / paper.scale);
    let mut svg = Svg::new(size);
    for mark in marks {
        svg.mark(&moved(mark, origin));
    }
    draw_over(&mut sheet, &svg.finish(), paper.scale)?;
    encode(&sheet)
}

/// `mark` as it stands when `origin` is the top left corner.
fn moved(mark: &Mark, origin: WindowPoint) -> Mark {
    let rect = mark
        .rect
        .map(|rect| WindowRect::new(rect.x - origin.x, rect.y - origin.y, rect.width, rect.height));
    let point = mark
        .point
        .map(|point| WindowPoint::new(point.x - origin.x, point.y - origin.y));
    Mark {
        rect,
        point,
        ..mark.clone()
    }
}
