//! Small screens with one way out.
//!
//! A permission request that no rule knows looks like any other screen, and it comes up once: the next walk may not meet it, or meet
//! it elsewhere. What looks like a dialog is therefore never taken for a step that must happen. Two to nine texts, no icon, no mark
//! of a way back, no chevron and no bar of labels is what a dialog looks like; the number is that of the system alert detector.
//!
//! A screen on which something is typed before it is left is none: nobody types into a dialog that may not come up. Neither is one
//! that came up because something was typed, a key pressed or an element held: that is what was looked for. What tells a dialog stands
//! on no ordinary screen.
//!
//! What is still there after the answer wasn't answered.
//!
//! When the screen after the answer bears the name of what was tapped before the dialog came up, the dialog was only in the way.

use skillc_records::ScreenPoints;
use skillc_text::{equals, lower};

use crate::graph::{DialogExit, Edge};
use crate::landmark::landmark;
use crate::touched::{has_chevron, leads_back, names_way_back};

/// How many texts a dialog has. Source: reference on mirroir's semantics, §7.
const TEXTS: std::ops::RangeInclusive<usize> = 2..=9;

/// Texts whose middles are this close stand in one row. Points.
const ROW: f64 = 6.0;
/// So many texts in the lowest row are the labels of a bar: a narrow screen stacks three answers.
const BAR: usize = 3;

/// Whether a screen looks like a dialog.
pub fn is_like(points: &ScreenPoints) -> bool {
    TEXTS.contains(&points.points.len())
        && points.icons.is_empty()
        && !has_bar(points)
        && !points
            .points
            .iter()
            .any(|point| leads_back(&point.text) || has_chevron(&point.text))
        && !begins_with_way_back(points)
}

/// Whether the highest row holds what is called a way back. Further down it may be an answer.
fn begins_with_way_back(points: &ScreenPoints) -> bool {
    let highest = points
        .points
        .iter()
        .map(|point| point.at.y)
        .fold(f64::INFINITY, f64::min);
    let mut points = points.points.iter();
    points.any(|point| point.at.y - highest <= ROW && names_way_back(&point.text))
}

/// Whether the lowest row is a bar of labels.
fn has_bar(points: &ScreenPoints) -> bool {
    let heights = points.points.iter().map(|point| point.at.y);
    let lowest = heights.clone().fold(f64::NEG_INFINITY, f64::max);
    heights.filter(|y| lowest - y <= ROW).count() >= BAR
}

/// Whether a screen looks like a dialog that has the answer `text`.
pub fn shows(points: &ScreenPoints, text: &str) -> bool {
    !text.is_empty() && is_like(points) && points.points.iter().any(|point| equals(&point.text, text))
}

/// Whether a screen bears the name of what was tapped before.
pub fn is_named(points: &ScreenPoints, name: &str) -> bool {
    !name.is_empty() && landmark(&points.points, &[]).is_some_and(|title| equals(&lower(title), &lower(name)))
}

/// Whether a screen shows `text`.
pub fn bears(points: &ScreenPoints, text: &str) -> bool {
    points.points.iter().any(|point| equals(&point.text, text))
}

/// The only way out of a screen that looks like a dialog; none for other screens, for those that were left in several ways, and where
/// what tells the dialog is still there afterwards. `shown` are the points of the screen that an edge leads to.
pub fn exit<'e>(
    points: &ScreenPoints,
    leaving: impl Iterator<Item = &'e Edge>,
    shown: impl Fn(&Edge) -> &'e ScreenPoints,
) -> Option<DialogExit> {
    let mut ways = leaving.filter(|edge| edge.from != edge.to);
    let first = ways.next()?;
    let types = |way: &Edge| {
        let mut before = way.observations.iter().flat_map(|seen| &seen.preparations);
        before.any(|preparation| preparation.deed.enters())
    };
    let only = !types(first)
        && ways.all(|way| way.deed == first.deed && way.element_text == first.element_text && !types(way));
    let stays = landmark(&points.points, std::slice::from_ref(&first.element_text))
        .is_some_and(|trigger| bears(shown(first), trigger));
    (only && !stays && first.deed.touches() && shows(points, &first.element_text)).then(|| DialogExit {
        answer: first.element_text.clone(),
        at: first.observations.first().and_then(|seen| seen.at),
        action: first.first().action.clone(),
    })
}

#[cfg(test)]
mod tests {
    use skillc_records::{TapPoint, WindowPoint};

    use super::*;

    fn screen(texts: &[(&str, f64, f64)]) -> ScreenPoints {
        let point = |&(text, x, y): &(&str, f64, f64)| TapPoint {
            text: text.to_owned(),
            at: WindowPoint::new(x, y),
            confidence: None,
            rect: None,
        };
        ScreenPoints {
            points: texts.iter().map(point).collect(),
            ..ScreenPoints::default()
        }
    }

    #[test]
    fn a_small_screen_with_a_bar_of_labels_is_no_dialog() {
        let answers = [("Rate us?", 200.0, 400.0), ("Yes", 120.0, 480.0), ("No", 280.0, 480.5)];
        assert!(is_like(&screen(&answers)));
        let bar = [
            ("Empty", 200.0, 100.0),
            ("Home", 68.0, 845.0),
            ("Search", 205.0, 846.0),
            ("Me", 342.0, 845.0),
        ];
        assert!(!is_like(&screen(&bar)));
    }
}
