//! The system alert on a screen, and the button that is tapped.

use serde::Deserialize;
use serde_json::Value;
use skillc_obstacles::detect_alert;

use super::screen::{Element, point_json, points};
use super::{RuleError, input};

#[derive(Deserialize)]
struct Input {
    elements: Vec<Element>,
}

pub(super) fn evaluate(value: &Value) -> Result<Value, RuleError> {
    let Input { elements } = input(value)?;
    let points = points(elements)?;
    Ok(detect_alert(&points).map_or(Value::Null, |alert| {
        let mut button = point_json(&points[alert.button]);
        button["type"] = alert.kind.description().into();
        button
    }))
}
