//! One JSON document.

use serde_json::{Value, json};
use skillc_app_check::{Finding, Severity};
use skillc_records::SourceSpan;

use crate::report::Report;

/// The version of the format. Keys may be added, never renamed.
pub const FORMAT_VERSION: u32 = 1;

/// The document.
pub fn document(report: &Report) -> Value {
    let files = report
        .files
        .iter()
        .map(|file| json!({ "file": file.path, "findings": file.findings.iter().map(finding).collect::<Vec<_>>() }));
    json!({
        "format_version": FORMAT_VERSION,
        "summary": {
            "files": report.files.len(),
            "errors": report.count(Severity::Error),
            "warnings": report.count(Severity::Warning),
            "notes": report.count(Severity::Note),
            "fixable": report.fixable(),
        },
        "files": files.collect::<Vec<_>>(),
    })
}

fn finding(finding: &Finding) -> Value {
    let related = finding
        .related
        .iter()
        .map(|related| with_place(related.span, json!({ "message": related.message })));
    let fix = finding
        .fix
        .as_ref()
        .map(|fix| json!({ "safety": fix.safety, "edits": fix.edits }));
    with_place(
        finding.span,
        json!({
            "code": finding.code,
            "title": finding.code.title(),
            "severity": finding.severity,
            "message": finding.message,
            "suggestion": finding.suggestion,
            "related": related.collect::<Vec<_>>(),
            "fix": fix,
            "seen": finding.seen.iter().map(|seen| json!({
                "session": seen.frame.session, "frame": seen.frame.frame, "hit": seen.hit, "meant": seen.meant, "picture": seen.picture,
            })).collect::<Vec<_>>(),
        }),
    )
}

/// `value` with line and column (from 1, in characters), and offset and length in bytes.
fn with_place(span: SourceSpan, mut value: Value) -> Value {
    value["line"] = json!(span.line);
    value["column"] = json!(span.column);
    value["offset"] = json!(span.offset);
    value["length"] = json!(span.length);
    value
}
