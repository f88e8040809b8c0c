//! The model of a compiled app: what comparisons speak of, and what is kept beside accepted skills.

use std::collections::BTreeSet;

use skillc_model::{AppModel, Inputs, build};

use super::app::{AppResult, skip_list};
use crate::config::{DetectSource, Settings};
use crate::engine::{STAGES, StageName};

/// The model of what was compiled for one app; none if nothing was, or if a result went away from the cache.
pub fn model(result: &AppResult<'_>, settings: &Settings) -> Option<AppModel> {
    let compiled = result.compiled.as_ref()?;
    let skills = compiled.skills.get().ok()?;
    let view = StageName::Graph.stage().view(&result.app.description);
    Some(build(&skillc_model::Compiled {
        file: &result.app.name,
        description: &result.app.description,
        spans: &result.app.parsed.spans,
        inputs: Inputs {
            sessions: result.sessions.iter().map(|session| session.id().clone()).collect(),
            detectors: detectors(settings, result.detector.as_deref()),
            settings: taking_part(settings, result.patterns.as_deref()),
            tool: tool(),
        },
        recipe: skills.context.kind(),
        skip: &skip_list(&view, &settings.compile.skip),
        graph: compiled.graph.get().ok()?,
        flows: compiled.flows.get().ok()?,
        skills: &skills.skills,
    }))
}

/// Whose detections are used, as the settings say, and the detector that is run again.
fn detectors(settings: &Settings, detector: Option<&str>) -> Vec<String> {
    let mut sources: BTreeSet<String> = settings
        .detect
        .producers
        .iter()
        .map(|(producer, source)| format!("{}: {}", producer.as_str(), word(*source)))
        .collect();
    sources.insert(format!("others: {}", word(settings.detect.source)));
    sources
        .into_iter()
        .chain(detector.map(|identity| format!("detector {identity}")))
        .collect()
}

/// The settings that what a model holds depends on, as in `skillc.toml`. Layout and dialects only decide where files go.
fn taking_part(settings: &Settings, patterns: Option<&str>) -> Vec<String> {
    let skip: Vec<toml::Value> = settings.compile.skip.iter().map(|text| text.as_str().into()).collect();
    let mut all = vec![format!("{SKIP} = {}", toml::Value::Array(skip))];
    all.extend(patterns.map(|digest| format!("{PATTERNS} = {digest:?}")));
    all
}

/// The key of the skip patterns for every app.
pub const SKIP: &str = "compile.skip";

/// The key of the pattern files, which stand for themselves with a digest.
pub const PATTERNS: &str = "workspace.patterns";

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
