//! The sessions of a store, each with the digest of its content.
//!
//! Sessions are immutable, so a file whose size and time are those of the last run is not read again: an index beside the cache
//! remembers its digest. A file that was only touched is hashed once more and comes out the same.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};
use skillc_captures::{SessionFile, Store};

use crate::engine::{Cache, Digest};

/// A session of a store.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SessionSource {
    /// Its place in the store.
    pub file: SessionFile,
    /// What its content is named by.
    pub digest: Digest,
}

const INDEX: &str = "sessions.index";

/// The digests of files that were hashed before.
#[derive(Debug, Default)]
pub struct ContentIndex {
    before: BTreeMap<String, Known>,
    now: Mutex<BTreeMap<String, Known>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Known {
    size: u64,
    modified_ns: u128,
    digest: Digest,
}

impl ContentIndex {
    /// The index beside `cache`; empty if there is none.
    pub fn load(cache: &Cache) -> Self {
        let before = cache
            .read_aside(INDEX)
            .and_then(|bytes| postcard::from_bytes(&bytes).ok());
        Self {
            before: before.unwrap_or_default(),
            now: Mutex::default(),
        }
    }

    /// Keeps what was learned, if anything was.
    pub fn save(self, cache: &Cache) {
        let now = self.now.into_inner().unwrap_or_default();
        if now.iter().all(|(path, known)| self.before.get(path) == Some(known)) {
            return;
        }
        let mut all = self.before;
        all.extend(now);
        all.retain(|path, _| Path::new(path).exists());
        if let Ok(bytes) = postcard::to_stdvec(&all) {
            cache.write_aside(INDEX, &bytes);
        }
    }

    /// The digest of the content of `session`.
    ///
    /// # Errors
    /// When one of its files can't be read.
    pub fn digest(&self, store: &Store, session: &SessionFile) -> io::Result<Digest> {
        let mut parts = Vec::new();
        for (table, path) in store.content_files(session) {
            parts.push((table.name(), self.file_digest(&path)?));
        }
        Ok(Digest::of_parts(
            parts
                .iter()
                .flat_map(|(name, digest)| [name.as_bytes(), digest.0.as_slice()]),
        ))
    }

    fn file_digest(&self, path: &Path) -> io::Result<Digest> {
        let metadata = fs::metadata(path)?;
        let modified = metadata
            .modified()
            .ok()
            .and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let (size, modified_ns) = (metadata.len(), modified.unwrap_or_default().as_nanos());
        let name = absolute(path).to_string_lossy().into_owned();
        let known = self
            .before
            .get(&name)
            .filter(|known| known.size == size && known.modified_ns == modified_ns);
        let digest = match known {
            Some(known) => known.digest,
            None => {
                let mut hasher = blake3::Hasher::new();
                hasher.update_reader(fs::File::open(path)?)?;
                Digest(*hasher.finalize().as_bytes())
            }
        };
        if let Ok(mut now) = self.now.lock() {
            now.insert(
                name,
                Known {
                    size,
                    modified_ns,
                    digest,
                },
            );
        }
        Ok(digest)
    }
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}
