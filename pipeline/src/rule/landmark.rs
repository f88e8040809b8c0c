//! The text by which a screen is recognised.

use serde::Deserialize;
use serde_json::{Value, json};
use skillc_graph::landmark;

use super::screen::{Element, points};
use super::{RuleError, input};

#[derive(Deserialize)]
struct Input {
    elements: Vec<Element>,
    #[serde(default)]
    exclude_labels: Vec<String>,
}

pub(super) fn evaluate(value: &Value) -> Result<Value, RuleError> {
    let Input {
        elements,
        exclude_labels,
    } = input(value)?;
    Ok(json!({ "landmark": landmark(&points(elements)?, &exclude_labels) }))
}
