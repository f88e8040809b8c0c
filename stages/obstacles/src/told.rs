//! Dialogs that are told and not shown: a browser's own `alert()` and `confirm()` stand in no tree and no picture.
//!
//! Of such a dialog only the message is known, and it is accepted or dismissed: no button has a place or a text. A rule of APP.md
//! applies if its trigger is in the message. What the rule taps says how it is answered: the words with which browsers accept, or
//! `accept`; everything else dismisses. Where no rule applies, a dialog that leaves no choice is accepted, and every other one
//! dismissed, which is the answer that changes least.

use skillc_points::LoweredTexts;
use skillc_records::DialogAnswer;
use skillc_text::{equals, lower, trim};

use crate::ActiveRules;

/// The words that accept, lowered: the protocols' own, and those of browsers, also in languages in which they don't say "OK".
const ACCEPTS: [&str; 13] = [
    "ok",
    "okay",
    "accept",
    "yes",
    "leave",
    "reload",
    "aceptar",
    "aceitar",
    "ок",
    "确定",
    "確定",
    "확인",
    "ตกลง",
];

/// The first rule whose trigger is in `message`.
pub fn rule(rules: &ActiveRules, message: &str) -> Option<usize> {
    let mut texts = LoweredTexts::default();
    texts.fill_with([message].into_iter());
    (0..rules.len()).find(|&rule| rules.is_triggered(rule, &texts))
}

/// How the dialog with this message is answered. `has_choice` is whether it can be accepted as well as dismissed.
pub fn answer(rules: &ActiveRules, message: &str, has_choice: bool) -> DialogAnswer {
    match rule(rules, message) {
        _ if !has_choice => DialogAnswer::Accept,
        Some(rule) => meant_by(rules.named(rule)),
        None => DialogAnswer::Dismiss,
    }
}

/// What an answer that APP.md names does to a dialog without buttons.
pub fn meant_by(action: &str) -> DialogAnswer {
    let action = lower(trim(action));
    if ACCEPTS.iter().any(|word| equals(word, &action)) {
        DialogAnswer::Accept
    } else {
        DialogAnswer::Dismiss
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ObstacleMode, ObstaclePolicy, ObstacleRule};

    #[test]
    fn the_rule_for_the_message_answers_and_else_the_least_is_done() {
        let rule = |trigger: &str, action: &str| ObstacleRule {
            trigger: trigger.to_owned(),
            action: action.to_owned(),
        };
        let rules = vec![
            rule("throw away", "OK"),
            rule("Brouillon", "Annuler"),
            rule("throw", "Cancel"),
        ];
        let active = |mode| {
            ActiveRules::new(&ObstaclePolicy {
                rules: rules.clone(),
                mode,
            })
        };
        for (message, has_choice, expected) in [
            ("THROW AWAY the draft?", true, DialogAnswer::Accept),
            ("Throw it out?", true, DialogAnswer::Dismiss),
            ("Jeter le brouillon\u{a0}?", true, DialogAnswer::Dismiss),
            ("Saved", false, DialogAnswer::Accept),
            ("Le brouillon est enregistré", false, DialogAnswer::Accept),
            ("Sure?", true, DialogAnswer::Dismiss),
            ("", true, DialogAnswer::Dismiss),
        ] {
            let answered = answer(&active(ObstacleMode::Auto), message, has_choice);
            assert_eq!(answered, expected, "{message}");
        }
        let off = active(ObstacleMode::Off);
        assert_eq!(answer(&off, "throw away?", true), DialogAnswer::Dismiss);
        assert_eq!(meant_by(" 确定 "), DialogAnswer::Accept);
    }
}
