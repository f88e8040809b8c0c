//! `skillc rule AREA`: what a rule makes of one input.
//!
//! Every area is a function from the input to the output, both JSON, and one line in [`AREAS`]. The shapes are those of the
//! reference vectors. An area does nothing by itself: it turns the input into the types of a stage, calls the stage, and writes
//! down what came out, all keys, `null` for no result.

mod action_step;
mod alert_detect;
mod app_md_parse;
mod credentials;
mod fingerprint;
mod graph_paths;
mod icon_interpolation;
mod landmark;
mod loader_resolution;
mod obstacles;
mod permissions;
mod recipe_match;
mod screen;
mod simulator_parse;
mod skill_md;
mod skip_merge;
mod tab_targets;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// A rule that can be asked: the input, or what is wrong with it.
pub type Rule = fn(&Value) -> Result<Value, RuleError>;

/// The areas, by name.
pub const AREAS: &[(&str, Rule)] = &[
    ("action_step", action_step::evaluate),
    ("alert_detect", alert_detect::evaluate),
    ("app_md_parse", app_md_parse::evaluate),
    ("credentials", credentials::evaluate),
    ("fingerprint", fingerprint::evaluate),
    ("graph_paths", graph_paths::evaluate),
    ("icon_interpolation", icon_interpolation::evaluate),
    ("landmark", landmark::evaluate),
    ("loader_resolution", loader_resolution::evaluate),
    ("obstacles", obstacles::evaluate),
    ("permissions", permissions::evaluate),
    ("recipe_match", recipe_match::evaluate),
    ("simulator_parse", simulator_parse::evaluate),
    ("skill_md", skill_md::evaluate),
    ("skip_merge", skip_merge::evaluate),
    ("tab_targets", tab_targets::evaluate),
];

/// What is wrong with an input.
#[derive(Debug, thiserror::Error)]
pub enum RuleError {
    /// It doesn't have the shape of the area.
    #[error("the input doesn't have the shape of this area: {0}")]
    Shape(#[from] serde_json::Error),
    /// A value that no rule can work with.
    #[error("{0}")]
    Value(String),
}

/// What is wrong with a line of input.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// It is no JSON.
    #[error("the line is no JSON: {0}")]
    Json(serde_json::Error),
    /// It has no `input`.
    #[error("the line is no object with `id` and `input`")]
    NoInput,
    /// The rule refuses the input.
    #[error(transparent)]
    Rule(#[from] RuleError),
}

/// The rule of this area.
pub fn find(area: &str) -> Option<Rule> {
    AREAS.iter().find(|(name, _)| *name == area).map(|&(_, rule)| rule)
}

/// The input as the type that an area works with. Keys that the type doesn't know are passed over.
///
/// # Errors
/// When a key is missing or has another type.
pub fn input<T: DeserializeOwned>(input: &Value) -> Result<T, RuleError> {
    Ok(T::deserialize(input)?)
}

/// Answers one line: `{"id", "input"}` becomes `{"id", "output"}`, or `{"id", "error"}` with whatever id could be read.
///
/// # Errors
/// The answer all the same, when the line is bad.
pub fn answer(rule: Rule, line: &str) -> Result<Value, Value> {
    let (id, output) = match serde_json::from_str::<Value>(line) {
        Err(error) => (Value::Null, Err(LineError::Json(error))),
        Ok(line) => {
            let id = line.get("id").cloned().unwrap_or(Value::Null);
            let output = line
                .get("input")
                .ok_or(LineError::NoInput)
                .and_then(|input| Ok(rule(input)?));
            (id, output)
        }
    };
    match output {
        Ok(output) => Ok(json!({ "id": id, "output": output })),
        Err(error) => Err(json!({ "id": id, "error": error.to_string() })),
    }
}
