//! Paths through a navigation graph: the interesting ones with their names, and the shortest one between two screens.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};
use skillc_flows::{landmark, path_name};
use skillc_graph::routes::Routes;

use super::screen::{Element, points};
use super::{RuleError, input};

#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
enum Input {
    InterestingPaths {
        root: String,
        nodes: Vec<Node>,
        edges: Vec<Edge>,
    },
    ShortestPath {
        from: String,
        to: String,
        edges: Vec<Edge>,
    },
}

#[derive(Deserialize)]
struct Node {
    fp: String,
    depth: u32,
    #[serde(default)]
    elements: Vec<Element>,
}

#[derive(Deserialize)]
struct Edge {
    from: String,
    to: String,
    #[serde(default)]
    element: String,
    label: Option<String>,
}

impl Edge {
    /// Its name: the element's text unless it has one of its own.
    fn label(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.element)
    }
}

/// Numbers for fingerprints, in the order in which they come up.
#[derive(Default)]
struct Places(BTreeMap<String, usize>);

impl Places {
    fn of(&mut self, fingerprint: &str) -> usize {
        let next = self.0.len();
        *self.0.entry(fingerprint.to_owned()).or_insert(next)
    }
}

pub(super) fn evaluate(value: &Value) -> Result<Value, RuleError> {
    match input(value)? {
        Input::InterestingPaths { root, nodes, edges } => interesting(&root, nodes, &edges),
        Input::ShortestPath { from, to, edges } => {
            let mut places = Places::default();
            let pairs = pairs(&mut places, &edges);
            let (from, to) = (places.of(&from), places.of(&to));
            let path = Routes::new(vec![None; places.0.len()], pairs).shortest(from, to);
            let labels = |path: Vec<usize>| path.into_iter().map(|edge| edges[edge].label()).collect::<Vec<_>>();
            Ok(json!({ "labels": path.map(labels) }))
        }
    }
}

fn pairs(places: &mut Places, edges: &[Edge]) -> Vec<(usize, usize)> {
    edges
        .iter()
        .map(|edge| (places.of(&edge.from), places.of(&edge.to)))
        .collect()
}

fn interesting(root: &str, nodes: Vec<Node>, edges: &[Edge]) -> Result<Value, RuleError> {
    let mut places = Places::default();
    let mut known = BTreeMap::new();
    for node in nodes {
        let place = places.of(&node.fp);
        known.insert(place, (node.depth, points(node.elements)?));
    }
    let pairs = pairs(&mut places, edges);
    let root = places.of(root);
    let depths = (0..places.0.len())
        .map(|place| known.get(&place).map(|(depth, _)| *depth))
        .collect();
    let paths: Vec<Value> = Routes::new(depths, pairs.clone())
        .interesting(root)
        .into_iter()
        .map(|path| {
            let labels: Vec<&str> = path.iter().map(|&edge| edges[edge].label()).collect();
            let end = path.last().map(|&edge| &edges[edge].to);
            let leaf = path.last().and_then(|&edge| known.get(&pairs[edge].1));
            let landmark = leaf.and_then(|(_, elements)| landmark(elements, &[]));
            json!({ "name": path_name(labels.iter().copied(), landmark), "labels": labels, "to": end })
        })
        .collect();
    Ok(json!({ "paths": paths }))
}
