//! Which pattern a row matches best.
//!
//! Everything that a pattern states must hold. Among those that do, the more a pattern states the higher it scores; the highest wins,
//! the first on ties.
//!
//! Source: reference on mirroir's semantics, §14.

use crate::element::{ChevronMode, ElementPattern, MatchRules, Zone};
use crate::row::Row;

/// A range of fewer elements than this is narrow.
const NARROW: usize = 3;

/// The pattern that a row of a screen of this height (in points) matches best.
pub fn best<'p>(
    patterns: impl IntoIterator<Item = &'p ElementPattern>,
    row: &Row<'_>,
    screen_height: f64,
) -> Option<&'p ElementPattern> {
    let mut best: Option<(&ElementPattern, u32)> = None;
    for pattern in patterns {
        if let Some(score) = score(&pattern.rules, row, screen_height)
            && best.is_none_or(|(_, best)| score > best)
        {
            best = Some((pattern, score));
        }
    }
    best.map(|(pattern, _)| pattern)
}

/// How well a row matches; none if something that the rules state doesn't hold.
pub fn score(rules: &MatchRules, row: &Row<'_>, screen_height: f64) -> Option<u32> {
    let count = row.elements.len()
        - if rules.exclude_numeric_only {
            row.bare_numbers()
        } else {
            0
        };
    let stated = |wanted: Option<bool>, seen: bool| wanted.is_none_or(|wanted| wanted == seen);
    let chevron = row.has_chevron();
    let chevron_holds = match rules.chevron_mode {
        Some(ChevronMode::Required) => chevron,
        Some(ChevronMode::Forbidden) => !chevron,
        Some(ChevronMode::Preferred) => true,
        None => stated(rules.row_has_chevron, chevron),
    };
    let holds = rules.zone == row.zone(screen_height)
        && (rules.min_elements..=rules.max_elements).contains(&count)
        && row.bottom() - row.top() <= rules.max_row_height
        && chevron_holds
        && stated(rules.has_numeric_value, row.has_number())
        && stated(rules.has_long_text, row.has_long_text())
        && stated(rules.has_dismiss_button, row.has_dismiss_button())
        && rules
            .min_confidence
            .is_none_or(|least| row.confidence().is_none_or(|seen| seen >= least))
        && rules
            .text_pattern
            .as_ref()
            .is_none_or(|pattern| row.elements.iter().any(|element| pattern.is_match(&element.text)));
    if !holds {
        return None;
    }
    let points = |stated: bool, points: u32| if stated { points } else { 0 };
    let for_chevron = match (rules.chevron_mode, rules.row_has_chevron) {
        (Some(ChevronMode::Required), _) | (None, Some(true)) => 3,
        (Some(ChevronMode::Forbidden), _) | (None, Some(false)) => 1,
        (Some(ChevronMode::Preferred), _) => points(chevron, 3),
        (None, None) => 0,
    };
    Some(
        for_chevron
            + points(rules.has_numeric_value.is_some(), 2)
            + points(rules.has_long_text.is_some(), 2)
            + points(rules.has_dismiss_button.is_some(), 3)
            + points(rules.max_elements - rules.min_elements < NARROW, 1)
            + points(rules.zone != Zone::Content, 2),
    )
}
