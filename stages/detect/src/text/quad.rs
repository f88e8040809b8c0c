//! A rectangle that may be tilted, as text on a photographed or animated screen is.

use skillc_records::{PixelPoint, PixelRect};

/// Lines tilted by less than this are taken for upright: a screen's own texts are, and one stray pixel tilts a short one.
const UPRIGHT_DEGREES: f64 = 4.0;

/// A tilted rectangle is taken for a tilted line only if its area is at most this share of the upright one's: the stroke of a short word
/// is no rectangle, and leans a little to whichever side its letters are higher.
const TILTED_SHARE: f64 = 0.8;

/// A rectangle by its middle, its sides and the direction of the side that the text runs along.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Quad {
    middle: PixelPoint,
    /// Along the text, and across it.
    sides: (f64, f64),
    /// The unit vector along the text; (1, 0) when upright.
    along: (f64, f64),
}

impl Quad {
    /// The rectangle of least area around `points`; upright unless it is clearly tilted. None without points.
    pub(crate) fn around(points: &[PixelPoint]) -> Option<Self> {
        let first = points.first()?;
        let hull = hull(points);
        let upright = Self::in_direction(&hull, (1.0, 0.0)).unwrap_or(Self {
            middle: *first,
            sides: (0.0, 0.0),
            along: (1.0, 0.0),
        });
        let edges = hull.iter().zip(hull.iter().cycle().skip(1));
        let directions = edges.filter_map(|(a, b)| {
            let (x, y) = (b.x - a.x, b.y - a.y);
            let length = x.hypot(y);
            (length > 0.0).then(|| (x / length, y / length))
        });
        let tilted = directions
            .filter_map(|along| Self::in_direction(&hull, along))
            .min_by(|a, b| a.area().total_cmp(&b.area()))
            .filter(|quad| quad.area() < TILTED_SHARE * upright.area());
        let Some(tilted) = tilted.map(Self::turned_to_read) else {
            return Some(upright);
        };
        Some(if tilted.along.1.abs() < UPRIGHT_DEGREES.to_radians().sin() {
            upright
        } else {
            tilted
        })
    }

    /// The rectangle around `points` with one side in the direction `along`.
    fn in_direction(points: &[PixelPoint], along: (f64, f64)) -> Option<Self> {
        let across = (-along.1, along.0);
        let extent = |axis: (f64, f64)| {
            let at = points.iter().map(|p| p.x * axis.0 + p.y * axis.1);
            Some((at.clone().min_by(f64::total_cmp)?, at.max_by(f64::total_cmp)?))
        };
        let (u, v) = (extent(along)?, extent(across)?);
        let (mu, mv) = ((u.0 + u.1) / 2.0, (v.0 + v.1) / 2.0);
        let middle = PixelPoint {
            x: mu * along.0 + mv * across.0,
            y: mu * along.1 + mv * across.1,
        };
        Some(Self {
            middle,
            sides: (u.1 - u.0, v.1 - v.0),
            along,
        })
    }

    /// The same rectangle, named so that the text runs within 45° of left to right, or down if it is much longer that way.
    fn turned_to_read(self) -> Self {
        let mut quad = self;
        if quad.along.0.abs() < std::f64::consts::FRAC_1_SQRT_2 {
            quad.along = (-quad.along.1, quad.along.0);
            quad.sides = (quad.sides.1, quad.sides.0);
        }
        if quad.along.0 < 0.0 {
            quad.along = (-quad.along.0, -quad.along.1);
        }
        quad
    }

    fn area(&self) -> f64 {
        self.sides.0 * self.sides.1
    }

    /// The side along the text.
    pub(crate) fn width(&self) -> f64 {
        self.sides.0
    }

    /// The side across the text.
    pub(crate) fn height(&self) -> f64 {
        self.sides.1
    }

    /// The shorter side.
    pub(crate) fn short_side(&self) -> f64 {
        self.sides.0.min(self.sides.1)
    }

    /// Grown by `by` on every side.
    pub(crate) fn grown(&self, by: f64) -> Self {
        Self {
            sides: (self.sides.0 + 2.0 * by, self.sides.1 + 2.0 * by),
            ..*self
        }
    }

    /// In another system whose units are smaller by `step` across and down. (For tilted ones exact if both are the same.)
    pub(crate) fn scaled(&self, step: (f64, f64)) -> Self {
        let stretch = |axis: (f64, f64)| (axis.0 * step.0).hypot(axis.1 * step.1);
        let along = (self.along.0 * step.0, self.along.1 * step.1);
        let length = along.0.hypot(along.1);
        Self {
            middle: PixelPoint {
                x: self.middle.x * step.0,
                y: self.middle.y * step.1,
            },
            sides: (
                self.sides.0 * stretch(self.along),
                self.sides.1 * stretch((-self.along.1, self.along.0)),
            ),
            along: (along.0 / length, along.1 / length),
        }
    }

    /// The rectangle as an upright box; none if it is tilted.
    pub(crate) fn upright(&self) -> Option<PixelRect> {
        (self.along.1 == 0.0).then(|| self.bounds())
    }

    /// The corners: top left of the text, top right, bottom right, bottom left.
    pub(crate) fn corners(&self) -> [PixelPoint; 4] {
        let along = (self.along.0 * self.sides.0 / 2.0, self.along.1 * self.sides.0 / 2.0);
        let across = (-self.along.1 * self.sides.1 / 2.0, self.along.0 * self.sides.1 / 2.0);
        let corner = |u: f64, v: f64| PixelPoint {
            x: self.middle.x + u * along.0 + v * across.0,
            y: self.middle.y + u * along.1 + v * across.1,
        };
        [
            corner(-1.0, -1.0),
            corner(1.0, -1.0),
            corner(1.0, 1.0),
            corner(-1.0, 1.0),
        ]
    }

    /// The upright box around it.
    pub(crate) fn bounds(&self) -> PixelRect {
        let corners = self.corners();
        let least = |of: fn(&PixelPoint) -> f64| corners.iter().map(of).fold(f64::INFINITY, f64::min);
        let most = |of: fn(&PixelPoint) -> f64| corners.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        let (x, y) = (least(|p| p.x), least(|p| p.y));
        PixelRect::new(x, y, most(|p| p.x) - x, most(|p| p.y) - y)
    }
}

/// The convex hull (Andrew's monotone chain), without points on its edges.
fn hull(points: &[PixelPoint]) -> Vec<PixelPoint> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let chain = |points: &mut dyn Iterator<Item = PixelPoint>| {
        let mut chain: Vec<PixelPoint> = Vec::new();
        for p in points {
            while let [.., a, b] = chain[..] {
                if (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0.0 {
                    break;
                }
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut hull = chain(&mut sorted.iter().copied());
    hull.extend(chain(&mut sorted.iter().rev().copied()));
    hull
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_point_lies_inside_and_the_area_is_no_larger_than_the_upright_one(
            points in prop::collection::vec((0.0..100.0, 0.0..100.0), 1..40)
        ) {
            let points: Vec<_> = points.into_iter().map(|(x, y)| PixelPoint { x, y }).collect();
            let quad = Quad::around(&points).expect("points");
            let [a, b, _, d] = quad.corners();
            for p in &points {
                let along = (p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y);
                let across = (p.x - a.x) * (d.x - a.x) + (p.y - a.y) * (d.y - a.y);
                prop_assert!(along >= -1e-6 && along <= quad.width().powi(2) + 1e-6);
                prop_assert!(across >= -1e-6 && across <= quad.height().powi(2) + 1e-6);
            }
            let bounds = Quad::in_direction(&points, (1.0, 0.0)).expect("points");
            prop_assert!(quad.area() <= bounds.area() + 1e-6);
        }
    }

    #[test]
    fn a_line_tilted_by_20_degrees_is_found_as_such() {
        let (sin, cos) = 20f64.to_radians().sin_cos();
        let turn = |x: f64, y: f64| PixelPoint {
            x: 50.0 + x * cos - y * sin,
            y: 50.0 + x * sin + y * cos,
        };
        let quad = Quad::around(&[turn(0.0, 0.0), turn(80.0, 0.0), turn(80.0, 10.0), turn(0.0, 10.0)]).expect("points");
        assert!((quad.width() - 80.0).abs() < 1e-9 && (quad.height() - 10.0).abs() < 1e-9);
        assert_eq!(quad.upright(), None);
        assert!((quad.corners()[0].x - 50.0).abs() < 1e-9);
    }

    #[test]
    fn a_single_point_is_an_empty_upright_box() {
        let quad = Quad::around(&[PixelPoint { x: 3.0, y: 4.0 }]).expect("a point");
        assert_eq!(quad.upright(), Some(PixelRect::new(3.0, 4.0, 0.0, 0.0)));
        assert_eq!(Quad::around(&[]), None);
    }
}
