//! The `labels` table.

use arrow::array::{ArrayRef, RecordBatch};
use skillc_records::{FrameIndex, Label, SessionId, WindowRect};

use crate::cells::{batch, counts, reals, session_ids, texts, truths};
use crate::error::{ReadError, WriteError};
use crate::rows::Rows;
use crate::schema::Table;

/// The rows of `labels`, each with its frame.
pub(crate) fn encode(session: &SessionId, labels: &[(FrameIndex, &Label)]) -> Result<RecordBatch, WriteError> {
    let all = || labels.iter().map(|(_, label)| *label);
    let side = |name, side: fn(&WindowRect) -> f64| reals(name, all().map(move |label| Some(side(&label.rect))));
    let columns: Vec<ArrayRef> = vec![
        session_ids(session, labels.len()),
        counts(labels.iter().map(|(frame, _)| Some(frame.0))),
        texts(all().map(|label| Some(label.class.as_str()))),
        texts(all().map(|label| label.text.as_deref())),
        side("x_pt", |rect| rect.x)?,
        side("y_pt", |rect| rect.y)?,
        side("width_pt", |rect| rect.width)?,
        side("height_pt", |rect| rect.height)?,
        truths(all().map(|label| Some(label.text_visible))),
        truths(all().map(|label| Some(label.exhaustive))),
        texts(all().map(|label| Some(label.source.as_str()))),
    ];
    batch(Table::Labels, columns)
}

/// The labels in `rows`.
pub(crate) fn decode(rows: &Rows<'_>) -> Result<Vec<Label>, ReadError> {
    let frames = rows.counts("frame")?;
    let (classes, texts) = (rows.texts("class")?, rows.texts("text")?);
    let rects = rows.rects()?;
    let (visible, exhaustive) = (rows.truths("text_visible")?, rows.truths("exhaustive")?);
    let sources = rows.texts("source")?;
    let label = |row| {
        Ok(Label {
            frame: FrameIndex(frames.required(row)?),
            class: classes.required(row)?.to_owned(),
            text: texts.owned(row),
            rect: rects.required(row)?,
            text_visible: visible.required(row)?,
            exhaustive: exhaustive.required(row)?,
            source: sources.required(row)?.to_owned(),
        })
    };
    (0..rows.len()).map(label).collect()
}
