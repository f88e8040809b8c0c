//! The columns of a run's file.
//!
//! | column | type | what it holds |
//! |---|---|---|
//! | `run_id` | text | ULID |
//! | `command` | text | `compile`, `nightly`, … |
//! | `started_at`, `ended_at` | timestamp, µs, UTC | |
//! | `outcome` | text | `clean`, `findings`, `failed` |
//! | `git_revision` | text, may be null | the commit of the workspace |
//! | `skillc_version` | text | |
//! | `versions` | list of `name`, `version` | what results depend on |
//! | `app` | text, may be null | null in the row of what belongs to no app |
//! | `sessions`, `frames`, `screens`, `skills`, `steps` | unsigned 64-bit | |
//! | `stages` | list of `stage`, `run`, `hit`, `failed`, `elapsed_ms` | |
//! | `problems` | list of texts | |
//!
//! A new column is optional for ever; a reader takes one that is missing as empty.

use std::sync::Arc;

use arrow::datatypes::{DataType, Field, Fields, Schema, SchemaRef, TimeUnit};

/// The numbers of an app, in order.
pub(crate) const NUMBERS: [&str; 5] = ["sessions", "frames", "screens", "skills", "steps"];
/// The numbers of a stage, in order.
pub(crate) const STAGE_NUMBERS: [&str; 4] = ["run", "hit", "failed", "elapsed_ms"];

/// The Arrow schema of a run's file.
pub fn schema() -> SchemaRef {
    let text = |name: &str, nullable| Field::new(name, DataType::Utf8, nullable);
    let moment = |name: &str| {
        Field::new(
            name,
            DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())),
            false,
        )
    };
    let list = |name: &str, element: DataType| {
        Field::new(
            name,
            DataType::List(Arc::new(Field::new("element", element, false))),
            false,
        )
    };
    let mut fields = vec![
        text("run_id", false),
        text("command", false),
        moment("started_at"),
        moment("ended_at"),
        text("outcome", false),
        text("git_revision", true),
        text("skillc_version", false),
        list("versions", DataType::Struct(version_fields())),
        text("app", true),
    ];
    fields.extend(NUMBERS.map(|name| Field::new(name, DataType::UInt64, false)));
    fields.push(list("stages", DataType::Struct(stage_fields())));
    fields.push(list("problems", DataType::Utf8));
    Arc::new(Schema::new(fields))
}

pub(crate) fn version_fields() -> Fields {
    ["name", "version"]
        .into_iter()
        .map(|name| Field::new(name, DataType::Utf8, false))
        .collect()
}

pub(crate) fn stage_fields() -> Fields {
    let stage = Field::new("stage", DataType::Utf8, false);
    std::iter::once(stage)
        .chain(STAGE_NUMBERS.map(|name| Field::new(name, DataType::UInt64, false)))
        .collect()
}
