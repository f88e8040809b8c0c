//! The comparison: what differs between two models of an app, whatever the reason.
//!
//! | module | what it holds |
//! |---|---|
//! | [`difference`](mod@difference) | a difference |
//! | `skills` | which skill is which |
//! | `screens` | which screen is which |
//! | `steps` | which step is which |
//! | `app` | what concerns the whole app: reach, obstacles, texts |
//!
//! Order and white space make no difference. Nothing here reads a name where it can read a screen.

mod app;
pub mod difference;
mod screens;
mod skills;
mod steps;

pub use difference::{Difference, Fields};

use serde::Serialize;
use skillc_graph::SkipList;
use skillc_model::{AppModel, ScreenModel, SkillModel, StepModel};
use skillc_skills::StepRule;
use skillc_skills::markdown::unescape;
use skillc_text::equals;

use crate::cause::Rule;
use crate::change::{ChangeKind, Side};
use difference::{of_screen, of_step};

/// What differs between `old` and `new`: the app first, then its skills in the order of the new ones, then those that are gone.
pub fn compare(old: &AppModel, new: &AppModel) -> Vec<Difference> {
    let mut differences = app::differences(old, new);
    let pairs = skills::pairs(&old.skills, &new.skills);
    for (j, skill) in new.skills.iter().enumerate() {
        let paired = pairs.iter().find(|pair| pair.1 == j).map(|&(i, _)| &old.skills[i]);
        match paired {
            Some(before) => between(before, skill, &mut differences),
            None => differences.push(whole(ChangeKind::Added, Side::New, skill)),
        }
        forbidden(old, new, paired, skill, &mut differences);
    }
    for (i, skill) in old.skills.iter().enumerate() {
        if !pairs.iter().any(|pair| pair.0 == i) {
            differences.push(whole(ChangeKind::Removed, Side::Old, skill));
        }
    }
    differences
}

/// Which old skill is which new one, by the screens that they walk through: pairs of places, in the order of the new ones.
pub fn skill_pairs(old: &[SkillModel], new: &[SkillModel]) -> Vec<(usize, usize)> {
    skills::pairs(old, new)
}

/// The steps of every skill that changed, old and new side by side.
pub fn step_tables(old: &AppModel, new: &AppModel, changed: &[&str]) -> Vec<StepTable> {
    let pairs = skills::pairs(&old.skills, &new.skills);
    let side = |skill: &SkillModel, place: usize| Line {
        number: place + 1,
        text: unescape(&skill.steps[place].text),
    };
    let mut tables = Vec::new();
    for (j, skill) in new
        .skills
        .iter()
        .enumerate()
        .filter(|(_, skill)| changed.contains(&skill.name.as_str()))
    {
        let before = pairs.iter().find(|pair| pair.1 == j).map(|&(i, _)| &old.skills[i]);
        let rows = match before {
            Some(before) => steps::side_by_side(before, skill)
                .into_iter()
                .map(|(i, j, kind)| Row {
                    old: i.map(|i| side(before, i)),
                    new: j.map(|j| side(skill, j)),
                    kind,
                })
                .collect(),
            None => (0..skill.steps.len())
                .map(|j| Row {
                    old: None,
                    new: Some(side(skill, j)),
                    kind: Some(ChangeKind::Inserted),
                })
                .collect(),
        };
        tables.push(StepTable {
            skill: skill.name.clone(),
            rows,
        });
    }
    for (i, skill) in old.skills.iter().enumerate() {
        if changed.contains(&skill.name.as_str()) && !pairs.iter().any(|pair| pair.0 == i) {
            let rows = (0..skill.steps.len()).map(|i| Row {
                old: Some(side(skill, i)),
                new: None,
                kind: Some(ChangeKind::Dropped),
            });
            tables.push(StepTable {
                skill: skill.name.clone(),
                rows: rows.collect(),
            });
        }
    }
    tables
}

/// The steps of one skill, old and new side by side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StepTable {
    /// The skill.
    pub skill: String,
    /// The rows.
    pub rows: Vec<Row>,
}

/// One row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The old step.
    pub old: Option<Line>,
    /// The new step.
    pub new: Option<Line>,
    /// What became of it; none if nothing.
    pub kind: Option<ChangeKind>,
}

/// One step in a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    /// Its number from 1.
    pub number: usize,
    /// Its sentence.
    pub text: String,
}

/// The screens of a way as people read them.
fn way(screens: &[ScreenModel]) -> String {
    screens.iter().map(ScreenModel::name).collect::<Vec<_>>().join(" › ")
}

fn whole(kind: ChangeKind, side: Side, skill: &SkillModel) -> Difference {
    let text = Some(way(&skill.screens));
    let acts = skill.steps.iter().rev().find(|step| step.deed != "wait_for");
    let mut difference = Difference {
        skill: Some(skill.name.clone()),
        evidence: acts.and_then(|step| of_step(side, step)).into_iter().collect(),
        ..Difference::new(kind, Rule::Flows)
    };
    difference
        .evidence
        .extend(skill.screens.last().map(|screen| of_screen(side, screen)));
    let fields: Vec<_> = skill
        .steps
        .iter()
        .filter(|step| step.deed != "launch")
        .flat_map(|step| step.fields.clone())
        .collect();
    match side {
        Side::Old => {
            difference.subject.clone_from(&skill.name);
            difference.before = text;
            difference.fields.old = fields;
        }
        Side::New => {
            difference.subject = skill.end().to_owned();
            difference.after = text;
            difference.fields.new = fields;
        }
    }
    difference
}

/// What differs between two skills that are the same one.
fn between(old: &SkillModel, new: &SkillModel, differences: &mut Vec<Difference>) {
    let of_skill = |kind, rule| Difference {
        subject: old.name.clone(),
        skill: Some(new.name.clone()),
        ..Difference::new(kind, rule)
    };
    if old.name != new.name {
        let labels = |skill: &SkillModel| {
            skill
                .steps
                .iter()
                .filter(|step| step.deed != "launch")
                .flat_map(|step| step.fields.clone())
                .collect()
        };
        differences.push(Difference {
            before: Some(old.name.clone()),
            after: Some(new.name.clone()),
            fields: Fields {
                old: labels(old),
                new: labels(new),
            },
            evidence: last_evidence(old, new),
            ..of_skill(ChangeKind::Renamed, Rule::FlowName)
        });
    }
    let same_way = old.screens.len() == new.screens.len()
        && old.screens.iter().zip(&new.screens).all(|(a, b)| screens::same(a, b));
    if !same_way {
        let fork = old
            .screens
            .iter()
            .zip(&new.screens)
            .take_while(|(a, b)| screens::same(a, b))
            .count();
        let at = |skill: &SkillModel, side| {
            skill
                .screens
                .get(fork)
                .or(skill.screens.last())
                .map(|screen| of_screen(side, screen))
        };
        differences.push(Difference {
            before: Some(way(&old.screens)),
            after: Some(way(&new.screens)),
            evidence: [at(old, Side::Old), at(new, Side::New)].into_iter().flatten().collect(),
            ..of_skill(ChangeKind::Rerouted, Rule::Flows)
        });
    }
    for change in steps::changes(old, new) {
        let (before, after) = (
            change.old.map(|place| &old.steps[place]),
            change.new.map(|place| &new.steps[place]),
        );
        let Some(step) = after.or(before) else { continue };
        if step.deed == "launch" && before.is_some() && after.is_some() {
            // Said once for the app.
            continue;
        }
        let words = |step: &StepModel| unescape(&step.text);
        let numbered = |place: Option<usize>, step: &StepModel| match (change.kind, place) {
            (ChangeKind::Moved, Some(place)) => format!("{}. {}", place + 1, words(step)),
            (ChangeKind::Doubtful | ChangeKind::Trusted, _) => match &step.doubt {
                Some(doubt) => format!("{} ({doubt})", words(step)),
                None => words(step),
            },
            _ => words(step),
        };
        let evidence = [
            before.and_then(|step| of_step(Side::Old, step)),
            after.and_then(|step| of_step(Side::New, step)),
        ];
        differences.push(Difference {
            step: change.new.or(change.old).map(|place| place + 1),
            before: before.map(|step| numbered(change.old, step)),
            after: after.map(|step| numbered(change.new, step)),
            fields: Fields {
                old: before.map(|step| step.fields.clone()).unwrap_or_default(),
                new: after.map(|step| step.fields.clone()).unwrap_or_default(),
            },
            evidence: evidence.into_iter().flatten().collect(),
            ..of_skill(change.kind, Rule::Step(step.rule))
        });
    }
}

/// What shows that a skill has another name: the last step that made its name.
fn last_evidence(old: &SkillModel, new: &SkillModel) -> Vec<crate::change::Evidence> {
    let last = |skill: &SkillModel, side| {
        let acts = skill
            .steps
            .iter()
            .rev()
            .find(|step| !matches!(step.deed.as_str(), "wait_for" | "launch"));
        acts.and_then(|step| of_step(side, step))
            .or_else(|| skill.screens.last().map(|screen| of_screen(side, screen)))
    };
    [last(old, Side::Old), last(new, Side::New)]
        .into_iter()
        .flatten()
        .collect()
}

/// Steps of `skill` that touch what the old skip list forbade and the new one doesn't, unless the old skill touched it all the same.
fn forbidden(
    old: &AppModel,
    new: &AppModel,
    before: Option<&SkillModel>,
    skill: &SkillModel,
    differences: &mut Vec<Difference>,
) {
    let subject = before.map_or(skill.end(), |before| &before.name);
    let forbade = old.under(subject).skip;
    for (place, step) in skill.steps.iter().enumerate() {
        if !matches!(step.deed.as_str(), "tap" | "double_tap" | "long_press") {
            continue;
        }
        let in_list = |list: &SkipList| {
            let pattern = list.first_in(&step.element).or_else(|| list.first_in(&step.label));
            pattern.cloned()
        };
        let touched = |other: &StepModel| other.deed == step.deed && equals(&other.label, &step.label);
        let known = before.is_some_and(|before| before.steps.iter().any(touched));
        let Some(pattern) = in_list(forbade).filter(|_| !known && in_list(&new.skip).is_none()) else {
            continue;
        };
        let field = pattern.source.field();
        differences.push(Difference {
            subject: subject.to_owned(),
            skill: Some(skill.name.clone()),
            step: Some(place + 1),
            before: Some(format!("never tap what contains “{}”", pattern.text)),
            after: Some(unescape(&step.text)),
            fields: Fields {
                old: field.into_iter().collect(),
                new: Vec::new(),
            },
            pattern: Some(pattern),
            evidence: of_step(Side::New, step).into_iter().collect(),
            ..Difference::new(ChangeKind::Forbidden, Rule::SkipList)
        });
    }
}

/// The word for the rule behind a step.
pub(crate) fn step_rule(rule: StepRule) -> &'static str {
    match rule {
        StepRule::Launch => "launch",
        StepRule::Landmark => "landmark",
        StepRule::Recorded => "recorded",
        StepRule::TabByText => "tab-by-text",
        StepRule::TabByGeometry => "tab-by-geometry",
        StepRule::Scroll => "scroll",
        StepRule::Preparation => "preparation",
        StepRule::Dialog => "dialog",
    }
}
