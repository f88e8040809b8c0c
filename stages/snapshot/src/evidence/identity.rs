//! What makes a node the same node in another tree.

use std::{cmp::Ordering, collections::BTreeMap};

use skillc_text::nfc;

use super::{Ancestor, ScrollRegion, TargetEvidence};
use crate::{Node, Tree, selector::normal_space, visibility::scroll_containers};

/// The longest text in evidence, in bytes of UTF-8: longer ones are cut between characters.
pub const MAX_TEXT_BYTES: usize = 256;
/// The most ancestors in evidence: those near the root are left out.
pub const MAX_ANCESTRY: usize = 8;

/// A text as evidence writes it: composed, at most [`MAX_TEXT_BYTES`]; none if nothing is left.
pub(super) fn bounded(text: &str) -> Option<String> {
    // What can't matter is cut before the work of composing: a label may be a megabyte.
    let mut end = text.len().min(16 * MAX_TEXT_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let composed = nfc(&text[..end]).into_owned();
    let mut end = composed.len().min(MAX_TEXT_BYTES);
    while !composed.is_char_boundary(end) {
        end -= 1;
    }
    Some(composed[..end].to_owned()).filter(|text| !text.is_empty())
}

/// A label as evidence compares it: white space collapsed, composed, bounded.
pub(super) fn label(node: &Node) -> Option<String> {
    node.label
        .as_deref()
        .map(normal_space)
        .and_then(|label| bounded(&label))
}

pub(super) fn role(node: &Node) -> String {
    bounded(&node.normal_type()).unwrap_or_default()
}

pub(super) fn id(node: &Node) -> Option<String> {
    node.identifier.as_deref().and_then(bounded)
}

/// The identifier of `i` if no other node has it.
pub(super) fn unique_id(tree: &Tree, i: usize) -> Option<String> {
    let own = id(&tree.nodes()[i])?;
    let shared = tree
        .nodes()
        .iter()
        .filter(|node| id(node).as_deref() == Some(&own))
        .count()
        > 1;
    (!shared).then_some(own)
}

pub(super) fn ancestry(tree: &Tree, i: usize) -> Vec<Ancestor> {
    let above = tree.ancestors(i).take(MAX_ANCESTRY).map(|above| &tree.nodes()[above]);
    above
        .map(|node| Ancestor {
            role: role(node),
            label: label(node),
        })
        .collect()
}

/// The place of `i` among its parent's children, or among the roots.
pub(super) fn sibling(tree: &Tree, i: usize) -> usize {
    match tree.nodes()[i].parent {
        Some(parent) => tree.children(parent).iter().position(|&child| child == i).unwrap_or(0),
        None => tree.roots().position(|root| root == i).unwrap_or(0),
    }
}

/// The identity of a scroll container.
pub(super) fn region(tree: &Tree, container: Option<usize>) -> Option<ScrollRegion> {
    let node = &tree.nodes()[container?];
    Some(ScrollRegion {
        role: role(node),
        id: id(node),
        label: label(node),
    })
}

/// The nodes that lie in the scroll region of `evidence`. A container's identity is read once, however many nodes it holds.
pub(super) fn in_region(tree: &Tree, nodes: &[usize], wanted: Option<&ScrollRegion>) -> Vec<usize> {
    let containers = scroll_containers(tree);
    let mut same: BTreeMap<Option<usize>, bool> = BTreeMap::new();
    let mut is_wanted = |container: Option<usize>| {
        *same
            .entry(container)
            .or_insert_with(|| region(tree, container).as_ref() == wanted)
    };
    nodes.iter().copied().filter(|&i| is_wanted(containers[i])).collect()
}

/// Whether the node at `i` has the identity of `evidence`: its identifier if one was recorded, else role and label; and ancestors that
/// begin with those recorded.
pub(super) fn is_same(tree: &Tree, i: usize, evidence: &TargetEvidence) -> bool {
    let node = &tree.nodes()[i];
    let local = match &evidence.id {
        Some(recorded) => id(node).as_ref() == Some(recorded),
        None => role(node) == evidence.role && label(node) == evidence.label,
    };
    local && {
        let observed = ancestry(tree, i);
        evidence.ancestry.len() <= observed.len()
            && evidence.ancestry.iter().zip(&observed).all(|(recorded, observed)| {
                recorded.role == observed.role && (recorded.label.is_none() || recorded.label == observed.label)
            })
    }
}

/// Nodes from top to bottom, then left to right, then in document order; those without a box last.
pub(super) fn in_reading_order(tree: &Tree, mut nodes: Vec<usize>) -> Vec<usize> {
    let center = |i: usize| tree.nodes()[i].positive_rect().map(|rect| rect.center());
    nodes.sort_by(|&a, &b| {
        let place = match (center(a), center(b)) {
            (Some(a), Some(b)) => a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => Ordering::Equal,
        };
        place.then(a.cmp(&b))
    });
    nodes
}
