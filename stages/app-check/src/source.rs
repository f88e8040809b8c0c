//! What a rule looks at.

use skillc_app_description::outline::{Outline, Section};
use skillc_app_description::places::Places;
use skillc_app_description::{AppDescription, DiagnosticKind, Parsed, outline, parse};
use skillc_records::{AppField, SourceSpan};
use skillc_text::trim;

use crate::finding::Edit;

/// A text with its outline and what was read from it.
pub struct Source<'t> {
    /// The text.
    pub text: &'t str,
    /// Front matter and sections.
    pub outline: Outline<'t>,
    /// What was read.
    pub parsed: Parsed,
    places: Places<'t>,
}

impl<'t> Source<'t> {
    /// Reads `text`.
    pub fn new(text: &'t str) -> Self {
        Self {
            text,
            outline: outline(text),
            parsed: parse(text),
            places: Places::new(text),
        }
    }

    /// The span of a slice of the text.
    pub fn span(&self, piece: &str) -> SourceSpan {
        self.places.of(piece)
    }

    /// The span of the value of `field`; the first line if it stands nowhere.
    pub fn place(&self, field: &AppField) -> SourceSpan {
        self.parsed.span(field).unwrap_or_else(|| self.start())
    }

    /// The first line.
    pub fn start(&self) -> SourceSpan {
        self.span(self.text.lines().next().unwrap_or_default())
    }

    /// The text that a span covers.
    pub fn slice(&self, span: SourceSpan) -> &'t str {
        self.text
            .get(span.offset..span.offset + span.length)
            .unwrap_or_default()
    }

    /// The line on which a span begins, without its end.
    pub fn line_of(&self, span: SourceSpan) -> &'t str {
        let start = self.text[..span.offset].rfind(['\n', '\r']).map_or(0, |at| at + 1);
        self.text[start..].split(['\n', '\r']).next().unwrap_or_default()
    }

    /// An edit that removes the whole line of `span`, with its end.
    pub fn without_line(&self, span: SourceSpan) -> Edit {
        let line = self.line_of(span);
        let offset = line.as_ptr() as usize - self.text.as_ptr() as usize;
        let after = &self.text[offset + line.len()..];
        let end = if after.starts_with("\r\n") {
            2
        } else {
            usize::from(!after.is_empty())
        };
        Edit {
            offset,
            length: line.len() + end,
            replacement: String::new(),
        }
    }

    /// The description, even of a file that would be rejected, as far as rules need it.
    pub fn description(&self) -> Option<&AppDescription> {
        self.parsed.description()
    }

    /// The spans of everything that was noted as `wanted` says.
    pub fn noted<'s, T>(
        &'s self,
        wanted: impl Fn(&'s DiagnosticKind) -> Option<T> + 's,
    ) -> impl Iterator<Item = (SourceSpan, T)> + 's {
        self.parsed
            .diagnostics
            .iter()
            .filter_map(move |one| wanted(&one.kind).map(|value| (one.span, value)))
    }

    /// The spans of everything that was noted with exactly this kind.
    pub fn noted_as(&self, kind: DiagnosticKind) -> impl Iterator<Item = SourceSpan> + '_ {
        self.parsed
            .diagnostics
            .iter()
            .filter(move |one| one.kind == kind)
            .map(|one| one.span)
    }

    /// The `- ` bullets of a section, as their trimmed lines.
    pub fn bullets<'s>(&self, section: &'s Section<'t>) -> impl Iterator<Item = &'t str> + 's {
        section
            .lines
            .iter()
            .map(|line| trim(line))
            .filter(|line| line.starts_with("- "))
    }

    /// Whether the file has scenes and nothing that guides an explorer: a scene file on purpose.
    pub fn is_scenes_only(&self) -> bool {
        self.parsed.simulator.is_some()
            && self
                .outline
                .sections
                .iter()
                .all(|section| section.heading.starts_with("Simulator"))
    }
}
