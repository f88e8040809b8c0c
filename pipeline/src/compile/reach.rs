//! What the skip list puts out of reach, in the words of a compile's summary.

use serde::{Deserialize, Serialize};
use skillc_graph::{NavigationGraph, SkipSource};
use skillc_model::reach::lost;

/// Screens that lie behind something that is never tapped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutOfReach {
    /// What is never tapped.
    pub label: String,
    /// The pattern that forbids it.
    pub pattern: String,
    /// Where the pattern stands: `Skip[2]`, `compile.skip` or `built in`.
    pub source: String,
    /// The screens, in the order in which they were first seen: their titles, else a text of theirs. A screen may lie behind several.
    pub screens: Vec<String>,
}

/// What the skip list puts out of reach, in the order in which it was first seen.
pub fn out_of_reach(graph: &NavigationGraph) -> Vec<OutOfReach> {
    let mut found: Vec<OutOfReach> = Vec::new();
    for lost in lost(graph) {
        let texts = lost.screen.texts.as_slice();
        let name = lost.screen.title.as_ref().or(texts.first());
        let name = name.map_or("a screen without texts", String::as_str).to_owned();
        for cut in lost.cuts {
            let source = match cut.pattern.source {
                SkipSource::AppMd(place) => format!("Skip[{place}]"),
                SkipSource::Settings => "compile.skip".to_owned(),
                SkipSource::BuiltIn => "built in".to_owned(),
            };
            let pattern = cut.pattern.text;
            let known = found
                .iter_mut()
                .find(|known| (&known.label, &known.pattern, &known.source) == (&cut.label, &pattern, &source));
            match known {
                Some(known) if known.screens.contains(&name) => {}
                Some(known) => known.screens.push(name.clone()),
                None => found.push(OutOfReach {
                    label: cut.label,
                    pattern,
                    source,
                    screens: vec![name.clone()],
                }),
            }
        }
    }
    found
}
