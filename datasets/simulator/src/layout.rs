//! Where each element of a scene stands, one below the other in the order declared.
//!
//! Heights are those of the reference: 60 points a row, 36 a text, 50 a text field, the declared height and 10 a placeholder. Only
//! what is in sight is ever drawn, so that ten thousand rows cost ten thousand rectangles and no more.

use skillc_app_description::{Element, Scene};
use skillc_records::WindowRect;

use crate::frame::Frame;
use crate::type_setting::Typesetter;

/// Sizes of type, in points.
pub(crate) const BODY: f64 = 17.0;
pub(crate) const BUTTON: f64 = 15.0;

/// From one line of a longer text to the next.
pub(crate) const LINE_PITCH: f64 = 24.0;

/// A text has at most this many lines.
pub(crate) const MOST_LINES: usize = 6;

/// A row begins this far above where a text would stand.
const ROW_LEAD: f64 = 10.0;

const BUTTON_WIDTH: f64 = 160.0;
const BUTTON_PITCH: f64 = 180.0;
const TALLEST_PLACEHOLDER: i64 = 4000;

/// One element and its place. Coordinates are those of the window while nothing is scrolled.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Placed {
    /// Its place in the scene's list.
    pub(crate) element: usize,
    /// All of it.
    pub(crate) rect: WindowRect,
    /// Whether its neighbour above is of the same kind, so that they share a card.
    pub(crate) joined_above: bool,
    /// The same below.
    pub(crate) joined_below: bool,
}

/// All elements but the tabs, from top to bottom.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Layout {
    pub(crate) placed: Vec<Placed>,
    /// Where the last element ends.
    pub(crate) bottom: f64,
}

impl Layout {
    /// Places the elements of `scene`.
    pub(crate) fn of(scene: &Scene, frame: &Frame, typesetter: &mut Typesetter) -> Self {
        let (left, width) = (frame.content_left(), frame.content_width());
        let mut placed: Vec<Placed> = Vec::new();
        let mut top = frame.first_top;
        let mut kind_above = "";
        for (index, element) in scene.elements.iter().enumerate() {
            let kind = element.kind();
            if kind == "tab" {
                continue;
            }
            let joined_above = kind == kind_above;
            if !joined_above && kind == "row" && !kind_above.is_empty() {
                top += ROW_LEAD;
            }
            let (rect, next) = match element {
                Element::Row { .. } => (
                    WindowRect::new(left - 8.0, top - ROW_LEAD, width + 16.0, 60.0),
                    top + 60.0,
                ),
                Element::Text { text } => {
                    let lines = typesetter.broken(text, BODY, width, MOST_LINES).len().max(1) as f64;
                    (
                        WindowRect::new(left, top, width, 20.0 + LINE_PITCH * (lines - 1.0)),
                        top + 12.0 + LINE_PITCH * lines,
                    )
                }
                Element::Button { text, .. } => {
                    let beside = placed.last().filter(|_| joined_above).map(|last| last.rect);
                    let rect = button(text, left, width, top, beside, typesetter);
                    (rect, rect.y + 52.0)
                }
                Element::TextField { .. } => (WindowRect::new(left, top, width, 36.0), top + 50.0),
                Element::Slider { .. } => (WindowRect::new(left + 20.0, top + 25.0, width - 40.0, 30.0), top + 70.0),
                Element::Placeholder { width: w, height: h } => {
                    let height = (*h).clamp(1, TALLEST_PLACEHOLDER) as f64;
                    let width = (*w).clamp(1, width as i64) as f64;
                    (WindowRect::new(left, top, width, height), top + height + 10.0)
                }
                Element::Tab { .. } => continue,
            };
            if let Some(above) = placed.last_mut() {
                above.joined_below = joined_above;
            }
            placed.push(Placed {
                element: index,
                rect,
                joined_above,
                joined_below: false,
            });
            top = next;
            kind_above = kind;
        }
        let bottom = placed.last().map_or(frame.first_top, |last| last.rect.bottom());
        Self { placed, bottom }
    }

    /// How far the content can be scrolled: to its end and 40 points more, if it is longer than the window.
    pub(crate) fn scroll_limit(&self, frame: &Frame) -> f64 {
        if self.bottom <= frame.viewport.bottom() {
            return 0.0;
        }
        self.bottom + 40.0 - frame.viewport.bottom()
    }

    /// What is in sight when scrolled by `scroll`, with its place in the window.
    pub(crate) fn in_sight(&self, frame: &Frame, scroll: f64) -> impl Iterator<Item = (Placed, WindowRect)> {
        let top = frame.viewport.y + scroll;
        let bottom = frame.viewport.bottom() + scroll;
        let first = self.placed.partition_point(|placed| placed.rect.bottom() < top);
        // A button may begin above its neighbour at the left ends; one line more is enough.
        self.placed[first..]
            .iter()
            .take_while(move |placed| placed.rect.y <= bottom)
            .map(move |placed| (*placed, moved(placed.rect, scroll)))
    }
}

fn moved(rect: WindowRect, scroll: f64) -> WindowRect {
    WindowRect::new(rect.x, rect.y - scroll, rect.width, rect.height)
}

/// 160 points wide, wider if its text needs it, beside the last button if there is room.
fn button(
    text: &str,
    left: f64,
    width: f64,
    top: f64,
    beside: Option<WindowRect>,
    typesetter: &mut Typesetter,
) -> WindowRect {
    let needed = typesetter.estimate(text, BUTTON) + 24.0;
    let wide = if needed <= BUTTON_WIDTH {
        BUTTON_WIDTH
    } else {
        needed.min(width)
    };
    if let Some(last) = beside {
        let x = (last.x + BUTTON_PITCH).max(last.right() + 20.0);
        if x + wide <= left + width {
            return WindowRect::new(x, last.y, wide, 36.0);
        }
    }
    WindowRect::new(left, top, wide, 36.0)
}
