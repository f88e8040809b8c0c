//! For programs.

use serde_json::{Map, Value, json};

use crate::report::{FORMAT_VERSION, Report};

/// The document, with a line end.
pub fn json(report: &Report) -> String {
    let mut document = Map::new();
    document.insert("format_version".to_owned(), json!(FORMAT_VERSION));
    document.insert("headline".to_owned(), json!(report.headline()));
    // The report is a struct of numbers, texts and lists: nothing in it can fail to be JSON.
    if let Ok(Value::Object(fields)) = serde_json::to_value(report) {
        document.extend(fields);
    }
    format!("{:#}\n", Value::Object(document))
}
