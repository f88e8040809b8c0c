//! The dismissal loop, a screen at a time.
//!
//! Up to three rounds: tap the button of a system alert, else the target of the first rule that applies and is not re-armed, and look
//! again. A rule is re-armed when its trigger is still there after its tap: it gets no second try in the same call, so that a text that
//! is always on the screen doesn't use up all rounds.

use serde::{Deserialize, Serialize};
use skillc_points::LoweredTexts;
use skillc_records::{AppField, TapPoint, WindowPoint};

use crate::alert::alert_in;
use crate::{ActiveRules, AlertKind};

/// The most taps in one call.
pub const MAX_ROUNDS: usize = 3;

/// Why something is tapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum DismissedBy {
    /// It is the button of a system alert.
    Alert(AlertKind),
    /// It is the target of the rule at this place in APP.md.
    Rule(usize),
    /// It answers a dialog that no rule knows and that has no place on the screen ([`crate::told`]).
    Dialog,
}

impl DismissedBy {
    /// The field of APP.md behind it; none for system alerts and other dialogs, which need no rule.
    pub fn field(self) -> Option<AppField> {
        match self {
            Self::Alert(_) | Self::Dialog => None,
            Self::Rule(rule) => Some(ActiveRules::field(rule)),
        }
    }
}

/// What to do next.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Decision {
    /// Tap, look again, and ask again with what is seen then.
    Tap(Tap),
    /// Nothing is left to dismiss, or the rounds are used up: the screen last shown is the result.
    Done,
}

/// A tap that dismisses something.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Tap {
    /// The place of the tapped text in the list of points.
    pub point: usize,
    /// Where, in window points.
    pub at: WindowPoint,
    /// Why.
    pub by: DismissedBy,
}

/// One call of the dismissal loop. Show it each screen in turn and do what it says until it says [`Decision::Done`].
#[derive(Debug, Clone)]
pub struct Dismissal<'r> {
    rules: &'r ActiveRules,
    texts: LoweredTexts,
    /// By the first rule with the trigger.
    rearmed: Vec<bool>,
    /// The rule whose tap is being waited for.
    tried: Option<usize>,
    taps: usize,
}

impl<'r> Dismissal<'r> {
    /// A new call under `rules`.
    pub fn new(rules: &'r ActiveRules) -> Self {
        Self {
            rules,
            texts: LoweredTexts::default(),
            rearmed: vec![false; rules.len()],
            tried: None,
            taps: 0,
        }
    }

    /// What to do on the screen that is seen now: the first one, and then each one after a tap.
    pub fn observe(&mut self, points: &[TapPoint]) -> Decision {
        self.texts.fill(points);
        if let Some(rule) = self.tried.take()
            && self.rules.is_triggered(rule, &self.texts)
        {
            self.rearmed[self.rules.group(rule)] = true;
        }
        if self.taps == MAX_ROUNDS {
            return Decision::Done;
        }
        let Some((by, point)) = self.next() else {
            return Decision::Done;
        };
        if let DismissedBy::Rule(rule) = by {
            self.tried = Some(rule);
        }
        self.taps += 1;
        Decision::Tap(Tap {
            point,
            at: points[point].at,
            by,
        })
    }

    fn next(&self) -> Option<(DismissedBy, usize)> {
        if let Some(alert) = alert_in(&self.texts) {
            return Some((DismissedBy::Alert(alert.kind), alert.button));
        }
        let mut matching = self.rules.matching(&self.texts);
        let (rule, point) = matching.find(|&(rule, _)| !self.rearmed[self.rules.group(rule)])?;
        Some((DismissedBy::Rule(rule), point))
    }

    /// The texts of the screen that was shown last, lowered.
    pub(crate) fn texts(&self) -> &LoweredTexts {
        &self.texts
    }

    /// Begins a new call, keeping the buffers.
    pub(crate) fn restart(&mut self) {
        self.rearmed.fill(false);
        self.tried = None;
        self.taps = 0;
    }
}

/// The first rule whose trigger and action are both on the screen that a call returned: an obstacle that it couldn't remove.
pub fn persistent_obstacle(rules: &ActiveRules, points: &[TapPoint]) -> Option<usize> {
    let mut texts = LoweredTexts::default();
    texts.fill(points);
    persistent_in(rules, &texts)
}

pub(crate) fn persistent_in(rules: &ActiveRules, texts: &LoweredTexts) -> Option<usize> {
    rules.matching(texts).next().map(|(rule, _)| rule)
}

/// What one call does on a list of screens.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Simulation {
    /// The taps, in order, each with the place of the screen that it was decided on.
    pub taps: Vec<(usize, Tap)>,
    /// How often the screen was looked at.
    pub describes: usize,
    /// The place of the screen that the call returns.
    pub final_screen: usize,
    /// The rule whose obstacle is still there.
    pub persistent: Option<usize>,
}

/// Runs one call: the k-th look shows screen k, and the last one again and again. None without any screen: the first look fails.
pub fn simulate<S: AsRef<[TapPoint]>>(rules: &ActiveRules, screens: &[S]) -> Option<Simulation> {
    let last = screens.len().checked_sub(1)?;
    let mut dismissal = Dismissal::new(rules);
    let mut taps = Vec::new();
    loop {
        let shown = taps.len().min(last);
        match dismissal.observe(screens[shown].as_ref()) {
            Decision::Tap(tap) => taps.push((shown, tap)),
            Decision::Done => {
                let persistent = persistent_in(rules, dismissal.texts());
                return Some(Simulation {
                    describes: taps.len() + 1,
                    final_screen: shown,
                    persistent,
                    taps,
                });
            }
        }
    }
}
