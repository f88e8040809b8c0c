//! Lines: those of lists that are no items, and values with what looks like a comment behind them.

use skillc_app_description::DiagnosticKind;
use skillc_app_description::simulator::ROOT_HEADING;
use skillc_records::SourceSpan;
use skillc_text::trim;

use crate::code::{Code, Severity};
use crate::finding::{Finding, Safety};
use crate::source::Source;
use crate::surroundings::Surroundings;

/// The sections that are lists of `- ` items.
const LISTS: [&str; 4] = ["Tabs", "Obstacles", "Skip", "Tips"];

/// Lines of lists that are no items.
pub fn lists(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let mut findings = Vec::new();
    for heading in LISTS {
        let Some(section) = source.outline.section(heading) else {
            continue;
        };
        let mut is_after_item = false;
        for line in &section.lines {
            let trimmed = trim(line);
            let span = || source.span(trimmed);
            if trimmed.starts_with("- ") {
                is_after_item = true;
            } else if let Some(marker) = other_marker(trimmed) {
                let gap = source.span(marker);
                findings.push(
                    Finding::new(
                        Code::ListLineIgnored,
                        span(),
                        format!("this line of `## {heading}` is passed over: it doesn't begin with `- `"),
                    )
                    .suggest("begin the item with `- `")
                    .replace(Safety::Safe, gap, "- "),
                );
            } else if is_after_item && line.starts_with([' ', '\t']) && !trimmed.is_empty() {
                findings.push(
                    Finding::new(
                        Code::ListContinuationIgnored,
                        span(),
                        format!("this line of `## {heading}` is lost: an item ends with its line"),
                    )
                    .suggest("write the whole item on one line"),
                );
            } else {
                is_after_item = false;
            }
        }
    }
    for span in source.noted_as(DiagnosticKind::ListItemEmpty) {
        findings.push(
            Finding::new(Code::ListItemEmpty, span, "this item is empty and is dropped")
                .suggest("delete it or fill it"),
        );
    }
    findings
}

/// What begins an item in other Markdown, if `line` begins with it: `* `, `+ `, `• `, `1. `, or a `-` without its space.
fn other_marker(line: &str) -> Option<&str> {
    for marker in ["* ", "+ ", "• ", "– ", "— "] {
        if line.starts_with(marker) {
            return Some(&line[..marker.len()]);
        }
    }
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if (1..=3).contains(&digits) && (line[digits..].starts_with(". ") || line[digits..].starts_with(") ")) {
        return Some(&line[..digits + 2]);
    }
    let rest = line.strip_prefix('-')?;
    let is_rule = rest.starts_with(['-', '>']) || rest.is_empty();
    (!is_rule).then(|| &line[..1 + (rest.len() - rest.trim_start().len())])
}

/// Values with what looks like a comment behind them.
pub fn trailing_comments(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let mut findings = Vec::new();
    for entry in &source.outline.front_matter.entries {
        // The keys that take a word: there a comment is certain. A name may have a hash in it.
        let is_word = !matches!(entry.key, "app" | "spotlight_name" | "icon");
        if let Some(comment) = comment(entry.value) {
            findings.push(with_comment(source, entry.value, comment, is_word));
        }
    }
    for heading in ["Tab Layout", "Skip", "Tabs", "Obstacles", "Credentials"] {
        let Some(section) = source.outline.section(heading) else {
            continue;
        };
        for line in &section.lines {
            if let Some(comment) = comment(trim(line)) {
                findings.push(with_comment(source, trim(line), comment, heading == "Tab Layout"));
            }
        }
    }
    for section in source
        .outline
        .in_file_order()
        .filter(|section| section.heading.starts_with(ROOT_HEADING))
    {
        for line in section
            .lines
            .iter()
            .map(|line| trim(line))
            .filter(|line| !line.to_lowercase().starts_with("- element"))
        {
            if let Some(comment) = comment(line).filter(|_| line.starts_with("- ")) {
                findings.push(with_comment(source, line, comment, false));
            }
        }
    }
    findings
}

/// The part of a value from the space before ` # …` on.
fn comment(value: &str) -> Option<&str> {
    let (at, _) = value.match_indices('#').find(|&(at, _)| {
        let is_apart = value[..at].ends_with([' ', '\t']) && value[at + 1..].starts_with([' ', '\t']);
        is_apart && !trim(&value[..at]).is_empty()
    })?;
    Some(&value[value[..at].trim_end_matches([' ', '\t']).len()..])
}

fn with_comment(source: &Source<'_>, value: &str, comment: &str, is_certain: bool) -> Finding {
    let span: SourceSpan = source.span(trim(comment));
    let kept = trim(&value[..value.len() - comment.len()]);
    let severity = if is_certain { Severity::Error } else { Severity::Warning };
    let safety = if is_certain { Safety::Safe } else { Safety::Unsafe };
    let what = if kept.len() <= 40 && !kept.contains(':') {
        format!("`{kept}`")
    } else {
        "the value".to_owned()
    };
    Finding::new(
        Code::TrailingComment,
        span,
        format!("there are no comments here: this is a part of {what}"),
    )
    .severity(severity)
    .suggest("put it on a line of its own, or delete it")
    .replace(safety, source.span(comment), "")
}
