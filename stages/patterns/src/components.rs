//! The elements that a screen is made of.
//!
//! Row by row the best pattern is taken; it absorbs rows below it that are near enough and meet its condition, or falls apart into
//! one element for each text. A row that matches nothing becomes one unclassified element for each of its texts.
//!
//! Source: reference on mirroir's semantics, §14.

use serde::{Deserialize, Serialize};
use skillc_records::{TapPoint, WindowPoint, WindowSize};
use skillc_text::grapheme_count;

use crate::element::{AbsorbCondition, ClickTarget, ElementPattern, LabelRule, Role, SplitMode};
use crate::matching;
use crate::row::{ElementRole, Row, is_chevron, is_dismissing, rows};

/// What an element without a pattern is called.
pub const UNCLASSIFIED: &str = "unclassified";

/// One element of a screen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Component {
    /// The name of its pattern, or [`UNCLASSIFIED`].
    pub kind: String,
    /// The name that a person would use.
    pub label: String,
    /// Where it is tapped; none if tapping does nothing.
    pub tap: Option<WindowPoint>,
    /// Whether an explorer follows it.
    pub explorable: bool,
    /// What it is to an explorer.
    pub role: Role,
    /// The height of its topmost text, in points.
    pub top: f64,
    /// The height of its lowest text, in points.
    pub bottom: f64,
}

/// One text of an element, with what it is.
pub(crate) type Part<'p> = (&'p TapPoint, ElementRole);

/// The elements of a screen, from top to bottom.
pub fn components(points: &[TapPoint], patterns: &[ElementPattern], window: WindowSize) -> Vec<Component> {
    let rows = rows(points);
    let mut taken = vec![false; rows.len()];
    let mut found = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        if taken[place] {
            continue;
        }
        let Some(pattern) = matching::best(patterns, row, window.height) else {
            found.extend(row.elements.iter().map(|element| unclassified(element, row)));
            continue;
        };
        let anchor = parts(row);
        let mut all = anchor.clone();
        let reach = row.bottom() + pattern.grouping.absorbs_below_within;
        if pattern.grouping.absorbs_below_within > 0.0 {
            for (below, taken) in rows.iter().zip(&mut taken).skip(place + 1) {
                if below.top() > reach {
                    break;
                }
                if !*taken && absorbs(pattern.grouping.absorb_condition, below) {
                    *taken = true;
                    all.extend(parts(below));
                }
            }
        }
        let single: Vec<Part<'_>> = all
            .iter()
            .copied()
            .filter(|(_, role)| *role != ElementRole::Decoration)
            .collect();
        if pattern.grouping.split_mode == SplitMode::PerItem && !single.is_empty() {
            found.extend(single.iter().map(|part| component(pattern, &[*part], &[*part])));
        } else {
            found.push(component(pattern, &all, &anchor));
        }
    }
    found.sort_by(|a, b| a.top.total_cmp(&b.top));
    found
}

/// The texts of a row, with what each is.
pub(crate) fn parts<'p>(row: &Row<'p>) -> Vec<Part<'p>> {
    row.elements
        .iter()
        .map(|element| (*element, row.role(element)))
        .collect()
}

fn absorbs(condition: AbsorbCondition, row: &Row<'_>) -> bool {
    match condition {
        AbsorbCondition::Any => true,
        AbsorbCondition::InfoOrDecorationOnly => row
            .elements
            .iter()
            .all(|element| row.role(element) != ElementRole::Navigation),
        AbsorbCondition::NoChevronRowsOnly => !row.has_chevron(),
    }
}

/// `anchor` is the row that matched: rows that were absorbed are never tapped.
fn component(pattern: &ElementPattern, all: &[Part<'_>], anchor: &[Part<'_>]) -> Component {
    let target = pattern
        .interaction
        .clickable
        .then(|| tap_target(anchor, pattern.interaction.click_target))
        .flatten();
    let height = |pick: fn(f64, f64) -> f64, start: f64| all.iter().map(|(point, _)| point.at.y).fold(start, pick);
    Component {
        kind: pattern.name.clone(),
        label: label(pattern, all, target),
        tap: target.map(|target| target.at),
        explorable: pattern.exploration.explorable,
        role: pattern.exploration.role,
        top: height(f64::min, f64::INFINITY),
        bottom: height(f64::max, f64::NEG_INFINITY),
    }
}

/// Which text of the row that matched is tapped.
pub(crate) fn tap_target<'p>(anchor: &[Part<'p>], rule: ClickTarget) -> Option<&'p TapPoint> {
    let first = |wanted: &dyn Fn(&Part<'p>) -> bool| anchor.iter().find(|part| wanted(part)).map(|(point, _)| *point);
    let text = || first(&|(_, role)| *role != ElementRole::Decoration);
    match rule {
        ClickTarget::FirstNavigationElement => first(&|(_, role)| *role == ElementRole::Navigation).or_else(text),
        ClickTarget::FirstText => first(&|(point, role)| *role != ElementRole::Decoration && point.text != "icon"),
        ClickTarget::FirstDismissButton => first(&|(point, _)| is_dismissing(&point.text)).or_else(text),
        ClickTarget::CenteredElement => {
            let mut across: Vec<&TapPoint> = anchor.iter().map(|(point, _)| *point).collect();
            across.sort_by(|a, b| a.at.x.total_cmp(&b.at.x));
            across.get(across.len() / 2).copied()
        }
        ClickTarget::None => None,
    }
}

/// The name that a person would use: one of `all`, else the pattern's own.
pub(crate) fn label(pattern: &ElementPattern, all: &[Part<'_>], target: Option<&TapPoint>) -> String {
    let texts = || {
        all.iter()
            .filter(|(_, role)| *role != ElementRole::Decoration)
            .map(|(point, _)| point.text.as_str())
    };
    let named = match pattern.interaction.label_rule {
        LabelRule::TapTarget => target.map(|target| target.text.as_str()),
        LabelRule::FirstText => texts().find(|text| *text != "icon" && !is_chevron(text)),
        // The first of the longest.
        LabelRule::LongestText => texts().fold(None, |longest: Option<&str>, text| match longest {
            Some(longest) if grapheme_count(longest) >= grapheme_count(text) => Some(longest),
            _ => Some(text),
        }),
    };
    named.or_else(|| texts().next()).unwrap_or(&pattern.name).to_owned()
}

fn unclassified(element: &TapPoint, row: &Row<'_>) -> Component {
    let leads_on = row.role(element) == ElementRole::Navigation;
    Component {
        kind: UNCLASSIFIED.to_owned(),
        label: element.text.clone(),
        tap: leads_on.then_some(element.at),
        explorable: leads_on,
        role: if leads_on { Role::DepthNavigation } else { Role::Info },
        top: element.at.y,
        bottom: element.at.y,
    }
}
