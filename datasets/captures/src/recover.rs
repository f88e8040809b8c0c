//! Sealing what dead recorders left.

use std::fs;

use skillc_records::{Session, SessionId, Timestamp};

use crate::error::{Attempt as _, ReadError, StoreError, WriteError};
use crate::journal;
use crate::layout;
use crate::replay::Replay;
use crate::rows::Rows;
use crate::schema::Table;
use crate::seal::{self, Sealed};
use crate::store::{Store, sorted_entries};
use crate::table;

/// A session that was begun and not sealed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsealed {
    /// The session.
    pub id: SessionId,
    /// Whether its recorder lives.
    pub is_recording: bool,
}

/// A session that is being recorded, as far as it has come.
#[derive(Debug, Clone, PartialEq)]
pub struct InProgress {
    /// What is said of it so far.
    pub session: Session,
    /// The number of its frames.
    pub frames: usize,
    /// The number of its actions.
    pub actions: usize,
    /// When its last frame was taken or its last action began.
    pub last: Option<Timestamp>,
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

    /// How far the recording of an unsealed session has come; its recorder isn't disturbed. None if nothing is there.
    ///
    /// # Errors
    /// When what is there can't be read.
    pub fn in_progress(&self, session: &SessionId) -> Result<Option<InProgress>, ReadError> {
        let folder = layout::journal(self.root(), session);
        let rows = |table| -> Result<Vec<arrow::array::RecordBatch>, ReadError> {
            Ok(Replay::open(&folder, table)?.into_iter().flatten().collect())
        };
        let path = |table| journal::stream_path(&folder, table);
        let sessions = rows(Table::Sessions)?;
        let Some(last) = sessions.last() else { return Ok(None) };
        let at = path(Table::Sessions);
        let Some(row) = table::sessions::decode(&Rows::new(last, &at, 0))?.pop() else {
            return Ok(None);
        };
        let mut known = std::collections::BTreeSet::new();
        let mut latest = None;
        let at = path(Table::Actions);
        for batch in rows(Table::Actions)? {
            for action in table::actions::decode(&Rows::new(&batch, &at, 0))? {
                latest = latest.max(Some(action.started_at));
                known.insert(action.index);
            }
        }
        let mut frames = 0;
        let at = path(Table::Frames);
        for batch in Replay::open(&folder, Table::Frames)?.into_iter().flatten() {
            for frame in table::frames::decode(&Rows::new(&batch, &at, 0))? {
                latest = latest.max(Some(frame.captured_at));
                frames += 1;
            }
        }
        Ok(Some(InProgress {
            session: row,
            frames,
            actions: known.len(),
            last: latest,
        }))
    }

    /// Asks the recorder of a session to end it. It does so within moments, if it lives.
    ///
    /// # Errors
    /// When there is no such recording, or its folder can't be written.
    pub fn ask_to_stop(&self, session: &SessionId) -> Result<(), StoreError> {
        let path = layout::journal(self.root(), session).join(layout::STOP);
        fs::write(&path, b"").store("create", &path)
    }

    /// Whether the recorder of a session was asked to end it.
    pub fn is_asked_to_stop(&self, session: &SessionId) -> bool {
        layout::journal(self.root(), session).join(layout::STOP).exists()
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
