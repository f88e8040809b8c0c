//! The tables and their columns, in one place: the Arrow schemas, the checks of a reader and the reference page `FORMAT.md` all
//! come from here.

use std::sync::Arc;

use arrow::datatypes::{DataType, Field, Fields, Schema, SchemaRef, TimeUnit};

/// A table of the store: one folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Table {
    /// Who recorded what, when, on what.
    Sessions,
    /// One row a capture.
    Frames,
    /// One row a detection.
    Detections,
    /// One row an action.
    Actions,
    /// One row a node of an accessibility tree.
    Nodes,
    /// One row a label: ground truth.
    Labels,
}

/// The type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnType {
    /// UTF-8, NFC.
    Text,
    /// Bytes as they are.
    Bytes,
    /// 32-bit integer without a sign: places and sizes.
    Count,
    /// 32-bit integer.
    Integer,
    /// 64-bit integer without a sign: durations.
    Duration,
    /// 64-bit floating point, finite.
    Real,
    /// True or false.
    Truth,
    /// UTC, microseconds.
    Moment,
    /// A structure of `platform`, `device`, `os_version`, each an optional text.
    Target,
    /// A list of structures of `x_px`, `y_px`, `width_px`, `height_px`.
    PixelRects,
}

/// A column of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub column_type: ColumnType,
    /// Whether it may be null.
    pub nullable: bool,
}

const fn required(name: &'static str, column_type: ColumnType) -> Column {
    Column {
        name,
        column_type,
        nullable: false,
    }
}

const fn optional(name: &'static str, column_type: ColumnType) -> Column {
    Column {
        name,
        column_type,
        nullable: true,
    }
}

use ColumnType::{Bytes, Count, Duration, Integer, Moment, PixelRects, Real, Target, Text, Truth};

const SESSIONS: &[Column] = &[
    required("session_id", Text),
    required("app_name", Text),
    required("producer", Text),
    optional("producer_version", Text),
    required("target", Target),
    optional("locale", Text),
    required("orientation", Text),
    required("window_width_pt", Real),
    required("window_height_pt", Real),
    optional("app_md", Text),
    optional("app_md_sha256", Text),
    required("started_at", Moment),
    optional("ended_at", Moment),
    optional("goal", Text),
    required("recorder_version", Text),
    required("state", Text),
];

const FRAMES: &[Column] = &[
    required("session_id", Text),
    required("frame", Count),
    required("captured_at", Moment),
    optional("image", Bytes),
    optional("image_hash", Text),
    optional("image_width_px", Count),
    optional("image_height_px", Count),
    optional("scale", Real),
    required("attempt_outcome", Text),
    optional("failure_reason", Text),
    optional("error_type", Text),
    optional("exit_code", Integer),
    optional("elapsed_ms", Duration),
    required("quality", Text),
    optional("quality_reason", Text),
    required("masked", PixelRects),
];

const DETECTIONS: &[Column] = &[
    required("session_id", Text),
    required("frame", Count),
    required("detector", Text),
    required("kind", Text),
    optional("text", Text),
    optional("confidence", Real),
    optional("x_pt", Real),
    optional("y_pt", Real),
    optional("width_pt", Real),
    optional("height_pt", Real),
    required("tap_x_pt", Real),
    required("tap_y_pt", Real),
];

const ACTIONS: &[Column] = &[
    required("session_id", Text),
    required("action", Count),
    optional("frame_before", Count),
    optional("frame_after", Count),
    required("kind", Text),
    optional("x_pt", Real),
    optional("y_pt", Real),
    optional("to_x_pt", Real),
    optional("to_y_pt", Real),
    optional("target_text", Text),
    optional("display_label", Text),
    optional("value", Text),
    required("started_at", Moment),
    optional("ended_at", Moment),
    required("outcome", Text),
    optional("error_type", Text),
    optional("exit_code", Integer),
];

const NODES: &[Column] = &[
    required("session_id", Text),
    required("frame", Count),
    required("node", Count),
    optional("parent", Count),
    optional("depth", Count),
    optional("reference", Text),
    optional("role", Text),
    optional("label", Text),
    optional("value", Text),
    optional("identifier", Text),
    optional("x_pt", Real),
    optional("y_pt", Real),
    optional("width_pt", Real),
    optional("height_pt", Real),
    optional("hittable", Truth),
    optional("enabled", Truth),
    optional("selected", Truth),
    optional("focused", Truth),
    optional("extra", Text),
];

const LABELS: &[Column] = &[
    required("session_id", Text),
    required("frame", Count),
    required("class", Text),
    optional("text", Text),
    required("x_pt", Real),
    required("y_pt", Real),
    required("width_pt", Real),
    required("height_pt", Real),
    required("text_visible", Truth),
    required("exhaustive", Truth),
    required("source", Text),
];

impl Table {
    /// Every table, in the order of the format.
    pub const ALL: [Self; 6] = [
        Self::Sessions,
        Self::Frames,
        Self::Detections,
        Self::Actions,
        Self::Nodes,
        Self::Labels,
    ];

    /// The folder's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sessions => "sessions",
            Self::Frames => "frames",
            Self::Detections => "detections",
            Self::Actions => "actions",
            Self::Nodes => "nodes",
            Self::Labels => "labels",
        }
    }

    /// Its columns in order. The partition column `app` (the slug) stands in the folder's name and not in the files.
    pub fn columns(self) -> &'static [Column] {
        match self {
            Self::Sessions => SESSIONS,
            Self::Frames => FRAMES,
            Self::Detections => DETECTIONS,
            Self::Actions => ACTIONS,
            Self::Nodes => NODES,
            Self::Labels => LABELS,
        }
    }

    /// Whether every session has a file in this table, even one without rows.
    pub fn is_always_there(self) -> bool {
        !matches!(self, Self::Nodes | Self::Labels)
    }

    /// Its Arrow schema.
    pub fn schema(self) -> SchemaRef {
        let fields: Fields = self.columns().iter().map(Column::field).collect();
        Arc::new(Schema::new(fields))
    }
}

impl Column {
    fn field(&self) -> Field {
        Field::new(self.name, self.column_type.arrow(), self.nullable)
    }
}

impl ColumnType {
    /// The Arrow type.
    pub fn arrow(self) -> DataType {
        match self {
            Text => DataType::Utf8,
            Bytes => DataType::Binary,
            Count => DataType::UInt32,
            Integer => DataType::Int32,
            Duration => DataType::UInt64,
            Real => DataType::Float64,
            Truth => DataType::Boolean,
            Moment => DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())),
            Target => DataType::Struct(target_fields()),
            PixelRects => DataType::List(Arc::new(pixel_rect_field())),
        }
    }
}

/// The members of `target`.
pub(crate) fn target_fields() -> Fields {
    ["platform", "device", "os_version"]
        .into_iter()
        .map(|name| Field::new(name, DataType::Utf8, true))
        .collect()
}

/// The members of an element of `masked`.
pub(crate) fn pixel_rect_fields() -> Fields {
    ["x_px", "y_px", "width_px", "height_px"]
        .into_iter()
        .map(|name| Field::new(name, DataType::Float64, false))
        .collect()
}

/// An element of `masked`, named as the Parquet specification names it.
pub(crate) fn pixel_rect_field() -> Field {
    Field::new("element", DataType::Struct(pixel_rect_fields()), false)
}
