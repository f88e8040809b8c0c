//! Actions of obstacle rules: what the tap would hit.

use skillc_app_description::ObstacleRule;
use skillc_app_description::simulator::MODAL_PREFIX;
use skillc_records::{AppField, SourceSpan};
use skillc_text::{contains, equals, grapheme_count, lower, trim};

use super::obstacle_texts::modal_texts;
use super::obstacles::rules;
use super::words::{ACTION_VERBS, CONTAINED, is_unspaced};
use crate::check::COMPARED;
use crate::code::{Code, Severity};
use crate::finding::{Finding, Safety};
use crate::source::Source;
use crate::surroundings::Surroundings;

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
    let field = AppField::Simulator(format!("{}{}", MODAL_PREFIX, modal.id));
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
