//! Results into files.
//!
//! A file is written only if its content differs, so that a compile that changes nothing touches nothing. Files of the last compile
//! of the same app that are no longer made are removed; nothing else ever is.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use skillc_model::AppModel;
use skillc_records::AppField;
use skillc_skills::{Document, InputDigest, SkillSet, ToolVersion, compile_record};

use super::app::AppResult;
use crate::config::Dialect;
use crate::failure::Failure;
use crate::format::write_file;

/// What writing came to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Written {
    /// Every file that belongs to the app, in order.
    pub files: Vec<PathBuf>,
    /// How many of them are new or differ from before.
    pub changed: usize,
    /// Files of the last compile that are no longer made.
    pub removed: Vec<PathBuf>,
}

/// The documents of an app in the dialects that are wanted, with its compile record.
pub fn documents(
    result: &AppResult<'_>,
    set: &SkillSet,
    dialects: &[Dialect],
    model: Option<&AppModel>,
) -> Vec<Document> {
    let wanted = |document: &&Document| {
        let path = document.slashed();
        let dialect = if path.ends_with(".ad") {
            Dialect::Ad
        } else if path.ends_with(".maestro.yaml") {
            Dialect::Maestro
        } else if path.ends_with(".compiled.json") {
            Dialect::Compiled
        } else if path.starts_with("agent-skills/") {
            Dialect::AgentSkills
        } else {
            Dialect::Mirroir
        };
        dialects.contains(&dialect)
    };
    let written: Vec<Document> = set.documents.iter().filter(wanted).cloned().collect();
    let set = SkillSet {
        documents: written.clone(),
        ..set.clone()
    };
    let mut inputs = vec![InputDigest {
        name: "APP.md".to_owned(),
        digest: format!("blake3:{}", blake3::hash(result.app.text.as_bytes()).to_hex()),
    }];
    inputs.extend(result.sessions.iter().map(|session| InputDigest {
        name: format!("session {}", session.file.id),
        digest: format!("blake3:{}", session.digest.hex()),
    }));
    let tools = [ToolVersion {
        name: "skillc".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    }];
    let line_of = |field: &AppField| result.app.parsed.span(field).map(|span| span.line);
    let mut documents = written;
    let record = compile_record(&result.app.description.app, &set, &inputs, &tools, &line_of);
    documents.push(match model {
        Some(model) => with_model(record, model),
        None => record,
    });
    documents
}

/// The compile record with the model, so that accepted skills can be compared by what they mean.
fn with_model(record: Document, model: &AppModel) -> Document {
    let Ok(mut value) = serde_json::from_str::<Value>(&record.text) else {
        return record;
    };
    let Ok(model) = serde_json::to_value(model) else {
        return record;
    };
    value[MODEL] = model;
    Document {
        text: format!("{value:#}\n"),
        ..record
    }
}

/// The model in a compile record.
///
/// # Errors
/// When the file can't be read, is no compile record, or has no model that this version reads.
pub fn read_model(record: &Path) -> Result<AppModel, Failure> {
    let text = fs::read_to_string(record).map_err(|error| Failure::io("read", record, error))?;
    let parse = || -> serde_json::Result<AppModel> {
        let mut value: Value = serde_json::from_str(&text)?;
        serde_json::from_value(value[MODEL].take())
    };
    parse().map_err(|error| {
        Failure::new(format!(
            "{} has no model of its skills: {error}",
            crate::failure::shown(record)
        ))
        .help("it was written by another version; accept the skills again with skillc accept")
    })
}

/// The key of the model in a compile record.
const MODEL: &str = "model";

/// Writes `documents` below `out`, and removes what the last compile of the app in `folder` made and this one doesn't.
///
/// # Errors
/// When a file can't be written or removed. What was written stays; a second run completes it.
pub fn write(out: &Path, folder: &str, documents: &[Document]) -> Result<Written, Failure> {
    let before = listed(&out.join("mirroir").join(folder).join("compile.json"));
    let mut written = Written::default();
    let mut now = BTreeSet::new();
    for document in documents {
        let path: PathBuf = document
            .path
            .iter()
            .fold(out.to_path_buf(), |path, part| path.join(part));
        now.insert(document.slashed());
        if fs::read(&path).ok().as_deref() != Some(document.text.as_bytes()) {
            write_file(&path, document.text.as_bytes())?;
            written.changed += 1;
        }
        written.files.push(path);
    }
    for stale in before.difference(&now) {
        let path: PathBuf = stale.split('/').fold(out.to_path_buf(), |path, part| path.join(part));
        match fs::remove_file(&path) {
            Ok(()) => written.removed.push(path.clone()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(Failure::io("remove", &path, error)),
        }
        // Folders that became empty go too; one that isn't empty stays.
        let mut folder = path.parent();
        while let Some(empty) = folder.filter(|folder| *folder != out) {
            if fs::remove_dir(empty).is_err() {
                break;
            }
            folder = empty.parent();
        }
    }
    Ok(written)
}

/// The files that a compile record lists, as paths with slashes. Only such as a compile could have written: whoever edits a record
/// can't have other files removed.
pub fn listed(record: &Path) -> BTreeSet<String> {
    let Some(record) = fs::read(record)
        .ok()
        .and_then(|bytes| serde_json::from_slice::<serde_json::Value>(&bytes).ok())
    else {
        return BTreeSet::new();
    };
    let paths = record["outputs"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|output| output["path"].as_str());
    let ours = |path: &&str| {
        let mut parts = path.split('/');
        matches!(parts.next(), Some("mirroir" | "agent-skills"))
            && parts.all(|part| !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', ':']))
    };
    paths.filter(ours).map(str::to_owned).collect()
}
