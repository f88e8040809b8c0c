//! The journal of a session that is being recorded: what makes a killed recorder lose at most the frame in flight.
//!
//! A Parquet file without its footer can't be read, so a recorder that wrote Parquet directly would lose everything when killed. The
//! journal is one Arrow IPC stream a table, with the schema of the table: it can be read up to its last whole batch whatever comes
//! after, carries its own schema for a later version, and is turned into Parquet without a second encoding.
//!
//! Everything of a frame is appended before the frame's own row, so a frame whose row is there is whole. A batch is one `write`:
//! what the kernel took survives the process. Nothing waits for the disk, so a power failure may cost the last seconds.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use arrow::array::RecordBatch;
use arrow::ipc::writer::StreamWriter;

use crate::error::{Attempt as _, WriteError};
use crate::schema::Table;

/// The file that a recorder keeps locked while it lives.
const LOCK: &str = "lock";

/// The stream of a table in a journal's folder.
pub(crate) fn stream_path(folder: &Path, table: Table) -> PathBuf {
    folder.join(format!("{}.arrows", table.name()))
}

/// Takes the lock of a journal; none if its recorder lives.
pub(crate) fn lock(folder: &Path) -> io::Result<Option<File>> {
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(folder.join(LOCK))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// The journal of a living recorder.
pub(crate) struct Journal {
    folder: PathBuf,
    streams: BTreeMap<Table, Stream>,
    /// Released by the system when the process ends, however it ends.
    _lock: File,
}

/// Lengths of the streams, to undo a half-written frame.
pub(crate) struct Mark(BTreeMap<Table, u64>);

struct Stream {
    path: PathBuf,
    file: File,
    encoder: StreamWriter<Vec<u8>>,
    /// Bytes of the schema at the beginning.
    header: u64,
    /// Bytes in the file.
    length: u64,
}

impl Journal {
    /// A new journal in `folder`, which must not exist, with the session's row.
    pub(crate) fn create(folder: &Path, session: &RecordBatch) -> Result<Self, WriteError> {
        // Made under another name and locked before it takes its place: nobody may take it for a dead recorder's.
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let unfinished = folder.with_file_name(format!(".new-{name}-{}", std::process::id()));
        fs::create_dir(&unfinished).write("create", &unfinished)?;
        let lock = lock(&unfinished).write("lock", &unfinished)?;
        let held = lock
            .ok_or_else(|| io::Error::from(io::ErrorKind::ResourceBusy))
            .write("lock", &unfinished)?;
        let mut journal = Self {
            folder: unfinished.clone(),
            streams: BTreeMap::new(),
            _lock: held,
        };
        let written = journal
            .append(Table::Sessions, session)
            .and_then(|()| fs::rename(&unfinished, folder).write("create", folder));
        if let Err(error) = written {
            // The first error is the one to report.
            let _ = fs::remove_dir_all(&unfinished);
            return Err(error);
        }
        journal.folder = folder.to_owned();
        for (table, stream) in &mut journal.streams {
            stream.path = stream_path(folder, *table);
        }
        Ok(journal)
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Appends the rows of `batch` to `table`.
    pub(crate) fn append(&mut self, table: Table, batch: &RecordBatch) -> Result<(), WriteError> {
        let stream = match self.streams.entry(table) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(Stream::create(stream_path(&self.folder, table), table)?),
        };
        stream.append(batch)
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark(
            self.streams
                .iter()
                .map(|(&table, stream)| (table, stream.length))
                .collect(),
        )
    }

    /// Takes back what was appended since `mark`.
    pub(crate) fn rewind(&mut self, mark: &Mark) -> Result<(), WriteError> {
        for (table, stream) in &mut self.streams {
            let length = mark.0.get(table).copied().unwrap_or(stream.header);
            stream.truncate(length)?;
        }
        Ok(())
    }
}

impl Stream {
    fn create(path: PathBuf, table: Table) -> Result<Self, WriteError> {
        let file = File::options()
            .create(true)
            .append(true)
            .open(&path)
            .write("create", &path)?;
        // A first try on a full disk may have left a part.
        file.set_len(0).write("create", &path)?;
        let encoder = StreamWriter::try_new(Vec::new(), &table.schema()).map_err(|error| WriteError::Encode {
            path: path.clone(),
            reason: error.to_string(),
        })?;
        let mut stream = Self {
            path,
            file,
            encoder,
            header: 0,
            length: 0,
        };
        stream.write_out()?;
        stream.header = stream.length;
        Ok(stream)
    }

    fn append(&mut self, batch: &RecordBatch) -> Result<(), WriteError> {
        self.encoder.write(batch).map_err(|error| WriteError::Encode {
            path: self.path.clone(),
            reason: error.to_string(),
        })?;
        self.write_out()
    }

    /// Hands what was encoded to the system. After a failure (a full disk) the file is as it was before.
    fn write_out(&mut self) -> Result<(), WriteError> {
        let bytes = std::mem::take(self.encoder.get_mut());
        if let Err(source) = self.file.write_all(&bytes) {
            self.truncate(self.length)?;
            return Err(WriteError::Io {
                attempt: "write",
                path: self.path.clone(),
                source,
            });
        }
        self.length += bytes.len() as u64;
        Ok(())
    }

    fn truncate(&mut self, length: u64) -> Result<(), WriteError> {
        self.file.set_len(length).write("truncate", &self.path)?;
        self.length = length;
        Ok(())
    }
}
