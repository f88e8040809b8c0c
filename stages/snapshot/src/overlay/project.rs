//! From the tree's unit to the pixels of a picture.
//!
//! Source: reference on agent-device, §4.5.

use skillc_records::{PixelRect, PixelSize, WindowRect};

use crate::{
    Tree,
    rect::{area, union_all},
};

/// What the tree covers: its largest application or window, else all boxes but those of nameless pictures.
pub(super) fn bounds(tree: &Tree) -> Option<WindowRect> {
    let roots = tree
        .nodes()
        .iter()
        .filter(|node| node.is_viewport_root())
        .filter_map(|node| node.positive_rect());
    let largest = roots.fold(None, |best: Option<WindowRect>, rect| match best {
        Some(best) if area(&best) >= area(&rect) => Some(best),
        _ => Some(rect),
    });
    largest.or_else(|| {
        let named = tree
            .nodes()
            .iter()
            .filter(|node| node.has_label() || !node.normal_type().contains("image"));
        union_all(named.filter_map(|node| node.rect))
    })
}

/// The way from the tree's unit to pixels.
pub(super) struct Projection {
    origin: (f64, f64),
    scale: (f64, f64),
    picture: PixelSize,
}

impl Projection {
    /// The projection of `bounds` onto `picture`. Boxes that are pixels already, and boxes without bounds, stay as they are.
    pub(super) fn new(bounds: Option<WindowRect>, picture: PixelSize, are_pixels: bool) -> Self {
        let (origin, scale) = match bounds {
            Some(bounds) if !are_pixels => (
                (bounds.x, bounds.y),
                (
                    f64::from(picture.width) / bounds.width,
                    f64::from(picture.height) / bounds.height,
                ),
            ),
            _ => ((0.0, 0.0), (1.0, 1.0)),
        };
        Self { origin, scale, picture }
    }

    /// The whole pixels that `rect` covers, inside the picture; none if that is nothing.
    pub(super) fn pixels(&self, rect: &WindowRect) -> Option<PixelRect> {
        let (width, height) = (f64::from(self.picture.width), f64::from(self.picture.height));
        if width < 1.0 || height < 1.0 {
            return None;
        }
        let x = ((rect.x - self.origin.0) * self.scale.0).round();
        let y = ((rect.y - self.origin.1) * self.scale.1).round();
        let across = (rect.width * self.scale.0).round();
        let down = (rect.height * self.scale.1).round();
        if !(x.is_finite() && y.is_finite() && across > 0.0 && down > 0.0) {
            return None;
        }
        let (x, y) = (x.clamp(0.0, width - 1.0), y.clamp(0.0, height - 1.0));
        Some(PixelRect::new(
            x,
            y,
            across.clamp(1.0, (width - x).max(1.0)),
            down.clamp(1.0, (height - y).max(1.0)),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_become_pixels_and_stay_inside_the_picture() {
        let picture = PixelSize {
            width: 800,
            height: 1600,
        };
        let window = WindowRect::new(10.0, 0.0, 400.0, 800.0);
        let project = |rect, are_pixels| Projection::new(Some(window), picture, are_pixels).pixels(&rect);
        let rect = WindowRect::new(20.0, 30.0, 40.0, 50.0);
        assert_eq!(project(rect, false), Some(PixelRect::new(20.0, 60.0, 80.0, 100.0)));
        assert_eq!(project(rect, true), Some(PixelRect::new(20.0, 30.0, 40.0, 50.0)));
        let far = WindowRect::new(f64::from(i32::MIN), 0.0, 1.0, 1.0);
        assert_eq!(project(far, true), Some(PixelRect::new(0.0, 0.0, 1.0, 1.0)));
        assert_eq!(project(WindowRect::new(f64::NAN, 0.0, 1.0, 1.0), true), None);
    }
}
