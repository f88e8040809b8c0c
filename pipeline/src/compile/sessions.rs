//! The sessions of a store, each with the digest of its content.
//!
//! Sessions are immutable, so files whose sizes and times are those of the last run are not read again: an index beside the cache
//! remembers the digest that they had together. Files that were only touched are hashed once more and come out the same.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};
use skillc_captures::{SessionContents, Table};
use skillc_records::SessionId;

use crate::engine::{Cache, Digest};
use crate::failure::shown;

/// A session of a store.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SessionSource {
    /// Its files in the store.
    pub contents: SessionContents,
    /// What its content is named by.
    pub digest: Digest,
}

impl SessionSource {
    /// The session.
    pub fn id(&self) -> &SessionId {
        &self.contents.file.id
    }
}

const INDEX: &str = "sessions.index";

/// The digests of sessions that were hashed before.
#[derive(Debug, Default)]
pub struct ContentIndex {
    before: BTreeMap<String, Known>,
    /// What was learned in this run.
    news: Mutex<BTreeMap<String, Known>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Known {
    /// Names, sizes and times of the session's files.
    stamp: Digest,
    digest: Digest,
}

impl ContentIndex {
    /// The index that stands beside `cache`.
    pub fn load(cache: &Cache) -> Self {
        let before = cache
            .read_aside(INDEX)
            .and_then(|bytes| postcard::from_bytes(&bytes).ok());
        Self {
            before: before.unwrap_or_default(),
            news: Mutex::default(),
        }
    }

    /// Keeps what was learned, if anything was.
    pub fn save(self, cache: &Cache) {
        let news = self.news.into_inner().unwrap_or_default();
        if news.is_empty() {
            return;
        }
        let mut all = self.before;
        all.extend(news);
        all.retain(|session, _| Path::new(session).exists());
        if let Ok(bytes) = postcard::to_stdvec(&all) {
            cache.write_aside(INDEX, &bytes);
        }
    }

    /// The digest of the content of a session that is made of `files`.
    ///
    /// # Errors
    /// When one of its files can't be read; the error names it.
    pub fn digest(&self, files: &[(Table, PathBuf)]) -> io::Result<Digest> {
        let mut stamp = Vec::new();
        for (table, path) in files {
            let metadata = fs::metadata(path).map_err(|error| named(path, &error))?;
            if !metadata.is_file() {
                return Err(named(path, &io::Error::other("it is no file")));
            }
            let modified = metadata.modified().ok();
            let modified = modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            stamp.extend_from_slice(table.name().as_bytes());
            stamp.extend_from_slice(path.file_name().unwrap_or_default().as_encoded_bytes());
            stamp.extend_from_slice(&metadata.len().to_le_bytes());
            stamp.extend_from_slice(&modified.unwrap_or_default().as_nanos().to_le_bytes());
        }
        let stamp = Digest::of(&stamp);
        // The first file is that of the session itself.
        let name = files.first().map(|(_, path)| absolute(path)).unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        if let Some(known) = self.before.get(&name).filter(|known| known.stamp == stamp) {
            return Ok(known.digest);
        }
        let mut parts = Vec::new();
        for (table, path) in files {
            parts.push((table.name(), file_digest(path).map_err(|error| named(path, &error))?));
        }
        let parts = parts
            .iter()
            .flat_map(|(name, digest)| [name.as_bytes(), digest.0.as_slice()]);
        let digest = Digest::of_parts(parts);
        if let Ok(mut news) = self.news.lock() {
            news.insert(name, Known { stamp, digest });
        }
        Ok(digest)
    }
}

fn file_digest(path: &Path) -> io::Result<Digest> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(fs::File::open(path)?)?;
    Ok(Digest(*hasher.finalize().as_bytes()))
}

/// The same error with the file that it is about.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", shown(path)))
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}
