//! Headings: those that nothing reads, those that were meant, and those in code and comments.

use std::collections::BTreeSet;

use skillc_app_description::DiagnosticKind;
use skillc_app_description::context::is_tab_heading;
use skillc_app_description::simulator::{MODAL_PREFIX, ROOT_HEADING, SCREEN_PREFIX};
use skillc_text::trim;

use crate::code::Code;
use crate::finding::{Finding, Safety};
use crate::nearest::nearest;
use crate::source::Source;
use crate::surroundings::Surroundings;

/// The headings that are read, but for `X Tab` and those of the simulator.
pub(crate) const SECTIONS: [&str; 7] = [
    "Structure",
    "Tabs",
    "Tab Layout",
    "Obstacles",
    "Skip",
    "Credentials",
    "Tips",
];

/// Headings that nothing reads, and sections that another one replaces.
pub fn headings(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let mut findings = Vec::new();
    for section in &source.outline.sections {
        if !is_read(section.heading) {
            findings.push(unread(source, section.heading));
        }
    }
    for (span, by) in source.noted(|kind| match kind {
        DiagnosticKind::SectionReplaced { by } => Some(*by),
        _ => None,
    }) {
        let heading = source.slice(span);
        findings.push(
            Finding::new(
                Code::SectionRepeated,
                span,
                format!("everything below this `## {heading}` is lost"),
            )
            .suggest("merge the two sections into one")
            .related(by, "this section replaces it"),
        );
    }
    for section in &source.outline.sections {
        for line in &section.lines {
            let line = trim(line);
            if let Some(finding) = line.starts_with('#').then(|| nearly_heading(source, line)).flatten() {
                findings.push(finding);
            }
        }
    }
    for (title, _) in &source.outline.titles {
        let words = trim(title.trim_start_matches('#'));
        if SECTIONS.contains(&words) {
            let hashes = source.span(&title[..1]);
            findings.push(
                Finding::new(
                    Code::HeadingLevel,
                    source.span(title),
                    format!("`# {words}` is dropped, and what follows belongs to the section before"),
                )
                .suggest(format!("write `## {words}`"))
                .replace(Safety::Safe, hashes, "##"),
            );
        }
    }
    findings
}

fn is_read(heading: &str) -> bool {
    SECTIONS.contains(&heading)
        || is_tab_heading(heading)
        || heading == ROOT_HEADING
        || heading.starts_with(SCREEN_PREFIX)
        || heading.starts_with(MODAL_PREFIX)
}

fn unread(source: &Source<'_>, heading: &str) -> Finding {
    let span = source.span(heading);
    if let Some(meant) = meant_heading(heading) {
        let is_free = source.outline.section(&meant).is_none();
        let finding = Finding::new(Code::HeadingMisspelt, span, format!("nothing reads `## {heading}`"))
            .suggest(format!("write `## {meant}`"));
        return finding.replace(if is_free { Safety::Safe } else { Safety::Unsafe }, span, meant);
    }
    // `X Tab (gloss)` and the like are told by the rules about tabs.
    if let Some(finding) = super::tabs::missed_heading(source, heading) {
        return finding;
    }
    Finding::new(
        Code::HeadingUnknown,
        span,
        format!("nothing reads `## {heading}`: no skill and no explorer sees the section"),
    )
    .suggest(format!(
        "to keep it as context, make it a part of `## Structure`: `### {heading}`"
    ))
}

/// The heading that was probably meant.
fn meant_heading(heading: &str) -> Option<String> {
    if let Some(known) = nearest(heading, SECTIONS) {
        return Some(known.to_owned());
    }
    let lower = trim(heading).to_lowercase();
    for prefix in [SCREEN_PREFIX, MODAL_PREFIX] {
        let plain = prefix.to_lowercase();
        if let Some(id) = lower.strip_prefix(&plain).map(|_| &trim(heading)[plain.len()..]) {
            return Some(format!("{prefix}{}", trim(id)));
        }
    }
    let (first, rest) = trim(heading).split_once(' ').unwrap_or((trim(heading), ""));
    if nearest(first, [ROOT_HEADING]).is_some() {
        let (second, id) = rest.split_once(' ').unwrap_or((rest, ""));
        let kind = nearest(second, ["Screen", "Obstacle"]);
        return match kind {
            Some(kind) if !trim(id).is_empty() => Some(format!("{ROOT_HEADING} {kind} {}", trim(id))),
            None if rest.is_empty() => Some(ROOT_HEADING.to_owned()),
            _ => None,
        };
    }
    None
}

/// A line in a section that was meant to be a heading: `##Skip`, `### Skip`.
fn nearly_heading(source: &Source<'_>, line: &str) -> Option<Finding> {
    let hashes = line.len() - line.trim_start_matches('#').len();
    let after = &line[hashes..];
    let words = trim(after);
    let is_spaced = after.starts_with(' ');
    let known = is_read(words) || nearest(words, SECTIONS).is_some();
    if hashes == 2 && !is_spaced && !words.is_empty() && (known || words.starts_with(char::is_uppercase)) {
        let gap = source.span(&line[hashes..hashes + (after.len() - after.trim_start().len())]);
        return Some(
            Finding::new(
                Code::HeadingWithoutSpace,
                source.span(line),
                format!("`{line}` is no heading, so it doesn't begin a section"),
            )
            .suggest(format!("write `## {words}`"))
            .replace(Safety::Safe, gap, " "),
        );
    }
    if hashes >= 3 && is_spaced && SECTIONS.contains(&words) {
        return Some(
            Finding::new(
                Code::HeadingLevel,
                source.span(line),
                format!("`{line}` begins no section: what follows belongs to the section before"),
            )
            .suggest(format!("write `## {words}`"))
            .replace(Safety::Unsafe, source.span(&line[..hashes]), "##"),
        );
    }
    None
}

/// Headings and items inside code blocks and HTML comments, which are read all the same.
pub fn code_and_comments(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut fence: Option<&str> = None;
    let mut is_comment = false;
    for line in source.text.split(['\n', '\r']) {
        let trimmed = trim(line);
        let marker = ["```", "~~~"].into_iter().find(|marker| trimmed.starts_with(marker));
        match (fence, marker) {
            (None, Some(marker)) => fence = Some(marker),
            (Some(open), Some(marker)) if open == marker => fence = None,
            _ => {}
        }
        let is_heading = trimmed.starts_with("## ") || trimmed.starts_with("# ");
        let is_indented = line.starts_with("    ") || line.starts_with('\t');
        let was_comment = is_comment;
        // The last marker on a line says whether the comment goes on; `<!-- … -->` on one line does not.
        match (trimmed.rfind("<!--"), trimmed.rfind("-->")) {
            (Some(open), close) if close.is_none_or(|close| close < open) => is_comment = true,
            (_, Some(_)) => is_comment = false,
            _ => {}
        }
        if was_comment && is_comment && (is_heading || trimmed.starts_with("- ")) {
            let what = if is_heading { "this heading" } else { "this item" };
            findings.push(
                Finding::new(
                    Code::HeadingInComment,
                    source.span(trimmed),
                    format!("{what} stands in a comment and is read all the same"),
                )
                .suggest("delete it, or put another character before it"),
            );
        } else if is_heading && (fence.is_some() || is_indented) {
            let happens = if trimmed.starts_with("## ") {
                "begins a section"
            } else {
                "is dropped"
            };
            findings.push(
                Finding::new(
                    Code::HeadingInCode,
                    source.span(trimmed),
                    format!("this line stands in a code block and {happens} all the same"),
                )
                .suggest("put a character before its hashes, for instance a `>`"),
            );
        }
    }
    findings
}

/// Lines that are dropped: titles inside sections, text before the first one.
pub fn dropped_text(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let mut findings = Vec::new();
    let in_code: BTreeSet<_> = code_and_comments(source, &Surroundings::default())
        .iter()
        .map(|one| one.span.offset)
        .collect();
    for (title, is_inside) in &source.outline.titles {
        let words = trim(title.trim_start_matches('#'));
        let span = source.span(title);
        if *is_inside && !SECTIONS.contains(&words) && !in_code.contains(&span.offset) {
            findings.push(
                Finding::new(
                    Code::TitleInsideSection,
                    span,
                    "this line is dropped; the section goes on below it",
                )
                .suggest(format!("write `### {words}` to keep it"))
                .replace(Safety::Unsafe, source.span(&title[..1]), "###"),
            );
        }
    }
    if let Some(first) = source
        .outline
        .preamble
        .first()
        .filter(|_| source.description().is_some())
    {
        let message = "text before the first `##` section is dropped";
        findings.push(
            Finding::new(Code::TextBeforeSections, source.span(first), message).suggest("move it into `## Structure`"),
        );
    }
    findings
}
