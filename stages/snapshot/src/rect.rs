//! Rectangles as producers report them: they may be missing, negative, not a number, or a sentinel of the smallest integer.

use skillc_records::{WindowPoint, WindowRect};

/// Whether the four numbers are finite and both sides are positive: only such a rectangle covers anything.
pub fn is_positive(rect: &WindowRect) -> bool {
    [rect.x, rect.y, rect.width, rect.height]
        .iter()
        .all(|number| number.is_finite())
        && rect.width > 0.0
        && rect.height > 0.0
}

/// `rect` if it covers anything.
pub fn positive(rect: Option<WindowRect>) -> Option<WindowRect> {
    rect.filter(is_positive)
}

/// Whether the four numbers are finite and no side is negative; whatever else counts as missing.
pub fn is_sane(rect: &WindowRect) -> bool {
    [rect.x, rect.y, rect.width, rect.height]
        .iter()
        .all(|number| number.is_finite())
        && rect.width >= 0.0
        && rect.height >= 0.0
}

/// What both cover; none if they only touch.
pub fn intersection(a: &WindowRect, b: &WindowRect) -> Option<WindowRect> {
    let (left, top) = (a.x.max(b.x), a.y.max(b.y));
    let (right, bottom) = (a.right().min(b.right()), a.bottom().min(b.bottom()));
    positive(Some(WindowRect::new(left, top, right - left, bottom - top)))
}

/// The smallest rectangle that covers both.
pub fn union(a: &WindowRect, b: &WindowRect) -> WindowRect {
    let (left, top) = (a.x.min(b.x), a.y.min(b.y));
    let (right, bottom) = (a.right().max(b.right()), a.bottom().max(b.bottom()));
    WindowRect::new(left, top, right - left, bottom - top)
}

/// The smallest rectangle that covers all positive ones; none if there is none.
pub fn union_all(rects: impl IntoIterator<Item = WindowRect>) -> Option<WindowRect> {
    rects.into_iter().filter(is_positive).reduce(|a, b| union(&a, &b))
}

/// Whether `inner` lies in `outer`, edges included.
pub fn contains(outer: &WindowRect, inner: &WindowRect) -> bool {
    inner.x >= outer.x && inner.y >= outer.y && inner.right() <= outer.right() && inner.bottom() <= outer.bottom()
}

/// Whether the two share a point, an edge included.
pub fn touch(a: &WindowRect, b: &WindowRect) -> bool {
    a.x.max(b.x) <= a.right().min(b.right()) && a.y.max(b.y) <= a.bottom().min(b.bottom())
}

/// Whether each of the four numbers is within half a unit: a rectangle that two captures measured.
pub fn nearly_equal(a: &WindowRect, b: &WindowRect) -> bool {
    [(a.x, b.x), (a.y, b.y), (a.width, b.width), (a.height, b.height)]
        .iter()
        .all(|(a, b)| (a - b).abs() <= 0.5)
}

/// The area in square units; 0 for a rectangle that covers nothing.
pub fn area(rect: &WindowRect) -> f64 {
    if is_positive(rect) {
        rect.width * rect.height
    } else {
        0.0
    }
}

/// Whether the middle of `rect` lies in `outer`, edges included.
pub fn center_in(rect: &WindowRect, outer: &WindowRect) -> bool {
    let WindowPoint { x, y } = rect.center();
    outer.contains(WindowPoint::new(x, y))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIN: f64 = i32::MIN as f64;

    #[test]
    fn what_covers_nothing_is_not_positive() {
        for rect in [
            WindowRect::new(f64::NAN, 0.0, 1.0, 1.0),
            WindowRect::new(0.0, 0.0, f64::INFINITY, 1.0),
            WindowRect::new(0.0, 0.0, -1.0, 1.0),
            WindowRect::new(0.0, 0.0, 0.0, 1.0),
        ] {
            assert_eq!(positive(Some(rect)), None);
            assert_eq!(area(&rect), 0.0);
        }
        assert!(
            is_positive(&WindowRect::new(MIN, MIN, 1.0, 1.0)),
            "a sentinel is positive and off screen"
        );
        assert_eq!(
            intersection(
                &WindowRect::new(MIN, MIN, 1.0, 1.0),
                &WindowRect::new(0.0, 0.0, 9.0, 9.0)
            ),
            None
        );
    }
}
