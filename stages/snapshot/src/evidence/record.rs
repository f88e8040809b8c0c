//! Recording evidence.

use super::{
    EvidenceMode, TargetEvidence, Verdict, Verification,
    identity::{self, in_reading_order},
    verify,
};
use crate::{
    Tree,
    selector::{MatchOptions, SelectorChain, first_match},
    visibility::scroll_containers,
};

/// The evidence of the node at `target`, which `chain` is to find again. It is checked by the rules of the replay on the very tree that
/// it was recorded on; what doesn't isolate the target is marked so. None for a landmark that has neither identifier nor label:
/// nothing could be recognised.
pub fn record(
    tree: &Tree,
    target: usize,
    chain: &SelectorChain,
    options: &MatchOptions,
    mode: EvidenceMode,
) -> Option<TargetEvidence> {
    let node = tree.get(target)?;
    let mut evidence = TargetEvidence {
        id: identity::unique_id(tree, target),
        role: identity::role(node),
        label: identity::label(node),
        ancestry: identity::ancestry(tree, target),
        sibling: identity::sibling(tree, target),
        viewport_order: 0,
        scroll_region: identity::region(tree, scroll_containers(tree)[target]),
        rect: node.positive_rect(),
        verification: Verification::Verified,
    };
    if mode == EvidenceMode::Landmark && evidence.id.is_none() && evidence.label.is_none() {
        return None;
    }
    evidence.viewport_order = viewport_order(tree, target, chain, options, &evidence);
    let isolates = match (verify(tree, chain, &evidence, options, mode), mode) {
        (Verdict::Same { node }, EvidenceMode::Act) => node == target,
        (Verdict::Same { .. }, EvidenceMode::Landmark) => true,
        _ => false,
    };
    if !isolates {
        evidence.verification = Verification::Unverifiable;
    }
    Some(evidence)
}

/// The place of `target` among the matches with its identity in its own scroll region.
fn viewport_order(
    tree: &Tree,
    target: usize,
    chain: &SelectorChain,
    options: &MatchOptions,
    evidence: &TargetEvidence,
) -> usize {
    let matched = first_match(tree, chain, options)
        .map(|(_, nodes)| nodes)
        .unwrap_or_default();
    let equals: Vec<usize> = matched
        .into_iter()
        .filter(|&i| identity::is_same(tree, i, evidence))
        .collect();
    let equals = identity::in_region(tree, &equals, evidence.scroll_region.as_ref());
    in_reading_order(tree, equals)
        .iter()
        .position(|&i| i == target)
        .unwrap_or(0)
}
