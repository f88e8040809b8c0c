//! The graph while it is being built.

use std::collections::{BTreeSet, HashMap};

use skillc_records::{ActionRef, FrameRef, SessionId, WindowPoint, WindowSize};
use skillc_screens::Fingerprint;

use crate::bypass::bypass;
use crate::classify::{Start, edge_kind};
use crate::dialog;
use crate::evidence::{Acquaintance, SeenScreen, TabTouch};
use crate::graph::{
    Cut, Deed, DialogExit, Disagreement, Edge, EdgeKind, Entry, NavigationGraph, Observation, Screen, ScreenIndex,
    Unchanged,
};
use crate::landmark::landmark;
use crate::likeness::{KnownScreens, are_twins};
use crate::scroll::{PageEnd, Viewports};
use crate::skip::SkipList;
use crate::touched::{Target, leads_back};

/// The value of an edge when it is first walked.
const FIRST_Q: f64 = 1.0;
/// What an edge that found something new gains.
const NEW_GAIN: f64 = 1.0;
/// What is left of the value of an edge that found something known.
const REVISITED_FACTOR: f64 = 0.9;
/// Two touches without a name are the same deed if they are nearer than this, exclusive. Points.
const SAME_TOUCH: f64 = 30.0;

/// The graph while it is being built, with what is needed to find things in it.
#[derive(Debug)]
pub(crate) struct Draft<'s> {
    pub(crate) graph: NavigationGraph,
    pub(crate) viewports: Vec<Viewports>,
    known: KnownScreens,
    by_fingerprint: HashMap<Fingerprint, ScreenIndex>,
    leaving: Vec<Vec<usize>>,
    unchanged: Vec<Vec<usize>>,
    /// Screens that were reached without an edge that the skip list cuts.
    allowed: Vec<bool>,
    skip: &'s SkipList,
}

/// One way that was walked.
#[derive(Debug)]
pub(crate) struct Way {
    pub(crate) from: ScreenIndex,
    pub(crate) to: ScreenIndex,
    pub(crate) found_new: bool,
    pub(crate) deed: Deed,
    pub(crate) target: Target,
    pub(crate) tab: Option<TabTouch>,
    pub(crate) observation: Observation,
}

impl<'s> Draft<'s> {
    pub(crate) fn new(skip: &'s SkipList) -> Self {
        Self {
            graph: NavigationGraph::default(),
            viewports: Vec::new(),
            known: KnownScreens::default(),
            by_fingerprint: HashMap::new(),
            leaving: Vec::new(),
            unchanged: Vec::new(),
            allowed: Vec::new(),
            skip,
        }
    }

    /// The known screen that `seen` is. A screen with the same hash is the same even if its title differs, for the title is whatever
    /// stands in the header band, which scrolling changes; but twins are two.
    pub(crate) fn find(&mut self, seen: &SeenScreen) -> Option<ScreenIndex> {
        if seen.known == Acquaintance::Named {
            return None;
        }
        let alike = self.known.find(&seen.identity, seen.visual).map(ScreenIndex);
        alike.or_else(|| {
            let known = *self.by_fingerprint.get(&seen.identity.fingerprint)?;
            let screen = &self.graph.screens[known.get()];
            let twins = are_twins((&screen.identity, &screen.points), (&seen.identity, &seen.points));
            (!twins).then_some(known)
        })
    }

    /// `seen` is a viewport of `screen` further down: whoever comes back to it is there.
    pub(crate) fn is_also(&mut self, screen: ScreenIndex, seen: &SeenScreen) {
        let fingerprint = seen.identity.fingerprint.clone();
        self.by_fingerprint.entry(fingerprint).or_insert(screen);
    }

    /// The screen that `seen` is, added at `depth` if it is new, and whether it is.
    pub(crate) fn arrive(
        &mut self,
        session: &SessionId,
        window: WindowSize,
        seen: &SeenScreen,
        depth: u32,
        allowed: bool,
    ) -> (ScreenIndex, bool) {
        if let Some(known) = self.find(seen) {
            self.graph.screens[known.get()].times_seen += 1;
            return (known, false);
        }
        let index = ScreenIndex(u32::try_from(self.graph.screens.len()).unwrap_or(u32::MAX));
        if seen.known == Acquaintance::Named {
            self.known.add_unlike(&seen.identity);
        } else {
            self.known.add(&seen.identity, seen.visual);
            let fingerprint = seen.identity.fingerprint.clone();
            self.by_fingerprint.entry(fingerprint).or_insert(index);
        }
        self.viewports.push(Viewports::new(seen));
        self.leaving.push(Vec::new());
        self.unchanged.push(Vec::new());
        self.allowed.push(allowed);
        self.graph.screens.push(Screen {
            identity: seen.identity.clone(),
            points: seen.points.clone(),
            window,
            first_seen: FrameRef {
                session: session.clone(),
                frame: seen.frame,
            },
            times_seen: 1,
            depth,
            page_end: PageEnd::Unseen,
            known: seen.known,
            reachable: false,
            dialog: None,
            last_deeds: Vec::new(),
        });
        (index, true)
    }

    /// Whether the screen was reached without a cut edge.
    pub(crate) fn is_allowed(&self, screen: ScreenIndex) -> bool {
        self.allowed[screen.get()]
    }

    /// Whether the skip list forbids the deed.
    pub(crate) fn forbids(&self, deed: &Deed, target: &Target) -> bool {
        self.skip.forbids(deed, &target.text, &target.label).is_some()
    }

    /// The app opened on `entry.screen`.
    pub(crate) fn enter(&mut self, entry: Entry) {
        match self.graph.entries.iter_mut().find(|known| known.screen == entry.screen) {
            Some(known) => known.times_seen += 1,
            None => self.graph.entries.push(entry),
        }
    }

    /// A way was walked: it becomes an edge, or another time that a known edge was seen.
    pub(crate) fn walked(&mut self, way: Way, window: WindowSize) {
        let Way {
            from,
            to,
            found_new,
            deed,
            target,
            tab,
            observation,
        } = way;
        // A row that a pattern names is one way, whichever of its texts was touched.
        let one_row = |edge: &Edge| edge.pattern.is_some() && edge.pattern == target.pattern;
        let same = |edge: &Edge| {
            edge.to == to
                && edge.deed == deed
                && edge.label == target.label
                && (edge.element_text == target.text || one_row(edge))
        };
        let known = self.leaving[from.get()]
            .iter()
            .copied()
            .find(|&edge| same(&self.graph.edges[edge]));
        let edge = known.unwrap_or_else(|| {
            let cut = self.skip.forbids(&deed, &target.text, &target.label);
            let cut = cut.map(|pattern| Cut {
                pattern: pattern.clone(),
            });
            let screen = &self.graph.screens[from.get()];
            let start = Start {
                screen: screen.identity.kind,
                points: &screen.points,
                window,
                at: observation.at,
            };
            let kind = if from == to {
                EdgeKind::Same
            } else {
                edge_kind(start, &deed, &target.text, tab.as_ref())
            };
            let edge = self.graph.edges.len();
            self.leaving[from.get()].push(edge);
            self.graph.edges.push(Edge {
                from,
                to,
                deed,
                element_text: target.text,
                label: target.label,
                pattern: target.pattern,
                tab,
                kind,
                observations: Vec::new(),
                disagreements: Vec::new(),
                cut,
                q: FIRST_Q,
            });
            edge
        });
        let edge = &mut self.graph.edges[edge];
        edge.observations.push(observation);
        edge.q = if found_new {
            edge.q + NEW_GAIN
        } else {
            edge.q * REVISITED_FACTOR
        };
        let open = edge.cut.is_none() && self.allowed[from.get()];
        if open && !self.allowed[to.get()] {
            // Until now only a cut edge led here: the live explorer would find it here first.
            self.allowed[to.get()] = true;
            self.graph.screens[to.get()].depth = self.graph.screens[from.get()].depth + 1;
        }
    }

    /// A deed changed nothing.
    pub(crate) fn changed_nothing(
        &mut self,
        screen: ScreenIndex,
        deed: &Deed,
        label: &str,
        at: Option<WindowPoint>,
        action: ActionRef,
    ) {
        let last = self.leaving[screen.get()]
            .iter()
            .rev()
            .copied()
            .find(|&edge| self.graph.edges[edge].label == label);
        if let Some(edge) = last {
            self.graph.edges[edge].q = 0.0;
        }
        let same = |known: &Unchanged| known.deed == *deed && is_same_target((&known.label, known.at), (label, at));
        let known = self.unchanged[screen.get()]
            .iter()
            .copied()
            .find(|&place| same(&self.graph.unchanged[place]));
        match known {
            Some(place) => self.graph.unchanged[place].actions.push(action),
            None => {
                self.unchanged[screen.get()].push(self.graph.unchanged.len());
                self.graph.unchanged.push(Unchanged {
                    screen,
                    deed: deed.clone(),
                    label: label.to_owned(),
                    at,
                    actions: vec![action],
                });
            }
        }
    }

    /// The graph, with what can only be said at the end.
    pub(crate) fn finish(mut self) -> NavigationGraph {
        let dialogs: Vec<Option<DialogExit>> = (0..self.graph.screens.len()).map(|place| self.dialog(place)).collect();
        for (place, (screen, dialog)) in self.graph.screens.iter_mut().zip(dialogs).enumerate() {
            screen.page_end = self.viewports[place].page_end();
            screen.dialog = dialog;
        }
        bypass(&mut self.graph, |a, b| {
            a.deed == b.deed && is_same_target(target_of(a), target_of(b))
        });
        for leaving in &mut self.leaving {
            leaving.clear();
        }
        for (place, edge) in self.graph.edges.iter().enumerate() {
            self.leaving[edge.from.get()].push(place);
        }
        let open = self.reach(|edge| edge.cut.is_none());
        let all = self.reach(|_| true);
        for (place, screen) in self.graph.screens.iter_mut().enumerate() {
            screen.reachable = open.contains(&place);
        }
        self.graph.unreachable = all
            .difference(&open)
            .filter_map(|&place| u32::try_from(place).ok().map(ScreenIndex))
            .collect();
        self.compare_sessions();
        self.graph
    }

    /// The only way out of the screen at `place`, if it looks like a dialog that came up by itself.
    fn dialog(&self, place: usize) -> Option<DialogExit> {
        let screen = &self.graph.screens[place];
        if screen.known != Acquaintance::Seen {
            return None;
        }
        let edges = &self.graph.edges;
        let leaving = self.leaving[place].iter().map(|&edge| &edges[edge]);
        let exit = dialog::exit(&screen.points, leaving.filter(|edge| edge.cut.is_none()), |edge| {
            &self.graph.screen(edge.to).points
        })?;
        let asked_for = |edge: &Edge| edge.to.get() == place && (edge.deed.enters() || edge.deed == Deed::LongPress);
        let trigger = landmark(&screen.points.points, std::slice::from_ref(&exit.answer))?;
        let elsewhere = |other: &Screen| !dialog::is_like(&other.points) && dialog::bears(&other.points, trigger);
        (!edges.iter().any(asked_for) && !self.graph.screens.iter().any(elsewhere)).then_some(exit)
    }

    fn reach(&self, follows: impl Fn(&Edge) -> bool) -> BTreeSet<usize> {
        let mut reached: BTreeSet<usize> = self.graph.entries.iter().map(|entry| entry.screen.get()).collect();
        let mut open: Vec<usize> = reached.iter().copied().collect();
        while let Some(place) = open.pop() {
            for edge in self.leaving[place]
                .iter()
                .map(|&edge| &self.graph.edges[edge])
                .filter(|edge| follows(edge))
            {
                if reached.insert(edge.to.get()) {
                    open.push(edge.to.get());
                }
            }
        }
        reached
    }

    /// Finds the edges whose deed led elsewhere at another time. Ways back lead wherever one came from, so they never disagree.
    fn compare_sessions(&mut self) {
        for place in 0..self.graph.screens.len() {
            let leaving = &self.leaving[place];
            for &edge in leaving {
                let this = &self.graph.edges[edge];
                if goes_back(this) {
                    continue;
                }
                let others = leaving.iter().map(|&other| &self.graph.edges[other]).filter(|other| {
                    other.to != this.to && other.deed == this.deed && is_same_target(target_of(other), target_of(this))
                });
                let mut disagreements: Vec<Disagreement> = others
                    .flat_map(|other| {
                        let to = Some(other.to).filter(|&to| to != other.from);
                        other.observations.iter().map(move |seen| Disagreement {
                            action: seen.action.clone(),
                            to,
                        })
                    })
                    .collect();
                let unchanged = self.unchanged[place]
                    .iter()
                    .map(|&unchanged| &self.graph.unchanged[unchanged]);
                let nowhere = unchanged.filter(|unchanged| {
                    unchanged.deed == this.deed && is_same_target((&unchanged.label, unchanged.at), target_of(this))
                });
                disagreements.extend(
                    nowhere
                        .flat_map(|unchanged| &unchanged.actions)
                        .map(|action| Disagreement {
                            action: action.clone(),
                            to: None,
                        }),
                );
                disagreements.sort_by(|a, b| a.action.cmp(&b.action));
                self.graph.edges[edge].disagreements = disagreements;
            }
        }
    }
}

fn goes_back(edge: &Edge) -> bool {
    edge.deed == Deed::Back || matches!(edge.kind, EdgeKind::Modal | EdgeKind::Same) || leads_back(&edge.element_text)
}

fn target_of(edge: &Edge) -> (&str, Option<WindowPoint>) {
    (&edge.label, edge.observations.first().and_then(|seen| seen.at))
}

/// Whether two targets are the same: the same name, or without names nearly the same place.
fn is_same_target(a: (&str, Option<WindowPoint>), b: (&str, Option<WindowPoint>)) -> bool {
    if !a.0.is_empty() || !b.0.is_empty() {
        return a.0 == b.0;
    }
    matches!((a.1, b.1), (Some(a), Some(b)) if a.distance(b) < SAME_TOUCH)
}
