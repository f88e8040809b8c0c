//! The file as a whole: line ends, headings, lists, and whether it is a description at all.

use std::collections::BTreeSet;

use skillc_app_description::context::is_tab_heading;
use skillc_app_description::simulator::{MODAL_PREFIX, ROOT_HEADING, SCREEN_PREFIX};
use skillc_app_description::{DiagnosticKind, Rejection};
use skillc_records::SourceSpan;
use skillc_text::trim;

use crate::code::{Code, Severity};
use crate::finding::{Edit, Finding, Safety};
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

/// The sections that are lists of `- ` items.
const LISTS: [&str; 4] = ["Tabs", "Obstacles", "Skip", "Tips"];

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
