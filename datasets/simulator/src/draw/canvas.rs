//! What is drawn, and beside it the truth about it.

use std::fmt::Write as _;

use skillc_records::{WindowPoint, WindowRect, WindowSize};

use crate::type_setting::Line;

/// One thing that is really on the picture.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Thing {
    /// The class of its label: `text`, `icon`, `tab`, `row`, …
    pub(crate) class: &'static str,
    pub(crate) text: Option<String>,
    /// What of it is in sight.
    pub(crate) rect: WindowRect,
    /// Whether its text can be read.
    pub(crate) readable: bool,
    /// The height at which it is read: what stands beside each other has the same.
    pub(crate) middle: f64,
}

/// A finished drawing.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Drawing {
    pub(crate) svg: String,
    pub(crate) things: Vec<Thing>,
    /// Texts with a character that no font has.
    pub(crate) uncovered: Vec<String>,
}

/// Where a line stands in relation to its x.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Middle,
    Right,
}

/// A text of which less than this part is in sight can't be read.
const READABLE_PART: f64 = 0.7;

pub(crate) struct Canvas {
    drawing: Drawing,
    window: WindowRect,
    /// What is in sight now.
    clip: WindowRect,
    clips: usize,
}

impl Canvas {
    pub(crate) fn new(window: WindowSize, ground: &str) -> Self {
        let WindowSize { width, height } = window;
        let window = WindowRect::new(0.0, 0.0, width, height);
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"><rect width="{width}" height="{height}" fill="{ground}"/>"#
        );
        Self {
            drawing: Drawing {
                svg,
                things: Vec::new(),
                uncovered: Vec::new(),
            },
            window,
            clip: window,
            clips: 0,
        }
    }

    pub(crate) fn finish(mut self) -> Drawing {
        self.drawing.svg.push_str("</svg>");
        self.drawing
    }

    /// Everything until [`Canvas::close_group`] is seen through `clip` only.
    pub(crate) fn open_clip(&mut self, clip: WindowRect) {
        self.clip = clip;
        let id = self.clips;
        self.clips += 1;
        let WindowRect { x, y, width, height } = clip;
        self.write(format_args!(
            r#"<clipPath id="clip{id}"><rect x="{x}" y="{y}" width="{width}" height="{height}"/></clipPath><g clip-path="url(#clip{id})">"#
        ));
    }

    /// Everything until [`Canvas::close_inner_clip`] is drawn inside `rect` only.
    pub(crate) fn open_inner_clip(&mut self, rect: WindowRect) {
        let outer = self.clip;
        self.open_clip(rect);
        self.clip = outer;
    }

    /// Ends what [`Canvas::open_inner_clip`] began.
    pub(crate) fn close_inner_clip(&mut self) {
        self.drawing.svg.push_str("</g>");
    }

    /// Everything until [`Canvas::close_group`] is blurred beyond reading.
    pub(crate) fn open_blur(&mut self) {
        let WindowRect { width, height, .. } = self.window;
        self.write(format_args!(
            r#"<filter id="blur" filterUnits="userSpaceOnUse" x="0" y="0" width="{width}" height="{height}"><feGaussianBlur stdDeviation="14"/></filter><g filter="url(#blur)">"#
        ));
    }

    pub(crate) fn close_group(&mut self) {
        self.clip = self.window;
        self.drawing.svg.push_str("</g>");
    }

    /// Nothing drawn so far can be told from the picture any more.
    pub(crate) fn forget_things(&mut self) {
        self.drawing.things.clear();
    }

    pub(crate) fn veil(&mut self, colour: &str, opacity: f64) {
        let WindowRect { width, height, .. } = self.window;
        self.write(format_args!(
            r#"<rect width="{width}" height="{height}" fill="{colour}" fill-opacity="{opacity}"/>"#
        ));
    }

    /// Thin lines every `pitch` points, across everything.
    pub(crate) fn grid(&mut self, pitch: f64) {
        let WindowRect { width, height, .. } = self.window;
        let mut path = String::new();
        for column in 1..(width / pitch).ceil() as u32 {
            let _ = write!(path, "M{} 0V{height}", f64::from(column) * pitch);
        }
        for row in 1..(height / pitch).ceil() as u32 {
            let _ = write!(path, "M0 {}H{width}", f64::from(row) * pitch);
        }
        self.write(format_args!(
            r##"<path d="{path}" stroke="#ff3b30" stroke-opacity="0.3" stroke-width="0.5"/>"##
        ));
    }

    /// A filled box with rounded corners.
    pub(crate) fn rect(&mut self, rect: WindowRect, radius: f64, fill: &str) {
        let WindowRect { x, y, width, height } = rect;
        self.write(format_args!(
            r#"<rect x="{x:.2}" y="{y:.2}" width="{width:.2}" height="{height:.2}" rx="{radius}" fill="{fill}"/>"#
        ));
    }

    /// The outline of a box.
    pub(crate) fn outline(&mut self, rect: WindowRect, radius: f64, stroke: &str) {
        let WindowRect { x, y, width, height } = rect;
        self.write(format_args!(
            r#"<rect x="{x:.2}" y="{y:.2}" width="{width:.2}" height="{height:.2}" rx="{radius}" fill="none" stroke="{stroke}" stroke-width="1.5"/>"#
        ));
    }

    pub(crate) fn circle(&mut self, at: WindowPoint, radius: f64, fill: &str) {
        self.write(format_args!(
            r#"<circle cx="{:.2}" cy="{:.2}" r="{radius}" fill="{fill}"/>"#,
            at.x, at.y
        ));
    }

    /// Strokes of the glyph grid (24 by 24) in a square of `size` points around `at`.
    pub(crate) fn strokes(&mut self, shape: &str, at: WindowPoint, size: f64, colour: &str) {
        let scale = size / 24.0;
        let (x, y) = (at.x - size / 2.0, at.y - size / 2.0);
        self.write(format_args!(
            r#"<g transform="translate({x:.2} {y:.2}) scale({scale:.3})" fill="none" stroke="{colour}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">{shape}</g>"#
        ));
    }

    /// `line` with the middle of its capitals at height `middle`. What can be read of it becomes a thing of class `text`.
    pub(crate) fn line(&mut self, line: &Line, x: f64, middle: f64, align: Align, colour: &str) -> Option<WindowRect> {
        self.line_as(line, x, middle, align, colour, &line.text)
    }

    /// The same for a line that is read together with something drawn beside it.
    pub(crate) fn line_as(
        &mut self,
        line: &Line,
        x: f64,
        middle: f64,
        align: Align,
        colour: &str,
        read_as: &str,
    ) -> Option<WindowRect> {
        const HALF_CAPITAL: f64 = 0.364;
        let ink = line.ink?;
        let left = match align {
            Align::Left => x,
            Align::Middle => x - line.advance / 2.0,
            Align::Right => x - line.advance,
        };
        let baseline = middle + HALF_CAPITAL * line.size;
        self.write(format_args!(
            r#"<text x="{left:.2}" y="{baseline:.2}" font-size="{}" font-weight="{}" fill="{colour}">{}</text>"#,
            line.size,
            line.weight.as_svg(),
            line.as_svg()
        ));
        if line.uncovered && !self.drawing.uncovered.contains(&line.text) {
            self.drawing.uncovered.push(line.text.clone());
        }
        let inked = WindowRect::new(left + ink.x, baseline + ink.y, ink.width, ink.height);
        self.thing("text", Some(read_as), inked);
        if let Some(thing) = self.drawing.things.last_mut() {
            thing.middle = middle;
        }
        Some(inked)
    }

    /// Notes that something of `class` is at `rect`, as far as that is in sight. Its text counts as readable if enough of it is.
    pub(crate) fn thing(&mut self, class: &'static str, text: Option<&str>, rect: WindowRect) {
        let Some(seen) = common(rect, self.clip) else { return };
        let part = (seen.width * seen.height) / (rect.width * rect.height).max(f64::MIN_POSITIVE);
        self.drawing.things.push(Thing {
            class,
            text: text.map(ToOwned::to_owned),
            rect: seen,
            readable: text.is_some() && part >= READABLE_PART,
            middle: rect.center().y,
        });
    }

    /// Makes the thing noted last so large that `rect` is in it.
    pub(crate) fn join_last(&mut self, rect: WindowRect) {
        if let Some(thing) = self.drawing.things.last_mut() {
            let (x, y) = (thing.rect.x.min(rect.x), thing.rect.y.min(rect.y));
            let (right, bottom) = (
                thing.rect.right().max(rect.right()),
                thing.rect.bottom().max(rect.bottom()),
            );
            thing.rect = WindowRect::new(x, y, right - x, bottom - y);
        }
    }

    /// Notes something whose name can't be read anywhere.
    pub(crate) fn nameless_thing(&mut self, class: &'static str, name: Option<&str>, rect: WindowRect) {
        self.thing(class, name, rect);
        if let Some(thing) = self.drawing.things.last_mut() {
            thing.readable = false;
        }
    }

    fn write(&mut self, arguments: std::fmt::Arguments<'_>) {
        // Writing to a string can't fail.
        let _ = self.drawing.svg.write_fmt(arguments);
    }
}

/// What two boxes share; none if that has no area.
fn common(a: WindowRect, b: WindowRect) -> Option<WindowRect> {
    let (x, y) = (a.x.max(b.x), a.y.max(b.y));
    let (width, height) = (a.right().min(b.right()) - x, a.bottom().min(b.bottom()) - y);
    (width > 0.0 && height > 0.0).then(|| WindowRect::new(x, y, width, height))
}
