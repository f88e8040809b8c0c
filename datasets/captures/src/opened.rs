//! Opening a Parquet file without trusting it.
//!
//! The schema and every size in the footer are checked before a row is decoded, and what the Parquet library may still stumble over in
//! a damaged file comes out as an error.

use std::fs::File;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use arrow::datatypes::DataType;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder, RowSelection,
};
use parquet::file::metadata::PageIndexPolicy;

use crate::error::{ReadError, Reason};
use crate::parquet_file::key;
use crate::rows::Rows;
use crate::schema::{Column, Table};
use crate::version::FormatVersion;

/// The most rows that one file may have.
const MAX_ROWS: u64 = 16 << 20;
/// The most bytes that a column without pictures may have in one row group, decompressed.
const MAX_COLUMN_BYTES: u64 = 256 << 20;
/// The most bytes that the decoded rows of one file may take.
const MAX_DECODED_BYTES: u64 = 1 << 30;
/// Rows that are decoded at once: a dictionary can repeat a long text in every row.
const BATCH_ROWS: usize = 1024;

/// A file of the store that was opened and whose schema was checked.
pub(crate) struct Opened {
    pub(crate) path: PathBuf,
    /// The file's length.
    bytes: u64,
    pub(crate) metadata: ArrowReaderMetadata,
}

/// Opens a file of `table` and checks version, columns and sizes before anything is decoded.
///
/// `pages` says whether the index of pages is wanted, to read one picture alone.
pub(crate) fn open(path: &Path, table: Table, pages: PageIndexPolicy) -> Result<Opened, ReadError> {
    let file = match open_file(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(Reason::Missing.at(path)),
        Err(error) => return Err(Reason::Io(error.to_string()).at(path)),
    };
    let options = ArrowReaderOptions::new()
        .with_skip_arrow_metadata(true)
        .with_offset_index_policy(pages);
    let metadata = guarded(path, || {
        ArrowReaderMetadata::load(&file, options).map_err(|error| Reason::NotParquet(error.to_string()).at(path))
    })?;
    let bytes = file
        .metadata()
        .map_err(|error| Reason::Io(error.to_string()).at(path))?
        .len();
    let opened = Opened {
        path: path.to_owned(),
        bytes,
        metadata,
    };
    opened.check(table).map_err(|reason| reason.at(path))?;
    Ok(opened)
}

/// Opens a regular file: opening a pipe would wait for a writer for ever.
fn open_file(path: &Path) -> io::Result<File> {
    if !path.metadata()?.is_file() {
        return Err(io::Error::other("it is no file"));
    }
    File::open(path)
}

/// Runs `read`, and takes a panic of the Parquet library over a damaged file as what it is: a file that can't be read.
///
/// The checks of [`open`] refuse what is known to make it panic; this is for what is not known.
pub(crate) fn guarded<T>(path: &Path, read: impl FnOnce() -> Result<T, ReadError>) -> Result<T, ReadError> {
    catch_unwind(AssertUnwindSafe(read))
        .unwrap_or_else(|_| Err(Reason::NotParquet("the Parquet library gave up on it".to_owned()).at(path)))
}

impl Opened {
    fn check(&self, table: Table) -> Result<(), Reason> {
        if let Some(version) = self.note(key::VERSION) {
            let version: FormatVersion = version.parse().map_err(Reason::NotParquet)?;
            if !version.is_readable() {
                return Err(Reason::NewerMajor(version));
            }
        }
        if let Some(found) = self.note(key::TABLE).filter(|found| *found != table.name()) {
            return Err(Reason::WrongTable {
                found: found.to_owned(),
                expected: table.name(),
            });
        }
        for column in table.columns() {
            self.check_column(column)?;
        }
        self.check_places()?;
        self.check_sizes()
    }

    fn check_column(&self, column: &Column) -> Result<(), Reason> {
        let Ok(field) = self.metadata.schema().field_with_name(column.name) else {
            return Err(Reason::MissingColumn(column.name.to_owned()));
        };
        let expected = column.column_type.arrow();
        if same_type(field.data_type(), &expected) {
            return Ok(());
        }
        let (column, found) = (column.name.to_owned(), field.data_type().to_string());
        Err(Reason::WrongType {
            column,
            found,
            expected: expected.to_string(),
        })
    }

    /// Checks that every column lies inside the file: the library takes the numbers of the footer as they are.
    fn check_places(&self) -> Result<(), Reason> {
        for column in self
            .metadata
            .metadata()
            .row_groups()
            .iter()
            .flat_map(|group| group.columns())
        {
            let start = column.dictionary_page_offset().unwrap_or(column.data_page_offset());
            let lies_inside = u64::try_from(start)
                .ok()
                .and_then(|start| start.checked_add(u64::try_from(column.compressed_size()).ok()?))
                .is_some_and(|end| end <= self.bytes);
            if !lies_inside || column.data_page_offset() < 0 || column.uncompressed_size() < 0 {
                let path = column.column_path();
                return Err(Reason::NotParquet(format!(
                    "column {path} does not lie inside the file"
                )));
            }
        }
        Ok(())
    }

    fn check_sizes(&self) -> Result<(), Reason> {
        let mut rows = 0_u64;
        for group in self.metadata.metadata().row_groups() {
            let count = u64::try_from(group.num_rows())
                .map_err(|_| Reason::NotParquet("a row group has a negative number of rows".to_owned()))?;
            rows = rows.saturating_add(count);
            for column in group
                .columns()
                .iter()
                .filter(|column| column.column_path().string() != "image")
            {
                let found = u64::try_from(column.uncompressed_size()).unwrap_or(u64::MAX);
                if found > MAX_COLUMN_BYTES {
                    return Err(Reason::TooLarge {
                        what: "a column in bytes",
                        found,
                        limit: MAX_COLUMN_BYTES,
                    });
                }
            }
        }
        if rows > MAX_ROWS {
            return Err(Reason::TooLarge {
                what: "the number of rows",
                found: rows,
                limit: MAX_ROWS,
            });
        }
        Ok(())
    }

    /// A value of the file's own metadata.
    pub(crate) fn note(&self, key: &str) -> Option<&str> {
        let notes = self.metadata.metadata().file_metadata().key_value_metadata()?;
        notes.iter().find(|note| note.key == key)?.value.as_deref()
    }

    /// Decodes every row with `decode`, without the pictures.
    pub(crate) fn read<T>(&self, decode: impl Fn(&Rows<'_>) -> Result<Vec<T>, ReadError>) -> Result<Vec<T>, ReadError> {
        guarded(&self.path, || {
            let mut records = Vec::new();
            let (mut bytes, mut first) = (0_u64, 0);
            for batch in self.batches(|name| name != "image")? {
                let batch = batch.map_err(|error| self.damaged(error))?;
                bytes = bytes.saturating_add(batch.get_array_memory_size() as u64);
                if bytes > MAX_DECODED_BYTES {
                    let (what, found, limit) = ("the size of the rows in bytes", bytes, MAX_DECODED_BYTES);
                    return Err(Reason::TooLarge { what, found, limit }.at(&self.path));
                }
                records.append(&mut decode(&Rows::new(&batch, &self.path, first))?);
                first += batch.num_rows();
            }
            Ok(records)
        })
    }

    /// The rows with the columns that `wanted` names.
    pub(crate) fn batches(&self, wanted: impl Fn(&str) -> bool) -> Result<ParquetRecordBatchReader, ReadError> {
        let builder = self.builder(wanted)?.with_batch_size(BATCH_ROWS);
        builder.build().map_err(|error| self.damaged(error))
    }

    /// The rows of one row group that `selection` names, with one column.
    pub(crate) fn selected(
        &self,
        column: &str,
        group: usize,
        selection: RowSelection,
    ) -> Result<ParquetRecordBatchReader, ReadError> {
        let builder = self.builder(|name| name == column)?;
        let builder = builder
            .with_row_groups(vec![group])
            .with_row_selection(selection)
            .with_batch_size(1);
        builder.build().map_err(|error| self.damaged(error))
    }

    fn builder(&self, wanted: impl Fn(&str) -> bool) -> Result<ParquetRecordBatchReaderBuilder<File>, ReadError> {
        // A file of its own: clones of one file share their position, and pictures are read by several threads at once.
        let file = File::open(&self.path).map_err(|error| Reason::Io(error.to_string()).at(&self.path))?;
        let fields = self.metadata.schema().fields().iter().enumerate();
        let roots = fields.filter(|(_, field)| wanted(field.name())).map(|(i, _)| i);
        let mask = ProjectionMask::roots(self.metadata.parquet_schema(), roots);
        Ok(ParquetRecordBatchReaderBuilder::new_with_metadata(file, self.metadata.clone()).with_projection(mask))
    }

    pub(crate) fn damaged(&self, error: impl ToString) -> ReadError {
        Reason::NotParquet(error.to_string()).at(&self.path)
    }
}

/// Whether two types hold the same values; who wrote the file may have named list elements and allowed nulls otherwise.
fn same_type(found: &DataType, expected: &DataType) -> bool {
    match (found, expected) {
        (DataType::List(found), DataType::List(expected)) => same_type(found.data_type(), expected.data_type()),
        (DataType::Struct(found), DataType::Struct(expected)) => expected.iter().all(|member| {
            found
                .iter()
                .any(|field| field.name() == member.name() && same_type(field.data_type(), member.data_type()))
        }),
        _ => found == expected,
    }
}
