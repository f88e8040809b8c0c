//! Verifying evidence on another tree.

use serde::{Deserialize, Serialize};

use super::{
    EvidenceMode, TargetEvidence, Verification,
    identity::{self, in_reading_order},
};
use crate::{
    Tree,
    selector::{MatchOptions, SelectorChain, first_match, resolve},
};

/// Whether a chain still finds what was recorded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The same target.
    Same {
        /// Its place in the tree.
        node: usize,
    },
    /// The chain finds nothing.
    SelectorMiss,
    /// The chain finds something else.
    IdentityMismatch {
        /// What it finds, if it decides.
        found: Option<usize>,
    },
    /// Nobody can tell.
    IdentityUnverifiable {
        /// The nodes that it could be, at most five.
        candidates: Vec<usize>,
    },
}

/// The most candidates that a verdict names.
const MAX_CANDIDATES: usize = 5;

/// Verifies `evidence` on `tree`.
pub fn verify(
    tree: &Tree,
    chain: &SelectorChain,
    evidence: &TargetEvidence,
    options: &MatchOptions,
    mode: EvidenceMode,
) -> Verdict {
    if evidence.verification == Verification::Unverifiable {
        return Verdict::IdentityUnverifiable { candidates: Vec::new() };
    }
    let winner = resolve(tree, chain, options);
    let matched = match &winner {
        Some(winner) => Some(matched_by(tree, chain, options, winner.alternative)),
        None => first_match(tree, chain, options).map(|(_, nodes)| nodes),
    };
    let Some(matched) = matched else {
        return Verdict::SelectorMiss;
    };
    let winner = winner.map(|winner| winner.node);
    let same: Vec<usize> = matched
        .into_iter()
        .filter(|&i| identity::is_same(tree, i, evidence))
        .collect();
    if mode == EvidenceMode::Landmark {
        return match same.first() {
            Some(&first) => Verdict::Same {
                node: winner.filter(|winner| same.contains(winner)).unwrap_or(first),
            },
            None => Verdict::IdentityMismatch { found: winner },
        };
    }
    let isolated = match same.as_slice() {
        [] => return Verdict::IdentityMismatch { found: winner },
        [only] => Some(*only),
        several => isolate(tree, several, evidence),
    };
    match (isolated, winner) {
        (Some(isolated), Some(winner)) if isolated == winner => Verdict::Same { node: winner },
        (Some(_), Some(winner)) => Verdict::IdentityMismatch { found: Some(winner) },
        _ => Verdict::IdentityUnverifiable {
            candidates: same.into_iter().take(MAX_CANDIDATES).collect(),
        },
    }
}

/// All nodes that the alternative at `place` matches.
fn matched_by(tree: &Tree, chain: &SelectorChain, options: &MatchOptions, place: usize) -> Vec<usize> {
    let alternative = SelectorChain::new(chain.alternatives()[place].clone(), Vec::new());
    first_match(tree, &alternative, options)
        .map(|(_, nodes)| nodes)
        .unwrap_or_default()
}

/// The one of several equals that stood where the target stood: by its place among siblings, else by its place in the same scroll
/// region. Places in different regions are never compared.
fn isolate(tree: &Tree, several: &[usize], evidence: &TargetEvidence) -> Option<usize> {
    let siblings: Vec<usize> = several
        .iter()
        .copied()
        .filter(|&i| identity::sibling(tree, i) == evidence.sibling)
        .collect();
    if let [only] = siblings.as_slice() {
        return Some(*only);
    }
    let region = identity::in_region(tree, several, evidence.scroll_region.as_ref());
    in_reading_order(tree, region).get(evidence.viewport_order).copied()
}
