//! The `frames` table.

use std::sync::Arc;

use arrow::array::{ArrayRef, BinaryArray, Float64Array, ListArray, RecordBatch, StructArray};
use arrow::buffer::OffsetBuffer;
use skillc_records::{
    Attempt, FailureReason, Frame, FrameIndex, PictureRef, PixelRect, PixelSize, Quality, Scale, SessionId,
};

use crate::cells::{batch, counts, durations, integers, moments, reals, session_ids, texts};
use crate::error::{ReadError, WriteError};
use crate::rows::Rows;
use crate::schema::{Table, pixel_rect_field, pixel_rect_fields};

/// The row of `frame`. `image` is its picture, or nothing if the picture repeats an earlier frame's.
pub(crate) fn encode(session: &SessionId, frame: &Frame, image: Option<&[u8]>) -> Result<RecordBatch, WriteError> {
    let picture = frame.picture.as_ref();
    let (outcome, reason, error_type, exit_code) = match &frame.attempt {
        Attempt::Ok => ("ok", None, None, None),
        Attempt::Sparse => ("sparse", None, None, None),
        Attempt::Failed {
            reason,
            error_type,
            exit_code,
        } => ("failed", Some(reason.as_str()), error_type.as_deref(), *exit_code),
    };
    let (quality, quality_reason) = match &frame.quality {
        Quality::Unstated => ("unstated", None),
        Quality::Full => ("full", None),
        Quality::Degraded { reason } => ("degraded", Some(reason.as_str())),
        Quality::DrawnOver => ("drawn_over", None),
    };
    let columns: Vec<ArrayRef> = vec![
        session_ids(session, 1),
        counts([Some(frame.index.0)]),
        moments([Some(frame.captured_at)]),
        Arc::new(BinaryArray::from_iter([image])),
        texts([picture.map(|picture| picture.hash.as_str())]),
        counts([picture.map(|picture| picture.size.width)]),
        counts([picture.map(|picture| picture.size.height)]),
        reals(
            "scale",
            [picture.and_then(|picture| picture.scale).map(Scale::pixels_per_point)],
        )?,
        texts([Some(outcome)]),
        texts([reason]),
        texts([error_type]),
        integers([exit_code]),
        durations([frame.elapsed_ms]),
        texts([Some(quality)]),
        texts([quality_reason]),
        masked(&frame.masked)?,
    ];
    batch(Table::Frames, columns)
}

/// A list column with one row.
fn masked(rects: &[PixelRect]) -> Result<ArrayRef, WriteError> {
    let side = |side: fn(&PixelRect) -> f64| -> Result<ArrayRef, WriteError> {
        let values: Vec<f64> = rects.iter().map(side).collect();
        let finite = values.iter().all(|value| value.is_finite());
        if finite {
            Ok(Arc::new(Float64Array::from(values)))
        } else {
            Err(WriteError::NotFinite { column: "masked" })
        }
    };
    let sides = vec![
        side(|rect| rect.x)?,
        side(|rect| rect.y)?,
        side(|rect| rect.width)?,
        side(|rect| rect.height)?,
    ];
    let elements = StructArray::new(pixel_rect_fields(), sides, None);
    let offsets = OffsetBuffer::from_lengths([rects.len()]);
    Ok(Arc::new(ListArray::new(
        Arc::new(pixel_rect_field()),
        offsets,
        Arc::new(elements),
        None,
    )))
}

/// The frames in `rows`, without their pictures. The column `image` is not needed.
pub(crate) fn decode(rows: &Rows<'_>) -> Result<Vec<Frame>, ReadError> {
    let frames = rows.counts("frame")?;
    let moments = rows.moments("captured_at")?;
    let hashes = rows.texts("image_hash")?;
    let (widths, heights) = (rows.counts("image_width_px")?, rows.counts("image_height_px")?);
    let scales = rows.reals("scale")?;
    let outcomes = rows.texts("attempt_outcome")?;
    let reasons = rows.texts("failure_reason")?;
    let error_types = rows.texts("error_type")?;
    let exit_codes = rows.integers("exit_code")?;
    let elapsed = rows.durations("elapsed_ms")?;
    let (qualities, quality_reasons) = (rows.texts("quality")?, rows.texts("quality_reason")?);
    let masked = rows.lists("masked")?;

    let picture = |row| -> Result<Option<PictureRef>, ReadError> {
        let Some(hash) = hashes.optional(row) else {
            return Ok(None);
        };
        if hash.len() != 64 || !hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
            return Err(hashes.bad(row, hash, "64 hexadecimal digits"));
        }
        let scale = match scales.optional(row) {
            Some(scale) => Some(Scale::new(scale).ok_or_else(|| scales.bad(row, scale, "a positive number"))?),
            None => None,
        };
        let size = PixelSize {
            width: widths.required(row)?,
            height: heights.required(row)?,
        };
        Ok(Some(PictureRef {
            hash: hash.to_owned(),
            size,
            scale,
        }))
    };
    let attempt = |row| -> Result<Attempt, ReadError> {
        Ok(match outcomes.required(row)? {
            "ok" => Attempt::Ok,
            "sparse" => Attempt::Sparse,
            "failed" => Attempt::Failed {
                reason: reasons.word(
                    row,
                    &FailureReason::ALL,
                    FailureReason::as_str,
                    "a reason of the closed set",
                )?,
                error_type: error_types.owned(row),
                exit_code: exit_codes.optional(row),
            },
            other => return Err(outcomes.bad(row, other, "ok, sparse or failed")),
        })
    };
    let quality = |row| -> Result<Quality, ReadError> {
        Ok(match qualities.required(row)? {
            "unstated" => Quality::Unstated,
            "full" => Quality::Full,
            "degraded" => Quality::Degraded {
                reason: quality_reasons.required(row)?.to_owned(),
            },
            "drawn_over" => Quality::DrawnOver,
            other => return Err(qualities.bad(row, other, "unstated, full, degraded or drawn_over")),
        })
    };
    let frame = |row| {
        Ok(Frame {
            index: FrameIndex(frames.required(row)?),
            captured_at: moments.moment(row)?,
            picture: picture(row)?,
            attempt: attempt(row)?,
            elapsed_ms: elapsed.optional(row),
            quality: quality(row)?,
            masked: masked.pixel_rects(row)?,
        })
    };
    (0..rows.len()).map(frame).collect()
}
