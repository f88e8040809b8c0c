//! The `sessions` table: one row a file.

use std::sync::Arc;

use arrow::array::{ArrayRef, RecordBatch, StringArray, StructArray};
use sha2::{Digest as _, Sha256};
use skillc_records::{Orientation, Producer, Session, SessionId, SessionState, Target, WindowSize};
use skillc_text::nfc;

use crate::cells::{batch, moments, reals, session_ids, texts};
use crate::error::{ReadError, WriteError};
use crate::rows::Rows;
use crate::schema::{Table, target_fields};

const PRODUCERS: [Producer; 5] = [
    Producer::Simulator,
    Producer::Mirroir,
    Producer::AgentDevice,
    Producer::Web,
    Producer::Import,
];

/// The row of `session`.
pub(crate) fn encode(session: &Session) -> Result<RecordBatch, WriteError> {
    let target = [
        &session.target.platform,
        &session.target.device,
        &session.target.os_version,
    ]
    .map(|member| texts([member.as_deref()]))
    .to_vec();
    let app_md = session.app_md.as_deref().map(nfc);
    let sha256: Option<String> = app_md.as_deref().map(sha256);
    let columns: Vec<ArrayRef> = vec![
        session_ids(&session.id, 1),
        texts([Some(session.app.as_str())]),
        texts([Some(session.producer.as_str())]),
        texts([session.producer_version.as_deref()]),
        Arc::new(StructArray::new(target_fields(), target, None)),
        texts([session.locale.as_deref()]),
        texts([Some(orientation_word(session.orientation))]),
        reals("window_width_pt", [Some(session.window.width)])?,
        reals("window_height_pt", [Some(session.window.height)])?,
        Arc::new(StringArray::from_iter([app_md])),
        texts([sha256.as_deref()]),
        moments([Some(session.started_at)]),
        moments([session.ended_at]),
        texts([session.goal.as_deref()]),
        texts([Some(session.recorder_version.as_str())]),
        texts([Some(state_word(session.state))]),
    ];
    batch(Table::Sessions, columns)
}

/// The sessions in `rows`.
pub(crate) fn decode(rows: &Rows<'_>) -> Result<Vec<Session>, ReadError> {
    let ids = rows.texts("session_id")?;
    let apps = rows.texts("app_name")?;
    let producers = rows.texts("producer")?;
    let producer_versions = rows.texts("producer_version")?;
    let targets = rows.structs("target")?;
    let locales = rows.texts("locale")?;
    let orientations = rows.texts("orientation")?;
    let (widths, heights) = (rows.reals("window_width_pt")?, rows.reals("window_height_pt")?);
    let app_mds = rows.texts("app_md")?;
    let (starts, ends) = (rows.moments("started_at")?, rows.moments("ended_at")?);
    let goals = rows.texts("goal")?;
    let recorder_versions = rows.texts("recorder_version")?;
    let states = rows.texts("state")?;
    let session = |row| {
        let id = ids.required(row)?;
        Ok(Session {
            id: SessionId::parse(id).map_err(|_| ids.bad(row, id, "a ULID"))?,
            app: apps.required(row)?.to_owned(),
            producer: producers.word(row, &PRODUCERS, Producer::as_str, "a producer")?,
            producer_version: producer_versions.owned(row),
            target: Target {
                platform: targets.text_member(row, "platform")?,
                device: targets.text_member(row, "device")?,
                os_version: targets.text_member(row, "os_version")?,
            },
            locale: locales.owned(row),
            orientation: orientations.word(
                row,
                &[Orientation::Portrait, Orientation::Landscape],
                orientation_word,
                "portrait or landscape",
            )?,
            window: WindowSize::new(widths.finite(row)?, heights.finite(row)?),
            app_md: app_mds.owned(row),
            started_at: starts.moment(row)?,
            ended_at: ends.moment_if_any(row),
            goal: goals.owned(row),
            recorder_version: recorder_versions.required(row)?.to_owned(),
            state: states.word(
                row,
                &[SessionState::Sealed, SessionState::Recovered],
                state_word,
                "sealed or recovered",
            )?,
        })
    };
    (0..rows.len()).map(session).collect()
}

/// SHA-256 of a text, 64 hexadecimal digits.
pub(crate) fn sha256(text: &str) -> String {
    Sha256::digest(text.as_bytes())
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

fn orientation_word(orientation: Orientation) -> &'static str {
    match orientation {
        Orientation::Portrait => "portrait",
        Orientation::Landscape => "landscape",
    }
}

fn state_word(state: SessionState) -> &'static str {
    match state {
        SessionState::Sealed => "sealed",
        SessionState::Recovered => "recovered",
    }
}
