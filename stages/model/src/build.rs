//! A model out of the results of the stages.

use std::collections::BTreeMap;

use skillc_app_description::AppDescription;
use skillc_flows::{Arrival, Flow, Obstacle};
use skillc_graph::{NavigationGraph, Screen, SkipList};
use skillc_records::{AppField, SourceSpan, WindowPoint};
use skillc_skills::{Act, Find, Skill, SkillObstacle, Step, Target};

use crate::model::{
    AppModel, Declared, FORMAT_VERSION, FlakyWay, Inputs, ObstacleModel, ScreenModel, SkillModel, StepModel,
};
use crate::reach::lost;

/// The results of the stages for one app.
#[derive(Debug, Clone)]
pub struct Compiled<'c> {
    /// The file of the description, as people name it.
    pub file: &'c str,
    /// The description.
    pub description: &'c AppDescription,
    /// Where its fields stand.
    pub spans: &'c BTreeMap<AppField, SourceSpan>,
    /// What else the skills were made from.
    pub inputs: Inputs,
    /// The recipe that was declared or recognised.
    pub recipe: Option<&'c str>,
    /// The merged skip list.
    pub skip: &'c SkipList,
    /// The navigation graph.
    pub graph: &'c NavigationGraph,
    /// The flows.
    pub flows: &'c [Flow],
    /// The skills, one a flow, in the same order.
    pub skills: &'c [Skill],
}

/// The model of a compiled app.
pub fn build(compiled: &Compiled<'_>) -> AppModel {
    let graph = compiled.graph;
    let flaky = graph
        .edges
        .iter()
        .filter(|edge| edge.cut.is_none() && edge.is_flaky())
        .map(|edge| FlakyWay {
            from: screen_model(graph.screen(edge.from)),
            deed: edge.deed.as_str().to_owned(),
            label: edge.label.clone(),
            actions: edge.disagreements.iter().map(|other| other.action.clone()).collect(),
        });
    AppModel {
        format_version: FORMAT_VERSION,
        declared: Declared::new(compiled.file, compiled.description, compiled.spans),
        inputs: compiled.inputs.clone(),
        recipe: compiled.recipe.map(ToOwned::to_owned),
        skip: compiled.skip.clone(),
        skills: compiled
            .flows
            .iter()
            .zip(compiled.skills)
            .map(|(flow, skill)| skill_model(flow, skill))
            .collect(),
        lost: lost(graph),
        reachable: graph
            .screens
            .iter()
            .filter(|screen| screen.reachable)
            .map(screen_model)
            .collect(),
        flaky: flaky.collect(),
        under: Vec::new(),
    }
}

pub(crate) fn screen_model(screen: &Screen) -> ScreenModel {
    ScreenModel {
        fingerprint: screen.identity.fingerprint.as_str().to_owned(),
        title: screen.identity.title.clone(),
        texts: screen.identity.structural.clone(),
        frame: screen.first_seen.clone(),
    }
}

fn skill_model(flow: &Flow, skill: &Skill) -> SkillModel {
    let mut screen = 0;
    let mut steps = Vec::with_capacity(skill.steps.len());
    for step in &skill.steps {
        steps.push(step_model(flow, step, &mut screen));
    }
    SkillModel {
        name: skill.name.clone(),
        title: skill.title.clone(),
        flow: skill.flow.clone(),
        screens: flow.screens.iter().map(|passed| screen_model(&passed.screen)).collect(),
        steps,
        obstacles: skill
            .obstacles
            .iter()
            .map(|obstacle| obstacle_model(flow, obstacle))
            .collect(),
    }
}

fn obstacle_model(flow: &Flow, obstacle: &SkillObstacle) -> ObstacleModel {
    let met = |met: &&Obstacle| met.trigger == obstacle.trigger && met.answer == obstacle.answer;
    let met = flow.obstacles.iter().find(met);
    ObstacleModel {
        trigger: obstacle.trigger.clone(),
        answer: obstacle.answer.clone(),
        cause: obstacle.cause,
        frame: obstacle.frame.clone(),
        action: met.map(|met| met.action.clone()),
    }
}

/// The step, done on the screen at place `screen`; if it is the one that leads to the next, `screen` moves on.
fn step_model(flow: &Flow, step: &Step, screen: &mut usize) -> StepModel {
    let what = What::of(&step.act);
    let way = match flow.screens.get(*screen + 1).map(|next| &next.arrival) {
        Some(Arrival::By(way)) if step.provenance.action.as_ref() == Some(&way.seen.action) => Some(way),
        _ => None,
    };
    let leads_on = way.is_some() && !matches!(step.act, Act::WaitFor { .. });
    let here = *screen;
    if leads_on {
        *screen += 1;
    }
    let from = &step.provenance;
    StepModel {
        deed: what.deed.to_owned(),
        label: what.label.to_owned(),
        element: way
            .filter(|_| leads_on)
            .map_or(what.label, |way| way.element_text.as_str())
            .to_owned(),
        at: what.at,
        to: what.to,
        find: what.find,
        text: step.text.clone(),
        screen: here,
        rule: from.rule,
        fields: from.fields.clone(),
        action: from.action.clone(),
        before: from.before.clone(),
        after: from.after.clone(),
        doubt: from.doubt.clone(),
        pattern: from.pattern.clone(),
    }
}

/// The parts of an act, whatever it is.
struct What<'a> {
    deed: &'a str,
    label: &'a str,
    at: Option<WindowPoint>,
    to: Option<WindowPoint>,
    find: Option<Find>,
}

impl<'a> What<'a> {
    fn of(act: &'a Act) -> Self {
        let plain = |label| Self {
            deed: act.word(),
            label,
            at: None,
            to: None,
            find: None,
        };
        let touched = |deed, target: &'a Target| Self {
            deed,
            label: &target.label,
            at: target.at,
            to: None,
            find: Some(target.find),
        };
        let stroked = |label, stroke: &Option<(WindowPoint, WindowPoint)>| Self {
            at: stroke.map(|(from, _)| from),
            to: stroke.map(|(_, to)| to),
            ..plain(label)
        };
        match act {
            Act::Launch { app } => plain(app),
            Act::WaitFor { text } | Act::Type { text } | Act::Check { text, .. } | Act::Remember { text } => {
                plain(text)
            }
            Act::Touch { target, .. } => touched(act.word(), target),
            Act::Answer { target, .. } => touched("answer", target),
            Act::Back { at } => Self {
                deed: "back",
                at: *at,
                ..plain("")
            },
            Act::Scroll { until, stroke, .. } => stroked(until, stroke),
            Act::Swipe { stroke, .. } => stroked("", stroke),
            Act::Drag { label, stroke } => stroked(label, stroke),
            Act::PressKey { key } => plain(key),
            Act::OpenUrl { url } => plain(url),
            Act::Other { label, .. } => plain(label),
            Act::PressHome | Act::Shake | Act::Screenshot => plain(""),
        }
    }
}
