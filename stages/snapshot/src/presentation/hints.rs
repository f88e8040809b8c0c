//! Scroll hints: whether a container hides something above or below.
//!
//! Source: reference on agent-device, §1.6.2 point 8 and §1.6.3.

use super::{FoldPolicy, HintEvidence, clip::Fold};
use crate::{
    Node, Tree,
    rect::{is_positive, union_all},
};

/// What a container hides; none where nothing is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Hidden {
    pub(crate) above: Option<bool>,
    pub(crate) below: Option<bool>,
}

/// A child may stick out sideways by this much before its container counts as one that scrolls sideways.
const SIDEWAYS_OVERFLOW: f64 = 16.0;

pub(crate) fn hints(tree: &Tree, folds: &[Fold], policy: &FoldPolicy) -> Vec<Hidden> {
    let mut hidden = vec![Hidden::default(); tree.len()];
    match policy.hints {
        HintEvidence::ScrollFacts => {
            for (i, node) in tree.nodes().iter().enumerate() {
                let scrolls = node.scroll.scrollable == Some(true) || node.has_scrollable_type();
                if scrolls && !is_sideways(tree, i, node) {
                    hidden[i].above = node.scroll.backward.filter(|&more| more);
                    hidden[i].below = node.scroll.forward.filter(|&more| more);
                }
            }
        }
        HintEvidence::ClippedAway => {
            for (i, node) in tree.nodes().iter().enumerate() {
                let Some(anchor) = folds[i].anchor.filter(|_| folds[i].clipped_away) else {
                    continue;
                };
                let (Some(own), Some(shown)) = (node.rect.filter(is_positive), folds[anchor].effective) else {
                    continue;
                };
                if own.bottom() <= shown.y {
                    hidden[anchor].above = Some(true);
                } else if own.y >= shown.bottom() {
                    hidden[anchor].below = Some(true);
                }
            }
        }
    }
    hidden
}

/// Whether a container scrolls sideways: its class says so, or its children stick out more sideways than up and down.
fn is_sideways(tree: &Tree, i: usize, node: &Node) -> bool {
    if node
        .kind
        .as_deref()
        .is_some_and(|kind| kind.to_lowercase().contains("horizontalscrollview"))
    {
        return true;
    }
    let Some(own) = node.rect.filter(is_positive) else {
        return false;
    };
    let content = union_all(tree.children(i).iter().filter_map(|&child| tree.nodes()[child].rect));
    content.is_some_and(|content| {
        let across = (own.x - content.x).max(0.0) + (content.right() - own.right()).max(0.0);
        let along = (own.y - content.y).max(0.0) + (content.bottom() - own.bottom()).max(0.0);
        across > along && across > SIDEWAYS_OVERFLOW
    })
}
