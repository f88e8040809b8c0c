//! A lazy scan over one table of a store, and typed rows out of it.

use std::collections::BTreeMap;
use std::path::Path;

use polars::prelude::{
    DataFrame, DataType, Expr, HiveOptions, LazyFrame, PlRefPath, PolarsError, ScanArgsParquet, UnionArgs, col, concat,
};
use rayon::iter::Either;
use rayon::prelude::*;
use skillc_captures::{ReadError, SealedFile, Store, StoreError, Table};

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
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Group {
    /// The app's folder.
    pub(crate) app: String,
    /// The session.
    pub(crate) session: String,
    /// The values of the grouping columns.
    pub(crate) keys: Vec<String>,
    /// The aggregates; nothing is 0.
    pub(crate) values: Vec<u64>,
}

/// The files of a store, each folder listed once.
#[derive(Debug)]
pub(crate) struct Files {
    tables: BTreeMap<Table, Vec<SealedFile>>,
    /// The folder of its app by session.
    apps: BTreeMap<String, String>,
}

/// The files of one table whose footers were read.
struct Checked<'f> {
    /// With their numbers of rows.
    usable: Vec<(&'f SealedFile, u64)>,
    problems: Vec<ReadError>,
}

impl Files {
    pub(crate) fn of(store: &Store) -> Result<Self, StoreError> {
        let tables = store.files_by_table()?;
        let sessions = tables.get(&Table::Sessions).into_iter().flatten();
        let apps = sessions
            .map(|file| (file.session.id.to_string(), file.session.app.to_string()))
            .collect();
        Ok(Self { tables, apps })
    }

    fn checked(&self, table: Table) -> Checked<'_> {
        let files = self.tables.get(&table).map_or(&[][..], Vec::as_slice);
        let (usable, problems) = files.par_iter().map(|file| Ok((file, file.rows()?))).partition_map(
            |rows: Result<_, ReadError>| match rows {
                Ok(usable) => Either::Left(usable),
                Err(problem) => Either::Right(problem),
            },
        );
        Checked { usable, problems }
    }

    /// How many rows of `table` each session has, as footers say.
    pub(crate) fn rows(&self, table: Table) -> (Vec<Group>, Vec<ReadError>) {
        let Checked { usable, problems } = self.checked(table);
        let group = |(file, rows): (&SealedFile, u64)| Group {
            app: file.session.app.to_string(),
            session: file.session.id.to_string(),
            keys: Vec::new(),
            values: vec![rows],
        };
        (usable.into_iter().map(group).collect(), problems)
    }

    /// Groups the rows of `table` by session and `keys` and aggregates them, by app, session and keys.
    ///
    /// The app comes from the session and not from the partition: engines guess the type of partitions, and 007 is an app and no
    /// number.
    pub(crate) fn grouped(
        &self,
        table: Table,
        keys: &[&str],
        columns: &[&str],
        aggregates: &[Expr],
    ) -> Result<(Vec<Group>, Vec<ReadError>), ScanError> {
        let Checked { usable, problems } = self.checked(table);
        if usable.is_empty() {
            return Ok((Vec::new(), problems));
        }
        let paths: Vec<&Path> = usable.iter().map(|(file, _)| file.path.as_path()).collect();
        let keys: Vec<&str> = std::iter::once("session_id").chain(keys.iter().copied()).collect();
        let wanted: Vec<Expr> = keys.iter().chain(columns).map(|name| col(*name)).collect();
        let by: Vec<Expr> = keys.iter().map(|key| col(*key)).collect();
        let ask = |rows: LazyFrame| rows.group_by(by.clone()).agg(aggregates).collect();
        let all = scan(&paths).map(|rows| rows.select(&wanted));
        let answer = all.and_then(ask).or_else(|_| {
            // A file of a later version has columns that the others have not, which one scan over all doesn't take.
            let each = paths.iter().map(|file| Ok(scan(&[file])?.select(&wanted)));
            ask(concat(
                each.collect::<Result<Vec<_>, PolarsError>>()?,
                UnionArgs::default(),
            )?)
        });
        let groups = answer.and_then(|rows| read(&rows, keys.len(), &self.apps));
        let groups = groups.map_err(|error| ScanError::Scan {
            table: table.name(),
            reason: error.to_string(),
        })?;
        Ok((groups, problems))
    }
}

/// The groups of all sessions of an app with the same keys as one, with the sums of their values; `session` is empty.
pub(crate) fn by_app(groups: Vec<Group>) -> Vec<Group> {
    let mut sums: BTreeMap<(String, Vec<String>), Vec<u64>> = BTreeMap::new();
    for group in groups {
        let sum = sums
            .entry((group.app, group.keys))
            .or_insert_with(|| vec![0; group.values.len()]);
        for (sum, value) in sum.iter_mut().zip(group.values) {
            *sum = sum.saturating_add(value);
        }
    }
    sums.into_iter()
        .map(|((app, keys), values)| Group {
            app,
            session: String::new(),
            keys,
            values,
        })
        .collect()
}

fn scan(files: &[&Path]) -> Result<LazyFrame, PolarsError> {
    let paths: Vec<PlRefPath> = files
        .iter()
        .map(|file| PlRefPath::try_from_path(file))
        .collect::<Result<_, PolarsError>>()?;
    // Names may hold what a pattern would take for a wildcard.
    let arguments = ScanArgsParquet {
        hive_options: HiveOptions::new_disabled(),
        glob: false,
        ..ScanArgsParquet::default()
    };
    LazyFrame::scan_parquet_files(paths.into(), arguments)
}

/// The groups of a collected scan whose first `keys` columns are the session and other texts, and whose others are numbers.
fn read(rows: &DataFrame, keys: usize, apps: &BTreeMap<String, String>) -> Result<Vec<Group>, PolarsError> {
    let empty = Group {
        app: String::new(),
        session: String::new(),
        keys: Vec::new(),
        values: Vec::new(),
    };
    let mut groups = vec![empty; rows.height()];
    for (place, column) in rows.columns().iter().enumerate() {
        if place < keys {
            for (group, text) in groups.iter_mut().zip(column.str()?.iter()) {
                let text = text.unwrap_or_default();
                if place > 0 {
                    group.keys.push(text.to_owned());
                } else if let Some(app) = apps.get(text) {
                    (group.app, group.session) = (app.clone(), text.to_owned());
                }
            }
        } else {
            let numbers = column.cast(&DataType::UInt64)?;
            for (group, number) in groups.iter_mut().zip(numbers.u64()?.iter()) {
                group.values.push(number.unwrap_or(0));
            }
        }
    }
    groups.sort_by(|a, b| (&a.app, &a.session, &a.keys).cmp(&(&b.app, &b.session, &b.keys)));
    Ok(groups)
}
