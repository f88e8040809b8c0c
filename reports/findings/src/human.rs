//! With the source line, for a terminal.

use std::collections::BTreeMap;
use std::fmt;

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode};
use skillc_app_check::{Code, Finding, Related, Safety, Severity};
use skillc_formats::Paint;
use skillc_formats::terminal::safe;
use skillc_formats::words::count;

use crate::report::{CheckedFile, Report};
use crate::shown::Shown;

/// Findings of one code in one file that are shown in full; a file that was generated may have thousands.
const SHOWN: usize = 20;

/// How many lines a related place may be away to be shown in one piece with the finding.
const NEAR: usize = 4;

/// The outcome in one line, then every finding with its line. `width` is that of the terminal in characters.
pub fn text(report: &Report, paint: Paint, width: usize) -> String {
    let mut text = format!("{}\n", report.summary());
    let theme = match paint {
        Paint::Plain => GraphicalTheme::unicode_nocolor(),
        Paint::Colour => GraphicalTheme::unicode(),
    };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(width.clamp(40, 200))
        .with_links(false)
        .with_context_lines(1);
    for file in report.files.iter().filter(|file| !file.findings.is_empty()) {
        let source = Shown::new(&safe(&file.path), &file.text);
        let mut told: BTreeMap<Code, usize> = BTreeMap::new();
        for finding in &file.findings {
            let seen = told.entry(finding.code).or_default();
            *seen += 1;
            if *seen <= SHOWN {
                text.push('\n');
                // Writing to a string can't fail.
                let _ = handler.render_report(
                    &mut text,
                    &One {
                        finding,
                        source: &source,
                    },
                );
            }
        }
        text.push_str(&left_out(file, &told));
    }
    text
}

fn left_out(file: &CheckedFile, told: &BTreeMap<Code, usize>) -> String {
    let more = told.iter().filter(|(_, seen)| **seen > SHOWN);
    more.map(|(code, seen)| {
        format!(
            "\n{} of {code} in {}\n",
            count(seen - SHOWN, "more finding", "more findings"),
            safe(&file.path)
        )
    })
    .collect()
}

/// One finding as `miette` wants it.
struct One<'a> {
    finding: &'a Finding,
    source: &'a Shown,
}

impl One<'_> {
    fn is_drawable(&self) -> bool {
        self.source
            .is_drawable(self.finding.span.offset, self.finding.span.length)
    }

    /// Whether a related place is near enough to be shown in one piece with the finding.
    fn is_near(&self, related: &Related) -> bool {
        related.span.line.abs_diff(self.finding.span.line) <= NEAR
    }
}

impl fmt::Debug for One<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.finding.fmt(f)
    }
}

impl fmt::Display for One<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&safe(&self.finding.message))
    }
}

impl std::error::Error for One<'_> {}

impl Diagnostic for One<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(format!(
            "{}: {}",
            self.finding.severity.as_str(),
            self.finding.code
        )))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.finding.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Note => miette::Severity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let how = match self.finding.fix.as_ref().map(|fix| fix.safety) {
            Some(Safety::Safe) => " (--fix does it)",
            Some(Safety::Unsafe) => " (--unsafe-fixes does it)",
            None => "",
        };
        let suggestion = self
            .finding
            .suggestion
            .iter()
            .map(|suggestion| format!("{}{how}", safe(suggestion)));
        let far = self.finding.related.iter().filter(|related| !self.is_near(related));
        let far = far.map(|related| format!("line {}: {}", related.span.line, safe(&related.message)));
        let seen = self.finding.seen.iter().map(|seen| {
            let how = match &seen.picture {
                Some(picture) => format!("see {}", safe(picture)),
                None => format!(
                    "skillc captures show {} {} --out FOLDER",
                    seen.frame.session, seen.frame.frame
                ),
            };
            format!("frame {} of session {}: {how}", seen.frame.frame, seen.frame.session)
        });
        let span = self.finding.span;
        let here = format!("at {}:{}:{}", self.source.path(), span.line, span.column);
        let lines: Vec<_> = (!self.is_drawable())
            .then_some(here)
            .into_iter()
            .chain(suggestion)
            .chain(far)
            .chain(seen)
            .collect();
        (!lines.is_empty()).then(|| Box::new(lines.join("\n")) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.is_drawable().then_some(self.source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        if !self.is_drawable() {
            return None;
        }
        let first = LabeledSpan::new_primary_with_span(None, (self.finding.span.offset, self.finding.span.length));
        let near = self.finding.related.iter().filter(|related| self.is_near(related));
        let others = near
            .map(|related| LabeledSpan::new(Some(safe(&related.message)), related.span.offset, related.span.length));
        Some(Box::new(std::iter::once(first).chain(others)))
    }
}
