//! Evidence of targets, recorded on one tree and verified on another.
#![allow(clippy::unwrap_used, reason = "a test may end where something is missing")]

mod shared;

use proptest::prelude::*;
use shared::{nodes, recorded_trees};
use skillc_records::WindowRect;
use skillc_snapshot::{
    Node, PlatformFamily, Tree,
    evidence::{EvidenceError, EvidenceMode, TargetEvidence, Verdict, Verification, parse, record, verify, write},
    selector::{ChainPurpose, MatchOptions, SelectorChain, chain_for},
};

fn options() -> MatchOptions {
    MatchOptions::one(PlatformFamily::Android)
}

fn node(parent: Option<usize>, kind: &str, label: &str, y: f64) -> Node {
    let rect = Some(WindowRect::new(0.0, y, 100.0, 40.0));
    Node {
        parent,
        kind: Some(kind.into()),
        label: Some(label.into()),
        rect,
        ..Node::default()
    }
}

/// A list with a row for each label, each row with its own button "Pay".
fn list(labels: &[&str]) -> Tree {
    let mut nodes = vec![node(None, "android.widget.ScrollView", "", 0.0)];
    nodes[0].rect = Some(WindowRect::new(0.0, 0.0, 400.0, 800.0));
    for (i, label) in labels.iter().enumerate() {
        let y = i as f64 * 50.0;
        nodes.push(node(Some(0), "android.widget.FrameLayout", label, y));
        let row = nodes.len() - 1;
        nodes.push(node(Some(row), "android.widget.Button", "Pay", y));
    }
    Tree::from(nodes)
}

fn recorded(tree: &Tree, target: usize) -> (SelectorChain, TargetEvidence) {
    let chain = chain_for(tree, target, ChainPurpose::Act);
    let evidence = record(tree, target, &chain, &options(), EvidenceMode::Act).unwrap();
    (chain, evidence)
}

#[test]
fn a_unique_target_is_found_again_and_an_impostor_is_not_taken_for_it() {
    let tree = list(&["rent"]);
    let (chain, evidence) = recorded(&tree, 2);
    assert_eq!(evidence.verification, Verification::Verified);
    let check = |tree: &Tree| verify(tree, &chain, &evidence, &options(), EvidenceMode::Act);
    assert_eq!(check(&tree), Verdict::Same { node: 2 });
    assert_eq!(
        check(&list(&["food"])),
        Verdict::IdentityMismatch { found: Some(2) },
        "the same button in another row"
    );
    assert_eq!(check(&Tree::default()), Verdict::SelectorMiss);
}

#[test]
fn equals_are_told_apart_by_their_place_and_only_where_the_place_decides() {
    let tree = list(&["", "", ""]);
    let (chain, evidence) = recorded(&tree, 2);
    // All three buttons are first children: their place among siblings says nothing, their place in the list does. But the chain
    // itself doesn't decide between three equal buttons, so nothing is verified.
    assert_eq!((evidence.sibling, evidence.viewport_order), (0, 0));
    assert_eq!(evidence.verification, Verification::Unverifiable);
    let unverifiable = Verdict::IdentityUnverifiable { candidates: Vec::new() };
    assert_eq!(
        verify(&tree, &chain, &evidence, &options(), EvidenceMode::Act),
        unverifiable
    );
    let (_, third) = recorded(&tree, 6);
    assert_eq!(third.viewport_order, 2);
}

#[test]
fn a_shared_identifier_is_no_identity() {
    let with_id = |node: Node| Node {
        identifier: Some("row".into()),
        ..node
    };
    let tree = Tree::from(vec![
        with_id(node(None, "Button", "A", 0.0)),
        with_id(node(None, "Button", "B", 50.0)),
    ]);
    assert_eq!(recorded(&tree, 0).1.id, None);
    let alone = Tree::from(vec![with_id(node(None, "Button", "A", 0.0))]);
    assert_eq!(recorded(&alone, 0).1.id.as_deref(), Some("row"));
}

#[test]
fn a_landmark_needs_a_name_and_any_of_several_will_do() {
    let tree = list(&["", ""]);
    let chain = SelectorChain::parse("label=Pay").unwrap();
    let evidence = record(&tree, 2, &chain, &options(), EvidenceMode::Landmark).unwrap();
    assert_eq!(evidence.verification, Verification::Verified);
    assert!(matches!(
        verify(&tree, &chain, &evidence, &options(), EvidenceMode::Landmark),
        Verdict::Same { .. }
    ));
    let bare = Tree::from(vec![Node::default()]);
    assert_eq!(
        record(
            &bare,
            0,
            &SelectorChain::parse("visible").unwrap(),
            &options(),
            EvidenceMode::Landmark
        ),
        None
    );
}

#[test]
fn the_text_has_its_keys_in_order_and_whole_numbers() {
    let (_, evidence) = recorded(&list(&["rent"]), 2);
    assert_eq!(
        write(&evidence),
        r#"{"role":"button","label":"Pay","ancestry":[{"role":"framelayout","label":"rent"},{"role":"scrollview"}],"sibling":0,"viewportOrder":0,"scrollRegion":{"role":"scrollview"},"rect":{"x":0,"y":0,"width":100,"height":40},"verification":"verified"}"#
    );
}

#[test]
fn limits_are_kept_by_the_writer_and_asked_of_the_reader() {
    let long = "é".repeat(1 << 20);
    let chain: Vec<Node> = (0..20usize)
        .map(|i| node(i.checked_sub(1), "View", &long, 0.0))
        .collect();
    let tree = Tree::from(chain);
    let (_, evidence) = recorded(&tree, 19);
    let text = write(&evidence);
    assert!(text.len() <= 4096, "{}", text.len());
    assert_eq!(parse(&text).unwrap().label.unwrap().len(), 256);
    let over = format!(r#"{{"role":"{}","verification":"verified"}}"#, "x".repeat(257));
    assert_eq!(parse(&over), Err(EvidenceError::TextTooLong { field: "role" }));
    let many = format!(
        r#"{{"role":"a","verification":"verified","ancestry":[{}]}}"#,
        [r#"{"role":"b"}"#; 9].join(",")
    );
    assert_eq!(parse(&many), Err(EvidenceError::TooManyAncestors { count: 9 }));
    for (text, field) in [
        (r#"{"verification":"verified"}"#, "role"),
        (r#"{"role":"a"}"#, "verification"),
    ] {
        assert_eq!(parse(text), Err(EvidenceError::Field { field }));
    }
    let bare = parse(r#"{"role":"","verification":"unverifiable","new":[1]}"#).unwrap();
    assert_eq!((bare.sibling, bare.viewport_order, bare.ancestry.len()), (0, 0, 0));
}

#[test]
fn recorded_targets_are_verified_on_the_next_tree() {
    let trees = recorded_trees();
    let Some((_, first)) = trees.first() else { return };
    // The recorded tree has every window twice, box for box: nothing tells a target from its double, and that is what is written down.
    let hittable = |tree: &Tree| -> Vec<usize> {
        let named = |node: &Node| node.hittable == Some(true) && node.label.is_some() && !node.is_viewport_root();
        (0..tree.len()).filter(|&i| named(&tree.nodes()[i])).collect()
    };
    let doubled = Tree::from(first.clone());
    for target in hittable(&doubled) {
        assert_eq!(recorded(&doubled, target).1.verification, Verification::Unverifiable);
    }
    let (tree, again) = (one_window(first), one_window(&trees[1].1));
    let mut verified = 0;
    for target in hittable(&tree) {
        let (chain, evidence) = recorded(&tree, target);
        if evidence.verification == Verification::Verified {
            verified += 1;
            assert_eq!(
                verify(&again, &chain, &evidence, &options(), EvidenceMode::Act),
                Verdict::Same { node: target }
            );
        }
    }
    assert!(verified >= 1, "only {verified} targets of a real screen are verified");
}

/// The application and the last of its windows.
fn one_window(nodes: &[Node]) -> Tree {
    let start = nodes.iter().rposition(|node| node.parent == Some(0)).unwrap();
    let moved = |node: &Node| Node {
        parent: node.parent.map(|p| if p == 0 { 0 } else { p - start + 1 }),
        ..node.clone()
    };
    Tree::from(
        std::iter::once(nodes[0].clone())
            .chain(nodes[start..].iter().map(moved))
            .collect::<Vec<_>>(),
    )
}

proptest! {
    #[test]
    fn what_is_verified_is_the_target_and_survives_its_text(nodes in nodes(true), pick in 0usize..40) {
        let tree = Tree::from(nodes);
        prop_assume!(!tree.is_empty());
        let target = pick % tree.len();
        let (chain, evidence) = recorded(&tree, target);
        let read = parse(&write(&evidence)).unwrap();
        prop_assert_eq!(&read, &evidence);
        if read.verification == Verification::Verified {
            let verdict = verify(&tree, &chain, &read, &options(), EvidenceMode::Act);
            prop_assert_eq!(verdict, Verdict::Same { node: target });
        }
    }
}
