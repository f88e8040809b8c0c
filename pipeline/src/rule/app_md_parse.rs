//! What APP.md says about an app: `{content}` in, the canonical form or `null` out.

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
    let Ok(description) = parse(&content).description else {
        return Ok(Value::Null);
    };
    let mut output = json::description(&description);
    // The scenes have their own area; here it only counts whether there are any.
    output["simulator_present"] = Value::Bool(description.simulator.is_some());
    Ok(output)
}
