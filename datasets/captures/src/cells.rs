//! Columns from values, for the writers of tables.

use std::path::PathBuf;
use std::sync::Arc;

use arrow::array::{
    ArrayRef, BooleanArray, Float64Array, Int32Array, RecordBatch, StringArray, TimestampMicrosecondArray, UInt32Array,
    UInt64Array,
};
use skillc_records::{SessionId, Timestamp};
use skillc_text::nfc;

use crate::error::WriteError;
use crate::schema::Table;

/// The session's id, `rows` times.
pub(crate) fn session_ids(session: &SessionId, rows: usize) -> ArrayRef {
    Arc::new(StringArray::from_iter_values(std::iter::repeat_n(
        session.as_str(),
        rows,
    )))
}

/// Texts, brought to NFC.
pub(crate) fn texts<'a>(values: impl IntoIterator<Item = Option<&'a str>>) -> ArrayRef {
    Arc::new(values.into_iter().map(|text| text.map(nfc)).collect::<StringArray>())
}

pub(crate) fn counts(values: impl IntoIterator<Item = Option<u32>>) -> ArrayRef {
    Arc::new(values.into_iter().collect::<UInt32Array>())
}

pub(crate) fn integers(values: impl IntoIterator<Item = Option<i32>>) -> ArrayRef {
    Arc::new(values.into_iter().collect::<Int32Array>())
}

pub(crate) fn durations(values: impl IntoIterator<Item = Option<u64>>) -> ArrayRef {
    Arc::new(values.into_iter().collect::<UInt64Array>())
}

pub(crate) fn truths(values: impl IntoIterator<Item = Option<bool>>) -> ArrayRef {
    Arc::new(values.into_iter().collect::<BooleanArray>())
}

pub(crate) fn moments(values: impl IntoIterator<Item = Option<Timestamp>>) -> ArrayRef {
    let moments: TimestampMicrosecondArray = values.into_iter().map(|moment| moment.map(|moment| moment.0)).collect();
    Arc::new(moments.with_timezone("UTC"))
}

/// Numbers, each of which must be finite.
pub(crate) fn reals(
    column: &'static str,
    values: impl IntoIterator<Item = Option<f64>>,
) -> Result<ArrayRef, WriteError> {
    let array: Float64Array = values.into_iter().collect();
    if array.iter().flatten().all(f64::is_finite) {
        Ok(Arc::new(array))
    } else {
        Err(WriteError::NotFinite { column })
    }
}

/// The batch of `table` with these columns in the order of its schema.
pub(crate) fn batch(table: Table, columns: Vec<ArrayRef>) -> Result<RecordBatch, WriteError> {
    RecordBatch::try_new(table.schema(), columns).map_err(|error| WriteError::Encode {
        path: PathBuf::from(table.name()),
        reason: error.to_string(),
    })
}
