//! `skillc captures`: list, show, verify, recover, import, export and clean recorded sessions.

mod choice;
mod export;
mod gc;
mod graph_file;
mod import;
mod labels;
mod list;
mod pictures;
mod recover;
mod show;
mod transcripts;
mod verify;

use skillc_captures::{Store, StoreError};
use skillc_records::Timestamp;

use crate::context::Context;
use crate::exit_code::Outcome;
use crate::failure::Failure;
use crate::format::FormatKind;

/// Arguments of `skillc captures`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to do
    #[command(subcommand)]
    pub what: What,
}

/// What to do with the captures.
#[derive(Debug, clap::Subcommand)]
pub enum What {
    /// The sessions of the store, and what is wrong with files that can't be used
    List(list::Args),
    /// A session's frames and actions as text, or frames as PNG with what was detected and done drawn in
    Show(show::Args),
    /// Check that every file is the one that was sealed, every picture has its hash, every reference leads somewhere
    Verify(verify::Args),
    /// Seal the sessions of recorders that were killed
    Recover(recover::Args),
    /// Turn what others have recorded into sessions: graph files, scripts, logs
    Import(import::Args),
    /// Copy sessions into a store of their own, or into plain folders of PNG and JSON Lines
    Export(export::Args),
    /// Ground truth from label files, and into them
    Labels(labels::Args),
    /// Remove what belongs to no session, and the sessions that you don't want to keep
    Gc(gc::Args),
}

/// Runs the command. Files that can't be used are findings.
///
/// # Errors
/// When there is no store, or the result can't be written.
pub fn run(args: &Args, context: &Context) -> Result<Outcome, Failure> {
    let store = || Store::open(context.config.captures()).map_err(no_store);
    match &args.what {
        What::List(args) => list::run(args, &store()?, context),
        What::Show(args) => show::run(args, &store()?, context),
        What::Verify(args) => verify::run(args, &store()?, context),
        What::Recover(args) => recover::run(args, &store()?, context),
        // Makes the store where there is none.
        What::Import(args) => import::run(args, context),
        What::Export(args) => export::run(args, &store()?, context),
        What::Labels(args) => labels::run(args, &store()?, context),
        What::Gc(args) => gc::run(args, &store()?, context),
    }
}

/// The failure to open or list a store.
fn no_store(error: StoreError) -> Failure {
    Failure::new(error.to_string()).help("give the folder of the recorded sessions with --captures DIR")
}

/// Writes the result in every format that was asked for.
fn present(context: &Context, human: &str, json: &serde_json::Value) -> Result<(), Failure> {
    for format in &context.formats {
        match format.kind {
            FormatKind::Human => format.write(human)?,
            FormatKind::Json => format.write(&format!("{json:#}\n"))?,
            _ => return Err(Failure::new("skillc captures is shown as human or json")),
        }
    }
    Ok(())
}

/// A moment as people read it, in UTC to the second; imports may not know any.
fn moment(at: Timestamp) -> String {
    if at == skillc_importers::UNKNOWN_TIME {
        return "unknown".to_owned();
    }
    match jiff::Timestamp::from_microsecond(at.0) {
        Ok(moment) => moment.strftime("%Y-%m-%d %H:%M:%SZ").to_string(),
        Err(_) => format!("{} µs", at.0),
    }
}

/// A moment in JSON: RFC 3339, null if it isn't known.
fn rfc3339(at: Timestamp) -> serde_json::Value {
    if at == skillc_importers::UNKNOWN_TIME {
        return serde_json::Value::Null;
    }
    match jiff::Timestamp::from_microsecond(at.0) {
        Ok(moment) => moment.to_string().into(),
        Err(_) => at.0.into(),
    }
}
