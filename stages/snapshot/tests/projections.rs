//! The three projections of a tree, on generated, hostile and recorded trees.
#![allow(clippy::unwrap_used, reason = "a test may end where something is missing")]

mod shared;

use std::collections::BTreeSet;

use proptest::prelude::*;
use shared::{CHANNELS, acquisition, nodes, recorded_trees};
use skillc_records::WindowRect;
use skillc_snapshot::{
    Acquisition, CaptureResidue, FoldPolicy, Node, PresentationOptions, Presented, SnapshotProjection, WindowFacts,
    present,
    presentation::{FailedPhase, WorkBudget, present_within},
};

const POLICIES: [FoldPolicy; 4] = [
    FoldPolicy::ANDROID,
    FoldPolicy::CURSOR_PROJECTED,
    FoldPolicy::PLAIN_VIEWPORT,
    FoldPolicy::DESKTOP,
];

fn sources(acquired: &Acquisition, options: &PresentationOptions, policy: &FoldPolicy) -> BTreeSet<usize> {
    present(acquired, options, policy).sources.into_iter().collect()
}

fn assert_nested(acquired: &Acquisition, policy: &FoldPolicy) {
    let of = |projection| sources(acquired, &PresentationOptions::of(projection), policy);
    let [raw, regular, interactive] = [
        of(SnapshotProjection::Raw),
        of(SnapshotProjection::Regular),
        of(SnapshotProjection::Interactive),
    ];
    assert_eq!(raw.len(), acquired.tree.len());
    assert!(raw.is_superset(&regular), "raw holds regular");
    assert!(regular.is_superset(&interactive), "regular holds interactive");
}

fn assert_sound(presented: &Presented) {
    assert!(presented.failure.is_none());
    for (i, node) in presented.tree.nodes().iter().enumerate() {
        let depth = node
            .parent
            .map_or(0, |parent| presented.tree.nodes()[parent].depth.unwrap() + 1);
        assert!(node.parent.is_none_or(|parent| parent < i));
        assert_eq!(node.depth, Some(depth));
        assert!(node.reference.is_some());
        assert!(node.hittable != Some(true) || node.positive_rect().is_some());
    }
}

proptest! {
    #[test]
    fn raw_holds_regular_holds_interactive(nodes in nodes(true)) {
        for channel in CHANNELS {
            let acquired = acquisition(channel, nodes.clone());
            for policy in POLICIES {
                assert_nested(&acquired, &policy);
                for projection in [SnapshotProjection::Regular, SnapshotProjection::Interactive] {
                    assert_sound(&present(&acquired, &PresentationOptions::of(projection), &policy));
                }
            }
        }
    }

    #[test]
    fn a_depth_limit_keeps_interactive_inside_regular(nodes in nodes(true), depth in 0u32..5) {
        let acquired = acquisition("xctest", nodes);
        for policy in POLICIES {
            let limited = |interactive_only| PresentationOptions { interactive_only, depth: Some(depth), ..Default::default() };
            let regular = sources(&acquired, &limited(false), &policy);
            prop_assert!(regular.is_superset(&sources(&acquired, &limited(true), &policy)));
            prop_assert!(sources(&acquired, &PresentationOptions::default(), &policy).is_superset(&regular));
        }
    }

    #[test]
    fn a_scope_is_a_subtree_or_nothing(nodes in nodes(true), text in "[a-z]{0,3}") {
        let acquired = acquisition("android", nodes);
        let scoped = PresentationOptions { scope: Some(text), ..Default::default() };
        let presented = present(&acquired, &scoped, &FoldPolicy::ANDROID);
        let whole = sources(&acquired, &PresentationOptions::default(), &FoldPolicy::ANDROID);
        prop_assert!(whole.is_superset(&presented.sources.iter().copied().collect()));
    }

    #[test]
    fn presenting_twice_gives_the_same(nodes in nodes(true)) {
        let acquired = acquisition("android", nodes);
        let options = PresentationOptions::of(SnapshotProjection::Interactive);
        // Compared as text: a box may hold a number that isn't equal to itself.
        prop_assert_eq!(
            format!("{:?}", present(&acquired, &options, &FoldPolicy::ANDROID)),
            format!("{:?}", present(&acquired, &options, &FoldPolicy::ANDROID))
        );
    }
}

#[test]
fn recorded_trees_are_nested_and_sound() {
    for (_, nodes) in recorded_trees() {
        let acquired = acquisition("linux-atspi", nodes);
        let policy = FoldPolicy::of(acquired.source);
        assert_nested(&acquired, &policy);
        let regular = present(&acquired, &PresentationOptions::default(), &policy);
        assert_sound(&regular);
        let labels: Vec<_> = regular
            .tree
            .nodes()
            .iter()
            .filter_map(|node| node.label.as_deref())
            .collect();
        assert!(labels.contains(&"Handy Demo"));
        let sentinel = |node: &&Node| node.rect.is_some_and(|rect| rect.x < -1e6);
        assert_eq!(
            regular.tree.nodes().iter().filter(sentinel).count(),
            0,
            "what isn't shown is gone"
        );
    }
}

fn node(parent: Option<usize>, kind: &str, rect: (f64, f64, f64, f64)) -> Node {
    let rect = Some(WindowRect::new(rect.0, rect.1, rect.2, rect.3));
    Node {
        parent,
        kind: Some(kind.into()),
        rect,
        ..Node::default()
    }
}

fn labelled(label: &str, node: Node) -> Node {
    Node {
        label: Some(label.into()),
        ..node
    }
}

fn labels(presented: &Presented) -> Vec<&str> {
    presented
        .tree
        .nodes()
        .iter()
        .filter_map(|node| node.label.as_deref())
        .collect()
}

#[test]
fn a_list_clips_its_rows_and_says_what_it_hides() {
    let rows = (0..4).map(|i| {
        labelled(
            &format!("row {i}"),
            node(Some(1), "Cell", (0.0, f64::from(i) * 100.0 - 150.0, 400.0, 90.0)),
        )
    });
    let nodes: Vec<_> = [
        node(None, "Application", (0.0, 0.0, 400.0, 800.0)),
        node(Some(0), "Table", (0.0, 0.0, 400.0, 100.0)),
    ]
    .into_iter()
    .chain(rows)
    .collect();
    let regular = present(
        &acquisition("xctest", nodes),
        &PresentationOptions::default(),
        &FoldPolicy::CURSOR_PROJECTED,
    );
    assert_eq!(labels(&regular), ["row 1", "row 2"]);
    let list = &regular.tree.nodes()[1];
    assert_eq!((list.hidden_above, list.hidden_below), (Some(true), Some(true)));
    assert_eq!(
        regular.tree.nodes()[2].rect,
        Some(WindowRect::new(0.0, 0.0, 400.0, 40.0))
    );
}

#[test]
fn a_clipped_android_node_stays_without_size_and_is_not_hittable() {
    let outside = Node {
        clickable: Some(true),
        ..labelled("far", node(Some(0), "android.widget.Button", (900.0, 10.0, 50.0, 50.0)))
    };
    let inside = Node {
        clickable: Some(true),
        ..labelled(
            "near",
            node(Some(0), "android.widget.Button", (380.0, 10.0, 50.0, 50.0)),
        )
    };
    let facts = WindowFacts {
        bounds: Some(WindowRect::new(0.0, 0.0, 400.0, 800.0)),
        ..WindowFacts::default()
    };
    let root = Node {
        window: Some(facts),
        ..node(None, "android.widget.FrameLayout", (0.0, 0.0, 400.0, 800.0))
    };
    let regular = present(
        &acquisition("android", vec![root, outside, inside]),
        &PresentationOptions::default(),
        &FoldPolicy::ANDROID,
    );
    let [_, far, near] = regular.tree.nodes() else {
        panic!("three nodes")
    };
    assert_eq!(
        (far.rect, far.hittable),
        (Some(WindowRect::new(900.0, 10.0, 0.0, 0.0)), None)
    );
    assert_eq!(
        (near.rect, near.hittable),
        (Some(WindowRect::new(380.0, 10.0, 20.0, 50.0)), Some(true))
    );
}

#[test]
fn a_window_behind_the_active_one_is_left_out() {
    let window = |active, layer, label: &str| {
        let facts = WindowFacts {
            kind: Some(1),
            layer: Some(layer),
            active: Some(active),
            ..WindowFacts::default()
        };
        Node {
            window: Some(facts),
            ..labelled(label, node(None, "android.widget.TextView", (0.0, 0.0, 400.0, 800.0)))
        }
    };
    let nodes = vec![
        window(false, 1, "behind"),
        window(true, 2, "front"),
        window(true, 1, "lower"),
    ];
    let acquired = acquisition("android", nodes);
    assert_eq!(
        labels(&present(
            &acquired,
            &PresentationOptions::default(),
            &FoldPolicy::ANDROID
        )),
        ["front"]
    );
    let raw = PresentationOptions::of(SnapshotProjection::Raw);
    assert_eq!(labels(&present(&acquired, &raw, &FoldPolicy::ANDROID)).len(), 3);
}

#[test]
fn wrappers_fold_away_and_their_children_move_up() {
    let nodes = vec![
        node(None, "android.widget.ScrollView", (0.0, 0.0, 400.0, 800.0)),
        node(Some(0), "android.widget.LinearLayout", (0.0, 0.0, 400.0, 200.0)),
        node(Some(1), "android.widget.FrameLayout", (0.0, 0.0, 400.0, 100.0)),
        labelled("Pay", node(Some(2), "android.widget.TextView", (0.0, 0.0, 400.0, 50.0))),
    ];
    let acquired = acquisition("android", nodes);
    let regular = present(&acquired, &PresentationOptions::default(), &FoldPolicy::ANDROID);
    assert_eq!(regular.sources, [0, 3]);
    assert_eq!(regular.tree.nodes()[1].parent, Some(0));
    assert_eq!(regular.tree.nodes()[1].depth, Some(1));
    // Android counts raw levels, Apple presented ones.
    let limited = PresentationOptions {
        depth: Some(1),
        ..Default::default()
    };
    assert_eq!(present(&acquired, &limited, &FoldPolicy::ANDROID).sources, [0]);
    let by_presented = FoldPolicy {
        depth: skillc_snapshot::presentation::DepthCount::PresentedLevels,
        ..FoldPolicy::ANDROID
    };
    assert_eq!(present(&acquired, &limited, &by_presented).sources, [0, 3]);
}

#[test]
fn a_scope_without_a_match_is_empty_and_never_the_whole_tree() {
    let acquired = acquisition(
        "android",
        vec![labelled(
            "Pay",
            node(None, "android.widget.TextView", (0.0, 0.0, 9.0, 9.0)),
        )],
    );
    let scoped = |text: &str| {
        let options = PresentationOptions {
            scope: Some(text.into()),
            ..Default::default()
        };
        present(&acquired, &options, &FoldPolicy::ANDROID)
    };
    assert_eq!(scoped(" PAY ").sources, [0]);
    let nothing = scoped("TextView");
    assert_eq!((nothing.tree.len(), nothing.quality, nothing.failure), (0, None, None));
}

#[test]
fn a_target_under_a_sheet_is_covered_and_the_sheets_own_button_is_not() {
    let nodes = vec![
        node(None, "Application", (0.0, 0.0, 400.0, 800.0)),
        Node {
            hittable: Some(true),
            ..labelled("Pay", node(Some(0), "Button", (100.0, 500.0, 200.0, 40.0)))
        },
        labelled("Options", node(Some(0), "Sheet", (0.0, 400.0, 400.0, 400.0))),
        Node {
            hittable: Some(true),
            ..labelled("Close", node(Some(2), "Button", (0.0, 410.0, 60.0, 40.0)))
        },
    ];
    let shown = present(
        &acquisition("xctest", nodes),
        &PresentationOptions::default(),
        &FoldPolicy::CURSOR_PROJECTED,
    );
    let state: Vec<_> = shown
        .tree
        .nodes()
        .iter()
        .map(|node| (node.covered, node.hittable))
        .collect();
    assert_eq!(
        state,
        [(false, None), (true, Some(false)), (false, None), (false, Some(true))]
    );
}

#[test]
fn a_sibling_drawn_later_hides_what_it_covers() {
    let drawn = |order, label: &str, width| Node {
        drawing_order: Some(order),
        clickable: Some(true),
        ..labelled(label, node(Some(0), "android.widget.Button", (0.0, 0.0, width, 100.0)))
    };
    let root = node(None, "android.widget.ScrollView", (0.0, 0.0, 400.0, 800.0));
    let shown = |nodes| {
        let acquired = acquisition("android", nodes);
        let presented = present(&acquired, &PresentationOptions::default(), &FoldPolicy::ANDROID);
        labels(&presented).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(
        shown(vec![root.clone(), drawn(1, "under", 100.0), drawn(2, "over", 90.0)]),
        ["over"]
    );
    assert_eq!(
        shown(vec![root, drawn(1, "under", 100.0), drawn(2, "over", 89.0)]),
        ["under", "over"]
    );
}

#[test]
fn a_breached_budget_is_said_and_is_no_empty_screen() {
    let nodes = vec![Node::default(); 100];
    let acquired = acquisition("android", nodes);
    let failed = present_within(
        &acquired,
        &PresentationOptions::default(),
        &FoldPolicy::ANDROID,
        WorkBudget { units: 50 },
    );
    let failure = failed.failure.unwrap();
    assert_eq!(
        (failure.phase, failure.max_work_units),
        (FailedPhase::Complexity, Some(50))
    );
    assert_eq!((failed.tree.len(), failed.truncated), (0, Some(true)));
    assert!(!failed.quality.unwrap().is_usable());
}

#[test]
fn size_depth_and_odd_numbers_are_survived() {
    const MIN: f64 = i32::MIN as f64;
    let many: Vec<_> = (0..20_000usize)
        .map(|i| {
            labelled(
                "same",
                node((i > 0).then(|| (i - 1) / 2), "Button", (MIN, MIN, 1.0, 1.0)),
            )
        })
        .collect();
    let deep: Vec<_> = (0..400usize)
        .map(|i| {
            labelled(
                "deep",
                node(i.checked_sub(1), "android.view.View", (0.0, 0.0, f64::NAN, -4.0)),
            )
        })
        .collect();
    let wide: Vec<_> = (0..5000usize)
        .map(|i| Node {
            drawing_order: Some(i as i64),
            clickable: Some(true),
            ..labelled("sheet", node((i > 0).then_some(0), "Sheet", (0.0, 0.0, 100.0, 100.0)))
        })
        .collect();
    let loud = vec![labelled(
        &"🙂ع".repeat(1 << 18),
        node(None, "StaticText", (0.0, 0.0, 10.0, 10.0)),
    )];
    let cycle = vec![
        node(Some(1), "Button", (0.0, 0.0, 1.0, 1.0)),
        node(Some(0), "Button", (0.0, 0.0, 1.0, 1.0)),
    ];
    for nodes in [many, deep, wide, loud, cycle, Vec::new()] {
        for policy in POLICIES {
            let acquired = acquisition("android", nodes.clone());
            assert_nested(&acquired, &policy);
        }
    }
    let cyclic = acquisition("web", vec![node(Some(0), "Button", (0.0, 0.0, 1.0, 1.0))]);
    assert!(cyclic.residue.contains(&CaptureResidue::RepairedParents(1)));
}
