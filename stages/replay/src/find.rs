//! A label on the screen.
//!
//! Exactly, else ignoring case, else ignoring accents, else the first text that contains the label, else the first that the label
//! contains, if that is at least three graphemes and half the label long.
//!
//! Source: reference on mirroir's semantics, §13, "Runtime label match order".

use skillc_records::{ScreenPoints, TapPoint, WindowPoint};
use skillc_text::{contains, equals, fold, grapheme_count, lower};

const SHORTEST_PART: usize = 3;

/// The text on the screen that `label` means; of several that match equally well the one nearest to `near`, else the first.
pub fn find<'s>(screen: &'s ScreenPoints, label: &str, near: Option<WindowPoint>) -> Option<&'s TapPoint> {
    if label.is_empty() {
        return None;
    }
    let (lowered, folded) = (lower(label), fold(label));
    let least = SHORTEST_PART.max(grapheme_count(label) / 2);
    let ways: [&dyn Fn(&str) -> bool; 5] = [
        &|text| equals(text, label),
        &|text| equals(&lower(text), &lowered),
        &|text| fold(text) == folded,
        &|text| contains(&lower(text), &lowered),
        &|text| grapheme_count(text) >= least && contains(&lowered, &lower(text)),
    ];
    ways.iter().find_map(|matches| {
        let mut found = screen.points.iter().filter(|point| matches(&point.text));
        match near {
            None => found.next(),
            Some(near) => found.min_by(|a, b| a.at.distance(near).total_cmp(&b.at.distance(near))),
        }
    })
}

/// Whether a text stands on the screen exactly, but for case.
pub fn shows(screen: &ScreenPoints, text: &str) -> bool {
    let lowered = lower(text);
    !text.is_empty() && screen.points.iter().any(|point| equals(&lower(&point.text), &lowered))
}

/// Whether some text on the screen contains `trigger`, ignoring case: how obstacle rules look at a screen.
pub fn shows_trigger(screen: &ScreenPoints, trigger: &str) -> bool {
    let lowered = lower(trigger);
    !trigger.is_empty()
        && screen
            .points
            .iter()
            .any(|point| contains(&lower(&point.text), &lowered))
}
