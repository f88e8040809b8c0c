//! Models that were accepted.
//!
//! Accepted skills stand in the workspace, under version control, as `skillc compile` writes them. The compile record of each app also
//! holds its model, so that a later comparison knows what was said and seen when it was accepted.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use skillc_diff::Problem;
use skillc_model::AppModel;
use skillc_model::model::FORMAT_VERSION;

use crate::compile::write::MODEL;
use crate::failure::{Failure, shown};

/// The compile record of an app.
const RECORD: &str = "compile.json";

/// The largest record that is read, in bytes.
const MAX_BYTES: u64 = 256 << 20;

/// The compile record of the app in `folder` below the accepted skills.
pub fn record(accepted: &Path, folder: &str) -> PathBuf {
    accepted.join("mirroir").join(folder).join(RECORD)
}

/// The folders of all apps that were accepted, in order.
///
/// # Errors
/// When the folder can't be read.
pub fn folders(accepted: &Path) -> Result<Vec<String>, Failure> {
    let below = accepted.join("mirroir");
    let entries = match fs::read_dir(&below) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Failure::io("read", &below, error)),
    };
    let mut folders = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| Failure::io("read", &below, error))?;
        if let Some(name) = entry
            .file_name()
            .to_str()
            .filter(|name| record(accepted, name).is_file())
        {
            folders.push(name.to_owned());
        }
    }
    folders.sort();
    Ok(folders)
}

/// What was accepted for one app.
#[derive(Debug, Clone)]
pub struct Accepted {
    /// The model.
    pub model: AppModel,
    /// The compile record without it.
    pub record: Value,
}

/// The accepted model of the app in `folder`; none if nothing was accepted.
///
/// # Errors
/// When the record can't be read, or is of a newer version.
pub fn model(accepted: &Path, folder: &str) -> Result<Option<AppModel>, Problem> {
    Ok(read(accepted, folder)?.map(|accepted| accepted.model))
}

/// What was accepted for the app in `folder`; none if nothing was.
///
/// # Errors
/// As [`model`].
pub fn read(accepted: &Path, folder: &str) -> Result<Option<Accepted>, Problem> {
    let path = record(accepted, folder);
    let problem = |message: String| Problem {
        app: Some(folder.to_owned()),
        file: Some(shown(&path)),
        line: None,
        message: format!("{message}; what changed since stays unknown"),
        help: Some("accept the app again with skillc accept".to_owned()),
    };
    match fs::metadata(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(problem(format!("the accepted record can't be read: {error}"))),
        Ok(found) if found.len() > MAX_BYTES => return Err(problem("the accepted record is too large".to_owned())),
        Ok(_) => {}
    }
    let text = fs::read(&path).map_err(|error| problem(format!("the accepted record can't be read: {error}")))?;
    let mut record: Value =
        serde_json::from_slice(&text).map_err(|error| problem(format!("the accepted record is damaged: {error}")))?;
    let model = record
        .get_mut(MODEL)
        .map(Value::take)
        .ok_or_else(|| problem("the accepted record holds no model".to_owned()))?;
    let version = model.get("format_version").and_then(Value::as_u64);
    if version.is_some_and(|version| version > u64::from(FORMAT_VERSION)) {
        return Err(problem("the accepted record was written by a newer skillc".to_owned()));
    }
    let model =
        serde_json::from_value(model).map_err(|error| problem(format!("the accepted record is damaged: {error}")))?;
    Ok(Some(Accepted { model, record }))
}
