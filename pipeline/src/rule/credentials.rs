//! Credentials: the body of a section and an environment in, declared and resolved values out.
//!
//! The only place that writes resolved values down: the environment is the caller's own input.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value, json};
use skillc_app_description::credentials::{declared, sorted_names};

use super::{RuleError, input};

#[derive(Deserialize)]
struct Input {
    section: String,
    #[serde(default)]
    env: BTreeMap<String, String>,
}

pub(super) fn evaluate(value: &Value) -> Result<Value, RuleError> {
    let Input { section, env } = input(value)?;
    let credentials = declared(&section);
    let map = |text: &dyn Fn(usize) -> String| -> Map<String, Value> {
        credentials
            .iter()
            .enumerate()
            .map(|(i, one)| (one.name.clone(), Value::String(text(i))))
            .collect()
    };
    Ok(json!({
        "declared": map(&|i| credentials[i].template.as_str().to_owned()),
        "resolved": map(&|i| credentials[i].template.resolve(&env).expose().to_owned()),
        "skill_keys": sorted_names(&credentials),
    }))
}
