//! Which files a columnar engine can scan: those of sealed sessions whose schema is right.
//!
//! Engines give up on a whole scan when one file is damaged. Here only footers are opened, so that the others can go on.

use std::collections::BTreeMap;
use std::path::PathBuf;

use parquet::file::metadata::PageIndexPolicy;

use crate::error::{ReadError, StoreError};
use crate::opened;
use crate::schema::Table;
use crate::store::{SessionContents, SessionFile, Store};

/// A file of one table of a sealed session. Nobody has opened it yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedFile {
    /// The session that it belongs to.
    pub session: SessionFile,
    /// Whose rows it holds.
    pub table: Table,
    /// Where it is.
    pub path: PathBuf,
}

impl SealedFile {
    /// How many rows its footer says it has; no row is read.
    ///
    /// # Errors
    /// When its version, schema or sizes are not those of the table, or it is no Parquet file.
    pub fn rows(&self) -> Result<u64, ReadError> {
        let opened = opened::open(&self.path, self.table, PageIndexPolicy::Skip)?;
        // `open` refuses a negative number of rows in any group.
        let groups = opened.metadata.metadata().row_groups().iter();
        Ok(groups.map(|group| group.num_rows().unsigned_abs()).sum())
    }
}

impl Store {
    /// The files of every sealed session by table, those that were added later among them, by app and session. Each folder is listed
    /// once and no file is opened.
    ///
    /// # Errors
    /// When a folder can't be listed.
    pub fn files_by_table(&self) -> Result<BTreeMap<Table, Vec<SealedFile>>, StoreError> {
        let mut tables: BTreeMap<Table, Vec<SealedFile>> = BTreeMap::new();
        for SessionContents { file, files } in self.contents()? {
            for (table, path) in files {
                let session = file.clone();
                tables
                    .entry(table)
                    .or_default()
                    .push(SealedFile { session, table, path });
            }
        }
        Ok(tables)
    }
}
