//! Doing the instructions.
//!
//! Before a touch, and whenever something that should be visible isn't, what may get in the way is dismissed: the skill's own hints
//! first, then the rules that are passed in, then system alerts. In mirroir's dialect a wait stands before the step that leads to what
//! it waits for; such a wait is looked at again after the next step, and counted as out of order.

use std::collections::BTreeMap;

use skillc_obstacles::detect_alert;
use skillc_records::{Orientation, ScreenPoints, WindowPoint, WindowSize};
use skillc_screens::{SAME_SCREEN, StructuralTexts, contains_viewport, similarity};
use skillc_tabs::{MinEvidence, TabBar, TabNames, Visited, targets};
use skillc_text::nfc;

use crate::driver::{Driver, Gesture, Performed};
use crate::find::{find, shows, shows_trigger};
use crate::report::{Failed, Outcome, Report, StepOutcome, StepReport};
use crate::script::{Dialect, Hint, Instruction, Locator, Numbered, Script, Touch};

/// One look after another, this long apart, in milliseconds.
const PAUSE_MS: u64 = 500;
/// A text that isn't visible after so many looks doesn't come.
const MOST_LOOKS: usize = 4;
/// No more than this many obstacles are dismissed at one step.
const MOST_DISMISSALS: usize = 5;
/// The most strokes to find something. Source: §9, `defaultScrollMaxAttempts`.
const MOST_STROKES: u32 = 10;
/// A stroke runs over 0.3 of the window. Source: §9, `swipeDistanceFraction`.
const STROKE: (f64, f64) = (0.65, 0.35);
/// Where a back button is when nobody saw one. Source: §7.
const BACK_PORTRAIT: (f64, f64) = (0.112, 0.135);
const BACK_LANDSCAPE: (f64, f64) = (0.057, 0.10);

/// What a walk is given besides the skill.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WalkOptions {
    /// Rules for obstacles, in order: those of APP.md.
    pub rules: Vec<Hint>,
    /// The tabs that APP.md declares. A tab that is named only and whose bar has icons without texts is found by its place in the bar.
    pub tabs: TabBar,
    /// Values for `${NAME}` in typed texts. A name without a value is typed as it stands.
    pub values: BTreeMap<String, String>,
}

/// Walks `script` with `driver`.
pub fn walk<D: Driver>(script: &Script, driver: &mut D, options: &WalkOptions) -> Report {
    let mut walker = Walker {
        tabs: TabNames::new(&options.tabs),
        script,
        driver,
        options,
        screen: ScreenPoints::default(),
        dismissed: Vec::new(),
    };
    let mut steps: Vec<StepReport> = Vec::new();
    let outcome = match walker.run(&mut steps) {
        Ok(()) => Outcome::Arrived,
        Err((step, reason)) => {
            let on_screen = walker.screen.points.iter().map(|point| point.text.clone()).collect();
            Outcome::Failed {
                step,
                reason,
                on_screen,
            }
        }
    };
    Report {
        steps,
        outcome,
        dismissed: walker.dismissed,
    }
}

struct Walker<'w, D: Driver> {
    tabs: TabNames,
    script: &'w Script,
    driver: &'w mut D,
    options: &'w WalkOptions,
    screen: ScreenPoints,
    dismissed: Vec<String>,
}

type Stopped = (usize, Failed);

impl<D: Driver> Walker<'_, D> {
    fn run(&mut self, steps: &mut Vec<StepReport>) -> Result<(), Stopped> {
        let first = self.script.instructions.first().map_or(0, |first| first.number);
        self.check_window().map_err(|failed| (first, failed))?;
        // Waits of mirroir's dialect that stand too early: their places in `steps`, with the text.
        let mut early: Vec<(usize, String)> = Vec::new();
        for step in &self.script.instructions {
            let done = self.step(step);
            let is_early =
                self.script.dialect == Dialect::Mirroir && matches!(step.instruction, Instruction::WaitFor { .. });
            let outcome = match done {
                Ok(outcome) => outcome,
                Err(Failed::NotVisible(text)) if is_early => {
                    early.push((steps.len(), text));
                    StepOutcome::OutOfOrder
                }
                Err(failed) => {
                    steps.push(StepReport {
                        number: step.number,
                        text: step.text.clone(),
                        outcome: StepOutcome::Failed,
                    });
                    return Err((step.number, failed));
                }
            };
            steps.push(StepReport {
                number: step.number,
                text: step.text.clone(),
                outcome,
            });
            if !matches!(step.instruction, Instruction::WaitFor { .. } | Instruction::Note) {
                self.look_again(&mut early, steps)?;
            }
        }
        self.look_again(&mut early, steps)?;
        let last = self.script.instructions.last().map_or(0, |last| last.number);
        self.check_destination().map_err(|failed| (last, failed))
    }

    /// Looks for what earlier waits waited for. A wait may stand two steps early (typing comes between), so it fails only when the
    /// next wait or the end comes.
    fn look_again(&mut self, early: &mut Vec<(usize, String)>, steps: &mut [StepReport]) -> Result<(), Stopped> {
        if early.is_empty() {
            return Ok(());
        }
        self.see()
            .map_err(|failed| (steps.last().map_or(0, |step| step.number), failed))?;
        let script = self.script;
        let at_end = steps.len() == script.instructions.len();
        let next_waits = script
            .instructions
            .get(steps.len())
            .is_some_and(|next| matches!(next.instruction, Instruction::WaitFor { .. }));
        for (place, text) in std::mem::take(early) {
            if self.wait(&text).is_ok() {
                continue;
            }
            if at_end || next_waits {
                steps[place].outcome = StepOutcome::Failed;
                return Err((steps[place].number, Failed::NotVisible(text)));
            }
            early.push((place, text));
        }
        Ok(())
    }

    fn step(&mut self, step: &Numbered) -> Result<StepOutcome, Failed> {
        match &step.instruction {
            Instruction::Launch(app) => {
                if !self.driver.launch(app).map_err(refused)? {
                    return Err(Failed::NoApp(app.clone()));
                }
                self.see()?;
            }
            Instruction::WaitFor { text, sleep_ms } => {
                if let Some(sleep) = sleep_ms {
                    self.gesture(Gesture::Wait(*sleep))?;
                }
                self.wait(text)?;
            }
            Instruction::Touch(touch, locator) => {
                let at = self.locate(locator)?;
                self.gesture(touch_at(*touch, at))?;
            }
            Instruction::Scroll {
                direction,
                count,
                until,
                stroke,
            } => self.scroll(direction, *count, until, *stroke)?,
            Instruction::Swipe { direction, stroke } => {
                let (from, to) = stroke.map_or_else(
                    || default_stroke(direction, self.driver.window()),
                    |stroke| self.scaled_stroke(stroke),
                );
                self.clear_the_way(None)?;
                self.gesture(Gesture::Swipe { from, to })?;
            }
            Instruction::Type(text) => {
                let text = self.substituted(text);
                self.gesture(Gesture::Type(text))?;
            }
            Instruction::PressKey(key) => self.gesture(Gesture::PressKey(key.clone()))?,
            Instruction::Home => self.gesture(Gesture::Home)?,
            Instruction::Back(at) => {
                self.clear_the_way(None)?;
                let at = at.map_or_else(|| back_button(&self.screen, self.driver.window()), |at| self.scaled(at));
                self.gesture(Gesture::Back(at))?;
            }
            Instruction::OpenUrl(url) => self.gesture(Gesture::OpenUrl(url.clone()))?,
            Instruction::Shake => self.gesture(Gesture::Shake)?,
            Instruction::Check { text, visible: true } => self.wait(text)?,
            Instruction::Check { text, visible: false } => {
                self.see()?;
                if shows(&self.screen, text) {
                    return Err(Failed::Visible(text.clone()));
                }
            }
            Instruction::Answer { trigger, answer } => {
                self.see()?;
                if !shows_trigger(&self.screen, trigger) {
                    return Ok(StepOutcome::Nothing);
                }
                let at = find(&self.screen, &answer.label, answer.at)
                    .map(|point| point.at)
                    .or(answer.at);
                let at = at.ok_or_else(|| Failed::NoTarget(answer.label.clone()))?;
                self.gesture(Gesture::Tap(at))?;
            }
            Instruction::Note => return Ok(StepOutcome::Nothing),
        }
        Ok(StepOutcome::Done)
    }

    fn gesture(&mut self, gesture: Gesture) -> Result<(), Failed> {
        match self.driver.perform(&gesture).map_err(refused)? {
            Performed::Done => Ok(()),
            Performed::Unsupported => Err(Failed::Unsupported),
        }
    }

    fn see(&mut self) -> Result<(), Failed> {
        self.screen = self.driver.see().map_err(refused)?;
        Ok(())
    }

    /// Waits until `text` is visible, dismissing what is in the way.
    fn wait(&mut self, text: &str) -> Result<(), Failed> {
        for look in 0..MOST_LOOKS {
            // Exactly, or else only once nothing is in the way: a dialog may contain the word that is waited for.
            self.clear_the_way(Some(text))?;
            if find(&self.screen, text, None).is_some() {
                return Ok(());
            }
            if look + 1 < MOST_LOOKS {
                self.gesture(Gesture::Wait(PAUSE_MS))?;
            }
        }
        Err(Failed::NotVisible(text.to_owned()))
    }

    fn locate(&mut self, locator: &Locator) -> Result<WindowPoint, Failed> {
        self.clear_the_way(Some(&locator.label))?;
        let here = locator.at.map(|at| self.scaled(at));
        let by_text = || find(&self.screen, &locator.label, here).map(|point| point.at);
        let at = if locator.by_place {
            here.or_else(by_text)
        } else if here.is_some() || shows(&self.screen, &locator.label) {
            by_text().or(here)
        } else {
            // A text that only contains the name of a tab would be a worse guess than the tab's place in the bar.
            self.tab(&locator.label).or_else(by_text)
        };
        at.ok_or_else(|| Failed::NoTarget(locator.label.clone()))
    }

    /// Where the declared tab of this name is on the screen.
    fn tab(&self, label: &str) -> Option<WindowPoint> {
        let wanted = nfc(label);
        let nothing = Visited::default();
        let found = targets(
            &self.tabs,
            &self.screen,
            &nothing,
            self.driver.window(),
            MinEvidence::default(),
        );
        let target = found
            .iter()
            .find(|target| self.tabs.name(target.tab).is_some_and(|name| name == wanted))?;
        Some(target.at)
    }

    /// Dismisses what is in the way, unless `wanted` is visible all the same. Says whether anything was dismissed.
    fn clear_the_way(&mut self, wanted: Option<&str>) -> Result<bool, Failed> {
        self.see()?;
        let mut cleared = false;
        for _ in 0..MOST_DISMISSALS {
            if wanted.is_some_and(|wanted| shows(&self.screen, wanted)) {
                break;
            }
            let Some((answer, at)) = self.obstacle() else { break };
            let before = self.screen.clone();
            self.gesture(Gesture::Tap(at))?;
            self.dismissed.push(answer);
            self.see()?;
            cleared = true;
            if self.screen == before {
                break;
            }
        }
        Ok(cleared)
    }

    /// What is in the way: what to tap and where.
    fn obstacle(&self) -> Option<(String, WindowPoint)> {
        let hints = self.script.hints.iter().chain(&self.options.rules);
        let told = hints
            .filter(|hint| shows_trigger(&self.screen, &hint.trigger))
            .find_map(|hint| {
                let at = find(&self.screen, &hint.answer, hint.at)?.at;
                Some((hint.answer.clone(), at))
            });
        told.or_else(|| {
            let button = self.screen.points.get(detect_alert(&self.screen.points)?.button)?;
            Some((button.text.clone(), button.at))
        })
    }

    fn scroll(
        &mut self,
        direction: &str,
        count: u32,
        until: &str,
        stroke: Option<(WindowPoint, WindowPoint)>,
    ) -> Result<(), Failed> {
        let (from, to) = stroke.map_or_else(
            || default_stroke(direction, self.driver.window()),
            |stroke| self.scaled_stroke(stroke),
        );
        self.clear_the_way(Some(until).filter(|until| !until.is_empty()))?;
        // A compiled skill touches places, so it must scroll exactly as far as the recording did.
        let exact = self.script.dialect == Dialect::Compiled || until.is_empty();
        let most = if exact { count } else { MOST_STROKES.max(2 * count) };
        for _ in 0..most {
            if !exact && shows(&self.screen, until) {
                return Ok(());
            }
            self.gesture(Gesture::Swipe { from, to })?;
            self.see()?;
        }
        if exact || find(&self.screen, until, None).is_some() {
            Ok(())
        } else {
            Err(Failed::NotVisible(until.to_owned()))
        }
    }

    /// `${NAME}` and `${NAME:-default}` replaced where there is a value.
    fn substituted(&self, text: &str) -> String {
        let mut result = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("${") {
            result.push_str(before);
            let Some((inner, following)) = after.split_once('}') else {
                result.push_str("${");
                rest = after;
                break;
            };
            let (name, default) = inner
                .split_once(":-")
                .map_or((inner, None), |(name, default)| (name, Some(default)));
            match self.options.values.get(name).map(String::as_str).or(default) {
                Some(value) => result.push_str(value),
                None => result.push_str(&format!("${{{inner}}}")),
            }
            rest = following;
        }
        result.push_str(rest);
        result
    }

    /// A place of the skill's window in the window here.
    fn scaled(&self, at: WindowPoint) -> WindowPoint {
        let here = self.driver.window();
        match self.script.window {
            Some(there) if there != here && there.width > 0.0 && there.height > 0.0 => {
                WindowPoint::new(at.x * here.width / there.width, at.y * here.height / there.height)
            }
            _ => at,
        }
    }

    fn scaled_stroke(&self, (from, to): (WindowPoint, WindowPoint)) -> (WindowPoint, WindowPoint) {
        (self.scaled(from), self.scaled(to))
    }

    fn check_window(&self) -> Result<(), Failed> {
        let here = self.driver.window();
        match self.script.window {
            Some(compiled) if self.script.dialect == Dialect::Compiled && compiled != here => {
                Err(Failed::OtherWindow {
                    compiled: format!("{} × {}", compiled.width, compiled.height),
                    here: format!("{} × {}", here.width, here.height),
                })
            }
            _ => Ok(()),
        }
    }

    fn check_destination(&mut self) -> Result<(), Failed> {
        let Some(recorded) = &self.script.destination else {
            return Ok(());
        };
        let recorded = StructuralTexts::from_texts(recorded.iter().cloned());
        for _ in 0..MOST_LOOKS {
            self.see()?;
            let here = StructuralTexts::of(&self.screen.points);
            if similarity(&recorded, &here) >= SAME_SCREEN || contains_viewport(&recorded, &here) {
                return Ok(());
            }
            if !self.clear_the_way(None)? {
                self.gesture(Gesture::Wait(PAUSE_MS))?;
            }
        }
        Err(Failed::WrongDestination)
    }
}

fn refused<E: std::error::Error>(error: E) -> Failed {
    Failed::Driver(error.to_string())
}

fn touch_at(touch: Touch, at: WindowPoint) -> Gesture {
    match touch {
        Touch::Tap => Gesture::Tap(at),
        Touch::DoubleTap => Gesture::DoubleTap(at),
        Touch::LongPress => Gesture::LongPress(at),
    }
}

/// A stroke across the middle of the window.
fn default_stroke(direction: &str, window: WindowSize) -> (WindowPoint, WindowPoint) {
    let point = |x: f64, y: f64| WindowPoint::new(x * window.width, y * window.height);
    let (far, near) = STROKE;
    match direction {
        "down" => (point(0.5, near), point(0.5, far)),
        "left" => (point(far, 0.5), point(near, 0.5)),
        "right" => (point(near, 0.5), point(far, 0.5)),
        _ => (point(0.5, far), point(0.5, near)),
    }
}

/// The mark of a way back on the screen, else where one is as a rule.
fn back_button(screen: &ScreenPoints, window: WindowSize) -> WindowPoint {
    let mark = screen.points.iter().find(|point| {
        point.at.y <= 0.15 * window.height && skillc_text::trim(&point.text).starts_with(['<', '‹', '〈'])
    });
    let (x, y) = match window.orientation() {
        Orientation::Portrait => BACK_PORTRAIT,
        Orientation::Landscape => BACK_LANDSCAPE,
    };
    mark.map_or(WindowPoint::new(x * window.width, y * window.height), |point| point.at)
}
