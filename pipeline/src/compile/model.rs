//! The model of a compiled app: what comparisons speak of, and what is kept beside accepted skills.

use std::collections::BTreeSet;

use skillc_model::{AppModel, Inputs, build};

use super::app::{AppResult, skip_list};
use crate::config::{DetectSource, Settings};
use crate::engine::{STAGES, StageName};

/// The model of what was compiled for one app; none if nothing was, or if a result went away from the cache.
pub fn model(result: &AppResult<'_>, settings: &Settings) -> Option<AppModel> {
    let compiled = result.compiled.as_ref()?;
    let view = StageName::Graph.stage().view(&result.app.description);
    Some(build(&skillc_model::Compiled {
        file: &result.app.name,
        description: &result.app.description,
        spans: &result.app.parsed.spans,
        inputs: Inputs {
            sessions: result.sessions.iter().map(|session| session.file.id.clone()).collect(),
            detectors: detectors(settings),
            settings: vec![format!("compile.skip = {:?}", settings.compile.skip)],
            tool: tool(),
        },
        recipe: result.app.description.archetype.as_deref(),
        skip: &skip_list(&view, &settings.compile.skip),
        graph: compiled.graph.get().ok()?,
        flows: compiled.flows.get().ok()?,
        skills: &compiled.skills.get().ok()?.skills,
    }))
}

/// Whose detections are used, as the settings say.
fn detectors(settings: &Settings) -> Vec<String> {
    let mut sources: BTreeSet<String> = settings
        .detect
        .producers
        .iter()
        .map(|(producer, source)| format!("{}: {}", producer.as_str(), word(*source)))
        .collect();
    sources.insert(format!("others: {}", word(settings.detect.source)));
    sources.into_iter().collect()
}

fn word(source: DetectSource) -> &'static str {
    match source {
        DetectSource::Rerun => "rerun",
        DetectSource::Recorded => "recorded",
    }
}

/// The version of the compiler: its own and those of its stages.
fn tool() -> String {
    let stages: Vec<String> = STAGES
        .iter()
        .map(|stage| format!("{} {}", stage.name, stage.version))
        .collect();
    format!("skillc {} ({})", env!("CARGO_PKG_VERSION"), stages.join(", "))
}
