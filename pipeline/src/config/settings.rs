//! The values of `skillc.toml`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use skillc_detect::IconOutput;
use skillc_records::Producer;

/// The whole file.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Threads to use; 0 means one a core.
    pub jobs: usize,
    /// Where things are.
    pub workspace: Workspace,
    /// What is written.
    pub compile: Compile,
    /// Which detections are used.
    pub detect: Detect,
    /// Models of the user's own.
    pub detectors: Detectors,
    /// Comparing.
    pub diff: Diff,
    /// Severity of a kind of change, where it isn't the built-in one.
    pub severity: BTreeMap<String, Severity>,
    /// The cache.
    pub cache: Cache,
    /// How an app is recorded in the simulator, by the slug of its name.
    pub app: BTreeMap<String, AppSettings>,
}

/// Where things are. Relative paths lie below the workspace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Workspace {
    /// APP.md files.
    pub apps: PathBuf,
    /// The capture store.
    pub captures: PathBuf,
    /// Skills that were accepted.
    pub accepted: PathBuf,
    /// Results.
    pub out: PathBuf,
    /// Stage results.
    pub cache: PathBuf,
    /// The ledger.
    pub runs: PathBuf,
    /// Element patterns and recipes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patterns: Option<PathBuf>,
}

/// What is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Compile {
    /// Which dialects and companions.
    pub dialects: Vec<Dialect>,
    /// How skills of the Agent Skills dialect are laid out.
    pub layout: Layout,
    /// Skip patterns for every app.
    pub skip: Vec<String>,
}

/// What is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dialect {
    /// mirroir's own dialect.
    Mirroir,
    /// The Agent Skills specification.
    AgentSkills,
    /// mirroir's replay without OCR.
    Compiled,
    /// agent-device scripts.
    Ad,
    /// Maestro flows.
    Maestro,
}

/// How skills of the Agent Skills dialect are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// One skill an app above five flows, else one a flow.
    #[default]
    Auto,
    /// One skill a flow.
    PerFlow,
    /// One skill an app.
    PerApp,
}

/// Which detections are used.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Detect {
    /// For producers that are not named below.
    pub source: DetectSource,
    /// By producer.
    pub producers: BTreeMap<Producer, DetectSource>,
    /// The engine that runs models.
    pub engine: EngineChoice,
    /// The ONNX Runtime library.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runtime: Option<PathBuf>,
}

/// Where detections come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DetectSource {
    /// Detectors run again on the pictures; where there is no picture, what was recorded.
    #[default]
    Rerun,
    /// What was recorded.
    Recorded,
}

/// The engine that runs models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EngineChoice {
    /// ONNX Runtime if one is found, else the built-in engine.
    #[default]
    Auto,
    /// ONNX Runtime.
    Onnxruntime,
    /// The built-in engine.
    Rten,
}

/// Models of the user's own.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Detectors {
    /// Text.
    pub ocr: OcrModels,
    /// Icons.
    pub icons: IconModel,
}

/// Text models in the shape of PP-OCR.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OcrModels {
    /// Where text is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detection: Option<PathBuf>,
    /// What it says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recognition: Option<PathBuf>,
    /// The characters that the recognition model tells apart, one a line, if its metadata doesn't hold them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dictionary: Option<PathBuf>,
}

/// An icon model.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct IconModel {
    /// The file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<PathBuf>,
    /// The shape of its output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<IconOutput>,
    /// Class names, if the model's metadata has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classes: Option<Vec<String>>,
    /// Least confidence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold: Option<f64>,
}

/// Comparing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Diff {
    /// Least severity that makes exit code 1: `cosmetic`, `risky`, `breaking` or `never`.
    pub fail_on: String,
}

/// How bad a change is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Not reported.
    Ignored,
    /// Words only.
    Cosmetic,
    /// Another target.
    Risky,
    /// Something is lost, or something forbidden is done.
    Breaking,
}

/// The cache.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Cache {
    /// The size to shrink to.
    pub limit_mb: u64,
}

/// How an app is recorded in the simulator.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AppSettings {
    /// `light` or `dark`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theme: Option<String>,
    /// Tab bar without labels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon_only: Option<bool>,
    /// Wide window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub landscape: Option<bool>,
}

impl Default for Workspace {
    fn default() -> Self {
        Self {
            apps: "apps".into(),
            captures: "captures".into(),
            accepted: "accepted".into(),
            out: "out".into(),
            cache: ".skillc/cache".into(),
            runs: ".skillc/runs".into(),
            patterns: None,
        }
    }
}

impl Default for Compile {
    fn default() -> Self {
        Self {
            dialects: vec![
                Dialect::Mirroir,
                Dialect::AgentSkills,
                Dialect::Compiled,
                Dialect::Ad,
                Dialect::Maestro,
            ],
            layout: Layout::Auto,
            skip: Vec::new(),
        }
    }
}

impl Default for Diff {
    fn default() -> Self {
        Self {
            fail_on: "cosmetic".to_owned(),
        }
    }
}

impl Default for Cache {
    fn default() -> Self {
        Self { limit_mb: 4096 }
    }
}

impl Detect {
    /// Where the detections of sessions by `producer` come from.
    pub fn source_for(&self, producer: Producer) -> DetectSource {
        self.producers.get(&producer).copied().unwrap_or(self.source)
    }
}

#[cfg(test)]
impl Settings {
    /// Settings with a value under every key.
    pub(super) fn example() -> Self {
        let mut settings = Self::default();
        settings.workspace.patterns = Some("patterns".into());
        settings
            .detect
            .producers
            .insert(Producer::Simulator, DetectSource::Recorded);
        settings.detect.runtime = Some("lib".into());
        settings.detectors.ocr = OcrModels {
            detection: Some("d".into()),
            recognition: Some("r".into()),
            dictionary: Some("c".into()),
        };
        settings.detectors.icons = IconModel {
            model: Some("m".into()),
            output: Some(IconOutput::Heatmap),
            classes: Some(vec!["tab".into()]),
            threshold: Some(0.3),
        };
        settings.severity.insert("relabelled".to_owned(), Severity::Cosmetic);
        let app = AppSettings {
            theme: Some("dark".into()),
            icon_only: Some(true),
            landscape: Some(false),
        };
        settings.app.insert("x".to_owned(), app);
        settings
    }
}
