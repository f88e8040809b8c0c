//! Sealing what dead recorders left.

use std::fs;

use skillc_records::SessionId;

use crate::error::{Attempt as _, StoreError, WriteError};
use crate::journal;
use crate::layout;
use crate::schema::Table;
use crate::seal::{self, Sealed};
use crate::store::{Store, sorted_entries};

/// A session that was begun and not sealed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsealed {
    /// The session.
    pub id: SessionId,
    /// Whether its recorder lives.
    pub is_recording: bool,
}

/// What became of an unsealed session.
#[derive(Debug)]
pub enum Recovery {
    /// It is in the store now.
    Sealed(Sealed),
    /// Its recorder lives; it was left alone.
    Recording(SessionId),
    /// It was in the store already, whole: the recorder died while it tidied up.
    AlreadySealed(SessionId),
    /// It can't be sealed; what is there stays.
    Failed(SessionId, WriteError),
}

impl Store {
    /// The sessions that are begun and not sealed, by id.
    ///
    /// # Errors
    /// When the folder can't be listed.
    pub fn unsealed(&self) -> Result<Vec<Unsealed>, StoreError> {
        let recording = self.root().join(layout::RECORDING);
        if !recording.is_dir() {
            return Ok(Vec::new());
        }
        let mut unsealed = Vec::new();
        for path in sorted_entries(&recording)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let Ok(id) = SessionId::parse(&name) else { continue };
            // The lock of a session that was sealed in the meantime can't be taken either.
            let is_recording = !matches!(journal::lock(&path), Ok(Some(_)));
            if path.is_dir() {
                unsealed.push(Unsealed { id, is_recording });
            }
        }
        Ok(unsealed)
    }

    /// Seals every session whose recorder is dead.
    ///
    /// # Errors
    /// When the folder can't be listed. What goes wrong with one session is told in its [`Recovery`].
    pub fn recover(&self) -> Result<Vec<Recovery>, StoreError> {
        self.tidy_recordings()?;
        Ok(self
            .unsealed()?
            .into_iter()
            .map(|unsealed| self.recover_one(unsealed.id))
            .collect())
    }

    fn recover_one(&self, id: SessionId) -> Recovery {
        let folder = layout::journal(self.root(), &id);
        let lock = match journal::lock(&folder).write("lock", &folder) {
            Ok(Some(lock)) => lock,
            Ok(None) => return Recovery::Recording(id),
            Err(error) => return Recovery::Failed(id, error),
        };
        let result = if self.has(&id) {
            seal::remove_journal(&folder).map(|()| None)
        } else {
            seal::seal(self.root(), &folder).map(Some)
        };
        drop(lock);
        match result {
            Ok(Some(sealed)) => Recovery::Sealed(sealed),
            Ok(None) => Recovery::AlreadySealed(id),
            Err(error) => Recovery::Failed(id, error),
        }
    }

    /// Removes what is left of journals that were never begun or are done.
    pub(crate) fn tidy_recordings(&self) -> Result<u64, StoreError> {
        let recording = self.root().join(layout::RECORDING);
        if !recording.is_dir() {
            return Ok(0);
        }
        let mut removed = 0;
        for entry in fs::read_dir(&recording).store("list", &recording)? {
            let path = entry.store("list", &recording)?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_leftover = name.starts_with(".new-") || name.starts_with(".done-");
            if is_leftover && path.is_dir() && matches!(journal::lock(&path), Ok(Some(_))) {
                fs::remove_dir_all(&path).store("remove", &path)?;
                removed += 1;
            }
        }
        Ok(removed)
    }

    /// Whether the journal of a session holds anything that can be sealed.
    pub fn has_journal(&self, session: &SessionId) -> bool {
        journal::stream_path(&layout::journal(self.root(), session), Table::Sessions).exists()
    }
}
