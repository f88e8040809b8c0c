//! Trees that no honest producer sends: sizes, depths, numbers, labels and handles that would break a careless rule.
#![allow(clippy::unwrap_used, reason = "a test may end where something is missing")]

mod shared;

use std::time::{Duration, Instant};

use shared::acquisition;
use skillc_records::{PixelSize, Timestamp, WindowRect};
use skillc_snapshot::{
    CaptureResidue, Channel, ElementRef, Node, OverlayOptions, PlatformFamily, PresentationOptions, SnapshotProjection,
    Tree,
    content::{Content, content},
    evidence::{EvidenceMode, record, verify, write},
    freshness::{
        Baseline, BaselineTree, FreshnessWindow, Mode, NavigationAction, StaleReason, StuckRule, TreeAttempt,
        classify_tree,
    },
    overlay::overlay,
    present,
    presentation::FoldPolicy,
    selector::{ChainPurpose, MatchOptions, SelectorChain, chain_for, resolve, resolve_for_action},
    visibility::seen,
    wire::{publish_nodes, read_nodes},
};

const MIN: f64 = i32::MIN as f64;

fn node(parent: Option<usize>, kind: &str, label: &str, rect: WindowRect) -> Node {
    Node {
        parent,
        kind: Some(kind.into()),
        label: Some(label.into()),
        rect: Some(rect),
        hittable: Some(true),
        clickable: Some(true),
        ..Node::default()
    }
}

fn trees() -> Vec<(&'static str, Vec<Node>)> {
    let square = WindowRect::new(0.0, 0.0, 10.0, 10.0);
    let wide = (0..20_000usize)
        .map(|i| node((i > 0).then_some(0), "Button", "same", square))
        .collect();
    let chain = (0..20_000usize)
        .map(|i| node(i.checked_sub(1), "android.view.View", "", square))
        .collect();
    let deep = (0..400usize)
        .map(|i| {
            node(
                i.checked_sub(1),
                "ScrollView",
                "deep",
                WindowRect::new(MIN, MIN, f64::NAN, -3.0),
            )
        })
        .collect();
    let cycle = vec![
        node(Some(2), "Cell", "a", square),
        node(Some(0), "Cell", "b", square),
        node(Some(1), "Cell", "c", square),
    ];
    let twins = (0..40)
        .map(|_| Node {
            identifier: Some("same".into()),
            reference: ElementRef::new("e1").ok(),
            ..node(None, "Button", "twin", square)
        })
        .collect();
    let loud = vec![
        node(None, "StaticText", &"🙂متابعة".repeat(1 << 16), square),
        node(Some(0), "Button", "\u{202e}\u{0}\u{7f}", square),
    ];
    let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, MIN, -1.0, 0.0, 1e308]
        .iter()
        .flat_map(|&n| {
            [
                WindowRect::new(n, 0.0, 10.0, 10.0),
                WindowRect::new(0.0, 0.0, n, 10.0),
                WindowRect::new(n, n, n, n),
            ]
        })
        .map(|rect| node(None, "Button", "odd", rect))
        .collect();
    vec![
        ("wide", wide),
        ("chain", chain),
        ("deep", deep),
        ("cycle", cycle),
        ("twins", twins),
        ("loud", loud),
        ("odd", odd),
        ("empty", Vec::new()),
    ]
}

#[test]
fn every_rule_survives_every_tree_in_little_time() {
    for (name, nodes) in trees() {
        let begun = Instant::now();
        for (channel, policy) in [
            ("android", FoldPolicy::ANDROID),
            ("xctest", FoldPolicy::CURSOR_PROJECTED),
            ("linux-atspi", FoldPolicy::DESKTOP),
        ] {
            let acquired = acquisition(channel, nodes.clone());
            for projection in [
                SnapshotProjection::Raw,
                SnapshotProjection::Regular,
                SnapshotProjection::Interactive,
            ] {
                let shown = present(&acquired, &PresentationOptions::of(projection), &policy);
                overlay(
                    &shown.tree,
                    Some(Channel::Android),
                    PixelSize {
                        width: 400,
                        height: 800,
                    },
                    &OverlayOptions::default(),
                );
            }
            let tree = &acquired.tree;
            assert_eq!(seen(tree).len(), tree.len());
            content(tree, Some("com.x"));
            let options = MatchOptions::one(PlatformFamily::Android);
            for text in ["label=same", "label=\"\"", "visible || id=same", "role=button hittable"] {
                let chain = SelectorChain::parse(text).unwrap();
                resolve(tree, &chain, &options);
                let _ = resolve_for_action(tree, &chain, &options);
            }
            for target in [0, tree.len() / 2, tree.len().saturating_sub(1)]
                .into_iter()
                .filter(|&i| i < tree.len())
            {
                let chain = chain_for(tree, target, ChainPurpose::Act);
                if let Some(evidence) = record(tree, target, &chain, &options, EvidenceMode::Act) {
                    verify(tree, &chain, &evidence, &options, EvidenceMode::Act);
                    assert!(write(&evidence).len() <= 4096);
                }
            }
        }
        assert_eq!(read_nodes(&publish_nodes(&nodes)).len(), nodes.len());
        assert!(
            begun.elapsed() < Duration::from_secs(120),
            "{name} took {:?}",
            begun.elapsed()
        );
    }
}

#[test]
fn what_a_tree_lacks_is_declared() {
    let residue = |name: &str| {
        let nodes = trees().into_iter().find(|(known, _)| *known == name).unwrap().1;
        acquisition("android", nodes).residue
    };
    assert_eq!(residue("cycle"), [CaptureResidue::RepairedParents(1)]);
    assert_eq!(residue("twins"), [CaptureResidue::RepeatedRefs(39)]);
    assert_eq!(residue("deep"), [CaptureResidue::WithoutRect(400)]);
    assert_eq!(residue("empty"), []);
}

#[test]
fn the_previous_screen_after_a_press_is_stuck_and_an_empty_tree_is_no_empty_screen() {
    let screen: Vec<Node> = (0..20)
        .map(|i| node(None, "Button", &format!("row {i}"), WindowRect::default()))
        .collect();
    let before = BaselineTree {
        nodes: &screen,
        comparison_safe: true,
        captured_at: Timestamp(0),
    };
    let baseline = Baseline::choose(Some(before), None, Timestamp(1));
    let window = FreshnessWindow {
        action: NavigationAction::Press,
        marked_at: Timestamp(1),
        baseline,
    };
    let classify = |nodes: &[Node]| {
        let attempt = TreeAttempt {
            nodes,
            interactive_only: false,
            raw_node_count: None,
        };
        classify_tree(&attempt, &window, Mode::Default, &StuckRule::default())
    };
    assert_eq!(classify(&screen), Some(StaleReason::StuckRoute));
    assert_eq!(classify(&[]), Some(StaleReason::SharpDrop));
    assert_eq!(
        content(&Tree::default(), None),
        Content::Unreadable(skillc_snapshot::ContentReason::EmptyHelperOutput)
    );
}
