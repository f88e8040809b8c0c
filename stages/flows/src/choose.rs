//! Which flows an app has.
//!
//! One flow for each interesting path from where the app opens, over the edges that the skip list leaves. Screens that only cut edges
//! lead to are none: a live explorer under that list never sees them. If the app opened at different screens, the paths from the
//! first of them come first, and only leaves that it doesn't reach get a path from another. With fewer than two paths there is one
//! flow for the whole, named after the goal of the recording.
//!
//! Source: reference on mirroir's semantics, §11 (paths), §13 (bundle).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use skillc_graph::routes::Routes;
use skillc_graph::{DismissalCause, Edge, Entry, NavigationGraph, landmark};

use crate::flow::{Arrival, Flow, FlowScreen, Obstacle, Way};
use crate::name::path_name;

/// What the choice depends on besides the graph.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FlowPolicy {
    /// What the recording was for, if all sessions say the same.
    pub goal: Option<String>,
    /// Labels that are no landmarks.
    pub excluded_labels: Vec<String>,
}

/// The flows of an app, deepest first, ties by first discovery. None if the app was never seen.
pub fn flows(graph: &NavigationGraph, policy: &FlowPolicy) -> Vec<Flow> {
    let edges: Vec<&Edge> = graph.open_edges().collect();
    let depths = graph
        .screens
        .iter()
        .map(|screen| screen.reachable.then_some(screen.depth))
        .collect();
    let routes = Routes::new(
        depths,
        edges.iter().map(|edge| (edge.from.get(), edge.to.get())).collect(),
    );
    let mut paths: Vec<(&Entry, Vec<&Edge>)> = Vec::new();
    let mut ends: BTreeSet<usize> = BTreeSet::new();
    for entry in &graph.entries {
        for path in routes.interesting(entry.screen.get()) {
            let path: Vec<&Edge> = path.into_iter().map(|edge| edges[edge]).collect();
            let end = path.last().map_or(entry.screen, |edge| edge.to);
            if ends.insert(end.get()) {
                paths.push((entry, path));
            }
        }
    }
    match (paths.as_slice(), graph.entries.first()) {
        ([] | [_], Some(root)) => {
            let (entry, path) = paths.pop().unwrap_or((root, Vec::new()));
            vec![flow(graph, policy.goal.clone().unwrap_or_default(), entry, &path)]
        }
        _ => paths
            .into_iter()
            .map(|(entry, path)| flow(graph, name(graph, &path, policy), entry, &path))
            .collect(),
    }
}

fn name(graph: &NavigationGraph, path: &[&Edge], policy: &FlowPolicy) -> String {
    let last = path.last().map(|edge| graph.screen(edge.to));
    let landmark = last.and_then(|screen| landmark(&screen.points.points, &policy.excluded_labels));
    path_name(path.iter().map(|edge| edge.label.as_str()), landmark)
}

fn flow(graph: &NavigationGraph, name: String, entry: &Entry, path: &[&Edge]) -> Flow {
    let screen = |index| FlowScreen {
        index,
        screen: graph.screen(index).clone(),
        arrival: Arrival::Opens(entry.clone()),
    };
    let mut screens = vec![screen(entry.screen)];
    screens.extend(path.iter().map(|edge| FlowScreen {
        arrival: Arrival::By(way(edge)),
        ..screen(edge.to)
    }));
    let last_deeds = screens
        .last()
        .map(|last| last.screen.last_deeds.clone())
        .unwrap_or_default();
    let obstacles = obstacles(graph, &screens);
    Flow {
        name,
        screens,
        last_deeds,
        obstacles,
    }
}

/// What may get in the way anywhere in the app: what was dismissed, and dialogs that the flow doesn't pass itself.
fn obstacles(graph: &NavigationGraph, passed: &[FlowScreen]) -> Vec<Obstacle> {
    let met = graph.interruptions().into_iter().map(|met| Obstacle {
        cause: met.dismissal.cause,
        trigger: met.dismissal.trigger.clone(),
        answer: met.dismissal.answer.clone(),
        at: met.at,
        action: met.action.clone(),
        frame: met.frame.clone(),
    });
    let mut obstacles: Vec<Obstacle> = met.collect();
    let entered = |place: usize| graph.entries.iter().any(|entry| entry.screen.get() == place);
    for (place, screen) in graph.screens.iter().enumerate() {
        let passes = passed.iter().any(|passed| passed.index.get() == place);
        let Some(exit) = screen
            .dialog
            .as_ref()
            .filter(|_| !passes && !entered(place) && screen.reachable)
        else {
            continue;
        };
        let Some(trigger) = landmark(&screen.points.points, std::slice::from_ref(&exit.answer)) else {
            continue;
        };
        if !obstacles.iter().any(|known| known.trigger == trigger) {
            obstacles.push(Obstacle {
                cause: DismissalCause::Dialog,
                trigger: trigger.to_owned(),
                answer: exit.answer.clone(),
                at: exit.at,
                action: exit.action.clone(),
                frame: Some(screen.first_seen.clone()),
            });
        }
    }
    obstacles
}

fn way(edge: &Edge) -> Way {
    let needs_least = edge
        .observations
        .iter()
        .min_by_key(|seen| (seen.preparations.len(), seen.scrolls.len()));
    Way {
        deed: edge.deed.clone(),
        element_text: edge.element_text.clone(),
        label: edge.label.clone(),
        pattern: edge.pattern.clone(),
        tab: edge.tab.clone(),
        kind: edge.kind,
        seen: needs_least.unwrap_or(edge.first()).clone(),
        times_seen: u32::try_from(edge.observations.len()).unwrap_or(u32::MAX),
        disagreements: edge.disagreements.clone(),
    }
}
