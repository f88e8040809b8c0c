//! Small screens with one way out.
//!
//! A permission request that no rule knows looks like any other screen, and it comes up once: the next walk may not meet it, or meet
//! it elsewhere. What looks like a dialog is therefore never taken for a step that must happen. Two to nine texts, no icon, no mark
//! of a way back and no chevron is what a dialog looks like; the number is that of the system alert detector.
//!
//! When the screen after the answer bears the name of what was tapped before the dialog came up, the dialog was only in the way.

use skillc_records::ScreenPoints;
use skillc_text::{equals, lower};

use crate::graph::{DialogExit, Edge};
use crate::landmark::landmark;
use crate::touched::{has_chevron, leads_back};

/// How many texts a dialog has. Source: reference on mirroir's semantics, §7.
const TEXTS: std::ops::RangeInclusive<usize> = 2..=9;

/// Whether a screen looks like a dialog.
pub fn is_like(points: &ScreenPoints) -> bool {
    TEXTS.contains(&points.points.len())
        && points.icons.is_empty()
        && !points
            .points
            .iter()
            .any(|point| leads_back(&point.text) || has_chevron(&point.text))
}

/// Whether a screen looks like a dialog that has the answer `text`.
pub fn shows(points: &ScreenPoints, text: &str) -> bool {
    !text.is_empty() && is_like(points) && points.points.iter().any(|point| equals(&point.text, text))
}

/// Whether a screen bears the name of what was tapped before.
pub fn is_named(points: &ScreenPoints, name: &str) -> bool {
    !name.is_empty() && landmark(&points.points, &[]).is_some_and(|title| equals(&lower(title), &lower(name)))
}

/// The only way out of a screen that looks like a dialog; none for other screens and for those that were left in several ways.
pub fn exit<'e>(points: &ScreenPoints, leaving: impl Iterator<Item = &'e Edge>) -> Option<DialogExit> {
    let mut ways = leaving.filter(|edge| edge.from != edge.to);
    let first = ways.next()?;
    let only = ways.all(|way| way.deed == first.deed && way.element_text == first.element_text);
    (only && first.deed.touches() && shows(points, &first.element_text)).then(|| DialogExit {
        answer: first.element_text.clone(),
        at: first.observations.first().and_then(|seen| seen.at),
        action: first.first().action.clone(),
    })
}
