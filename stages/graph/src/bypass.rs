//! Dialogs that came up on the way.
//!
//! A screen that looks like a dialog may be one of the app. It is one that only came up when either the same answer led to different
//! screens, for it leads to whatever was underneath, or the deed that it came after leads elsewhere at other times. Its way in and its
//! way out then belong together only as they were walked: joined in any other way they are a short cut that the app doesn't have. So
//! each way in becomes the way to where the answer led, with the dialog as an obstacle on it.

use std::collections::BTreeMap;

use skillc_records::{ActionRef, SessionId};

use crate::evidence::{Acquaintance, Dismissal, DismissalCause};
use crate::graph::{Deed, DialogExit, Edge, EdgeKind, Interruption, NavigationGraph, Observation, ScreenIndex};
use crate::landmark::landmark;

/// Walks around every screen that turns out to be a dialog that only came up. `same` says whether two edges are the same deed on the
/// same target.
pub(crate) fn bypass(graph: &mut NavigationGraph, same: impl Fn(&Edge, &Edge) -> bool) {
    for place in 0..graph.screens.len() {
        let dialog = ScreenIndex(u32::try_from(place).unwrap_or(u32::MAX));
        let screen = &graph.screens[place];
        let Some(exit) = screen.dialog.clone().filter(|_| screen.known == Acquaintance::Seen) else {
            continue;
        };
        if came_up(graph, dialog, &same) {
            around(graph, dialog, &exit, &same);
        }
    }
}

fn into(edge: &Edge, dialog: ScreenIndex) -> bool {
    edge.to == dialog && edge.from != dialog && edge.cut.is_none()
}

fn out_of(edge: &Edge, dialog: ScreenIndex) -> bool {
    edge.from == dialog && edge.to != dialog && edge.cut.is_none()
}

fn came_up(graph: &NavigationGraph, dialog: ScreenIndex, same: impl Fn(&Edge, &Edge) -> bool) -> bool {
    let mut ways_out = graph.edges.iter().filter(|edge| out_of(edge, dialog));
    // Who typed something first has filled in a form.
    if ways_out
        .clone()
        .any(|way| way.observations.iter().any(|seen| !seen.preparations.is_empty()))
    {
        return false;
    }
    let first = ways_out.next().map(|way| way.to);
    let differs = ways_out.any(|way| Some(way.to) != first);
    let ways_in = || graph.edges.iter().filter(|edge| into(edge, dialog));
    differs || ways_in().any(|way| leads_elsewhere(graph, way, &same))
}

/// Whether the deed of `way` leads to another screen at other times.
fn leads_elsewhere(graph: &NavigationGraph, way: &Edge, same: impl Fn(&Edge, &Edge) -> bool) -> bool {
    let others = graph
        .edges
        .iter()
        .filter(|other| other.from == way.from && other.to != way.to);
    way.deed != Deed::Back
        && others
            .filter(|other| other.to != other.from)
            .any(|other| same(way, other))
}

/// Makes each way into `dialog` the way to where its answer led that time.
fn around(graph: &mut NavigationGraph, dialog: ScreenIndex, exit: &DialogExit, same: impl Fn(&Edge, &Edge) -> bool) {
    let points = &graph.screens[dialog.get()].points.points;
    let Some(trigger) = landmark(points, std::slice::from_ref(&exit.answer)).map(ToOwned::to_owned) else {
        return;
    };
    let answers = answers(graph, dialog);
    let old = std::mem::take(&mut graph.edges);
    let ways_on: Vec<bool> = old
        .iter()
        .map(|edge| {
            into(edge, dialog)
                && old
                    .iter()
                    .any(|other| other.from == edge.from && other.to != dialog && same(edge, other))
        })
        .collect();
    let mut edges: Vec<Edge> = Vec::with_capacity(old.len());
    for (edge, leads_on) in old.into_iter().zip(ways_on) {
        if !into(&edge, dialog) {
            edges.push(edge);
            continue;
        }
        let mut unanswered = Vec::new();
        for seen in edge.observations.clone() {
            match answers.get(&seen.action) {
                Some((to, answer)) => {
                    let met = Interruption {
                        dismissal: Dismissal {
                            cause: DismissalCause::Dialog,
                            trigger: trigger.clone(),
                            answer: exit.answer.clone(),
                        },
                        action: answer.action.clone(),
                        frame: answer.before.clone(),
                        at: answer.at,
                    };
                    join(&mut edges, &edge, *to, bridged(seen, met, answer), &same);
                }
                None => unanswered.push(seen),
            }
        }
        // Where nobody answered it, it says nothing about a deed that is known to lead on.
        if !unanswered.is_empty() && !leads_on {
            edges.push(Edge {
                observations: unanswered,
                ..edge
            });
        }
    }
    let is_entered = graph.entries.iter().any(|entry| entry.screen == dialog);
    if !is_entered && !edges.iter().any(|edge| into(edge, dialog)) {
        edges.retain(|edge| !out_of(edge, dialog));
    }
    graph.edges = edges;
}

/// By the action that brought the dialog up, where its answer led and how.
fn answers(graph: &NavigationGraph, dialog: ScreenIndex) -> BTreeMap<ActionRef, (ScreenIndex, Observation)> {
    // What happened to the dialog in each session, in order.
    let mut events: BTreeMap<&SessionId, Vec<(&Observation, Option<ScreenIndex>)>> = BTreeMap::new();
    for edge in &graph.edges {
        let to = if into(edge, dialog) {
            None
        } else if out_of(edge, dialog) {
            Some(edge.to)
        } else {
            continue;
        };
        for seen in &edge.observations {
            events.entry(&seen.action.session).or_default().push((seen, to));
        }
    }
    let mut answers = BTreeMap::new();
    for mut events in events.into_values() {
        events.sort_by_key(|(seen, _)| seen.action.action);
        for pair in events.windows(2) {
            if let [(came, None), (answered, Some(to))] = pair {
                answers.insert(came.action.clone(), (*to, (*answered).clone()));
            }
        }
    }
    answers
}

/// The observation of a deed whose result stood once the dialog was answered.
fn bridged(seen: Observation, met: Interruption, answer: &Observation) -> Observation {
    let mut interruptions = seen.interruptions;
    interruptions.push(met);
    interruptions.extend(answer.interruptions.iter().cloned());
    Observation {
        after: answer.after.clone(),
        doubt: answer.doubt.clone(),
        interruptions,
        ..seen
    }
}

/// Adds `seen` to the edge that does what `way` does and leads to `to`, or makes that edge in its place.
fn join(edges: &mut Vec<Edge>, way: &Edge, to: ScreenIndex, seen: Observation, same: impl Fn(&Edge, &Edge) -> bool) {
    // Answered and back where it began: the deed led nowhere.
    if to == way.from {
        return;
    }
    let known = edges
        .iter_mut()
        .find(|edge| edge.from == way.from && edge.to == to && same(edge, way));
    match known {
        Some(known) => {
            known.observations.push(seen);
            known.observations.sort_by(|a, b| a.action.cmp(&b.action));
        }
        None => edges.push(Edge {
            to,
            kind: if way.kind == EdgeKind::Same {
                EdgeKind::Push
            } else {
                way.kind
            },
            observations: vec![seen],
            ..way.clone()
        }),
    }
}
