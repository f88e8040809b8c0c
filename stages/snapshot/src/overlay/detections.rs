//! Overlays for producers without trees: what was detected earns the refs.

use skillc_records::{Detection, DetectionKind, PixelSize, WindowRect, WindowSize};

use super::{OverlayOptions, OverlayRef, project::Projection, rank};
use crate::{ElementRef, rect::positive};

/// The side of the box around a tap point that has no box of its own, in window points.
const POINT_BOX: f64 = 24.0;

/// The ref of the detection at `place` of its frame's list: what an overlay draws and a step may name.
pub fn detection_ref(place: usize) -> ElementRef {
    ElementRef::at(place)
}

/// The refs of a frame's detections on its picture, from top to bottom. Texts rank above icons with a class, those above bare icons;
/// surer detections first. `options.primary` is a place in `detections`.
pub fn overlay_detections(
    detections: &[Detection],
    window: WindowSize,
    picture: PixelSize,
    options: &OverlayOptions,
) -> Vec<OverlayRef> {
    let bounds = positive(Some(WindowRect::new(0.0, 0.0, window.width, window.height)));
    let projection = Projection::new(bounds, picture, false);
    let ranked = detections.iter().enumerate().filter_map(|(place, detection)| {
        let around = || {
            let half = POINT_BOX / 2.0;
            WindowRect::new(detection.tap.x - half, detection.tap.y - half, POINT_BOX, POINT_BOX)
        };
        let rect = positive(detection.rect).or_else(|| positive(Some(around())))?;
        let label = detection
            .text
            .as_deref()
            .map(str::trim)
            .filter(|text| !text.is_empty())
            .map(str::to_owned);
        let sure = detection
            .confidence
            .map_or(9, |confidence| (confidence.value() * 9.0) as u32);
        let kind = match (detection.kind, label.is_some()) {
            (DetectionKind::Text | DetectionKind::Node, true) => 40,
            (DetectionKind::Icon, true) => 30,
            (_, false) => 20,
        };
        let score = if options.primary == Some(place) {
            100
        } else {
            kind + sure
        };
        let pixels = projection.pixels(&rect)?;
        Some(rank::Ranked {
            score,
            shown: OverlayRef::new(detection_ref(place), label, rect, pixels),
        })
    });
    rank::rank(ranked.collect(), options.max_refs)
}

#[cfg(test)]
mod tests {
    use skillc_records::{DetectorId, WindowPoint};

    use super::*;

    #[test]
    fn detections_earn_refs_by_their_place() {
        let detection = |text: Option<&str>, y| Detection {
            detector: DetectorId("test".into()),
            kind: if text.is_some() {
                DetectionKind::Text
            } else {
                DetectionKind::Icon
            },
            text: text.map(str::to_owned),
            confidence: None,
            rect: None,
            tap: WindowPoint::new(100.0, y),
        };
        let detections = [
            detection(None, 50.0),
            detection(Some("Pay"), 300.0),
            detection(Some("Back"), 20.0),
        ];
        let (window, picture) = (
            WindowSize::new(200.0, 400.0),
            PixelSize {
                width: 400,
                height: 800,
            },
        );
        let refs = |options| {
            let shown = overlay_detections(&detections, window, picture, &options);
            shown
                .iter()
                .map(|shown| shown.reference.as_str().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(refs(OverlayOptions::default()), ["e3", "e1", "e2"]);
        assert_eq!(
            refs(OverlayOptions {
                max_refs: 2,
                primary: None
            }),
            ["e3", "e2"]
        );
        assert_eq!(
            refs(OverlayOptions {
                max_refs: 1,
                primary: Some(0)
            }),
            ["e1"]
        );
        let shown = overlay_detections(&detections[1..2], window, picture, &OverlayOptions::default());
        assert_eq!((shown[0].center.x, shown[0].center.y), (200.0, 600.0));
    }
}
