//! `skillc captures list`.

use std::fmt::Write as _;

use serde_json::{Value, json};
use skillc_captures::{Entry, ReadError, Store, Table, Unsealed};
use skillc_formats::terminal::{columns, padded, safe};
use skillc_formats::words::count;
use skillc_records::SessionState;

use super::{choice, moment, no_store, present, rfc3339};
use crate::context::Context;
use crate::exit_code::Outcome;
use crate::failure::{Failure, shown};

/// Arguments of `skillc captures list`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only this app, by its name or folder
    #[arg(long, value_name = "NAME")]
    pub app: Option<String>,
}

pub(super) fn run(args: &Args, store: &Store, context: &Context) -> Result<Outcome, Failure> {
    let mut entries = Vec::new();
    let mut problems = Vec::new();
    for file in choice::of_app(store, args.app.as_deref())? {
        match store.entry(&file) {
            Ok(entry) => entries.push(entry),
            Err(problem) => problems.push(problem),
        }
    }
    let unsealed = store.unsealed().map_err(no_store)?;
    present(
        context,
        &human(store, &entries, &unsealed, &problems),
        &machine(store, &entries, &unsealed, &problems),
    )?;
    Ok(Outcome::findings_if(!problems.is_empty()))
}

fn rows(entry: &Entry, table: Table) -> u64 {
    entry.rows.get(&table).copied().unwrap_or(0)
}

fn human(store: &Store, entries: &[Entry], unsealed: &[Unsealed], problems: &[ReadError]) -> String {
    let mut apps: Vec<_> = entries.iter().map(|entry| &entry.app).collect();
    apps.dedup();
    let frames: u64 = entries.iter().map(|entry| rows(entry, Table::Frames)).sum();
    let mut text = format!(
        "{}: {} of {}, {}\n",
        shown(store.root()),
        count(entries.len(), "session", "sessions"),
        count(apps.len(), "app", "apps"),
        count(usize::try_from(frames).unwrap_or(usize::MAX), "frame", "frames"),
    );
    let names: Vec<String> = entries.iter().map(|entry| safe(&entry.session.app)).collect();
    let width = names.iter().map(|name| columns(name)).max().unwrap_or(0).clamp(3, 28);
    if !entries.is_empty() {
        let _ = writeln!(
            text,
            "{:26}  {:width$}  {:20}  {:12}  {:>6}  {:>10}  {:>7}  state",
            "session", "app", "recorded", "producer", "frames", "detections", "actions"
        );
    }
    for (entry, name) in entries.iter().zip(names) {
        let session = &entry.session;
        let _ = writeln!(
            text,
            "{}  {}  {:20}  {:12}  {:>6}  {:>10}  {:>7}  {}",
            session.id,
            padded(&skillc_formats::words::shortened(&name, width), width),
            moment(session.started_at),
            session.producer.as_str(),
            rows(entry, Table::Frames),
            rows(entry, Table::Detections),
            rows(entry, Table::Actions),
            state(session.state),
        );
    }
    for unsealed in unsealed {
        let what = if unsealed.is_recording {
            "is being recorded"
        } else {
            "was left by a recorder that was killed; `skillc captures recover` seals it"
        };
        let _ = writeln!(text, "{} {what}", unsealed.id);
    }
    for problem in problems {
        let _ = writeln!(text, "can't be used: {}", safe(&problem.to_string()));
    }
    text
}

fn machine(store: &Store, entries: &[Entry], unsealed: &[Unsealed], problems: &[ReadError]) -> Value {
    let sessions: Vec<Value> = entries
        .iter()
        .map(|entry| {
            let session = &entry.session;
            let rows: serde_json::Map<String, Value> = Table::ALL[1..]
                .iter()
                .map(|&table| (table.name().to_owned(), rows(entry, table).into()))
                .collect();
            json!({
                "session": session.id.as_str(), "app": entry.app.as_str(), "app_name": session.app,
                "producer": session.producer.as_str(), "producer_version": session.producer_version,
                "platform": session.target.platform, "device": session.target.device, "locale": session.locale,
                "window_pt": [session.window.width, session.window.height],
                "started_at": rfc3339(session.started_at), "ended_at": session.ended_at.map(rfc3339),
                "goal": session.goal, "state": state(session.state), "rows": rows,
            })
        })
        .collect();
    let unsealed: Vec<Value> = unsealed
        .iter()
        .map(|unsealed| json!({"session": unsealed.id.as_str(), "is_recording": unsealed.is_recording}))
        .collect();
    json!({
        "format_version": 1, "captures": shown(store.root()), "version": store.version().to_string(),
        "sessions": sessions, "unsealed": unsealed, "problems": problems.iter().map(problem).collect::<Vec<_>>(),
    })
}

fn problem(problem: &ReadError) -> Value {
    json!({"file": shown(&problem.file), "reason": problem.reason.to_string()})
}

pub(super) fn state(state: SessionState) -> &'static str {
    match state {
        SessionState::Sealed => "sealed",
        SessionState::Recovered => "recovered",
    }
}
