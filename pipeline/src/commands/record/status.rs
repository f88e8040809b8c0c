//! `skillc record status` and `skillc record stop`: what is being recorded now, and its end.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use skillc_captures::{InProgress, Store};
use skillc_records::{SessionId, Timestamp};

use super::counted;
use crate::context::Context;
use crate::exit_code::Outcome;
use crate::failure::{Failure, shown};
use crate::format::FormatKind;
use crate::notice::one_line;

/// How long a recorder may take to end its session.
const PATIENCE: Duration = Duration::from_secs(10);

/// Arguments of `skillc record status`.
#[derive(Debug, clap::Args)]
pub struct StatusArgs {}

/// Arguments of `skillc record stop`.
#[derive(Debug, clap::Args)]
pub struct StopArgs {
    /// Sessions to end, by id or its beginning or end; without any, all that are being recorded
    #[arg(value_name = "SESSION")]
    pub sessions: Vec<String>,
}

/// The sessions that living recorders write.
fn living(store: &Store) -> Result<Vec<SessionId>, Failure> {
    let unsealed = store
        .unsealed()
        .map_err(|error| Failure::new("could not list what is being recorded").because(error))?;
    let living = unsealed.into_iter().filter(|unsealed| unsealed.is_recording);
    Ok(living.map(|unsealed| unsealed.id).collect())
}

fn open(context: &Context) -> Result<Store, Failure> {
    let folder = context.config.captures();
    Store::open(&folder).map_err(|error| {
        Failure::new(format!("could not open the captures in {}", shown(&folder)))
            .because(error)
            .help("name the store that is recorded into with --captures")
    })
}

/// Says what is being recorded.
///
/// # Errors
/// When there is no store, or the result can't be written.
pub(super) fn status(_args: &StatusArgs, context: &Context) -> Result<Outcome, Failure> {
    let store = open(context)?;
    let mut found = Vec::new();
    for id in living(&store)? {
        // One that is sealed in this very moment is no longer there.
        if let Ok(Some(progress)) = store.in_progress(&id) {
            found.push(progress);
        }
    }
    for format in &context.formats {
        let text = match format.kind {
            FormatKind::Json => {
                let sessions: Vec<_> = found.iter().map(to_json).collect();
                format!("{:#}\n", json!({ "format_version": 1, "sessions": sessions }))
            }
            _ if found.is_empty() => "nothing is being recorded\n".to_owned(),
            _ => found.iter().map(to_line).collect(),
        };
        format.write(&text)?;
    }
    Ok(Outcome::Clean)
}

fn to_line(progress: &InProgress) -> String {
    format!(
        "{}: {}, {} in session {}, since {}\n",
        one_line(&progress.session.app),
        counted(progress.frames, "frame"),
        counted(progress.actions, "action"),
        progress.session.id,
        moment(progress.session.started_at)
    )
}

fn to_json(progress: &InProgress) -> serde_json::Value {
    json!({
        "app": progress.session.app,
        "session": progress.session.id,
        "producer": progress.session.producer.as_str(),
        "started_at": moment(progress.session.started_at),
        "last_at": progress.last.map(moment),
        "frames": progress.frames,
        "actions": progress.actions,
    })
}

fn moment(at: Timestamp) -> String {
    jiff::Timestamp::from_microsecond(at.0 / 1_000_000 * 1_000_000)
        .map_or_else(|_| at.0.to_string(), |at| at.to_string())
}

/// Asks recorders to end their sessions, and waits until they have.
///
/// # Errors
/// When there is no store, no such session is being recorded, or a recorder doesn't answer.
pub(super) fn stop(args: &StopArgs, context: &Context) -> Result<Outcome, Failure> {
    let store = open(context)?;
    let living = living(&store)?;
    let mut wanted = Vec::new();
    for name in &args.sessions {
        let upper = name.to_ascii_uppercase();
        let mut named = living
            .iter()
            .filter(|id| id.as_str().starts_with(&upper) || id.as_str().ends_with(&upper));
        match (named.next(), named.next()) {
            (Some(id), None) => wanted.push(id.clone()),
            _ => {
                return Err(
                    Failure::new(format!("{name:?} names no one session that is being recorded"))
                        .help("skillc record status lists them"),
                );
            }
        }
    }
    if args.sessions.is_empty() {
        wanted.clone_from(&living);
    }
    for id in &wanted {
        store
            .ask_to_stop(id)
            .map_err(|error| Failure::new(format!("could not ask the recorder of {id} to end it")).because(error))?;
    }
    let since = Instant::now();
    while let Some(id) = wanted.iter().find(|id| !store.has(id)) {
        context.go_on()?;
        if since.elapsed() > PATIENCE {
            return Err(Failure::new(format!(
                "the recorder of {id} has not ended it within {} s",
                PATIENCE.as_secs()
            ))
            .help("if its program is gone, skillc captures recover seals the session"));
        }
        thread::sleep(Duration::from_millis(50));
    }
    for format in &context.formats {
        let text = match format.kind {
            FormatKind::Json => format!("{:#}\n", json!({ "format_version": 1, "sessions": wanted })),
            _ if wanted.is_empty() => "nothing is being recorded\n".to_owned(),
            _ => wanted.iter().map(|id| format!("session {id} is ended\n")).collect(),
        };
        format.write(&text)?;
    }
    Ok(Outcome::Clean)
}
