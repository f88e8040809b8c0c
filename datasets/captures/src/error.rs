//! What can go wrong, by who has to do something about it.
//!
//! A [`StoreError`] concerns the folder and stops the command. A [`ReadError`] concerns one file of one session: it is reported and
//! the other sessions go on. A [`WriteError`] concerns the session that is being recorded.

use std::io;
use std::path::{Path, PathBuf};

use skillc_records::SessionId;

use crate::version::FormatVersion;

/// The folder can't be used as a capture store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no such folder.
    #[error("{}: there is no such folder; record something with `skillc record --captures {}`", path.display(), path.display())]
    NoFolder {
        /// The folder.
        path: PathBuf,
    },
    /// The folder has no `dataset.json`.
    #[error("{}: not a capture store (no dataset.json in it); give the folder that `skillc record --captures` wrote", path.display())]
    NotAStore {
        /// The folder.
        path: PathBuf,
    },
    /// A new store can't be made in a folder that holds other things.
    #[error("{}: holds files that are no capture store; give an empty or a new folder", path.display())]
    NotEmpty {
        /// The folder.
        path: PathBuf,
    },
    /// `dataset.json` can't be understood.
    #[error("{}: {reason}", file.display())]
    BadDataset {
        /// `dataset.json`.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// `dataset.json` names another format.
    #[error("{}: the format is {format:?} and not {:?}", file.display(), crate::version::FORMAT)]
    Foreign {
        /// `dataset.json`.
        file: PathBuf,
        /// The format that it names.
        format: String,
    },
    /// The store was written by a later skillc in a way that this one can't read.
    #[error("{}: format version {found} is newer than {} that this skillc reads; use a newer skillc", file.display(), FormatVersion::CURRENT)]
    NewerMajor {
        /// `dataset.json`.
        file: PathBuf,
        /// Its version.
        found: FormatVersion,
    },
    /// The operating system refused.
    #[error("{}: can't {attempt}: {source}", path.display())]
    Io {
        /// What was tried, as an infinitive.
        attempt: &'static str,
        /// On what.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// No session has this id.
    #[error("no session {session} in {}; `skillc captures list` shows what is there", path.display())]
    NoSession {
        /// The store.
        path: PathBuf,
        /// The id.
        session: SessionId,
    },
}

/// One file of one session can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {reason}", file.display())]
pub struct ReadError {
    /// The file.
    pub file: PathBuf,
    /// Why.
    pub reason: Reason,
}

/// Why a file can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// The session has no such file.
    #[error("is missing")]
    Missing,
    /// The operating system refused.
    #[error("can't be opened: {0}")]
    Io(String),
    /// Not Parquet, truncated or damaged.
    #[error("is no whole Parquet file: {0}")]
    NotParquet(String),
    /// Written by a later skillc in a way that this one can't read.
    #[error("format version {0} is newer than {current} that this skillc reads; use a newer skillc", current = FormatVersion::CURRENT)]
    NewerMajor(FormatVersion),
    /// Another table than the folder says.
    #[error("holds the table {found:?}, expected {expected:?}")]
    WrongTable {
        /// What the file says that it is.
        found: String,
        /// What its folder says.
        expected: &'static str,
    },
    /// A column that every version has is not there.
    #[error("has no column {0:?}: written by something else, or not a table of this kind")]
    MissingColumn(String),
    /// A column has another type.
    #[error("column {column:?} is {found}, expected {expected}")]
    WrongType {
        /// The column.
        column: String,
        /// Its type in the file.
        found: String,
        /// The type of the format.
        expected: String,
    },
    /// A value that must be there is null.
    #[error("column {column:?} is null in row {row}")]
    Null {
        /// The column.
        column: String,
        /// The row, from 0.
        row: usize,
    },
    /// A value outside what the format allows.
    #[error("column {column:?} has {value:?} in row {row}, expected {expected}")]
    BadValue {
        /// The column.
        column: String,
        /// The row, from 0.
        row: usize,
        /// The value.
        value: String,
        /// What is allowed.
        expected: &'static str,
    },
    /// More than this reader is willing to hold in memory.
    #[error("{what} is {found}, more than the limit of {limit}")]
    TooLarge {
        /// What is too large.
        what: &'static str,
        /// How large it is.
        found: u64,
        /// The limit.
        limit: u64,
    },
    /// A number of rows that can't be.
    #[error("has {found} rows, expected {expected}")]
    RowCount {
        /// Rows found.
        found: u64,
        /// Rows expected.
        expected: u64,
    },
    /// The wanted frame is not in the session.
    #[error("has no frame {0}")]
    NoFrame(u32),
}

impl Reason {
    pub(crate) fn at(self, file: &Path) -> ReadError {
        ReadError {
            file: file.to_owned(),
            reason: self,
        }
    }
}

/// A session can't be recorded or sealed.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// A session of this id is in the store or being recorded.
    #[error("session {0} exists already; a session is never written twice")]
    SessionExists(SessionId),
    /// A picture is larger than the format allows.
    #[error("the picture has {bytes} bytes, more than the limit of {limit}")]
    PictureTooLarge {
        /// Its size in bytes.
        bytes: u64,
        /// The limit.
        limit: u64,
    },
    /// The bytes are no PNG, JPEG or WebP picture.
    #[error("the picture can't be read: {0}")]
    BadPicture(String),
    /// A number that is not finite can't be stored.
    #[error("{column} is not a finite number")]
    NotFinite {
        /// The column that it was meant for.
        column: &'static str,
    },
    /// A reference to a frame or action that was not written.
    #[error("{what} {index} is not in the session")]
    NoSuch {
        /// `frame` or `action`.
        what: &'static str,
        /// Its index.
        index: u32,
    },
    /// The operating system refused (a full disk, a read-only folder).
    #[error("{}: can't {attempt}: {source}", path.display())]
    Io {
        /// What was tried, as an infinitive.
        attempt: &'static str,
        /// On what.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The columnar libraries refused.
    #[error("{}: can't be written: {reason}", path.display())]
    Encode {
        /// The file.
        path: PathBuf,
        /// What they said.
        reason: String,
    },
    /// What was recorded so far can't be read back.
    #[error("what was recorded can't be read back: {0}")]
    Journal(#[from] ReadError),
}

/// Turns an I/O error into the error of the caller, naming what was tried and on what.
pub(crate) trait Attempt<T> {
    /// As a [`StoreError`].
    fn store(self, attempt: &'static str, path: &Path) -> Result<T, StoreError>;
    /// As a [`WriteError`].
    fn write(self, attempt: &'static str, path: &Path) -> Result<T, WriteError>;
}

impl<T> Attempt<T> for io::Result<T> {
    fn store(self, attempt: &'static str, path: &Path) -> Result<T, StoreError> {
        self.map_err(|source| StoreError::Io {
            attempt,
            path: path.to_owned(),
            source,
        })
    }

    fn write(self, attempt: &'static str, path: &Path) -> Result<T, WriteError> {
        self.map_err(|source| WriteError::Io {
            attempt,
            path: path.to_owned(),
            source,
        })
    }
}
