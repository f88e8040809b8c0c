//! Appending to the ledger and reading it.

use std::fs::{self, File};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use arrow::array::RecordBatch;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::metadata::ParquetMetaData;
use parquet::file::properties::WriterProperties;
use skillc_records::SessionId;

use crate::run::Run;
use crate::{decode, encode, schema};

/// The ledger: a folder with one file a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ledger {
    folder: PathBuf,
}

/// The runs of a ledger, and the files that can't be read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Listing {
    /// Runs in the order of their start.
    pub runs: Vec<Run>,
    /// Files that can't be read.
    pub problems: Vec<Unreadable>,
}

/// A file of the ledger that can't be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {reason}", file.display())]
pub struct Unreadable {
    /// The file.
    pub file: PathBuf,
    /// Why.
    pub reason: String,
}

/// The ledger can't be written or listed.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
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
    /// The columnar libraries refused.
    #[error("{}: can't be written: {reason}", path.display())]
    Encode {
        /// The file.
        path: PathBuf,
        /// What they said.
        reason: String,
    },
}

/// A run is a few kilobytes; a file of this size is something else.
const MAX_FILE_BYTES: u64 = 64 << 20;
/// The most rows, and the most bytes of a column when it is decompressed.
const MAX_ROWS: i64 = 100_000;
const MAX_COLUMN_BYTES: i64 = 64 << 20;

impl Ledger {
    /// The ledger in `folder`, which need not exist.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Appends `run`: its file appears whole, whoever else appends at the same time. Returns the file.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn append(&self, run: &Run) -> Result<PathBuf, LedgerError> {
        let refused = |attempt, path: &Path, source| LedgerError::Io {
            attempt,
            path: path.to_owned(),
            source,
        };
        fs::create_dir_all(&self.folder).map_err(|error| refused("create", &self.folder, error))?;
        let path = self.folder.join(format!("run={}.parquet", run.id));
        let unfinished = self.folder.join(format!(".run={}-{}", run.id, std::process::id()));
        let failed = |error: &dyn ToString| LedgerError::Encode {
            path: path.clone(),
            reason: error.to_string(),
        };
        let rows = encode::rows(run).map_err(|error| failed(&error))?;
        let file = File::create(&unfinished).map_err(|error| refused("create", &unfinished, error))?;
        let zstd = ZstdLevel::try_new(3).map_or(Compression::UNCOMPRESSED, Compression::ZSTD);
        let properties = WriterProperties::builder().set_compression(zstd).build();
        let options = ArrowWriterOptions::new()
            .with_properties(properties)
            .with_skip_arrow_metadata(true);
        let written = ArrowWriter::try_new_with_options(file, schema::schema(), options).and_then(|mut writer| {
            writer.write(&rows)?;
            writer.close()
        });
        if let Err(error) = written {
            // The first error is the one to report.
            let _ = fs::remove_file(&unfinished);
            return Err(failed(&error));
        }
        fs::rename(&unfinished, &path).map_err(|error| refused("create", &path, error))?;
        Ok(path)
    }

    /// Every run. A file that can't be read is a problem of its own. A ledger without a folder is empty.
    ///
    /// # Errors
    /// When the folder can't be listed.
    pub fn runs(&self) -> Result<Listing, LedgerError> {
        let mut listing = Listing::default();
        for file in self.files()? {
            match read(&file) {
                Ok(run) => listing.runs.push(run),
                Err(reason) => listing.problems.push(Unreadable { file, reason }),
            }
        }
        Ok(listing)
    }

    /// The run with this id; none if there is no such file.
    ///
    /// # Errors
    /// When the file can't be read.
    pub fn run(&self, id: &SessionId) -> Result<Option<Run>, Unreadable> {
        let file = self.folder.join(format!("run={id}.parquet"));
        if !file.exists() {
            return Ok(None);
        }
        read(&file).map(Some).map_err(|reason| Unreadable { file, reason })
    }

    /// The files of runs, in the order of their start.
    fn files(&self) -> Result<Vec<PathBuf>, LedgerError> {
        let refused = |source| LedgerError::Io {
            attempt: "list",
            path: self.folder.clone(),
            source,
        };
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(refused)?,
        };
        let mut files = Vec::new();
        for entry in entries {
            let path = entry.map_err(refused)?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.starts_with("run=") && name.ends_with(".parquet") {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    }
}

/// Reads a run. A panic of the Parquet library over a damaged file is taken as what it is: a file that can't be read.
fn read(path: &Path) -> Result<Run, String> {
    let gave_up = |_| Err("is no whole Parquet file: the Parquet library gave up on it".to_owned());
    catch_unwind(AssertUnwindSafe(|| read_checked(path))).unwrap_or_else(gave_up)
}

fn read_checked(path: &Path) -> Result<Run, String> {
    let unopened = |error: io::Error| format!("can't be opened: {error}");
    let file = File::open(path).map_err(unopened)?;
    let bytes = file.metadata().map_err(unopened)?.len();
    if bytes > MAX_FILE_BYTES {
        return Err(format!("has {bytes} bytes, more than the limit of {MAX_FILE_BYTES}"));
    }
    let no_parquet = |error: &dyn ToString| format!("is no whole Parquet file: {}", error.to_string());
    let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
    let builder =
        ParquetRecordBatchReaderBuilder::try_new_with_options(file, options).map_err(|error| no_parquet(&error))?;
    check(builder.metadata(), bytes)?;
    let reader = builder.build().map_err(|error| no_parquet(&error))?;
    let batches: Vec<RecordBatch> = reader.collect::<Result<_, _>>().map_err(|error| no_parquet(&error))?;
    decode::run(&batches)
}

/// Checks the numbers of the footer, which the library takes as they are.
fn check(metadata: &ParquetMetaData, bytes: u64) -> Result<(), String> {
    let groups = metadata.row_groups();
    let rows = groups
        .iter()
        .map(|group| group.num_rows().max(0))
        .fold(0, i64::saturating_add);
    let columns = || groups.iter().flat_map(|group| group.columns());
    let largest = columns().map(|column| column.uncompressed_size()).max().unwrap_or(0);
    if rows > MAX_ROWS || largest > MAX_COLUMN_BYTES {
        return Err(format!(
            "has {rows} rows and a column of {largest} bytes, more than a run can have"
        ));
    }
    for column in columns() {
        let start = column.dictionary_page_offset().unwrap_or(column.data_page_offset());
        let end = start
            .checked_add(column.compressed_size())
            .and_then(|end| u64::try_from(end).ok());
        let is_inside = start >= 0 && column.compressed_size() >= 0 && end.is_some_and(|end| end <= bytes);
        if !is_inside {
            return Err("is no whole Parquet file: a column does not lie inside it".to_owned());
        }
    }
    Ok(())
}
