//! Skills: from flows to the files that agents follow.
//!
//! | module | what it holds |
//! |---|---|
//! | [`context`] | what skills depend on besides the flows |
//! | [`step`] | a skill as data, with where each step comes from |
//! | [`plan`] | from a flow to steps: acting first, then waiting |
//! | [`sentence`] | the sentence for a step |
//! | [`agent`] | the Agent Skills dialect |
//! | [`mirroir`] | mirroir's own dialect, byte for byte |
//! | [`label`] | labels and steps in mirroir's words |
//! | [`compiled`] | `.compiled.json` |
//! | [`record`] | `compile.json` |
//! | [`name`] | names of Agent Skills |
//! | [`markdown`] | text from the screen in Markdown and YAML |
//! | [`document`] | a file of the output |
//! | [`skills`] | all of it for one app |
//!
//! Source: reference on mirroir's semantics, §12, §13, §15; Agent Skills specification.

pub mod agent;
pub mod compiled;
pub mod context;
pub mod document;
pub mod label;
pub mod markdown;
pub mod mirroir;
pub mod name;
pub mod plan;
pub mod record;
pub mod sentence;
pub mod skills;
pub mod step;

pub use context::{Layout, ObstacleHint, RecipeNote, SkillContext, TextCleanup};
pub use document::Document;
pub use record::{InputDigest, ToolVersion, compile_record};
pub use skills::{SkillSet, skills};
pub use step::{Act, Find, Skill, SkillObstacle, Step, StepProvenance, StepRule, Target, Touch};
