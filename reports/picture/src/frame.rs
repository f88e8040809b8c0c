//! A whole frame with a numbered list beside it.

use resvg::tiny_skia::{Color, Pixmap, PixmapPaint, Transform};
use skillc_records::{Action, ActionKind, Detection, Label, PixelRect, WindowRect, WindowSize};

use crate::background::{Background, Paper};
use crate::canvas::{DrawError, draw_over, encode};
use crate::mark::{Mark, MarkKind};
use crate::svg::Svg;

/// What is drawn of a frame.
#[derive(Debug, Clone)]
pub struct FrameView<'a> {
    /// What it is drawn on.
    pub background: Background<'a>,
    /// The lines above the list: which session, which frame, when, how it went.
    pub heading: Vec<String>,
    /// What was detected; numbered from 1 in this order.
    pub detections: &'a [Detection],
    /// What is really there.
    pub labels: &'a [Label],
    /// What was done to this frame, where anything was.
    pub actions: &'a [&'a Action],
    /// Rectangles of the picture, in pixels, that were blanked when it was recorded.
    pub masked: &'a [PixelRect],
}

/// Width of a column of the list, in points.
const COLUMN: f64 = 320.0;
/// Distance of its lines, in points.
const LINE: f64 = 14.0;
/// The most columns; what doesn't fit is counted in the last line.
const MAX_COLUMNS: usize = 4;
/// The most characters in a line of the list.
const MAX_CHARACTERS: usize = 54;

/// A line of the list.
struct Item {
    kind: Option<MarkKind>,
    text: String,
}

/// The PNG of a frame: its picture with every box, tap point and touch, and beside it the list of them.
///
/// # Errors
/// When the picture can't be read or is too large.
pub fn draw_frame(view: &FrameView<'_>) -> Result<Vec<u8>, DrawError> {
    let paper = Paper::of(&view.background)?;
    let window = paper.size();
    let items = items(view);
    // A landscape window is low: then the list gets more columns before it gets cut.
    let lines = ((window.height.max(400.0) - 16.0) / LINE).max(8.0) as usize;
    let columns = items.len().div_ceil(lines).clamp(1, MAX_COLUMNS);
    let size = WindowSize::new(window.width + COLUMN * columns as f64, window.height.max(400.0));

    let mut svg = Svg::new(size);
    for mark in marks(view, paper.scale) {
        svg.mark(&mark);
    }
    for action in view.actions {
        if let ActionKind::Swipe {
            from: Some(from),
            to: Some(to),
            ..
        }
        | ActionKind::Drag {
            from: Some(from),
            to: Some(to),
        } = &action.kind
        {
            svg.arrow(*from, *to);
        }
    }
    svg.panel(window.width, COLUMN * columns as f64, size.height);
    let room = lines * columns;
    let shown = if items.len() > room { room - 1 } else { items.len() };
    let rest = Item {
        kind: None,
        text: format!("… and {} more", items.len() - shown),
    };
    let cut = (shown < items.len()).then_some(&rest);
    for (place, item) in items[..shown].iter().chain(cut).enumerate() {
        let (column, line) = (place / lines, place % lines);
        let (x, y) = (window.width + 10.0 + COLUMN * column as f64, 18.0 + LINE * line as f64);
        if let Some(kind) = item.kind {
            svg.sample(x, y - 8.0, kind);
        }
        let (indent, weight) = if item.kind.is_some() { (20.0, 400) } else { (0.0, 600) };
        svg.line(x + indent, y, 10.0, weight, "#1c1c1e", &shortened(&item.text));
    }

    let pixels = |points: f64| (points * paper.scale).round() as u32;
    let mut sheet = Pixmap::new(pixels(size.width), pixels(size.height)).ok_or(DrawError::Size)?;
    sheet.fill(Color::WHITE);
    sheet.draw_pixmap(
        0,
        0,
        paper.pixels.as_ref(),
        &PixmapPaint::default(),
        Transform::identity(),
        None,
    );
    draw_over(&mut sheet, &svg.finish(), paper.scale)?;
    encode(&sheet)
}

fn marks(view: &FrameView<'_>, scale: f64) -> Vec<Mark> {
    let masked = view.masked.iter().map(|rect| Mark {
        kind: MarkKind::Masked,
        rect: Some(WindowRect::new(
            rect.x / scale,
            rect.y / scale,
            rect.width / scale,
            rect.height / scale,
        )),
        point: None,
        tag: None,
    });
    let labels = view.labels.iter().map(|label| Mark {
        kind: MarkKind::Truth,
        rect: Some(label.rect),
        point: None,
        tag: None,
    });
    let detections = view.detections.iter().enumerate().map(|(i, detection)| Mark {
        kind: detection.kind.into(),
        // A little outside, so that the line doesn't cover what it surrounds.
        rect: detection.rect.map(|rect| rect.inflated(1.5)),
        point: Some(detection.tap),
        tag: Some((i + 1).to_string()),
    });
    let touches = view.actions.iter().filter_map(|action| {
        let point = action.kind.touch()?;
        Some(Mark {
            kind: MarkKind::Touch,
            rect: None,
            point: Some(point),
            tag: None,
        })
    });
    masked.chain(labels).chain(detections).chain(touches).collect()
}

fn items(view: &FrameView<'_>) -> Vec<Item> {
    let line = |text: String| Item { kind: None, text };
    let mut items: Vec<Item> = view.heading.iter().cloned().map(line).collect();
    for action in view.actions {
        items.push(Item {
            kind: Some(MarkKind::Touch),
            text: action_line(action),
        });
    }
    if !view.masked.is_empty() {
        items.push(Item {
            kind: Some(MarkKind::Masked),
            text: format!("{} blanked at recording", view.masked.len()),
        });
    }
    if !view.labels.is_empty() {
        items.push(Item {
            kind: Some(MarkKind::Truth),
            text: format!("{} labelled", view.labels.len()),
        });
    }
    for (i, detection) in view.detections.iter().enumerate() {
        items.push(Item {
            kind: Some(detection.kind.into()),
            text: detection_line(i + 1, detection),
        });
    }
    items
}

fn detection_line(number: usize, detection: &Detection) -> String {
    let text = detection
        .text
        .as_deref()
        .map_or_else(|| detection.kind.as_str().to_owned(), |text| format!("{text:?}"));
    let confidence = detection
        .confidence
        .map(|sure| format!("  {:.2}", sure.value()))
        .unwrap_or_default();
    format!(
        "{number}  ({:.0}, {:.0}){confidence}  {text}",
        detection.tap.x, detection.tap.y
    )
}

fn action_line(action: &Action) -> String {
    let mut line = format!("action {}: {}", action.index, action.kind.as_str());
    if let Some(target) = action.display_label.as_ref().or(action.target_text.as_ref()) {
        line += &format!(" {target:?}");
    }
    if let Some(at) = action.kind.touch() {
        line += &format!(" at ({:.0}, {:.0})", at.x, at.y);
    }
    if let Some(frame) = action.frame_after {
        line += &format!(", then frame {frame}");
    }
    line
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= MAX_CHARACTERS {
        return text.to_owned();
    }
    text.chars().take(MAX_CHARACTERS - 1).chain(['…']).collect()
}
