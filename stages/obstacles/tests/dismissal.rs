//! The dismissal loop, live and simulated, through the public door.

use proptest::prelude::*;
use skillc_obstacles::{
    ActiveRules, Decision, Dismissal, DismissedBy, ObstacleMode, ObstaclePolicy, ObstacleRule, Simulation,
    persistent_obstacle, simulate,
};
use skillc_records::{TapPoint, WindowPoint};

fn rules(rules: &[(&str, &str)], mode: ObstacleMode) -> ActiveRules {
    let rule = |&(trigger, action): &(&str, &str)| ObstacleRule {
        trigger: trigger.to_owned(),
        action: action.to_owned(),
    };
    ActiveRules::new(&ObstaclePolicy {
        rules: rules.iter().map(rule).collect(),
        mode,
    })
}

/// Texts one below the other, with enough rows below them that no screen is small enough for an alert.
fn screen(texts: &[&str]) -> Vec<TapPoint> {
    let rows = (0..10).map(|i| format!("row {i}"));
    let texts = texts.iter().map(ToString::to_string).chain(rows);
    let point = |(i, text)| TapPoint {
        text,
        at: WindowPoint::new(50.0, f64::from(i) * 40.0),
        confidence: None,
        rect: None,
    };
    (0_u16..).zip(texts).map(point).collect()
}

#[test]
fn accents_count_and_their_form_does_not() {
    let rules = rules(&[("Re\u{301}glages", "Ferme\u{301}")], ObstacleMode::Auto);
    let taps = |texts| {
        simulate(&rules, &[screen(texts), screen(&[])])
            .expect("a screen")
            .taps
            .len()
    };
    assert_eq!(taps(&["Tes RÉGLAGES", "fermé"]), 1);
    assert_eq!(taps(&["Tes Reglages", "fermé"]), 0);
}

#[test]
fn a_rule_whose_trigger_is_gone_may_try_again_later() {
    let rules = rules(&[("Offer", "Skip"), ("Tip", "Hide")], ObstacleMode::Auto);
    let offer = screen(&["Offer", "Skip"]);
    let screens = [offer.clone(), screen(&["Tip", "Hide"]), offer, screen(&[])];
    let call = simulate(&rules, &screens).expect("a screen");
    let by: Vec<DismissedBy> = call.taps.iter().map(|(_, tap)| tap.by).collect();
    assert_eq!(by, [DismissedBy::Rule(0), DismissedBy::Rule(1), DismissedBy::Rule(0)]);
    assert_eq!((call.describes, call.final_screen, call.persistent), (4, 3, None));
}

#[test]
fn what_is_left_is_named_even_if_it_was_tried() {
    let rules = rules(&[("Banner", "OK")], ObstacleMode::Auto);
    let stuck = screen(&["Banner", "OK"]);
    let call = simulate(&rules, &[stuck.as_slice()]).expect("a screen");
    assert_eq!((call.taps.len(), call.persistent), (1, Some(0)));
    assert_eq!(persistent_obstacle(&rules, &stuck), Some(0));
}

#[test]
fn without_a_screen_there_is_no_result() {
    assert_eq!(simulate::<Vec<TapPoint>>(&rules(&[], ObstacleMode::Auto), &[]), None);
}

#[test]
fn the_loop_can_be_driven_a_screen_at_a_time() {
    let rules = rules(&[("Offer", "Skip")], ObstacleMode::Auto);
    let mut call = Dismissal::new(&rules);
    let Decision::Tap(tap) = call.observe(&screen(&["Offer", "Skip"])) else {
        panic!("it applies")
    };
    assert_eq!(
        (tap.point, tap.at, tap.by),
        (1, WindowPoint::new(50.0, 40.0), DismissedBy::Rule(0))
    );
    assert_eq!(
        call.observe(&screen(&["Offer", "Skip"])),
        Decision::Done,
        "its trigger is re-armed"
    );
}

proptest! {
    #[test]
    fn a_call_taps_at_most_three_times_and_looks_once_more(
        texts in prop::collection::vec(prop::collection::vec("(ok|cancel|rate|[ab]{0,2})", 0..6), 1..6),
        pairs in prop::collection::vec(("[ab]{1,2}", "[ab]{1,2}"), 0..4),
        mode in prop_oneof![Just(ObstacleMode::Auto), Just(ObstacleMode::Hint), Just(ObstacleMode::Off)],
    ) {
        let pairs: Vec<(&str, &str)> = pairs.iter().map(|(trigger, action)| (trigger.as_str(), action.as_str())).collect();
        let rules = rules(&pairs, mode);
        let screens: Vec<Vec<TapPoint>> = texts.iter().map(|texts| {
            let point = |text: &String| TapPoint { text: text.clone(), at: WindowPoint::default(), confidence: None, rect: None };
            texts.iter().map(point).collect()
        }).collect();
        let call = simulate(&rules, &screens).expect("a screen");
        prop_assert!(call.taps.len() <= 3);
        prop_assert_eq!(call.describes, call.taps.len() + 1);
        prop_assert_eq!(call.final_screen, call.taps.len().min(screens.len() - 1));
        for (shown, tap) in &call.taps {
            let points = &screens[*shown];
            prop_assert!(tap.point < points.len());
            if let DismissedBy::Rule(rule) = tap.by {
                prop_assert_eq!(mode, ObstacleMode::Auto);
                prop_assert!(points.iter().any(|point| point.text.contains(pairs[rule].0)));
                prop_assert!(points[tap.point].text.contains(pairs[rule].1));
            }
        }
        let bytes = postcard::to_allocvec(&call).expect("serialises");
        prop_assert_eq!(postcard::from_bytes::<Simulation>(&bytes).expect("reads back"), call);
    }
}
