//! A tree of nodes that can be walked: parents stand before their children, so there is no cycle and no walk without end.

use serde::{Deserialize, Serialize};

use crate::Node;

/// Nodes in document order, each after its parent.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Node>", into = "Vec<Node>")]
pub struct Tree {
    nodes: Vec<Node>,
    /// The children of all nodes, node by node; `child_starts[i]..child_starts[i + 1]` are those of node `i`.
    children: Vec<usize>,
    child_starts: Vec<usize>,
    /// Preorder entry and exit times: `a` is an ancestor of `b` when `b`'s time lies inside `a`'s.
    entered: Vec<usize>,
    left: Vec<usize>,
}

/// A parent that couldn't be true and what became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepairedParent {
    /// The node.
    pub node: usize,
    /// The parent that the producer gave: itself, a later node, or one that isn't there.
    pub given: usize,
    /// The parent that it got, by its depth; none made it a root.
    pub repaired: Option<usize>,
}

impl Tree {
    /// The tree of `nodes`. A parent that doesn't stand before its child can't be followed: such a child gets the last node before
    /// it that is one level up, or becomes a root. Depths that are missing are filled in.
    pub fn new(mut nodes: Vec<Node>) -> (Self, Vec<RepairedParent>) {
        let mut repairs = Vec::new();
        // The last node seen at each depth, as (depth, node), depths rising.
        let mut open: Vec<(u32, usize)> = Vec::new();
        for i in 0..nodes.len() {
            if let Some(given) = nodes[i].parent.filter(|&parent| parent >= i) {
                let repaired = nodes[i].depth.and_then(|depth| {
                    open.iter()
                        .rev()
                        .find(|&&(level, _)| level < depth)
                        .map(|&(_, node)| node)
                });
                nodes[i].parent = repaired;
                repairs.push(RepairedParent {
                    node: i,
                    given,
                    repaired,
                });
            }
            let below = nodes[i]
                .parent
                .map_or(0, |parent| nodes[parent].depth.unwrap_or(0).saturating_add(1));
            let depth = *nodes[i].depth.get_or_insert(below);
            while open.last().is_some_and(|&(level, _)| level >= depth) {
                open.pop();
            }
            open.push((depth, i));
        }
        (Self::indexed(nodes), repairs)
    }

    fn indexed(nodes: Vec<Node>) -> Self {
        let count = nodes.len();
        let mut child_starts = vec![0; count + 1];
        for node in &nodes {
            if let Some(parent) = node.parent {
                child_starts[parent + 1] += 1;
            }
        }
        for i in 0..count {
            child_starts[i + 1] += child_starts[i];
        }
        let mut next = child_starts.clone();
        let mut children = vec![0; child_starts[count]];
        for (i, node) in nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                children[next[parent]] = i;
                next[parent] += 1;
            }
        }
        let mut tree = Self {
            nodes,
            children,
            child_starts,
            entered: vec![0; count],
            left: vec![0; count],
        };
        tree.number();
        tree
    }

    /// Numbers the nodes in preorder without recursion: a tree may be as deep as it is long.
    fn number(&mut self) {
        let mut time = 0;
        let mut stack: Vec<(usize, bool)> = (0..self.nodes.len())
            .rev()
            .filter(|&i| self.nodes[i].parent.is_none())
            .map(|i| (i, false))
            .collect();
        while let Some((i, done)) = stack.pop() {
            if done {
                self.left[i] = time;
                continue;
            }
            self.entered[i] = time;
            time += 1;
            stack.push((i, true));
            stack.extend(
                self.children(i)
                    .iter()
                    .rev()
                    .map(|&child| (child, false))
                    .collect::<Vec<_>>(),
            );
        }
    }

    /// The nodes, in document order.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The node at `i`.
    pub fn get(&self, i: usize) -> Option<&Node> {
        self.nodes.get(i)
    }

    /// The children of `i`, in document order.
    pub fn children(&self, i: usize) -> &[usize] {
        match (self.child_starts.get(i), self.child_starts.get(i + 1)) {
            (Some(&start), Some(&end)) => &self.children[start..end],
            _ => &[],
        }
    }

    /// The ancestors of `i`, nearest first.
    pub fn ancestors(&self, i: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.nodes.get(i).and_then(|node| node.parent), |&parent| {
            self.nodes[parent].parent
        })
    }

    /// Whether `above` is an ancestor of `below`, in constant time.
    pub fn is_ancestor(&self, above: usize, below: usize) -> bool {
        above != below && self.entered[above] <= self.entered[below] && self.entered[below] < self.left[above]
    }

    /// The descendants of `i`, each before its own children.
    pub fn descendants(&self, i: usize) -> impl Iterator<Item = usize> + '_ {
        let mut stack: Vec<usize> = self.children(i).iter().rev().copied().collect();
        std::iter::from_fn(move || {
            let node = stack.pop()?;
            stack.extend(self.children(node).iter().rev());
            Some(node)
        })
    }

    /// The roots, in document order.
    pub fn roots(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.nodes.len()).filter(|&i| self.nodes[i].parent.is_none())
    }
}

impl From<Vec<Node>> for Tree {
    fn from(nodes: Vec<Node>) -> Self {
        Self::new(nodes).0
    }
}

impl From<Tree> for Vec<Node> {
    fn from(tree: Tree) -> Self {
        tree.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn node(parent: Option<usize>, depth: u32) -> Node {
        Node {
            parent,
            depth: Some(depth),
            ..Node::default()
        }
    }

    #[test]
    fn a_cycle_is_cut_where_it_closes() {
        let (tree, repairs) = Tree::new(vec![
            node(Some(2), 0),
            node(Some(0), 1),
            node(Some(1), 2),
            node(Some(3), 3),
        ]);
        assert_eq!(tree.nodes()[0].parent, None);
        assert_eq!(
            tree.nodes()[3].parent,
            Some(2),
            "a node that is its own parent goes by its depth"
        );
        assert_eq!(repairs.len(), 2);
        assert_eq!(tree.ancestors(3).collect::<Vec<_>>(), [2, 1, 0]);
    }

    #[test]
    fn depths_and_sizes_that_would_break_a_recursion_do_not_break_this() {
        let chain = (0..20_000).map(|i| node((i > 0).then(|| i - 1), i as u32)).collect();
        let (tree, repairs) = Tree::new(chain);
        assert!(repairs.is_empty());
        assert!(tree.is_ancestor(0, 19_999) && !tree.is_ancestor(19_999, 0));
        assert_eq!(tree.descendants(0).count(), 19_999);
    }

    proptest! {
        #[test]
        fn any_parents_make_a_tree(parents in proptest::collection::vec((proptest::option::of(0usize..40), 0u32..8), 0..40)) {
            let nodes: Vec<_> = parents.iter().map(|&(parent, depth)| node(parent, depth)).collect();
            let (tree, _) = Tree::new(nodes);
            for i in 0..tree.len() {
                prop_assert!(tree.nodes()[i].parent.is_none_or(|parent| parent < i));
                for ancestor in tree.ancestors(i) {
                    prop_assert!(tree.is_ancestor(ancestor, i));
                    prop_assert!(tree.descendants(ancestor).any(|below| below == i));
                }
            }
            let again = Tree::from(Vec::from(tree.clone()));
            prop_assert_eq!(again, tree);
        }
    }
}
