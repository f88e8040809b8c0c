//! Freshness on the recorded Linux session: every press led somewhere, and the trees say so; the tree from before it would be stuck.
#![allow(clippy::unwrap_used, reason = "a test may end where something is missing")]

mod shared;

use serde_json::Value;
use shared::{acquisition, messages};
use skillc_records::Timestamp;
use skillc_snapshot::{
    FoldPolicy, Node, PresentationOptions,
    freshness::{
        Baseline, BaselineTree, Freshness, FreshnessWindow, Mode, NavigationAction, RecordedAttempt, RetrySchedule,
        StaleReason, StuckRule, TreeAttempt, classify_tree, replay,
    },
    present,
    wire::read_nodes,
};

fn regular(nodes: &[Value]) -> Vec<Node> {
    let acquired = acquisition("linux-atspi", read_nodes(nodes));
    Vec::from(
        present(
            &acquired,
            &PresentationOptions::default(),
            &FoldPolicy::of(acquired.source),
        )
        .tree,
    )
}

#[test]
fn presses_of_a_recorded_session_are_fresh_and_the_tree_before_them_would_not_be() {
    let messages = messages();
    let time = |message: &Value| Timestamp(message["t"].as_i64().unwrap() * 1000);
    let tree = |message: &Value| {
        message
            .pointer("/msg/result/structuredContent/nodes")
            .and_then(Value::as_array)
            .map(|n| regular(n))
    };
    let (mut presses, mut judged) = (0, 0);
    for (i, message) in messages.iter().enumerate() {
        if message.pointer("/msg/params/name").and_then(Value::as_str) != Some("press") {
            continue;
        }
        presses += 1;
        let before = messages[..i].iter().rev().find_map(tree).unwrap();
        let after = messages[i..].iter().find_map(tree).unwrap();
        let captured_at = time(message);
        let baseline = Baseline::choose(
            Some(BaselineTree {
                nodes: &before,
                comparison_safe: true,
                captured_at,
            }),
            None,
            captured_at,
        );
        let window = FreshnessWindow {
            action: NavigationAction::Press,
            marked_at: captured_at,
            baseline,
        };
        let outcome = |shows: &[Node]| {
            let attempts = [RecordedAttempt {
                at: Timestamp(captured_at.0 + 100_000),
                shows,
            }];
            replay(captured_at, &RetrySchedule::default(), &attempts, |nodes| {
                let attempt = TreeAttempt {
                    nodes,
                    interactive_only: false,
                    raw_node_count: None,
                };
                classify_tree(&attempt, &window, Mode::Default, &StuckRule::default())
            })
            .unwrap()
            .freshness
        };
        assert_eq!(outcome(&after), Freshness::Trustworthy);
        // A screen with hardly a node is too small to judge.
        let stuck = Freshness::Spent {
            reason: StaleReason::StuckRoute,
        };
        let unchanged = if before.len() < 12 {
            Freshness::Trustworthy
        } else {
            stuck
        };
        assert_eq!(outcome(&before), unchanged);
        judged += usize::from(before.len() >= 12);
    }
    assert!(
        messages.is_empty() || (presses >= 2 && judged >= 1),
        "{presses} presses, {judged} judged"
    );
}
