//! Where the declared tabs are on a screen.

use serde::Deserialize;
use serde_json::{Value, json};
use skillc_tabs::{MinEvidence, TabBar, TabLayout, TabNames, Via, Visited, targets};

use super::screen::{Element, IconInput, Window, screen};
use super::{RuleError, input};

#[derive(Deserialize)]
struct Input {
    tabs: Vec<String>,
    #[serde(default)]
    elements: Vec<Element>,
    #[serde(default)]
    icons: Vec<IconInput>,
    layout: Option<Layout>,
    #[serde(default)]
    visited: Vec<String>,
    window: Window,
    min_evidence: Option<MinEvidence>,
}

/// A layout may leave out one of its fields, as APP.md may.
#[derive(Deserialize)]
struct Layout {
    orientation: Option<skillc_tabs::Axis>,
    edge: Option<skillc_tabs::Edge>,
}

pub(super) fn evaluate(value: &Value) -> Result<Value, RuleError> {
    let asked: Input = input(value)?;
    let layout = asked.layout.map(|layout| TabLayout {
        orientation: layout.orientation.unwrap_or(skillc_tabs::Axis::Horizontal),
        edge: layout.edge.unwrap_or(skillc_tabs::Edge::Bottom),
    });
    let names = TabNames::new(&TabBar {
        tabs: asked.tabs.clone(),
        layout,
    });
    let screen = screen(asked.elements, asked.icons)?;
    let visited = Visited::new(&asked.visited);
    let found = targets(
        &names,
        &screen,
        &visited,
        asked.window.into(),
        asked.min_evidence.unwrap_or_default(),
    );
    let targets: Vec<Value> = found
        .into_iter()
        .map(|target| {
            let via = match target.via {
                Via::Text { .. } => "text",
                Via::Synth { .. } => "synth",
            };
            json!({ "label": asked.tabs[target.tab], "x": target.at.x, "y": target.at.y, "via": via })
        })
        .collect();
    Ok(json!({ "targets": targets }))
}
