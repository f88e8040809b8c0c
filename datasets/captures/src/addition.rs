//! Adding to a sealed session: labels, and detections that were run again. The session's own files stay as they are.

use std::fs;
use std::path::{Path, PathBuf};

use arrow::array::RecordBatch;
use skillc_records::{Detection, FrameIndex, Label, Slug};

use crate::error::{Attempt as _, WriteError};
use crate::layout;
use crate::parquet_file::TableFile;
use crate::schema::Table;
use crate::store::{SessionFile, Store};
use crate::table;

/// Rows that are encoded at once.
const BATCH_ROWS: usize = 8 * 1024;

impl Store {
    /// Adds ground truth from `source` (the name of a label file) to a session. Labels from the same source replace the earlier ones.
    ///
    /// # Errors
    /// When a number is not finite, or the disk refuses: then nothing was added.
    pub fn add_labels(&self, session: &SessionFile, source: &str, labels: &[Label]) -> Result<PathBuf, WriteError> {
        let batches = labels.chunks(BATCH_ROWS).map(|labels| {
            let rows: Vec<_> = labels.iter().map(|label| (label.frame, label)).collect();
            table::labels::encode(&session.id, &rows)
        });
        self.add(session, Table::Labels, source, batches)
    }

    /// Adds detections that were run again, by `source` (the detector), to a session. Those from the same source replace the
    /// earlier ones.
    ///
    /// # Errors
    /// When a number is not finite, or the disk refuses: then nothing was added.
    pub fn add_detections(
        &self,
        session: &SessionFile,
        source: &str,
        detections: &[(FrameIndex, Detection)],
    ) -> Result<PathBuf, WriteError> {
        let batches = detections.chunks(BATCH_ROWS).map(|detections| {
            let rows: Vec<_> = detections
                .iter()
                .map(|(frame, detection)| (*frame, detection))
                .collect();
            table::detections::encode(&session.id, &rows)
        });
        self.add(session, Table::Detections, source, batches)
    }

    fn add(
        &self,
        session: &SessionFile,
        table: Table,
        source: &str,
        batches: impl Iterator<Item = Result<RecordBatch, WriteError>>,
    ) -> Result<PathBuf, WriteError> {
        let path = layout::added_file(self.root(), table, &session.app, &session.id, &Slug::of(source));
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).write("create", folder)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let unfinished = folder.join(format!(".{name}-{}", std::process::id()));
        let written = write_file(&unfinished, table, batches);
        if let Err(error) = written {
            // The first error is the one to report.
            let _ = fs::remove_file(&unfinished);
            return Err(error);
        }
        fs::rename(&unfinished, &path).write("create", &path)?;
        Ok(path)
    }
}

fn write_file(
    path: &Path,
    table: Table,
    batches: impl Iterator<Item = Result<RecordBatch, WriteError>>,
) -> Result<(), WriteError> {
    let mut file = TableFile::create(path.to_owned(), table)?;
    for batch in batches {
        file.write(&batch?)?;
    }
    file.finish()?;
    Ok(())
}
