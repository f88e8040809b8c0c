//! What the rules say about a recording.
//!
//! Two questions. Which recorded actions were dismissals: the tap landed on a button of a system alert, or on what a rule taps. And
//! what would the explorer have done under these rules: on each screen that an action was decided on it would have called the
//! dismissal loop first.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use skillc_points::{Hit, LoweredTexts, target_of};
use skillc_records::{Action, ActionIndex, ActionKind, DialogAnswer, FrameIndex, ScreenPoints};
use skillc_settle::Settled;
use skillc_text::lower;

use crate::alert::{alert_button, alert_in};
use crate::dismissal::persistent_in;
use crate::followed::{Outcomes, WhatCameNext, what_came_next};
use crate::{ActiveRules, Decision, Dismissal, DismissedBy, Tap, told};

/// All that the rules say about one session.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ObstacleEvidence {
    /// Recorded actions that were dismissals, in order: no steps of a flow.
    pub dismissals: Vec<Dismissed>,
    /// Frames on which the explorer would have tapped something to dismiss it, in order.
    pub cleared: Vec<Cleared>,
    /// Obstacles that were still there when the loop gave up, in order of the frames.
    pub persistent: Vec<Persistent>,
    /// What was seen of each rule in force, by its place in APP.md.
    pub sightings: Vec<Sighting>,
}

/// A recorded action that was a dismissal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dismissed {
    /// The action.
    pub action: ActionIndex,
    /// The frame that it was decided on.
    pub frame: FrameIndex,
    /// Of what.
    pub by: DismissedBy,
    /// The text that was tapped.
    pub target: String,
    /// How the action and the text were brought together.
    pub hit: Hit,
}

/// A frame that the explorer would have cleared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cleared {
    /// The frame.
    pub frame: FrameIndex,
    /// Of what.
    pub by: DismissedBy,
    /// The text that it would have tapped.
    pub target: String,
    /// Whether what came next in the recording is still reached.
    pub next: WhatCameNext,
}

/// An obstacle that was still there when the loop gave up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Persistent {
    /// The frame that still shows it.
    pub frame: FrameIndex,
    /// The rule, by its place in APP.md.
    pub rule: usize,
}

/// What was seen of a rule in one session, on the screens that actions were decided on and the last one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Sighting {
    /// Frames that show its trigger.
    pub trigger: u32,
    /// Frames that show its action.
    pub action: u32,
    /// Frames that show both.
    pub both: u32,
    /// The first frame that shows its trigger.
    pub first: Option<FrameIndex>,
}

/// What `rules` say about one session.
///
/// `settled` has an entry for each of `actions`, in the same order; `screens` has the points of the frames that it names. What is
/// missing is passed over.
pub fn examine(
    rules: &ActiveRules,
    actions: &[Action],
    settled: &[Settled],
    screens: &BTreeMap<FrameIndex, ScreenPoints>,
) -> ObstacleEvidence {
    let dismissals = dismissals(rules, actions, settled, screens);
    let outcomes = outcomes(&dismissals, settled);
    let mut evidence = ObstacleEvidence {
        dismissals,
        sightings: vec![Sighting::default(); rules.len()],
        ..ObstacleEvidence::default()
    };
    let mut dismissal = Dismissal::new(rules);
    // What the explorer would have tapped on the screen before, if the recording tapped just that.
    let mut follows_recording = false;
    let mut shown = None;
    for (frame, next) in looks(actions, settled) {
        if shown.replace(frame) == Some(frame) {
            // Several actions were decided on one screen: the explorer looks at it once.
            continue;
        }
        let Some(screen) = screens.get(&frame) else {
            follows_recording = false;
            continue;
        };
        if !follows_recording {
            dismissal.restart();
        }
        follows_recording = false;
        match dismissal.observe(&screen.points) {
            Decision::Tap(tap) => {
                let target = screen.points[tap.point].text.as_str();
                let next = next.map_or(WhatCameNext::Nothing, |action| {
                    follows_recording = is_tap_on(action, tap, screen);
                    if follows_recording {
                        WhatCameNext::Recorded { action: action.index }
                    } else {
                        what_came_next(action, screen, (tap.by, target), &outcomes, screens)
                    }
                });
                evidence.cleared.push(Cleared {
                    frame,
                    by: tap.by,
                    target: target.to_owned(),
                    next,
                });
            }
            Decision::Done => {
                let rule = persistent_in(rules, dismissal.texts());
                evidence.persistent.extend(rule.map(|rule| Persistent { frame, rule }));
            }
        }
        sight(rules, frame, dismissal.texts(), &mut evidence.sightings);
    }
    // A dialog that was told stands on no screen, and was met all the same.
    for dismissed in &evidence.dismissals {
        let told = actions.iter().find(|action| action.index == dismissed.action);
        let is_told = told.is_some_and(|action| matches!(action.kind, ActionKind::AnswerDialog { .. }));
        if let (true, DismissedBy::Rule(rule)) = (is_told, dismissed.by) {
            let sighting = &mut evidence.sightings[rule];
            sighting.trigger += 1;
            sighting.action += 1;
            sighting.both += 1;
            sighting.first.get_or_insert(dismissed.frame);
        }
    }
    evidence
}

/// The screens that the explorer would have looked at, each with the action that was decided on it: the one before each action, and
/// the one after the last.
fn looks<'a>(
    actions: &'a [Action],
    settled: &'a [Settled],
) -> impl Iterator<Item = (FrameIndex, Option<&'a Action>)> + 'a {
    let before = actions
        .iter()
        .zip(settled)
        .filter_map(|(action, settled)| Some((settled.before?, Some(action))));
    let last = settled
        .last()
        .and_then(|settled| settled.result.frame())
        .map(|frame| (frame, None));
    before.chain(last)
}

fn is_tap_on(action: &Action, tap: Tap, screen: &ScreenPoints) -> bool {
    let is_tap = matches!(action.kind, ActionKind::Tap { .. });
    is_tap && target_of(action, &screen.points).is_some_and(|(place, _)| place == tap.point)
}

fn sight(rules: &ActiveRules, frame: FrameIndex, texts: &LoweredTexts, sightings: &mut [Sighting]) {
    for (rule, sighting) in sightings.iter_mut().enumerate() {
        let shown = rules.shown(rule, texts);
        sighting.trigger += u32::from(shown.trigger);
        sighting.action += u32::from(shown.target.is_some());
        sighting.both += u32::from(shown.trigger && shown.target.is_some());
        if shown.trigger && sighting.first.is_none() {
            sighting.first = Some(frame);
        }
    }
}

fn dismissals(
    rules: &ActiveRules,
    actions: &[Action],
    settled: &[Settled],
    screens: &BTreeMap<FrameIndex, ScreenPoints>,
) -> Vec<Dismissed> {
    let mut texts = LoweredTexts::default();
    let dismissed = |(action, settled): (&Action, &Settled)| {
        match action.kind {
            ActionKind::Tap { .. } => {}
            ActionKind::AnswerDialog { answer } => return answered(rules, action, settled, answer),
            _ => return None,
        }
        let frame = settled.before?;
        let screen = screens.get(&frame)?;
        let (place, hit) = target_of(action, &screen.points)?;
        texts.fill(&screen.points);
        let by = dismissed_by(rules, &texts, place)?;
        Some(Dismissed {
            action: action.index,
            frame,
            by,
            target: screen.points[place].text.clone(),
            hit,
        })
    };
    actions.iter().zip(settled).filter_map(dismissed).collect()
}

/// An answer to a dialog without a place always dismisses something: by the rule for its message if that gives this answer.
fn answered(rules: &ActiveRules, action: &Action, settled: &Settled, answer: DialogAnswer) -> Option<Dismissed> {
    let message = action.target_text.as_deref().unwrap_or_default();
    let rule = told::rule(rules, message).filter(|&rule| told::meant_by(rules.named(rule)) == answer);
    Some(Dismissed {
        action: action.index,
        frame: settled.before.or(action.frame_before)?,
        by: rule.map_or(DismissedBy::Dialog, DismissedBy::Rule),
        target: rule.map_or(answer.as_str(), |rule| rules.named(rule)).to_owned(),
        hit: Hit::Name,
    })
}

/// What a tap on the text at `place` dismisses. Any known button of an alert does, not only the one that the explorer would choose.
fn dismissed_by(rules: &ActiveRules, texts: &LoweredTexts, place: usize) -> Option<DismissedBy> {
    if let Some(alert) = alert_in(texts)
        && alert_button(texts.get(place)).is_some()
    {
        return Some(DismissedBy::Alert(alert.kind));
    }
    let mut matching = rules.matching(texts);
    matching
        .find(|&(_, target)| target == place)
        .map(|(rule, _)| DismissedBy::Rule(rule))
}

fn outcomes(dismissals: &[Dismissed], settled: &[Settled]) -> Outcomes {
    let results: BTreeMap<ActionIndex, FrameIndex> = settled
        .iter()
        .filter_map(|settled| Some((settled.action, settled.result.frame()?)))
        .collect();
    let mut outcomes = Outcomes::new();
    for dismissed in dismissals {
        if let Some(&frame) = results.get(&dismissed.action) {
            outcomes
                .entry((dismissed.by, lower(&dismissed.target)))
                .or_default()
                .push(frame);
        }
    }
    outcomes
}
