//! Which text a tap landed on: the way back from a tap to what it was meant for.
//!
//! Source: reference on mirroir's semantics, §9 (tap-area radius).

use serde::{Deserialize, Serialize};
use skillc_records::{Action, ActionKind, TapPoint, WindowPoint};
use skillc_text::{equals, lower, trim};

/// A tap closer than this to a tap point is on its text, in points.
pub const TAP_RADIUS: f64 = 30.0;

/// How an action and a text were brought together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hit {
    /// The tap landed on it: in its box, or within the tap radius of its tap point.
    Touch,
    /// The producer tapped by name, and the name is its text.
    Name,
}

/// A box with both sides longer than this holds other things and isn't what was tapped, in points.
const CONTAINER_SIDE: f64 = 200.0;

/// The place in `points` of the text that a tap at `at` landed on: the smallest box that holds `at`, else the nearest tap point within
/// [`TAP_RADIUS`]; the first on ties. Boxes of windows and other containers don't count.
pub fn tapped(points: &[TapPoint], at: WindowPoint) -> Option<usize> {
    let holding = points.iter().enumerate().filter_map(|(place, point)| {
        let rect = point.rect.filter(|rect| rect.contains(at))?;
        let is_container = rect.width > CONTAINER_SIDE && rect.height > CONTAINER_SIDE;
        (!is_container).then_some((place, rect.width * rect.height))
    });
    let near = || {
        let away = points.iter().map(|point| point.at.distance(at)).enumerate();
        least(away.filter(|(_, distance)| *distance < TAP_RADIUS))
    };
    least(holding).or_else(near)
}

/// The place with the least value; the first on ties.
fn least(places: impl Iterator<Item = (usize, f64)>) -> Option<usize> {
    places.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(place, _)| place)
}

/// The place in `points` of the text that `action` was meant for, and how it is known. None for actions that touch nothing or miss.
///
/// Where it was touched counts before what the producer called it. A name matches without case and surrounding spaces.
pub fn target_of(action: &Action, points: &[TapPoint]) -> Option<(usize, Hit)> {
    let touches = matches!(
        action.kind,
        ActionKind::Tap { .. } | ActionKind::DoubleTap { .. } | ActionKind::LongPress { .. } | ActionKind::Back { .. }
    );
    if !touches {
        return None;
    }
    let touched = action
        .kind
        .touch()
        .and_then(|at| tapped(points, at))
        .map(|place| (place, Hit::Touch));
    touched.or_else(|| {
        let name = lower(trim(action.target_text.as_deref()?));
        let named = points
            .iter()
            .position(|point| !name.is_empty() && equals(&lower(trim(&point.text)), &name));
        named.map(|place| (place, Hit::Name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use skillc_records::{ActionIndex, ActionOutcome, Timestamp, WindowRect};

    fn point(text: &str, x: f64, y: f64, rect: Option<WindowRect>) -> TapPoint {
        TapPoint {
            text: text.to_owned(),
            at: WindowPoint::new(x, y),
            confidence: None,
            rect,
        }
    }

    fn tap(at: Option<WindowPoint>, name: Option<&str>) -> Action {
        Action {
            index: ActionIndex(0),
            frame_before: None,
            frame_after: None,
            kind: ActionKind::Tap { at },
            target_text: name.map(ToOwned::to_owned),
            display_label: None,
            started_at: Timestamp(0),
            ended_at: None,
            outcome: ActionOutcome::Ok,
        }
    }

    #[test]
    fn a_box_counts_before_a_nearer_point() {
        let points = [
            point("near", 100.0, 120.0, None),
            point("row", 300.0, 100.0, Some(WindowRect::new(0.0, 90.0, 400.0, 20.0))),
        ];
        assert_eq!(tapped(&points, WindowPoint::new(100.0, 105.0)), Some(1));
    }

    #[test]
    fn the_smallest_box_counts_and_a_container_never_does() {
        let points = [
            point("Window", 205.0, 449.0, Some(WindowRect::new(0.0, 0.0, 410.0, 898.0))),
            point("Row", 205.0, 300.0, Some(WindowRect::new(0.0, 278.0, 410.0, 44.0))),
            point("Switch", 380.0, 300.0, Some(WindowRect::new(355.0, 285.0, 50.0, 30.0))),
        ];
        assert_eq!(tapped(&points, WindowPoint::new(360.0, 290.0)), Some(2));
        assert_eq!(tapped(&points, WindowPoint::new(200.0, 290.0)), Some(1));
        assert_eq!(tapped(&points, WindowPoint::new(50.0, 860.0)), None);
    }

    #[test]
    fn the_radius_is_strict() {
        let points = [point("a", 100.0, 100.0, None)];
        assert_eq!(tapped(&points, WindowPoint::new(129.9, 100.0)), Some(0));
        assert_eq!(tapped(&points, WindowPoint::new(130.0, 100.0)), None);
    }

    #[test]
    fn the_nearest_wins_and_the_first_on_ties() {
        let points = [
            point("a", 100.0, 100.0, None),
            point("b", 120.0, 100.0, None),
            point("c", 140.0, 100.0, None),
        ];
        assert_eq!(tapped(&points, WindowPoint::new(110.0, 100.0)), Some(0));
        assert_eq!(tapped(&points, WindowPoint::new(111.0, 100.0)), Some(1));
    }

    #[test]
    fn a_tap_by_name_finds_its_text() {
        let points = [point("Not Now", 100.0, 100.0, None)];
        assert_eq!(target_of(&tap(None, Some(" not now")), &points), Some((0, Hit::Name)));
        assert_eq!(target_of(&tap(None, Some("Now")), &points), None);
        assert_eq!(target_of(&tap(None, Some("")), &points), None);
        assert_eq!(target_of(&tap(None, None), &points), None);
    }
}
