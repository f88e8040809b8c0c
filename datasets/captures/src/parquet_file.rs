//! Parquet files of the store: how they are written, and how they are opened without trusting them.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use arrow::array::RecordBatch;
use arrow::datatypes::DataType;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder, RowSelection,
};
use parquet::arrow::arrow_writer::{ArrowWriter, ArrowWriterOptions};
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::file::metadata::{KeyValue, PageIndexPolicy};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;

use crate::error::{Attempt as _, ReadError, Reason, WriteError};
use crate::rows::Rows;
use crate::schema::{Column, Table};
use crate::version::{FORMAT, FormatVersion};

/// Keys of a file's own metadata.
pub(crate) mod key {
    pub(crate) const FORMAT: &str = "skillc.format";
    pub(crate) const VERSION: &str = "skillc.version";
    pub(crate) const TABLE: &str = "skillc.table";
    /// In the file of a session: the number of rows of its other tables, `skillc.rows.<table>`.
    pub(crate) const ROWS: &str = "skillc.rows.";
    /// In the file of a session: blake3 of its other files, `skillc.blake3.<table>`.
    pub(crate) const BLAKE3: &str = "skillc.blake3.";
}

/// Rows of a row group of the tables without pictures.
const ROW_GROUP_ROWS: usize = 128 * 1024;
/// The most rows that one file may have.
const MAX_ROWS: u64 = 16 << 20;
/// The most bytes that a column without pictures may have in one row group, decompressed.
const MAX_COLUMN_BYTES: u64 = 256 << 20;
/// The most bytes that the decoded rows of one file may take.
const MAX_DECODED_BYTES: u64 = 2 << 30;
/// Rows that are decoded at once: a dictionary can repeat a long text in every row.
const BATCH_ROWS: usize = 1024;

/// A Parquet file that is being written, with the blake3 of what was written.
pub(crate) struct TableFile {
    path: PathBuf,
    writer: ArrowWriter<Hashing>,
    rows: u64,
}

/// A finished file.
pub(crate) struct Written {
    pub(crate) rows: u64,
    pub(crate) blake3: String,
}

/// A file that hashes what goes through.
struct Hashing {
    file: File,
    hasher: blake3::Hasher,
}

impl Write for Hashing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl TableFile {
    pub(crate) fn create(path: PathBuf, table: Table) -> Result<Self, WriteError> {
        let file = File::create(&path).write("create", &path)?;
        let writer = Hashing {
            file,
            hasher: blake3::Hasher::new(),
        };
        // The types of the format are Parquet's own: without the Arrow schema, every reader sees the same ones.
        let options = ArrowWriterOptions::new()
            .with_properties(properties(table))
            .with_skip_arrow_metadata(true);
        let writer =
            ArrowWriter::try_new_with_options(writer, table.schema(), options).map_err(|error| WriteError::Encode {
                path: path.clone(),
                reason: error.to_string(),
            })?;
        Ok(Self { path, writer, rows: 0 })
    }

    pub(crate) fn write(&mut self, batch: &RecordBatch) -> Result<(), WriteError> {
        self.rows += batch.num_rows() as u64;
        self.writer.write(batch).map_err(|error| self.failed(error))
    }

    /// Ends the row group.
    pub(crate) fn flush(&mut self) -> Result<(), WriteError> {
        self.writer.flush().map_err(|error| self.failed(error))
    }

    pub(crate) fn note(&mut self, key: String, value: String) {
        self.writer.append_key_value_metadata(KeyValue::new(key, value));
    }

    /// Writes the footer and waits until the file is on the disk.
    pub(crate) fn finish(mut self) -> Result<Written, WriteError> {
        self.writer.finish().map_err(|error| self.failed(error))?;
        let hashing = self.writer.inner();
        let blake3 = hashing.hasher.finalize().to_hex().to_string();
        hashing.file.sync_all().write("write", &self.path)?;
        Ok(Written {
            rows: self.rows,
            blake3,
        })
    }

    fn failed(&self, error: parquet::errors::ParquetError) -> WriteError {
        WriteError::Encode {
            path: self.path.clone(),
            reason: error.to_string(),
        }
    }
}

/// Pictures uncompressed and one a page, so that one can be read alone; everything else zstd.
fn properties(table: Table) -> WriterProperties {
    let note = |key: &str, value: String| KeyValue::new(key.to_owned(), value);
    let properties = WriterProperties::builder()
        .set_compression(ZstdLevel::try_new(3).map_or(Compression::UNCOMPRESSED, Compression::ZSTD))
        .set_key_value_metadata(Some(vec![
            note(key::FORMAT, FORMAT.to_owned()),
            note(key::VERSION, FormatVersion::CURRENT.to_string()),
            note(key::TABLE, table.name().to_owned()),
        ]));
    if table != Table::Frames {
        return properties.set_max_row_group_row_count(Some(ROW_GROUP_ROWS)).build();
    }
    let image = ColumnPath::from("image");
    properties
        .set_write_batch_size(1)
        .set_column_compression(image.clone(), Compression::UNCOMPRESSED)
        .set_column_dictionary_enabled(image.clone(), false)
        .set_column_encoding(image.clone(), Encoding::PLAIN)
        .set_column_statistics_enabled(image.clone(), EnabledStatistics::None)
        .set_column_data_page_row_count_limit(image, 1)
        .build()
}

/// A file of the store that was opened and whose schema was checked.
pub(crate) struct Opened {
    pub(crate) path: PathBuf,
    pub(crate) file: File,
    pub(crate) metadata: ArrowReaderMetadata,
}

/// Opens a file of `table` and checks version, columns and sizes before anything is decoded.
///
/// `pages` says whether the index of pages is wanted, to read one picture alone.
pub(crate) fn open(path: &Path, table: Table, pages: PageIndexPolicy) -> Result<Opened, ReadError> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(Reason::Missing.at(path)),
        Err(error) => return Err(Reason::Io(error.to_string()).at(path)),
    };
    let options = ArrowReaderOptions::new()
        .with_skip_arrow_metadata(true)
        .with_offset_index_policy(pages);
    let metadata =
        ArrowReaderMetadata::load(&file, options).map_err(|error| Reason::NotParquet(error.to_string()).at(path))?;
    let opened = Opened {
        path: path.to_owned(),
        file,
        metadata,
    };
    opened.check(table).map_err(|reason| reason.at(path))?;
    Ok(opened)
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
        let mut records = Vec::new();
        let mut bytes = 0_u64;
        let mut first = 0;
        for batch in self.batches(|name| name != "image")? {
            let batch = batch.map_err(|error| self.damaged(error))?;
            bytes = bytes.saturating_add(batch.get_array_memory_size() as u64);
            if bytes > MAX_DECODED_BYTES {
                let limit = MAX_DECODED_BYTES;
                return Err(Reason::TooLarge {
                    what: "the size of the rows in bytes",
                    found: bytes,
                    limit,
                }
                .at(&self.path));
            }
            records.append(&mut decode(&Rows::new(&batch, &self.path, first))?);
            first += batch.num_rows();
        }
        Ok(records)
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
        let file = self
            .file
            .try_clone()
            .map_err(|error| Reason::Io(error.to_string()).at(&self.path))?;
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
