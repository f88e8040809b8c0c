//! Which screens the skip list puts out of reach, and which of its patterns does.
//!
//! A cut edge loses the screen that it leads to and everything behind that which no open edge leads to. A screen may lie behind
//! several cuts; each is named, because taking one away may be enough.

use std::collections::BTreeSet;

use skillc_graph::{Edge, NavigationGraph};

use crate::build::screen_model;
use crate::model::{LostBehind, LostScreen};

/// The screens that are out of reach, in the order in which they were first seen.
pub fn lost(graph: &NavigationGraph) -> Vec<LostScreen> {
    let unreachable: BTreeSet<usize> = graph.unreachable.iter().map(|index| index.get()).collect();
    let gates = graph
        .edges
        .iter()
        .filter(|edge| !unreachable.contains(&edge.from.get()) && unreachable.contains(&edge.to.get()));
    let behind: Vec<(&Edge, BTreeSet<usize>)> = gates
        .filter(|edge| edge.cut.is_some())
        .map(|edge| (edge, closure(graph, edge.to.get(), &unreachable)))
        .collect();
    let screen = |&place: &usize| {
        let cuts = behind
            .iter()
            .filter(|(_, lost)| lost.contains(&place))
            .filter_map(|(edge, _)| cut(edge));
        LostScreen {
            screen: screen_model(&graph.screens[place]),
            cuts: cuts.collect(),
        }
    };
    unreachable.iter().map(screen).collect()
}

fn cut(edge: &Edge) -> Option<LostBehind> {
    let cut = edge.cut.as_ref()?;
    let seen = edge.observations.first()?;
    Some(LostBehind {
        pattern: cut.pattern.clone(),
        label: edge.label.clone(),
        action: seen.action.clone(),
        before: seen.before.clone(),
    })
}

/// What can be reached from `start` without leaving `within`, over all edges.
fn closure(graph: &NavigationGraph, start: usize, within: &BTreeSet<usize>) -> BTreeSet<usize> {
    let mut reached = BTreeSet::from([start]);
    let mut open = vec![start];
    while let Some(place) = open.pop() {
        for edge in graph.edges.iter().filter(|edge| edge.from.get() == place) {
            let to = edge.to.get();
            if within.contains(&to) && reached.insert(to) {
                open.push(to);
            }
        }
    }
    reached
}
