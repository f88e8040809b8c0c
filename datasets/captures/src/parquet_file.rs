//! How the Parquet files of the store are written.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

use arrow::array::RecordBatch;
use parquet::arrow::arrow_writer::{ArrowWriter, ArrowWriterOptions};
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;

use crate::error::{Attempt as _, WriteError};
use crate::schema::Table;
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

/// Tables with many rows a frame are zstd. Those with a row a session, a frame or an action are short, and a reader sets up a
/// decompressor for each of their many columns, which takes longer than reading what it saves. Pictures are one a page, so that one can
/// be read alone.
fn properties(table: Table) -> WriterProperties {
    let note = |key: &str, value: String| KeyValue::new(key.to_owned(), value);
    let compression = match table {
        Table::Detections | Table::Nodes | Table::Labels => {
            ZstdLevel::try_new(3).map_or(Compression::UNCOMPRESSED, Compression::ZSTD)
        }
        Table::Sessions | Table::Frames | Table::Actions => Compression::UNCOMPRESSED,
    };
    let properties = WriterProperties::builder()
        .set_compression(compression)
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
        .set_column_dictionary_enabled(image.clone(), false)
        .set_column_encoding(image.clone(), Encoding::PLAIN)
        .set_column_statistics_enabled(image.clone(), EnabledStatistics::None)
        .set_column_data_page_row_count_limit(image, 1)
        .build()
}
