//! The content-addressed cache on disk.
//!
//! `results/ab/<key>` is one result: its digest, a check sum over key and digest, and its bytes. It is written to a temporary file and
//! renamed, so that two processes can share a cache and a kill leaves no half of an entry. Everything is checked when it is read; an
//! entry that is damaged or foreign is removed, counted and computed again. The whole folder is safe to delete at any time.
//!
//! A run that makes the cache larger than its limit removes the entries that were used longest ago. How large it is stands in a file
//! beside the entries, so that nobody walks over all of them to know; two processes may both miss what the other wrote, which the next
//! walk puts right.

use std::fs;
use std::io::{self, Read as _, Write as _};
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
    /// Those of them that can't be removed.
    stuck: AtomicU64,
    /// Whether writing failed in this run; it is then tried no more.
    unwritable: AtomicBool,
    /// Bytes that were added in this run.
    added: AtomicU64,
}

/// The folder of the results.
const RESULTS: &str = "results";
/// Bytes before those of the result.
const HEAD: usize = 64;
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
    /// Results.
    pub results: u64,
    /// Their bytes.
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
            stuck: AtomicU64::new(0),
            unwritable: AtomicBool::new(false),
            added: AtomicU64::new(0),
        }
    }

    /// The digest of the result under `key`, if its entry is there; the result itself is checked when it is read.
    pub fn lookup(&self, key: Digest) -> Option<Digest> {
        let path = self.path(key);
        let mut file = fs::File::open(&path).ok()?;
        let mut head = [0; HEAD];
        let digest = file.read_exact(&mut head).ok().and_then(|()| digest_in(key, &head));
        if digest.is_none() {
            self.drop_damaged(&path);
        }
        mark_used(&file);
        digest
    }

    /// Whether there is a result under `key`.
    pub fn has(&self, key: Digest) -> bool {
        self.path(key).is_file()
    }

    /// The result under `key` with its digest, checked.
    pub fn read(&self, key: Digest) -> Option<(Digest, Vec<u8>)> {
        let path = self.path(key);
        let mut bytes = fs::read(&path).ok()?;
        let Some(digest) = checked(key, &bytes) else {
            self.drop_damaged(&path);
            return None;
        };
        bytes.drain(..HEAD);
        Some((digest, bytes))
    }

    /// Keeps `bytes` as the result under `key`. That it can't be written is no failure: the run goes on without.
    pub fn write(&self, key: Digest, result: Digest, bytes: &[u8]) {
        let mut entry = Vec::with_capacity(HEAD + bytes.len());
        entry.extend_from_slice(&head(key, result));
        entry.extend_from_slice(bytes);
        self.put(&self.path(key), &entry);
    }

    fn put(&self, path: &Path, bytes: &[u8]) {
        if self.is_unwritable() {
            return;
        }
        let written = write_by_rename(path, bytes).or_else(|error| {
            if !path.is_dir() {
                return Err(error);
            }
            self.drop_damaged(path);
            write_by_rename(path, bytes)
        });
        match written {
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

    /// Entries that were found damaged in this run.
    pub fn damaged(&self) -> u64 {
        self.damaged.load(Ordering::Relaxed)
    }

    /// Those of them that can't be removed: the next run finds them again.
    pub fn stuck(&self) -> u64 {
        self.stuck.load(Ordering::Relaxed)
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
            for foreign in self.foreign() {
                stats.damaged += 1;
                self.remove_damaged(&foreign);
            }
        }
        for (path, size, _) in self.files() {
            stats.bytes += size;
            stats.results += 1;
            let name = path.file_name().and_then(|name| name.to_str()).and_then(digest_of_name);
            let is_whole = || {
                let entry = name.zip(fs::read(&path).ok());
                entry.is_some_and(|(key, bytes)| checked(key, &bytes).is_some())
            };
            if check && !is_whole() {
                stats.damaged += 1;
                self.remove_damaged(&path);
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
        let entries = walkdir::WalkDir::new(self.folder.join(RESULTS)).sort_by_file_name();
        for entry in entries.into_iter().flatten() {
            let Ok(metadata) = entry.metadata() else { continue };
            let is_unfinished = entry.file_name().to_string_lossy().starts_with(UNFINISHED);
            if metadata.is_file() && is_unfinished == unfinished {
                let written = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                files.push((entry.into_path(), metadata.len(), written));
            }
        }
        files
    }

    fn path(&self, key: Digest) -> PathBuf {
        let hex = key.hex();
        self.folder.join(RESULTS).join(&hex[..2]).join(&hex)
    }

    fn drop_damaged(&self, path: &Path) {
        self.damaged.fetch_add(1, Ordering::Relaxed);
        self.remove_damaged(path);
    }

    /// Removes what stands where an entry should, whatever it is: an entry could never be written there again.
    fn remove_damaged(&self, path: &Path) {
        let removed = fs::remove_file(path).or_else(|_| fs::remove_dir_all(path));
        // Another process may have been faster.
        if removed.is_err() && path.symlink_metadata().is_ok() {
            self.stuck.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// What stands where an entry should and is no file.
    fn foreign(&self) -> Vec<PathBuf> {
        let entries = walkdir::WalkDir::new(self.folder.join(RESULTS))
            .min_depth(2)
            .max_depth(2);
        let entries = entries.sort_by_file_name().into_iter().flatten();
        let foreign = entries.filter(|entry| !entry.file_type().is_file());
        foreign.map(walkdir::DirEntry::into_path).collect()
    }
}

fn digest_of_name(name: &str) -> Option<Digest> {
    blake3::Hash::from_hex(name).ok().map(|hash| Digest(*hash.as_bytes()))
}

/// The head of an entry: the digest of the result, and a check sum that only its own key gives.
fn head(key: Digest, result: Digest) -> [u8; HEAD] {
    let sum = Digest::of_parts([key.0.as_slice(), result.0.as_slice()]);
    let mut head = [0; HEAD];
    head[..32].copy_from_slice(&result.0);
    head[32..].copy_from_slice(&sum.0);
    head
}

/// The digest that an entry's head names, if it is the head of this key's entry.
fn digest_in(key: Digest, bytes: &[u8]) -> Option<Digest> {
    let result = Digest(bytes.get(..32)?.try_into().ok()?);
    (bytes.get(..HEAD)? == head(key, result)).then_some(result)
}

/// The digest of a whole entry.
fn checked(key: Digest, bytes: &[u8]) -> Option<Digest> {
    let result = digest_in(key, bytes)?;
    (Digest::of(&bytes[HEAD..]) == result).then_some(result)
}

/// Notes that an entry was used, once a day. Only the order of cleaning hangs on it.
fn mark_used(file: &fs::File) {
    let used = file.metadata().and_then(|metadata| metadata.modified()).ok();
    if used
        .and_then(|time| time.elapsed().ok())
        .is_some_and(|ago| ago > USED_EVERY)
    {
        let _ = file.set_modified(SystemTime::now());
    }
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
