//! The content-addressed cache on disk.
//!
//! `keys/ab/<key>` holds the digest of a result and a check sum over both; `results/ab/<digest>` holds the result. Both are written
//! to a temporary file and renamed, so that two processes can share a cache and a kill leaves no half of an entry. Everything is
//! checked when it is read; an entry that is damaged or foreign is removed, counted and computed again. The whole folder is safe to
//! delete at any time.
//!
//! A run that makes the cache larger than its limit removes the entries that were used longest ago. How large it is stands in a file
//! beside the entries, so that nobody walks over all of them to know; two processes may both miss what the other wrote, which the next
//! walk puts right.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use super::Digest;

/// The cache.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    /// Entries that turned out to be damaged in this run.
    damaged: AtomicU64,
    /// Whether writing failed in this run; it is then tried no more.
    unwritable: AtomicBool,
    /// Bytes that were added in this run.
    added: AtomicU64,
}

/// How a file is called until it is whole.
const UNFINISHED: &str = ".new-";
/// A file that has been unfinished for longer was left by a process that was killed.
const LEFT_BEHIND: Duration = Duration::from_secs(3600);
/// Entries are marked as used at most this often.
const USED_EVERY: Duration = Duration::from_secs(24 * 3600);
/// The file that says how large the cache is.
const SIZE: &str = "size";

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
            added: AtomicU64::new(0),
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

    /// Whether the result with this digest is there. Asking for it counts as using it.
    pub fn has(&self, result: Digest) -> bool {
        let path = self.result_path(result);
        let Ok(metadata) = fs::metadata(&path) else {
            return false;
        };
        let used = metadata.modified().ok().and_then(|time| time.elapsed().ok());
        if used.is_some_and(|ago| ago > USED_EVERY) {
            // Only the order of cleaning hangs on it.
            let _ = fs::File::options()
                .append(true)
                .open(&path)
                .and_then(|file| file.set_modified(SystemTime::now()));
        }
        metadata.is_file()
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
        self.keep(result, bytes);
        self.put(&self.key_path(key), &entry(key, result));
    }

    /// Keeps `bytes` by their digest alone, for something that stands elsewhere to refer to.
    pub fn keep(&self, result: Digest, bytes: &[u8]) {
        let path = self.result_path(result);
        if !path.exists() {
            self.put(&path, bytes);
        }
    }

    fn put(&self, path: &Path, bytes: &[u8]) {
        if self.is_unwritable() {
            return;
        }
        match write_by_rename(path, bytes) {
            Ok(()) => {
                self.added.fetch_add(bytes.len() as u64, Ordering::Relaxed);
            }
            Err(_) => self.unwritable.store(true, Ordering::Relaxed),
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

    /// Ends a run: if the cache has become larger than `limit` bytes, what was used longest ago is removed. Returns the bytes freed.
    pub fn keep_within(&self, limit: u64) -> u64 {
        let added = self.added.swap(0, Ordering::Relaxed);
        if added == 0 || self.is_unwritable() {
            return 0;
        }
        let noted = self
            .read_aside(SIZE)
            .and_then(|bytes| Some(u64::from_le_bytes(bytes.try_into().ok()?)));
        let size = noted.map_or_else(|| self.stats(false).bytes, |noted| noted.saturating_add(added));
        // Some room is made at once, so that not every run cleans.
        let freed = if size > limit { self.shrink(limit / 10 * 9) } else { 0 };
        let size = if freed > 0 { self.stats(false).bytes } else { size };
        self.write_aside(SIZE, &size.to_le_bytes());
        freed
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
        if check {
            self.remove_left_behind();
        }
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

    /// Removes the entries that were used longest ago until at most `limit` bytes are left; returns the bytes that it freed.
    pub fn shrink(&self, limit: u64) -> u64 {
        self.remove_left_behind();
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

    /// Removes the unfinished files of processes that were killed.
    fn remove_left_behind(&self) {
        for (path, _, written) in self.walk(true) {
            if written.elapsed().is_ok_and(|ago| ago > LEFT_BEHIND) {
                let _ = fs::remove_file(path);
            }
        }
    }

    fn files(&self) -> Vec<(PathBuf, u64, SystemTime)> {
        self.walk(false)
    }

    /// Entries, or files that are not finished, with size and time.
    fn walk(&self, unfinished: bool) -> Vec<(PathBuf, u64, SystemTime)> {
        let mut files = Vec::new();
        for part in ["keys", "results"] {
            for entry in walkdir::WalkDir::new(self.folder.join(part))
                .sort_by_file_name()
                .into_iter()
                .flatten()
            {
                let Ok(metadata) = entry.metadata() else { continue };
                let is_unfinished = entry.file_name().to_string_lossy().starts_with(UNFINISHED);
                if metadata.is_file() && is_unfinished == unfinished {
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
    let new = || tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(folder);
    // The folder is there nearly always.
    let mut file = new().or_else(|_| fs::create_dir_all(folder).and_then(|()| new()))?;
    file.write_all(bytes)?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
