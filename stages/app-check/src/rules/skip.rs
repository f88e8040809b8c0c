//! Skip patterns: what else they hit.

use skillc_permissions::{BUILT_IN, skips};
use skillc_records::{AppField, SourceSpan};
use skillc_text::{contains, equals, grapheme_count, lower};

use super::words::{INNOCENT, is_unspaced};
use crate::check::COMPARED;
use crate::code::{Code, Severity};
use crate::finding::{Finding, Safety};
use crate::source::Source;
use crate::surroundings::Surroundings;

/// The declared patterns with their spans.
pub(super) fn declared<'s>(source: &'s Source<'_>) -> impl Iterator<Item = (&'s str, SourceSpan)> {
    let patterns = source.description().map_or(&[][..], |description| &description.skip);
    patterns
        .iter()
        .enumerate()
        .map(|(place, pattern)| (pattern.as_str(), source.place(&AppField::Skip(place))))
}

/// Patterns that hit a tab: declared ones, those of permissions.json, and the built-in ones.
pub fn tabs(source: &Source<'_>, surroundings: &Surroundings) -> Vec<Finding> {
    let Some(description) = source.description() else {
        return Vec::new();
    };
    let global = surroundings
        .policy
        .as_ref()
        .and_then(|policy| policy.config.as_ref())
        .map_or(&[][..], |config| config.skip_elements());
    let mut findings = Vec::new();
    for (place, tab) in description.tabs.iter().enumerate().take(COMPARED) {
        let at = source.place(&AppField::Tab(place));
        for (pattern, span) in declared(source)
            .take(COMPARED)
            .filter(|(pattern, _)| skips(pattern, tab))
        {
            let finding = Finding::new(
                Code::SkipHitsTab,
                span,
                format!("{pattern:?} skips the tab {tab:?}, so it is never visited"),
            );
            findings.push(if equals(&lower(pattern), &lower(tab)) {
                finding
                    .severity(Severity::Note)
                    .suggest("if that is meant, the tab still takes its place in the bar")
                    .related(at, "the tab")
            } else {
                finding.suggest("use a longer pattern").related(at, "the tab")
            });
        }
        let elsewhere = BUILT_IN.iter().map(|pattern| (*pattern, "built-in pattern"));
        let elsewhere = elsewhere.chain(
            global
                .iter()
                .map(|pattern| (pattern.as_str(), "pattern of permissions.json")),
        );
        for (pattern, kind) in elsewhere.filter(|(pattern, _)| skips(pattern, tab)) {
            findings.push(
                Finding::new(
                    Code::SkipHitsTab,
                    at,
                    format!("the {kind} {pattern:?} skips the tab {tab:?}, so it is never visited"),
                )
                .severity(Severity::Warning)
                .suggest("nothing in this file can change that; the tab still takes its place in the bar"),
            );
        }
    }
    findings
}

/// Patterns that hit innocent elements: by their shape, by well-known words, and in the scenes.
pub fn breadth(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (pattern, span) in declared(source) {
        let folded = lower(pattern);
        if pattern.len() > 2 && pattern.starts_with('/') && pattern.ends_with('/') {
            findings.push(
                Finding::new(Code::SkipRegularExpression, span, "releases before 0.38 look for these very characters; later ones take them for a regular expression")
                    .suggest("use a plain text unless every explorer is new enough"),
            );
        } else if grapheme_count(pattern) <= 2 && !is_unspaced(pattern) {
            findings.push(
                Finding::new(
                    Code::SkipTooBroad,
                    span,
                    format!("{pattern:?} is part of nearly every text, so nearly everything is skipped"),
                )
                .suggest("use the whole text of the element"),
            );
        } else if let Some((_, word)) = INNOCENT.iter().find(|(short, _)| *short == folded) {
            findings.push(
                Finding::new(
                    Code::SkipTooBroad,
                    span,
                    format!("a pattern is found anywhere in a text: {pattern:?} also skips {word:?}"),
                )
                .suggest("use the whole text of the element"),
            );
        }
    }
    let rows = source.parsed.simulator.iter().flat_map(|spec| {
        spec.screens.iter().flat_map(|scene| {
            let section = format!("{}{}", skillc_app_description::simulator::SCREEN_PREFIX, scene.id);
            let rows = scene
                .elements
                .iter()
                .enumerate()
                .filter(|(_, element)| element.destination().is_some());
            rows.filter_map(move |(index, element)| element.text().map(|text| (text, section.clone(), index)))
        })
    });
    let rows: Vec<_> = rows.take(5000).collect();
    for (pattern, span) in declared(source).take(COMPARED) {
        let hit = rows.iter().find(|(text, ..)| hits_part_of_word(pattern, text));
        if let Some((text, section, index)) = hit {
            let row = source.place(&AppField::SimulatorElement {
                section: section.clone(),
                index: *index,
            });
            findings.push(
                Finding::new(
                    Code::SkipHitsScene,
                    span,
                    format!("{pattern:?} also skips {text:?}, of which it is only a part of a word"),
                )
                .suggest("use the whole text of the element that is meant")
                .related(row, "this element leads to another screen"),
            );
        }
    }
    findings
}

/// Whether `pattern` stands in `text` and every time begins or ends inside a word.
pub(super) fn hits_part_of_word(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (lower(pattern), lower(text));
    if is_unspaced(&pattern) || !contains(&text, &pattern) {
        return false;
    }
    let is_inside = |at: usize| {
        let before = text[..at].chars().next_back().is_some_and(char::is_alphanumeric);
        let after = text[at..].chars().next().is_some_and(char::is_alphanumeric);
        before && after
    };
    text.match_indices(&*pattern)
        .all(|(at, found)| is_inside(at) || is_inside(at + found.len()))
}

/// Patterns that another one of the file covers.
pub fn cover(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let patterns: Vec<_> = declared(source)
        .take(COMPARED)
        .map(|(pattern, span)| (lower(pattern), span))
        .collect();
    let mut findings = Vec::new();
    for (i, (pattern, span)) in patterns.iter().enumerate() {
        let covering = patterns.iter().enumerate().find(|(j, (other, _))| {
            let is_same = equals(pattern, other);
            *j != i && contains(pattern, other) && (!is_same || *j < i)
        });
        if let Some((_, (other, at))) = covering {
            let is_same = equals(pattern, other);
            let what = if is_same {
                "this pattern stands there already"
            } else {
                "a shorter pattern skips everything that this one skips"
            };
            let safety = if is_same { Safety::Safe } else { Safety::Unsafe };
            findings.push(
                Finding::new(Code::SkipCovered, *span, what)
                    .suggest("one of the two can go")
                    .related(*at, "the pattern that covers it")
                    .fix(safety, vec![source.without_line(*span)]),
            );
        }
    }
    findings
}
