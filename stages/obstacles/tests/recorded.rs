//! What the rules say about a recording, through the public door.

use std::collections::BTreeMap;

use skillc_obstacles::{
    ActiveRules, AlertKind, Cleared, DismissedBy, Hit, ObstacleEvidence, ObstacleMode, ObstaclePolicy, ObstacleRule,
    Persistent, WhatCameNext, examine,
};
use skillc_records::{
    Action, ActionIndex, ActionKind, ActionOutcome, FrameIndex, ScreenPoints, TapPoint, Timestamp, WindowPoint,
};
use skillc_settle::{ActionResult, NotSeen, Performed, Settled};

/// A recording in which frame `i` is seen before action `i`, and the last frame after the last action.
struct Tape {
    screens: BTreeMap<FrameIndex, ScreenPoints>,
    actions: Vec<Action>,
    settled: Vec<Settled>,
}

/// Texts 100 points apart; with `rows`, enough of them that the screen is no alert.
fn screen(texts: &[&str], rows: bool) -> ScreenPoints {
    let rows = (0..if rows { 10 } else { 0 }).map(|i| format!("row {i}"));
    let texts = texts.iter().map(ToString::to_string).chain(rows);
    let point = |(i, text)| TapPoint {
        text,
        at: WindowPoint::new(100.0, f64::from(i) * 100.0),
        confidence: None,
        rect: None,
    };
    ScreenPoints {
        points: (0_u16..).zip(texts).map(point).collect(),
        icons: Vec::new(),
    }
}

/// A tap on the text at this place.
fn on(place: u16) -> ActionKind {
    ActionKind::Tap {
        at: Some(WindowPoint::new(110.0, f64::from(place) * 100.0 + 10.0)),
    }
}

fn tape(screens: Vec<ScreenPoints>, kinds: Vec<(ActionKind, Option<&str>)>) -> Tape {
    let last = kinds.len();
    let actions: Vec<Action> = (0..)
        .zip(kinds)
        .map(|(i, (kind, name))| Action {
            index: ActionIndex(i),
            frame_before: None,
            frame_after: None,
            kind,
            target_text: name.map(ToOwned::to_owned),
            display_label: None,
            started_at: Timestamp(0),
            ended_at: None,
            outcome: ActionOutcome::Ok,
        })
        .collect();
    let result = |i: u32| {
        if screens.len() > i as usize + 1 {
            ActionResult::Trustworthy {
                frame: FrameIndex(i + 1),
            }
        } else {
            ActionResult::NotSeen {
                reason: NotSeen::Missing,
            }
        }
    };
    let settled = (0..last as u32)
        .map(|i| Settled {
            action: ActionIndex(i),
            before: Some(FrameIndex(i)),
            result: result(i),
            performed: Performed::Done,
        })
        .collect();
    Tape {
        screens: (0..).map(FrameIndex).zip(screens).collect(),
        actions,
        settled,
    }
}

fn under(pairs: &[(&str, &str)], mode: ObstacleMode, tape: &Tape) -> ObstacleEvidence {
    let rule = |&(trigger, action): &(&str, &str)| ObstacleRule {
        trigger: trigger.to_owned(),
        action: action.to_owned(),
    };
    let rules = ActiveRules::new(&ObstaclePolicy {
        rules: pairs.iter().map(rule).collect(),
        mode,
    });
    let evidence = examine(&rules, &tape.actions, &tape.settled, &tape.screens);
    let bytes = postcard::to_allocvec(&evidence).expect("serialises");
    assert_eq!(
        postcard::from_bytes::<ObstacleEvidence>(&bytes).expect("reads back"),
        evidence
    );
    evidence
}

const OFFER: &[(&str, &str)] = &[("limited offer", "no thanks")];

fn offer_then_list() -> Tape {
    let offer = screen(&["Limited offer", "Buy", "No thanks"], true);
    let list = screen(&["List", "Item"], true);
    tape(
        vec![offer, list, screen(&["Item"], true)],
        vec![(on(2), None), (on(1), None)],
    )
}

#[test]
fn a_tap_in_the_rules_target_is_a_dismissal() {
    let evidence = under(OFFER, ObstacleMode::Auto, &offer_then_list());
    assert_eq!(evidence.dismissals.len(), 1);
    let dismissed = &evidence.dismissals[0];
    assert_eq!((dismissed.action, dismissed.frame), (ActionIndex(0), FrameIndex(0)));
    assert_eq!((dismissed.by, dismissed.hit), (DismissedBy::Rule(0), Hit::Touch));
    assert_eq!(dismissed.target, "No thanks");
    let recorded = WhatCameNext::Recorded { action: ActionIndex(0) };
    assert_eq!(
        evidence.cleared.iter().map(|cleared| cleared.next).collect::<Vec<_>>(),
        [recorded]
    );
    assert_eq!(evidence.sightings[0].both, 1);
    assert_eq!(evidence.sightings[0].first, Some(FrameIndex(0)));
}

#[test]
fn a_rule_that_is_not_in_force_dismisses_nothing() {
    for mode in [ObstacleMode::Hint, ObstacleMode::Off] {
        assert_eq!(under(OFFER, mode, &offer_then_list()), ObstacleEvidence::default());
    }
}

#[test]
fn a_tap_next_to_the_target_is_none() {
    let mut tape = offer_then_list();
    tape.actions[0].kind = on(1);
    let evidence = under(OFFER, ObstacleMode::Auto, &tape);
    assert!(evidence.dismissals.is_empty());
    assert_eq!(
        evidence.cleared[0].next,
        WhatCameNext::Unknown { action: ActionIndex(0) }
    );
}

#[test]
fn a_tap_by_name_is_a_dismissal_too() {
    let mut tape = offer_then_list();
    tape.actions[0].kind = ActionKind::Tap { at: None };
    tape.actions[0].target_text = Some("NO THANKS".to_owned());
    assert_eq!(under(OFFER, ObstacleMode::Auto, &tape).dismissals[0].hit, Hit::Name);
}

#[test]
fn any_button_of_a_system_alert_dismisses_it_in_every_mode() {
    let alert = screen(&["Kiln would like to send", "Allow", "Don't Allow"], false);
    let tape = tape(vec![alert, screen(&["List"], true)], vec![(on(1), None)]);
    for mode in ObstacleMode::ALL {
        let evidence = under(&[], mode, &tape);
        assert_eq!(evidence.dismissals[0].by, DismissedBy::Alert(AlertKind::Permission));
        // The explorer would have tapped the other button, and nobody recorded where that leads.
        assert_eq!(evidence.cleared[0].target, "Don't Allow");
        assert_eq!(
            evidence.cleared[0].next,
            WhatCameNext::Unknown { action: ActionIndex(0) }
        );
    }
}

#[test]
fn a_tap_on_an_alert_beside_its_buttons_dismisses_nothing() {
    let alert = screen(&["Kiln would like to send", "Allow", "Don't Allow"], false);
    let tape = tape(vec![alert, screen(&["List"], true)], vec![(on(0), None)]);
    assert!(under(&[], ObstacleMode::Auto, &tape).dismissals.is_empty());
}

#[test]
fn what_came_next_is_judged_by_where_the_same_tap_led_elsewhere() {
    // First the offer is dismissed and leads to the list. Then the user taps past it twice: once on what the list shows too, once on
    // what it doesn't.
    let offer = |also: &str| screen(&["Limited offer", also, "No thanks"], true);
    let list = || screen(&["List", "Item"], true);
    let tape = tape(
        vec![offer("Buy"), list(), offer("Item"), list(), offer("Buy"), list()],
        vec![
            (on(2), None),
            (on(0), None),
            (on(1), None),
            (ActionKind::Shake, None),
            (on(1), None),
        ],
    );
    let evidence = under(OFFER, ObstacleMode::Auto, &tape);
    let next: Vec<(FrameIndex, WhatCameNext)> = evidence
        .cleared
        .iter()
        .map(|&Cleared { frame, next, .. }| (frame, next))
        .collect();
    let shown_by = FrameIndex(1);
    assert_eq!(
        next,
        [
            (FrameIndex(0), WhatCameNext::Recorded { action: ActionIndex(0) }),
            (
                FrameIndex(2),
                WhatCameNext::Reachable {
                    action: ActionIndex(2),
                    shown_by
                }
            ),
            (
                FrameIndex(4),
                WhatCameNext::Unreachable {
                    action: ActionIndex(4),
                    shown_by
                }
            ),
        ]
    );
}

#[test]
fn an_action_that_needs_nothing_on_the_screen_can_be_done_all_the_same() {
    let offer = || screen(&["Limited offer", "No thanks"], true);
    let tape = tape(vec![offer(), offer()], vec![(ActionKind::PressHome, None)]);
    let next: Vec<WhatCameNext> = under(OFFER, ObstacleMode::Auto, &tape)
        .cleared
        .iter()
        .map(|cleared| cleared.next)
        .collect();
    assert_eq!(
        next,
        [
            WhatCameNext::Independent { action: ActionIndex(0) },
            WhatCameNext::Nothing
        ]
    );
}

#[test]
fn a_trigger_that_stays_is_persistent_after_one_try() {
    // The recording taps just what the explorer would, and the trigger is still there.
    let stuck = || screen(&["Limited offer", "No thanks"], true);
    let tape = tape(vec![stuck(), stuck()], vec![(on(1), None)]);
    let evidence = under(OFFER, ObstacleMode::Auto, &tape);
    assert_eq!(evidence.cleared.len(), 1);
    assert_eq!(
        evidence.persistent,
        [Persistent {
            frame: FrameIndex(1),
            rule: 0
        }]
    );
}

#[test]
fn frames_that_nobody_described_are_passed_over() {
    let mut tape = offer_then_list();
    tape.screens.clear();
    let evidence = under(OFFER, ObstacleMode::Auto, &tape);
    assert!(evidence.dismissals.is_empty() && evidence.cleared.is_empty());
}
