//! What the last run wrote for an app, so that an app that nothing happened to needn't be written again to see that it is the same.
//!
//! Beside the cache stands, for each folder of results and app, what the files were made from, with the size and time of each. Whatever
//! differs, be it one file that somebody touched, has everything made and compared again.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::app::{AppResult, Compiled};
use super::write::Written;
use crate::context::Context;
use crate::engine::{Cache, Digest};

/// What was written for one app into one folder.
#[derive(Debug)]
pub struct WrittenMemory<'c> {
    cache: &'c Cache,
    /// The folder of results as it was named, and as an absolute path.
    named: PathBuf,
    out: PathBuf,
    name: String,
    /// All that the files are made from.
    made_from: Digest,
}

#[derive(Debug, Serialize, Deserialize)]
struct Remembered {
    made_from: Digest,
    /// Paths below the folder, with size and time of change.
    files: Vec<(PathBuf, Stamp)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Stamp {
    bytes: u64,
    modified_ns: u128,
}

impl<'c> WrittenMemory<'c> {
    /// What is known of `result` in the folder of results.
    pub fn new(cache: &'c Cache, result: &AppResult<'_>, compiled: &Compiled<'_>, context: &Context) -> Self {
        let out = std::path::absolute(context.config.out()).unwrap_or_else(|_| context.config.out());
        let place = [out.as_os_str().as_encoded_bytes(), result.app.slug.as_str().as_bytes()];
        let settings = &context.config.settings;
        let sessions: Vec<_> = result
            .sessions
            .iter()
            .map(|session| json!([session.id(), session.digest.hex()]))
            .collect();
        let made_from = json!([
            program(),
            compiled.graph.digest.hex(),
            compiled.flows.digest.hex(),
            compiled.skills.digest.hex(),
            result.app.text,
            context.name_in_workspace(&result.app.name),
            result.app.name,
            sessions,
            result.detector,
            result.patterns,
            settings.compile,
            settings.detect,
        ]);
        Self {
            cache,
            named: context.config.out(),
            name: format!("written/{}", Digest::of_parts(place).hex()),
            out,
            made_from: Digest::of(made_from.to_string().as_bytes()),
        }
    }

    /// The files of the last run, if they were made from the same and stand as they were written.
    pub fn recall(&self) -> Option<Written> {
        let known: Remembered = postcard::from_bytes(&self.cache.read_aside(&self.name)?).ok()?;
        if known.made_from != self.made_from || known.files.is_empty() {
            return None;
        }
        let mut files = Vec::with_capacity(known.files.len());
        for (name, stamp) in known.files {
            let path = self.named.join(name);
            if stamp_of(&fs::metadata(&path).ok()?) != Some(stamp) {
                return None;
            }
            files.push(path);
        }
        Some(Written {
            files,
            ..Written::default()
        })
    }

    /// Remembers what was written.
    pub fn keep(&self, written: &Written) {
        let stamped = |path: &PathBuf| {
            let path = std::path::absolute(path).ok()?;
            let name = path.strip_prefix(&self.out).ok()?.to_owned();
            Some((name, stamp_of(&fs::metadata(&path).ok()?)?))
        };
        let Some(files) = written.files.iter().map(stamped).collect() else {
            return;
        };
        let made_from = self.made_from;
        if let Ok(bytes) = postcard::to_stdvec(&Remembered { made_from, files }) {
            self.cache.write_aside(&self.name, &bytes);
        }
    }
}

fn stamp_of(metadata: &Metadata) -> Option<Stamp> {
    let modified = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(Stamp {
        bytes: metadata.len(),
        modified_ns: modified.as_nanos(),
    })
}

/// This very program: another build may write the same results otherwise.
fn program() -> Option<(u64, u128)> {
    let path = std::env::current_exe().ok()?;
    let stamp = stamp_of(&fs::metadata(Path::new(&path)).ok()?)?;
    Some((stamp.bytes, stamp.modified_ns))
}
