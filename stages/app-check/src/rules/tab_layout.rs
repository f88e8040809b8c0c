//! The layout of the tabs.

use skillc_app_description::{DiagnosticKind, Edge, TabLayout};
use skillc_records::AppField;
use skillc_text::{lower, trim};

use crate::code::Code;
use crate::finding::{Finding, Safety};
use crate::nearest::nearest;
use crate::source::Source;
use crate::surroundings::Surroundings;

/// The layout.
pub fn layout(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (span, key) in source.noted(|kind| match kind {
        DiagnosticKind::TabLayoutValueUnknown { key } => Some(key),
        _ => None,
    }) {
        let words: &[&str] = if key == "edge" {
            &["top", "bottom", "left", "right"]
        } else {
            &["vertical", "horizontal"]
        };
        let text = source.slice(span);
        let bare = trim(text.split('#').next().unwrap_or_default());
        if words.contains(&lower(bare).as_str()) {
            continue;
        }
        let finding = Finding::new(
            Code::LayoutValueUnknown,
            span,
            format!("{bare:?} is no {key}, so the {key} is as if it weren't declared"),
        );
        findings.push(match nearest(bare, words.iter().copied()) {
            Some(meant) => finding
                .suggest(format!("write `{meant}`"))
                .replace(Safety::Safe, span, meant),
            None => finding.suggest(format!("write one of {}", words.join(", "))),
        });
    }
    for span in source.noted_as(DiagnosticKind::TabLayoutLineIgnored) {
        let line = source.slice(span);
        let finding = Finding::new(
            Code::LayoutLineIgnored,
            span,
            "this line says neither `orientation` nor `edge`",
        );
        // Prose beside the two keys harms nobody; a slip in a key does.
        let key = trim(line.trim_start_matches("- ").split(':').next().unwrap_or_default());
        if line.contains(':')
            && let Some(meant) = nearest(key, ["orientation", "edge"])
        {
            findings.push(
                finding
                    .suggest(format!("write `{meant}`"))
                    .replace(Safety::Safe, source.span(key), meant),
            );
        } else if line.starts_with("- ") {
            findings.push(finding.suggest("write `- orientation: vertical` and `- edge: right`, for instance"));
        }
    }
    let Some(layout) = source.description().and_then(|description| description.tab_layout) else {
        return findings;
    };
    let TabLayout { orientation, edge } = layout;
    let (axis_span, edge_span) = (
        source.parsed.span(&AppField::TabLayoutOrientation),
        source.parsed.span(&AppField::TabLayoutEdge),
    );
    let at = edge_span.or(axis_span).unwrap_or_else(|| source.start());
    if edge.axis() != orientation {
        let (message, suggestion) = match (axis_span, edge_span) {
            (Some(_), None) => (
                format!(
                    "the edge isn't declared, so it is the {}, where a {} bar has no room",
                    Edge::Bottom.as_str(),
                    orientation.as_str()
                ),
                "add `- edge: right` or `- edge: left`".to_owned(),
            ),
            (None, Some(_)) => (
                format!(
                    "the orientation isn't declared, so the bar at the {} edge runs horizontally",
                    edge.as_str()
                ),
                "add `- orientation: vertical`".to_owned(),
            ),
            _ => (
                format!(
                    "a {} bar at the {} edge: tabs are spread along one axis and looked for in a band along the other",
                    orientation.as_str(),
                    edge.as_str()
                ),
                format!("write `orientation: {}`, or another edge", edge.axis().as_str()),
            ),
        };
        findings.push(Finding::new(Code::LayoutMixed, at, message).suggest(suggestion));
    }
    if source
        .description()
        .is_some_and(|description| description.tabs.is_empty())
    {
        findings.push(
            Finding::new(
                Code::LayoutWithoutTabs,
                at,
                "the layout places no tab, because none is declared",
            )
            .suggest("list the tabs under `## Tabs`"),
        );
    }
    findings
}
