//! `- element <kind>: …` lines.

use skillc_records::AppField;
use skillc_text::{lower, strip_quotes, trim};

use super::spec::Element;
use crate::cut;
use crate::diagnostics::{DiagnosticKind, ElementLack};
use crate::outline::Section;
use crate::parse::Reader;

/// What an element line begins with, whatever its case.
pub(super) const ELEMENT: &str = "- element";

/// The elements of a screen, in order. Whatever can't be read is dropped.
pub(super) fn read(reader: &mut Reader<'_>, section: &Section<'_>) -> Vec<Element> {
    let mut elements = Vec::new();
    for line in &section.lines {
        let trimmed = trim(line);
        let Some(rest) = cut::after_ignoring_case(trimmed, ELEMENT) else {
            continue;
        };
        let Some((kind, value)) = cut::at_first(rest, ":") else {
            reader.note(DiagnosticKind::ElementKindUnknown { kind: String::new() }, trimmed);
            continue;
        };
        let (element, destination) = match element(reader, &lower(trim(kind)), trim(value)) {
            Ok(read) => read,
            Err(kind) => {
                reader.note(kind, trimmed);
                continue;
            }
        };
        let (section, index) = (section.heading.to_owned(), elements.len());
        if let Some(destination) = destination {
            reader.place(
                AppField::SimulatorDestination {
                    section: section.clone(),
                    index,
                },
                destination,
            );
        }
        reader.place(AppField::SimulatorElement { section, index }, trimmed);
        elements.push(element);
    }
    elements
}

/// The element, and where its destination stands.
fn element<'t>(
    reader: &mut Reader<'_>,
    kind: &str,
    value: &'t str,
) -> Result<(Element, Option<&'t str>), DiagnosticKind> {
    let lacks = |lacks| DiagnosticKind::ElementDropped { lacks };
    match kind {
        "row" | "button" | "text" | "tab" => {
            let (text, to) = text_and_destination(value);
            let (text, owned) = (text.to_owned(), to.map(str::to_owned));
            let element = match kind {
                "row" => Element::Row { text, to: owned },
                "button" => Element::Button { text, to: owned },
                "text" => Element::Text { text },
                _ => Element::Tab {
                    text,
                    to: owned.ok_or(lacks(ElementLack::Destination))?,
                },
            };
            Ok((element, to))
        }
        "textfield" => {
            let (placeholder, id) = cut::at_first(value, "#").ok_or(lacks(ElementLack::Id))?;
            let placeholder = filled(strip_quotes(trim(placeholder))).ok_or(lacks(ElementLack::Text))?;
            let id = filled(trim(id)).ok_or(lacks(ElementLack::Id))?;
            Ok((
                Element::TextField {
                    placeholder: placeholder.to_owned(),
                    id: id.to_owned(),
                },
                None,
            ))
        }
        "slider" => {
            let (label, rest) = cut::at_first(value, "#").ok_or(lacks(ElementLack::Id))?;
            let (id, number) = cut::at_first(rest, "=").ok_or(lacks(ElementLack::Fraction))?;
            let label = filled(strip_quotes(trim(label))).ok_or(lacks(ElementLack::Text))?;
            let id = filled(trim(id)).ok_or(lacks(ElementLack::Id))?;
            let number = trim(number).parse::<f64>().ok().filter(|number| !number.is_nan());
            let number = number.ok_or(lacks(ElementLack::Fraction))?;
            if !(0.0..=1.0).contains(&number) {
                reader.note(DiagnosticKind::FractionClamped, value);
            }
            let fraction = number.clamp(0.0, 1.0);
            Ok((
                Element::Slider {
                    label: label.to_owned(),
                    id: id.to_owned(),
                    fraction,
                },
                None,
            ))
        }
        "placeholder" => {
            let (width, height) = cut::in_two(value, "x").ok_or(lacks(ElementLack::Size))?;
            let points = |text: &str| trim(text).parse::<i64>().map_err(|_| lacks(ElementLack::Size));
            Ok((
                Element::Placeholder {
                    width: points(width)?,
                    height: points(height)?,
                },
                None,
            ))
        }
        _ => Err(DiagnosticKind::ElementKindUnknown { kind: kind.to_owned() }),
    }
}

/// `text → destination`; `→` separates if there is one, else `->`.
fn text_and_destination(value: &str) -> (&str, Option<&str>) {
    match cut::at_first(value, "→").or_else(|| cut::at_first(value, "->")) {
        Some((text, to)) => (strip_quotes(trim(text)), filled(trim(to))),
        None => (strip_quotes(value), None),
    }
}

fn filled(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}
