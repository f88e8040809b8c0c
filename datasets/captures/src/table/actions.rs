//! The `actions` table.
//!
//! The kind decides which of the columns mean something: `value` is what was launched, typed, pressed or opened, the word of a
//! kind that this version has no name for, and the direction of a swipe.

use arrow::array::{ArrayRef, RecordBatch};
use skillc_records::{
    Action, ActionIndex, ActionKind, ActionOutcome, DialogAnswer, FrameIndex, SessionId, WindowPoint,
};

use crate::cells::{batch, counts, integers, moments, reals, session_ids, texts};
use crate::error::{ReadError, WriteError};
use crate::rows::Rows;
use crate::schema::Table;

/// The rows of `actions`.
pub(crate) fn encode(session: &SessionId, actions: &[&Action]) -> Result<RecordBatch, WriteError> {
    let at =
        |name, side: fn(WindowPoint) -> f64| reals(name, actions.iter().map(|action| action.kind.touch().map(side)));
    let to =
        |name, side: fn(WindowPoint) -> f64| reals(name, actions.iter().map(|action| lifted(&action.kind).map(side)));
    let columns: Vec<ArrayRef> = vec![
        session_ids(session, actions.len()),
        counts(actions.iter().map(|action| Some(action.index.0))),
        counts(actions.iter().map(|action| action.frame_before.map(|frame| frame.0))),
        counts(actions.iter().map(|action| action.frame_after.map(|frame| frame.0))),
        texts(actions.iter().map(|action| Some(action.kind.as_str()))),
        at("x_pt", |point| point.x)?,
        at("y_pt", |point| point.y)?,
        to("to_x_pt", |point| point.x)?,
        to("to_y_pt", |point| point.y)?,
        texts(actions.iter().map(|action| action.target_text.as_deref())),
        texts(actions.iter().map(|action| action.display_label.as_deref())),
        texts(actions.iter().map(|action| value(&action.kind))),
        moments(actions.iter().map(|action| Some(action.started_at))),
        moments(actions.iter().map(|action| action.ended_at)),
        texts(actions.iter().map(|action| Some(outcome(&action.outcome).0))),
        texts(actions.iter().map(|action| outcome(&action.outcome).1)),
        integers(actions.iter().map(|action| outcome(&action.outcome).2)),
    ];
    batch(Table::Actions, columns)
}

/// Where the finger was lifted.
fn lifted(kind: &ActionKind) -> Option<WindowPoint> {
    match kind {
        ActionKind::Swipe { to, .. } | ActionKind::Drag { to, .. } => *to,
        _ => None,
    }
}

fn value(kind: &ActionKind) -> Option<&str> {
    match kind {
        ActionKind::Launch { app } => Some(app),
        ActionKind::Swipe { direction, .. } => direction.as_deref(),
        ActionKind::AnswerDialog { answer } => Some(answer.as_str()),
        ActionKind::Type { value }
        | ActionKind::PressKey { value }
        | ActionKind::OpenUrl { value }
        | ActionKind::Remember { value }
        | ActionKind::Other { value } => Some(value),
        ActionKind::Tap { .. }
        | ActionKind::DoubleTap { .. }
        | ActionKind::LongPress { .. }
        | ActionKind::Drag { .. }
        | ActionKind::ScrollTo
        | ActionKind::PressHome
        | ActionKind::Back { .. }
        | ActionKind::AssertVisible
        | ActionKind::AssertNotVisible
        | ActionKind::WaitFor
        | ActionKind::Screenshot
        | ActionKind::Shake
        | ActionKind::ResetApp => None,
    }
}

fn outcome(outcome: &ActionOutcome) -> (&'static str, Option<&str>, Option<i32>) {
    match outcome {
        ActionOutcome::Ok => ("ok", None, None),
        ActionOutcome::Failed { error_type, exit_code } => ("failed", error_type.as_deref(), *exit_code),
        ActionOutcome::Unknown => ("unknown", None, None),
    }
}

/// The actions in `rows`. A kind of a later version becomes [`ActionKind::Other`] with its word.
pub(crate) fn decode(rows: &Rows<'_>) -> Result<Vec<Action>, ReadError> {
    let indexes = rows.counts("action")?;
    let (before, after) = (rows.counts("frame_before")?, rows.counts("frame_after")?);
    let kinds = rows.texts("kind")?;
    let (at, to) = (rows.points("x_pt", "y_pt")?, rows.points("to_x_pt", "to_y_pt")?);
    let (targets, labels) = (rows.texts("target_text")?, rows.texts("display_label")?);
    let values = rows.texts("value")?;
    let (starts, ends) = (rows.moments("started_at")?, rows.moments("ended_at")?);
    let outcomes = rows.texts("outcome")?;
    let error_types = rows.texts("error_type")?;
    let exit_codes = rows.integers("exit_code")?;

    let kind = |row| -> Result<ActionKind, ReadError> {
        let value = || values.required(row).map(str::to_owned);
        Ok(match kinds.required(row)? {
            "launch" => ActionKind::Launch { app: value()? },
            "tap" => ActionKind::Tap { at: at.optional(row)? },
            "double_tap" => ActionKind::DoubleTap { at: at.optional(row)? },
            "long_press" => ActionKind::LongPress { at: at.optional(row)? },
            "swipe" => ActionKind::Swipe {
                from: at.optional(row)?,
                to: to.optional(row)?,
                direction: values.owned(row),
            },
            "drag" => ActionKind::Drag {
                from: at.optional(row)?,
                to: to.optional(row)?,
            },
            "scroll_to" => ActionKind::ScrollTo,
            "type" => ActionKind::Type { value: value()? },
            "press_key" => ActionKind::PressKey { value: value()? },
            "press_home" => ActionKind::PressHome,
            "back" => ActionKind::Back { at: at.optional(row)? },
            "open_url" => ActionKind::OpenUrl { value: value()? },
            "assert_visible" => ActionKind::AssertVisible,
            "assert_not_visible" => ActionKind::AssertNotVisible,
            "wait_for" => ActionKind::WaitFor,
            "remember" => ActionKind::Remember { value: value()? },
            "screenshot" => ActionKind::Screenshot,
            "shake" => ActionKind::Shake,
            "reset_app" => ActionKind::ResetApp,
            "answer_dialog" => {
                let word = value()?;
                let answer = DialogAnswer::parse(&word);
                ActionKind::AnswerDialog {
                    answer: answer.ok_or_else(|| values.bad(row, &word, "accept or dismiss"))?,
                }
            }
            "other" => ActionKind::Other { value: value()? },
            later => ActionKind::Other {
                value: later.to_owned(),
            },
        })
    };
    let outcome = |row| -> Result<ActionOutcome, ReadError> {
        Ok(match outcomes.required(row)? {
            "ok" => ActionOutcome::Ok,
            "failed" => ActionOutcome::Failed {
                error_type: error_types.owned(row),
                exit_code: exit_codes.optional(row),
            },
            "unknown" => ActionOutcome::Unknown,
            other => return Err(outcomes.bad(row, other, "ok, failed or unknown")),
        })
    };
    let action = |row| {
        Ok(Action {
            index: ActionIndex(indexes.required(row)?),
            frame_before: before.optional(row).map(FrameIndex),
            frame_after: after.optional(row).map(FrameIndex),
            kind: kind(row)?,
            target_text: targets.owned(row),
            display_label: labels.owned(row),
            started_at: starts.moment(row)?,
            ended_at: ends.moment_if_any(row),
            outcome: outcome(row)?,
        })
    };
    (0..rows.len()).map(action).collect()
}
