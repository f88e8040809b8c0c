//! A table of results as Parquet, for polars, DuckDB and pandas: named columns, a batch of rows at a time.
//!
//! The capture store and the ledger have formats of their own; this is for what a command gives out once, such as every match of
//! `skillc recall`.

use std::io::Write;
use std::sync::Arc;

use arrow::array::{ArrayRef, BooleanArray, Float64Array, RecordBatch, StringArray, UInt32Array};
use arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use arrow::error::ArrowError;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;

/// What a column holds. Any value may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// Texts.
    Text,
    /// 64-bit floating point numbers.
    Real,
    /// 32-bit unsigned numbers.
    Count,
    /// True or false.
    Truth,
}

/// The values of a column in one batch.
#[derive(Debug, Clone, PartialEq)]
pub enum Values {
    /// Texts.
    Text(Vec<Option<String>>),
    /// Numbers.
    Real(Vec<Option<f64>>),
    /// Whole numbers.
    Count(Vec<Option<u32>>),
    /// True or false.
    Truth(Vec<Option<bool>>),
}

/// A table that can't be written.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The columns of a batch are not those of the table, or not of one length.
    #[error("the rows don't fit the table: {0}")]
    Shape(#[from] ArrowError),
    /// The file can't be written.
    #[error("the table can't be written: {0}")]
    Write(#[from] ParquetError),
}

/// A table that is being written.
pub struct TableWriter<W: Write + Send> {
    schema: SchemaRef,
    writer: ArrowWriter<W>,
}

impl<W: Write + Send> std::fmt::Debug for TableWriter<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TableWriter")
            .field("schema", &self.schema)
            .finish_non_exhaustive()
    }
}

impl<W: Write + Send> TableWriter<W> {
    /// Begins a table with these columns.
    ///
    /// # Errors
    /// When the file can't be written.
    pub fn new(to: W, columns: &[(&str, ColumnKind)]) -> Result<Self, TableError> {
        let field = |(name, kind): &(&str, ColumnKind)| {
            let data_type = match kind {
                ColumnKind::Text => DataType::Utf8,
                ColumnKind::Real => DataType::Float64,
                ColumnKind::Count => DataType::UInt32,
                ColumnKind::Truth => DataType::Boolean,
            };
            Field::new(*name, data_type, true)
        };
        let schema: SchemaRef = Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()));
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?))
            .set_max_row_group_row_count(Some(128 * 1024))
            .build();
        let writer = ArrowWriter::try_new(to, Arc::clone(&schema), Some(properties))?;
        Ok(Self { schema, writer })
    }

    /// Adds rows, column by column.
    ///
    /// # Errors
    /// When the columns don't fit, or the file can't be written.
    pub fn write(&mut self, columns: Vec<Values>) -> Result<(), TableError> {
        let columns: Vec<ArrayRef> = columns.into_iter().map(array).collect();
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), columns)?;
        Ok(self.writer.write(&batch)?)
    }

    /// Ends the table.
    ///
    /// # Errors
    /// When the file can't be written.
    pub fn finish(self) -> Result<W, TableError> {
        Ok(self.writer.into_inner()?)
    }
}

fn array(values: Values) -> ArrayRef {
    match values {
        Values::Text(values) => Arc::new(StringArray::from(values)),
        Values::Real(values) => Arc::new(Float64Array::from(values)),
        Values::Count(values) => Arc::new(UInt32Array::from(values)),
        Values::Truth(values) => Arc::new(BooleanArray::from(values)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader as _, SerializedFileReader};

    #[test]
    fn a_table_has_its_rows() {
        let mut writer =
            TableWriter::new(Vec::new(), &[("a", ColumnKind::Text), ("b", ColumnKind::Real)]).expect("a table");
        let rows = || {
            vec![
                Values::Text(vec![Some("é".to_owned()), None]),
                Values::Real(vec![None, Some(0.5)]),
            ]
        };
        writer.write(rows()).expect("rows");
        writer.write(rows()).expect("rows");
        assert!(
            writer.write(vec![Values::Real(vec![])]).is_err(),
            "another number of columns"
        );
        let mut file = tempfile::tempfile().expect("a file");
        file.write_all(&writer.finish().expect("a table")).expect("written");
        let reader = SerializedFileReader::new(file).expect("Parquet");
        assert_eq!(reader.metadata().file_metadata().num_rows(), 4);
    }
}
