//! Records to rows and back, one file a table.

pub(crate) mod actions;
pub(crate) mod detections;
pub(crate) mod frames;
pub(crate) mod labels;
pub(crate) mod nodes;
pub(crate) mod sessions;
