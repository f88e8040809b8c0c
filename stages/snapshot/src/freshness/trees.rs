//! The classifier for accessibility trees.
//!
//! Source: reference on agent-device, §2.3.

use serde::{Deserialize, Serialize};

use super::{FreshnessWindow, StaleReason, window::signature};
use crate::{Node, node::is_blank};

/// One captured tree.
#[derive(Debug, Clone, Copy)]
pub struct TreeAttempt<'a> {
    /// Its nodes.
    pub nodes: &'a [Node],
    /// Whether only the interactive projection was captured.
    pub interactive_only: bool,
    /// How many nodes the raw tree had, where known.
    pub raw_node_count: Option<usize>,
}

/// What a capture is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// To see the screen.
    #[default]
    Default,
    /// To renew refs: only an empty tree is suspicious.
    RefRefresh,
}

/// The thresholds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct StuckRule {
    /// Trees below this many nodes are too small to judge.
    pub node_floor: usize,
    /// A tree of at most this part of the baseline's nodes has dropped sharply.
    pub drop_ratio: f64,
    /// A tree that keeps at least this part of its nodes is stuck.
    pub unchanged_ratio: f64,
    /// So much of a tree may come or go while it counts as the same.
    pub tolerance_ratio: f64,
    /// So many nodes may, in any case.
    pub tolerance_floor: usize,
}

impl Default for StuckRule {
    fn default() -> Self {
        Self {
            node_floor: 12,
            drop_ratio: 0.20,
            unchanged_ratio: 0.90,
            tolerance_ratio: 0.15,
            tolerance_floor: 3,
        }
    }
}

impl StuckRule {
    /// Whether `now` nodes are a sharp drop from `before`.
    pub fn is_sharp_drop(&self, before: usize, now: usize) -> bool {
        before >= self.node_floor && now <= part(before, self.drop_ratio)
    }

    /// Whether `now` is the list of `before`: compared place by place over the shorter of the two.
    pub fn is_stuck<T: PartialEq>(&self, before: &[T], now: &[T]) -> bool {
        let total = before.len().max(now.len());
        let unchanged = before.iter().zip(now).filter(|(a, b)| a == b).count();
        let tolerated = part(total, self.tolerance_ratio).max(self.tolerance_floor);
        !before.is_empty()
            && total >= self.node_floor
            && unchanged >= part(total, self.unchanged_ratio)
            && now.len().saturating_sub(before.len()) <= tolerated
            && before.len().saturating_sub(now.len()) <= tolerated
    }
}

/// The whole nodes in `ratio` of `count`.
fn part(count: usize, ratio: f64) -> usize {
    (count as f64 * ratio).floor() as usize
}

/// Why `attempt` is suspicious in `window`; none if it can be trusted. The first that holds wins, and a sharp drop that is explained
/// by a tree that says something isn't looked at any further.
pub fn classify_tree(
    attempt: &TreeAttempt<'_>,
    window: &FreshnessWindow,
    mode: Mode,
    rule: &StuckRule,
) -> Option<StaleReason> {
    let raw_has_many = attempt.raw_node_count.is_some_and(|count| count >= rule.node_floor);
    if attempt.interactive_only && attempt.nodes.is_empty() && raw_has_many {
        return Some(StaleReason::EmptyInteractive);
    }
    if mode == Mode::RefRefresh {
        return None;
    }
    if rule.is_sharp_drop(window.baseline.count, attempt.nodes.len()) {
        return (!attempt.nodes.iter().any(says_something)).then_some(StaleReason::SharpDrop);
    }
    let before = window.baseline.signatures.as_ref()?;
    let now: Vec<String> = attempt.nodes.iter().map(signature).collect();
    rule.is_stuck(before, &now).then_some(StaleReason::StuckRoute)
}

fn says_something(node: &Node) -> bool {
    let texts = [&node.label, &node.value, &node.identifier];
    node.hittable == Some(true) || texts.into_iter().flatten().any(|text| !is_blank(text))
}

#[cfg(test)]
mod tests {
    use skillc_records::Timestamp;

    use super::*;
    use crate::freshness::{Baseline, NavigationAction};

    fn nodes(labels: impl IntoIterator<Item = u32>) -> Vec<Node> {
        labels
            .into_iter()
            .map(|label| Node {
                label: Some(label.to_string()),
                ..Node::default()
            })
            .collect()
    }

    fn window(before: &[Node]) -> FreshnessWindow {
        let signatures = Some(before.iter().map(signature).collect());
        let baseline = Baseline {
            count: before.len(),
            signatures,
        };
        FreshnessWindow {
            action: NavigationAction::Press,
            marked_at: Timestamp(0),
            baseline,
        }
    }

    fn classify(before: &[Node], now: &[Node]) -> Option<StaleReason> {
        let attempt = TreeAttempt {
            nodes: now,
            interactive_only: false,
            raw_node_count: None,
        };
        classify_tree(&attempt, &window(before), Mode::Default, &StuckRule::default())
    }

    #[test]
    fn a_sharp_drop_needs_a_floor_and_a_tree_that_says_nothing() {
        let blank = |count| vec![Node::default(); count];
        assert_eq!(classify(&nodes(0..12), &blank(2)), Some(StaleReason::SharpDrop));
        assert_eq!(classify(&nodes(0..12), &blank(3)), None);
        assert_eq!(classify(&nodes(0..11), &blank(0)), None);
        assert_eq!(
            classify(&nodes(0..12), &nodes(0..2)),
            None,
            "a small tree that says something is a small screen"
        );
        assert_eq!(classify(&nodes(0..12), &blank(0)), Some(StaleReason::SharpDrop));
    }

    #[test]
    fn a_tree_that_stays_is_stuck() {
        let base = nodes(0..20);
        let keeping = |equal: u32, count: u32| nodes((0..count).map(|i| if i < equal { i } else { 100 + i }));
        assert_eq!(classify(&base, &keeping(18, 20)), Some(StaleReason::StuckRoute));
        assert_eq!(classify(&base, &keeping(17, 20)), None);
        assert_eq!(classify(&nodes(0..11), &nodes(0..11)), None);
        assert_eq!(classify(&base, &keeping(20, 23)), Some(StaleReason::StuckRoute));
        assert_eq!(classify(&base, &keeping(20, 24)), None);
    }

    #[test]
    fn an_empty_interactive_tree_over_a_full_raw_one_is_suspicious_even_when_renewing_refs() {
        let empty = |raw_node_count| TreeAttempt {
            nodes: &[],
            interactive_only: true,
            raw_node_count,
        };
        for (raw, reason) in [
            (Some(12), Some(StaleReason::EmptyInteractive)),
            (Some(11), None),
            (None, None),
        ] {
            for mode in [Mode::Default, Mode::RefRefresh] {
                assert_eq!(
                    classify_tree(&empty(raw), &window(&[]), mode, &StuckRule::default()),
                    reason
                );
            }
        }
        let stuck = nodes(0..20);
        let attempt = TreeAttempt {
            nodes: &stuck,
            interactive_only: false,
            raw_node_count: None,
        };
        assert_eq!(
            classify_tree(&attempt, &window(&stuck), Mode::RefRefresh, &StuckRule::default()),
            None
        );
    }
}
