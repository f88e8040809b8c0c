//! The elements of a scene.

use skillc_app_description::Element;
use skillc_records::{WindowPoint, WindowRect};

use super::View;
use super::canvas::{Align, Canvas};
use crate::layout::{BODY, BUTTON, LINE_PITCH, MOST_LINES, Placed};
use crate::palette::Palette;
use crate::type_setting::{Line, Typesetter, Weight};

/// The elements that are in sight.
pub(super) fn draw(view: &View<'_>, palette: &Palette, typesetter: &mut Typesetter, canvas: &mut Canvas) {
    for (placed, rect) in view.layout.in_sight(view.frame, view.scroll) {
        let Some(element) = view.scene.elements.get(placed.element) else {
            continue;
        };
        let mut brush = Brush {
            view,
            palette,
            typesetter,
            canvas,
        };
        brush.element(element, placed, rect);
    }
}

struct Brush<'d, 'v> {
    view: &'d View<'v>,
    palette: &'d Palette,
    typesetter: &'d mut Typesetter,
    canvas: &'d mut Canvas,
}

impl Brush<'_, '_> {
    fn element(&mut self, element: &Element, placed: Placed, rect: WindowRect) {
        match element {
            Element::Row { text, .. } => self.row(text, placed, rect),
            Element::Text { text } => self.text(text, rect),
            Element::Button { text, .. } => self.button(text, rect),
            Element::TextField { placeholder, id } => self.field(placeholder, id, rect),
            Element::Slider { label, id, fraction } => self.slider(label, id, *fraction, rect),
            Element::Placeholder { .. } => self.placeholder(rect),
            // Drawn with the bar.
            Element::Tab { .. } => {}
        }
    }

    fn row(&mut self, text: &str, placed: Placed, rect: WindowRect) {
        const RADIUS: f64 = 12.0;
        // A card reaches under its neighbour's corners, so that only the outer ones look round.
        let top = if placed.joined_above { RADIUS } else { 0.0 };
        let bottom = if placed.joined_below { RADIUS } else { 0.0 };
        self.canvas.open_inner_clip(rect);
        self.canvas.rect(
            WindowRect::new(rect.x, rect.y - top, rect.width, rect.height + top + bottom),
            RADIUS,
            self.palette.card,
        );
        self.canvas.close_inner_clip();
        if placed.joined_below {
            let line = WindowRect::new(rect.x + 16.0, rect.bottom() - 0.5, rect.width - 16.0, 0.5);
            self.canvas.rect(line, 0.0, self.palette.hairline);
        }
        let middle = rect.center().y;
        let line = self.typesetter.fitted(text, BODY, Weight::Regular, rect.width - 62.0);
        self.aligned(&line, rect.x + 16.0, rect.width - 56.0, middle, self.palette.text);
        // A text of its own, as the live explorer's OCR prints it.
        let chevron = self.typesetter.line(">", BODY, Weight::Regular);
        self.canvas.line(
            &chevron,
            rect.right() - 14.0,
            middle,
            Align::Right,
            self.palette.chevron,
        );
        self.canvas.thing("row", Some(text), rect);
    }

    fn text(&mut self, text: &str, rect: WindowRect) {
        for (index, line) in self
            .typesetter
            .broken(text, BODY, rect.width, MOST_LINES)
            .iter()
            .enumerate()
        {
            let line = self.typesetter.fitted(line, BODY, Weight::Regular, rect.width);
            let middle = rect.y + 10.0 + LINE_PITCH * index as f64;
            self.aligned(&line, rect.x, rect.width, middle, self.palette.text);
        }
    }

    fn button(&mut self, text: &str, rect: WindowRect) {
        self.canvas
            .rect(rect, rect.height / 2.0, self.palette.tint(self.view.app));
        let line = self
            .typesetter
            .fitted(text, BUTTON, Weight::SemiBold, rect.width - 20.0);
        self.canvas.line(
            &line,
            rect.center().x,
            rect.center().y,
            Align::Middle,
            self.palette.on_tint,
        );
        self.canvas.thing("button", Some(text), rect);
    }

    fn field(&mut self, placeholder: &str, id: &str, rect: WindowRect) {
        let focused = self.view.focus == Some(id);
        let typed = self.view.typed.get(id).filter(|typed| !typed.is_empty());
        self.canvas.rect(rect, 9.0, self.palette.field);
        if focused {
            self.canvas.outline(rect, 9.0, self.palette.tint(self.view.app));
        }
        let (text, colour) = match typed {
            Some(typed) => (typed.as_str(), self.palette.text),
            None => (placeholder, self.palette.quiet_text),
        };
        let line = self.typesetter.fitted(text, 16.0, Weight::Regular, rect.width - 24.0);
        self.aligned(&line, rect.x + 10.0, rect.width - 20.0, rect.center().y, colour);
        if focused && !line.right_to_left {
            let after = if typed.is_some() { line.advance + 1.5 } else { 0.0 };
            let caret = WindowRect::new(rect.x + 8.5 + after, rect.y + 9.0, 1.5, 18.0);
            self.canvas.rect(caret, 0.75, self.palette.tint(self.view.app));
        }
        self.canvas.thing("text_field", Some(text), rect);
    }

    fn slider(&mut self, label: &str, id: &str, declared: f64, rect: WindowRect) {
        let fraction = self.view.slid.get(id).copied().unwrap_or(declared);
        // The percentage stands at the right end.
        let room = rect.width - 30.0;
        let line = self.typesetter.fitted(label, BODY, Weight::Regular, room);
        self.aligned(&line, rect.x, room, rect.y - 15.0, self.palette.text);
        let middle = rect.center().y;
        self.canvas.rect(
            WindowRect::new(rect.x, middle - 2.0, rect.width, 4.0),
            2.0,
            self.palette.block,
        );
        let filled = WindowRect::new(rect.x, middle - 2.0, rect.width * fraction, 4.0);
        self.canvas.rect(filled, 2.0, self.palette.tint(self.view.app));
        let knob = WindowPoint::new(rect.x + rect.width * fraction, middle);
        self.canvas.circle(knob, 13.0, self.palette.hairline);
        self.canvas.circle(knob, 12.0, "#ffffff");
        let percent = self
            .typesetter
            .line(&format!("{:.0}%", fraction * 100.0), 12.0, Weight::Regular);
        // Where the knob doesn't reach.
        self.canvas.line(
            &percent,
            rect.right() + 18.0,
            rect.y - 15.0,
            Align::Right,
            self.palette.quiet_text,
        );
        self.canvas.thing("slider", Some(label), rect);
    }

    fn placeholder(&mut self, rect: WindowRect) {
        self.canvas
            .rect(rect, 10.0_f64.min(rect.height / 2.0), self.palette.block);
        let size = 48.0_f64.min(rect.height * 0.6).min(rect.width * 0.6);
        let hills = r#"<path d="M2 20L9 9L14 16L17 12L22 20Z"/><circle cx="17" cy="6" r="2"/>"#;
        self.canvas.strokes(hills, rect.center(), size, self.palette.block_mark);
        self.canvas.nameless_thing("placeholder", None, rect);
    }

    /// From the left for most scripts, from the right for Arabic and Hebrew.
    fn aligned(&mut self, line: &Line, left: f64, width: f64, middle: f64, colour: &str) {
        if line.right_to_left {
            self.canvas.line(line, left + width, middle, Align::Right, colour);
        } else {
            self.canvas.line(line, left, middle, Align::Left, colour);
        }
    }
}
