//! The window in which a capture may lag behind an action, and what it is compared with.
//!
//! Source: reference on agent-device, §2.1 and §2.2.

use serde::{Deserialize, Serialize};
use skillc_records::{ActionKind, Timestamp};

use crate::Node;

/// A window is active for this long after its action, in milliseconds.
pub const WINDOW_LIFETIME_MS: i64 = 2500;
/// An earlier tree may stand in for the one before the action if it is at most this old when the action happens, in milliseconds.
pub const BASELINE_MAX_AGE_MS: i64 = 5000;

/// An action that leads to another screen. Typing, filling and swiping don't, on purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NavigationAction {
    /// A touch.
    Press,
    /// A click.
    Click,
    /// Back.
    Back,
    /// An app or a link was opened.
    Open,
}

/// The window that an action opened. A new one replaces it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FreshnessWindow {
    /// The action.
    pub action: NavigationAction,
    /// When it happened.
    pub marked_at: Timestamp,
    /// What was there before it.
    pub baseline: Baseline,
}

/// What was there before an action.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Baseline {
    /// How many nodes; 0 if there was no tree.
    pub count: usize,
    /// One signature a node, if the tree may be compared with a later one position by position.
    pub signatures: Option<Vec<String>>,
}

/// A tree that may be the baseline.
#[derive(Debug, Clone, Copy)]
pub struct BaselineTree<'a> {
    /// Its nodes.
    pub nodes: &'a [Node],
    /// Whether it is whole: neither interactive only, nor cut by depth or scope, and of a producer whose trees compare.
    pub comparison_safe: bool,
    /// When it was captured.
    pub captured_at: Timestamp,
}

impl NavigationAction {
    /// The navigation in a recorded action; none for what stays on the screen.
    pub fn of(kind: &ActionKind) -> Option<Self> {
        Some(match kind {
            ActionKind::Tap { .. } | ActionKind::DoubleTap { .. } => Self::Press,
            ActionKind::Back { .. } => Self::Back,
            ActionKind::Launch { .. } | ActionKind::OpenUrl { .. } => Self::Open,
            _ => return None,
        })
    }
}

impl Baseline {
    /// The baseline of an action at `marked_at`: the tree before it if it may be compared; else the session's last tree that may be,
    /// if it isn't too old; else the tree before it, for its number of nodes alone.
    pub fn choose(before: Option<BaselineTree<'_>>, last_safe: Option<BaselineTree<'_>>, marked_at: Timestamp) -> Self {
        let young = |tree: &BaselineTree<'_>| {
            marked_at.0.saturating_sub(tree.captured_at.0) <= BASELINE_MAX_AGE_MS * MICROS_PER_MILLI
        };
        let chosen = before
            .filter(|tree| tree.comparison_safe)
            .or(last_safe.filter(|tree| tree.comparison_safe).filter(young))
            .or(before);
        chosen.map_or_else(Self::default, |tree| Self {
            count: tree.nodes.len(),
            signatures: tree.comparison_safe.then(|| tree.nodes.iter().map(signature).collect()),
        })
    }
}

pub(super) const MICROS_PER_MILLI: i64 = 1000;

impl FreshnessWindow {
    /// Whether a capture at `now` still falls into it.
    pub fn is_active(&self, now: Timestamp) -> bool {
        is_active(self.marked_at, now)
    }
}

/// Whether a capture at `now` falls into the window of an action at `marked_at`.
pub(super) fn is_active(marked_at: Timestamp, now: Timestamp) -> bool {
    now.0.saturating_sub(marked_at.0) <= WINDOW_LIFETIME_MS * MICROS_PER_MILLI
}

/// What makes two nodes at the same place the same node.
pub(super) fn signature(node: &Node) -> String {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let flag = |flag: Option<bool>, yes: &'static str, no: &'static str| match flag {
        Some(true) => yes,
        Some(false) => no,
        None => "",
    };
    [
        node.depth.unwrap_or(0).to_string(),
        text(&node.kind),
        text(&node.label),
        text(&node.value),
        text(&node.identifier),
        flag(node.enabled, "enabled", "disabled").to_owned(),
        flag(node.hittable, "hittable", "not-hittable").to_owned(),
    ]
    .join("|")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(nodes: &[Node], comparison_safe: bool, at_ms: i64) -> BaselineTree<'_> {
        BaselineTree {
            nodes,
            comparison_safe,
            captured_at: Timestamp(at_ms * MICROS_PER_MILLI),
        }
    }

    #[test]
    fn an_unsafe_tree_gives_way_to_a_young_safe_one() {
        let (few, many) = (vec![Node::default(); 2], vec![Node::default(); 9]);
        let choose = |before, last| Baseline::choose(before, last, Timestamp(10_000 * MICROS_PER_MILLI));
        let unsafe_before = Some(tree(&few, false, 9_900));
        assert_eq!(
            choose(Some(tree(&few, true, 0)), Some(tree(&many, true, 9_999))).count,
            2
        );
        assert_eq!(choose(unsafe_before, Some(tree(&many, true, 5_000))).count, 9);
        let old = choose(unsafe_before, Some(tree(&many, true, 4_999)));
        assert_eq!((old.count, old.signatures), (2, None));
        assert_eq!(choose(None, None), Baseline::default());
    }
}
