//! Which nodes of a presented tree a person sees, and where a tap would land on the screen.
//!
//! Source: reference on agent-device, §1.8.

use skillc_records::WindowRect;

use crate::{
    Tree,
    rect::{area, center_in, is_sane, touch},
};

/// The screens of a tree: its applications and windows, largest first.
#[derive(Debug, Clone)]
pub struct Screens {
    roots: Vec<WindowRect>,
}

impl Screens {
    /// The screens of `tree`.
    pub fn of(tree: &Tree) -> Self {
        let roots = tree.nodes().iter().filter(|node| node.is_viewport_root());
        let mut roots: Vec<WindowRect> = roots.filter_map(|node| node.positive_rect()).collect();
        roots.sort_by(|a, b| area(b).total_cmp(&area(a)));
        Self { roots }
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
    fn effective_viewport(&self, tree: &Tree, i: usize, own: &WindowRect) -> Option<WindowRect> {
        let container = tree
            .ancestors(i)
            .map(|above| &tree.nodes()[above])
            .filter(|node| node.is_scrollable())
            .find_map(|node| node.positive_rect());
        container.or_else(|| self.around(own)).or_else(|| {
            let boxes = tree.nodes().iter().filter_map(|node| node.positive_rect());
            boxes
                .filter(|rect| center_in(own, rect))
                .fold(None, |best: Option<WindowRect>, rect| match best {
                    Some(best) if area(&best) >= area(&rect) => Some(best),
                    _ => Some(rect),
                })
        })
    }

    /// Whether any part of the node at `i` can be seen. What has no box counts as seen, because nobody knows; an empty box is judged by
    /// its place.
    pub fn sees(&self, tree: &Tree, i: usize) -> bool {
        let Some(own) = tree.nodes()[i].rect.filter(is_sane) else {
            return true;
        };
        self.effective_viewport(tree, i, &own)
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
