//! Elements and properties of scenes that are dropped, and texts that decide for others.

use std::collections::BTreeMap;

use skillc_app_description::diagnostics::ElementLack;
use skillc_app_description::{DiagnosticKind, Element};
use skillc_records::{AppField, SourceSpan};
use skillc_text::{equals, nfc, trim};

use super::scenes::screen_heading;
use crate::code::Code;
use crate::finding::{Finding, Safety};
use crate::nearest::nearest;
use crate::source::Source;
use crate::surroundings::Surroundings;

/// Elements and properties that are dropped, and texts that decide for others.
pub fn elements(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let mut findings = Vec::new();
    for one in &source.parsed.diagnostics {
        let span = one.span;
        findings.extend(match &one.kind {
            DiagnosticKind::ElementKindUnknown { kind } => Some(unknown_kind(source, span, kind)),
            DiagnosticKind::ElementDropped { lacks } => Some(dropped(span, *lacks)),
            DiagnosticKind::PropertyUnknown { key } => Some(unknown_property(source, span, key)),
            DiagnosticKind::FractionClamped => Some(
                Finding::new(
                    Code::SceneValueAdjusted,
                    span,
                    "a slider stands between 0 and 1; this is moved to the nearer end",
                )
                .suggest("write a fraction from 0.0 to 1.0"),
            ),
            DiagnosticKind::TapCountUnreadable => Some(
                Finding::new(
                    Code::SceneValueAdjusted,
                    span,
                    "this is no count of taps and becomes 0, so the modal comes with the first tap",
                )
                .suggest("write `after_n_taps:3`, for instance"),
            ),
            _ => None,
        });
    }
    let Some(spec) = &source.parsed.simulator else {
        return findings;
    };
    for scene in &spec.screens {
        let section = screen_heading(&scene.id);
        let mut ways: BTreeMap<String, (usize, &str)> = BTreeMap::new();
        for (index, element) in scene.elements.iter().enumerate() {
            let field = AppField::SimulatorElement {
                section: section.clone(),
                index,
            };
            let line = source.parsed.span(&field).map_or("", |span| source.slice(span));
            if matches!(element, Element::Text { .. }) && (line.contains('→') || line.contains("->")) {
                findings.push(
                    Finding::new(
                        Code::SceneTextDestination,
                        source.place(&field),
                        "a text can't be tapped; what stands behind the arrow is dropped",
                    )
                    .suggest("make it a `row` or a `button`"),
                );
            }
            let (Some(text), Some(to)) = (element.text(), element.destination()) else {
                continue;
            };
            match ways.get(&*nfc(text)) {
                Some(&(first, other)) if !equals(other, to) => {
                    let other_field = AppField::SimulatorElement {
                        section: section.clone(),
                        index: first,
                    };
                    findings.push(
                        Finding::new(
                            Code::SceneTextRepeated,
                            source.place(&field),
                            format!(
                                "a tap on {text:?} leads to {other:?}, where the first element with this text leads"
                            ),
                        )
                        .suggest("give the two different texts")
                        .related(source.place(&other_field), "the first"),
                    );
                }
                Some(_) => {}
                None => {
                    ways.insert(nfc(text).into_owned(), (index, to));
                }
            }
        }
    }
    findings
}

fn unknown_kind(source: &Source<'_>, span: SourceSpan, kind: &str) -> Finding {
    let kinds = ["row", "button", "text", "tab", "textfield", "slider", "placeholder"];
    if kind.is_empty() {
        return Finding::new(
            Code::SceneElementUnknown,
            span,
            "an element needs a kind and a colon; this line is dropped",
        )
        .suggest("write `- element row: Text → screen`, for instance");
    }
    let finding = Finding::new(
        Code::SceneElementUnknown,
        span,
        format!("there is no element of the kind {kind:?}; this line is dropped"),
    );
    let meant = nearest(kind, kinds).or(match kind {
        "label" | "header" | "title" | "static text" => Some("text"),
        "link" | "cell" | "list item" => Some("row"),
        "input" | "text field" | "field" => Some("textfield"),
        "image" | "icon" | "video" | "media" => Some("placeholder"),
        _ => None,
    });
    let line = source.slice(span);
    let written = line
        .split(':')
        .next()
        .and_then(|head| head.get("- element".len()..))
        .map(trim);
    match (meant, written) {
        (Some(meant), Some(written)) if meant != "placeholder" && meant != "textfield" => finding
            .suggest(format!("write `{meant}`"))
            .replace(Safety::Unsafe, source.span(written), meant),
        (Some(meant), _) => finding.suggest(format!("write `{meant}`")),
        _ => finding.suggest(format!("use one of {}", kinds.join(", "))),
    }
}

fn dropped(span: SourceSpan, lacks: ElementLack) -> Finding {
    let (message, suggestion) = match lacks {
        ElementLack::Destination => (
            "a tab needs a screen that it leads to; this one is dropped",
            "write `- element tab: Text → screen`",
        ),
        ElementLack::Text => (
            "nothing stands before the `#`; this element is dropped",
            "write a placeholder or label in front of it",
        ),
        ElementLack::Id => (
            "there is no `#id`; this element is dropped",
            "write `- element textfield: \"Name\" #name`",
        ),
        ElementLack::Fraction => (
            "a slider needs `= ` and a number; this one is dropped",
            "write `- element slider: \"Volume\" #volume = 0.5`",
        ),
        ElementLack::Size => (
            "there is no size of the form 370x175, in whole points with a small `x`; this element is dropped",
            "write `- element placeholder: 370x175`",
        ),
    };
    Finding::new(Code::SceneElementDropped, span, message).suggest(suggestion)
}

fn unknown_property(source: &Source<'_>, span: SourceSpan, key: &str) -> Finding {
    let keys = ["title", "back", "tab_bar", "root", "body", "buttons", "trigger"];
    let finding = Finding::new(Code::ScenePropertyUnknown, span, format!("nothing reads `{key}` here"));
    let line = source.slice(span);
    let written = line.get("- ".len()..).and_then(|rest| rest.split(':').next()).map(trim);
    let kinds = ["row", "button", "text", "tab", "textfield", "slider", "placeholder"];
    if kinds.contains(&key) {
        return finding.suggest(format!("write `- element {key}: …`"));
    }
    match (nearest(key, keys).filter(|meant| *meant != key), written) {
        (Some(meant), Some(written)) => {
            finding
                .suggest(format!("write `{meant}`"))
                .replace(Safety::Unsafe, source.span(written), meant)
        }
        _ => finding.suggest("delete it, or write it as a line without `- `"),
    }
}
