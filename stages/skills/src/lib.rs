//! Skills: from flows to the files that agents follow.
//!
//! | module | what it holds |
//! |---|---|
//! | [`context`](mod@context) | what skills depend on besides the flows |
//! | [`step`](mod@step) | a skill as data, with where each step comes from |
//! | [`plan`](mod@plan) | from a flow to steps: acting first, then waiting |
//! | [`sentence`](mod@sentence) | the sentence for a step |
//! | [`agent`](mod@agent) | the Agent Skills dialect |
//! | [`mirroir`](mod@mirroir) | mirroir's own dialect, byte for byte |
//! | `one_line` | a flow whose texts are lines, for that dialect |
//! | [`label`](mod@label) | labels and steps in mirroir's words |
//! | [`companion`](mod@companion) | files that speak of all skills of an app |
//! | [`compiled`](mod@compiled) | `.compiled.json` |
//! | [`record`](mod@record) | `compile.json` |
//! | [`name`](mod@name) | names of Agent Skills |
//! | [`markdown`](mod@markdown) | text from the screen in Markdown and YAML |
//! | [`document`](mod@document) | a file of the output |
//! | [`skills`](mod@skills) | all of it for one app |
//!
//! Source: reference on mirroir's semantics, §12, §13, §15; Agent Skills specification.

pub mod agent;
pub mod companion;
pub mod compiled;
pub mod context;
pub mod document;
pub mod label;
pub mod markdown;
pub mod mirroir;
pub mod name;
mod one_line;
pub mod plan;
pub mod record;
pub mod sentence;
pub mod skills;
pub mod step;

pub use companion::{Listed, companions};
pub use context::{Layout, ObstacleHint, RecipeNote, SkillContext, TextCleanup};
pub use document::Document;
pub use record::{CompileRecord, InputDigest, ToolVersion, recorded_skill};
pub use skills::{SkillSet, skills};
pub use step::{Act, Find, Skill, SkillObstacle, Step, StepProvenance, StepRule, Target, Touch};
