//! Resolving a chain to one node.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::{Alternative, SelectorChain, matches};
use crate::{PlatformFamily, Tree, rect::area, visibility::Screens};

/// How a chain is resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchOptions {
    /// The platform: what can be typed into differs.
    pub family: PlatformFamily,
    /// Only nodes with a box, whatever it covers.
    pub require_rect: bool,
    /// Several matches don't resolve.
    pub require_unique: bool,
    /// Of several matches the one that a person would mean is taken.
    pub disambiguate: bool,
}

/// The node that a chain resolved to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resolution {
    /// Its place in the tree.
    pub node: usize,
    /// The alternative that found it.
    pub alternative: usize,
    /// How many nodes that alternative matches.
    pub matches: usize,
    /// How it was chosen, if there were several.
    pub disambiguation: Option<Disambiguation>,
}

/// How one of several matches was chosen: disclosed with every result, because a choice may be wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Disambiguation {
    /// What decided against the runner-up.
    pub tiebreak: Tiebreak,
    /// The others, in document order.
    pub others: Vec<usize>,
}

/// What decides between two matches, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tiebreak {
    /// One is on the screen, the other isn't.
    Visible,
    /// One lies deeper.
    Deepest,
    /// One is smaller.
    SmallestArea,
    /// All of them are one and the same element, nested.
    StructuralEquivalence,
}

/// Several things that an action could be meant for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{} nodes match and none is meant more than the others", candidates.len())]
pub struct AmbiguousTarget {
    /// Their places, in document order.
    pub candidates: Vec<usize>,
}

impl MatchOptions {
    /// The first match will do.
    pub fn any(family: PlatformFamily) -> Self {
        Self {
            family,
            require_rect: false,
            require_unique: false,
            disambiguate: false,
        }
    }

    /// One match, chosen by rule where there are several.
    pub fn one(family: PlatformFamily) -> Self {
        Self {
            require_unique: true,
            disambiguate: true,
            ..Self::any(family)
        }
    }
}

/// The nodes that `alternative` matches, in document order.
fn matching(tree: &Tree, alternative: &Alternative, options: &MatchOptions) -> Vec<usize> {
    let fits = |i: &usize| {
        let node = &tree.nodes()[*i];
        (!options.require_rect || node.rect.is_some()) && matches(node, alternative, options.family)
    };
    (0..tree.len()).filter(fits).collect()
}

/// The alternative that matches first, and how many nodes it matches; none if none does.
pub fn first_match(tree: &Tree, chain: &SelectorChain, options: &MatchOptions) -> Option<(usize, Vec<usize>)> {
    let found = chain
        .alternatives()
        .iter()
        .map(|alternative| matching(tree, alternative, options));
    found.enumerate().find(|(_, nodes)| !nodes.is_empty())
}

/// The node that `chain` stands for; none if nothing matches or nothing decides between several matches.
pub fn resolve(tree: &Tree, chain: &SelectorChain, options: &MatchOptions) -> Option<Resolution> {
    let screens = Screens::of(tree);
    for (place, alternative) in chain.alternatives().iter().enumerate() {
        let found = matching(tree, alternative, options);
        let resolution = |node, disambiguation| {
            Some(Resolution {
                node,
                alternative: place,
                matches: found.len(),
                disambiguation,
            })
        };
        match found.as_slice() {
            [] => continue,
            [only] => return resolution(*only, None),
            [first, ..] if !options.require_unique => return resolution(*first, None),
            several if options.disambiguate => {
                if let Some((winner, tiebreak)) = decide(tree, &screens, several) {
                    let others = several.iter().copied().filter(|&other| other != winner).collect();
                    return resolution(winner, Some(Disambiguation { tiebreak, others }));
                }
            }
            _ => {}
        }
    }
    None
}

/// The winner among several matches, and what decided against the runner-up; none on an exact tie.
fn decide(tree: &Tree, screens: &Screens, several: &[usize]) -> Option<(usize, Tiebreak)> {
    let rank = |i: usize| {
        let node = &tree.nodes()[i];
        let size = node.positive_rect().map_or(f64::INFINITY, |rect| area(&rect));
        (screens.is_on_screen(tree, i), node.depth.unwrap_or(0), size)
    };
    let mut ranked: Vec<_> = several.iter().map(|&i| (i, rank(i))).collect();
    let order =
        |a: &(bool, u32, f64), b: &(bool, u32, f64)| b.0.cmp(&a.0).then(b.1.cmp(&a.1)).then(a.2.total_cmp(&b.2));
    ranked.sort_by(|(_, a), (_, b)| order(a, b));
    let [(winner, first), (_, second), ..] = ranked.as_slice() else {
        return None;
    };
    let tiebreak = match (first.0 == second.0, first.1 == second.1, first.2.total_cmp(&second.2)) {
        (false, ..) => Tiebreak::Visible,
        (true, false, _) => Tiebreak::Deepest,
        (true, true, Ordering::Less) => Tiebreak::SmallestArea,
        (true, true, _) => return None,
    };
    Some((*winner, tiebreak))
}

/// The node that an *action* on `chain` would act on. Unlike reading, acting refuses several different things to act on: matches that
/// lie inside one another are one element, and so are those that can't be acted on beside one that can.
///
/// # Errors
/// When several different nodes could be meant.
pub fn resolve_for_action(
    tree: &Tree,
    chain: &SelectorChain,
    options: &MatchOptions,
) -> Result<Option<Resolution>, AmbiguousTarget> {
    let Some((alternative, found)) = first_match(tree, chain, options) else {
        return Ok(None);
    };
    let screens = Screens::of(tree);
    let shown: Vec<usize> = found
        .iter()
        .copied()
        .filter(|&i| screens.is_on_screen(tree, i))
        .collect();
    let candidates = if shown.is_empty() { &found } else { &shown };
    let mut is_candidate = vec![false; tree.len()];
    candidates.iter().for_each(|&i| is_candidate[i] = true);
    let mut holds_another = vec![false; tree.len()];
    for i in (0..tree.len()).rev() {
        if let Some(parent) = tree.nodes()[i].parent {
            holds_another[parent] |= is_candidate[i] || holds_another[i];
        }
    }
    let innermost: Vec<usize> = candidates.iter().copied().filter(|&i| !holds_another[i]).collect();
    match innermost.as_slice() {
        [] => Ok(None),
        [only] => {
            let others: Vec<usize> = found.iter().copied().filter(|other| other != only).collect();
            let tiebreak = if candidates.len() > 1 {
                Tiebreak::StructuralEquivalence
            } else {
                Tiebreak::Visible
            };
            let disambiguation = (!others.is_empty()).then_some(Disambiguation { tiebreak, others });
            Ok(Some(Resolution {
                node: *only,
                alternative,
                matches: found.len(),
                disambiguation,
            }))
        }
        _ => Err(AmbiguousTarget { candidates: innermost }),
    }
}

#[cfg(test)]
mod tests {
    use skillc_records::WindowRect;

    use super::*;
    use crate::Node;

    fn node(kind: &str, label: &str, depth: u32, rect: (f64, f64, f64, f64)) -> Node {
        let rect = Some(WindowRect::new(rect.0, rect.1, rect.2, rect.3));
        let parent = (depth > 0).then_some(0);
        Node {
            parent,
            depth: Some(depth),
            kind: Some(kind.into()),
            label: Some(label.into()),
            rect,
            ..Node::default()
        }
    }

    fn screen(nodes: Vec<Node>) -> Tree {
        let root = node("android.widget.Window", "", 0, (0.0, 0.0, 400.0, 800.0));
        Tree::from(std::iter::once(root).chain(nodes).collect::<Vec<_>>())
    }

    fn one(tree: &Tree, chain: &str) -> Option<Resolution> {
        resolve(
            tree,
            &SelectorChain::parse(chain).unwrap(),
            &MatchOptions::one(PlatformFamily::Android),
        )
    }

    #[test]
    fn the_smallest_of_two_equally_deep_matches_wins_and_that_is_disclosed() {
        let tree = screen(vec![
            node("Button", "Continue", 1, (0.0, 0.0, 100.0, 40.0)),
            node("TextView", "Continue", 1, (0.0, 0.0, 100.0, 20.0)),
        ]);
        let found = one(&tree, "label=Continue").unwrap();
        assert_eq!(found.node, 2);
        assert_eq!(
            found.disambiguation,
            Some(Disambiguation {
                tiebreak: Tiebreak::SmallestArea,
                others: vec![1]
            })
        );
    }

    #[test]
    fn on_screen_wins_over_deep_and_deep_over_small() {
        let tree = screen(vec![
            node("Button", "a", 1, (0.0, 900.0, 10.0, 10.0)),
            node("Button", "a", 1, (0.0, 0.0, 100.0, 100.0)),
            node("Button", "b", 1, (0.0, 0.0, 10.0, 10.0)),
            node("Button", "b", 2, (0.0, 0.0, 100.0, 100.0)),
        ]);
        let a = one(&tree, "label=a").unwrap();
        assert_eq!((a.node, a.disambiguation.unwrap().tiebreak), (2, Tiebreak::Visible));
        let b = one(&tree, "label=b").unwrap();
        assert_eq!((b.node, b.disambiguation.unwrap().tiebreak), (4, Tiebreak::Deepest));
    }

    #[test]
    fn an_exact_tie_goes_on_to_the_next_alternative() {
        let twin = || node("Button", "a", 1, (0.0, 0.0, 10.0, 10.0));
        let tree = screen(vec![twin(), twin(), node("Button", "b", 1, (0.0, 0.0, 10.0, 10.0))]);
        assert_eq!(one(&tree, "label=a"), None);
        assert_eq!(one(&tree, "label=nowhere || label=a || label=b").unwrap().node, 3);
    }

    #[test]
    fn an_identifier_is_compared_whole() {
        let named = Node {
            identifier: Some("com.x:id/continue".into()),
            ..Node::default()
        };
        let tree = screen(vec![named]);
        assert_eq!(one(&tree, "id=continue"), None);
        assert_eq!(one(&tree, "id=\"com.x:id/continue\"").unwrap().node, 1);
    }

    #[test]
    fn an_action_refuses_two_different_targets_and_takes_the_inner_of_one() {
        let mut inner = node("TextView", "a", 2, (0.0, 0.0, 10.0, 10.0));
        inner.parent = Some(1);
        let nested = screen(vec![node("Button", "a", 1, (0.0, 0.0, 100.0, 40.0)), inner]);
        let chain = SelectorChain::parse("label=a").unwrap();
        let options = MatchOptions::one(PlatformFamily::Android);
        let found = resolve_for_action(&nested, &chain, &options).unwrap().unwrap();
        assert_eq!(
            (found.node, found.disambiguation.unwrap().tiebreak),
            (2, Tiebreak::StructuralEquivalence)
        );
        let apart = screen(vec![
            node("Button", "a", 1, (0.0, 0.0, 100.0, 40.0)),
            node("Button", "a", 1, (0.0, 100.0, 100.0, 40.0)),
        ]);
        assert_eq!(
            resolve_for_action(&apart, &chain, &options).unwrap_err().candidates,
            [1, 2]
        );
    }
}
