//! What stays where it is when the content scrolls: status bar, header, tab bar.

use skillc_app_description::{Axis, Element};
use skillc_records::{WindowPoint, WindowRect};

use super::View;
use super::canvas::{Align, Canvas};
use crate::frame::TabBar;
use crate::glyph;
use crate::options::TabStyle;
use crate::palette::Palette;
use crate::type_setting::{Typesetter, Weight};

/// How large an icon of the bar is.
const ICON: f64 = 24.0;

/// Clock, signal and battery, at the very top of an upright window.
pub(super) fn status_bar(view: &View<'_>, palette: &Palette, typesetter: &mut Typesetter, canvas: &mut Canvas) {
    if !view.frame.status_bar {
        return;
    }
    const MIDDLE: f64 = 30.0;
    let (hours, minutes) = view.time;
    let clock = typesetter.line(&format!("{hours}:{minutes:02}"), 16.0, Weight::SemiBold);
    // On a veil the usual dark text would be lost.
    let colour = if view.modal.is_some() { "#ffffff" } else { palette.text };
    canvas.line(&clock, 62.0, MIDDLE, Align::Middle, colour);
    let right = view.frame.window.width - 28.0;
    for bar in 0..4 {
        let height = 4.0 + 2.4 * f64::from(bar);
        let x = right - 78.0 + 5.0 * f64::from(bar);
        canvas.rect(WindowRect::new(x, MIDDLE + 5.6 - height, 3.4, height), 1.0, colour);
    }
    let fan = r#"<path d="M2 9.5A14.5 14.5 0 0 1 22 9.5M6 14A9 9 0 0 1 18 14M10.5 18.2A3 3 0 0 1 13.5 18.2"/>"#;
    canvas.strokes(fan, WindowPoint::new(right - 43.0, MIDDLE - 0.5), 18.0, colour);
    let battery = WindowRect::new(right - 26.0, MIDDLE - 6.0, 24.0, 12.0);
    canvas.outline(battery, 3.5, colour);
    canvas.rect(
        WindowRect::new(battery.x + 2.0, battery.y + 2.0, 17.0, 8.0),
        2.0,
        colour,
    );
    for (x, width) in [(right - 78.0, 18.4), (right - 52.0, 18.0), (battery.x, 24.0)] {
        canvas.nameless_thing("status_icon", None, WindowRect::new(x, MIDDLE - 7.0, width, 14.0));
    }
}

/// The way back, and the title.
pub(super) fn header(view: &View<'_>, palette: &Palette, typesetter: &mut Typesetter, canvas: &mut Canvas) {
    let frame = view.frame;
    let (left, width) = (frame.content_left(), frame.content_width());
    let tint = palette.tint(view.app);
    if view.scene.back.is_some() {
        let chevron = r#"<path d="M16 3L7 12L16 21"/>"#;
        canvas.strokes(chevron, WindowPoint::new(left + 3.0, frame.back_y), 16.0, tint);
        let line = typesetter.line("Back", 16.0, Weight::Regular);
        // Read together with its chevron, as the live explorer's OCR reads it.
        canvas.line_as(&line, left + 12.0, frame.back_y, Align::Left, tint, "< Back");
        canvas.join_last(WindowRect::new(left, frame.back_y - 7.0, 12.0, 14.0));
        canvas.thing(
            "back",
            Some("< Back"),
            WindowRect::new(left, frame.back_y - 10.0, 12.0 + line.advance, 20.0),
        );
    }
    let title = typesetter.fitted(&view.scene.title, 28.0, Weight::SemiBold, width);
    let (x, align) = if title.right_to_left {
        (left + width, Align::Right)
    } else {
        (left, Align::Left)
    };
    canvas.line(&title, x, frame.title_top + 16.0, align, palette.text);
}

/// The bar with the scene's tabs.
pub(super) fn tab_bar(view: &View<'_>, palette: &Palette, typesetter: &mut Typesetter, canvas: &mut Canvas) {
    let Some(bar) = view.frame.bar else { return };
    canvas.rect(bar.rect, 0.0, palette.bar);
    canvas.rect(hairline(bar), 0.0, palette.hairline);
    let tabs = view.scene.elements.iter().filter_map(|element| match element {
        Element::Tab { text, to } => Some((text, to)),
        _ => None,
    });
    for (index, (text, to)) in tabs.enumerate() {
        let here = skillc_text::equals(to, &view.scene.id);
        let colour = if here { palette.tint(view.app) } else { palette.tab };
        let cell = bar.cell(index);
        let labelled = view.options.tab_style == TabStyle::Labelled;
        let center = icon_center(bar, cell, labelled);
        let size = ICON.min(cell.width - 4.0).min(cell.height - 4.0).max(4.0);
        canvas.strokes(glyph::shape(text), center, size, colour);
        let icon = WindowRect::new(center.x - size / 2.0, center.y - size / 2.0, size, size);
        if labelled {
            canvas.nameless_thing("icon", None, icon);
            let label = typesetter.fitted(text, 10.5, Weight::Regular, cell.width - 4.0);
            canvas.line(&label, center.x, center.y + 23.5, Align::Middle, colour);
            canvas.thing("tab", Some(text), cell);
        } else {
            canvas.nameless_thing("bare_icon", None, icon);
            canvas.nameless_thing("tab", Some(text), cell);
        }
    }
}

/// The icon stands at the top of a horizontal bar and in the middle of a cell of a rail, so that its place is the anchor's.
fn icon_center(bar: TabBar, cell: WindowRect, labelled: bool) -> WindowPoint {
    let middle = cell.center();
    match bar.edge.axis() {
        Axis::Horizontal => WindowPoint::new(middle.x, bar.rect.y + 18.0),
        Axis::Vertical if labelled => WindowPoint::new(middle.x, middle.y - 10.0),
        Axis::Vertical => middle,
    }
}

/// The line between bar and content.
fn hairline(bar: TabBar) -> WindowRect {
    use skillc_app_description::Edge;
    const WIDTH: f64 = 0.5;
    let rect = bar.rect;
    match bar.edge {
        Edge::Top => WindowRect::new(rect.x, rect.bottom() - WIDTH, rect.width, WIDTH),
        Edge::Bottom => WindowRect::new(rect.x, rect.y, rect.width, WIDTH),
        Edge::Left => WindowRect::new(rect.right() - WIDTH, rect.y, WIDTH, rect.height),
        Edge::Right => WindowRect::new(rect.x, rect.y, WIDTH, rect.height),
    }
}
