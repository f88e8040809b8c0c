//! `skillc runs`: the ledger of past runs.

use std::fmt::Write as _;

use serde_json::{Value, json};
use skillc_formats::terminal::safe;
use skillc_formats::words::count;
use skillc_ledger::{AppRun, Ledger, LedgerError, Run, StageRun, Unreadable};

use crate::context::Context;
use crate::exit_code::Outcome;
use crate::failure::{Failure, shown};
use crate::format::FormatKind;

/// Arguments of `skillc runs`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to do
    #[command(subcommand)]
    pub what: What,
}

/// What to do with the ledger.
#[derive(Debug, clap::Subcommand)]
pub enum What {
    /// Past runs, the newest first
    List {
        /// At most this many
        #[arg(long, value_name = "N")]
        last: Option<usize>,
    },
    /// What a run did, app by app and stage by stage
    Show {
        /// The run: its id, a beginning or end of it, or `last`
        #[arg(value_name = "RUN", default_value = "last")]
        run: String,
    },
}

/// Runs the command. Files of the ledger that can't be read are findings.
///
/// # Errors
/// When the ledger can't be listed, there is no such run, or the result can't be written.
pub fn run(args: &Args, context: &Context) -> Result<Outcome, Failure> {
    let ledger = Ledger::new(context.config.runs());
    let mut listing = ledger.runs().map_err(unlisted)?;
    let (human, machine) = match &args.what {
        What::List { last } => {
            listing.runs.reverse();
            let all = listing.runs.len();
            listing.runs.truncate(last.unwrap_or(usize::MAX));
            (
                list(&ledger, &listing.runs, all, &listing.problems),
                list_json(&listing.runs, &listing.problems),
            )
        }
        What::Show { run } => {
            let run = chosen(&ledger, &listing.runs, run)?;
            (show(run), show_json(run))
        }
    };
    for format in &context.formats {
        match format.kind {
            FormatKind::Human => format.write(&human)?,
            FormatKind::Json => format.write(&format!("{machine:#}\n"))?,
            _ => return Err(Failure::new("skillc runs is shown as human or json")),
        }
    }
    Ok(Outcome::findings_if(!listing.problems.is_empty()))
}

fn unlisted(error: LedgerError) -> Failure {
    Failure::new(error.to_string()).help("the ledger is the folder of the key workspace.runs")
}

/// The run that `name` names.
fn chosen<'r>(ledger: &Ledger, runs: &'r [Run], name: &str) -> Result<&'r Run, Failure> {
    if name == "last" {
        return runs.last().ok_or_else(|| {
            Failure::new(format!("no run in {}", shown(ledger.folder()))).help("`skillc nightly` makes one")
        });
    }
    let wanted = name.to_ascii_uppercase();
    let meant = |run: &&Run| run.id.as_str().starts_with(&wanted) || run.id.as_str().ends_with(&wanted);
    let mut found = runs.iter().filter(meant);
    match (found.next(), found.next()) {
        (Some(run), None) => Ok(run),
        (None, _) => Err(Failure::new(format!("no run {name:?} in {}", shown(ledger.folder())))
            .help("`skillc runs list` shows what is there")),
        _ => Err(Failure::new(format!("several runs are meant by {name:?}")).help("give more of the id")),
    }
}

fn moment(microseconds: i64) -> String {
    match jiff::Timestamp::from_microsecond(microseconds) {
        Ok(moment) => moment.strftime("%Y-%m-%d %H:%M:%SZ").to_string(),
        Err(_) => format!("{microseconds} µs"),
    }
}

fn seconds(run: &Run) -> f64 {
    run.ended_at.0.saturating_sub(run.started_at.0) as f64 / 1e6
}

/// A number of every stage of every app, summed.
fn units(run: &Run, number: fn(&StageRun) -> u64) -> u64 {
    run.apps
        .iter()
        .flat_map(|app| &app.stages)
        .map(number)
        .fold(0, u64::saturating_add)
}

fn total(run: &Run, number: fn(&AppRun) -> u64) -> u64 {
    run.apps.iter().map(number).fold(0, u64::saturating_add)
}

fn problems(run: &Run) -> usize {
    run.problems.len() + run.apps.iter().map(|app| app.problems.len()).sum::<usize>()
}

/// `runs` are the newest of the `all` runs of the ledger.
fn list(ledger: &Ledger, runs: &[Run], all: usize, unreadable: &[Unreadable]) -> String {
    let mut text = format!("{}: {}", shown(ledger.folder()), count(all, "run", "runs"));
    if runs.len() < all {
        let _ = write!(text, ", the newest {} of them", runs.len());
    }
    text.push('\n');
    if !runs.is_empty() {
        let _ = writeln!(
            text,
            "{:26}  {:20}  {:8}  {:8}  {:>4}  {:>6}  {:>6}  {:>9}  {:>9}  {:>6}  {:>8}",
            "run", "started", "command", "outcome", "apps", "skills", "steps", "units run", "cached", "failed", "took"
        );
    }
    for run in runs {
        let _ = writeln!(
            text,
            "{}  {:20}  {:8}  {:8}  {:>4}  {:>6}  {:>6}  {:>9}  {:>9}  {:>6}  {:>6.1} s",
            run.id,
            moment(run.started_at.0),
            safe(&run.command),
            run.outcome.as_str(),
            run.apps.len(),
            total(run, |app| app.skills),
            total(run, |app| app.steps),
            units(run, |stage| stage.run),
            units(run, |stage| stage.hit),
            units(run, |stage| stage.failed),
            seconds(run),
        );
    }
    for problem in unreadable {
        let _ = writeln!(text, "can't be read: {}", safe(&problem.to_string()));
    }
    text
}

fn show(run: &Run) -> String {
    let mut text = format!(
        "{} {}, {}, {} in {:.1} s, skillc {}{}\n",
        run.id,
        safe(&run.command),
        moment(run.started_at.0),
        run.outcome.as_str(),
        seconds(run),
        safe(&run.skillc_version),
        run.git_revision
            .as_deref()
            .map(|revision| format!(", revision {}", safe(revision)))
            .unwrap_or_default(),
    );
    for (name, version) in &run.versions {
        let _ = writeln!(text, "  {} {}", safe(name), safe(version));
    }
    for app in &run.apps {
        let number = |number: u64, one, many| count(usize::try_from(number).unwrap_or(usize::MAX), one, many);
        let _ = writeln!(
            text,
            "{}: {}, {}, {}, {}, {}",
            safe(&app.app),
            number(app.skills, "skill", "skills"),
            number(app.steps, "step", "steps"),
            number(app.screens, "screen", "screens"),
            number(app.sessions, "session", "sessions"),
            number(app.frames, "frame", "frames"),
        );
        if !app.stages.is_empty() {
            let _ = writeln!(
                text,
                "  {:10}  {:>8}  {:>8}  {:>8}  {:>9}",
                "stage", "run", "cached", "failed", "ms"
            );
        }
        for stage in &app.stages {
            let _ = writeln!(
                text,
                "  {:10}  {:>8}  {:>8}  {:>8}  {:>9}",
                safe(&stage.stage),
                stage.run,
                stage.hit,
                stage.failed,
                stage.elapsed_ms
            );
        }
        for problem in &app.problems {
            let _ = writeln!(text, "  problem: {}", safe(problem));
        }
    }
    for problem in &run.problems {
        let _ = writeln!(text, "problem: {}", safe(problem));
    }
    text
}

fn head(run: &Run) -> serde_json::Map<String, Value> {
    let rfc3339 =
        |at: i64| jiff::Timestamp::from_microsecond(at).map_or_else(|_| json!(at), |at| json!(at.to_string()));
    let head = json!({
        "run": run.id.as_str(), "command": run.command, "started_at": rfc3339(run.started_at.0),
        "ended_at": rfc3339(run.ended_at.0), "outcome": run.outcome.as_str(), "git_revision": run.git_revision,
        "skillc_version": run.skillc_version,
    });
    match head {
        Value::Object(head) => head,
        _ => serde_json::Map::new(),
    }
}

fn list_json(runs: &[Run], unreadable: &[Unreadable]) -> Value {
    let runs: Vec<Value> = runs
        .iter()
        .map(|run| {
            let mut object = head(run);
            for (name, number) in [
                ("apps", run.apps.len() as u64),
                ("skills", total(run, |app| app.skills)),
                ("steps", total(run, |app| app.steps)),
                ("screens", total(run, |app| app.screens)),
                ("units_run", units(run, |stage| stage.run)),
                ("units_hit", units(run, |stage| stage.hit)),
                ("units_failed", units(run, |stage| stage.failed)),
                ("problems", problems(run) as u64),
            ] {
                object.insert(name.to_owned(), number.into());
            }
            Value::Object(object)
        })
        .collect();
    let problems: Vec<Value> = unreadable
        .iter()
        .map(|problem| json!({"file": shown(&problem.file), "reason": problem.reason}))
        .collect();
    json!({"format_version": 1, "runs": runs, "problems": problems})
}

fn show_json(run: &Run) -> Value {
    let stage =
        |stage: &StageRun| json!({"run": stage.run, "hit": stage.hit, "failed": stage.failed, "ms": stage.elapsed_ms});
    let app = |app: &AppRun| {
        let stages: serde_json::Map<String, Value> = app
            .stages
            .iter()
            .map(|found| (found.stage.clone(), stage(found)))
            .collect();
        json!({
            "app": app.app, "sessions": app.sessions, "frames": app.frames, "screens": app.screens,
            "skills": app.skills, "steps": app.steps, "stages": stages, "problems": app.problems,
        })
    };
    let versions: serde_json::Map<String, Value> = run
        .versions
        .iter()
        .map(|(name, version)| (name.clone(), version.as_str().into()))
        .collect();
    let mut object = head(run);
    object.insert("format_version".to_owned(), 1.into());
    object.insert("versions".to_owned(), versions.into());
    object.insert("apps".to_owned(), run.apps.iter().map(app).collect());
    object.insert("problems".to_owned(), json!(run.problems));
    Value::Object(object)
}
