//! The table of rules, and running it.

use crate::finding::Finding;
use crate::rules::{
    credentials, file, front_matter, headings, lists, locale, modals, obstacle_actions, obstacles, recordings,
    scene_elements, scenes, seen_language, seen_skips, seen_tabs, skip, surroundings, tab_layout, tabs,
};
use crate::source::Source;
use crate::surroundings::Surroundings;

/// A rule: what it finds in one file.
pub type Rule = fn(&Source<'_>, &Surroundings) -> Vec<Finding>;

/// The rules.
pub const RULES: &[Rule] = &[
    file::rejection,
    file::line_ends,
    headings::headings,
    headings::code_and_comments,
    headings::dropped_text,
    lists::lists,
    lists::trailing_comments,
    front_matter::shape,
    front_matter::keys,
    front_matter::values,
    locale::locale,
    tabs::names,
    tabs::overlaps,
    tabs::headings,
    tabs::inline,
    tab_layout::layout,
    obstacles::lines,
    obstacles::triggers,
    obstacle_actions::actions,
    obstacles::order,
    skip::tabs,
    skip::breadth,
    skip::cover,
    credentials::values,
    credentials::lines,
    credentials::variables,
    scenes::destinations,
    scenes::reach,
    scene_elements::elements,
    scenes::tabs,
    modals::modals,
    surroundings::permissions,
    recordings::obstacles,
    recordings::locale,
    seen_tabs::names,
    seen_tabs::taps,
    seen_tabs::bar,
    seen_skips::patterns,
    seen_skips::not_observed,
    seen_language::locale,
    recordings::doubts,
];

/// What all rules find, in file order; the worst first where several begin at one place.
///
/// A byte order mark comes alone: behind it nothing is read as it was meant, and all else would be guesswork.
pub fn check(source: &Source<'_>, surroundings: &Surroundings) -> Vec<Finding> {
    let mark = file::byte_order_mark(source, surroundings);
    if !mark.is_empty() {
        return mark;
    }
    let mut findings: Vec<_> = RULES.iter().flat_map(|rule| rule(source, surroundings)).collect();
    findings.sort_by(|a, b| {
        (a.span.offset, b.severity, a.code, a.span.length).cmp(&(b.span.offset, a.severity, b.code, b.span.length))
    });
    findings.dedup();
    findings
}

/// The longest list whose items are compared with each other. Lists of people are far shorter; a longer one would take quadratic time.
pub(crate) const COMPARED: usize = 400;
