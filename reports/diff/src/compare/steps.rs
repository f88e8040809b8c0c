//! Which old step is which new one, and what became of each.

use skillc_model::{SkillModel, StepModel};
use skillc_skills::Find;
use skillc_text::equals;

use crate::change::ChangeKind;

use super::screens;

/// Touches further apart than this are on different points. Half of the least target that the platform's guidelines allow, in points.
const ANOTHER_POINT: f64 = 22.0;

/// Touches this near are on the same point, in points.
const SAME_POINT: f64 = 0.5;

/// Pairing is quadratic; longer skills are paired step by step in order.
const MOST_CELLS: usize = 4_000_000;

/// What became of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StepChange {
    pub(crate) kind: ChangeKind,
    /// Its place in the old skill.
    pub(crate) old: Option<usize>,
    /// Its place in the new skill.
    pub(crate) new: Option<usize>,
}

/// What became of the steps, in the order of the new skill; dropped steps stand where they were.
pub(crate) fn changes(old: &SkillModel, new: &SkillModel) -> Vec<StepChange> {
    let pairs = align(&old.steps, &new.steps);
    let mut changes = Vec::new();
    let (mut i, mut j) = (0, 0);
    for (a, b) in pairs.iter().copied().chain([(old.steps.len(), new.steps.len())]) {
        changes.extend((i..a).map(|place| StepChange {
            kind: ChangeKind::Dropped,
            old: Some(place),
            new: None,
        }));
        changes.extend((j..b).map(|place| StepChange {
            kind: ChangeKind::Inserted,
            old: None,
            new: Some(place),
        }));
        if let (Some(before), Some(after)) = (old.steps.get(a), new.steps.get(b))
            && let Some(kind) = kind(old, before, new, after)
        {
            changes.push(StepChange {
                kind,
                old: Some(a),
                new: Some(b),
            });
        }
        (i, j) = (a + 1, b + 1);
    }
    moved(changes, &old.steps, &new.steps)
}

/// Both skills side by side: pairs of places, with what became of each.
pub(crate) fn side_by_side(
    old: &SkillModel,
    new: &SkillModel,
) -> Vec<(Option<usize>, Option<usize>, Option<ChangeKind>)> {
    let (mut i, mut j) = (0, 0);
    let mut rows = Vec::new();
    for (a, b) in align(&old.steps, &new.steps)
        .into_iter()
        .chain([(old.steps.len(), new.steps.len())])
    {
        rows.extend((i..a).map(|place| (Some(place), None, Some(ChangeKind::Dropped))));
        rows.extend((j..b).map(|place| (None, Some(place), Some(ChangeKind::Inserted))));
        if let (Some(before), Some(after)) = (old.steps.get(a), new.steps.get(b)) {
            rows.push((Some(a), Some(b), kind(old, before, new, after)));
        }
        (i, j) = (a + 1, b + 1);
    }
    rows
}

/// A step that was dropped here and inserted there was moved.
fn moved(changes: Vec<StepChange>, old: &[StepModel], new: &[StepModel]) -> Vec<StepChange> {
    let mut result: Vec<StepChange> = Vec::with_capacity(changes.len());
    let mut dropped: Vec<usize> = changes
        .iter()
        .filter(|c| c.kind == ChangeKind::Dropped)
        .filter_map(|c| c.old)
        .collect();
    let mut gone = Vec::new();
    for change in &changes {
        let twin = change
            .new
            .filter(|_| change.kind == ChangeKind::Inserted)
            .and_then(|place| {
                dropped
                    .iter()
                    .position(|&other| same_deed(&old[other], &new[place]))
                    .map(|at| dropped.remove(at))
            });
        match twin {
            Some(twin) => {
                gone.push(twin);
                result.push(StepChange {
                    kind: ChangeKind::Moved,
                    old: Some(twin),
                    new: change.new,
                });
            }
            None => result.push(*change),
        }
    }
    result.retain(|change| change.kind != ChangeKind::Dropped || change.old.is_none_or(|place| !gone.contains(&place)));
    result
}

fn same_deed(a: &StepModel, b: &StepModel) -> bool {
    a.deed == b.deed && equals(&a.label, &b.label) && equals(&a.element, &b.element)
}

/// What happened to a step that is there before and after; none if nothing.
fn kind(old: &SkillModel, a: &StepModel, new: &SkillModel, b: &StepModel) -> Option<ChangeKind> {
    let another_label = !equals(&a.label, &b.label);
    let apart = |far: f64| match (a.at, b.at) {
        (Some(mine), Some(theirs)) => mine.distance(theirs) > far,
        _ => false,
    };
    let unlike =
        another_label || a.deed != b.deed || a.find != b.find || a.text != b.text || a.at.is_some() != b.at.is_some();
    if !unlike && !apart(SAME_POINT) && a.to == b.to && equals(&a.element, &b.element) {
        return match (&a.doubt, &b.doubt) {
            // A wait rests on the same frame as the step before it.
            _ if a.deed == "wait_for" => None,
            (None, Some(_)) => Some(ChangeKind::Doubtful),
            (Some(_), None) => Some(ChangeKind::Trusted),
            _ => None,
        };
    }
    let same_touch = a.action.is_some() && a.action == b.action;
    let another_element = !a.element.is_empty() && !b.element.is_empty() && !equals(&a.element, &b.element);
    // A text is looked for wherever it stands, so a row that moved down is the same target.
    let by_text = a.find == Some(Find::Text) && b.find == a.find && !another_label;
    let nameless = a.element.is_empty() || b.element.is_empty();
    let nowhere = a.at.is_none() || b.at.is_none();
    let retargeted = match a.deed.as_str() {
        _ if a.deed != b.deed => true,
        "wait_for" => !arrives_alike(old, a, new, b),
        "type" | "press_key" | "open_url" => another_label,
        "launch" => false,
        _ if same_touch => a.to != b.to,
        _ => another_element || (!by_text && apart(ANOTHER_POINT)) || (another_label && nameless && nowhere),
    };
    let nudged = !unlike && !another_element && !retargeted;
    match (retargeted, nudged) {
        (true, _) => Some(ChangeKind::Retargeted),
        // A few points more or less on the same element make no other step.
        (false, true) => None,
        (false, false) => Some(ChangeKind::Relabelled),
    }
}

/// Whether two waits wait on the same screen.
fn arrives_alike(old: &SkillModel, a: &StepModel, new: &SkillModel, b: &StepModel) -> bool {
    match (old.screens.get(a.screen), new.screens.get(b.screen)) {
        (Some(mine), Some(theirs)) => screens::same(mine, theirs),
        _ => false,
    }
}

/// The pairs of steps that belong together, in order: those that make the most kinship in all.
fn align(old: &[StepModel], new: &[StepModel]) -> Vec<(usize, usize)> {
    let (n, m) = (old.len(), new.len());
    if n.saturating_mul(m) > MOST_CELLS {
        return (0..n.min(m))
            .map(|place| (place, place))
            .filter(|&(i, j)| kinship(&old[i], &new[j]) > 0)
            .collect();
    }
    // best[i][j]: the most for old[i..] and new[j..].
    let width = m + 1;
    let mut best = vec![0_u32; (n + 1) * width];
    for i in (0..n).rev() {
        for j in (0..m).rev() {
            let skip = best[(i + 1) * width + j].max(best[i * width + j + 1]);
            let kin = kinship(&old[i], &new[j]);
            let pair = if kin > 0 {
                best[(i + 1) * width + j + 1] + kin
            } else {
                0
            };
            best[i * width + j] = skip.max(pair);
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut pairs = Vec::new();
    while i < n && j < m {
        let here = best[i * width + j];
        let kin = kinship(&old[i], &new[j]);
        if kin > 0 && here == best[(i + 1) * width + j + 1] + kin {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if here == best[(i + 1) * width + j] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

/// How closely two steps are related; 0 if they can't be the same step.
fn kinship(a: &StepModel, b: &StepModel) -> u32 {
    let same_action = a.action.is_some() && a.action == b.action;
    let waits = |step: &StepModel| step.deed == "wait_for";
    if a.deed != b.deed {
        return if same_action && !waits(a) && !waits(b) { 6 } else { 0 };
    }
    let mut kinship = 1;
    if same_action || a.deed == "launch" {
        kinship += 8;
    }
    if equals(&a.label, &b.label) {
        kinship += 4;
    }
    if !a.element.is_empty() && equals(&a.element, &b.element) {
        kinship += 4;
    }
    if let (Some(mine), Some(theirs)) = (a.at, b.at)
        && mine.distance(theirs) <= ANOTHER_POINT
    {
        kinship += 2;
    }
    kinship
}
