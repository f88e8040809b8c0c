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
use skillc_skills::{CompileRecord, Document, InputDigest, Skill, SkillSet, ToolVersion, recorded_skill};

use super::app::AppResult;
use crate::config::Dialect;
use crate::failure::Failure;
use crate::format::{remove_left_behind, write_file};

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
    let mut documents = in_dialects(&set.documents, dialects);
    let record = CompileRecord {
        app: &result.app.description.app,
        folder: &set.folder,
        inputs: inputs(result),
        tools: tools(),
        context: &set.context,
        skills: set
            .skills
            .iter()
            .map(|skill| recorded(result, skill, &set.folder, &documents))
            .collect(),
        documents: &documents,
    };
    let record = with_model(record.document(), model);
    documents.push(record);
    documents
}

/// Those of `documents` that are in one of `dialects`.
pub fn in_dialects(documents: &[Document], dialects: &[Dialect]) -> Vec<Document> {
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
    documents.iter().filter(wanted).cloned().collect()
}

/// What the skills of `result` are made of.
pub fn inputs(result: &AppResult<'_>) -> Vec<InputDigest> {
    let mut inputs = vec![InputDigest {
        name: "APP.md".to_owned(),
        digest: format!("blake3:{}", blake3::hash(result.app.text.as_bytes()).to_hex()),
    }];
    inputs.extend(result.sessions.iter().map(|session| InputDigest {
        name: format!("session {}", session.id()),
        digest: format!("blake3:{}", session.digest.hex()),
    }));
    inputs
}

/// What makes them.
pub fn tools() -> Vec<ToolVersion> {
    vec![ToolVersion {
        name: "skillc".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    }]
}

/// One skill as the record holds it, with those of `documents` that are about it alone.
pub fn recorded(result: &AppResult<'_>, skill: &Skill, folder: &str, documents: &[Document]) -> Value {
    let files: Vec<String> = documents
        .iter()
        .filter(|document| skill.owns(document, folder))
        .map(Document::slashed)
        .collect();
    let line_of = |field: &AppField| result.app.parsed.span(field).map(|span| span.line);
    recorded_skill(skill, &files, &line_of)
}

/// The compile record with the model, so that accepted skills can be compared by what they mean.
pub fn with_model(record: Document, model: Option<&AppModel>) -> Document {
    let Some(Ok(model)) = model.map(serde_json::to_value) else {
        return record;
    };
    let Ok(mut value) = serde_json::from_str::<Value>(&record.text) else {
        return record;
    };
    value[MODEL] = model;
    Document {
        text: format!("{value:#}\n"),
        ..record
    }
}

/// The key of the model in a compile record.
pub const MODEL: &str = "model";

/// Writes `documents` below `out`, and removes what the last compile of the app in `folder` made and this one doesn't.
///
/// # Errors
/// When a file can't be written or removed. What was written stays; a second run completes it.
pub fn write(out: &Path, folder: &str, documents: &[Document]) -> Result<Written, Failure> {
    let before = listed(&out.join("mirroir").join(folder).join("compile.json"));
    let mut written = Written::default();
    let mut now = BTreeSet::new();
    let mut folders = BTreeSet::from([out.to_path_buf()]);
    for document in documents {
        let path: PathBuf = document
            .path
            .iter()
            .fold(out.to_path_buf(), |path, part| path.join(part));
        now.insert(document.slashed());
        folders.extend(path.parent().map(Path::to_path_buf));
        if fs::read(&path).ok().as_deref() != Some(document.text.as_bytes()) {
            write_file(&path, document.text.as_bytes())?;
            written.changed += 1;
        }
        written.files.push(path);
    }
    folders.iter().for_each(|folder| remove_left_behind(folder));
    let mut stale: BTreeSet<&String> = before.difference(&now).collect();
    if !stale.is_empty() {
        let of_others = of_others(out, folder);
        stale.retain(|path| !of_others.contains(*path));
    }
    for stale in stale {
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

/// What the compile records of other apps list: two apps may have come to the same name.
fn of_others(out: &Path, folder: &str) -> BTreeSet<String> {
    let folders = fs::read_dir(out.join("mirroir")).into_iter().flatten().flatten();
    folders
        .filter(|other| other.file_name() != folder)
        .flat_map(|other| listed(&other.path().join("compile.json")))
        .collect()
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
    paths.filter(|path| is_output(path)).map(str::to_owned).collect()
}

/// Whether a compile could have written to this path, with slashes.
pub fn is_output(path: &str) -> bool {
    let mut parts = path.split('/');
    matches!(parts.next(), Some("mirroir" | "agent-skills"))
        && parts.all(|part| !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', ':']))
}
