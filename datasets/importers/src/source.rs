//! A file or folder of somebody else's, read with a limit.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::encoding::decoded;

/// The largest source that is read, in bytes, all of its files together. The largest graph files are a tenth of it.
pub const LARGEST: u64 = 256 << 20;

/// The largest file that is read beside a source, in bytes.
const LARGEST_BESIDE: u64 = 2 << 20;

/// What one session is imported from. Files are named by their path below the source, with slashes; a single file by its own name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// How people know it.
    pub name: String,
    /// The text of each file.
    pub files: BTreeMap<String, String>,
    /// Where it lies: files that it refers to are looked for from there. None for what is no file.
    pub folder: Option<PathBuf>,
}

/// Why a source can't be read.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The system refused.
    #[error("could not read {}: {reason}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        reason: std::io::Error,
    },
    /// Too large.
    #[error("{} has more than {} MB", path.display(), LARGEST >> 20)]
    TooLarge {
        /// What.
        path: PathBuf,
    },
    /// No text.
    #[error("{} is no text in UTF-8, nor in UTF-16 with a mark (byte {byte})", path.display())]
    NotText {
        /// Which file.
        path: PathBuf,
        /// The first byte that is none.
        byte: usize,
    },
}

impl Source {
    /// One file.
    pub fn of_text(name: impl Into<String>, text: impl Into<String>) -> Self {
        let name = name.into();
        Self {
            files: BTreeMap::from([(name.clone(), text.into())]),
            name,
            folder: None,
        }
    }

    /// The file at `path`, or of a session folder of agent-device the files that say something.
    ///
    /// # Errors
    /// When it can't be read, is too large or no text.
    pub fn read(path: &Path) -> Result<Self, SourceError> {
        let name = path
            .file_name()
            .unwrap_or(path.as_os_str())
            .to_string_lossy()
            .into_owned();
        let mut source = Self {
            name: name.clone(),
            files: BTreeMap::new(),
            folder: path.parent().map(Path::to_path_buf),
        };
        let mut left = LARGEST;
        if !path.is_dir() {
            source.files.insert(name, text(path, &mut left)?);
            return Ok(source);
        }
        for folder in ["", "requests"] {
            for file in names(&path.join(folder))? {
                let wanted = if folder.is_empty() {
                    is_of_session(&file)
                } else {
                    file.ends_with(".ndjson")
                };
                let whole = path.join(folder).join(&file);
                if wanted && whole.is_file() {
                    let inside = if folder.is_empty() {
                        file
                    } else {
                        format!("{folder}/{file}")
                    };
                    source.files.insert(inside, text(&whole, &mut left)?);
                }
            }
        }
        Ok(source)
    }

    /// The sources at `path`: itself if it is a file or a session folder, else what lies directly in the folder, by name. Files of a
    /// folder that nobody named one by one are taken by the ends of their names.
    ///
    /// # Errors
    /// When a folder can't be listed.
    pub fn all_at(path: &Path) -> Result<Vec<PathBuf>, SourceError> {
        if !path.is_dir() || is_session_folder(path) {
            return Ok(vec![path.to_owned()]);
        }
        let ends = [".json", ".jsonl", ".yaml", ".yml", ".ad", ".ndjson"];
        let inside = names(path)?.into_iter().map(|name| (path.join(&name), name));
        let found = inside.filter(|(path, name)| {
            (path.is_dir() && is_session_folder(path)) || (path.is_file() && ends.iter().any(|end| name.ends_with(end)))
        });
        Ok(found.map(|(path, _)| path).collect())
    }

    /// The text of a source of one file.
    pub fn single(&self) -> Option<&str> {
        match self.files.len() {
            1 => self.files.values().next().map(String::as_str),
            _ => None,
        }
    }

    /// The text of a file beside it, by its path from where it lies; none if there is none, or none that can be read.
    pub fn beside(&self, path: &str) -> Option<String> {
        let path = self.folder.as_ref()?.join(path);
        let mut left = LARGEST_BESIDE;
        path.is_file().then(|| text(&path, &mut left).ok()).flatten()
    }

    /// Whether its files are those of a session of agent-device.
    pub fn is_agent_device(&self) -> bool {
        self.files
            .keys()
            .any(|name| is_of_session(name) && !name.ends_with(".ad"))
    }

    /// All of its files in one text: what its identity follows from.
    pub fn content(&self) -> String {
        match self.single() {
            Some(text) => text.to_owned(),
            None => self
                .files
                .iter()
                .map(|(name, text)| format!("{name}\n{}\n{text}\n", text.len()))
                .collect(),
        }
    }
}

/// The files of a session of agent-device. Source: reference on agent-device, §7.1 to §7.3.
fn is_of_session(name: &str) -> bool {
    let known = ["events.ndjson", "events.ndjson.1", "replay-timing.ndjson"];
    known.contains(&name) || name.ends_with(".gesture-telemetry.json") || name.ends_with(".ad")
}

fn is_session_folder(path: &Path) -> bool {
    ["events.ndjson", "events.ndjson.1", "replay-timing.ndjson"]
        .iter()
        .any(|name| path.join(name).is_file())
}

fn names(folder: &Path) -> Result<Vec<String>, SourceError> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let refused = |reason| SourceError::Io {
        path: folder.to_owned(),
        reason,
    };
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(refused)? {
        names.push(entry.map_err(refused)?.file_name().to_string_lossy().into_owned());
    }
    names.retain(|name| !name.starts_with('.'));
    names.sort();
    Ok(names)
}

fn text(path: &Path, left: &mut u64) -> Result<String, SourceError> {
    let refused = |reason| SourceError::Io {
        path: path.to_owned(),
        reason,
    };
    let size = fs::metadata(path).map_err(refused)?.len();
    *left = left
        .checked_sub(size)
        .ok_or_else(|| SourceError::TooLarge { path: path.to_owned() })?;
    let bytes = fs::read(path).map_err(refused)?;
    decoded(bytes).map_err(|byte| SourceError::NotText {
        path: path.to_owned(),
        byte,
    })
}
