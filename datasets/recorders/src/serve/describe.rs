//! The text of `describe_screen`.

use std::fmt::Write as _;

use skillc_records::{Detection, DetectionKind, ScreenPoints, TapPoint, WindowPoint};
use skillc_simulator::{Sight, Simulator, SimulatorError};

/// How long the simulator pretends to read the screen.
const READING_MS: u32 = 160;
/// A page is scrolled at most so often to be read as a whole.
const MOST_STROKES: usize = 40;

/// One screen as it is seen.
pub(super) fn screen(sight: &Sight) -> String {
    let points = seen(&sight.detections);
    let mut text = String::from("Screen elements (tap coordinates in points):\n");
    text.push_str(&elements(&points.points));
    let mut icons = points.icons.clone();
    icons.sort_by(|a, b| a.at.x.total_cmp(&b.at.x));
    if !icons.is_empty() {
        text.push_str("\nUnlabeled icons (estimated positions):\n");
        for icon in icons {
            let (x, y, size) = (icon.at.x.trunc(), icon.at.y.trunc(), icon.size.trunc());
            let _ = writeln!(text, "- Icon at ({x}, {y}), ~{size}x{size}pt");
        }
    }
    let _ = write!(
        text,
        "\n_meta: ocr_time_ms={READING_MS} recognition_level=accurate element_count={}",
        points.points.len()
    );
    text
}

/// A whole page: scrolled from its top to its end and back, each text once.
///
/// # Errors
/// When a picture couldn't be made.
pub(super) fn page(simulator: &mut Simulator) -> Result<String, SimulatorError> {
    let (width, height) = (simulator.window().width, simulator.window().height);
    let at = |part: f64| WindowPoint::new(width * 0.92, height * part);
    let mut found: Vec<TapPoint> = Vec::new();
    let mut strokes = 0;
    loop {
        let sight = simulator.look()?;
        let (scroll, viewport) = simulator.scroll();
        for point in seen(&sight.detections).points {
            let at = if viewport.contains(point.at) {
                WindowPoint::new(point.at.x, point.at.y + scroll)
            } else {
                point.at
            };
            // Of a text that is there several times the last one stays, as upstream's exact strategy has it.
            found.retain(|known| known.text != point.text);
            found.push(TapPoint { at, ..point });
        }
        if strokes >= MOST_STROKES {
            break;
        }
        simulator.swipe(at(0.65), at(0.35));
        if (simulator.scroll().0 - scroll).abs() < 0.5 {
            break;
        }
        strokes += 1;
    }
    let total = simulator.scroll().0;
    simulator.swipe(at(0.0), WindowPoint::new(width * 0.92, total + height));
    let mut text = String::from("Screen elements (page-absolute tap coordinates in points):\n");
    text.push_str(&elements(&found));
    let _ = write!(
        text,
        "\n_meta: scroll_count={strokes} total_offset={} element_count={}",
        total.trunc(),
        found.len()
    );
    Ok(text)
}

fn elements(points: &[TapPoint]) -> String {
    let mut sorted: Vec<&TapPoint> = points.iter().collect();
    sorted.sort_by(|a, b| a.at.y.total_cmp(&b.at.y));
    if sorted.is_empty() {
        return "(no text detected)\n".to_owned();
    }
    let mut text = String::new();
    for point in sorted {
        let _ = writeln!(
            text,
            "- \"{}\" at ({}, {})",
            point.text,
            point.at.x.trunc(),
            point.at.y.trunc()
        );
    }
    text
}

fn seen(detections: &[Detection]) -> ScreenPoints {
    let mut points = ScreenPoints::default();
    for detection in detections {
        match (detection.kind, &detection.text, detection.rect) {
            (DetectionKind::Text, Some(text), rect) => points.points.push(TapPoint {
                text: text.clone(),
                at: detection.tap,
                confidence: None,
                rect,
            }),
            (DetectionKind::Icon, _, Some(rect)) => points.icons.push(skillc_records::Icon {
                at: detection.tap,
                size: rect.width,
            }),
            _ => {}
        }
    }
    points
}
