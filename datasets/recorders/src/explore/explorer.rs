//! The walk: breadth first, one screen at a time.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use skillc_graph::dialog;
use skillc_obstacles::{ActiveRules, Decision, Dismissal, told};
use skillc_records::{ScreenPoints, TapPoint, Timestamp, WindowPoint, WindowSize};
use skillc_tabs::{MinEvidence, TabNames, Via, Visited, targets};
use skillc_text::{equals, lower, trim};

use super::answer::answers;
use super::atlas::{Atlas, Step, View};
use super::budget::Budget;
use super::guide::Guide;
use super::hand::{Hand, Meant};
use super::memory::Memory;
use super::plan::{Candidate, candidates, in_order};
use super::way_back::{WayBack, way_back};
use crate::tape::Tape;
use crate::target::{Start, Target};

/// How an exploration came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// Everything within reach was tried.
    Finished,
    /// There are more screens than the budget allows.
    Screens,
    /// The time is up.
    Time,
    /// Somebody asked to stop.
    Asked,
}

/// What was explored so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Explored {
    /// Different screens.
    pub screens: usize,
    /// Actions done.
    pub actions: u32,
    /// Looks taken.
    pub looks: u32,
    /// Screens that are known and not explored yet.
    pub frontier: usize,
    /// Seconds spent, by the target's clock.
    pub seconds: u32,
    /// How it came to its end.
    pub stop: Stop,
}

/// An exploration that could not go on. What was recorded until then stays on the tape.
#[derive(Debug, thiserror::Error)]
pub enum ExploreError<T, P> {
    /// The target refused.
    #[error("the app could not be driven any further: {0}")]
    Target(T),
    /// The tape refused.
    #[error("the session could not be recorded any further: {0}")]
    Tape(P),
}

/// Why the walk ends here and now.
enum Halt<E> {
    Stop(Stop),
    Failed(E),
}

impl<E> From<E> for Halt<E> {
    fn from(error: E) -> Self {
        Self::Failed(error)
    }
}

type Walked<V, T, P> = Result<V, Halt<ExploreError<<T as Target>::Error, <P as Tape>::Error>>>;

/// So often a dialog may come up where going back led, before it is taken for a screen: it may do so by chance.
const MOST_BOUNCES: usize = 2;
/// An unknown dialog is tried with at most this many answers.
const MOST_ANSWERS: usize = 3;
/// On the way to a known screen at most this many moves are made.
const MOST_MOVES: usize = 24;

/// Where a stroke runs across, as a part of the width: beside sliders, and not at the edge, where a touch is the system's.
const STROKE_AT: f64 = 0.92;
/// A stroke runs from here to there, as parts of the height (reference on mirroir's semantics, §9: 0.3 of it).
const STROKE: (f64, f64) = (0.65, 0.35);

/// An explorer on its way through one app.
pub struct Explorer<'e, T: Target, P: Tape> {
    hand: Hand<'e, T, P>,
    guide: &'e Guide,
    rules: ActiveRules,
    tabs: TabNames,
    budget: Budget,
    window: WindowSize,
    started: Timestamp,
    atlas: Atlas,
    view: View,
    /// The known screen that is seen; none on one that isn't known.
    here: Option<usize>,
    /// How many strokes down the page.
    strokes: usize,
    queue: VecDeque<usize>,
    tried_tabs: BTreeSet<usize>,
    /// The tab that leads to a screen.
    homes: BTreeMap<usize, usize>,
    /// Dialogs whose tap was tried once more.
    retried: BTreeSet<usize>,
    /// Where the answer of a dialog led the last time.
    led_to: BTreeMap<usize, usize>,
    /// How often going back from there brought up a dialog again.
    bounces: BTreeMap<usize, usize>,
    full: bool,
    /// The texts that earlier sessions have tapped on a screen.
    tried: BTreeMap<usize, BTreeSet<String>>,
    go_on: &'e mut dyn FnMut(&Explored) -> bool,
}

impl<'e, T: Target, P: Tape> Explorer<'e, T, P> {
    /// Explores the app of `guide` on `target`, and writes everything down on `tape`. `go_on` is asked after every action.
    ///
    /// # Errors
    /// When the target or the tape refuses. What was recorded until then stays on the tape.
    pub fn explore(
        target: &'e mut T,
        tape: &'e mut P,
        guide: &'e Guide,
        budget: Budget,
        go_on: &'e mut dyn FnMut(&Explored) -> bool,
    ) -> Result<Explored, ExploreError<T::Error, P::Error>> {
        Self::go_on_after(&Memory::default(), target, tape, guide, budget, go_on)
    }

    /// The same, going on after what earlier sessions have shown and tried.
    ///
    /// # Errors
    /// As [`Explorer::explore`].
    pub fn go_on_after(
        memory: &Memory,
        target: &'e mut T,
        tape: &'e mut P,
        guide: &'e Guide,
        budget: Budget,
        go_on: &'e mut dyn FnMut(&Explored) -> bool,
    ) -> Result<Explored, ExploreError<T::Error, P::Error>> {
        let window = target.window();
        let mut explorer = Self {
            started: target.now(),
            hand: Hand::new(target, tape),
            guide,
            rules: ActiveRules::new(&guide.obstacles),
            tabs: TabNames::new(&guide.tabs),
            budget,
            window,
            atlas: Atlas::default(),
            view: View::of(ScreenPoints::default(), None, window),
            here: None,
            strokes: 0,
            queue: VecDeque::new(),
            tried_tabs: BTreeSet::new(),
            homes: BTreeMap::new(),
            retried: BTreeSet::new(),
            led_to: BTreeMap::new(),
            bounces: BTreeMap::new(),
            full: false,
            tried: BTreeMap::new(),
            go_on,
        };
        let stop = match explorer.walk(memory) {
            Ok(()) if explorer.full => Stop::Screens,
            Ok(()) => Stop::Finished,
            Err(Halt::Stop(stop)) => stop,
            Err(Halt::Failed(error)) => return Err(error),
        };
        Ok(explorer.so_far(stop))
    }

    fn so_far(&self, stop: Stop) -> Explored {
        Explored {
            screens: self.atlas.len(),
            actions: self.hand.actions,
            looks: self.hand.looks,
            frontier: self.queue.len(),
            seconds: u32::try_from(self.spent() / 1_000_000).unwrap_or(u32::MAX),
            stop,
        }
    }

    /// Microseconds since the beginning.
    fn spent(&self) -> i64 {
        self.hand.target().now().0 - self.started.0
    }

    fn walk(&mut self, memory: &Memory) -> Walked<(), T, P> {
        let start = if self.guide.reset { Start::Afresh } else { Start::AsItIs };
        self.launch(start)?;
        self.open_up()?;
        match memory.atlas.find(&self.view.identity) {
            // The app begins where it began before: everything that is known lies ahead.
            Some(0) => self.remember(memory),
            _ => {
                let first = self.atlas.add(self.view.identity.clone(), None);
                self.here = Some(first);
                self.queue.push_back(first);
            }
        }
        while let Some(screen) = self.queue.pop_front() {
            if self.atlas.depth(screen) < self.budget.depth && self.go_to(screen)? {
                self.explore_screen(screen)?;
            }
        }
        Ok(())
    }

    fn remember(&mut self, memory: &Memory) {
        self.atlas = memory.atlas.clone();
        self.tried.clone_from(&memory.tried);
        self.tried_tabs.clone_from(&memory.tabs);
        self.homes.clone_from(&memory.homes);
        self.here = Some(0);
        self.queue.extend(0..self.atlas.len());
    }

    /// Leaves dialogs that no rule knows and that stand before the first screen.
    fn open_up(&mut self) -> Walked<(), T, P> {
        for _ in 0..MOST_ANSWERS {
            if !self.is_dialog() {
                return Ok(());
            }
            if !self.try_answers()? {
                return Ok(());
            }
            // A screen that leads back here was no dialog's end: the first screen was one of the app's own.
            if let Some(back) = way_back(&self.view.points, self.window).seen() {
                return self.back(back);
            }
        }
        Ok(())
    }

    /// Taps the answers of what looks like a dialog, the best first, until something else is seen. Says whether it is.
    fn try_answers(&mut self) -> Walked<bool, T, P> {
        let before = self.view.identity.fingerprint.clone();
        for answer in answers(&self.view.points, self.guide, MOST_ANSWERS) {
            self.tap(answer.at, Meant::text(&answer.text))?;
            if self.view.identity.fingerprint != before {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether what is seen looks like a dialog. A small screen with the tab bar on it is none: a dialog covers the bar.
    fn is_dialog(&self) -> bool {
        let on_bar = |at: WindowPoint| !self.tabs.is_empty() && self.tabs.in_band(at, self.window);
        dialog::is_like(&self.view.points) && !self.view.points.points.iter().any(|point| on_bar(point.at))
    }

    fn explore_screen(&mut self, screen: usize) -> Walked<(), T, P> {
        self.explore_tabs(screen)?;
        if !self.go_to(screen)? {
            return Ok(());
        }
        let mut plan = self.survey(screen)?;
        let mut left = self.budget.actions_per_screen;
        if let Some(tried) = self.tried.get(&screen) {
            plan.retain(|candidate| !tried.contains(&candidate.text));
            left = left.saturating_sub(tried.len());
        }
        for candidate in plan.into_iter().take(left) {
            if !self.go_to(screen)? {
                return Ok(());
            }
            let step = Step::Text {
                text: candidate.text.clone(),
                strokes: candidate.strokes,
            };
            if self.take(&step, Some(&candidate))? {
                self.arrived(screen, &step)?;
            }
        }
        Ok(())
    }

    /// Follows each declared tab that isn't forbidden once, from the first screen that shows it.
    fn explore_tabs(&mut self, screen: usize) -> Walked<(), T, P> {
        loop {
            let untried = (0..self.tabs.len()).filter(|tab| !self.tried_tabs.contains(tab));
            let Some(tab) = untried.into_iter().find(|&tab| self.tab_on_screen(tab).is_some()) else {
                return Ok(());
            };
            self.tried_tabs.insert(tab);
            let step = Step::Tab(tab);
            if self.take(&step, None)? {
                let from = self.here;
                self.arrived(screen, &step)?;
                if let Some(home) = self.here.or(from) {
                    self.homes.entry(home).or_insert(tab);
                }
            }
            if !self.go_to(screen)? {
                return Ok(());
            }
        }
    }

    /// Where a tab is on the screen that is seen, and the text that shows it; none for one that the skip list forbids.
    fn tab_on_screen(&self, tab: usize) -> Option<(WindowPoint, Meant)> {
        // The bar itself before everything else that has the same name, such as the title of the tab's screen.
        let band = ScreenPoints {
            points: self
                .view
                .points
                .points
                .iter()
                .filter(|point| self.tabs.in_band(point.at, self.window))
                .cloned()
                .collect(),
            icons: self.view.points.icons.clone(),
        };
        // The rule takes the first text that contains the name or is contained in it: "Home" for "Me". Its own text is better.
        let name = self.tabs.name(tab).map(ToOwned::to_owned);
        let is_own = |point: &&TapPoint| {
            name.as_deref()
                .is_some_and(|name| equals(&lower(trim(&point.text)), &lower(trim(name))))
        };
        let own = band.points.iter().find(is_own);
        let found = own.map(|own| (own.at, Some(own.text.clone()))).or_else(|| {
            [&band, &self.view.points]
                .into_iter()
                .find_map(|points| self.tab_by_rule(tab, points))
        });
        let (at, text) = found?;
        let mut names = text.iter().chain(&name);
        let forbidden = names.any(|name| self.guide.forbids(name));
        (!forbidden).then_some((at, Meant { text, label: name }))
    }

    /// Where the rule of tab targets finds a tab, and the text that shows it.
    fn tab_by_rule(&self, tab: usize, points: &ScreenPoints) -> Option<(WindowPoint, Option<String>)> {
        let found = targets(
            &self.tabs,
            points,
            &Visited::default(),
            self.window,
            MinEvidence::default(),
        );
        let target = found.into_iter().find(|target| target.tab == tab)?;
        let text = match target.via {
            Via::Text { point } => Some(points.points.get(point)?.text.clone()),
            Via::Synth { .. } => None,
        };
        Some((target.at, text))
    }

    /// Looks at what is below, as far as the budget allows, and goes up again.
    fn survey(&mut self, screen: usize) -> Walked<Vec<Candidate>, T, P> {
        let mut views = vec![self.candidates(0)];
        for strokes in 1..=self.budget.scrolls {
            let before = content(&self.view.points);
            self.stroke_up()?;
            if content(&self.view.points) == before {
                self.strokes -= 1;
                break;
            }
            if !self.atlas.scrolled(screen, self.view.identity.clone()) {
                break;
            }
            views.push(self.candidates(strokes));
        }
        self.scroll_to(0)?;
        Ok(in_order(views))
    }

    fn candidates(&self, strokes: usize) -> Vec<Candidate> {
        candidates(
            &self.view.points,
            strokes,
            self.guide,
            &self.tabs,
            self.window,
            self.view.controls.as_deref(),
            self.here == Some(0),
        )
    }

    /// Does one step from the screen that is seen. Says whether its target was there.
    fn take(&mut self, step: &Step, near: Option<&Candidate>) -> Walked<bool, T, P> {
        match step {
            Step::Tab(tab) => {
                let Some((at, meant)) = self.tab_on_screen(*tab) else {
                    return Ok(false);
                };
                self.tap(at, meant)?;
            }
            Step::Text { text, strokes } => {
                self.scroll_to(*strokes)?;
                let same = self.view.points.points.iter().filter(|point| point.text == *text);
                let height = |y: f64| near.map_or(0.0, |near| (near.at.y - y).abs());
                let nearest = same.min_by(|a, b| height(a.at.y).total_cmp(&height(b.at.y)));
                let Some(at) = nearest.map(|point| point.at) else {
                    return Ok(false);
                };
                self.tap(at, Meant::text(text))?;
            }
        }
        Ok(true)
    }

    /// Finds out where `step` from `screen` has led, and notes a screen that is new.
    fn arrived(&mut self, screen: usize, step: &Step) -> Walked<(), T, P> {
        self.here = self.atlas.find(&self.view.identity);
        if self.here.is_some() {
            return Ok(());
        }
        let Some(new) = self.note(screen, step) else {
            return Ok(());
        };
        if self.is_dialog() && self.answer(screen, step, new)? {
            return Ok(());
        }
        self.queue.push_back(new);
        Ok(())
    }

    /// Notes the screen that is seen as new, unless there are enough.
    fn note(&mut self, from: usize, step: &Step) -> Option<usize> {
        if self.atlas.len() >= self.budget.screens {
            self.full = true;
            return None;
        }
        let new = self.atlas.add(self.view.identity.clone(), Some((from, step.clone())));
        self.here = Some(new);
        Some(new)
    }

    /// Answers what looks like a dialog, and then tries once more what brought it up. Says whether an answer was found.
    fn answer(&mut self, screen: usize, step: &Step, dialog: usize) -> Walked<bool, T, P> {
        for answer in answers(&self.view.points, self.guide, MOST_ANSWERS) {
            self.tap(answer.at, Meant::text(&answer.text))?;
            self.here = self.atlas.find(&self.view.identity);
            if self.here == Some(dialog) {
                continue;
            }
            self.atlas.leave_by(dialog, answer.text);
            if self.here.is_none()
                && let Some(new) = self.note(screen, step)
            {
                self.queue.push_back(new);
            }
            if self.retried.insert(dialog) && self.go_to(screen)? && self.take(step, None)? {
                self.here = self.atlas.find(&self.view.identity);
                if self.here.is_none()
                    && let Some(new) = self.note(screen, step)
                {
                    self.queue.push_back(new);
                }
            }
            return Ok(true);
        }
        Ok(false)
    }

    /// Goes to a known screen, at its top. Says whether it got there.
    fn go_to(&mut self, goal: usize) -> Walked<bool, T, P> {
        let mut fresh = false;
        // The screen that the last way back didn't leave.
        let mut stuck = None;
        for _ in 0..MOST_MOVES {
            self.leave_unknown_dialog()?;
            self.leave_known_dialogs()?;
            if self.here == Some(goal) {
                self.scroll_to(0)?;
                return Ok(true);
            }
            let here = self.here;
            if let Some(step) = here.and_then(|here| self.next_step(here, goal)) {
                if self.take(&step, None)? && self.recognise() != here {
                    continue;
                }
            } else if stuck != Some(self.view.identity.fingerprint.clone()) {
                stuck = Some(self.view.identity.fingerprint.clone());
                match (way_back(&self.view.points, self.window), self.tab_towards(goal)) {
                    (WayBack::Seen { at, text }, _) => self.back((at, text))?,
                    (WayBack::Usual { .. }, Some(tab)) => {
                        self.take(&Step::Tab(tab), None)?;
                    }
                    (WayBack::Usual { at }, None) => self.back((at, String::new()))?,
                }
                if self.recognise() != here {
                    stuck = None;
                    self.unmask(here);
                }
                continue;
            }
            if fresh {
                return Ok(false);
            }
            fresh = true;
            stuck = None;
            self.launch(Start::Afresh)?;
            self.recognise();
            // Dialogs that came before the first screen come again.
            if self.here.is_none() {
                self.open_up()?;
                self.recognise();
            }
        }
        Ok(false)
    }

    /// The step that leads from `here` towards `goal`, if `here` is on the way.
    fn next_step(&self, here: usize, goal: usize) -> Option<Step> {
        let goal = self.atlas.screen(goal);
        let place = goal.trail.iter().rposition(|&screen| screen == here)?;
        goal.steps.get(place).cloned()
    }

    /// A tab that is seen and leads to `goal`, or to a screen on the way to it.
    fn tab_towards(&self, goal: usize) -> Option<usize> {
        let trail = &self.atlas.screen(goal).trail;
        let on_the_way = std::iter::once(&goal).chain(trail.iter().rev());
        on_the_way
            .filter_map(|screen| self.homes.get(screen))
            .copied()
            .find(|&tab| self.tab_on_screen(tab).is_some())
    }

    /// A dialog is not behind the screen that its answer led to: what comes back again and again by going back from there is a screen
    /// of the app, with more than one way on.
    fn unmask(&mut self, from: Option<usize>) {
        let Some(here) = self.here else { return };
        if from.is_none() || self.led_to.get(&here) != from.as_ref() {
            return;
        }
        let bounces = self.bounces.entry(here).or_default();
        *bounces += 1;
        if *bounces >= MOST_BOUNCES && self.atlas.is_no_dialog(here) {
            self.queue.push_back(here);
        }
    }

    /// Answers what looks like a dialog and came up on a known way.
    fn leave_unknown_dialog(&mut self) -> Walked<(), T, P> {
        if self.here.is_some() || !self.is_dialog() {
            return Ok(());
        }
        self.try_answers()?;
        self.recognise();
        Ok(())
    }

    fn leave_known_dialogs(&mut self) -> Walked<(), T, P> {
        for _ in 0..MOST_ANSWERS {
            let exit = self.here.and_then(|here| self.atlas.screen(here).exit.clone());
            let Some(exit) = exit else { return Ok(()) };
            let Some(at) = self
                .view
                .points
                .points
                .iter()
                .find(|point| point.text == exit)
                .map(|point| point.at)
            else {
                return Ok(());
            };
            let dialog = self.here;
            self.tap(at, Meant::text(&exit))?;
            if let (Some(dialog), Some(after)) = (dialog, self.recognise()) {
                self.led_to.insert(dialog, after);
            }
        }
        Ok(())
    }

    fn recognise(&mut self) -> Option<usize> {
        self.here = self.atlas.find(&self.view.identity);
        self.here
    }

    fn launch(&mut self, start: Start) -> Walked<(), T, P> {
        self.check()?;
        self.view = self.hand.launch(&self.guide.app, start)?;
        self.settle()
    }

    fn tap(&mut self, at: WindowPoint, meant: Meant) -> Walked<(), T, P> {
        self.check()?;
        let before = self.view.identity.fingerprint.clone();
        self.view = self.hand.tap(at, meant)?;
        self.settle()?;
        if self.view.identity.fingerprint != before {
            self.strokes = 0;
        }
        Ok(())
    }

    fn back(&mut self, (at, text): (WindowPoint, String)) -> Walked<(), T, P> {
        self.check()?;
        let meant = Meant {
            text: Some(text).filter(|text| !text.is_empty()),
            label: None,
        };
        self.view = self.hand.back(at, meant)?;
        self.strokes = 0;
        self.settle()
    }

    fn stroke_up(&mut self) -> Walked<(), T, P> {
        self.stroke(STROKE.0, STROKE.1)?;
        self.strokes += 1;
        Ok(())
    }

    /// Strokes up or down until the page is `strokes` down from its top.
    fn scroll_to(&mut self, strokes: usize) -> Walked<(), T, P> {
        while self.strokes < strokes {
            self.stroke_up()?;
        }
        while self.strokes > strokes {
            self.stroke(STROKE.1, STROKE.0)?;
            self.strokes -= 1;
        }
        Ok(())
    }

    fn stroke(&mut self, from: f64, to: f64) -> Walked<(), T, P> {
        self.check()?;
        let WindowSize { width, height } = self.window;
        let at = |part: f64| WindowPoint::new(width * STROKE_AT, height * part);
        self.view = self.hand.swipe(at(from), at(to))?;
        self.settle()
    }

    /// Answers dialogs that are only told of, and dismisses what the rules know, after every look.
    fn settle(&mut self) -> Walked<(), T, P> {
        for _ in 0..MOST_ANSWERS {
            let Some(dialog) = self.view.dialog.take() else { break };
            self.check()?;
            let answer = told::answer(&self.rules, &dialog.message, dialog.has_choice);
            self.view = self.hand.answer(&dialog.message, answer)?;
            self.strokes = 0;
        }
        let mut dismissal = Dismissal::new(&self.rules);
        while let Decision::Tap(tap) = dismissal.observe(&self.view.points.points) {
            let text = self.view.points.points.get(tap.point).map(|point| point.text.clone());
            self.view = self.hand.tap(tap.at, Meant { text, label: None })?;
            self.strokes = 0;
        }
        Ok(())
    }

    /// Ends the walk when the time is up or somebody asks.
    fn check(&mut self) -> Walked<(), T, P> {
        if self.spent() > i64::from(self.budget.seconds) * 1_000_000 {
            return Err(Halt::Stop(Stop::Time));
        }
        let so_far = self.so_far(Stop::Asked);
        if (self.go_on)(&so_far) {
            Ok(())
        } else {
            Err(Halt::Stop(Stop::Asked))
        }
    }
}

/// What is below the status bar: what scrolling moves.
fn content(points: &ScreenPoints) -> Vec<(String, i64)> {
    let below = points.points.iter().filter(|point| point.at.y >= 60.0);
    below
        .map(|point| (point.text.clone(), point.at.y.round() as i64))
        .collect()
}
