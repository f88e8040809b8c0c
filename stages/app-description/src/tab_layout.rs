//! `## Tab Layout`: where the tabs sit.

use skillc_records::AppField;
use skillc_text::{lower, trim};

use crate::cut;
use crate::diagnostics::DiagnosticKind;
use crate::outline::Section;
use crate::parse::Reader;
use crate::{Axis, Edge, TabLayout};

/// The layout; none if neither field is set in the end. A value that is none of the words unsets its field again.
pub(crate) fn read(reader: &mut Reader<'_>, section: &Section<'_>) -> Option<TabLayout> {
    let (mut orientation, mut edge) = (None, None);
    for line in &section.lines {
        let trimmed = trim(line);
        let text = cut::bullet(trimmed).unwrap_or(trimmed);
        let Some((key, value)) = cut::at_first(text, ":") else {
            if !trimmed.is_empty() {
                reader.note(DiagnosticKind::TabLayoutLineIgnored, trimmed);
            }
            continue;
        };
        let (key, value) = (lower(trim(key)), trim(value));
        let word = lower(value);
        let is_known = match key.as_str() {
            "orientation" => {
                reader.place(AppField::TabLayoutOrientation, value);
                orientation = Axis::of(&word);
                orientation.is_some()
            }
            "edge" => {
                reader.place(AppField::TabLayoutEdge, value);
                edge = Edge::of(&word);
                edge.is_some()
            }
            _ => {
                reader.note(DiagnosticKind::TabLayoutLineIgnored, trimmed);
                continue;
            }
        };
        if !is_known {
            reader.note(DiagnosticKind::TabLayoutValueUnknown { key }, value);
        }
    }
    (orientation.is_some() || edge.is_some()).then(|| TabLayout {
        orientation: orientation.unwrap_or(Axis::Horizontal),
        edge: edge.unwrap_or(Edge::Bottom),
    })
}
