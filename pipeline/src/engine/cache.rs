//! The content-addressed cache on disk.
//!
//! `keys/ab/<key>` holds the digest of a result and a check sum over both; `results/ab/<digest>` holds the result. Both are written
//! to a temporary file and renamed, so that two processes can share a cache and a kill leaves no half of an entry. Everything is
//! checked when it is read; an entry that is damaged or foreign is removed, counted and computed again. The whole folder is safe to
//! delete at any time.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::SystemTime;

use super::Digest;

/// The cache.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    /// Entries that turned out to be damaged in this run.
    damaged: AtomicU64,
    /// Whether writing failed in this run; it is then tried no more.
    unwritable: AtomicBool,
}

/// What stands in a cache.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CacheStats {
    /// Keys.
    pub keys: u64,
    /// Results.
    pub results: u64,
    /// Bytes of both.
    pub bytes: u64,
    /// Entries that fail their check; known only after a verification.
    pub damaged: u64,
}

impl Cache {
    /// The cache in `folder`, which need not exist yet.
    pub fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            damaged: AtomicU64::new(0),
            unwritable: AtomicBool::new(false),
        }
    }

    /// The digest of the result under `key`, if its entry is whole and the result is there.
    pub fn lookup(&self, key: Digest) -> Option<Digest> {
        let path = self.key_path(key);
        let bytes = fs::read(&path).ok()?;
        let Some(result) = entry_result(key, &bytes) else {
            self.drop_damaged(&path);
            return None;
        };
        self.has(result).then_some(result)
    }

    /// Whether the result with this digest is there.
    pub fn has(&self, result: Digest) -> bool {
        self.result_path(result).exists()
    }

    /// The result with this digest, checked.
    pub fn read(&self, result: Digest) -> Option<Vec<u8>> {
        let path = self.result_path(result);
        let bytes = fs::read(&path).ok()?;
        if Digest::of(&bytes) == result {
            return Some(bytes);
        }
        self.drop_damaged(&path);
        None
    }

    /// Keeps `bytes` as the result under `key`. That it can't be written is no failure: the run goes on without.
    pub fn write(&self, key: Digest, result: Digest, bytes: &[u8]) {
        if self.unwritable.load(Ordering::Relaxed) {
            return;
        }
        let path = self.result_path(result);
        let written = (if path.exists() {
            Ok(())
        } else {
            write_by_rename(&path, bytes)
        })
        .and_then(|()| write_by_rename(&self.key_path(key), &entry(key, result)));
        if written.is_err() {
            self.unwritable.store(true, Ordering::Relaxed);
        }
    }

    /// Reads a small file that belongs to the cache but is no result (a trace, an index).
    pub fn read_aside(&self, name: &str) -> Option<Vec<u8>> {
        let bytes = fs::read(self.folder.join(name)).ok()?;
        let (sum, body) = bytes.split_at_checked(32)?;
        if sum == Digest::of(body).0 {
            return Some(body.to_vec());
        }
        self.drop_damaged(&self.folder.join(name));
        None
    }

    /// Writes such a file.
    pub fn write_aside(&self, name: &str, body: &[u8]) {
        if self.unwritable.load(Ordering::Relaxed) {
            return;
        }
        let mut bytes = Digest::of(body).0.to_vec();
        bytes.extend_from_slice(body);
        if write_by_rename(&self.folder.join(name), &bytes).is_err() {
            self.unwritable.store(true, Ordering::Relaxed);
        }
    }

    /// Entries that were found damaged in this run and removed.
    pub fn damaged(&self) -> u64 {
        self.damaged.load(Ordering::Relaxed)
    }

    /// Whether nothing could be kept in this run.
    pub fn is_unwritable(&self) -> bool {
        self.unwritable.load(Ordering::Relaxed)
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Counts entries and bytes; with `check`, reads every entry and counts (and removes) the damaged ones.
    pub fn stats(&self, check: bool) -> CacheStats {
        let mut stats = CacheStats::default();
        for (path, size, _) in self.files() {
            stats.bytes += size;
            let name = path.file_name().and_then(|name| name.to_str()).and_then(digest_of_name);
            let is_key = path.starts_with(self.folder.join("keys"));
            if is_key {
                stats.keys += 1;
            } else {
                stats.results += 1;
            }
            if check {
                let whole = name.zip(fs::read(&path).ok()).is_some_and(|(name, bytes)| {
                    if is_key {
                        entry_result(name, &bytes).is_some()
                    } else {
                        Digest::of(&bytes) == name
                    }
                });
                if !whole {
                    stats.damaged += 1;
                    let _ = fs::remove_file(&path);
                }
            }
        }
        stats
    }

    /// Removes the entries that were written longest ago until at most `limit` bytes are left; returns the bytes that it freed.
    pub fn shrink(&self, limit: u64) -> u64 {
        let mut files = self.files();
        files.sort_by(|a, b| (a.2, &a.0).cmp(&(b.2, &b.0)));
        let mut total: u64 = files.iter().map(|file| file.1).sum();
        let before = total;
        for (path, size, _) in files {
            if total <= limit {
                break;
            }
            if fs::remove_file(path).is_ok() {
                total -= size;
            }
        }
        before - total
    }

    fn files(&self) -> Vec<(PathBuf, u64, SystemTime)> {
        let mut files = Vec::new();
        for part in ["keys", "results"] {
            for entry in walkdir::WalkDir::new(self.folder.join(part))
                .sort_by_file_name()
                .into_iter()
                .flatten()
            {
                let Ok(metadata) = entry.metadata() else { continue };
                if metadata.is_file() {
                    let written = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                    files.push((entry.into_path(), metadata.len(), written));
                }
            }
        }
        files
    }

    fn key_path(&self, key: Digest) -> PathBuf {
        self.path("keys", key)
    }

    fn result_path(&self, result: Digest) -> PathBuf {
        self.path("results", result)
    }

    fn path(&self, part: &str, digest: Digest) -> PathBuf {
        let hex = digest.hex();
        self.folder.join(part).join(&hex[..2]).join(&hex)
    }

    fn drop_damaged(&self, path: &Path) {
        self.damaged.fetch_add(1, Ordering::Relaxed);
        let _ = fs::remove_file(path);
    }
}

fn digest_of_name(name: &str) -> Option<Digest> {
    blake3::Hash::from_hex(name).ok().map(|hash| Digest(*hash.as_bytes()))
}

fn entry(key: Digest, result: Digest) -> Vec<u8> {
    let sum = Digest::of_parts([key.0.as_slice(), result.0.as_slice()]);
    [result.0, sum.0].concat()
}

fn entry_result(key: Digest, bytes: &[u8]) -> Option<Digest> {
    let result = Digest(bytes.get(..32)?.try_into().ok()?);
    (entry(key, result) == bytes).then_some(result)
}

fn write_by_rename(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut file = tempfile::Builder::new().prefix(".new-").tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
