//! `## Obstacles`: when this text is on the screen, tap that one.

use skillc_records::AppField;
use skillc_text::{strip_quotes, trim};

use crate::ObstacleRule;
use crate::cut;
use crate::diagnostics::DiagnosticKind;
use crate::outline::Section;
use crate::parse::Reader;

/// The rules in order. `→` separates if the line has one anywhere, else `->`.
pub(crate) fn read(reader: &mut Reader<'_>, section: &Section<'_>) -> Vec<ObstacleRule> {
    let mut rules = Vec::new();
    for line in &section.lines {
        let trimmed = trim(line);
        let Some(text) = cut::bullet(trimmed) else {
            if !trimmed.is_empty() {
                reader.note(DiagnosticKind::ListLineIgnored, trimmed);
            }
            continue;
        };
        let Some((trigger, action)) = cut::at_first(text, "→").or_else(|| cut::at_first(text, "->")) else {
            reader.note(DiagnosticKind::ObstacleWithoutArrow, trimmed);
            continue;
        };
        let (trigger, action) = (trim(trigger), bare_action(trim(action)));
        if trigger.is_empty() || action.is_empty() {
            reader.note(DiagnosticKind::ObstacleSideEmpty, trimmed);
            continue;
        }
        reader.place(AppField::ObstacleTrigger(rules.len()), trigger);
        reader.place(AppField::ObstacleAction(rules.len()), action);
        rules.push(ObstacleRule {
            trigger: trigger.to_owned(),
            action: action.to_owned(),
        });
    }
    rules
}

/// The text to tap: without `tap `, `dismiss via ` and `dismiss ` at its start, once each and in this order, and without quotes.
fn bare_action(text: &str) -> &str {
    let bare = ["tap ", "dismiss via ", "dismiss "]
        .into_iter()
        .fold(text, |text, prefix| {
            cut::after_ignoring_case(text, prefix).unwrap_or(text)
        });
    strip_quotes(trim(bare))
}
