//! Sealing: from a journal to the files of a session.
//!
//! Reads the journal batch by batch, so memory depends on a row group and not on the session. The files are written beside the
//! journal and take their places by rename, the session's own file last: a session is in the store when that file is. Killed in
//! between, the journal is still there and sealing begins again.

use std::fs;
use std::path::{Path, PathBuf};

use arrow::array::{Array as _, AsArray as _, BooleanArray, RecordBatch};
use arrow::compute::filter_record_batch;
use arrow::datatypes::UInt32Type;
use skillc_records::{Action, Session, Slug};

use crate::error::{Attempt as _, Reason, WriteError};
use crate::journal::stream_path;
use crate::layout;
use crate::parquet_file::{TableFile, Written, key};
use crate::replay::Replay;
use crate::rows::Rows;
use crate::schema::Table;
use crate::table;

/// Pictures of a row group: begins a new one at the first, and never lets one grow past the second.
const ROW_GROUP_BYTES: u64 = 16 << 20;
const MAX_ROW_GROUP_BYTES: u64 = 32 << 20;
/// Rows of a row group of frames, for frames without pictures.
const ROW_GROUP_FRAMES: usize = 8 * 1024;

/// A session that is now in the store.
#[derive(Debug, Clone, PartialEq)]
pub struct Sealed {
    /// The session as it stands in the store.
    pub session: Session,
    /// The number of its frames.
    pub frames: u64,
    /// The number of its actions.
    pub actions: u64,
    /// Bytes of what was being written when the recorder died. Not 0 only after a recovery.
    pub lost_bytes: u64,
}

/// The files of a session that are being written.
struct Workshop<'a> {
    journal: &'a Path,
    folder: PathBuf,
    finished: Vec<(Table, Written)>,
    lost: u64,
}

/// Seals the session of `journal` into the store at `root` and removes the journal.
pub(crate) fn seal(root: &Path, journal: &Path) -> Result<Sealed, WriteError> {
    let folder = journal.join("sealing");
    if folder.exists() {
        fs::remove_dir_all(&folder).write("remove", &folder)?;
    }
    fs::create_dir(&folder).write("create", &folder)?;
    let mut workshop = Workshop {
        journal,
        folder,
        finished: Vec::new(),
        lost: 0,
    };
    let session = session_of(journal)?;
    let frames = workshop.frames()?;
    for table in [Table::Detections, Table::Nodes, Table::Labels] {
        workshop.details(table, frames)?;
    }
    let actions = workshop.actions(&session, frames)?;
    workshop.close(&session)?;
    workshop.publish(root, &session)?;
    let lost_bytes = workshop.lost;
    remove_journal(journal)?;
    Ok(Sealed {
        session,
        frames: u64::from(frames),
        actions,
        lost_bytes,
    })
}

/// Removes a journal so that nobody sees a part of it.
pub(crate) fn remove_journal(journal: &Path) -> Result<(), WriteError> {
    let name = journal.file_name().unwrap_or_default().to_string_lossy();
    let done = journal.with_file_name(format!(".done-{name}"));
    if done.exists() {
        fs::remove_dir_all(&done).write("remove", &done)?;
    }
    fs::rename(journal, &done).write("remove", journal)?;
    fs::remove_dir_all(&done).write("remove", &done)
}

/// The session of a journal. Its last row counts: the first one is written when it begins, another one when the recorder ends it.
fn session_of(journal: &Path) -> Result<Session, WriteError> {
    let missing = || Reason::Missing.at(&stream_path(journal, Table::Sessions));
    let mut replay = Replay::open(journal, Table::Sessions)?.ok_or_else(missing)?;
    let batch = replay.by_ref().last().ok_or_else(missing)?;
    let sessions = table::sessions::decode(&Rows::new(&batch, replay.path(), 0))?;
    Ok(sessions.into_iter().last().ok_or_else(missing)?)
}

impl Workshop<'_> {
    fn create(&self, table: Table) -> Result<TableFile, WriteError> {
        TableFile::create(self.folder.join(format!("{}.parquet", table.name())), table)
    }

    /// Writes the frames, in row groups that let a picture be read alone, and returns their number.
    fn frames(&mut self) -> Result<u32, WriteError> {
        let mut file = self.create(Table::Frames)?;
        let (mut frames, mut rows, mut bytes) = (0, 0, 0);
        if let Some(mut replay) = Replay::open(self.journal, Table::Frames)? {
            for batch in replay.by_ref() {
                let image = image_bytes(&batch);
                let full = bytes >= ROW_GROUP_BYTES || rows >= ROW_GROUP_FRAMES;
                if full || (rows > 0 && bytes + image > MAX_ROW_GROUP_BYTES) {
                    file.flush()?;
                    (rows, bytes) = (0, 0);
                }
                file.write(&batch)?;
                frames += u32::try_from(batch.num_rows()).unwrap_or(u32::MAX);
                rows += batch.num_rows();
                bytes += image;
            }
            self.lost += replay.lost();
        }
        self.finished.push((Table::Frames, file.finish()?));
        Ok(frames)
    }

    /// Writes a table whose rows belong to frames. Rows of a frame that didn't come are left out.
    fn details(&mut self, table: Table, frames: u32) -> Result<(), WriteError> {
        let replay = Replay::open(self.journal, table)?;
        if replay.is_none() && !table.is_always_there() {
            return Ok(());
        }
        let mut file = self.create(table)?;
        if let Some(mut replay) = replay {
            let path = replay.path().to_owned();
            for batch in replay.by_ref() {
                file.write(&of_first_frames(&batch, frames, &path)?)?;
            }
            self.lost += replay.lost();
        }
        self.finished.push((table, file.finish()?));
        Ok(())
    }

    /// Writes the actions, each as it was last amended, and returns their number.
    fn actions(&mut self, session: &Session, frames: u32) -> Result<u64, WriteError> {
        let mut actions: Vec<Action> = Vec::new();
        if let Some(mut replay) = Replay::open(self.journal, Table::Actions)? {
            let path = replay.path().to_owned();
            for batch in replay.by_ref() {
                for action in table::actions::decode(&Rows::new(&batch, &path, 0))? {
                    let place = action.index.0 as usize;
                    match actions.get_mut(place) {
                        Some(earlier) => *earlier = action,
                        None => actions.push(action),
                    }
                }
            }
            self.lost += replay.lost();
        }
        for action in &mut actions {
            action.frame_before = action.frame_before.filter(|frame| frame.0 < frames);
            action.frame_after = action.frame_after.filter(|frame| frame.0 < frames);
        }
        let mut file = self.create(Table::Actions)?;
        for actions in actions.chunks(8 * 1024) {
            let rows: Vec<&Action> = actions.iter().collect();
            file.write(&table::actions::encode(&session.id, &rows)?)?;
        }
        self.finished.push((Table::Actions, file.finish()?));
        Ok(actions.len() as u64)
    }

    /// Writes the session's own file, which vouches for the others.
    fn close(&mut self, session: &Session) -> Result<(), WriteError> {
        let mut file = self.create(Table::Sessions)?;
        file.write(&table::sessions::encode(session)?)?;
        for (table, written) in &self.finished {
            file.note(format!("{}{}", key::ROWS, table.name()), written.rows.to_string());
            file.note(format!("{}{}", key::BLAKE3, table.name()), written.blake3.clone());
        }
        let written = file.finish()?;
        self.finished.push((Table::Sessions, written));
        Ok(())
    }

    /// Moves the files to their places, the session's own last.
    fn publish(&self, root: &Path, session: &Session) -> Result<(), WriteError> {
        let app = Slug::of(&session.app);
        for (table, _) in &self.finished {
            let folder = layout::app_folder(root, *table, &app);
            fs::create_dir_all(&folder).write("create", &folder)?;
            let file = layout::file(root, *table, &app, &session.id);
            fs::rename(self.folder.join(format!("{}.parquet", table.name())), &file).write("create", &file)?;
        }
        Ok(())
    }
}

/// Bytes of the pictures in a batch of frames.
fn image_bytes(batch: &RecordBatch) -> u64 {
    let images = batch
        .column_by_name("image")
        .and_then(|column| column.as_binary_opt::<i32>());
    images.map_or(0, |images| {
        images.iter().flatten().map(|image| image.len() as u64).sum()
    })
}

/// The rows of a batch whose frame is one of the first `frames`.
fn of_first_frames(batch: &RecordBatch, frames: u32, path: &Path) -> Result<RecordBatch, WriteError> {
    let column = batch
        .column_by_name("frame")
        .and_then(|column| column.as_primitive_opt::<UInt32Type>());
    let column = column.ok_or_else(|| Reason::MissingColumn("frame".to_owned()).at(path))?;
    if column.iter().flatten().all(|frame| frame < frames) && column.null_count() == 0 {
        return Ok(batch.clone());
    }
    let keep: BooleanArray = column
        .iter()
        .map(|frame| Some(frame.is_some_and(|frame| frame < frames)))
        .collect();
    filter_record_batch(batch, &keep).map_err(|error| WriteError::Encode {
        path: path.to_owned(),
        reason: error.to_string(),
    })
}
