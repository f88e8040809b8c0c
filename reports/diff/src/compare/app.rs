//! What concerns the whole app: what can be reached, what may get in the way, and the texts that every skill carries.

use std::collections::{BTreeMap, BTreeSet};

use skillc_graph::DismissalCause;
use skillc_model::{AppModel, LostScreen, ObstacleModel, ScreenModel, SkillModel};
use skillc_records::AppField;
use skillc_text::{contains, equals, lower, nfc};

use super::difference::{Difference, Fields, of_action, of_frame, of_screen};
use super::screens;
use crate::cause::Rule;
use crate::change::{ChangeKind, Side};
use crate::edits::context_sections;

pub(crate) fn differences(old: &AppModel, new: &AppModel) -> Vec<Difference> {
    let mut differences = Vec::new();
    reach(old, new, &mut differences);
    obstacles(old, new, &mut differences);
    flaky(old, new, &mut differences);
    texts(old, new, &mut differences);
    differences
}

fn reach(old: &AppModel, new: &AppModel, differences: &mut Vec<Difference>) {
    let in_reach =
        |model: &AppModel, screen: &ScreenModel| model.reachable.iter().any(|other| screens::same(other, screen));
    for screen in old.reachable.iter().filter(|screen| !in_reach(new, screen)) {
        if is_obstacle(screen, new) && !is_obstacle(screen, old) {
            // It gets in the way now instead of being a place to go to; said with the obstacle.
            continue;
        }
        let cut = new.lost.iter().find(|lost| screens::same(&lost.screen, screen));
        differences.push(gone_or_come(ChangeKind::OutOfReach, screen, cut));
    }
    for screen in new.reachable.iter().filter(|screen| !in_reach(old, screen)) {
        if is_obstacle(screen, old) && !is_obstacle(screen, new) {
            continue;
        }
        let cut = old.lost.iter().find(|lost| screens::same(&lost.screen, screen));
        differences.push(gone_or_come(ChangeKind::Reachable, screen, cut));
    }
}

fn gone_or_come(kind: ChangeKind, screen: &ScreenModel, lost: Option<&LostScreen>) -> Difference {
    // With a cut, the side that has the cut is the one that loses the screen.
    let (has, lacks) = if kind == ChangeKind::OutOfReach {
        (Side::Old, Side::New)
    } else {
        (Side::New, Side::Old)
    };
    let cut = lost.and_then(|lost| lost.cuts.first());
    let mut evidence = vec![of_screen(has, screen)];
    evidence.extend(cut.map(|cut| of_action(lacks, &cut.action, cut.before.as_ref())));
    let name = Some(screen.name().to_owned());
    let how = cut.map(|cut| format!("behind “{}”, which is never tapped", cut.label));
    let field = cut.and_then(|cut| cut.pattern.source.field());
    let (before, after) = if has == Side::Old { (name, how) } else { (how, name) };
    let fields = match has {
        Side::Old => Fields {
            old: Vec::new(),
            new: field.into_iter().collect(),
        },
        Side::New => Fields {
            old: field.into_iter().collect(),
            new: Vec::new(),
        },
    };
    Difference {
        subject: screen.fingerprint.clone(),
        before,
        after,
        fields,
        pattern: cut.map(|cut| cut.pattern.clone()),
        evidence,
        ..Difference::new(kind, if cut.is_some() { Rule::SkipList } else { Rule::Graph })
    }
}

/// Whether the model dismisses the screen as an obstacle.
fn is_obstacle(screen: &ScreenModel, model: &AppModel) -> bool {
    let shows = |trigger: &str| {
        let trigger = lower(trigger);
        screen
            .texts
            .as_slice()
            .iter()
            .any(|text| contains(&lower(text), &trigger))
    };
    model.skills.iter().flat_map(|skill| &skill.obstacles).any(|obstacle| {
        obstacle.cause != DismissalCause::Dialog
            && (obstacle.frame.as_ref() == Some(&screen.frame) || shows(&obstacle.trigger))
    })
}

/// One thing that gets in the way: its triggers with what is tapped to be rid of it, and the skills that it may get in the way of.
struct Met<'m> {
    obstacles: Vec<&'m ObstacleModel>,
    skills: Vec<&'m str>,
}

impl Met<'_> {
    fn pairs(&self) -> BTreeSet<(String, String)> {
        self.obstacles.iter().map(|obstacle| pair(obstacle)).collect()
    }

    fn answers(&self) -> BTreeSet<String> {
        self.obstacles.iter().map(|obstacle| folded(&obstacle.answer)).collect()
    }

    fn words(&self) -> String {
        let words = self
            .obstacles
            .iter()
            .map(|obstacle| format!("{} → {}", obstacle.trigger, obstacle.answer));
        words.collect::<Vec<_>>().join("; ")
    }
}

/// Trigger and answer without case.
fn pair(obstacle: &ObstacleModel) -> (String, String) {
    (folded(&obstacle.trigger), folded(&obstacle.answer))
}

fn folded(text: &str) -> String {
    nfc(&lower(text)).into_owned()
}

/// The obstacles of all skills. A trigger that contains another one stands for the same thing on the screen, so they come together
/// under the shortest of `triggers` that they contain.
fn met<'m>(model: &'m AppModel, triggers: &BTreeSet<String>) -> BTreeMap<String, Met<'m>> {
    let mut met: BTreeMap<String, Met<'_>> = BTreeMap::new();
    for skill in &model.skills {
        for obstacle in &skill.obstacles {
            let trigger = folded(&obstacle.trigger);
            let contained = triggers.iter().filter(|other| contains(&trigger, other));
            let key = contained
                .min_by_key(|other| (other.len(), (*other).clone()))
                .cloned()
                .unwrap_or(trigger);
            let entry = met.entry(key).or_insert(Met {
                obstacles: Vec::new(),
                skills: Vec::new(),
            });
            if !entry.obstacles.iter().any(|known| pair(known) == pair(obstacle)) {
                entry.obstacles.push(obstacle);
            }
            if !entry.skills.contains(&skill.name.as_str()) {
                entry.skills.push(&skill.name);
            }
        }
    }
    met
}

fn obstacles(old: &AppModel, new: &AppModel, differences: &mut Vec<Difference>) {
    let of = |model: &AppModel| -> BTreeSet<String> {
        let obstacles = model.skills.iter().flat_map(|skill| &skill.obstacles);
        obstacles.map(|obstacle| folded(&obstacle.trigger)).collect()
    };
    let triggers: BTreeSet<String> = of(old).into_iter().chain(of(new)).collect();
    let (before, after) = (met(old, &triggers), met(new, &triggers));
    for (trigger, now) in &after {
        match before.get(trigger) {
            None => differences.push(obstacle(ChangeKind::ObstacleHandled, trigger, None, Some((now, new)))),
            Some(then) if then.pairs() != now.pairs() => {
                let kind = if then.answers() == now.answers() {
                    ChangeKind::ObstacleRecognised
                } else {
                    ChangeKind::ObstacleChanged
                };
                differences.push(obstacle(kind, trigger, Some((then, old)), Some((now, new))));
            }
            Some(_) => {}
        }
    }
    for (trigger, then) in before.iter().filter(|(trigger, _)| !after.contains_key(*trigger)) {
        if new.skills.is_empty() {
            // Without skills nothing is in the way of any.
            continue;
        }
        differences.push(obstacle(
            ChangeKind::ObstacleUnhandled,
            trigger,
            Some((then, old)),
            None,
        ));
    }
}

fn obstacle(
    kind: ChangeKind,
    trigger: &str,
    old: Option<(&Met<'_>, &AppModel)>,
    new: Option<(&Met<'_>, &AppModel)>,
) -> Difference {
    // What only one side taps is what the change is about.
    let others = |side: Side| match side {
        Side::Old => new.map(|(met, _)| met.pairs()).unwrap_or_default(),
        Side::New => old.map(|(met, _)| met.pairs()).unwrap_or_default(),
    };
    let about = |(met, _): (&Met<'_>, &AppModel), side| -> Vec<ObstacleModel> {
        let others = others(side);
        let only = met.obstacles.iter().filter(|one| !others.contains(&pair(one)));
        only.map(|one| (*one).clone()).collect()
    };
    let shown = |met: (&Met<'_>, &AppModel), side| {
        let all = met.0.obstacles.iter().map(|one| (*one).clone());

        about(met, side)
            .into_iter()
            .chain(all)
            .find_map(|one| match (&one.action, &one.frame) {
                (Some(action), frame) => Some(of_action(side, action, frame.as_ref())),
                (None, Some(frame)) => Some(of_frame(side, frame)),
                (None, None) => None,
            })
    };
    let field = |met: (&Met<'_>, &AppModel), side| -> Vec<AppField> {
        let rule = |one: ObstacleModel| match one.cause {
            DismissalCause::Rule(place) => vec![AppField::ObstacleTrigger(place), AppField::ObstacleAction(place)],
            DismissalCause::SystemAlert | DismissalCause::Dialog => Vec::new(),
        };
        about(met, side).into_iter().flat_map(rule).collect()
    };
    let causes = new
        .map(|met| about(met, Side::New))
        .into_iter()
        .chain(old.map(|met| about(met, Side::Old)))
        .flatten();
    let causes: Vec<DismissalCause> = causes.map(|one| one.cause).collect();
    let by_rule = causes.iter().any(|cause| matches!(cause, DismissalCause::Rule(_)));
    let rule = match causes.first() {
        Some(DismissalCause::SystemAlert) if !by_rule => Rule::SystemAlert,
        Some(DismissalCause::Dialog) if !by_rule => Rule::Dialog,
        _ => Rule::ObstacleRule,
    };
    // Named only if it is about one of several skills.
    let skill = new.or(old).and_then(|(met, model)| match met.skills.as_slice() {
        [one] if model.skills.len() > 1 => Some((*one).to_owned()),
        _ => None,
    });
    let evidence = [
        old.and_then(|met| shown(met, Side::Old)),
        new.and_then(|met| shown(met, Side::New)),
    ];
    Difference {
        subject: trigger.to_owned(),
        skill,
        before: old.map(|(met, _)| met.words()),
        after: new.map(|(met, _)| met.words()),
        fields: Fields {
            old: old.map(|met| field(met, Side::Old)).unwrap_or_default(),
            new: new.map(|met| field(met, Side::New)).unwrap_or_default(),
        },
        evidence: evidence.into_iter().flatten().collect(),
        ..Difference::new(kind, rule)
    }
}

fn flaky(old: &AppModel, new: &AppModel, differences: &mut Vec<Difference>) {
    let mut one_side = |kind, side, these: &AppModel, others: &AppModel| {
        for way in &these.flaky {
            let known = others.flaky.iter().any(|other| {
                other.deed == way.deed && equals(&other.label, &way.label) && screens::same(&other.from, &way.from)
            });
            let subject = format!("{} {}", way.from.fingerprint, way.label);
            // Ways from one place by one deed to several others are one disagreement.
            let told = differences
                .iter()
                .any(|other| other.kind == kind && other.subject == subject);
            if known || told {
                continue;
            }
            let text = Some(format!(
                "{} “{}” on “{}” leads elsewhere at times",
                way.deed,
                way.label,
                way.from.name()
            ));
            let (before, after) = if side == Side::Old { (text, None) } else { (None, text) };
            let mut evidence = vec![of_screen(side, &way.from)];
            evidence.extend(way.actions.first().map(|action| of_action(side, action, None)));
            differences.push(Difference {
                subject,
                before,
                after,
                evidence,
                ..Difference::new(kind, Rule::Disagreement)
            });
        }
    };
    one_side(ChangeKind::Flaky, Side::New, new, old);
    one_side(ChangeKind::Steady, Side::Old, old, new);
}

fn texts(old: &AppModel, new: &AppModel, differences: &mut Vec<Difference>) {
    let (then, now) = (&old.declared.description, &new.declared.description);
    if !equals(&then.app, &now.app) {
        differences.push(text(
            ChangeKind::App,
            Rule::Launch,
            "",
            Some(then.app.clone()),
            Some(now.app.clone()),
            Some(AppField::App),
            Some(AppField::App),
        ));
    }
    if old.recipe != new.recipe {
        differences.push(text(
            ChangeKind::Recipe,
            Rule::Recipe,
            "",
            old.recipe.clone(),
            new.recipe.clone(),
            Some(AppField::Archetype),
            Some(AppField::Archetype),
        ));
    }
    let (before, after) = (context_sections(&then.context), context_sections(&now.context));
    let mut headings: Vec<&AppField> = before.iter().chain(&after).map(|(field, _)| field).collect();
    headings.sort();
    headings.dedup();
    for field in headings {
        let body = |sections: &[(AppField, String)]| {
            sections
                .iter()
                .find(|(other, _)| other == field)
                .map(|(_, body)| squeezed(body))
        };
        let (mine, theirs) = (body(&before), body(&after));
        if mine != theirs {
            let of = |body: &Option<String>| body.as_ref().map(|_| field.clone());
            differences.push(text(
                ChangeKind::Context,
                Rule::ContextSection,
                &field.to_string(),
                mine.clone(),
                theirs.clone(),
                of(&mine),
                of(&theirs),
            ));
        }
    }
    for (i, j) in unpaired(&then.tips, &now.tips) {
        let (mine, theirs) = (i.map(|i| then.tips[i].clone()), j.map(|j| now.tips[j].clone()));
        let subject = mine.clone().or_else(|| theirs.clone()).unwrap_or_default();
        differences.push(text(
            ChangeKind::Tips,
            Rule::TipsSection,
            &subject,
            mine,
            theirs,
            i.map(AppField::Tip),
            j.map(AppField::Tip),
        ));
    }
    let names = |model: &AppModel| -> Vec<String> {
        model
            .declared
            .description
            .credentials
            .iter()
            .map(|one| one.name.clone())
            .collect()
    };
    let (before, after) = (names(old), names(new));
    for (i, j) in unpaired(&before, &after) {
        let (mine, theirs) = (i.map(|i| before[i].clone()), j.map(|j| after[j].clone()));
        let uses = |model: &AppModel, name: &Option<String>, side| -> Vec<crate::change::Evidence> {
            let Some(name) = name else { return Vec::new() };
            let field = AppField::Credential(name.clone());
            let steps = model.skills.iter().flat_map(|skill: &SkillModel| &skill.steps);
            steps
                .filter(|step| step.fields.contains(&field))
                .filter_map(|step| super::difference::of_step(side, step))
                .take(1)
                .collect()
        };
        let mut evidence = uses(old, &mine, Side::Old);
        evidence.extend(uses(new, &theirs, Side::New));
        let subject = mine.clone().or_else(|| theirs.clone()).unwrap_or_default();
        let (field_of, field_as) = (
            mine.clone().map(AppField::Credential),
            theirs.clone().map(AppField::Credential),
        );
        differences.push(Difference {
            evidence,
            ..text(
                ChangeKind::Credentials,
                Rule::CredentialsSection,
                &subject,
                mine,
                theirs,
                field_of,
                field_as,
            )
        });
    }
}

fn text(
    kind: ChangeKind,
    rule: Rule,
    subject: &str,
    before: Option<String>,
    after: Option<String>,
    old: Option<AppField>,
    new: Option<AppField>,
) -> Difference {
    Difference {
        subject: subject.to_owned(),
        before,
        after,
        fields: Fields {
            old: old.into_iter().collect(),
            new: new.into_iter().collect(),
        },
        ..Difference::new(kind, rule)
    }
}

/// A text without the white space that Markdown doesn't show.
fn squeezed(text: &str) -> String {
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty())
        .collect();
    lines.join("\n")
}

/// The items that the other side doesn't have, whatever their order, paired off in order: what was replaced comes together.
fn unpaired(old: &[String], new: &[String]) -> Vec<(Option<usize>, Option<usize>)> {
    let mut left: Vec<usize> = Vec::new();
    let mut taken = vec![false; new.len()];
    for (i, item) in old.iter().enumerate() {
        match new
            .iter()
            .enumerate()
            .position(|(j, other)| !taken[j] && equals(other, item))
        {
            Some(j) => taken[j] = true,
            None => left.push(i),
        }
    }
    let right: Vec<usize> = (0..new.len()).filter(|&j| !taken[j]).collect();
    let longer = left.len().max(right.len());
    (0..longer)
        .map(|place| (left.get(place).copied(), right.get(place).copied()))
        .collect()
}
