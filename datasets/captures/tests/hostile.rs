//! Files of others, damaged files and files of other versions: each is a problem of its own that names file and reason.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop at that place")]

mod common;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow::array::{Array, ArrayRef, BinaryArray, Int64Array, RecordBatch, StringArray, UInt32Array};
use arrow::datatypes::{Field, Schema};
use common::{png, session, session_id, tap, text};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use skillc_captures::{Capture, Fault, Picture, Reason, SessionFile, SessionWriter, Store, Table};
use skillc_records::{FrameIndex, SessionId, Timestamp};

/// A store with two sessions; the first one is the victim.
fn store(folder: &Path) -> (Store, SessionFile) {
    let store = Store::create(folder).unwrap();
    for number in 1..3 {
        let mut writer = SessionWriter::begin(&store, session(&session_id(number), "Santé")).unwrap();
        for frame in 0..3 {
            let detections = [text("Général", 10.0), text("Santé", 40.0)];
            let bytes = png(frame);
            let picture = Some(Picture {
                bytes: &bytes,
                scale: None,
            });
            writer
                .frame(Capture {
                    picture,
                    detections: &detections,
                    ..Capture::new(Timestamp(5))
                })
                .unwrap();
        }
        writer.action(tap(0, Some(1))).unwrap();
        writer.seal(Timestamp(7)).unwrap();
    }
    let file = store.session_files().unwrap().remove(0);
    (store, file)
}

fn path(store: &Store, table: Table, file: &SessionFile) -> PathBuf {
    store
        .root()
        .join(table.name())
        .join(format!("app={}", file.app))
        .join(format!("session={}.parquet", file.id))
}

/// Writes the rows of a file again after `change`, with these metadata.
fn rewrite(path: &Path, notes: &[(&str, &str)], change: impl Fn(RecordBatch) -> RecordBatch) {
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap())
        .unwrap()
        .build()
        .unwrap();
    let batches: Vec<_> = reader.map(|batch| change(batch.unwrap())).collect();
    let notes = notes
        .iter()
        .map(|(key, value)| KeyValue::new((*key).to_owned(), (*value).to_owned()))
        .collect();
    let properties = WriterProperties::builder().set_key_value_metadata(Some(notes)).build();
    let mut writer = ArrowWriter::try_new(File::create(path).unwrap(), batches[0].schema(), Some(properties)).unwrap();
    for batch in &batches {
        writer.write(batch).unwrap();
    }
    writer.close().unwrap();
}

/// The batch with another column in the place of `name`, or without it.
fn with_column(batch: &RecordBatch, name: &str, column: Option<ArrayRef>) -> RecordBatch {
    let mut fields = Vec::new();
    let mut columns = Vec::new();
    for (field, array) in batch.schema().fields().iter().zip(batch.columns()) {
        match &column {
            _ if field.name() != name => {
                fields.push(field.as_ref().clone());
                columns.push(Arc::clone(array));
            }
            Some(column) => {
                fields.push(Field::new(name, column.data_type().clone(), true));
                columns.push(Arc::clone(column));
            }
            None => {}
        }
    }
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns).unwrap()
}

/// The victim can't be read, for a reason that `expected` accepts; the other session can.
fn refused(store: &Store, victim: &SessionFile, table: Table, expected: impl Fn(&Reason) -> bool) {
    let error = store.read_file(victim).unwrap_err();
    assert!(expected(&error.reason), "{error}");
    assert_eq!(error.file, path(store, table, victim), "{error}");
    assert!(!store.verify_session(victim).1.is_empty());
    let other = store
        .session_files()
        .unwrap()
        .into_iter()
        .find(|file| file != victim)
        .unwrap();
    assert_eq!(store.read_file(&other).unwrap().frames.len(), 3);
    let listing = store.sessions().unwrap();
    assert_eq!(listing.sessions.len() + listing.problems.len(), 2);
}

#[test]
fn a_file_that_is_cut_anywhere_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (store, victim) = store(folder.path());
    for table in [Table::Sessions, Table::Frames, Table::Detections, Table::Actions] {
        let file = path(&store, table, &victim);
        let whole = fs::read(&file).unwrap();
        for length in (0..whole.len()).step_by(whole.len() / 40 + 1) {
            fs::write(&file, &whole[..length]).unwrap();
            refused(&store, &victim, table, |reason| matches!(reason, Reason::NotParquet(_)));
        }
        fs::write(&file, whole).unwrap();
    }
    assert!(store.read_file(&victim).is_ok());
}

#[test]
fn a_file_with_any_byte_changed_is_read_or_refused_and_found_by_verify() {
    let folder = tempfile::tempdir().unwrap();
    let (store, victim) = store(folder.path());
    for table in [Table::Sessions, Table::Frames, Table::Detections, Table::Actions] {
        let file = path(&store, table, &victim);
        let whole = fs::read(&file).unwrap();
        for (i, place) in (0..whole.len()).step_by(whole.len() / 150 + 1).enumerate() {
            let mut damaged = whole.clone();
            damaged[place] ^= [0x01, 0x80, 0xff, 0x7f][i % 4];
            fs::write(&file, &damaged).unwrap();
            // Neither may panic, whatever comes out.
            let _ = store.read_file(&victim);
            let faults = store.verify_session(&victim).1;
            assert!(
                table == Table::Sessions || !faults.is_empty(),
                "{} byte {place}",
                table.name()
            );
            if let Ok(pictures) = store.pictures(&victim.id) {
                let _ = pictures.of_frame(FrameIndex(0));
                let _ = pictures.of_frame(FrameIndex(2));
            }
        }
        fs::write(&file, whole).unwrap();
    }
}

#[test]
fn parquet_of_something_else_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (store, victim) = store(folder.path());
    let batch = RecordBatch::try_from_iter([("petal", Arc::new(Int64Array::from(vec![1])) as ArrayRef)]).unwrap();
    let file = path(&store, Table::Detections, &victim);
    let mut writer = ArrowWriter::try_new(File::create(&file).unwrap(), batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    let no_column = |reason: &Reason| *reason == Reason::MissingColumn("session_id".to_owned());
    refused(&store, &victim, Table::Detections, no_column);
}

#[test]
fn a_missing_column_a_wrong_type_and_a_null_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let (store, victim) = store(folder.path());
    let frames = path(&store, Table::Frames, &victim);
    let whole = fs::read(&frames).unwrap();
    rewrite(&frames, &[], |batch| with_column(&batch, "quality", None));
    refused(&store, &victim, Table::Frames, |reason| {
        *reason == Reason::MissingColumn("quality".to_owned())
    });

    fs::write(&frames, &whole).unwrap();
    let words: ArrayRef = Arc::new(StringArray::from(vec!["a", "b", "c"]));
    rewrite(&frames, &[], |batch| {
        with_column(&batch, "frame", Some(Arc::clone(&words)))
    });
    refused(
        &store,
        &victim,
        Table::Frames,
        |reason| matches!(reason, Reason::WrongType { column, .. } if column == "frame"),
    );

    fs::write(&frames, &whole).unwrap();
    let nulls: ArrayRef = Arc::new(StringArray::from(vec![Some("full"), None, Some("full")]));
    rewrite(&frames, &[], |batch| {
        with_column(&batch, "quality", Some(Arc::clone(&nulls)))
    });
    refused(
        &store,
        &victim,
        Table::Frames,
        |reason| matches!(reason, Reason::Null { column, row: 1 } if column == "quality"),
    );

    fs::write(&frames, &whole).unwrap();
    let words: ArrayRef = Arc::new(StringArray::from(vec!["full", "full", "splendid"]));
    rewrite(&frames, &[], |batch| {
        with_column(&batch, "quality", Some(Arc::clone(&words)))
    });
    refused(&store, &victim, Table::Frames, |reason| {
        matches!(reason, Reason::BadValue { row: 2, .. })
    });

    fs::write(&frames, &whole).unwrap();
    let places: ArrayRef = Arc::new(UInt32Array::from(vec![0, 2, 1]));
    rewrite(&frames, &[], |batch| {
        with_column(&batch, "frame", Some(Arc::clone(&places)))
    });
    refused(&store, &victim, Table::Frames, |reason| {
        matches!(reason, Reason::BadValue { row: 1, .. })
    });
}

#[test]
fn a_file_of_another_version_or_table_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let (store, victim) = store(folder.path());
    let frames = path(&store, Table::Frames, &victim);
    rewrite(&frames, &[("skillc.version", "2.3")], |batch| batch);
    refused(&store, &victim, Table::Frames, |reason| {
        reason.to_string().contains("version 2.3 is newer than 1.")
    });

    rewrite(&frames, &[("skillc.version", "1.9")], |batch| {
        let more = Field::new("mood", arrow::datatypes::DataType::Int64, true);
        let fields: Vec<_> = batch
            .schema()
            .fields()
            .iter()
            .map(|field| field.as_ref().clone())
            .chain([more])
            .collect();
        let mut columns = batch.columns().to_vec();
        columns.push(Arc::new(Int64Array::from(vec![1; batch.num_rows()])));
        RecordBatch::try_new(Arc::new(Schema::new(fields)), columns).unwrap()
    });
    assert_eq!(store.read_file(&victim).unwrap().frames.len(), 3);

    rewrite(&frames, &[("skillc.table", "actions")], |batch| batch);
    refused(&store, &victim, Table::Frames, |reason| {
        matches!(reason, Reason::WrongTable { .. })
    });
    fs::remove_file(&frames).unwrap();
    refused(&store, &victim, Table::Frames, |reason| *reason == Reason::Missing);
}

#[test]
fn a_file_of_another_session_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (store, victim) = store(folder.path());
    let other = SessionFile {
        id: SessionId::parse(&session_id(2)).unwrap(),
        ..victim.clone()
    };
    fs::copy(
        path(&store, Table::Detections, &other),
        path(&store, Table::Detections, &victim),
    )
    .unwrap();
    refused(
        &store,
        &victim,
        Table::Detections,
        |reason| matches!(reason, Reason::BadValue { column, .. } if column == "session_id"),
    );
}

#[test]
fn a_text_that_a_dictionary_repeats_does_not_fill_the_memory() {
    let folder = tempfile::tempdir().unwrap();
    let (store, victim) = store(folder.path());
    // 4 GiB of text in a file of less than a megabyte.
    let file = path(&store, Table::Detections, &victim);
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(&file).unwrap())
        .unwrap()
        .build()
        .unwrap();
    let batch = reader.map(|batch| batch.unwrap()).next().unwrap();
    let first = UInt32Array::from(vec![0; 64]);
    let columns = batch
        .columns()
        .iter()
        .map(|column| arrow::compute::take(column, &first, None).unwrap())
        .collect();
    let batch = RecordBatch::try_new(batch.schema(), columns).unwrap();
    let long = "x".repeat(1 << 18);
    let texts: ArrayRef = Arc::new(StringArray::from_iter_values(std::iter::repeat_n(long.as_str(), 64)));
    let batch = with_column(&batch, "text", Some(texts));
    let mut writer = ArrowWriter::try_new(File::create(&file).unwrap(), batch.schema(), None).unwrap();
    for _ in 0..256 {
        writer.write(&batch).unwrap();
    }
    writer.close().unwrap();
    assert!(fs::metadata(&file).unwrap().len() < 1 << 20);
    let error = store.read_file(&victim).unwrap_err();
    assert!(matches!(error.reason, Reason::TooLarge { .. }), "{error}");
}

#[test]
fn a_picture_that_was_exchanged_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let (store, victim) = store(folder.path());
    let frames = path(&store, Table::Frames, &victim);
    let (first, second) = (png(0), png(9));
    let images: ArrayRef = Arc::new(BinaryArray::from(vec![Some(first.as_slice()), Some(&second), None]));
    rewrite(&frames, &[], |batch| {
        with_column(&batch, "image", Some(Arc::clone(&images)))
    });
    let faults = store.verify_session(&victim).1;
    assert!(
        faults.iter().any(|fault| matches!(fault, Fault::Changed { .. })),
        "{faults:?}"
    );
    assert!(
        faults.iter().any(|fault| matches!(
            fault,
            Fault::PictureHash {
                frame: FrameIndex(1),
                ..
            }
        )),
        "{faults:?}"
    );
    assert!(
        faults
            .iter()
            .any(|fault| matches!(fault, Fault::File(error) if matches!(error.reason, Reason::Null { .. })))
    );
}

#[test]
fn strange_names_in_a_store_are_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = store(folder.path());
    let app = folder.path().join("sessions/app=santé");
    for name in [".DS_Store", "notes.txt", "session=x.parquet", "session=.parquet"] {
        fs::write(app.join(name), "x").unwrap();
    }
    fs::create_dir_all(folder.path().join("sessions/app=Bad Name")).unwrap();
    fs::create_dir_all(folder.path().join("sessions/other")).unwrap();
    assert_eq!(store.session_files().unwrap().len(), 2);
    assert_eq!(store.orphans().unwrap().len(), 2);
}
