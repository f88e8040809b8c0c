//! Which file describes an app: folders, locale, name and files in, the file's path or `null` out.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};
use skillc_app_description::resolution::{Request, files_below, normal, resolve, search_folders};

use super::{RuleError, input};

#[derive(Deserialize)]
struct Input {
    cwd: String,
    home: String,
    locale: String,
    app_name: String,
    files: BTreeMap<String, String>,
}

pub(super) fn evaluate(value: &Value) -> Result<Value, RuleError> {
    let Input {
        cwd,
        home,
        locale,
        app_name,
        files,
    } = input(value)?;
    let folders = search_folders(&cwd, &home);
    let listing = folders
        .iter()
        .map(|folder| files_below(folder, &files))
        .collect::<Vec<_>>();
    let request = Request {
        app_name: &app_name,
        locale: &locale,
    };
    let resolution = resolve(&request, listing.iter().flatten());
    Ok(json!({ "path": resolution.chosen().map(|candidate| normal(&candidate.path)) }))
}
