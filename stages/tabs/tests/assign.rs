//! Which recorded taps were on which tab, through the public door.

use std::collections::BTreeMap;

use proptest::prelude::*;
use skillc_records::{
    Action, ActionIndex, ActionKind, ActionOutcome, FrameIndex, Icon, ScreenPoints, TapPoint, Timestamp, WindowPoint,
    WindowSize,
};
use skillc_settle::{ActionResult, NotSeen, Performed, Settled};
use skillc_tabs::{Axis, Edge, MinEvidence, TabBar, TabLayout, TabNames, TapEvidence, assign};

const WINDOW: WindowSize = WindowSize::new(500.0, 1000.0);

fn bar(layout: Option<(Axis, Edge)>) -> TabNames {
    let tabs = ["Home", "Search", "Explorer", "Chat", "Me"].map(str::to_owned).to_vec();
    let layout = layout.map(|(orientation, edge)| TabLayout { orientation, edge });
    TabNames::new(&TabBar { tabs, layout })
}

fn screen(texts: &[(&str, f64, f64)], icons: &[(f64, f64)]) -> ScreenPoints {
    let point = |&(text, x, y): &(&str, f64, f64)| TapPoint {
        text: text.to_owned(),
        at: WindowPoint::new(x, y),
        confidence: None,
        rect: None,
    };
    let icon = |&(x, y): &(f64, f64)| Icon {
        at: WindowPoint::new(x, y),
        size: 24.0,
    };
    ScreenPoints {
        points: texts.iter().map(point).collect(),
        icons: icons.iter().map(icon).collect(),
    }
}

fn tap(at: Option<(f64, f64)>, name: Option<&str>) -> Action {
    Action {
        index: ActionIndex(0),
        frame_before: None,
        frame_after: None,
        kind: ActionKind::Tap {
            at: at.map(|(x, y)| WindowPoint::new(x, y)),
        },
        target_text: name.map(ToOwned::to_owned),
        display_label: None,
        started_at: Timestamp(0),
        ended_at: None,
        outcome: ActionOutcome::Ok,
    }
}

fn tab_of(names: &TabNames, seen: ScreenPoints, action: Action) -> Option<(usize, TapEvidence)> {
    tab_in(WINDOW, names, seen, action)
}

fn tab_in(window: WindowSize, names: &TabNames, seen: ScreenPoints, action: Action) -> Option<(usize, TapEvidence)> {
    let settled = Settled {
        action: action.index,
        before: Some(FrameIndex(4)),
        result: ActionResult::NotSeen {
            reason: NotSeen::Missing,
        },
        performed: Performed::Done,
    };
    let screens = BTreeMap::from([(FrameIndex(4), seen)]);
    let taps = assign(names, &[action], &[settled], &screens, window, MinEvidence::default());
    assert!(taps.iter().all(|tap| tap.frame == FrameIndex(4)));
    taps.first().map(|tap| (tap.tab, tap.by))
}

#[test]
fn an_unlabelled_tap_on_an_icon_only_bar_is_on_the_tab_of_its_slot() {
    let icons = [(50.0, 950.0), (250.0, 950.0)];
    for (x, tab) in [(250.0, 2), (201.0, 2), (299.0, 2), (301.0, 3), (3.0, 0), (499.0, 4)] {
        let found = tab_of(&bar(None), screen(&[], &icons), tap(Some((x, 950.0)), None));
        assert_eq!(found, Some((tab, TapEvidence::Slot)), "at {x}");
    }
    // Half way between two anchors: the first declared.
    assert_eq!(
        tab_of(&bar(None), screen(&[], &icons), tap(Some((200.0, 950.0)), None)),
        Some((1, TapEvidence::Slot))
    );
}

#[test]
fn a_tap_outside_the_band_or_without_a_bar_is_on_none() {
    let icons = [(50.0, 950.0)];
    assert_eq!(
        tab_of(&bar(None), screen(&[], &icons), tap(Some((250.0, 879.9)), None)),
        None
    );
    assert_eq!(
        tab_of(&bar(None), screen(&[], &[]), tap(Some((250.0, 950.0)), None)),
        None
    );
    let row = screen(&[("Home Network", 250.0, 300.0)], &icons);
    assert_eq!(
        tab_of(&bar(None), row, tap(Some((250.0, 300.0)), Some("Home Network"))),
        None
    );
    assert_eq!(tab_of(&bar(None), screen(&[], &icons), tap(None, Some("Home"))), None);
}

#[test]
fn where_nobody_knows_the_window_only_a_tabs_own_name_tells() {
    let unknown = WindowSize::new(0.0, 0.0);
    let seen = || {
        screen(
            &[("Home", 50.0, 950.0), ("Home Network", 250.0, 300.0)],
            &[(350.0, 950.0)],
        )
    };
    for (at, found) in [
        ((50.0, 950.0), Some((0, TapEvidence::Text))),
        ((250.0, 300.0), None),
        ((350.0, 950.0), None),
        ((0.0, 950.0), None),
    ] {
        assert_eq!(
            tab_in(unknown, &bar(None), seen(), tap(Some(at), None)),
            found,
            "{at:?}"
        );
    }
}

#[test]
fn a_labelled_tap_is_on_the_tab_of_that_name_or_on_none() {
    let labels = [("Me", 60.0, 960.0), ("Chat", 160.0, 960.0), ("Check out", 350.0, 960.0)];
    let at = |x| tap(Some((x, 945.0)), None);
    let seen = || screen(&labels, &[(60.0, 930.0)]);
    assert_eq!(tab_of(&bar(None), seen(), at(60.0)), Some((4, TapEvidence::Text)));
    assert_eq!(tab_of(&bar(None), seen(), at(160.0)), Some((3, TapEvidence::Text)));
    assert_eq!(
        tab_of(&bar(None), seen(), at(350.0)),
        None,
        "a button in the band that is no tab"
    );
    // What the producer says counts before what is near.
    assert_eq!(
        tab_of(&bar(None), seen(), tap(Some((350.0, 945.0)), Some("explorer"))),
        Some((2, TapEvidence::Text))
    );
}

#[test]
fn a_tap_on_the_icon_high_above_a_label_is_on_that_tab() {
    // Five labels, unevenly spread; the tap is 45 points above one of them.
    let labels = [
        ("Home", 30.0, 985.0),
        ("Search", 130.0, 985.0),
        ("Explorer", 180.0, 985.0),
        ("Chat", 400.0, 985.0),
        ("Me", 470.0, 985.0),
    ];
    let found = tab_of(&bar(None), screen(&labels, &[]), tap(Some((178.0, 940.0)), None));
    assert_eq!(found, Some((2, TapEvidence::Slot)));
    assert_eq!(
        tab_of(&bar(None), screen(&labels, &[]), tap(Some((290.0, 940.0)), None)),
        None,
        "too far from all"
    );
}

#[test]
fn noise_is_no_label() {
    let seen = || screen(&[("Q", 150.0, 950.0), ("icon", 350.0, 950.0)], &[(50.0, 950.0)]);
    assert_eq!(
        tab_of(&bar(None), seen(), tap(Some((152.0, 950.0)), None)),
        Some((1, TapEvidence::Slot))
    );
    assert_eq!(
        tab_of(&bar(None), seen(), tap(Some((352.0, 950.0)), None)),
        Some((3, TapEvidence::Slot))
    );
}

#[test]
fn rails_and_toolbars_have_slots_too() {
    let right = bar(Some((Axis::Vertical, Edge::Right)));
    let rail = screen(&[], &[(480.0, 100.0)]);
    assert_eq!(
        tab_of(&right, rail.clone(), tap(Some((470.0, 510.0)), None)),
        Some((2, TapEvidence::Slot))
    );
    assert_eq!(tab_of(&right, rail, tap(Some((430.0, 510.0)), None)), None);
    let top = bar(Some((Axis::Horizontal, Edge::Top)));
    let toolbar = screen(&[], &[(480.0, 60.0)]);
    assert_eq!(
        tab_of(&top, toolbar, tap(Some((250.0, 80.0)), None)),
        Some((2, TapEvidence::Slot))
    );
}

proptest! {
    #[test]
    fn no_tap_outside_the_band_is_ever_on_a_tab(
        x in -50.0..600.0_f64, y in -50.0..1100.0_f64, name in prop::option::of("(Home|Me|x|[a-z]{0,3})"),
        edge in prop_oneof![Just(Edge::Top), Just(Edge::Bottom), Just(Edge::Left), Just(Edge::Right)], vertical in any::<bool>(),
    ) {
        let names = bar(Some((if vertical { Axis::Vertical } else { Axis::Horizontal }, edge)));
        let everywhere = screen(&[("Home", 20.0, 20.0)], &[(20.0, 20.0), (480.0, 980.0), (480.0, 20.0), (20.0, 980.0)]);
        let found = tab_of(&names, everywhere, tap(Some((x, y)), name.as_deref()));
        if found.is_some() {
            prop_assert!(names.in_band(WindowPoint::new(x, y), WINDOW));
        }
    }
}
