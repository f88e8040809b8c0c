//! `skillc captures gc`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::json;
use skillc_captures::{SessionFile, Store};
use skillc_formats::words::count;
use skillc_records::Slug;

use super::{choice, no_store, present};
use crate::context::Context;
use crate::exit_code::Outcome;
use crate::failure::{Failure, shown};

/// Arguments of `skillc captures gc`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Keep the newest N sessions of each app and remove the others
    #[arg(long, value_name = "N")]
    pub keep: Option<usize>,
    /// Remove sessions that were recorded more than this many days ago
    #[arg(long, value_name = "DAYS")]
    pub older_than: Option<u32>,
    /// Only this app, by its name or folder
    #[arg(long, value_name = "NAME")]
    pub app: Option<String>,
    /// Say what would be removed and remove nothing
    #[arg(long)]
    pub dry_run: bool,
}

pub(super) fn run(args: &Args, store: &Store, context: &Context) -> Result<Outcome, Failure> {
    let sessions = unwanted(args, store)?;
    let leftovers = store.leftovers().map_err(no_store)?;
    if !args.dry_run {
        for session in &sessions {
            context.go_on()?;
            store.remove(session).map_err(refused)?;
        }
        store.remove_leftovers().map_err(refused)?;
    }
    let verb = if args.dry_run { "would be removed" } else { "removed" };
    let mut human = format!(
        "{} and {} of no session {verb}\n",
        count(sessions.len(), "session", "sessions"),
        count(leftovers.len(), "file", "files")
    );
    for session in &sessions {
        let _ = writeln!(human, "{}  {}", session.id, session.app);
    }
    let leftovers: Vec<String> = leftovers.iter().map(|path| shown(path)).collect();
    for path in &leftovers {
        let _ = writeln!(human, "{path}");
    }
    let listed: Vec<_> = sessions
        .iter()
        .map(|session| json!({"session": session.id.as_str(), "app": session.app.as_str()}))
        .collect();
    let machine = json!({"format_version": 1, "dry_run": args.dry_run, "sessions": listed, "leftovers": leftovers});
    present(context, &human, &machine)?;
    Ok(Outcome::Clean)
}

/// The sessions that are too many or too old. A session that can't be read, or that was imported without a date,
/// is never among the old ones: nobody knows its age.
fn unwanted(args: &Args, store: &Store) -> Result<Vec<SessionFile>, Failure> {
    if args.keep.is_none() && args.older_than.is_none() {
        return Ok(Vec::new());
    }
    let mut by_app: BTreeMap<Slug, Vec<SessionFile>> = BTreeMap::new();
    for file in choice::of_app(store, args.app.as_deref())? {
        by_app.entry(file.app.clone()).or_default().push(file);
    }
    let oldest = args.older_than.map(|days| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let age = Duration::from_secs(u64::from(days) * 24 * 60 * 60);
        i64::try_from(now.saturating_sub(age).as_micros()).unwrap_or(i64::MAX)
    });
    let mut unwanted = Vec::new();
    for files in by_app.values() {
        // Ids begin with the time, so the newest are the last.
        let too_many = args.keep.map_or(0, |keep| files.len().saturating_sub(keep));
        for (place, file) in files.iter().enumerate() {
            let is_old = oldest.is_some_and(|oldest| {
                let began = store.entry(file).map(|entry| entry.session.started_at);
                began.is_ok_and(|began| began.0 < oldest && began != skillc_importers::UNKNOWN_TIME)
            });
            if place < too_many || is_old {
                unwanted.push(file.clone());
            }
        }
    }
    Ok(unwanted)
}

fn refused(error: skillc_captures::StoreError) -> Failure {
    Failure::new(error.to_string()).help("check who may write in the store, and run it again")
}
