//! Where the tabs are on a screen, through the public door.

use proptest::prelude::*;
use skillc_records::{Icon, ScreenPoints, TapPoint, WindowPoint, WindowSize};
use skillc_tabs::{Axis, Edge, MinEvidence, TabBar, TabLayout, TabNames, TabTarget, Via, Visited, targets};

const WINDOW: WindowSize = WindowSize::new(400.0, 1000.0);

fn bar(tabs: &[&str], layout: Option<(Axis, Edge)>) -> TabNames {
    let layout = layout.map(|(orientation, edge)| TabLayout { orientation, edge });
    TabNames::new(&TabBar {
        tabs: tabs.iter().map(ToString::to_string).collect(),
        layout,
    })
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

fn on(names: &TabNames, screen: &ScreenPoints) -> Vec<(usize, f64, f64)> {
    let found = targets(names, screen, &Visited::default(), WINDOW, MinEvidence::default());
    found
        .iter()
        .map(|target| (target.tab, target.at.x, target.at.y))
        .collect()
}

#[test]
fn every_orientation_goes_with_every_edge() {
    // Two points in each band; the far one across is the upper median.
    for (orientation, edge, wanted) in [
        (Axis::Horizontal, Edge::Top, [(100.0, 60.0), (300.0, 60.0)]),
        (Axis::Horizontal, Edge::Bottom, [(100.0, 940.0), (300.0, 940.0)]),
        (Axis::Horizontal, Edge::Left, [(100.0, 600.0), (300.0, 600.0)]),
        (Axis::Horizontal, Edge::Right, [(100.0, 600.0), (300.0, 600.0)]),
        (Axis::Vertical, Edge::Left, [(20.0, 250.0), (20.0, 750.0)]),
        (Axis::Vertical, Edge::Right, [(380.0, 250.0), (380.0, 750.0)]),
        (Axis::Vertical, Edge::Top, [(250.0, 250.0), (250.0, 750.0)]),
        (Axis::Vertical, Edge::Bottom, [(250.0, 250.0), (250.0, 750.0)]),
    ] {
        let icons = [
            (150.0, 40.0),
            (250.0, 60.0),
            (150.0, 930.0),
            (250.0, 940.0),
            (10.0, 400.0),
            (20.0, 600.0),
            (360.0, 400.0),
            (380.0, 600.0),
        ];
        let found = on(&bar(&["A1", "B2"], Some((orientation, edge))), &screen(&[], &icons));
        let wanted = [(0, wanted[0].0, wanted[0].1), (1, wanted[1].0, wanted[1].1)];
        assert_eq!(found, wanted, "{orientation:?} along {edge:?}");
    }
}

#[test]
fn the_inner_border_of_the_band_belongs_to_it() {
    for (edge, on_it, beside) in [
        (Edge::Bottom, (200.0, 880.0), (200.0, 879.9)),
        (Edge::Top, (200.0, 120.0), (200.0, 120.1)),
        (Edge::Right, (352.0, 500.0), (351.9, 500.0)),
        (Edge::Left, (48.0, 500.0), (48.1, 500.0)),
    ] {
        let names = bar(&["One"], Some((Axis::Horizontal, edge)));
        assert!(names.in_band(WindowPoint::new(on_it.0, on_it.1), WINDOW), "{edge:?}");
        assert!(!names.in_band(WindowPoint::new(beside.0, beside.1), WINDOW), "{edge:?}");
        assert!(!names.in_band(WindowPoint::new(f64::NAN, f64::NAN), WINDOW), "{edge:?}");
    }
}

#[test]
fn without_evidence_asked_for_the_middle_of_the_band_is_taken() {
    let empty = ScreenPoints::default();
    for (orientation, edge, at) in [
        (Axis::Horizontal, Edge::Top, (200.0, 60.0)),
        (Axis::Horizontal, Edge::Right, (200.0, 940.0)),
        (Axis::Vertical, Edge::Left, (24.0, 500.0)),
        (Axis::Vertical, Edge::Bottom, (376.0, 500.0)),
    ] {
        let names = bar(&["One"], Some((orientation, edge)));
        for least in [0, -3] {
            let found = targets(&names, &empty, &Visited::default(), WINDOW, MinEvidence(least));
            assert_eq!(found.len(), 1);
            assert_eq!((found[0].at.x, found[0].at.y), at, "{orientation:?} along {edge:?}");
        }
        assert!(targets(&names, &empty, &Visited::default(), WINDOW, MinEvidence(1)).is_empty());
    }
}

#[test]
fn accents_count_and_their_form_does_not() {
    let names = bar(&["Re\u{301}sume\u{301}", "Sante"], None);
    let seen = screen(&[("RÉSUMÉ", 50.0, 950.0), ("Santé", 150.0, 950.0)], &[]);
    let found = targets(&names, &seen, &Visited::default(), WINDOW, MinEvidence(9));
    assert_eq!(
        found,
        [TabTarget {
            tab: 0,
            at: WindowPoint::new(50.0, 950.0),
            via: Via::Text { point: 0 }
        }]
    );
}

#[test]
fn one_letter_of_noise_takes_the_place_of_a_tab() {
    let found = on(
        &bar(&["Explorer", "Profile"], None),
        &screen(&[("x", 9.0, 300.0)], &[(300.0, 950.0)]),
    );
    assert_eq!(found, [(0, 9.0, 300.0), (1, 300.0, 950.0)]);
}

#[test]
fn a_text_of_spaces_matches_nothing_and_is_no_icon() {
    let found = on(
        &bar(&["A1"], None),
        &screen(&[("  ", 9.0, 990.0), ("", 9.0, 930.0)], &[]),
    );
    assert_eq!(found, [(0, 200.0, 930.0)]);
}

#[test]
fn tabs_of_one_name_are_matched_together_and_spread_apart() {
    let names = bar(&["More", "More"], None);
    assert_eq!(
        on(&names, &screen(&[("More", 9.0, 950.0)], &[])),
        [(0, 9.0, 950.0), (1, 9.0, 950.0)]
    );
    assert_eq!(
        on(&names, &screen(&[], &[(50.0, 950.0)])),
        [(0, 100.0, 950.0), (1, 300.0, 950.0)]
    );
}

#[test]
fn a_visited_text_lets_the_next_one_match() {
    let names = bar(&["Chat"], None);
    let seen = screen(&[("My Chat", 9.0, 100.0), ("Chat room", 9.0, 200.0)], &[]);
    let found = targets(&names, &seen, &Visited::new(["My Chat"]), WINDOW, MinEvidence(1));
    assert_eq!(found[0].via, Via::Text { point: 1 });
}

fn axis() -> impl Strategy<Value = Axis> {
    prop_oneof![Just(Axis::Horizontal), Just(Axis::Vertical)]
}

fn edge() -> impl Strategy<Value = Edge> {
    prop_oneof![Just(Edge::Top), Just(Edge::Bottom), Just(Edge::Left), Just(Edge::Right)]
}

proptest! {
    #[test]
    fn each_tab_has_at_most_one_target_and_texts_come_first(
        tabs in prop::collection::vec("[A-Ca-c]{1,3}", 0..6),
        texts in prop::collection::vec(("[a-d ]{0,3}", 0.0..400.0_f64, 0.0..1000.0_f64), 0..8),
        icons in prop::collection::vec((0.0..400.0_f64, 0.0..1000.0_f64), 0..6),
        layout in prop::option::of((axis(), edge())), least in -1..5_i64,
    ) {
        let names = bar(&tabs.iter().map(String::as_str).collect::<Vec<_>>(), layout);
        let texts: Vec<(&str, f64, f64)> = texts.iter().map(|(text, x, y)| (text.as_str(), *x, *y)).collect();
        let seen = screen(&texts, &icons);
        let found = targets(&names, &seen, &Visited::default(), WINDOW, MinEvidence(least));
        let synthesised = found.iter().position(|t| matches!(t.via, Via::Synth { .. })).unwrap_or(found.len());
        let (by_text, by_anchor) = found.split_at(synthesised);
        let backed = by_anchor.iter().all(|t| matches!(t.via, Via::Synth { evidence } if evidence as i64 >= least));
        prop_assert!(backed);
        prop_assert!(by_text.is_sorted_by_key(|t| t.tab) && by_anchor.is_sorted_by_key(|t| t.tab));
        let mut all: Vec<usize> = found.iter().map(|t| t.tab).collect();
        all.sort_unstable();
        all.dedup();
        prop_assert_eq!(all.len(), found.len());
        // Either every tab has a target or nothing was synthesised.
        prop_assert!(by_anchor.is_empty() || found.len() == tabs.len());
        let bytes = postcard::to_allocvec(&found).expect("serialises");
        prop_assert_eq!(postcard::from_bytes::<Vec<TabTarget>>(&bytes).expect("reads back"), found);
    }

    #[test]
    fn anchors_depend_on_the_number_of_tabs_and_not_on_which_icons_were_seen(
        count in 1_usize..7, xs in prop::collection::vec(0.0..400.0_f64, 1..6),
    ) {
        let tabs: Vec<String> = (0..count).map(|i| format!("T{i}")).collect();
        let names = bar(&tabs.iter().map(String::as_str).collect::<Vec<_>>(), None);
        let icons: Vec<(f64, f64)> = xs.iter().map(|&x| (x, 940.0)).collect();
        let found = on(&names, &screen(&[], &icons));
        for (i, (tab, x, y)) in found.into_iter().enumerate() {
            prop_assert_eq!((tab, y), (i, 940.0));
            prop_assert!((x - 400.0 * (i as f64 + 0.5) / count as f64).abs() < 1e-9);
        }
    }
}
