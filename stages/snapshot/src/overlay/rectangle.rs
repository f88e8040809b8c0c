//! What a ref covers: its target, or, for a bare row that is taller than what is written in it, the balanced part around that.
//!
//! Source: reference on agent-device, §4.4.

use skillc_records::WindowRect;

use super::sources::{is_actionable, overlay_text};
use crate::{
    Tree,
    rect::{contains, union_all},
};

/// The content must be off the middle by this much before its row is cut.
const MIN_IMBALANCE: f64 = 16.0;

/// What a ref on `target` covers, in the tree's unit; none without a box.
pub(super) fn covered(tree: &Tree, target: usize) -> Option<WindowRect> {
    let own = tree.nodes()[target].positive_rect()?;
    Some(balanced(tree, target, own).unwrap_or(own))
}

fn balanced(tree: &Tree, target: usize, own: WindowRect) -> Option<WindowRect> {
    let node = &tree.nodes()[target];
    if node.hittable != Some(true) || is_actionable(node) || overlay_text(node).is_some() {
        return None;
    }
    let content: Vec<WindowRect> = tree
        .descendants(target)
        .filter(|&below| {
            let node = &tree.nodes()[below];
            let kind = node.normal_type();
            kind.contains("text") || (kind.contains("image") && overlay_text(node).is_some())
        })
        .filter_map(|below| tree.nodes()[below].positive_rect().filter(|rect| contains(&own, rect)))
        .collect();
    if content.len() < 2 {
        return None;
    }
    let inner = union_all(content)?;
    let (top, bottom) = (inner.y - own.y, own.bottom() - inner.bottom());
    if top < 0.0 || bottom < 0.0 || (bottom - top).abs() < MIN_IMBALANCE {
        return None;
    }
    let pad = top.min(bottom);
    let (y, height) = ((inner.y - pad).round(), (inner.height + 2.0 * pad).round());
    (height > 0.0 && height < own.height).then(|| WindowRect::new(own.x, y, own.width, height))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Node;

    fn row(content_bottom: f64) -> Option<WindowRect> {
        let node = |parent, kind: &str, rect| Node {
            parent,
            kind: Some(kind.into()),
            rect: Some(rect),
            ..Node::default()
        };
        let target = Node {
            hittable: Some(true),
            ..node(None, "android.view.ViewGroup", WindowRect::new(0.0, 0.0, 300.0, 200.0))
        };
        let text = |y, height| {
            node(
                Some(0),
                "android.widget.TextView",
                WindowRect::new(10.0, y, 80.0, height),
            )
        };
        let tree = Tree::from(vec![target, text(20.0, 30.0), text(content_bottom - 30.0, 30.0)]);
        covered(&tree, 0)
    }

    #[test]
    fn a_row_is_cut_where_its_content_is_off_the_middle() {
        assert_eq!(row(120.0), Some(WindowRect::new(0.0, 0.0, 300.0, 140.0)));
        assert_eq!(row(170.0), Some(WindowRect::new(0.0, 0.0, 300.0, 200.0)));
    }
}
