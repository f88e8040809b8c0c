//! Taking a session out of the store: as a store of its own, or as a plain folder of JSON Lines and pictures.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use arrow::array::{Array, ArrayRef, AsArray as _, RecordBatch};
use arrow::datatypes::{Float64Type, Int32Type, TimestampMicrosecondType, UInt32Type, UInt64Type};
use image::ImageFormat;
use parquet::file::metadata::PageIndexPolicy;
use serde_json::{Map, Value, json};

use crate::error::{Attempt as _, ReadError, StoreError};
use crate::layout;
use crate::opened;
use crate::schema::{ColumnType, Table};
use crate::store::{SessionFile, Store};

/// A session can't be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The session can't be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The target can't be written.
    #[error(transparent)]
    Write(#[from] StoreError),
    /// The target has a session of this id or a folder of this name.
    #[error("{}: is there already", path.display())]
    Exists {
        /// The file or folder.
        path: PathBuf,
    },
}

impl Store {
    /// Copies a session, with all that was added to it, into the store at `target`, which is made if it isn't there.
    ///
    /// # Errors
    /// When the session can't be read, or the target has it or can't be written.
    pub fn export_store(&self, session: &SessionFile, target: &Path) -> Result<(), ExportError> {
        let target = Self::create(target)?;
        // Read first: a session that can't be read is not passed on.
        self.read_file(session)?;
        if target.has(&session.id) {
            let path = layout::file(target.root(), Table::Sessions, &session.app, &session.id);
            return Err(ExportError::Exists { path });
        }
        let mut files = self.contents_of(session)?.files;
        // The session's own file last: then it is there whole or not at all.
        files.sort_by_key(|(table, _)| *table == Table::Sessions);
        for (table, from) in files {
            let folder = layout::app_folder(target.root(), table, &session.app);
            fs::create_dir_all(&folder).store("create", &folder)?;
            let name = from.file_name().unwrap_or_default();
            let unfinished = folder.join(format!(".{}-{}", name.to_string_lossy(), std::process::id()));
            fs::copy(&from, &unfinished).store("write", &unfinished)?;
            let to = folder.join(name);
            fs::rename(&unfinished, &to).store("create", &to)?;
        }
        Ok(())
    }

    /// Writes a session as a plain folder below `target`: one JSON Lines file a table with the columns of the format, and
    /// `pictures/<frame>.png`. In `frames.jsonl`, `image` is the file of the picture. Returns the folder.
    ///
    /// # Errors
    /// When the session can't be read, or the folder is there or can't be written.
    pub fn export_folder(&self, session: &SessionFile, target: &Path) -> Result<PathBuf, ExportError> {
        let contents = self.contents_of(session)?;
        let recording = self.read_contents(&contents)?;
        let folder = target.join(format!("{}-{}", session.app, session.id));
        if folder.exists() {
            return Err(ExportError::Exists { path: folder });
        }
        let unfinished = target.join(format!(".{}-{}-{}", session.app, session.id, std::process::id()));
        let pictures = unfinished.join("pictures");
        fs::create_dir_all(&pictures).store("create", &pictures)?;
        let images = self.export_pictures(session, &recording, &pictures)?;
        for table in Table::ALL {
            let path = unfinished.join(format!("{}.jsonl", table.name()));
            let mut out = BufWriter::new(File::create(&path).store("create", &path)?);
            let mut row = 0;
            for file in contents.of_table(table) {
                let opened = opened::open(file, table, PageIndexPolicy::Skip)?;
                for batch in opened.batches(|name| name != "image")? {
                    let batch = batch.map_err(|error| opened.damaged(error))?;
                    for in_batch in 0..batch.num_rows() {
                        let mut object = json_row(table, &batch, in_batch);
                        if let (Table::Frames, Some(image)) = (table, images.get(row).cloned().flatten()) {
                            object.insert("image".to_owned(), Value::String(image));
                        }
                        writeln!(out, "{}", Value::Object(object)).store("write", &path)?;
                        row += 1;
                    }
                }
            }
            out.flush().store("write", &path)?;
        }
        fs::rename(&unfinished, &folder).store("create", &folder)?;
        Ok(folder)
    }

    /// Writes every picture once and returns the file that shows each frame.
    fn export_pictures(
        &self,
        session: &SessionFile,
        recording: &skillc_records::Recording,
        folder: &Path,
    ) -> Result<Vec<Option<String>>, ExportError> {
        let pictures = self.pictures(&session.id)?;
        let mut names = std::collections::BTreeMap::new();
        let mut images = Vec::new();
        for frame in &recording.frames {
            let Some(picture) = &frame.picture else {
                images.push(None);
                continue;
            };
            if !names.contains_key(&picture.hash) {
                let bytes = pictures.by_hash(&picture.hash)?.unwrap_or_default();
                let name = format!("{:05}.{}", frame.index.0, extension(&bytes));
                let path = folder.join(&name);
                fs::write(&path, &bytes).store("write", &path)?;
                names.insert(picture.hash.clone(), format!("pictures/{name}"));
            }
            images.push(names.get(&picture.hash).cloned());
        }
        Ok(images)
    }
}

fn extension(bytes: &[u8]) -> &'static str {
    match image::guess_format(bytes) {
        Ok(ImageFormat::Jpeg) => "jpg",
        Ok(ImageFormat::WebP) => "webp",
        _ => "png",
    }
}

/// A row as JSON with the columns of the format; nulls are left out.
fn json_row(table: Table, batch: &RecordBatch, row: usize) -> Map<String, Value> {
    let mut object = Map::new();
    for column in table.columns() {
        if let Some(value) = batch
            .column_by_name(column.name)
            .and_then(|array| json_value(column.column_type, array, row))
        {
            object.insert(column.name.to_owned(), value);
        }
    }
    object
}

fn json_value(column_type: ColumnType, array: &ArrayRef, row: usize) -> Option<Value> {
    if array.is_null(row) {
        return None;
    }
    Some(match column_type {
        ColumnType::Text => json!(array.as_string_opt::<i32>()?.value(row)),
        ColumnType::Bytes => return None,
        ColumnType::Count => json!(array.as_primitive_opt::<UInt32Type>()?.value(row)),
        ColumnType::Integer => json!(array.as_primitive_opt::<Int32Type>()?.value(row)),
        ColumnType::Duration => json!(array.as_primitive_opt::<UInt64Type>()?.value(row)),
        ColumnType::Real => json!(array.as_primitive_opt::<Float64Type>()?.value(row)),
        ColumnType::Truth => json!(array.as_boolean_opt()?.value(row)),
        ColumnType::Moment => json!(rfc3339(
            array.as_primitive_opt::<TimestampMicrosecondType>()?.value(row)
        )),
        ColumnType::Target => {
            let members = array.as_struct_opt()?;
            let texts = members
                .fields()
                .iter()
                .zip(members.columns())
                .filter_map(|(field, column)| {
                    let column = column.as_string_opt::<i32>()?;
                    column
                        .is_valid(row)
                        .then(|| (field.name().clone(), json!(column.value(row))))
                });
            Value::Object(texts.collect())
        }
        ColumnType::PixelRects => {
            let rects = array.as_list_opt::<i32>()?.value(row);
            let members = rects.as_struct_opt()?;
            let rect = |i: usize| {
                let sides = members
                    .fields()
                    .iter()
                    .zip(members.columns())
                    .filter_map(|(field, column)| {
                        Some((
                            field.name().clone(),
                            json!(column.as_primitive_opt::<Float64Type>()?.value(i)),
                        ))
                    });
                Value::Object(sides.collect())
            };
            Value::Array((0..members.len()).map(rect).collect())
        }
    })
}

/// Microseconds since 1970 as `2026-11-30T09:15:00.000001Z`; as the number itself outside the years that can be written so.
fn rfc3339(microseconds: i64) -> String {
    jiff::Timestamp::from_microsecond(microseconds)
        .map_or_else(|_| microseconds.to_string(), |moment| moment.to_string())
}
