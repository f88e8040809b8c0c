//! GitHub workflow commands.

use skillc_app_check::Severity;
use skillc_formats::github::{Annotation, Level, commands};

use crate::report::Report;

/// The commands, the worst findings first.
pub fn text(report: &Report) -> String {
    let mut annotations: Vec<_> = report
        .files
        .iter()
        .flat_map(|file| {
            file.findings.iter().map(|finding| Annotation {
                level: match finding.severity {
                    Severity::Error => Level::Error,
                    Severity::Warning => Level::Warning,
                    Severity::Note => Level::Notice,
                },
                title: format!("{}: {}", finding.code, finding.code.title()),
                message: [Some(finding.message.as_str()), finding.suggestion.as_deref()]
                    .into_iter()
                    .flatten()
                    .collect::<Vec<_>>()
                    .join("\n"),
                file: Some(file.path.clone()),
                line: Some(finding.span.line),
                column: Some(finding.span.column),
            })
        })
        .collect();
    annotations.sort_by_key(|annotation| annotation.level);
    commands(&annotations)
}
