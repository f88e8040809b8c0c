//! A run as the rows of its file.

use std::sync::Arc;

use arrow::array::{
    Array, ArrayRef, ListArray, RecordBatch, StringArray, StructArray, TimestampMicrosecondArray, UInt64Array,
};
use arrow::buffer::OffsetBuffer;
use arrow::datatypes::{Field, Fields};
use arrow::error::ArrowError;

use crate::run::{AppRun, Run, StageRun};
use crate::schema::{schema, stage_fields, version_fields};

/// The rows of `run`: its apps, and one without an app if something belongs to none or there is no app.
pub(crate) fn rows(run: &Run) -> Result<RecordBatch, ArrowError> {
    let of_none = AppRun {
        problems: run.problems.clone(),
        ..AppRun::default()
    };
    let mut apps: Vec<(Option<&str>, &AppRun)> = run.apps.iter().map(|app| (Some(app.app.as_str()), app)).collect();
    if apps.is_empty() || !run.problems.is_empty() {
        apps.push((None, &of_none));
    }
    let count = apps.len();
    let text = |text: &str| -> ArrayRef { Arc::new(StringArray::from_iter_values(std::iter::repeat_n(text, count))) };
    let moment =
        |at: i64| -> ArrayRef { Arc::new(TimestampMicrosecondArray::from(vec![at; count]).with_timezone("UTC")) };
    let number = |number: fn(&AppRun) -> u64| -> ArrayRef {
        Arc::new(apps.iter().map(|(_, app)| Some(number(app))).collect::<UInt64Array>())
    };
    let revision = run.git_revision.as_deref();
    let columns: Vec<ArrayRef> = vec![
        text(run.id.as_str()),
        text(&run.command),
        moment(run.started_at.0),
        moment(run.ended_at.0),
        text(run.outcome.as_str()),
        Arc::new(StringArray::from_iter(std::iter::repeat_n(revision, count))),
        text(&run.skillc_version),
        versions(&run.versions, count),
        Arc::new(StringArray::from_iter(apps.iter().map(|(app, _)| *app))),
        number(|app| app.sessions),
        number(|app| app.frames),
        number(|app| app.screens),
        number(|app| app.skills),
        number(|app| app.steps),
        stages(apps.iter().map(|(_, app)| app.stages.as_slice())),
        problems(apps.iter().map(|(_, app)| app.problems.as_slice())),
    ];
    RecordBatch::try_new(schema(), columns)
}

fn list(lengths: impl IntoIterator<Item = usize>, elements: ArrayRef) -> ArrayRef {
    let element = Field::new("element", elements.data_type().clone(), false);
    Arc::new(ListArray::new(
        Arc::new(element),
        OffsetBuffer::from_lengths(lengths),
        elements,
        None,
    ))
}

fn structures(fields: Fields, columns: Vec<ArrayRef>) -> ArrayRef {
    Arc::new(StructArray::new(fields, columns, None))
}

fn versions(versions: &[(String, String)], rows: usize) -> ArrayRef {
    let repeated = || std::iter::repeat_n(versions, rows).flatten();
    let names: ArrayRef = Arc::new(StringArray::from_iter_values(repeated().map(|(name, _)| name)));
    let values: ArrayRef = Arc::new(StringArray::from_iter_values(repeated().map(|(_, version)| version)));
    list(
        std::iter::repeat_n(versions.len(), rows),
        structures(version_fields(), vec![names, values]),
    )
}

fn stages<'a>(of_apps: impl Iterator<Item = &'a [StageRun]> + Clone) -> ArrayRef {
    let all = || of_apps.clone().flatten();
    let number = |number: fn(&StageRun) -> u64| -> ArrayRef {
        Arc::new(all().map(|stage| Some(number(stage))).collect::<UInt64Array>())
    };
    let columns = vec![
        Arc::new(StringArray::from_iter_values(all().map(|stage| &stage.stage))) as ArrayRef,
        number(|stage| stage.run),
        number(|stage| stage.hit),
        number(|stage| stage.failed),
        number(|stage| stage.elapsed_ms),
    ];
    list(
        of_apps.clone().map(<[StageRun]>::len),
        structures(stage_fields(), columns),
    )
}

fn problems<'a>(of_apps: impl Iterator<Item = &'a [String]> + Clone) -> ArrayRef {
    let texts: ArrayRef = Arc::new(StringArray::from_iter_values(of_apps.clone().flatten()));
    list(of_apps.map(<[String]>::len), texts)
}
