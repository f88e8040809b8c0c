//! Which nodes earn a ref, what they point at, and how much they are worth.
//!
//! Source: reference on agent-device, §4.1 and §4.2.

use std::collections::BTreeMap;

use skillc_records::WindowRect;

use crate::{Node, Tree, node::is_resource_name, presentation::is_real_label, rect::area};

/// A node that earns a ref.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Candidate {
    /// The node that a touch is meant for.
    pub(super) target: usize,
    /// What names it.
    pub(super) label: Option<String>,
    /// How much it is worth.
    pub(super) score: u32,
}

/// What the node that matters most is worth.
const PRIMARY_SCORE: u32 = 100;
/// A clickable without a name earns a ref up to this part of the screen.
const UNNAMED_MAX_PART: f64 = 0.25;

const ACTIONABLE: [&str; 11] = [
    "button",
    "link",
    "menu",
    "tab",
    "textfield",
    "searchfield",
    "securetextfield",
    "checkbox",
    "radio",
    "switch",
    "cell",
];

pub(super) fn is_actionable(node: &Node) -> bool {
    let words = node.kind_words();
    ACTIONABLE.iter().any(|kind| words.contains(kind))
}

/// The text that a ref may be named by.
pub(super) fn overlay_text(node: &Node) -> Option<&str> {
    let says = |text: &&str| is_real_label(text) && !is_furniture(text);
    [&node.label, &node.value]
        .into_iter()
        .flatten()
        .map(|text| text.trim())
        .find(says)
        .or_else(|| {
            node.identifier
                .as_deref()
                .map(str::trim)
                .filter(says)
                .filter(|text| !is_resource_name(text))
        })
}

fn is_furniture(text: &str) -> bool {
    let text = text.to_lowercase();
    matches!(text.as_str(), "toolbar" | "window" | "application") || text.starts_with("vertical scroll bar")
}

/// The candidates, one for each target: the best source of each, the first on a tie.
pub(super) fn candidates(tree: &Tree, android: bool, bounds: Option<&WindowRect>) -> Vec<Candidate> {
    let mut best: BTreeMap<usize, Candidate> = BTreeMap::new();
    // The nearest ancestor of each kind that can be a target.
    let mut actionable_above: Vec<Option<usize>> = Vec::with_capacity(tree.len());
    let mut hittable_above: Vec<Option<usize>> = Vec::with_capacity(tree.len());
    let texts = descendant_texts(tree);
    for (source, node) in tree.nodes().iter().enumerate() {
        let above = |list: &[Option<usize>], fits: &dyn Fn(usize) -> bool| {
            node.parent
                .and_then(|parent| if fits(parent) { Some(parent) } else { list[parent] })
        };
        let actionable = above(&actionable_above, &|i| {
            is_actionable(&tree.nodes()[i]) && is_usable(tree, i)
        });
        let hittable = above(&hittable_above, &|i| {
            tree.nodes()[i].hittable == Some(true) && is_usable(tree, i)
        });
        actionable_above.push(actionable);
        hittable_above.push(hittable);
        if !is_source(node, android, bounds) {
            continue;
        }
        let own = |fits: bool| (fits && is_usable(tree, source)).then_some(source);
        let target = own(is_actionable(node))
            .or(actionable)
            .or(own(node.hittable == Some(true)))
            .or(hittable);
        let Some(target) = target else { continue };
        let label = label(tree, source, target, &texts);
        let score = score(tree, source, target, label.is_some());
        let better = best.get(&target).is_none_or(|known| known.score < score);
        if better {
            best.insert(target, Candidate { target, label, score });
        }
    }
    best.into_values().collect()
}

/// Puts the node that matters most among `candidates`, above all others.
pub(super) fn insert_primary(candidates: &mut Vec<Candidate>, tree: &Tree, primary: usize) {
    candidates.retain(|candidate| candidate.target != primary);
    let label = label(tree, primary, primary, &descendant_texts(tree));
    candidates.push(Candidate {
        target: primary,
        label,
        score: PRIMARY_SCORE,
    });
}

fn is_usable(tree: &Tree, i: usize) -> bool {
    let node = &tree.nodes()[i];
    node.positive_rect().is_some() && !node.is_viewport_root()
}

fn is_source(node: &Node, android: bool, bounds: Option<&WindowRect>) -> bool {
    if android && is_unnamed_clickable(node, bounds) {
        return true;
    }
    let Some(_) = overlay_text(node) else { return false };
    is_actionable(node) || {
        let kind = node.normal_type();
        ["statictext", "image", "text", "other"]
            .iter()
            .any(|word| kind.contains(word))
    }
}

fn is_unnamed_clickable(node: &Node, bounds: Option<&WindowRect>) -> bool {
    let kind = node.normal_type();
    let passive = ["scroll", "list", "recyclerview", "edittext", "textfield"]
        .iter()
        .any(|word| kind.contains(word));
    node.hittable == Some(true)
        && !passive
        && !node.is_viewport_root()
        && node
            .positive_rect()
            .is_some_and(|own| bounds.is_none_or(|bounds| area(&own) <= UNNAMED_MAX_PART * area(bounds)))
}

/// The best text below each node: what is typed as a text and has a label before what only has a value.
fn descendant_texts(tree: &Tree) -> Vec<Option<(u32, usize)>> {
    let mut best: Vec<Option<(u32, usize)>> = vec![None; tree.len()];
    for i in (0..tree.len()).rev() {
        let Some(parent) = tree.nodes()[i].parent else { continue };
        let node = &tree.nodes()[i];
        let own = overlay_text(node).map(|_| {
            let named = node.label.as_deref().is_some_and(is_real_label);
            let valued = node.value.as_deref().is_some_and(is_real_label);
            let typed = node.normal_type().contains("text");
            (2 * u32::from(typed) + 2 * u32::from(named) + u32::from(valued), i)
        });
        // The first in document order wins a tie: nodes are visited from the last to the first.
        for found in [best[i], own].into_iter().flatten() {
            let known = best[parent];
            if known.is_none_or(|(score, place)| found.0 > score || (found.0 == score && found.1 < place)) {
                best[parent] = Some(found);
            }
        }
    }
    best
}

fn label(tree: &Tree, source: usize, target: usize, texts: &[Option<(u32, usize)>]) -> Option<String> {
    let text = |i: usize| overlay_text(&tree.nodes()[i]);
    let of_source = if target == source { None } else { text(source) };
    let below = || texts[target].and_then(|(_, i)| text(i));
    of_source.or_else(below).or_else(|| text(target)).map(str::to_owned)
}

fn score(tree: &Tree, source: usize, target: usize, has_label: bool) -> u32 {
    let node = &tree.nodes()[target];
    let identified = node
        .identifier
        .as_deref()
        .is_some_and(|id| is_real_label(id) && !is_resource_name(id));
    let valued = node.value.as_deref().is_some_and(is_real_label);
    4 * u32::from(source == target)
        + 3 * u32::from(node.hittable == Some(true))
        + 3 * u32::from(is_actionable(node))
        + 2 * u32::from(is_actionable(&tree.nodes()[source]))
        + 2 * u32::from(has_label)
        + u32::from(identified)
        + u32::from(valued)
}
