//! Element patterns and recipes: read from the folder of the configuration, matched by the stages.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use skillc_patterns::{PatternFile, PatternLibrary};

use crate::engine::Digest;

/// The pattern files of a workspace, and what they are named by.
#[derive(Debug, Clone, Default)]
pub struct Patterns {
    /// What loaded, and which files didn't.
    pub library: PatternLibrary,
    elements: Option<Digest>,
    all: Option<Digest>,
}

impl Patterns {
    /// Reads `elements/*.md` and `screens/*.recipe.md` below `folder`. A file that can't be read is named and passed over.
    pub fn read(folder: &Path) -> (Self, Vec<String>) {
        let mut problems = Vec::new();
        let recipes = texts(&folder.join("screens"), ".recipe.md", &mut problems);
        let elements = texts(&folder.join("elements"), ".md", &mut problems);
        let library = PatternLibrary::read(&files(&recipes), &files(&elements));
        problems.extend(library.faults.iter().map(ToString::to_string));
        let patterns = Self {
            library,
            elements: Some(digest(&[&elements])),
            all: Some(digest(&[&recipes, &elements])),
        };
        (patterns, problems)
    }

    /// The part of a unit's parameters that stands for all files; nothing without a folder.
    pub fn parameter(&self) -> Value {
        json!(self.all.map(Digest::hex))
    }

    /// The same for the files below `elements/` alone: recipes name nothing.
    pub fn elements(&self) -> Value {
        json!(self.elements.map(Digest::hex))
    }
}

fn digest(kinds: &[&[(String, String)]]) -> Digest {
    let files = kinds.iter().flat_map(|files| files.iter());
    Digest::of_parts(files.flat_map(|(name, text)| [name.as_bytes(), text.as_bytes()]))
}

fn files(texts: &[(String, String)]) -> Vec<PatternFile<'_>> {
    texts.iter().map(|(path, text)| PatternFile { path, text }).collect()
}

/// The files of `folder` whose name ends with `ending`, sorted, by the last two parts of their path.
fn texts(folder: &Path, ending: &str, problems: &mut Vec<String>) -> Vec<(String, String)> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| {
        path.file_name()
            .is_some_and(|name| name.to_string_lossy().ends_with(ending))
    });
    paths.sort();
    let mut texts = Vec::new();
    for path in paths {
        let name: PathBuf = path
            .components()
            .rev()
            .take(2)
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .collect();
        let name = name.to_string_lossy().into_owned();
        // Opening a pipe would wait for a writer for ever.
        let is_file = path.metadata().is_ok_and(|metadata| metadata.is_file());
        let read = if is_file {
            fs::read_to_string(&path)
        } else {
            Err(std::io::Error::other("it is no file"))
        };
        match read {
            Ok(text) => texts.push((name, text)),
            Err(error) => problems.push(format!("{name}: skipped: {error}")),
        }
    }
    texts
}
