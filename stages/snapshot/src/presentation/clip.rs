//! The clip fold: what is left of each node's box on the screen, in one pass over parents before children.
//!
//! Source: reference on agent-device, §1.6.2 points 1 to 3 and §1.6.3.

use skillc_records::WindowRect;

use super::{Anchor, Clip, FoldPolicy, Outside, PresentationFailure, budget::Work};
use crate::{
    Acquisition, Node, Tree,
    node::APPLICATION_WINDOW,
    rect::{self, intersection, is_sane, positive, union_all},
};

/// What the fold found out about one node.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Fold {
    /// What is left of its box; none if it has no usable box.
    pub(crate) effective: Option<WindowRect>,
    /// What it was clipped to.
    pub(crate) clip: Option<WindowRect>,
    /// Whether it may be shown.
    pub(crate) shown: bool,
    /// Whether nothing but clipping took it away.
    pub(crate) clipped_away: bool,
    /// The scroll container around it that clips and carries hints.
    pub(crate) anchor: Option<usize>,
    /// Whether it is such a container itself.
    pub(crate) is_anchor: bool,
    /// Whether its whole branch is gone.
    branch_out: bool,
    /// Whether it lies in a window or subtree that isn't seen.
    hidden: bool,
}

/// The screen: what the producer says, else what the windows cover, else what the roots cover.
pub(crate) fn viewport(acquisition: &Acquisition) -> Option<WindowRect> {
    let tree = &acquisition.tree;
    let windows = || union_all(tree.nodes().iter().filter_map(|node| node.window?.bounds));
    let roots = || {
        union_all(
            tree.nodes()
                .iter()
                .filter(|node| node.is_viewport_root())
                .filter_map(|node| node.rect),
        )
    };
    let tops = || union_all(tree.roots().filter_map(|root| tree.nodes()[root].rect));
    positive(acquisition.viewport)
        .or_else(windows)
        .or_else(roots)
        .or_else(tops)
}

/// Folds the tree. `spares_unseen` is set for raw projections, which leave nothing out.
pub(crate) fn fold(
    acquisition: &Acquisition,
    policy: &FoldPolicy,
    work: &mut Work,
) -> Result<Vec<Fold>, PresentationFailure> {
    let tree = &acquisition.tree;
    let viewport = viewport(acquisition);
    let hidden_windows = if policy.hides_unseen {
        hidden_windows(tree)
    } else {
        vec![false; tree.len()]
    };
    let mut folds: Vec<Fold> = Vec::with_capacity(tree.len());
    // What each node's children are clipped to.
    let mut inner_clips: Vec<Option<WindowRect>> = Vec::with_capacity(tree.len());
    for (i, node) in tree.nodes().iter().enumerate() {
        work.spend(1)?;
        let above = node.parent.map(|parent| folds[parent]);
        let inherited = node.parent.map_or(viewport, |parent| inner_clips[parent]);
        let clip = match policy.clip {
            Clip::WindowsAndAnchors => node.window.and_then(|window| positive(window.bounds)).or(inherited),
            Clip::ViewportAndAnchors => inherited,
            Clip::Viewport => viewport,
        };
        let mut fold = one(node, policy, clip, above.as_ref(), tree.children(i).is_empty());
        fold.hidden = above.is_some_and(|above| above.hidden)
            || (policy.hides_unseen && node.visible_to_user == Some(false))
            || hidden_windows[i];
        fold.shown &= !fold.hidden;
        fold.clipped_away &= !fold.hidden;
        fold.anchor = match (node.parent, above) {
            (Some(parent), Some(above)) if above.is_anchor => Some(parent),
            (_, Some(above)) => above.anchor,
            _ => None,
        };
        let clips_children = fold.is_anchor && policy.clip != Clip::Viewport;
        inner_clips.push(if clips_children { fold.effective.or(clip) } else { clip });
        folds.push(fold);
    }
    Ok(folds)
}

/// One node, from itself, what it is clipped to, and its parent.
fn one(node: &Node, policy: &FoldPolicy, clip: Option<WindowRect>, above: Option<&Fold>, is_leaf: bool) -> Fold {
    let usable = node.rect.filter(is_sane);
    let left = usable.and_then(|own| match &clip {
        Some(clip) => intersection(&own, clip),
        None => positive(Some(own)),
    });
    let has_area = usable.as_ref().is_some_and(rect::is_positive);
    let always = node.parent.is_none() || node.is_viewport_root();
    let branch_gone = above.is_some_and(|above| above.branch_out);
    let empty = usable.map(|own| WindowRect::new(own.x, own.y, 0.0, 0.0));
    let mut fold = Fold {
        effective: left.or(empty),
        clip,
        ..Fold::default()
    };
    let gone = has_area && left.is_none();
    match policy.outside {
        Outside::KeptEmpty => fold.shown = true,
        Outside::GoesWithLists => {
            let sliver = node.parent.is_some()
                && !node.has_label()
                && usable.is_some_and(|own| own.width <= 1.0 || own.height <= 1.0);
            fold.branch_out = branch_gone || (gone && !is_leaf && !always && is_list_or_cell(node));
            fold.shown = always || (!branch_gone && !gone && !sliver);
            fold.clipped_away = !always && !branch_gone && gone && !sliver;
        }
        Outside::GoesWithAll => {
            fold.branch_out = branch_gone || (left.is_none() && !always);
            fold.shown = always || (!branch_gone && left.is_some());
            fold.clipped_away = !always && !branch_gone && gone;
        }
        Outside::GoesAlone => {
            fold.shown = always || !gone;
            fold.clipped_away = !always && gone;
        }
    }
    fold.is_anchor = match policy.anchor {
        Anchor::SaysScrollable => node.scroll.scrollable == Some(true) && node.has_scrollable_type(),
        Anchor::ScrollType => !is_leaf && fold.shown && is_scroll_kind(node),
    };
    fold
}

fn is_scroll_kind(node: &Node) -> bool {
    matches!(
        node.normal_type().as_str(),
        "collectionview" | "scrollview" | "table" | "scrollarea"
    )
}

fn is_list_or_cell(node: &Node) -> bool {
    node.normal_type() == "cell" || is_scroll_kind(node)
}

/// Application windows behind the one that takes input: only where there are several windows and one takes input.
fn hidden_windows(tree: &Tree) -> Vec<bool> {
    let mut hidden = vec![false; tree.len()];
    let windows: Vec<_> = tree
        .nodes()
        .iter()
        .enumerate()
        .filter_map(|(i, node)| node.window.map(|window| (i, window)))
        .collect();
    let takes_input = |active: Option<bool>, focused: Option<bool>| active == Some(true) || focused == Some(true);
    let apps = || {
        windows
            .iter()
            .filter(|(_, window)| window.kind == Some(APPLICATION_WINDOW))
    };
    let top = apps()
        .filter(|(_, w)| takes_input(w.active, w.focused))
        .map(|(_, w)| w.layer.unwrap_or(0))
        .max();
    if let (true, Some(top)) = (windows.len() >= 2, top) {
        for (i, window) in apps() {
            hidden[*i] = !takes_input(window.active, window.focused) || window.layer.unwrap_or(0) != top;
        }
    }
    hidden
}
