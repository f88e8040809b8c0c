//! A pull request comment: worst first, short enough, and found again by its marker so that a job can update it in place.

use skillc_formats::markdown::{LONGEST_COMMENT, cell, code, escape, fitting};
use skillc_formats::words::shortened;

use super::human::problem_line;
use crate::cause::Role;
use crate::change::Change;
use crate::report::Report;

/// What the first line of the comment holds.
pub const MARKER: &str = "skillc-diff";

/// The longest piece of a text that is shown.
const LONGEST: usize = 300;

/// The comment.
pub fn markdown(report: &Report) -> String {
    let summary = report.summary();
    let mut head = format!("### skillc diff: {}\n", escape(&report.headline()));
    let (old, new) = &report.sides;
    if !old.is_empty() {
        head.push_str(&format!("\n{} → {}\n", code(old), code(new)));
    }
    head.push_str(&format!(
        "\n| breaking | risky | cosmetic | skills changed | added | removed |\n|--:|--:|--:|--:|--:|--:|\n| {} | {} | {} | {} | {} | {} |\n",
        summary.breaking, summary.risky, summary.cosmetic, summary.skills_changed, summary.added, summary.removed
    ));
    let sections = sections(report);
    let more = |left: usize| format!("\n_{left} more in the full report._\n");
    fitting(MARKER, &head, &sections, more, LONGEST_COMMENT)
}

/// What could not be compared, then the changes, worst first: a block each.
pub fn sections(report: &Report) -> Vec<String> {
    let problems = report
        .problems
        .iter()
        .map(|problem| format!("- **problem**: {}", code(&problem_line(problem))));
    problems.chain(report.changes.iter().map(section)).collect()
}

fn section(change: &Change) -> String {
    let skill = change
        .skill
        .as_ref()
        .map(|skill| format!(" in {}", code(skill)))
        .unwrap_or_default();
    let step = change.step.map(|step| format!(", step {step}")).unwrap_or_default();
    let mut text = format!(
        "<a id=\"{}\"></a>\n#### {}: {} — {}{skill}{step}\n\n",
        anchor(&change.id),
        change.severity,
        change.kind.title(),
        code(&change.app)
    );
    let row = |word: &str, value: &str| format!("| {word} | {} |\n", cell(&shortened(value, LONGEST)));
    text.push_str("| | |\n|--|--|\n");
    let (before, after) = change.pieces(LONGEST);
    text.push_str(&before.map(|before| row("before", &before)).unwrap_or_default());
    text.push_str(&after.map(|after| row("after", &after)).unwrap_or_default());
    let place = change
        .cause
        .place()
        .map(|place| format!(" at {}", cell(&place)))
        .unwrap_or_default();
    text.push_str(&format!(
        "| why | {}{place}, rule {} |\n",
        cell(&change.cause.words()),
        change.cause.rule
    ));
    for part in &change.cause.also {
        let line = part.line.map(|line| format!(" line {line}")).unwrap_or_default();
        let word = if part.role == Role::Enough { "or" } else { "and" };
        text.push_str(&format!("| {word} | {}{line} |\n", cell(&part.words())));
    }
    let seen: Vec<String> = change
        .evidence
        .iter()
        .map(|one| {
            let frame = one.frame.map(|frame| format!(" frame {frame}")).unwrap_or_default();
            let action = one.action.map(|action| format!(" action {action}")).unwrap_or_default();
            format!("{}{action}{frame}", one.session)
        })
        .collect();
    if !seen.is_empty() {
        text.push_str(&row("seen", &seen.join("; ")));
    }
    text
}

/// Ids are slugs of any script; an attribute holds nothing else.
fn anchor(id: &str) -> String {
    id.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect()
}
