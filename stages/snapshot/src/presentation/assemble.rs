//! Putting a projection together.

use serde::{Deserialize, Serialize};
use skillc_records::WindowRect;

use super::{
    DepthCount, FoldPolicy, HittableEvidence, PresentationFailure, WorkBudget,
    budget::Work,
    clip::{self, Fold},
    cover, hints, membership, occlusion,
    scope::{Scoped, scoped},
};
use crate::{
    Acquisition, CaptureResidue, CaptureState, CaptureStrategy, Channel, ElementRef, Node, PresentationOptions,
    QualityVerdict, ReasonCode, SnapshotProjection, Tree,
    rect::{center_in, contains, is_positive},
};

/// One projection of one acquisition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Presented {
    /// Its nodes: boxes are what is left of them, parents and depths those of this projection.
    pub tree: Tree,
    /// Where each node stood in the acquired tree.
    pub sources: Vec<usize>,
    /// Whether something is missing; none if nobody knows.
    pub truncated: Option<bool>,
    /// The verdict of a presentation that failed; none for one that didn't, the capture's own verdict then stands.
    pub quality: Option<QualityVerdict>,
    /// Why it failed.
    pub failure: Option<PresentationFailure>,
    /// What the acquisition lacks.
    pub residue: Vec<CaptureResidue>,
    /// The key by which it may be compared.
    pub presentation_key: String,
}

/// A node may stick out of its clip by this much: rounding.
const CLIP_TOLERANCE: f64 = 1e-4;

/// Presents `acquisition` as `options` ask, by `policy`, within the budget of its size.
pub fn present(acquisition: &Acquisition, options: &PresentationOptions, policy: &FoldPolicy) -> Presented {
    present_within(acquisition, options, policy, WorkBudget::of(acquisition.tree.len()))
}

/// Presents within `budget`. A breach empties the tree and is said: the verdict is sparse, never an empty screen.
pub fn present_within(
    acquisition: &Acquisition,
    options: &PresentationOptions,
    policy: &FoldPolicy,
    budget: WorkBudget,
) -> Presented {
    let attempt = project(acquisition, options, policy, budget);
    let presentation_key = options.presentation_key();
    let residue = acquisition.residue.clone();
    match attempt {
        Ok((nodes, sources)) => Presented {
            tree: Tree::from(nodes),
            sources,
            truncated: acquisition.truncated,
            quality: None,
            failure: None,
            residue,
            presentation_key,
        },
        Err(failure) => Presented {
            tree: Tree::default(),
            sources: Vec::new(),
            truncated: Some(true),
            quality: Some(QualityVerdict {
                reason_code: Some(ReasonCode::PresentationFailed),
                ..QualityVerdict::plain(CaptureState::Sparse, strategy(acquisition))
            }),
            failure: Some(failure),
            residue,
            presentation_key,
        },
    }
}

fn strategy(acquisition: &Acquisition) -> CaptureStrategy {
    if acquisition.source.channel() == Channel::Android {
        CaptureStrategy::AndroidHelper
    } else {
        CaptureStrategy::Tree
    }
}

/// What the node at a place becomes.
struct Projection<'a> {
    tree: &'a Tree,
    folds: Vec<Fold>,
    hidden: Vec<hints::Hidden>,
    kept: Vec<bool>,
    viewport: Option<WindowRect>,
}

fn project(
    acquisition: &Acquisition,
    options: &PresentationOptions,
    policy: &FoldPolicy,
    budget: WorkBudget,
) -> Result<(Vec<Node>, Vec<usize>), PresentationFailure> {
    let tree = &acquisition.tree;
    let work = &mut Work::new(budget);
    let raw = options.projection() == SnapshotProjection::Raw;
    work.spend(tree.len())?;
    let projection = if raw {
        let folds = vec![Fold::default(); tree.len()];
        let hidden = vec![hints::Hidden::default(); tree.len()];
        Projection {
            tree,
            folds,
            hidden,
            kept: vec![true; tree.len()],
            viewport: None,
        }
    } else {
        let folds = clip::fold(acquisition, policy, work)?;
        let members = membership::members(tree, &folds, policy, work)?;
        let hidden = hints::hints(tree, &folds, policy);
        let occluded = if policy.drawing_order {
            occlusion::occluded(tree, &folds, budget)
        } else {
            vec![false; tree.len()]
        };
        let stays = |i: usize| !occluded[i] && !is_nameless_group(&tree.nodes()[i]);
        let levels = levels(tree, policy, &|i| members.regular[i] && stays(i));
        let wanted = match options.projection() {
            SnapshotProjection::Interactive => members.interactive,
            _ => members.regular,
        };
        let kept: Vec<bool> = wanted.iter().enumerate().map(|(i, &kept)| kept && stays(i)).collect();
        let scope = scoped(tree, options.scope_text(), &kept, work)?;
        let kept = within(tree, &kept, &scope, options.depth, &levels);
        let projection = Projection {
            tree,
            folds,
            hidden,
            kept,
            viewport: clip::viewport(acquisition),
        };
        return projection.nodes(Some(policy), work);
    };
    let levels = raw_levels(tree);
    let scope = scoped(tree, options.scope_text(), &projection.kept, work)?;
    let kept = within(tree, &projection.kept, &scope, options.depth, &levels);
    Projection { kept, ..projection }.nodes(None, work)
}

/// What scope and depth leave of `kept`. The depth of a scoped capture counts from the scope's root.
fn within(tree: &Tree, kept: &[bool], scope: &Scoped, depth: Option<u32>, levels: &[u32]) -> Vec<bool> {
    let base = scope.level(levels);
    let inside = |i: usize| scope.holds(tree, i) && depth.is_none_or(|depth| levels[i].saturating_sub(base) <= depth);
    kept.iter().enumerate().map(|(i, &kept)| kept && inside(i)).collect()
}

/// The level of every node by which a depth limit counts.
fn levels(tree: &Tree, policy: &FoldPolicy, regular: &dyn Fn(usize) -> bool) -> Vec<u32> {
    match policy.depth {
        DepthCount::RawLevels => raw_levels(tree),
        DepthCount::PresentedLevels => {
            let mut below = vec![0_u32; tree.len()];
            let mut levels = Vec::with_capacity(tree.len());
            for (i, node) in tree.nodes().iter().enumerate() {
                let level = node.parent.map_or(0, |parent| below[parent]);
                levels.push(level);
                below[i] = level + u32::from(regular(i));
            }
            levels
        }
    }
}

fn raw_levels(tree: &Tree) -> Vec<u32> {
    let mut levels: Vec<u32> = Vec::with_capacity(tree.len());
    for node in tree.nodes() {
        levels.push(node.parent.map_or(0, |parent| levels[parent] + 1));
    }
    levels
}

/// A group without a label that says something: blank, `true`, `false` and bare digits don't.
fn is_nameless_group(node: &Node) -> bool {
    let group = matches!(node.normal_type().as_str(), "group" | "ioscontentgroup");
    group && !node.label.as_deref().is_some_and(is_real_label)
}

/// Whether a label says something: neither blank nor `true`, `false` or bare digits.
pub(crate) fn is_real_label(label: &str) -> bool {
    let label = label.trim();
    let flag = label.eq_ignore_ascii_case("true") || label.eq_ignore_ascii_case("false");
    !label.is_empty() && !flag && !label.bytes().all(|byte| byte.is_ascii_digit())
}

impl Projection<'_> {
    /// The kept nodes: re-parented to the nearest kept ancestor, with boxes and flags as `policy` presents them (none: raw).
    fn nodes(
        self,
        policy: Option<&FoldPolicy>,
        work: &mut Work,
    ) -> Result<(Vec<Node>, Vec<usize>), PresentationFailure> {
        let mut nodes: Vec<Node> = Vec::new();
        let mut sources = Vec::new();
        // For every acquired node the presented node that it is, or that is nearest above it.
        let mut nearest: Vec<Option<usize>> = Vec::with_capacity(self.tree.len());
        for (i, acquired) in self.tree.nodes().iter().enumerate() {
            work.spend(1)?;
            let above = acquired.parent.and_then(|parent| nearest[parent]);
            if !self.kept[i] {
                nearest.push(above);
                continue;
            }
            let depth = above.map_or(0, |above| nodes[above].depth.unwrap_or(0) + 1);
            let mut node = Node {
                parent: above,
                depth: Some(depth),
                ..acquired.clone()
            };
            if let Some(policy) = policy {
                self.show(&mut node, i, policy);
                self.check(&node, i, work)?;
            }
            nearest.push(Some(nodes.len()));
            nodes.push(node);
            sources.push(i);
        }
        if policy.is_some() {
            mark_covered(&mut nodes);
        }
        for (i, node) in nodes.iter_mut().enumerate() {
            node.reference.get_or_insert_with(|| ElementRef::at(i));
        }
        Ok((nodes, sources))
    }

    fn show(&self, node: &mut Node, i: usize, policy: &FoldPolicy) {
        let fold = &self.folds[i];
        let has_area = fold.effective.as_ref().is_some_and(is_positive);
        node.hittable = match policy.hittable {
            HittableEvidence::TakesInput => (node.takes_input() && has_area).then_some(true),
            HittableEvidence::Reported => node.hittable.map(|reported| {
                let centred = match (fold.effective, self.viewport) {
                    (Some(own), Some(screen)) => center_in(&own, &screen),
                    (Some(_), None) => true,
                    (None, _) => false,
                };
                reported && node.enabled != Some(false) && has_area && centred
            }),
        };
        node.rect = fold.effective;
        node.hidden_above = self.hidden[i].above.or(node.hidden_above);
        node.hidden_below = self.hidden[i].below.or(node.hidden_below);
    }

    /// A shown box lies in its clip, and what has no area is not hittable.
    fn check(&self, node: &Node, i: usize, work: &Work) -> Result<(), PresentationFailure> {
        let shown = node.rect.filter(is_positive);
        let escaped = match (shown, self.folds[i].clip) {
            (Some(own), Some(clip)) => !contains(&clip.inflated(CLIP_TOLERANCE), &own),
            _ => false,
        };
        if escaped || (node.hittable == Some(true) && shown.is_none()) {
            Err(work.broken())
        } else {
            Ok(())
        }
    }
}

fn mark_covered(nodes: &mut [Node]) {
    let tree = Tree::from(nodes.to_vec());
    for (node, covered) in nodes.iter_mut().zip(cover::covered(&tree, WorkBudget::of(tree.len()))) {
        if covered {
            node.hittable = Some(false);
            node.covered = true;
        }
    }
}
