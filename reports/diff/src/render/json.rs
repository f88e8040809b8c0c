//! The JSON form: the shape that scripts depend on.

use serde::Serialize;

use crate::change::Change;
use crate::report::{FORMAT_VERSION, Problem, Report, Summary};

/// The schema of the JSON form.
pub const SCHEMA: &str = include_str!("../../diff.schema.json");

#[derive(Serialize)]
struct Document<'r> {
    format_version: u32,
    summary: Summary,
    changes: &'r [Change],
    problems: &'r [Problem],
}

/// The report as JSON, with a line end.
pub fn json(report: &Report) -> String {
    let document = Document {
        format_version: FORMAT_VERSION,
        summary: report.summary(),
        changes: &report.changes,
        problems: &report.problems,
    };
    // Strings, numbers and lists can always be written.
    let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
    text.push('\n');
    text
}
