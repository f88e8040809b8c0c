//! A lazy scan over one table of a store, and typed rows out of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use polars::prelude::{
    DataFrame, DataType, Expr, Field, HiveOptions, LazyFrame, PlRefPath, PolarsError, ScanArgsParquet, Schema,
    UnionArgs, col, concat,
};
use skillc_captures::{ReadError, Store, StoreError, Table};

/// A question can't be answered.
#[derive(Debug, thiserror::Error)]
pub enum ScanError {
    /// The store can't be listed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The scan failed.
    #[error("the {table} can't be scanned: {reason}")]
    Scan {
        /// The table.
        table: &'static str,
        /// What the engine said.
        reason: String,
    },
}

/// An answer, and the files that are not in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer<T> {
    /// One row a group, in the order of the groups.
    pub rows: Vec<T>,
    /// Files that couldn't be scanned.
    pub problems: Vec<ReadError>,
}

/// One group of a grouped scan.
pub(crate) struct Group {
    /// The values of the grouping columns.
    pub(crate) keys: Vec<String>,
    /// The aggregates; nothing is 0.
    pub(crate) values: Vec<i64>,
}

/// Groups the rows of `table` by `keys` and aggregates them, in the order of the keys.
pub(crate) fn grouped(
    store: &Store,
    table: Table,
    keys: &[&str],
    columns: &[&str],
    aggregates: Vec<Expr>,
) -> Result<(Vec<Group>, Vec<ReadError>), ScanError> {
    let files = store.table_files(table)?;
    if files.usable.is_empty() {
        return Ok((Vec::new(), files.problems));
    }
    let failed = |error: PolarsError| ScanError::Scan {
        table: table.name(),
        reason: error.to_string(),
    };
    let wanted: Vec<Expr> = keys.iter().chain(columns).map(|name| col(*name)).collect();
    let ask = |rows: LazyFrame| {
        rows.group_by(keys.iter().map(|key| col(*key)).collect::<Vec<_>>())
            .agg(aggregates.clone())
            .collect()
    };
    let folder = store.root().join(table.name());
    let all = scan(&folder, &files.usable).map(|rows| rows.select(&wanted));
    let answer = all.and_then(ask).or_else(|_| {
        // A file of a later version has columns that the others have not, which one scan over all doesn't take.
        let each = files
            .usable
            .iter()
            .map(|file| Ok(scan(&folder, std::slice::from_ref(file))?.select(&wanted)));
        ask(concat(
            each.collect::<Result<Vec<_>, PolarsError>>()?,
            UnionArgs::default(),
        )?)
    });
    let groups = answer.and_then(|rows| read(rows, keys.len())).map_err(failed)?;
    Ok((groups, files.problems))
}

/// A scan of these files of `folder`, with the column `app` from the names of their folders.
fn scan(folder: &Path, files: &[PathBuf]) -> Result<LazyFrame, PolarsError> {
    let paths: Vec<PlRefPath> = files
        .iter()
        .map(|file| PlRefPath::try_from_path(file))
        .collect::<Result<_, PolarsError>>()?;
    // An app named 2048 is a text, and `a=b` above the store is no partition.
    let partitions = Schema::from_iter([Field::new("app".into(), DataType::String)]);
    let hive_options = HiveOptions {
        enabled: Some(true),
        hive_start_idx: folder.to_string_lossy().len(),
        schema: Some(Arc::new(partitions)),
        try_parse_dates: false,
    };
    // Names may hold what a pattern would take for a wildcard.
    let arguments = ScanArgsParquet {
        hive_options,
        glob: false,
        ..ScanArgsParquet::default()
    };
    LazyFrame::scan_parquet_files(paths.into(), arguments)
}

/// The groups of a collected scan whose first `keys` columns are texts and whose others are numbers.
fn read(rows: DataFrame, keys: usize) -> Result<Vec<Group>, PolarsError> {
    let mut groups: Vec<Group> = (0..rows.height())
        .map(|_| Group {
            keys: Vec::new(),
            values: Vec::new(),
        })
        .collect();
    for (place, column) in rows.columns().iter().enumerate() {
        if place < keys {
            let texts = column.cast(&DataType::String)?;
            for (group, text) in groups.iter_mut().zip(texts.str()?.iter()) {
                group.keys.push(text.unwrap_or_default().to_owned());
            }
        } else {
            let numbers = column.cast(&DataType::Int64)?;
            for (group, number) in groups.iter_mut().zip(numbers.i64()?.iter()) {
                group.values.push(number.unwrap_or(0));
            }
        }
    }
    groups.sort_by(|a, b| a.keys.cmp(&b.keys));
    Ok(groups)
}
