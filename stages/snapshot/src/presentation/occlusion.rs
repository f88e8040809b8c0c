//! What a sibling that is drawn later hides (Android).
//!
//! Source: reference on agent-device, §1.6.4 point 1.

use skillc_records::WindowRect;

use super::{budget::WorkBudget, clip::Fold};
use crate::{
    Node, Tree,
    rect::{area, intersection, is_positive, union},
};

/// The part of a footprint that must be covered.
const COVERED_PART: f64 = 0.9;

/// The nodes that a later drawn sibling covers, whole subtrees. A scan that would cost more than its budget finds nothing, because
/// half a scan would leave out some and not others.
pub(crate) fn occluded(tree: &Tree, folds: &[Fold], budget: WorkBudget) -> Vec<bool> {
    let none = vec![false; tree.len()];
    let mut hidden = none.clone();
    let footprints = footprints(tree, folds);
    let acts = acts_below(tree);
    let mut left = budget.units;
    let groups =
        std::iter::once(tree.roots().collect::<Vec<_>>()).chain((0..tree.len()).map(|i| tree.children(i).to_vec()));
    for group in groups {
        for &below in &group {
            let Some(shown) = footprints[below] else { continue };
            for &over in &group {
                match left.checked_sub(1) {
                    Some(rest) => left = rest,
                    None => return none,
                }
                let later = is_later(tree, over, below);
                let covers = footprints[over].as_ref().and_then(|paint| intersection(paint, &shown));
                if later && acts[over] && covers.is_some_and(|both| area(&both) >= COVERED_PART * area(&shown)) {
                    hidden[below] = true;
                }
            }
        }
    }
    for i in 0..tree.len() {
        if tree.nodes()[i].parent.is_some_and(|parent| hidden[parent]) {
            hidden[i] = true;
        }
    }
    hidden
}

/// Whether `over` is drawn after `below`. Without a drawing order nobody knows.
fn is_later(tree: &Tree, over: usize, below: usize) -> bool {
    let order = |i: usize| tree.nodes()[i].drawing_order;
    matches!((order(over), order(below)), (Some(over), Some(below)) if over > below)
}

/// What a subtree covers: the union of what is left of its boxes.
fn footprints(tree: &Tree, folds: &[Fold]) -> Vec<Option<WindowRect>> {
    let mut prints: Vec<Option<WindowRect>> = folds.iter().map(|fold| fold.effective.filter(is_positive)).collect();
    for i in (0..tree.len()).rev() {
        if let (Some(own), Some(parent)) = (prints[i], tree.nodes()[i].parent) {
            prints[parent] = Some(prints[parent].map_or(own, |print| union(&print, &own)));
        }
    }
    prints
}

fn acts_below(tree: &Tree) -> Vec<bool> {
    let mut acts: Vec<bool> = tree.nodes().iter().map(Node::takes_input).collect();
    for i in (0..tree.len()).rev() {
        if let (true, Some(parent)) = (acts[i], tree.nodes()[i].parent) {
            acts[parent] = true;
        }
    }
    acts
}
