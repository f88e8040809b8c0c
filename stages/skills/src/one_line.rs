//! A flow whose texts are lines.
//!
//! Upstream's texts come from OCR, one line each, and its generator writes them as they are. Texts of accessibility trees may have
//! several lines, which would break a step, or the header, of a skill in its dialect in two.

use std::borrow::Cow;

use skillc_flows::{Arrival, Flow};

/// `flow` with a space for each run of line ends and other control characters in its name, its labels and what its screens show.
/// Typed texts stay: what is typed is what was typed.
pub(crate) fn one_line(flow: &Flow) -> Cow<'_, Flow> {
    if !has_breaks(flow) {
        return Cow::Borrowed(flow);
    }
    let mut flat = flow.clone();
    flatten(&mut flat.name);
    for screen in &mut flat.screens {
        screen
            .screen
            .points
            .points
            .iter_mut()
            .for_each(|point| flatten(&mut point.text));
        if let Arrival::By(way) = &mut screen.arrival {
            flatten(&mut way.label);
            flatten(&mut way.element_text);
        }
    }
    Cow::Owned(flat)
}

fn has_breaks(flow: &Flow) -> bool {
    flow.name.contains(breaks)
        || flow.screens.iter().any(|screen| {
            let named = match &screen.arrival {
                Arrival::By(way) => way.label.contains(breaks) || way.element_text.contains(breaks),
                Arrival::Opens(_) => false,
            };
            named
                || screen
                    .screen
                    .points
                    .points
                    .iter()
                    .any(|point| point.text.contains(breaks))
        })
}

fn breaks(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

fn flatten(text: &mut String) {
    let lines: Vec<&str> = text.split(breaks).filter(|line| !line.is_empty()).collect();
    *text = lines.join(" ");
}
