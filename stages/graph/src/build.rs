//! The walk over the evidence.
//!
//! A session opens the app somewhere, and every action that shows another screen is a way from one screen to the next. What an action
//! led to is what stood after the obstacles that came up were dismissed: dismissals are no ways, but the way remembers them. Strokes
//! that only scroll stay on the screen, and so does typing; typed text, checks and notes stay with the screen and go along with the way
//! that leaves it.
//! Waiting is no action. Going home in order to start again is none either.
//!
//! Source: reference on mirroir's semantics, §11. Recording offline adds what the live explorer never sees: sessions after one
//! another, dismissals, and screens that change without an action.

use skillc_records::{ActionKind, ActionRef, FrameRef};
use skillc_settle::Doubt;

use crate::dialog;
use crate::draft::{Draft, Way};
use crate::evidence::{Acquaintance, Dismissal, DismissalCause, SeenAction, SeenScreen, SessionEvidence};
use crate::graph::{
    Deed, Entry, Interruption, NavigationGraph, Observation, Preparation, ScreenIndex, Scroll, Unplaced,
};
use crate::landmark::landmark;
use crate::likeness::are_twins;
use crate::scroll::Stroke;
use crate::skip::SkipList;
use crate::touched::{self, Target, deed, lifted_at, target};

/// The word of an action that stands for a move that nobody recorded: imported graphs know what leads where, but not how the
/// explorer got from the end of one edge to the start of the next.
pub const UNRECORDED_MOVE: &str = "unrecorded_move";

/// The navigation graph of one app out of all its sessions. Sessions are read in the order of their ids, whatever order they come in.
pub fn build(sessions: &[SessionEvidence], skip: &SkipList) -> NavigationGraph {
    let mut ordered: Vec<&SessionEvidence> = sessions.iter().collect();
    ordered.sort_by(|a, b| a.session.cmp(&b.session));
    let mut graph = GraphBuilder::new(skip);
    for session in ordered {
        graph.add(session);
    }
    graph.finish()
}

/// The graph of one app while its sessions come in one by one, so that nobody has to hold all of them at once.
#[derive(Debug)]
pub struct GraphBuilder<'s> {
    draft: Draft<'s>,
}

impl<'s> GraphBuilder<'s> {
    /// A graph of no session yet.
    pub fn new(skip: &'s SkipList) -> Self {
        Self {
            draft: Draft::new(skip),
        }
    }

    /// Walks through one session. Sessions come in the order of their ids: what was seen first names things.
    pub fn add(&mut self, session: &SessionEvidence) {
        let mut walk = Walk {
            session,
            draft: &mut self.draft,
            place: Place::NotOpened,
            launch: None,
            obstacles: Vec::new(),
            done: 0,
        };
        for turn in 0..session.actions.len() {
            walk.act(turn);
        }
        walk.leave();
    }

    /// The graph of the sessions so far.
    pub fn finish(self) -> NavigationGraph {
        self.draft.finish()
    }
}

/// Where the walk is.
enum Place {
    /// The app wasn't seen since it was started.
    NotOpened,
    /// On a screen.
    On(Here),
    /// Nobody saw where the last action led; anything new is as deep as this.
    Lost(u32),
}

struct Here {
    screen: ScreenIndex,
    viewport: usize,
    /// The place of the frame in the session's screens, to know it again without comparing.
    seen: Option<u32>,
    deeds: Vec<Preparation>,
}

struct Walk<'a, 'd, 's> {
    session: &'a SessionEvidence,
    draft: &'d mut Draft<'s>,
    place: Place,
    /// The launch whose result wasn't seen yet.
    launch: Option<(ActionRef, Option<u64>)>,
    /// Obstacles that were dismissed before the app was seen.
    obstacles: Vec<Interruption>,
    /// Actions before this one are done: they answered a dialog.
    done: usize,
}

/// One action that led from one screen to another, or back to the same.
struct Walked<'w> {
    action: &'w SeenAction,
    from: ScreenIndex,
    to: ScreenIndex,
    found_new: bool,
    after: &'w SeenScreen,
    outcome: Outcome,
    preparations: Vec<Preparation>,
}

/// What stood after an action and the dismissals and waits that followed it.
struct Outcome {
    seen: Option<u32>,
    /// How many dismissals and waits followed.
    followers: usize,
    interruptions: Vec<Interruption>,
}

impl Walk<'_, '_, '_> {
    fn act(&mut self, turn: usize) {
        let action = &self.session.actions[turn];
        let name = self.action(action);
        if turn < self.done {
            return;
        }
        if action.dismissal.is_some() {
            // After an action it went along with that action's outcome.
            if matches!(self.place, Place::NotOpened) && self.launch.is_none() {
                self.obstacles.extend(self.interruption(action));
            }
            return;
        }
        match &action.kind {
            ActionKind::WaitFor => return,
            ActionKind::Launch { .. } | ActionKind::ResetApp => return self.restart(turn),
            ActionKind::PressHome if self.is_restart_next(turn) => return self.leave(),
            ActionKind::Other { value } if value == UNRECORDED_MOVE => return self.jump(action),
            _ => {}
        }
        let Some(deed) = deed(&action.kind) else { return };
        if action.failed {
            self.draft.graph.unplaced.push(Unplaced::Failed(name));
            return;
        }
        if !self.stand_before(action) {
            self.draft.graph.unplaced.push(Unplaced::NothingBefore(name));
            return;
        }
        let points = self.session.screen(action.before).map(|before| &before.points);
        let target = target(action, &deed, points);
        let mut outcome = self.outcome(turn);
        if deed.leads_on() {
            self.answer_dialog(turn, &deed, &target, &mut outcome);
        }
        self.perform(action, deed, target, outcome);
    }

    /// The app is started: what stands then is where it opens.
    fn restart(&mut self, turn: usize) {
        let action = &self.session.actions[turn];
        self.leave();
        if !matches!(action.kind, ActionKind::Launch { .. }) {
            return;
        }
        self.launch = Some((self.action(action), measured(action)));
        let mut outcome = self.outcome(turn);
        self.answer_first_dialogs(turn, &mut outcome);
        self.obstacles = outcome.interruptions;
        if let Some(seen) = outcome.seen {
            self.open(seen);
        }
    }

    /// The app is left: what was typed last stays with the screen.
    fn leave(&mut self) {
        if let Place::On(here) = std::mem::replace(&mut self.place, Place::NotOpened) {
            self.keep_deeds(here);
        }
        self.launch = None;
        self.obstacles = Vec::new();
    }

    fn keep_deeds(&mut self, here: Here) {
        let deeds = needed(here.deeds, None);
        let kept = &mut self.draft.graph.screens[here.screen.get()].last_deeds;
        if deeds.len() > kept.len() {
            *kept = deeds;
        }
    }

    fn jump(&mut self, action: &SeenAction) {
        if let Some(seen) = action.after {
            let depth = self.depth() + 1;
            self.move_to(seen, depth);
        }
    }

    fn depth(&self) -> u32 {
        match &self.place {
            Place::NotOpened => 0,
            Place::On(here) => self.draft.graph.screen(here.screen).depth,
            Place::Lost(depth) => *depth,
        }
    }

    /// Opens the app on what `seen` shows.
    fn open(&mut self, seen: u32) {
        let session = self.session;
        let Some(shown) = session.screen(Some(seen)) else {
            return;
        };
        let (screen, _) = self.draft.arrive(&session.session, session.window, shown, 0, true);
        let (launch, delay_ms) = self
            .launch
            .take()
            .map_or((None, None), |(action, delay)| (Some(action), delay));
        let interruptions = std::mem::take(&mut self.obstacles);
        self.draft.enter(Entry {
            screen,
            launch,
            frame: self.frame(shown),
            delay_ms,
            interruptions,
            times_seen: 1,
            doubt: shown.doubt.clone(),
        });
        self.stand_on(screen, seen, shown);
    }

    fn move_to(&mut self, seen: u32, depth: u32) {
        let session = self.session;
        let Some(shown) = session.screen(Some(seen)) else {
            return;
        };
        if let Place::On(here) = std::mem::replace(&mut self.place, Place::NotOpened) {
            self.keep_deeds(here);
        }
        let (screen, _) = self.draft.arrive(&session.session, session.window, shown, depth, true);
        self.stand_on(screen, seen, shown);
    }

    fn stand_on(&mut self, screen: ScreenIndex, seen: u32, shown: &SeenScreen) {
        let viewport = self.draft.viewports[screen.get()].place_of(&shown.points).unwrap_or(0);
        self.place = Place::On(Here {
            screen,
            viewport,
            seen: Some(seen),
            deeds: Vec::new(),
        });
    }

    /// Makes sure that the walk stands where the action starts; false if nobody saw where that is.
    fn stand_before(&mut self, action: &SeenAction) -> bool {
        let shown = self.session.screen(action.before);
        match (&self.place, action.before, shown) {
            (Place::On(here), Some(seen), Some(shown)) => {
                let (screen, known) = (here.screen, here.seen == Some(seen));
                if !known && !self.is_still(screen, shown) {
                    self.draft.graph.unplaced.push(Unplaced::Moved(self.action(action)));
                    let depth = self.depth() + 1;
                    self.move_to(seen, depth);
                } else if let Place::On(here) = &mut self.place {
                    here.seen = Some(seen);
                    here.viewport = self.draft.viewports[screen.get()]
                        .place_of(&shown.points)
                        .unwrap_or(here.viewport);
                }
                true
            }
            (Place::On(_), ..) => true,
            (Place::NotOpened, Some(seen), Some(_)) => {
                self.open(seen);
                true
            }
            (Place::Lost(depth), Some(seen), Some(_)) => {
                let depth = *depth;
                self.move_to(seen, depth);
                true
            }
            _ => false,
        }
    }

    fn is_still(&mut self, screen: ScreenIndex, shown: &SeenScreen) -> bool {
        let viewports = &self.draft.viewports[screen.get()];
        if viewports.place_of(&shown.points).is_some() {
            return true;
        }
        match self.draft.find(shown) {
            Some(found) => found == screen,
            None => self.draft.viewports[screen.get()].contain(shown),
        }
    }

    fn perform(&mut self, action: &SeenAction, deed: Deed, target: Target, outcome: Outcome) {
        let session = self.session;
        let Place::On(here) = &self.place else { return };
        let (from, viewport) = (here.screen, here.viewport);
        let (Some(seen), Some(shown)) = (outcome.seen, session.screen(outcome.seen)) else {
            if deed.only_looks() {
                self.remember(action, deed, &target, None);
            } else {
                self.draft
                    .graph
                    .unplaced
                    .push(Unplaced::NothingAfter(self.action(action)));
                self.place = Place::Lost(self.draft.graph.screen(from).depth + 1);
            }
            return;
        };
        // Further down the page what stood before is not what the screen was first seen as.
        let before = session
            .screen(action.before)
            .map(|before| (&before.identity, &before.points));
        let first = self.draft.graph.screen(from);
        let alike = [Some((&first.identity, &first.points)), before]
            .into_iter()
            .flatten()
            .any(|known| {
                known.0.fingerprint == shown.identity.fingerprint && !are_twins(known, (&shown.identity, &shown.points))
            });
        let same = here.seen == Some(seen) || (alike && shown.known != Acquaintance::Named);
        let found = if same { Some(from) } else { self.draft.find(shown) };
        let typed = matches!(deed, Deed::Type { .. })
            && session.screen(action.before).is_some_and(|before| fills(before, shown));
        let found = found.or_else(|| typed.then_some(from));
        if let Deed::Swipe {
            direction: Some(direction),
        } = deed
            && (found == Some(from)
                || (found.is_none()
                    && shown.known != Acquaintance::Named
                    && self.draft.viewports[from.get()].contain(shown)))
        {
            let stroke = Stroke {
                direction,
                from: action.kind.touch(),
                to: lifted_at(&action.kind),
                action: self.action(action),
                delay_ms: measured(action),
            };
            let viewport = self.draft.viewports[from.get()].scrolled(viewport, stroke, shown);
            self.draft.is_also(from, shown);
            if let Place::On(here) = &mut self.place {
                (here.viewport, here.seen) = (viewport, Some(seen));
            }
            return;
        }
        if deed.only_looks() || found == Some(from) {
            let touches = deed.touches();
            if touches && same {
                let (at, name) = (action.kind.touch(), self.action(action));
                self.draft.changed_nothing(from, &deed, &target.label, at, name);
            } else if touches {
                let walk = Walked {
                    action,
                    from,
                    to: from,
                    found_new: false,
                    after: shown,
                    outcome,
                    preparations: Vec::new(),
                };
                self.way(walk, deed.clone(), target.clone());
            }
            self.remember(action, deed, &target, Some(shown));
            if let Place::On(here) = &mut self.place {
                here.seen = Some(seen);
            }
            return;
        }
        let allowed = self.draft.is_allowed(from) && !self.draft.forbids(&deed, &target);
        let depth = self.draft.graph.screen(from).depth + 1;
        let (to, new) = self
            .draft
            .arrive(&session.session, session.window, shown, depth, allowed);
        let preparations = match &mut self.place {
            Place::On(here) => needed(std::mem::take(&mut here.deeds), Some(&deed)),
            _ => Vec::new(),
        };
        let walk = Walked {
            action,
            from,
            to,
            found_new: new,
            after: shown,
            outcome,
            preparations,
        };
        self.way(walk, deed, target);
        self.stand_on(to, seen, shown);
    }

    fn way(&mut self, walked: Walked<'_>, deed: Deed, target: Target) {
        let Walked {
            action,
            from,
            to,
            found_new,
            after,
            outcome,
            preparations,
        } = walked;
        let at = action.kind.touch();
        let viewport = if let Place::On(here) = &self.place {
            here.viewport
        } else {
            0
        };
        let scrolls: Vec<Scroll> = if deed.touches() {
            self.draft.viewports[from.get()].strokes_to(&target.text, at, viewport)
        } else {
            Vec::new()
        };
        let observation = Observation {
            action: self.action(action),
            before: self.session.screen(action.before).map(|shown| self.frame(shown)),
            after: Some(self.frame(after)),
            at,
            lifted_at: lifted_at(&action.kind),
            delay_ms: measured(action),
            scrolls,
            preparations,
            interruptions: outcome.interruptions,
            doubt: self.doubt(action, Some(after)),
        };
        let tab = action.tab.clone();
        self.draft.walked(
            Way {
                from,
                to,
                found_new,
                deed,
                target,
                tab,
                observation,
            },
            self.session.window,
        );
    }

    fn remember(&mut self, action: &SeenAction, deed: Deed, target: &Target, shown: Option<&SeenScreen>) {
        let preparation = Preparation {
            action: self.action(action),
            deed,
            label: target.label.clone(),
            pattern: target.pattern.clone(),
            at: action.kind.touch(),
            after: shown.map(|shown| self.frame(shown)),
            delay_ms: measured(action),
            doubt: self.doubt(action, shown),
        };
        if let Place::On(here) = &mut self.place {
            here.deeds.push(preparation);
        }
    }

    /// A dialog that came up on the way, without a rule that knows it, and was answered: what came after is what the deed led to.
    fn answer_dialog(&mut self, turn: usize, deed: &Deed, target: &Target, outcome: &mut Outcome) {
        let next = turn + 1 + outcome.followers;
        let Some((met, after_all)) = self.answered(next, outcome.seen) else {
            return;
        };
        let session = self.session;
        let (Some(shown), Some(after)) = (session.screen(outcome.seen), session.screen(after_all.seen)) else {
            return;
        };
        let goes_back = *deed == Deed::Back || touched::leads_back(&target.text);
        let returns = goes_back && self.draft.find(after).is_some() && self.draft.find(shown).is_none();
        let is_named = !dialog::is_like(&after.points) && dialog::is_named(&after.points, &target.label);
        if returns || is_named {
            self.answer(next, met, after_all, outcome);
        }
    }

    /// Dialogs that stood before the app's first screen. A screen that leads back is none: then the dialog was a screen of the app.
    fn answer_first_dialogs(&mut self, turn: usize, outcome: &mut Outcome) {
        let leads_back = |shown: &SeenScreen| shown.points.points.iter().any(|point| touched::leads_back(&point.text));
        let mut next = turn + 1 + outcome.followers;
        let mut met = Vec::new();
        let mut seen = outcome.seen;
        while let Some((one, after_all)) = self.answered(next, seen) {
            if self.session.screen(after_all.seen).is_none_or(leads_back) {
                break;
            }
            let place = next;
            (seen, next) = (after_all.seen, place + 1 + after_all.followers);
            met.push((place, one, after_all));
        }
        // Where every screen is as small as a dialog, nothing tells a dialog from the app.
        let is_app = |shown: &SeenScreen| !dialog::is_like(&shown.points);
        if !self.session.screen(seen).is_some_and(is_app) {
            return;
        }
        for (place, one, after_all) in met {
            self.answer(place, one, after_all, outcome);
        }
    }

    /// The action at `next` as the answer to a dialog that `seen` shows, and what stood after it; none if it is none.
    fn answered(&self, next: usize, seen: Option<u32>) -> Option<(Interruption, Outcome)> {
        let session = self.session;
        let answer = session
            .actions
            .get(next)
            .filter(|next| matches!(next.kind, ActionKind::Tap { .. }))?;
        let (shown, before) = (session.screen(seen)?, session.screen(answer.before)?);
        let after_all = self.outcome(next);
        let after = session.screen(after_all.seen)?;
        let text = touched::target(answer, &Deed::Tap, Some(&before.points)).text;
        let fingerprint = &before.identity.fingerprint;
        let is_answer = before.known == Acquaintance::Seen
            && dialog::shows(&before.points, &text)
            && shown.identity.fingerprint == *fingerprint
            && after.identity.fingerprint != *fingerprint;
        if !is_answer {
            return None;
        }
        let trigger = landmark(&before.points.points, std::slice::from_ref(&text))?.to_owned();
        if dialog::bears(&after.points, &trigger) {
            return None;
        }
        let met = Interruption {
            dismissal: Dismissal {
                cause: DismissalCause::Dialog,
                trigger,
                answer: text,
            },
            action: self.action(answer),
            frame: Some(self.frame(before)),
            at: answer.kind.touch(),
        };
        Some((met, after_all))
    }

    fn answer(&mut self, next: usize, met: Interruption, after_all: Outcome, outcome: &mut Outcome) {
        outcome.interruptions.push(met);
        outcome.interruptions.extend(after_all.interruptions);
        outcome.seen = after_all.seen;
        self.done = next + 1 + after_all.followers;
    }

    /// What stood once the dismissals and waits after the action at `turn` were over.
    fn outcome(&self, turn: usize) -> Outcome {
        let actions = &self.session.actions;
        let follows = |action: &&SeenAction| {
            let waits = matches!(action.kind, ActionKind::WaitFor | ActionKind::AnswerDialog { .. });
            action.dismissal.is_some() || waits
        };
        let followers: Vec<&SeenAction> = actions[turn + 1..].iter().take_while(follows).collect();
        let after_all = actions.get(turn + 1 + followers.len());
        let last = followers.last().copied().unwrap_or(&actions[turn]);
        // Between two actions nothing else happens: what stood before the next one is what the last one led to.
        let seen = last
            .after
            .or_else(|| after_all.filter(|next| !is_start(&next.kind))?.before);
        // A wait changes nothing: where nobody looked after it, what was seen before it stands.
        let seen = seen.or_else(|| {
            let mut done = actions[turn..=turn + followers.len()].iter().rev();
            let waits: Vec<&SeenAction> = done
                .by_ref()
                .take_while(|action| action.kind == ActionKind::WaitFor)
                .collect();
            let first = actions.get((turn + followers.len()).checked_sub(waits.len())?)?;
            waits.into_iter().chain([first]).find_map(|action| action.after)
        });
        let interruptions = followers
            .iter()
            .filter_map(|action| self.interruption(action))
            .collect();
        Outcome {
            seen,
            followers: followers.len(),
            interruptions,
        }
    }

    fn interruption(&self, action: &SeenAction) -> Option<Interruption> {
        let mut dismissal = action.dismissal.clone()?;
        let shown = self.session.screen(action.before);
        if dismissal.cause == DismissalCause::SystemAlert {
            // What tells an alert from any other screen is its landmark, and not the clock above it.
            let title = shown.and_then(|shown| landmark(&shown.points.points, std::slice::from_ref(&dismissal.answer)));
            dismissal.trigger = title.map_or(dismissal.trigger, ToOwned::to_owned);
        }
        Some(Interruption {
            dismissal,
            action: self.action(action),
            frame: shown.map(|shown| self.frame(shown)),
            at: action.kind.touch(),
        })
    }

    fn is_restart_next(&self, turn: usize) -> bool {
        self.session
            .actions
            .get(turn + 1)
            .is_none_or(|next| is_start(&next.kind))
    }

    fn action(&self, action: &SeenAction) -> ActionRef {
        ActionRef {
            session: self.session.session.clone(),
            action: action.action,
        }
    }

    /// What speaks against what was seen after the action, else against what it was decided on. A frame like the one before it may
    /// show a screen that is stuck, or a tap that changed nothing; what it doesn't show was touched on another screen.
    fn doubt(&self, action: &SeenAction, after: Option<&SeenScreen>) -> Option<Doubt> {
        let of_result = after.and_then(|after| after.doubt.clone());
        of_result.or_else(|| {
            let before = self.session.screen(action.before)?;
            let doubt = before.doubt.clone()?;
            let is_there = action.tab.is_some() || touched::is_on(action, &before.points);
            (!matches!(doubt, Doubt::Stale { .. }) || !is_there).then_some(doubt)
        })
    }

    fn frame(&self, shown: &SeenScreen) -> FrameRef {
        FrameRef {
            session: self.session.session.clone(),
            frame: shown.frame,
        }
    }
}

/// A field that is filled in changes so many texts of its screen at most: its own, and what is said about it.
const FIELD_TEXTS: usize = 2;

/// Whether typing that led from `before` to `after` only filled in a field. What it finds, or the keyboard that it brings up, is a
/// screen of its own.
fn fills(before: &SeenScreen, after: &SeenScreen) -> bool {
    let (old, new) = (
        before.identity.structural.as_slice(),
        after.identity.structural.as_slice(),
    );
    let only_in = |these: &[String], those: &[String]| these.iter().filter(|text| !those.contains(text)).count();
    [before, after].iter().all(|seen| seen.known != Acquaintance::Named)
        && only_in(old, new) <= FIELD_TEXTS
        && only_in(new, old) <= FIELD_TEXTS
}

/// Nothing settles in no time: 0 means that nobody measured, as in imported graphs.
fn measured(action: &SeenAction) -> Option<u64> {
    action.delay_ms.filter(|&delay| delay > 0)
}

fn is_start(kind: &ActionKind) -> bool {
    matches!(kind, ActionKind::Launch { .. } | ActionKind::ResetApp)
}

/// The deeds that a way by `way` needs: typed text, keys, checks and notes, and a touch only if text or a key follows at once (it gave
/// the focus). Other touches that changed nothing were tries.
fn needed(deeds: Vec<Preparation>, way: Option<&Deed>) -> Vec<Preparation> {
    let kept: Vec<bool> = deeds
        .iter()
        .enumerate()
        .map(|(i, preparation)| {
            let next = deeds.get(i + 1).map(|next| &next.deed).or(way);
            preparation.deed.enters()
                || preparation.deed.only_looks()
                || (preparation.deed.touches() && next.is_some_and(Deed::enters))
        })
        .collect();
    deeds
        .into_iter()
        .zip(kept)
        .filter(|(_, kept)| *kept)
        .map(|(preparation, _)| preparation)
        .collect()
}
