//! What one look at the window gives.

use std::sync::Arc;

use skillc_points::TapSettings;
use skillc_points::tap::{Line, tap_points};
use skillc_records::{
    Detection, DetectionKind, DetectorId, FrameIndex, Label, PixelSize, Scale, Timestamp, WindowRect, WindowSize,
};

use crate::draw::Thing;
use crate::picture;

/// The detector of what the simulator itself says is on its pictures, and the source of its labels.
pub const DETECTOR: &str = "simulator";

/// One look at the window.
#[derive(Debug, Clone)]
pub struct Sight {
    /// The picture as PNG.
    pub picture: Arc<[u8]>,
    /// Its size.
    pub size: PixelSize,
    /// Pixels per point.
    pub scale: Scale,
    /// The window in points.
    pub window: WindowSize,
    /// When it was taken.
    pub captured_at: Timestamp,
    /// What the live explorer would be told, from top to bottom: each text that can be read, and the icons of a bar without labels.
    /// A row's chevron is a text `>` of its own; the way back is one text `< Back`. Tap points follow the tap-point rule.
    pub detections: Vec<Detection>,
    /// Texts with a character that no bundled font has: drawn as boxes, and honest only in the labels.
    pub uncovered: Vec<String>,
    things: Vec<Thing>,
}

impl Sight {
    pub(crate) fn new(
        picture: Arc<[u8]>,
        size: PixelSize,
        scale: Scale,
        window: WindowSize,
        captured_at: Timestamp,
        drawing: (Vec<Thing>, Vec<String>),
    ) -> Self {
        let (things, uncovered) = drawing;
        let detections = detections(&things, window);
        Self {
            picture,
            size,
            scale,
            window,
            captured_at,
            detections,
            uncovered,
            things,
        }
    }

    /// The ground truth, as labels of `frame`: all texts, icons, tabs, rows, buttons, fields, sliders, placeholders, the way back.
    pub fn labels(&self, frame: FrameIndex) -> Vec<Label> {
        let label = |thing: &Thing| Label {
            frame,
            class: if thing.class == "bare_icon" {
                "icon".to_owned()
            } else {
                thing.class.to_owned()
            },
            text: thing.text.clone(),
            rect: thing.rect,
            text_visible: thing.readable,
            exhaustive: true,
            source: DETECTOR.to_owned(),
        };
        self.things.iter().map(label).collect()
    }
}

/// Texts and bare icons from top to bottom, and from left to right where they stand beside each other.
pub(crate) fn detections(things: &[Thing], window: WindowSize) -> Vec<Detection> {
    let mut seen: Vec<(DetectionKind, &Thing)> = things
        .iter()
        .filter_map(|thing| match thing.class {
            "text" if thing.readable => Some((DetectionKind::Text, thing)),
            "bare_icon" => Some((DetectionKind::Icon, thing)),
            _ => None,
        })
        .collect();
    seen.sort_by(|(_, a), (_, b)| a.middle.total_cmp(&b.middle).then(a.rect.x.total_cmp(&b.rect.x)));
    let mut detections: Vec<Detection> = seen
        .into_iter()
        .map(|(kind, thing)| {
            let rect = in_whole_pixels(thing.rect);
            Detection {
                detector: DetectorId::recorded(DETECTOR),
                kind,
                text: thing.text.clone().filter(|_| kind == DetectionKind::Text),
                confidence: None,
                rect: Some(rect),
                tap: rect.center(),
            }
        })
        .collect();
    aim(&mut detections, window);
    detections
}

/// A box as whoever sees the picture would give it: a detector knows no finer place than a pixel, and rules that compare places must
/// not hang on less.
fn in_whole_pixels(rect: WindowRect) -> WindowRect {
    let pixels = f64::from(picture::SCALE);
    let round = |points: f64| (points * pixels).round() / pixels;
    let (x, y) = (round(rect.x), round(rect.y));
    let (right, bottom) = (round(rect.x + rect.width), round(rect.y + rect.height));
    WindowRect::new(x, y, right - x, bottom - y)
}

/// Gives each text the tap point that the live explorer would compute from its box.
fn aim(detections: &mut [Detection], window: WindowSize) {
    let mut texts: Vec<&mut Detection> = detections
        .iter_mut()
        .filter(|detection| detection.kind == DetectionKind::Text)
        .collect();
    // The rule's own order: by the top of the box, and stable.
    texts.sort_by(|a, b| top(a).total_cmp(&top(b)));
    let lines = texts.iter().filter_map(|detection| {
        Some(Line {
            text: detection.text.as_deref()?,
            rect: detection.rect?,
            confidence: None,
        })
    });
    let points = tap_points(lines.collect(), window, &TapSettings::default());
    let taps: Vec<_> = points.iter().map(|point| point.at).collect();
    for (detection, tap) in texts.into_iter().zip(taps) {
        detection.tap = tap;
    }
}

fn top(detection: &Detection) -> f64 {
    detection.rect.map_or(0.0, |rect| rect.y)
}
