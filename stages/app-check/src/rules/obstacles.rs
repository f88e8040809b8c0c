//! Obstacle rules: their shape, their triggers, their actions, and what one does to another.

use std::collections::BTreeMap;

use skillc_app_description::{DiagnosticKind, ObstacleRule, SimulatorObstacle};
use skillc_records::{AppField, SourceSpan};
use skillc_text::{contains, equals, grapheme_count, lower, trim};

use super::words::{ACTION_VERBS, CONTAINED, OBSTACLE_NOUNS, is_unspaced};
use crate::check::COMPARED;
use crate::code::{Code, Severity};
use crate::finding::{Finding, Safety};
use crate::source::Source;
use crate::surroundings::Surroundings;

/// The longest lists of rules and of modals among which the modal of a rule is looked for.
const MODALS: usize = 40;

fn rules<'s>(source: &'s Source<'_>) -> &'s [ObstacleRule] {
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

/// The texts that scenes and recordings show, to tell whether a trigger is one of them.
struct SeenTexts<'s> {
    texts: Vec<String>,
    modals: Vec<&'s SimulatorObstacle>,
}

impl<'s> SeenTexts<'s> {
    fn new(source: &'s Source<'_>, surroundings: &Surroundings) -> Self {
        let mut texts = Vec::new();
        let mut modals = Vec::new();
        if let Some(spec) = &source.parsed.simulator {
            modals.extend(&spec.obstacles);
            for modal in &spec.obstacles {
                texts.extend(modal_texts(modal).map(lower));
            }
            for scene in &spec.screens {
                texts.push(lower(&scene.title));
                texts.extend(scene.elements.iter().filter_map(|element| element.text()).map(lower));
            }
        }
        let recorded = surroundings
            .recorded
            .iter()
            .flat_map(|recorded| recorded.screens.iter().flatten());
        texts.extend(recorded.map(|text| lower(text)));
        texts.sort();
        texts.dedup();
        Self { texts, modals }
    }

    fn contains(&self, trigger: &str) -> bool {
        let trigger = lower(trigger);
        self.texts.iter().any(|text| contains(text, &trigger))
    }

    /// The title of the modal that a rule is probably about: one with its button that no rule's trigger is on. Of several, one that
    /// isn't the only choice of another rule, or else one that shares a long word with the trigger.
    fn title_for(&self, source: &Source<'_>, rule: &ObstacleRule) -> Option<&'s str> {
        let mut found = self.unserved_with(source, &rule.action);
        if found.len() > 1 {
            let others = rules(source).iter().filter(|other| *other != rule);
            let taken: Vec<_> = others
                .map(|other| self.unserved_with(source, &other.action))
                .filter(|one| one.len() == 1)
                .flatten()
                .collect();
            found.retain(|modal| !taken.contains(modal));
        }
        let best = if let [one] = found.as_slice() {
            Some(*one)
        } else {
            related(&found, rule)
        };
        best.map(|modal| modal.title.as_str())
    }

    /// The modals with a button of this text that no rule's trigger is on.
    fn unserved_with(&self, source: &Source<'_>, action: &str) -> Vec<&'s SimulatorObstacle> {
        let action = lower(action);
        let is_served = |modal: &SimulatorObstacle| {
            let triggers = rules(source).iter().map(|other| lower(&other.trigger));
            triggers
                .into_iter()
                .any(|trigger| modal_texts(modal).any(|text| contains(&lower(text), &trigger)))
        };
        let has_button = |modal: &SimulatorObstacle| modal.buttons.iter().any(|button| equals(&lower(button), &action));
        self.modals
            .iter()
            .copied()
            .filter(|modal| has_button(modal) && !is_served(modal))
            .collect()
    }
}

/// Of several modals the one that shares a long word with the trigger.
fn related<'s>(found: &[&'s SimulatorObstacle], rule: &ObstacleRule) -> Option<&'s SimulatorObstacle> {
    let words: Vec<_> = rule
        .trigger
        .split_whitespace()
        .map(lower)
        .filter(|word| grapheme_count(word) >= 5)
        .collect();
    let shares = |modal: &SimulatorObstacle| words.iter().any(|word| lower(&modal.title).contains(word.as_str()));
    found.iter().find(|modal| shares(modal)).copied()
}

fn modal_texts(modal: &SimulatorObstacle) -> impl Iterator<Item = &str> {
    [Some(modal.title.as_str()), modal.body.as_deref()]
        .into_iter()
        .flatten()
        .chain(modal.buttons.iter().map(String::as_str))
}

/// Actions that hit something else.
pub fn actions(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (place, rule) in rules(source).iter().enumerate() {
        let span = source.place(&AppField::ObstacleAction(place));
        let action = rule.action.as_str();
        let folded = lower(action);
        // What happens on a modal of the scenes is surer than what might.
        if let Some(finding) = on_modal(source, rule, span) {
            findings.push(finding);
            continue;
        }
        if let Some((verb, rest)) = leftover_verb(action) {
            let verb = SourceSpan {
                length: verb.len(),
                ..span
            };
            findings.push(
                Finding::new(
                    Code::ObstacleActionVerb,
                    span,
                    format!("{action:?} is looked for on the screen, with its verb"),
                )
                .suggest(format!(
                    "write `tap \"{rest}\"`: only `tap`, `dismiss` and `dismiss via` are left out"
                ))
                .replace(Safety::Safe, verb, "tap"),
            );
        } else if action.contains(['"', '“', '”']) {
            findings.push(
                Finding::new(
                    Code::ObstacleActionQuote,
                    span,
                    format!("{action:?} is looked for on the screen, with the quote in it"),
                )
                .suggest("put nothing behind the closing quote"),
            );
        } else if grapheme_count(action) == 1 && !is_unspaced(action) {
            findings.push(
                Finding::new(Code::ObstacleActionAmbiguous, span, format!("{action:?} is part of nearly every text: the tap goes to the first element that has this letter"))
                    .suggest("name a longer text of the button; a button that is only a cross can't be named"),
            );
        } else if let Some((_, other)) = CONTAINED.iter().find(|(harmless, _)| *harmless == folded) {
            findings.push(
                Finding::new(
                    Code::ObstacleActionAmbiguous,
                    span,
                    format!("{action:?} is also part of {other:?}: the tap goes to whichever the explorer sees first"),
                )
                .suggest("use a button whose text is no part of another's"),
            );
        }
        if contains(&lower(&rule.trigger), &folded) && !equals(&lower(&rule.trigger), &folded) {
            findings.push(
                Finding::new(Code::ObstacleActionInTrigger, span, format!("the trigger {:?} contains {action:?}, so the tap goes to the trigger's own text if it comes first", rule.trigger))
                    .suggest("use a trigger, or a button, that doesn't contain the other"),
            );
        }
    }
    findings
}

/// On a modal of the scenes with the trigger: the tap that would miss the button.
fn on_modal(source: &Source<'_>, rule: &ObstacleRule, span: SourceSpan) -> Option<Finding> {
    let (trigger, action) = (lower(&rule.trigger), lower(&rule.action));
    let modals = source.parsed.simulator.as_ref().map_or(&[][..], |spec| &spec.obstacles);
    let modal = modals
        .iter()
        .take(COMPARED)
        .find(|modal| modal_texts(modal).any(|text| contains(&lower(text), &trigger)))?;
    let hit = modal_texts(modal).find(|text| contains(&lower(text), &action));
    let field = AppField::Simulator(format!(
        "{}{}",
        skillc_app_description::simulator::MODAL_PREFIX,
        modal.id
    ));
    match hit {
        None => Some(
            Finding::new(
                Code::ObstacleActionAmbiguous,
                span,
                format!(
                    "the modal {:?} of the scenes has no button with {:?}",
                    modal.title, rule.action
                ),
            )
            .suggest(format!("its buttons are {}", modal.buttons.join(", ")))
            .related(source.place(&field), "this modal"),
        ),
        Some(hit) if !modal.buttons.iter().any(|button| equals(button, hit)) || !equals(&lower(hit), &action) => {
            let is_exact = modal.buttons.iter().any(|button| equals(&lower(button), &action));
            is_exact.then(|| {
                Finding::new(
                    Code::ObstacleActionAmbiguous,
                    span,
                    format!(
                        "on the modal {:?} of the scenes the tap goes to {hit:?}, which comes before the button",
                        modal.title
                    ),
                )
                .severity(Severity::Error)
                .suggest("use a button whose text is no part of another text of the modal")
                .related(source.place(&field), "this modal")
            })
        }
        Some(_) => None,
    }
}

/// A verb that isn't left out, if the action plainly begins with one: in lower case before a quote or a capital.
fn leftover_verb(action: &str) -> Option<(&str, &str)> {
    ACTION_VERBS
        .into_iter()
        .filter(|verb| action.starts_with(verb))
        .max_by_key(|verb| verb.len())
        .and_then(|verb| {
            let rest = action[verb.len()..].strip_prefix(' ')?;
            let is_label = rest.starts_with(|c: char| skillc_text::is_quote(c) || c.is_uppercase() || c.is_numeric());
            is_label.then(|| (&action[..verb.len()], skillc_text::strip_quotes(trim(rest))))
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
