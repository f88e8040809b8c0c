//! The scenes of an APP.md: `{content}` in, the scenes or `null` out.

use serde::Deserialize;
use serde_json::Value;
use skillc_app_description::{json, parse};

use super::{RuleError, input};

#[derive(Deserialize)]
struct Input {
    content: String,
}

pub(super) fn evaluate(value: &Value) -> Result<Value, RuleError> {
    let Input { content } = input(value)?;
    Ok(parse(&content).simulator.as_ref().map_or(Value::Null, json::simulator))
}
