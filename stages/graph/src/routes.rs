//! Leaves, shortest paths and the longest chain.
//!
//! A leaf is a screen, not the root, from which nothing leads strictly deeper, or one at the greatest depth of all. The interesting
//! paths are the shortest ones from the root to each leaf, deepest leaf first, ties in the order in which the screens were found.
//! Leaves that the root doesn't lead to have no path. When there is no path at all, the longest simple chain from the root stands in.
//!
//! Source: reference on mirroir's semantics, §11, "Paths". Upstream leaves ties open; the order of discovery is ours.

use std::collections::VecDeque;

/// How many edges the search for the longest chain may try: it is exponential, and graphs come from other people.
const CHAIN_BUDGET: usize = 200_000;

/// Places and the edges between them. A place without a depth is no screen: edges may lead there, paths may pass it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Routes {
    depths: Vec<Option<u32>>,
    edges: Vec<(usize, usize)>,
    leaving: Vec<Vec<usize>>,
}

impl Routes {
    /// The routes over `depths.len()` places along `edges` (from, to), in the order recorded. An edge to or from a place that isn't
    /// there is none.
    pub fn new(depths: Vec<Option<u32>>, edges: Vec<(usize, usize)>) -> Self {
        let mut leaving = vec![Vec::new(); depths.len()];
        for (edge, &(from, to)) in edges.iter().enumerate() {
            if from < depths.len() && to < depths.len() {
                leaving[from].push(edge);
            }
        }
        Self { depths, edges, leaving }
    }

    /// The leaves, deepest first, ties in order of place.
    pub fn leaves(&self, root: usize) -> Vec<usize> {
        let deepest = self.depths.iter().flatten().copied().max().unwrap_or(0);
        let mut leaves: Vec<(u32, usize)> = Vec::new();
        for (place, depth) in self.depths.iter().enumerate() {
            let Some(depth) = *depth else { continue };
            let leads_deeper = self.leaving[place]
                .iter()
                .any(|&edge| self.depths[self.edges[edge].1].unwrap_or(0) > depth);
            if place != root && (!leads_deeper || (depth == deepest && deepest > 0)) {
                leaves.push((depth, place));
            }
        }
        leaves.sort_by_key(|&(depth, place)| (std::cmp::Reverse(depth), place));
        leaves.into_iter().map(|(_, place)| place).collect()
    }

    /// For each place, the edge by which the shortest path from `root` arrives; none for the root and for places out of reach.
    pub fn arrivals(&self, root: usize) -> Vec<Option<usize>> {
        let mut arrival = vec![None; self.depths.len()];
        let mut reached = vec![false; self.depths.len()];
        let mut queue = VecDeque::new();
        if root < reached.len() {
            reached[root] = true;
            queue.push_back(root);
        }
        while let Some(place) = queue.pop_front() {
            for &edge in &self.leaving[place] {
                let to = self.edges[edge].1;
                if !reached[to] {
                    reached[to] = true;
                    arrival[to] = Some(edge);
                    queue.push_back(to);
                }
            }
        }
        arrival
    }

    /// The edges of the shortest path between two places; empty if they are the same, none if there is no path.
    pub fn shortest(&self, from: usize, to: usize) -> Option<Vec<usize>> {
        self.unwind(&self.arrivals(from), from, to)
    }

    /// The interesting paths from `root`, each as its edges.
    pub fn interesting(&self, root: usize) -> Vec<Vec<usize>> {
        let arrivals = self.arrivals(root);
        let paths: Vec<_> = self
            .leaves(root)
            .into_iter()
            .filter_map(|leaf| self.unwind(&arrivals, root, leaf))
            .collect();
        if paths.is_empty() && !self.edges.is_empty() {
            let chain = self.longest_chain(root);
            return if chain.is_empty() { Vec::new() } else { vec![chain] };
        }
        paths
    }

    /// The longest chain of edges from `root` that visits no place twice; the first found on ties.
    pub fn longest_chain(&self, root: usize) -> Vec<usize> {
        let mut longest = Vec::new();
        let mut chain: Vec<usize> = Vec::new();
        let mut visited = vec![false; self.depths.len()];
        let Some(mark) = visited.get_mut(root) else {
            return longest;
        };
        *mark = true;
        // By hand rather than by recursion: a chain may be as long as the recording.
        let mut open = vec![(root, 0_usize)];
        let mut budget = CHAIN_BUDGET;
        while let Some((place, next)) = open.last_mut() {
            let (at, turn) = (*place, *next);
            *next += 1;
            match self.leaving[at].get(turn) {
                Some(&edge) if budget > 0 => {
                    budget -= 1;
                    let to = self.edges[edge].1;
                    if !visited[to] {
                        visited[to] = true;
                        chain.push(edge);
                        open.push((to, 0));
                        if chain.len() > longest.len() {
                            longest.clone_from(&chain);
                        }
                    }
                }
                _ => {
                    visited[at] = false;
                    open.pop();
                    chain.pop();
                }
            }
        }
        longest
    }

    fn unwind(&self, arrivals: &[Option<usize>], from: usize, to: usize) -> Option<Vec<usize>> {
        let mut path = Vec::new();
        let mut place = to;
        while place != from {
            let edge = (*arrivals.get(place)?)?;
            path.push(edge);
            place = self.edges[edge].0;
        }
        path.reverse();
        Some(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deepest_leaf_first_and_ties_by_discovery() {
        let routes = Routes::new(vec![Some(0), Some(1), Some(1), Some(2)], vec![(0, 1), (0, 2), (1, 3)]);
        assert_eq!(routes.leaves(0), [3, 2]);
        assert_eq!(routes.interesting(0), [vec![0, 2], vec![1]]);
    }

    #[test]
    fn a_leaf_out_of_reach_has_no_path() {
        let routes = Routes::new(vec![Some(0), Some(1), Some(1)], vec![(0, 1)]);
        assert_eq!(routes.interesting(0), [vec![0]]);
        assert_eq!(routes.shortest(0, 2), None);
        assert_eq!(routes.shortest(0, 0), Some(Vec::new()));
    }

    #[test]
    fn a_chain_may_pass_places_that_are_no_screens() {
        let routes = Routes::new(vec![Some(0), None, None, None], vec![(0, 1), (1, 2), (0, 3)]);
        assert_eq!(routes.interesting(0), [vec![0, 1]]);
    }

    #[test]
    fn the_search_for_the_longest_chain_ends_on_a_hostile_graph() {
        let edges: Vec<_> = (0..40).flat_map(|a| (0..40).map(move |b| (a, b))).collect();
        let mut depths = vec![None; 40];
        depths[0] = Some(0);
        assert!(!Routes::new(depths, edges).interesting(0).is_empty());
    }
}
