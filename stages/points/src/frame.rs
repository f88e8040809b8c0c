//! A frame's detections as the rules see them.

use skillc_records::{Detection, DetectionKind, Icon, ScreenPoints, TapPoint, WindowPoint, WindowRect, WindowSize};

use crate::TapSettings;
use crate::tap::{Line, tap_points};

/// The size of an icon whose box isn't known, in points: what the live explorer takes for a text that is a misread icon.
pub const UNKNOWN_ICON_SIZE: f64 = 24.0;

/// A node without a name is an icon only up to this size, in points; what is larger is a container.
pub const MAX_NAMELESS_NODE: f64 = 80.0;

/// The texts and icons of one frame.
///
/// - Recorded detections and nodes keep their own tap point and come first, in the order of the producer. Nodes outside the window
///   are scrolled away and not on the screen.
/// - Texts of a re-run detector follow in the order of the tap-point rule, top to bottom, each point moved into the window.
/// - A re-run icon that has a class is a text, as it is to the live explorer; an icon without one is an [`Icon`].
///
/// What has no finite tap point can't be tapped and is left out.
pub fn points(detections: &[Detection], window: WindowSize, settings: &TapSettings) -> ScreenPoints {
    let mut screen = ScreenPoints::default();
    let mut lines = Vec::new();
    for detection in detections.iter().filter(|detection| can_be_tapped(detection, window)) {
        let has_own_point = detection.kind == DetectionKind::Node || detection.detector.is_recorded();
        match (
            detection.text.as_deref().filter(|text| !text.is_empty()),
            detection.rect.filter(is_finite),
        ) {
            (Some(text), _) if has_own_point => screen.points.push(point(detection, text, detection.tap)),
            (Some(text), Some(rect)) => lines.push(Line {
                text,
                rect,
                confidence: detection.confidence,
            }),
            (Some(text), None) => screen
                .points
                .push(point(detection, text, moved_inside(detection.tap, window))),
            (None, _) if is_icon(detection) => screen.icons.push(icon(detection)),
            (None, _) => {}
        }
    }
    screen.points.extend(tap_points(lines, window, settings));
    screen
}

/// Whether a tap on the detection would reach it: its tap point is a place, and for a node one in the window.
fn can_be_tapped(detection: &Detection, window: WindowSize) -> bool {
    let at = detection.tap;
    at.x.is_finite() && at.y.is_finite() && (detection.kind != DetectionKind::Node || inside(at, window))
}

fn point(detection: &Detection, text: &str, at: WindowPoint) -> TapPoint {
    TapPoint {
        text: text.to_owned(),
        at,
        confidence: detection.confidence,
        rect: detection.rect,
    }
}

/// Whether a detection without a text is an icon. A text that couldn't be read is none.
fn is_icon(detection: &Detection) -> bool {
    let small = |side: f64| side > 0.0 && side <= MAX_NAMELESS_NODE;
    match detection.kind {
        DetectionKind::Icon => true,
        DetectionKind::Node => detection
            .rect
            .is_some_and(|rect| small(rect.width) && small(rect.height)),
        DetectionKind::Text => false,
    }
}

fn is_finite(rect: &WindowRect) -> bool {
    [rect.x, rect.y, rect.width, rect.height]
        .into_iter()
        .all(f64::is_finite)
}

fn icon(detection: &Detection) -> Icon {
    let size = detection
        .rect
        .map(|rect| rect.width)
        .filter(|width| width.is_finite() && *width > 0.0);
    Icon {
        at: detection.tap,
        size: size.unwrap_or(UNKNOWN_ICON_SIZE),
    }
}

/// Whether `at` lies in the window; everywhere does if the window's size isn't known.
fn inside(at: WindowPoint, window: WindowSize) -> bool {
    !window.is_known() || ((0.0..=window.width).contains(&at.x) && (0.0..=window.height).contains(&at.y))
}

/// `at`, or the nearest place in the window.
pub(crate) fn moved_inside(at: WindowPoint, window: WindowSize) -> WindowPoint {
    if window.is_known() {
        WindowPoint::new(at.x.clamp(0.0, window.width), at.y.clamp(0.0, window.height))
    } else {
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skillc_records::DetectorId;

    fn seen(detector: &str, kind: DetectionKind, text: Option<&str>, rect: WindowRect, tap: (f64, f64)) -> Detection {
        Detection {
            detector: DetectorId(detector.to_owned()),
            kind,
            text: text.map(ToOwned::to_owned),
            confidence: None,
            rect: Some(rect),
            tap: WindowPoint::new(tap.0, tap.1),
        }
    }

    fn texts(screen: &ScreenPoints) -> Vec<(&str, f64, f64)> {
        screen
            .points
            .iter()
            .map(|point| (point.text.as_str(), point.at.x, point.at.y))
            .collect()
    }

    const WINDOW: WindowSize = WindowSize::new(400.0, 900.0);

    #[test]
    fn recorded_detections_keep_their_own_point_and_order() {
        let rect = WindowRect::new(10.0, 10.0, 40.0, 20.0);
        let detections = [
            seen("recorded:mirroir", DetectionKind::Text, Some("b"), rect, (7.0, 1000.0)),
            seen("recorded:mirroir", DetectionKind::Text, Some("a"), rect, (9.0, 3.0)),
        ];
        let screen = points(&detections, WINDOW, &TapSettings::default());
        assert_eq!(texts(&screen), [("b", 7.0, 1000.0), ("a", 9.0, 3.0)]);
    }

    #[test]
    fn re_run_texts_are_tapped_in_their_middle_inside_the_window() {
        let detections = [
            seen(
                "ppocr@1",
                DetectionKind::Text,
                Some("low"),
                WindowRect::new(380.0, 895.0, 60.0, 20.0),
                (0.0, 0.0),
            ),
            seen(
                "ppocr@1",
                DetectionKind::Text,
                Some("high"),
                WindowRect::new(10.0, 100.0, 40.0, 20.0),
                (0.0, 0.0),
            ),
        ];
        let screen = points(&detections, WINDOW, &TapSettings::default());
        assert_eq!(texts(&screen), [("high", 30.0, 110.0), ("low", 400.0, 900.0)]);
    }

    #[test]
    fn a_node_that_is_scrolled_away_is_not_on_the_screen() {
        let below = seen(
            "recorded:web",
            DetectionKind::Node,
            Some("Foot"),
            WindowRect::default(),
            (20.0, 1500.0),
        );
        assert_eq!(
            points(&[below], WINDOW, &TapSettings::default()),
            ScreenPoints::default()
        );
    }

    #[test]
    fn a_nameless_node_is_an_icon_if_it_is_small() {
        let node = |side| {
            seen(
                "recorded:web",
                DetectionKind::Node,
                None,
                WindowRect::new(0.0, 0.0, side, side),
                (9.0, 9.0),
            )
        };
        let screen = points(&[node(24.0), node(300.0)], WINDOW, &TapSettings::default());
        assert_eq!(
            screen.icons,
            [Icon {
                at: WindowPoint::new(9.0, 9.0),
                size: 24.0
            }]
        );
    }

    #[test]
    fn what_has_no_finite_point_is_left_out() {
        let rect = WindowRect::new(f64::NAN, f64::NAN, 1.0, 1.0);
        let detections = [seen("ppocr@1", DetectionKind::Text, Some("x"), rect, (f64::NAN, 1.0))];
        assert_eq!(
            points(&detections, WINDOW, &TapSettings::default()),
            ScreenPoints::default()
        );
    }
}
