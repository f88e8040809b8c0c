//! Marks and lines of text as SVG, in points.

use std::fmt::Write as _;

use skillc_records::{WindowPoint, WindowSize};

use crate::mark::{Mark, MarkKind};

/// An SVG document that is being written.
pub(crate) struct Svg {
    text: String,
}

impl Svg {
    pub(crate) fn new(size: WindowSize) -> Self {
        let (width, height) = (size.width, size.height);
        let text = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">"#
        );
        Self { text }
    }

    pub(crate) fn finish(mut self) -> String {
        self.text.push_str("</svg>");
        self.text
    }

    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string doesn't fail.
        let _ = self.text.write_fmt(element);
    }

    pub(crate) fn panel(&mut self, x: f64, width: f64, height: f64) {
        self.add(format_args!(
            r##"<rect x="{x}" y="0" width="{width}" height="{height}" fill="#ffffff"/>"##
        ));
        self.add(format_args!(
            r##"<path d="M{x} 0V{height}" stroke="#c7c7cc" stroke-width="1"/>"##
        ));
    }

    /// A line of text whose baseline begins at `x`, `y`.
    pub(crate) fn line(&mut self, x: f64, y: f64, size: f64, weight: u16, colour: &str, text: &str) {
        let text = escaped(text);
        self.add(format_args!(
            r#"<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" fill="{colour}">{text}</text>"#
        ));
    }

    /// A small picture of a mark, for a list.
    pub(crate) fn sample(&mut self, x: f64, y: f64, kind: MarkKind) {
        let colour = kind.colour();
        let dashes = kind
            .dashes()
            .map(|dashes| format!(r#" stroke-dasharray="{dashes}""#))
            .unwrap_or_default();
        self.add(format_args!(
            r#"<rect x="{x}" y="{y}" width="14" height="8" fill="none" stroke="{colour}" stroke-width="1.5"{dashes}/>"#
        ));
    }

    /// Draws `mark`; one that is nowhere near a window is left out, because the drawing library fails on such numbers.
    pub(crate) fn mark(&mut self, mark: &Mark) {
        let sides = mark.rect.map(|rect| [rect.x, rect.y, rect.width, rect.height]);
        let point = mark.point.map(|point| [point.x, point.y]);
        if !sides
            .iter()
            .flatten()
            .chain(point.iter().flatten())
            .all(|&points| is_drawable(points))
        {
            return;
        }
        let colour = mark.kind.colour();
        let dashes = mark
            .kind
            .dashes()
            .map(|dashes| format!(r#" stroke-dasharray="{dashes}""#))
            .unwrap_or_default();
        if let Some(rect) = mark.rect {
            let (x, y, width, height) = (rect.x, rect.y, rect.width.max(0.5), rect.height.max(0.5));
            let place = format!(r#"x="{x}" y="{y}" width="{width}" height="{height}" rx="1.5" fill="none""#);
            // A pale line below, so that the box is seen on dark and on light screens alike.
            self.add(format_args!(
                r##"<rect {place} stroke="#ffffff" stroke-opacity="0.75" stroke-width="2.6"/>"##
            ));
            self.add(format_args!(
                r#"<rect {place} stroke="{colour}" stroke-width="1.2"{dashes}/>"#
            ));
        }
        if let Some(WindowPoint { x, y }) = mark.point {
            let radius = if mark.kind == MarkKind::Touch { 11.0 } else { 1.6 };
            if mark.kind == MarkKind::Touch {
                self.add(format_args!(
                    r##"<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}" fill-opacity="0.3" stroke="#ffffff" stroke-width="3"/>
<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{colour}" stroke-width="1.6"/>
<path d="M{x} {y}m-5 0h10m-5 -5v10" stroke="{colour}" stroke-width="1.2"/>"##
                ));
            } else {
                self.add(format_args!(
                    r##"<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}" stroke="#ffffff" stroke-width="0.6"/>"##
                ));
            }
        }
        if let Some(tag) = &mark.tag {
            let corner = mark
                .rect
                .map(|rect| WindowPoint::new(rect.x, rect.y))
                .or(mark.point)
                .unwrap_or_default();
            let width = 4.0 + 4.6 * tag.chars().count() as f64;
            let (x, y) = ((corner.x - width - 0.8).max(0.0), corner.y.max(0.0));
            let tag = escaped(tag);
            self.add(format_args!(
                r##"<rect x="{x}" y="{y}" width="{width}" height="9" rx="2" fill="{colour}" fill-opacity="0.92"/>
<text x="{}" y="{}" font-size="7.5" font-weight="600" fill="#ffffff" text-anchor="middle">{tag}</text>"##,
                x + width / 2.0,
                y + 7.0
            ));
        }
    }

    /// The way of a finger.
    pub(crate) fn arrow(&mut self, from: WindowPoint, to: WindowPoint) {
        let colour = MarkKind::Touch.colour();
        let length = from.distance(to);
        if length < 1.0 || ![from.x, from.y, to.x, to.y].into_iter().all(is_drawable) {
            return;
        }
        let (along_x, along_y) = ((to.x - from.x) / length, (to.y - from.y) / length);
        let wing = |side: f64| {
            let (x, y) = (
                to.x - 11.0 * along_x - side * 6.0 * along_y,
                to.y - 11.0 * along_y + side * 6.0 * along_x,
            );
            format!("L{x} {y}")
        };
        let (left, right) = (wing(-1.0), wing(1.0));
        let (from_x, from_y, to_x, to_y) = (from.x, from.y, to.x, to.y);
        let path = format!("M{from_x} {from_y}L{to_x} {to_y}M{to_x} {to_y}{left}M{to_x} {to_y}{right}");
        self.add(format_args!(
            r##"<path d="{path}" fill="none" stroke="#ffffff" stroke-width="5"/>"##
        ));
        self.add(format_args!(
            r#"<path d="{path}" fill="none" stroke="{colour}" stroke-width="2.4"/>"#
        ));
    }
}

/// Whether a number of points is within any window that could be.
fn is_drawable(points: f64) -> bool {
    points.abs() < 100_000.0
}

/// `text` as XML can hold it.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() || c == '\u{fffe}' || c == '\u{ffff}' => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}
