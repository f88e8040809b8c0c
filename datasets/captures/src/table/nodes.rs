//! The `nodes` table.

use arrow::array::{ArrayRef, RecordBatch};
use skillc_records::{FrameIndex, Node, SessionId, WindowRect};

use crate::cells::{batch, counts, reals, session_ids, texts, truths};
use crate::error::{ReadError, WriteError};
use crate::rows::Rows;
use crate::schema::Table;

/// The rows of `nodes`, all of `frame`.
pub(crate) fn encode(session: &SessionId, frame: FrameIndex, nodes: &[Node]) -> Result<RecordBatch, WriteError> {
    let side = |name, side: fn(&WindowRect) -> f64| reals(name, nodes.iter().map(|node| node.rect.as_ref().map(side)));
    let columns: Vec<ArrayRef> = vec![
        session_ids(session, nodes.len()),
        counts(nodes.iter().map(|_| Some(frame.0))),
        counts(nodes.iter().map(|node| Some(node.index))),
        counts(nodes.iter().map(|node| node.parent)),
        counts(nodes.iter().map(|node| node.depth)),
        texts(nodes.iter().map(|node| node.reference.as_deref())),
        texts(nodes.iter().map(|node| node.role.as_deref())),
        texts(nodes.iter().map(|node| node.label.as_deref())),
        texts(nodes.iter().map(|node| node.value.as_deref())),
        texts(nodes.iter().map(|node| node.identifier.as_deref())),
        side("x_pt", |rect| rect.x)?,
        side("y_pt", |rect| rect.y)?,
        side("width_pt", |rect| rect.width)?,
        side("height_pt", |rect| rect.height)?,
        truths(nodes.iter().map(|node| node.hittable)),
        truths(nodes.iter().map(|node| node.enabled)),
        truths(nodes.iter().map(|node| node.selected)),
        truths(nodes.iter().map(|node| node.focused)),
        texts(nodes.iter().map(|node| node.extra.as_deref())),
    ];
    batch(Table::Nodes, columns)
}

/// The nodes in `rows`.
pub(crate) fn decode(rows: &Rows<'_>) -> Result<Vec<Node>, ReadError> {
    let frames = rows.counts("frame")?;
    let (indexes, parents, depths) = (rows.counts("node")?, rows.counts("parent")?, rows.counts("depth")?);
    let (references, roles) = (rows.texts("reference")?, rows.texts("role")?);
    let (labels, values, identifiers) = (rows.texts("label")?, rows.texts("value")?, rows.texts("identifier")?);
    let rects = rows.rects()?;
    let (hittable, enabled) = (rows.truths("hittable")?, rows.truths("enabled")?);
    let (selected, focused) = (rows.truths("selected")?, rows.truths("focused")?);
    let extras = rows.texts("extra")?;
    let node = |row| {
        Ok(Node {
            frame: FrameIndex(frames.required(row)?),
            index: indexes.required(row)?,
            parent: parents.optional(row),
            depth: depths.optional(row),
            reference: references.owned(row),
            role: roles.owned(row),
            label: labels.owned(row),
            value: values.owned(row),
            identifier: identifiers.owned(row),
            rect: rects.optional(row)?,
            hittable: hittable.optional(row),
            enabled: enabled.optional(row),
            selected: selected.optional(row),
            focused: focused.optional(row),
            extra: extras.owned(row),
        })
    };
    (0..rows.len()).map(node).collect()
}
