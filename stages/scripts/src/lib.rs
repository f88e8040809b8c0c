//! Skills as scripts that other tools run: agent-device's `.ad` and Maestro's YAML.
//!
//! | module | what it holds |
//! |---|---|
//! | [`ad`](mod@ad) | a skill as an open-to-destination script, with evidence where a tree was recorded |
//! | [`maestro`](mod@maestro) | a skill as a flow, in the part of Maestro that agent-device runs |
//! | [`target`](mod@target) | how a step's target is named in either |
//! | [`loss`](mod@loss) | what a script doesn't say of its skill |
//!
//! What a language has no word for is left out and named, in the file and as a value: a script that quietly does less is worse than none.
//!
//! Source: reference on agent-device, §5.3, §6.1 and §11.3.

pub mod ad;
pub mod loss;
pub mod maestro;
pub mod target;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use skillc_ad_script::ScriptPlatform;
use skillc_records::FrameRef;
use skillc_skills::{Document, Skill};
use skillc_snapshot::{PlatformFamily, Tree};

pub use loss::{Dialect, ScriptLoss, What};

/// What scripts depend on besides the skill.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ScriptContext {
    /// The app's identifier for a launcher, or its name.
    pub app: String,
    /// The platform that was recorded on.
    pub platform: Option<ScriptPlatform>,
    /// The device that was recorded on.
    pub device: Option<String>,
    /// The trees of the frames that the skill's steps name, where trees were recorded.
    pub trees: BTreeMap<FrameRef, Tree>,
}

/// The scripts of one skill.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scripts {
    /// The `.ad` script and the Maestro flow.
    pub documents: Vec<Document>,
    /// The variables that someone has to set before they run.
    pub needed: Vec<String>,
    /// What they don't say of the skill.
    pub losses: Vec<ScriptLoss>,
}

impl ScriptContext {
    /// The family of the platform, which decides what can be typed into. Without a platform it is Apple's: mirrored iPhones name none.
    pub fn family(&self) -> PlatformFamily {
        self.platform
            .and_then(|platform| PlatformFamily::of_platform(platform.as_str()))
            .unwrap_or(PlatformFamily::Apple)
    }
}

/// The scripts of `skill`, as `<folder>/<stem>.ad` and `<folder>/<stem>.maestro.yaml`.
pub fn scripts(skill: &Skill, context: &ScriptContext, folder: &[&str], stem: &str) -> Scripts {
    let (ad, needed, mut losses) = ad::script(skill, context);
    let (flow, lost) = maestro::flow(skill, context);
    losses.extend(lost);
    let document = |name: String, text: String| Document::new(folder.iter().copied().chain([name.as_str()]), text);
    Scripts {
        documents: vec![
            document(format!("{stem}.ad"), ad),
            document(format!("{stem}.maestro.yaml"), flow),
        ],
        needed,
        losses,
    }
}
