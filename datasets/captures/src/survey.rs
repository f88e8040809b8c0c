//! Which files of a table can be scanned by a columnar engine: those of sealed sessions whose schema is right.
//!
//! Engines give up on a whole scan when one file is damaged. Here only footers are opened, so that the others can go on.

use std::path::PathBuf;

use parquet::file::metadata::PageIndexPolicy;

use crate::error::{ReadError, StoreError};
use crate::opened;
use crate::schema::Table;
use crate::store::Store;

/// The files of one table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TableFiles {
    /// Files whose version and schema are right, by app and session.
    pub usable: Vec<PathBuf>,
    /// Files that can't be used.
    pub problems: Vec<ReadError>,
}

impl Store {
    /// The files of `table` of every sealed session, those that were added later among them.
    ///
    /// # Errors
    /// When a folder can't be listed.
    pub fn table_files(&self, table: Table) -> Result<TableFiles, StoreError> {
        let mut files = TableFiles::default();
        for session in self.session_files()? {
            for (_, path) in self
                .content_files(&session)
                .into_iter()
                .filter(|(found, _)| *found == table)
            {
                match opened::open(&path, table, PageIndexPolicy::Skip) {
                    Ok(_) => files.usable.push(path),
                    Err(problem) => files.problems.push(problem),
                }
            }
        }
        Ok(files)
    }
}
