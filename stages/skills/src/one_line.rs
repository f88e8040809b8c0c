//! A flow whose texts are lines.
//!
//! Upstream's texts come from OCR, one line each, and its generator writes them as they are. Texts of accessibility trees may have
//! several lines, which would break a step, or the header, of a skill in its dialect in two.

use std::borrow::Cow;

use skillc_flows::{Arrival, Flow};

/// `flow` with a space for each run of line ends and other control characters in its name, its labels and what its screens show.
/// Typed texts stay: what is typed is what was typed.
pub(crate) fn one_line(flow: &Flow) -> Cow<'_, Flow> {
    let mut flat = flow.clone();
    let mut changed = flatten(&mut flat.name);
    for screen in &mut flat.screens {
        for point in &mut screen.screen.points.points {
            changed |= flatten(&mut point.text);
        }
        if let Arrival::By(way) = &mut screen.arrival {
            changed |= flatten(&mut way.label) | flatten(&mut way.element_text);
        }
    }
    if changed { Cow::Owned(flat) } else { Cow::Borrowed(flow) }
}

/// Whether there was anything to do.
fn flatten(text: &mut String) -> bool {
    let breaks = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    if !text.contains(breaks) {
        return false;
    }
    let lines: Vec<&str> = text.split(breaks).filter(|line| !line.is_empty()).collect();
    *text = lines.join(" ");
    true
}
