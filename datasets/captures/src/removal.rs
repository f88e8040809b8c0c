//! Removing: whole sessions that nobody wants to keep, and files that belong to none.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::error::{Attempt as _, StoreError};
use crate::layout;
use crate::schema::Table;
use crate::store::{SessionFile, Store};

/// An unfinished file of this age has no writer any more.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

impl Store {
    /// Removes a session with all that was added to it. It is out of the store at once, then its files go.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn remove(&self, session: &SessionFile) -> Result<(), StoreError> {
        for (_, path) in self.contents_of(session)?.files {
            remove_file(&path)?;
        }
        Ok(())
    }

    /// The files that `gc` removes: those of no session, and those that a writer left unfinished a day ago or more.
    ///
    /// # Errors
    /// When a folder can't be listed.
    pub fn leftovers(&self) -> Result<Vec<PathBuf>, StoreError> {
        let mut leftovers = Vec::new();
        for file in self.orphans()? {
            let Some((id, _)) = layout::session_of(&file) else {
                continue;
            };
            // A session that is just being sealed has its files in place before it is in the store. Its journal goes last: with
            // neither journal nor session, the file is nobody's.
            if !self.has_journal(&id) && !self.has(&id) {
                leftovers.push(file);
            }
        }
        for table in Table::ALL {
            for (_, folder) in self.app_folders(table)? {
                for entry in fs::read_dir(&folder).store("list", &folder)? {
                    let path = entry.store("list", &folder)?.path();
                    if is_abandoned(&path) {
                        leftovers.push(path);
                    }
                }
            }
        }
        leftovers.sort();
        Ok(leftovers)
    }

    /// Removes what [`Store::leftovers`] lists and what is left of journals that were never begun or are done. Returns the number
    /// of files and folders.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn remove_leftovers(&self) -> Result<u64, StoreError> {
        let mut removed = self.tidy_recordings()?;
        for file in self.leftovers()? {
            remove_file(&file)?;
            removed += 1;
        }
        Ok(removed)
    }
}

/// Whether `path` is an unfinished file of a writer that is gone.
fn is_abandoned(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let age = || {
        SystemTime::now()
            .duration_since(fs::metadata(path).ok()?.modified().ok()?)
            .ok()
    };
    name.starts_with(".session=") && age().is_some_and(|age| age > ABANDONED)
}

/// Removes a file; one that is not there is as good as removed.
fn remove_file(path: &Path) -> Result<(), StoreError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error).store("remove", path),
        _ => Ok(()),
    }
}
