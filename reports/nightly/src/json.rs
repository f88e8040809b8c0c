//! For programs: the apps, and the changes in the shape of `skillc diff --format json`.

use serde_json::{Value, json};

use crate::night::Night;

/// The version of this form. Fields are added, never renamed.
pub const FORMAT_VERSION: u32 = 1;

/// The document, with a line end.
pub fn json(night: &Night) -> String {
    let apps: Vec<Value> = night
        .apps
        .iter()
        .map(|app| {
            json!({
                "app": app.app,
                "name": app.name,
                "verdict": night.verdict(app).as_str(),
                "sessions": app.sessions,
                "skills": app.skills,
                "was_accepted": app.was_accepted,
                "problems": app.problems,
            })
        })
        .collect();
    let document = json!({
        "format_version": FORMAT_VERSION,
        "workspace": night.workspace,
        "headline": night.headline(),
        "elapsed_ms": night.elapsed_ms,
        "apps": apps,
        "summary": night.changes.summary(),
        "changes": night.changes.changes,
        "problems": night.changes.problems,
    });
    format!("{document:#}\n")
}
