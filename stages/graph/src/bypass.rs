//! Dialogs that came up on the way.
//!
//! A screen that looks like a dialog may be one of the app. It is one that only came up when either the same answer led to different
//! screens, for it leads to whatever was underneath, or the deed that it came after leads elsewhere at other times, or that deed leads
//! from other screens to where the answer led, or it was an obstacle on some other way. Its way in and its way out then belong
//! together only as they were walked: joined in any other way they are a short cut that the app doesn't have. So each way in becomes
//! the way to where the answer led, with the dialog as an obstacle on it. Where nobody answered it, the deed led nowhere.

use std::collections::BTreeMap;

use skillc_records::{ActionRef, SessionId};

use crate::dialog;
use crate::evidence::{Acquaintance, Dismissal, DismissalCause};
use crate::graph::{Deed, Edge, Interruption, NavigationGraph, Observation, ScreenIndex};
use crate::landmark::landmark;

/// Walks around every screen that turns out to be a dialog that only came up. `same` says whether two edges are the same deed on the
/// same target.
pub(crate) fn bypass(graph: &mut NavigationGraph, same: impl Fn(&Edge, &Edge) -> bool) {
    for place in 0..graph.screens.len() {
        // A quick look first: the others go over all edges.
        if !dialog::is_like(&graph.screens[place].points) {
            continue;
        }
        let dialog = ScreenIndex(u32::try_from(place).unwrap_or(u32::MAX));
        if was_met(graph, dialog) || looks_like(graph, dialog) && came_up(graph, dialog, &same) {
            around(graph, dialog, &same);
        }
    }
}

/// Whether a screen is a dialog that was an obstacle on some way.
fn was_met(graph: &NavigationGraph, dialog: ScreenIndex) -> bool {
    let screen = &graph.screens[dialog.get()];
    let is_it = |met: &Dismissal| {
        met.cause == DismissalCause::Dialog
            && dialog::shows(&screen.points, &met.answer)
            && landmark(&screen.points.points, std::slice::from_ref(&met.answer)) == Some(met.trigger.as_str())
    };
    screen.known == Acquaintance::Seen && graph.interruptions().into_iter().any(|met| is_it(&met.dismissal))
}

/// Whether somebody saw a screen that looks like a dialog and left it by its own answers alone, as [`dialog::exit`] has it of one
/// answer.
fn looks_like(graph: &NavigationGraph, dialog: ScreenIndex) -> bool {
    let screen = &graph.screens[dialog.get()];
    let answers = |way: &Edge| {
        let plain = way.observations.iter().all(|seen| seen.preparations.is_empty());
        let trigger = landmark(&screen.points.points, std::slice::from_ref(&way.element_text));
        let stays = trigger.is_some_and(|trigger| dialog::bears(&graph.screen(way.to).points, trigger));
        plain && !stays && way.deed.touches() && dialog::shows(&screen.points, &way.element_text)
    };
    let looked_for = graph.edges.iter().any(|way| into(way, dialog) && way.deed.enters());
    let mut ways_out = graph.edges.iter().filter(|edge| out_of(edge, dialog)).peekable();
    screen.known == Acquaintance::Seen && !looked_for && ways_out.peek().is_some() && ways_out.all(answers)
}

fn into(edge: &Edge, dialog: ScreenIndex) -> bool {
    edge.to == dialog && edge.from != dialog && edge.cut.is_none()
}

fn out_of(edge: &Edge, dialog: ScreenIndex) -> bool {
    edge.from == dialog && edge.to != dialog && edge.cut.is_none()
}

fn came_up(graph: &NavigationGraph, dialog: ScreenIndex, same: impl Fn(&Edge, &Edge) -> bool) -> bool {
    let ways_out = || graph.edges.iter().filter(|edge| out_of(edge, dialog));
    let differs =
        ways_out().any(|way| leads_elsewhere(graph, way, |a, b| a.deed == b.deed && a.element_text == b.element_text));
    let came_between = |way: &Edge| {
        leads_elsewhere(graph, way, &same) || ways_out().any(|answer| leads_where(graph, way, answer.to, &same))
    };
    differs || graph.edges.iter().filter(|edge| into(edge, dialog)).any(came_between)
}

/// Whether the deed of `way` leads from some other screen to `after`, which stood once the dialog was answered.
fn leads_where(graph: &NavigationGraph, way: &Edge, after: ScreenIndex, same: impl Fn(&Edge, &Edge) -> bool) -> bool {
    let mut others = graph
        .edges
        .iter()
        .filter(|other| other.to == after && other.from != way.to);
    !way.label.is_empty() && way.deed != Deed::Back && others.any(|other| same(way, other))
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
fn around(graph: &mut NavigationGraph, dialog: ScreenIndex, same: impl Fn(&Edge, &Edge) -> bool) {
    let answers = answers(graph, dialog);
    let old = std::mem::take(&mut graph.edges);
    let mut edges: Vec<Edge> = Vec::with_capacity(old.len());
    for mut edge in old {
        if !into(&edge, dialog) {
            edges.push(edge);
            continue;
        }
        // Where nobody answered it, nothing is known of where the deed leads.
        for seen in std::mem::take(&mut edge.observations) {
            if let Some(answer) = answers.get(&seen.action) {
                join(&mut edges, &edge, answer.to, bridged(seen, answer), &same);
            }
        }
    }
    let is_entered = graph.entries.iter().any(|entry| entry.screen == dialog);
    if !is_entered && !edges.iter().any(|edge| into(edge, dialog)) {
        edges.retain(|edge| !out_of(edge, dialog));
    }
    graph.edges = edges;
}

/// How a dialog was answered.
struct Answered {
    /// Where that led.
    to: ScreenIndex,
    /// The answer as an obstacle on the way.
    met: Interruption,
    /// The answer itself.
    seen: Observation,
}

/// By the action that brought the dialog up, how it was answered.
fn answers(graph: &NavigationGraph, dialog: ScreenIndex) -> BTreeMap<ActionRef, Answered> {
    let points = &graph.screens[dialog.get()].points.points;
    // What happened to the dialog in each session, in order: it came, or it was left along an edge.
    let mut events: BTreeMap<&SessionId, Vec<(&Observation, Option<&Edge>)>> = BTreeMap::new();
    for edge in &graph.edges {
        let left = out_of(edge, dialog).then_some(edge);
        if left.is_some() || into(edge, dialog) {
            for seen in &edge.observations {
                events.entry(&seen.action.session).or_default().push((seen, left));
            }
        }
    }
    let mut answers = BTreeMap::new();
    for mut events in events.into_values() {
        events.sort_by_key(|(seen, _)| seen.action.action);
        for pair in events.windows(2) {
            let [(came, None), (seen, Some(edge))] = pair else {
                continue;
            };
            let answer = edge.element_text.clone();
            let trigger = landmark(points, std::slice::from_ref(&answer))
                .unwrap_or_default()
                .to_owned();
            let met = Interruption {
                dismissal: Dismissal {
                    cause: DismissalCause::Dialog,
                    trigger,
                    answer,
                },
                action: seen.action.clone(),
                frame: seen.before.clone(),
                at: seen.at,
            };
            let seen = (*seen).clone();
            answers.insert(came.action.clone(), Answered { to: edge.to, met, seen });
        }
    }
    answers
}

/// The observation of a deed whose result stood once the dialog was answered.
fn bridged(seen: Observation, answer: &Answered) -> Observation {
    let mut interruptions = seen.interruptions;
    interruptions.push(answer.met.clone());
    interruptions.extend(answer.seen.interruptions.iter().cloned());
    Observation {
        after: answer.seen.after.clone(),
        doubt: answer.seen.doubt.clone(),
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
            observations: vec![seen],
            ..way.clone()
        }),
    }
}
