//! The file as a whole: whether it is a description at all, and how its lines end.

use skillc_app_description::{DiagnosticKind, Rejection};

use crate::code::Code;
use crate::finding::{Edit, Finding, Safety};
use crate::source::Source;
use crate::surroundings::Surroundings;

/// Whether the live explorer passes the file over.
pub fn rejection(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let Err(rejection) = source.parsed.description else {
        return Vec::new();
    };
    // An unclosed front matter has a finding of its own, and this is what comes of it.
    if source.noted_as(DiagnosticKind::FrontMatterUnclosed).next().is_some() {
        return Vec::new();
    }
    let finding = match rejection {
        Rejection::NoApp => {
            let at = source
                .outline
                .front_matter
                .open
                .map_or_else(|| source.start(), |open| source.span(open));
            let empty = source
                .outline
                .front_matter
                .ignored
                .iter()
                .find(|line| line.starts_with("app:"));
            let at = empty.map_or(at, |line| source.span(line));
            Finding::new(
                Code::NotADescription,
                at,
                "no `app` is declared, so no app ever matches this file",
            )
            .suggest("begin the file with `---`, `app: <the name under the icon>`, `---`")
        }
        // Scenes alone may be meant for the simulator.
        Rejection::NoGuidance if source.is_scenes_only() => return Vec::new(),
        Rejection::NoGuidance => {
            let message = format!("the file is passed over: {rejection}");
            let at = source
                .outline
                .sections
                .first()
                .map_or_else(|| source.start(), |section| source.span(section.heading));
            Finding::new(Code::NotADescription, at, message)
                .suggest("add a `## Structure` section with a sentence about the app")
        }
    };
    vec![finding]
}

/// A byte order mark.
pub fn byte_order_mark(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let marks = source.noted_as(DiagnosticKind::ByteOrderMark);
    let message = "the file begins with a byte order mark, so a `---` on its first line isn't seen";
    marks
        .map(|span| {
            Finding::new(Code::ByteOrderMark, span, message)
                .suggest("save the file as UTF-8 without byte order mark; what else is to be said shows afterwards")
                .replace(Safety::Safe, span, "")
        })
        .collect()
}

/// Carriage returns, and separators that no editor shows.
pub fn line_ends(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let text = source.text;
    let mut findings = Vec::new();
    if let Some(at) = text.find('\r') {
        let edits = text.match_indices('\r').map(|(offset, _)| {
            let replacement = if text[offset + 1..].starts_with('\n') { "" } else { "\n" };
            Edit {
                offset,
                length: 1,
                replacement: replacement.to_owned(),
            }
        });
        let message = "lines end with a carriage return, which counts as a line end of its own: the context gets an empty line after every line";
        findings.push(
            Finding::new(Code::CarriageReturns, source.span(&text[at..=at]), message)
                .suggest("end lines with a line feed alone")
                .fix(Safety::Safe, edits.collect()),
        );
    }
    for (offset, separator) in text.match_indices(['\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}']) {
        let code = separator.chars().next().map_or(0, u32::from);
        let span = source.span(&text[offset..offset + separator.len()]);
        findings.push(
            Finding::new(
                Code::OddLineSeparator,
                span,
                format!("U+{code:04X} ends the line here, which no editor shows"),
            )
            .suggest("replace it by a space or a line feed")
            .replace(Safety::Unsafe, span, "\n"),
        );
    }
    findings
}
