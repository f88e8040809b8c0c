//! How a step's target is named.
//!
//! By what was on the recorded tree, where there is one: the node at the place that was touched. Else by the text that was read there,
//! if it was there once. Else by the place.

use skillc_ad_script::{Naming, WayTarget};
use skillc_records::{FrameRef, WindowPoint};
use skillc_skills::{Find, Target};
use skillc_snapshot::{
    Tree,
    evidence::{EvidenceMode, record},
    rect::area,
    selector::{Alternative, ChainPurpose, MatchOptions, SelectorChain, StringKey, Term, chain_for, resolve},
};

use crate::ScriptContext;

/// A label or text, as a person reads it: what a tree calls the one or the other.
pub fn by_text(text: &str) -> SelectorChain {
    let alternative = |key| Alternative::new(Term::Text(key, text.to_owned()), Vec::new());
    SelectorChain::new(alternative(StringKey::Label), vec![alternative(StringKey::Text)])
}

/// The target of a touch; none if nothing is known of it.
pub fn touched(target: &Target, before: Option<&FrameRef>, context: &ScriptContext) -> Option<WayTarget> {
    let tree = before.and_then(|frame| context.trees.get(frame));
    if let Some(way) = tree.and_then(|tree| on_tree(tree, &target.label, target.at, context, EvidenceMode::Act)) {
        return Some(way);
    }
    let by_label = || WayTarget {
        naming: Naming::Selector(by_text(&target.label)),
        evidence: None,
    };
    let readable = !target.label.trim().is_empty() && target.find == Find::Text;
    match (readable, target.at) {
        (true, _) => Some(by_label()),
        (false, Some(at)) => Some(WayTarget {
            naming: Naming::Place(at),
            evidence: None,
        }),
        (false, None) if !target.label.trim().is_empty() => Some(by_label()),
        (false, None) => None,
    }
}

/// The identifier of what a touch was on, if its chain begins with one: no other node of the recorded tree has it.
pub fn identifier(target: &Target, before: Option<&FrameRef>, context: &ScriptContext) -> Option<String> {
    let Naming::Selector(chain) = touched(target, before, context)?.naming else {
        return None;
    };
    match chain.alternatives().first()?.terms().first()? {
        Term::Text(StringKey::Id, id) => Some(id.clone()),
        _ => None,
    }
}

/// The target of a wait for a text.
pub fn landmark(text: &str, after: Option<&FrameRef>, context: &ScriptContext) -> WayTarget {
    let tree = after.and_then(|frame| context.trees.get(frame));
    tree.and_then(|tree| on_tree(tree, text, None, context, EvidenceMode::Landmark))
        .unwrap_or_else(|| WayTarget {
            naming: Naming::Selector(by_text(text)),
            evidence: None,
        })
}

/// The node that is meant, by its label and place, with a chain that finds it again. None if the tree shows no such node, or the chain
/// finds another: then what was read on the picture is the better name.
fn on_tree(
    tree: &Tree,
    label: &str,
    at: Option<WindowPoint>,
    context: &ScriptContext,
    mode: EvidenceMode,
) -> Option<WayTarget> {
    let node = meant(tree, label, at)?;
    let options = MatchOptions::one(context.family());
    let chain = chain_for(tree, node, ChainPurpose::Act);
    let found = resolve(tree, &chain, &options);
    if mode == EvidenceMode::Act && found.is_none_or(|found| found.node != node) {
        return None;
    }
    let evidence = record(tree, node, &chain, &options, mode);
    Some(WayTarget {
        naming: Naming::Selector(chain),
        evidence,
    })
}

/// The node with this label (or value) that covers the place, the smallest if there are several; without a place the first with the
/// label.
fn meant(tree: &Tree, label: &str, at: Option<WindowPoint>) -> Option<usize> {
    let named = |i: &usize| {
        let node = &tree.nodes()[*i];
        [&node.label, &node.value]
            .into_iter()
            .flatten()
            .any(|text| skillc_text::equals(text.trim(), label.trim()))
    };
    let mut nodes = (0..tree.len()).filter(|i| !label.trim().is_empty() && named(i));
    let Some(at) = at else { return nodes.next() };
    let covering = nodes.filter_map(|i| Some((i, tree.nodes()[i].positive_rect().filter(|rect| rect.contains(at))?)));
    covering
        .min_by(|(_, a), (_, b)| area(a).total_cmp(&area(b)))
        .map(|(i, _)| i)
}
