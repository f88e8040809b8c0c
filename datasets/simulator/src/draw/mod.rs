//! A scene as SVG, with the truth about what is on it.

mod canvas;
mod chrome;
mod content;
mod modal;

pub(crate) use canvas::{Drawing, Thing};

use std::collections::BTreeMap;

use skillc_app_description::{Scene, SimulatorObstacle};
use skillc_records::WindowRect;

use crate::frame::Frame;
use crate::layout::Layout;
use crate::options::SimulatorOptions;
use crate::palette::Palette;
use crate::type_setting::Typesetter;
use canvas::Canvas;

/// All that a picture depends on.
pub(crate) struct View<'s> {
    pub(crate) app: &'s str,
    pub(crate) scene: &'s Scene,
    pub(crate) frame: &'s Frame,
    pub(crate) layout: &'s Layout,
    pub(crate) scroll: f64,
    /// What was typed, by the field's id.
    pub(crate) typed: &'s BTreeMap<String, String>,
    /// The id of the field that has the keyboard.
    pub(crate) focus: Option<&'s str>,
    /// Sliders that were moved, by id.
    pub(crate) slid: &'s BTreeMap<String, f64>,
    pub(crate) modal: Option<&'s SimulatorObstacle>,
    /// Hours and minutes.
    pub(crate) time: (i64, i64),
    pub(crate) options: SimulatorOptions,
    pub(crate) overlay: Overlay,
}

/// What is drawn over everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Overlay {
    None,
    /// Thin lines every 25 points.
    Grid,
}

/// Draws what is in sight. With a modal up, the screen below is blurred and nothing on it can be read.
pub(crate) fn draw(view: &View<'_>, typesetter: &mut Typesetter) -> Drawing {
    let palette = Palette::of(view.options.theme);
    let mut canvas = Canvas::new(view.frame.window, palette.ground);
    if let Some(modal) = view.modal {
        canvas.open_blur();
        scene(view, palette, typesetter, &mut canvas);
        canvas.close_group();
        canvas.forget_things();
        canvas.veil(palette.veil, palette.veil_opacity);
        chrome::status_bar(view, palette, typesetter, &mut canvas);
        modal::draw(modal, view, palette, typesetter, &mut canvas);
    } else {
        scene(view, palette, typesetter, &mut canvas);
        chrome::status_bar(view, palette, typesetter, &mut canvas);
    }
    if view.overlay == Overlay::Grid {
        canvas.grid(25.0);
    }
    canvas.finish()
}

fn scene(view: &View<'_>, palette: &Palette, typesetter: &mut Typesetter, canvas: &mut Canvas) {
    canvas.open_clip(view.frame.viewport);
    content::draw(view, palette, typesetter, canvas);
    canvas.close_group();
    chrome::header(view, palette, typesetter, canvas);
    chrome::tab_bar(view, palette, typesetter, canvas);
}

/// Where the buttons of `modal` answer, in their order.
pub(crate) fn modal_buttons(modal: &SimulatorObstacle, frame: &Frame, typesetter: &mut Typesetter) -> Vec<WindowRect> {
    modal::Card::of(modal, frame, typesetter).buttons
}
