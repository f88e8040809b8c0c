//! How the result of `skillc detect` is written.

use std::fmt::Write as _;

use serde_json::{Value, json};
use skillc_detect::PixelDetection;

use super::run::Seen;

/// One JSON object on a line of its own.
pub(super) fn json(seen: &Seen, text: &mut String) {
    let object = match &seen.result {
        Ok(found) => json!({
            "picture": seen.name,
            "width_px": found.size.width,
            "height_px": found.size.height,
            "error": null,
            "detections": found.detections.iter().map(detection).collect::<Vec<_>>(),
        }),
        Err(reason) => json!({
            "picture": seen.name,
            "width_px": null,
            "height_px": null,
            "error": reason,
            "detections": [],
        }),
    };
    let _ = writeln!(text, "{object}");
}

fn detection(detection: &PixelDetection) -> Value {
    json!({
        "detector": detection.detector.0,
        "kind": detection.kind.as_str(),
        "text": detection.text,
        "confidence": detection.confidence.map(|confidence| confidence.value()),
        "x_px": rounded(detection.rect.x),
        "y_px": rounded(detection.rect.y),
        "width_px": rounded(detection.rect.width),
        "height_px": rounded(detection.rect.height),
    })
}

/// Hundredths of a pixel are more than a detector knows.
fn rounded(pixels: f64) -> f64 {
    (pixels * 100.0).round() / 100.0
}

/// The picture with a line for each thing on it. Texts are quoted, so that a terminal gets no control characters.
pub(super) fn human(seen: &Seen, text: &mut String) {
    match &seen.result {
        Ok(found) => {
            let (width, height) = (found.size.width, found.size.height);
            let _ = writeln!(
                text,
                "{:?}: {width} × {height} pixels, {} found",
                seen.name,
                found.detections.len()
            );
            for detection in found.detections.iter() {
                let (rect, kind) = (detection.rect, detection.kind.as_str());
                let sure = detection
                    .confidence
                    .map(|sure| format!("{:.2}", sure.value()))
                    .unwrap_or_default();
                let what = detection
                    .text
                    .as_deref()
                    .map(|text| format!("{text:?}"))
                    .unwrap_or_default();
                let place = format!("({:.0}, {:.0}) {:.0} × {:.0}", rect.x, rect.y, rect.width, rect.height);
                let _ = writeln!(text, "  {kind:4} {place:28} {sure:4} {what}");
            }
        }
        Err(reason) => {
            let _ = writeln!(text, "{:?}: failed: {reason:?}", seen.name);
        }
    }
}
