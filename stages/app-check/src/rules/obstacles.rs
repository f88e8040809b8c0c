//! Obstacle rules: their shape, their triggers, and what one does to another.

use std::collections::BTreeMap;

use skillc_app_description::{DiagnosticKind, ObstacleRule};
use skillc_records::AppField;
use skillc_text::{contains, equals, grapheme_count, lower, trim};

use super::obstacle_texts::SeenTexts;
use super::words::{OBSTACLE_NOUNS, is_unspaced};
use crate::check::COMPARED;
use crate::code::Code;
use crate::finding::{Finding, Safety};
use crate::source::Source;
use crate::surroundings::Surroundings;

/// The longest lists of rules and of modals among which the modal of a rule is looked for.
const MODALS: usize = 40;

pub(super) fn rules<'s>(source: &'s Source<'_>) -> &'s [ObstacleRule] {
    source.description().map_or(&[], |description| &description.obstacles)
}

/// Lines that are no rules, and rules with more than one arrow.
pub fn lines(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let mut findings = Vec::new();
    for span in source.noted_as(DiagnosticKind::ObstacleWithoutArrow) {
        let line = source.slice(span);
        let finding = Finding::new(
            Code::ObstacleWithoutArrow,
            span,
            "this line has no arrow, so there is no rule",
        );
        let other = ["=>", "-->", "⇒", "➜", "➔", "–>", "—>", ">>"]
            .into_iter()
            .find(|arrow| line.contains(arrow));
        findings.push(
            match other.and_then(|arrow| line.find(arrow).map(|at| &line[at..at + arrow.len()])) {
                Some(arrow) => {
                    finding
                        .suggest("the arrow is `→` or `->`")
                        .replace(Safety::Safe, source.span(arrow), "→")
                }
                None => finding.suggest("write `- <text on the screen> → tap \"<text of the button>\"`"),
            },
        );
    }
    for span in source.noted_as(DiagnosticKind::ObstacleSideEmpty) {
        findings.push(
            Finding::new(
                Code::ObstacleSideEmpty,
                span,
                "nothing stands before or behind the arrow, so there is no rule",
            )
            .suggest("write `- <text on the screen> → tap \"<text of the button>\"`"),
        );
    }
    for (place, rule) in rules(source).iter().enumerate() {
        let has_arrow = |text: &str| text.contains("->") || text.contains('→');
        if has_arrow(&rule.trigger) {
            findings.push(
                Finding::new(
                    Code::ObstacleExtraArrow,
                    source.place(&AppField::ObstacleTrigger(place)),
                    format!(
                        "the first `->` is part of the trigger {:?}, because a `→` comes after it",
                        rule.trigger
                    ),
                )
                .suggest("use one arrow a line"),
            );
        }
        if has_arrow(&rule.action) {
            findings.push(
                Finding::new(
                    Code::ObstacleExtraArrow,
                    source.place(&AppField::ObstacleAction(place)),
                    format!(
                        "everything behind the first arrow is one text to tap: {:?}",
                        rule.action
                    ),
                )
                .suggest("write a rule for each step: the explorer looks again after every tap"),
            );
        }
    }
    findings
}

/// Triggers that no screen shows, or every one.
pub fn triggers(source: &Source<'_>, surroundings: &Surroundings) -> Vec<Finding> {
    let mut findings = Vec::new();
    let seen = SeenTexts::new(source, surroundings);
    for (place, rule) in rules(source).iter().enumerate() {
        let span = source.place(&AppField::ObstacleTrigger(place));
        let trigger = rule.trigger.as_str();
        if let Some(inner) = quoted(trigger) {
            let finding = Finding::new(
                Code::ObstacleTriggerQuoted,
                span,
                "the quotes are part of the trigger, so no screen ever shows it",
            )
            .suggest(format!("write `{inner}` without quotes"));
            // With words around the quotes it isn't sure that they can go.
            let safety = if grapheme_count(inner) + 2 == grapheme_count(trigger) {
                Safety::Safe
            } else {
                Safety::Unsafe
            };
            findings.push(finding.replace(safety, span, inner));
        } else if place < COMPARED && is_prose(trigger) && !seen.contains(trigger) {
            let finding = Finding::new(
                Code::ObstacleTriggerProse,
                span,
                format!(
                    "{trigger:?} reads like a description; the rule fires only when a screen shows these very words"
                ),
            );
            // Everything is compared with everything, so only in lists as people write them.
            let is_short = rules(source).len() <= MODALS && seen.modals.len() <= MODALS;
            findings.push(match is_short.then(|| seen.title_for(source, rule)).flatten() {
                Some(title) => finding
                    .suggest(format!(
                        "quote the screen, for instance {title:?}, the modal of the scenes with this button"
                    ))
                    .replace(Safety::Unsafe, span, title),
                None => finding.suggest("write a text that stands on the obstacle itself, as the device shows it"),
            });
        }
        if grapheme_count(trigger) <= 2 && !is_unspaced(trigger) {
            findings.push(
                Finding::new(
                    Code::ObstacleTriggerShort,
                    span,
                    format!(
                        "{trigger:?} is part of a text on nearly every screen, and the rule then taps {:?} there",
                        rule.action
                    ),
                )
                .suggest("use a longer text of the obstacle"),
            );
        }
    }
    findings
}

/// Whether a trigger describes an obstacle instead of quoting it.
fn is_prose(trigger: &str) -> bool {
    let words: Vec<_> = trigger.split_whitespace().collect();
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        return false;
    };
    let last = last.trim_matches(|c: char| !c.is_alphanumeric() && c != '-');
    let is_noun = OBSTACLE_NOUNS.contains(&lower(last).as_str());
    // Several words with a capital noun at their end are most often a real title: "Add to Home Screen".
    let is_lower = last.starts_with(char::is_lowercase);
    let is_condition = words.len() > 2 && ["when", "if", "whenever", "any"].contains(&lower(first).as_str());
    (is_noun && (is_lower || words.len() == 1)) || is_condition
}

/// The text between quotes at the start of a trigger.
pub(super) fn quoted(trigger: &str) -> Option<&str> {
    let pairs = [('"', '"'), ('“', '”'), ('\'', '\''), ('«', '»'), ('„', '“')];
    pairs.into_iter().find_map(|(open, close)| {
        let rest = trigger.strip_prefix(open)?;
        let (inner, _) = rest.split_once(close)?;
        Some(trim(inner)).filter(|inner| !inner.is_empty())
    })
}

/// Rules that stand twice, and rules that an earlier one always beats.
pub fn order(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let mut findings = Vec::new();
    let folded: Vec<_> = rules(source)
        .iter()
        .map(|rule| (lower(&rule.trigger), lower(&rule.action)))
        .collect();
    let span = |i: usize| source.place(&AppField::ObstacleTrigger(i));
    let mut seen = BTreeMap::new();
    for (i, (trigger, action)) in folded.iter().enumerate() {
        if let Some(&first) = seen.get(&(trigger, action)) {
            findings.push(
                Finding::new(Code::ObstacleRepeated, span(i), "this rule stands there already")
                    .suggest("delete it")
                    .related(span(first), "the first")
                    .fix(Safety::Safe, vec![source.without_line(span(i))]),
            );
            continue;
        }
        seen.insert((trigger, action), i);
        if i >= COMPARED {
            continue;
        }
        let earlier = folded[..i].iter().position(|(other, _)| contains(trigger, other));
        let Some(first) = earlier else { continue };
        let (first_trigger, first_action) = &folded[first];
        let rule = &rules(source)[first];
        let finding = if contains(action, first_action) {
            let what = if equals(trigger, first_trigger) {
                "the same trigger"
            } else {
                "a trigger that is part of this one"
            };
            Finding::new(
                Code::ObstacleShadowed,
                span(i),
                format!(
                    "this rule is never needed: an earlier one has {what}, and its action fits wherever this one's does"
                ),
            )
            .suggest("delete it, or put it before the other")
        } else {
            Finding::new(
                Code::ObstacleShadowed,
                span(i),
                format!(
                    "wherever this rule could fire, the earlier {:?} → {:?} is tried first",
                    rule.trigger, rule.action
                ),
            )
            .suggest("put the rule with the longer trigger first")
        };
        findings.push(finding.related(span(first), "the earlier rule"));
    }
    findings
}
