//! The `detections` table.

use arrow::array::{ArrayRef, RecordBatch};
use skillc_records::{Confidence, Detection, DetectionKind, DetectorId, FrameIndex, SessionId, WindowRect};

use crate::cells::{batch, counts, reals, session_ids, texts};
use crate::error::{ReadError, WriteError};
use crate::rows::Rows;
use crate::schema::Table;

const KINDS: [DetectionKind; 3] = [DetectionKind::Text, DetectionKind::Icon, DetectionKind::Node];

/// The rows of `detections`, each with its frame.
pub(crate) fn encode(session: &SessionId, detections: &[(FrameIndex, &Detection)]) -> Result<RecordBatch, WriteError> {
    let all = || detections.iter().map(|(_, detection)| *detection);
    let side =
        |name, side: fn(&WindowRect) -> f64| reals(name, all().map(move |detection| detection.rect.as_ref().map(side)));
    let columns: Vec<ArrayRef> = vec![
        session_ids(session, detections.len()),
        counts(detections.iter().map(|(frame, _)| Some(frame.0))),
        texts(all().map(|detection| Some(detection.detector.0.as_str()))),
        texts(all().map(|detection| Some(detection.kind.as_str()))),
        texts(all().map(|detection| detection.text.as_deref())),
        reals(
            "confidence",
            all().map(|detection| detection.confidence.map(Confidence::value)),
        )?,
        side("x_pt", |rect| rect.x)?,
        side("y_pt", |rect| rect.y)?,
        side("width_pt", |rect| rect.width)?,
        side("height_pt", |rect| rect.height)?,
        reals("tap_x_pt", all().map(|detection| Some(detection.tap.x)))?,
        reals("tap_y_pt", all().map(|detection| Some(detection.tap.y)))?,
    ];
    batch(Table::Detections, columns)
}

/// The detections in `rows`, each with its frame.
pub(crate) fn decode(rows: &Rows<'_>) -> Result<Vec<(FrameIndex, Detection)>, ReadError> {
    let frames = rows.counts("frame")?;
    let detectors = rows.texts("detector")?;
    let kinds = rows.texts("kind")?;
    let texts = rows.texts("text")?;
    let confidences = rows.reals("confidence")?;
    let rects = rows.rects()?;
    let taps = rows.points("tap_x_pt", "tap_y_pt")?;
    let detection = |row| {
        let confidence = match confidences.optional(row) {
            Some(value) => {
                Some(Confidence::new(value).ok_or_else(|| confidences.bad(row, value, "a number from 0 to 1"))?)
            }
            None => None,
        };
        let detection = Detection {
            detector: DetectorId(detectors.required(row)?.to_owned()),
            kind: kinds.word(row, &KINDS, DetectionKind::as_str, "text, icon or node")?,
            text: texts.owned(row),
            confidence,
            rect: rects.optional(row)?,
            tap: taps.required(row)?,
        };
        Ok((FrameIndex(frames.required(row)?), detection))
    };
    (0..rows.len()).map(detection).collect()
}
