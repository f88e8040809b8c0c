//! Every match, for anyone's own questions: as Parquet, or as JSON with an object a line.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use skillc_recall::measure::MatchRow;
use skillc_tables::{ColumnKind, TableError, TableWriter, Values};
use tempfile::NamedTempFile;

use crate::failure::{Failure, shown};

/// A file of matches that is being written. It appears when it is finished.
pub(super) struct MatchFile {
    path: PathBuf,
    /// The file under its temporary name; it goes if nothing comes of it.
    unfinished: NamedTempFile,
    form: Form,
}

enum Form {
    Parquet(Box<TableWriter<BufWriter<File>>>),
    Json(BufWriter<File>),
}

const COLUMNS: [(&str, ColumnKind); 29] = [
    ("detector", ColumnKind::Text),
    ("session", ColumnKind::Text),
    ("frame", ColumnKind::Count),
    ("app", ColumnKind::Text),
    ("locale", ColumnKind::Text),
    ("theme", ColumnKind::Text),
    ("orientation", ColumnKind::Text),
    ("class", ColumnKind::Text),
    ("size", ColumnKind::Text),
    ("edge", ColumnKind::Text),
    ("outcome", ColumnKind::Text),
    ("basis", ColumnKind::Text),
    ("error", ColumnKind::Text),
    ("overlap", ColumnKind::Real),
    ("tap_hit", ColumnKind::Truth),
    ("label_text", ColumnKind::Text),
    ("label_x_pt", ColumnKind::Real),
    ("label_y_pt", ColumnKind::Real),
    ("label_width_pt", ColumnKind::Real),
    ("label_height_pt", ColumnKind::Real),
    ("seen_text", ColumnKind::Text),
    ("seen_x_pt", ColumnKind::Real),
    ("seen_y_pt", ColumnKind::Real),
    ("seen_width_pt", ColumnKind::Real),
    ("seen_height_pt", ColumnKind::Real),
    ("confidence", ColumnKind::Real),
    ("is_exact", ColumnKind::Truth),
    ("characters", ColumnKind::Count),
    ("wrong_characters", ColumnKind::Count),
];

impl MatchFile {
    /// Begins a file; its ending says which form.
    pub(super) fn create(path: &Path) -> Result<Self, Failure> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let is_parquet = match ending.as_deref() {
            Some("parquet") => true,
            Some("json" | "jsonl") => false,
            _ => {
                return Err(Failure::new(format!("--matches {} is of no known kind", shown(path)))
                    .help("end its name with .parquet, or with .json for an object a line"));
            }
        };
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder).map_err(|error| Failure::io("create the folder", folder, error))?;
        let write = |error| Failure::io("write", path, error);
        let unfinished = tempfile::Builder::new()
            .prefix(".skillc-")
            .tempfile_in(folder)
            .map_err(write)?;
        let file = BufWriter::new(unfinished.as_file().try_clone().map_err(write)?);
        let form = if is_parquet {
            let table = TableWriter::new(file, &COLUMNS).map_err(|error| unwritable(path, error))?;
            Form::Parquet(Box::new(table))
        } else {
            Form::Json(file)
        };
        Ok(Self {
            path: path.to_owned(),
            unfinished,
            form,
        })
    }

    /// Adds rows.
    pub(super) fn write(&mut self, rows: &[MatchRow]) -> Result<(), Failure> {
        if rows.is_empty() {
            return Ok(());
        }
        match &mut self.form {
            Form::Parquet(table) => table
                .write(columns(rows))
                .map_err(|error| unwritable(&self.path, error)),
            Form::Json(file) => {
                let write = |row| {
                    serde_json::to_writer(&mut *file, row)?;
                    file.write_all(b"\n")
                };
                let mut rows = rows.iter();
                rows.try_for_each(write)
                    .map_err(|error| Failure::io("write", &self.path, error))
            }
        }
    }

    /// Ends the file.
    pub(super) fn finish(self) -> Result<(), Failure> {
        let Self { path, unfinished, form } = self;
        let mut file = match form {
            Form::Parquet(table) => table.finish().map_err(|error| unwritable(&path, error))?,
            Form::Json(file) => file,
        };
        file.flush().map_err(|error| Failure::io("write", &path, error))?;
        crate::format::readable_by_all(unfinished.as_file()).map_err(|error| Failure::io("write", &path, error))?;
        unfinished
            .persist(&path)
            .map_err(|error| Failure::io("write", &path, error.error))?;
        Ok(())
    }
}

fn unwritable(path: &Path, error: TableError) -> Failure {
    Failure::new(format!("could not write {}", shown(path))).because(error)
}

fn columns(rows: &[MatchRow]) -> Vec<Values> {
    let text =
        |value: fn(&MatchRow) -> &str| Values::Text(rows.iter().map(|row| Some(value(row).to_owned())).collect());
    let maybe_text = |value: fn(&MatchRow) -> Option<&str>| {
        Values::Text(rows.iter().map(|row| value(row).map(ToOwned::to_owned)).collect())
    };
    let side = |of: fn(&MatchRow) -> Option<[f64; 4]>, place: usize| {
        Values::Real(rows.iter().map(|row| of(row).map(|sides| sides[place])).collect())
    };
    let label = |row: &MatchRow| row.label_box;
    let seen = |row: &MatchRow| row.seen_box;
    let basis = |row: &MatchRow| {
        row.basis.map(|basis| match basis {
            skillc_recall::measure::matching::Basis::Box => "box",
            skillc_recall::measure::matching::Basis::Text => "text",
            skillc_recall::measure::matching::Basis::Tap => "tap",
        })
    };
    vec![
        text(|row| &row.detector),
        text(|row| &row.session),
        Values::Count(rows.iter().map(|row| Some(row.frame)).collect()),
        text(|row| &row.app),
        text(|row| &row.locale),
        text(|row| &row.theme),
        text(|row| &row.orientation),
        text(|row| &row.class),
        text(|row| &row.size),
        text(|row| &row.edge),
        text(|row| row.outcome.as_str()),
        maybe_text(basis),
        maybe_text(|row| row.error.map(skillc_recall::measure::ErrorKind::as_str)),
        Values::Real(rows.iter().map(|row| Some(row.overlap)).collect()),
        Values::Truth(rows.iter().map(|row| row.tap_hit).collect()),
        maybe_text(|row| row.label_text.as_deref()),
        side(label, 0),
        side(label, 1),
        side(label, 2),
        side(label, 3),
        maybe_text(|row| row.seen_text.as_deref()),
        side(seen, 0),
        side(seen, 1),
        side(seen, 2),
        side(seen, 3),
        Values::Real(rows.iter().map(|row| row.confidence).collect()),
        Values::Truth(rows.iter().map(|row| row.is_exact).collect()),
        Values::Count(rows.iter().map(|row| row.characters).collect()),
        Values::Count(rows.iter().map(|row| row.wrong_characters).collect()),
    ]
}
