//! A modal over the screen: a card with title, body and buttons.

use skillc_app_description::SimulatorObstacle;
use skillc_records::{Orientation, WindowRect};

use super::View;
use super::canvas::{Align, Canvas};
use crate::frame::{Frame, MARGIN};
use crate::layout::BUTTON;
use crate::palette::Palette;
use crate::type_setting::{Typesetter, Weight};

const BODY: f64 = 15.0;
const BODY_PITCH: f64 = 22.0;
const MOST_BODY_LINES: usize = 5;
const TITLE: f64 = 18.0;
const BUTTON_HEIGHT: f64 = 36.0;
const GAP: f64 = 20.0;
const CARD: f64 = 370.0;
const PADDING: f64 = 16.0;

/// The parts of the card, in window points.
pub(super) struct Card {
    rect: WindowRect,
    title_top: f64,
    body_top: f64,
    body: Vec<String>,
    pub(super) buttons: Vec<WindowRect>,
}

impl Card {
    /// One or two buttons stand side by side, more of them one below the other, as in the system's own alerts.
    pub(super) fn of(modal: &SimulatorObstacle, frame: &Frame, typesetter: &mut Typesetter) -> Self {
        let width = CARD.min(frame.window.width - 2.0 * MARGIN);
        let landscape = frame.window.orientation() == Orientation::Landscape;
        let inner = width - 2.0 * PADDING;
        let body = modal.body.as_deref().unwrap_or_default();
        let body = typesetter.broken(body, BODY, inner, MOST_BODY_LINES);
        let title_top = if landscape { 110.0 } else { 200.0 };
        let x = (frame.window.width - width) / 2.0;
        let body_top = title_top + 34.0;
        let buttons_top = body_top + BODY_PITCH * body.len() as f64 + 14.0;
        let count = modal.buttons.len();
        let stacked = count > 2;
        let each = if stacked || count == 0 {
            inner
        } else {
            (inner - GAP * (count - 1) as f64) / count as f64
        };
        let buttons: Vec<WindowRect> = (0..count)
            .map(|index| {
                let index = index as f64;
                if stacked {
                    WindowRect::new(
                        x + PADDING,
                        buttons_top + index * (BUTTON_HEIGHT + 8.0),
                        each,
                        BUTTON_HEIGHT,
                    )
                } else {
                    WindowRect::new(x + PADDING + index * (each + GAP), buttons_top, each, BUTTON_HEIGHT)
                }
            })
            .collect();
        let bottom = buttons.last().map_or(buttons_top - 8.0, |last| last.bottom()) + PADDING;
        Self {
            rect: WindowRect::new(x, title_top - 20.0, width, bottom - title_top + 20.0),
            title_top,
            body_top,
            body,
            buttons,
        }
    }
}

pub(super) fn draw(
    modal: &SimulatorObstacle,
    view: &View<'_>,
    palette: &Palette,
    typesetter: &mut Typesetter,
    canvas: &mut Canvas,
) {
    let card = Card::of(modal, view.frame, typesetter);
    let middle = card.rect.center().x;
    let inner = card.rect.width - 2.0 * PADDING;
    canvas.rect(card.rect, 18.0, palette.card);
    let title = typesetter.fitted(&modal.title, TITLE, Weight::SemiBold, inner);
    canvas.line(&title, middle, card.title_top + 10.0, Align::Middle, palette.text);
    for (index, text) in card.body.iter().enumerate() {
        let line = typesetter.fitted(text, BODY, Weight::Regular, inner);
        let y = card.body_top + 9.0 + BODY_PITCH * index as f64;
        canvas.line(&line, middle, y, Align::Middle, palette.quiet_text);
    }
    for (text, rect) in modal.buttons.iter().zip(&card.buttons) {
        canvas.rect(*rect, 10.0, palette.field);
        let line = typesetter.fitted(text, BUTTON + 1.0, Weight::SemiBold, rect.width - 12.0);
        canvas.line(
            &line,
            rect.center().x,
            rect.center().y,
            Align::Middle,
            palette.tint(view.app),
        );
        canvas.thing("button", Some(text), *rect);
    }
}
