//! Which nodes of a presented tree a person sees, and where a tap would land on the screen.
//!
//! Source: reference on agent-device, §1.8.

use skillc_records::WindowRect;

use crate::{
    Node, Tree,
    rect::{area, center_in, is_sane, touch},
};

/// The screens of a tree: its applications and windows, largest first.
#[derive(Debug, Clone)]
pub struct Screens {
    roots: Vec<WindowRect>,
    /// All boxes, largest first; needed only where there is no screen.
    boxes: Vec<WindowRect>,
    /// The box of the nearest scroll container around each node.
    containers: Vec<Option<WindowRect>>,
}

/// The nearest scroll container above each node, found in one pass: a walk up from each node would take the square of a deep tree.
pub fn scroll_containers(tree: &Tree) -> Vec<Option<usize>> {
    nearest_above(tree, Node::is_scrollable)
}

/// The nearest node above each that is wanted.
fn nearest_above(tree: &Tree, wanted: impl Fn(&Node) -> bool) -> Vec<Option<usize>> {
    let wanted: Vec<bool> = tree.nodes().iter().map(wanted).collect();
    let mut nearest: Vec<Option<usize>> = Vec::with_capacity(tree.len());
    for node in tree.nodes() {
        nearest.push(
            node.parent
                .and_then(|parent| if wanted[parent] { Some(parent) } else { nearest[parent] }),
        );
    }
    nearest
}

impl Screens {
    /// The screens of `tree`.
    pub fn of(tree: &Tree) -> Self {
        let largest_first = |mut rects: Vec<WindowRect>| {
            rects.sort_by(|a, b| area(b).total_cmp(&area(a)));
            rects
        };
        let positive = |wanted: &dyn Fn(&Node) -> bool| {
            let nodes = tree.nodes().iter().filter(|node| wanted(node));
            largest_first(nodes.filter_map(Node::positive_rect).collect())
        };
        let roots = positive(&Node::is_viewport_root);
        let boxes = if roots.is_empty() {
            positive(&|_| true)
        } else {
            Vec::new()
        };
        let boxed = nearest_above(tree, |node| node.positive_rect().is_some() && node.is_scrollable());
        let containers = boxed
            .into_iter()
            .map(|i| i.and_then(|i| tree.nodes()[i].positive_rect()))
            .collect();
        Self {
            roots,
            boxes,
            containers,
        }
    }

    /// The screen that the middle of `rect` lies in: the largest such; else the largest of all.
    fn around(&self, rect: &WindowRect) -> Option<WindowRect> {
        self.roots
            .iter()
            .find(|root| center_in(rect, root))
            .or(self.roots.first())
            .copied()
    }

    /// What the node at `i` can be seen in: its nearest scroll container, else its screen, else the largest box around its middle.
    fn effective_viewport(&self, i: usize, own: &WindowRect) -> Option<WindowRect> {
        let container = self.containers.get(i).copied().flatten();
        container
            .or_else(|| self.around(own))
            .or_else(|| self.boxes.iter().find(|rect| center_in(own, rect)).copied())
    }

    /// Whether any part of the node at `i` can be seen. What has no box counts as seen, because nobody knows; an empty box is judged by
    /// its place.
    pub fn sees(&self, tree: &Tree, i: usize) -> bool {
        let Some(own) = tree.nodes()[i].rect.filter(is_sane) else {
            return true;
        };
        self.effective_viewport(i, &own)
            .is_none_or(|viewport| touch(&own, &viewport))
    }

    /// Whether a tap on the node at `i` would land on the screen: part of it is seen and its middle lies on the screen. What has no
    /// box is not ruled out.
    pub fn is_on_screen(&self, tree: &Tree, i: usize) -> bool {
        let Some(own) = tree.nodes()[i].rect.filter(is_sane) else {
            return true;
        };
        self.sees(tree, i) && self.around(&own).is_none_or(|screen| center_in(&own, &screen))
    }
}

/// Which nodes are seen; whatever holds something seen counts, too. If nothing is seen, all is shown.
pub fn seen(tree: &Tree) -> Vec<bool> {
    let screens = Screens::of(tree);
    let mut seen: Vec<bool> = (0..tree.len()).map(|i| screens.sees(tree, i)).collect();
    for i in (0..tree.len()).rev() {
        if let (true, Some(parent)) = (seen[i], tree.nodes()[i].parent) {
            seen[parent] = true;
        }
    }
    if seen.contains(&true) {
        seen
    } else {
        vec![true; tree.len()]
    }
}
