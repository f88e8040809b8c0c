//! `skillc nightly`: everything in the workspace; compile, compare with what was accepted, ledger, report.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use skillc_diff::{FailOn, Report};
use skillc_ledger::{AppRun, Ledger, Run, RunOutcome, StageRun};
use skillc_nightly::{AppNight, Night, github, html, human, json, junit, markdown};
use skillc_records::{SessionId, Timestamp};

use super::compile::{all_problems, compile_all, compiler, find_apps, open_store, say_about_cache, write_app};
use super::diff::{accepted_against_model, no_longer_described};
use crate::compare::accepted;
use crate::compare::frames::Frames;
use crate::compare::output::paint;
use crate::compare::severity::{fail_on, severities};
use crate::compare::sides::Bench;
use crate::compile::model::model;
use crate::compile::{AppResult, Compiler};
use crate::context::Context;
use crate::engine::{Cache, Engine};
use crate::exit_code::Outcome;
use crate::failure::{Failure, shown};
use crate::format::{FormatKind, write_file};
use crate::notice::Level;

/// The page, below the output folder.
const REPORT: &str = "nightly.html";

/// Arguments of `skillc nightly`.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Args {
    /// Folder with the workspace's skillc.toml; without it, the one found from the current folder upwards
    #[arg(value_name = "WORKSPACE")]
    pub workspace: Option<PathBuf>,
    /// Least severity that makes exit code 1: cosmetic, risky, breaking or never
    #[arg(long, value_name = "SEVERITY")]
    pub fail_on: Option<String>,
    /// Write when each unit ran, as a trace for Perfetto
    #[arg(long, value_name = "FILE")]
    pub timings: Option<PathBuf>,
}

/// Does the night's work.
///
/// # Errors
/// When the workspace can't be read, or results can't be written.
pub fn run(args: &Args, context: &Context) -> Result<Outcome, Failure> {
    match &args.workspace {
        Some(folder) => night(args, &context.in_workspace(folder)?),
        None if context.config.workspace.is_some() => night(args, context),
        None => Err(
            Failure::new("there is no workspace here: no skillc.toml from this folder upwards")
                .help("name one, as in skillc nightly datasets/sample"),
        ),
    }
}

fn night(args: &Args, context: &Context) -> Result<Outcome, Failure> {
    let (begin, started_at) = (Instant::now(), now());
    let settings = &context.config.settings;
    let fail_on = fail_on(args.fail_on.as_deref(), settings)?;
    let store = open_store(context)?;
    let apps = find_apps(&[], context)?;
    let engine = Engine::new(Cache::new(context.config.cache()), false);
    let compiler = compiler(&engine, &store, false, context)?;
    let results = compile_all(&compiler, &apps.found, context);
    context.go_on()?;
    let mut outputs = Vec::new();
    for result in &results {
        if let Some(written) = write_app(result, context)? {
            outputs.extend(written.files);
        }
    }
    let mut night = Night {
        workspace: workspace_name(context),
        apps: results.iter().map(|result| app_night(result, context)).collect(),
        changes: changes(&compiler, &results, context)?,
        elapsed_ms: None,
    };
    for problem in &apps.problems {
        night.changes.problems.push(skillc_diff::Problem {
            app: None,
            file: None,
            line: None,
            message: problem.clone(),
            help: None,
        });
    }
    compiler.finish();
    let page = context.config.out().join(REPORT);
    let mut frames = Frames::of(vec![&store]);
    let text = html::html(&night, &mut |frame, at| frames.see(frame, at))
        .map_err(|error| Failure::new("the report could not be made").because(error))?;
    write_file(&page, text.as_bytes())?;
    outputs.push(page.clone());
    // The page is the same for the same work; how long it took is for the person who waits.
    night.elapsed_ms = u64::try_from(begin.elapsed().as_millis()).ok();
    let problems = all_problems(&apps.problems, &results);
    let outcome = outcome(&night, fail_on, &problems);
    if let Some(file) = &args.timings {
        write_file(file, engine.timeline.to_json().as_bytes())?;
    }
    keep_in_ledger(&engine, &results, outcome, started_at, &apps.problems, context);
    write_formats(&night, &engine, &outputs, &page, fail_on, context)?;
    say_about_cache(&engine, context);
    for problem in &problems {
        context.say(Level::Warning, problem);
    }
    Ok(outcome)
}

/// What each app came to beside the comparison.
fn app_night(result: &AppResult<'_>, context: &Context) -> AppNight {
    let set = result.compiled.as_ref().and_then(|compiled| compiled.skills.get().ok());
    let slug = result.app.slug.as_str();
    AppNight {
        app: slug.to_owned(),
        name: result.app.description.app.clone(),
        sessions: result.sessions.len(),
        skills: set.map(|set| set.skills.len()),
        was_accepted: accepted::record(&context.config.accepted(), slug).is_file(),
        problems: result.problems.iter().map(|problem| problem.message.clone()).collect(),
    }
}

/// What changed since it was accepted, with the cause of each change. An app that was never accepted is new as a whole and no change.
fn changes(compiler: &Compiler<'_>, results: &[AppResult<'_>], context: &Context) -> Result<Report, Failure> {
    let settings = &context.config.settings;
    let severities = severities(settings)?;
    let bench = Bench { compiler, settings };
    let store = context.config.accepted();
    let mut report = Report::new("accepted", "now");
    for result in results {
        let slug = result.app.slug.as_str();
        let Some(mut now) = model(result, settings) else {
            continue;
        };
        if !accepted::record(&store, slug).is_file() {
            continue;
        }
        now.declared.file = context.name_in_workspace(&result.app.name);
        report.merge(accepted_against_model(
            &store,
            &result.app,
            &now,
            &bench,
            &severities,
            context,
        ));
        context.go_on()?;
    }
    for folder in accepted::folders(&store)? {
        if !results.iter().any(|result| result.app.slug.as_str() == folder) {
            report.merge(no_longer_described(&store, &folder, &severities));
        }
    }
    Ok(report)
}

fn outcome(night: &Night, fail_on: FailOn, problems: &[String]) -> Outcome {
    let changed = fail_on.fails(night.changes.worst());
    Outcome::findings_if(changed || !problems.is_empty() || !night.changes.problems.is_empty())
}

fn write_formats(
    night: &Night,
    engine: &Engine,
    outputs: &[PathBuf],
    page: &Path,
    fail_on: FailOn,
    context: &Context,
) -> Result<(), Failure> {
    let not_xml = |error| Failure::new("the JUnit report could not be made").because(error);
    for format in &context.formats {
        let text = match format.kind {
            FormatKind::Human => human::human(night, paint(format), Some(&shown(page))),
            FormatKind::Json => with_work(&json::json(night), engine, outputs),
            FormatKind::Markdown => markdown::markdown(night),
            FormatKind::Junit => junit::junit(night, fail_on).map_err(not_xml)?,
            FormatKind::Github => github::github(night),
            FormatKind::Html => std::fs::read_to_string(page).map_err(|error| Failure::io("read", page, error))?,
            FormatKind::Sarif => {
                return Err(Failure::new("skillc nightly has no format sarif").help("skillc check has it"));
            }
        };
        format.write(&text)?;
    }
    Ok(())
}

/// The report as JSON with what the engine did.
fn with_work(text: &str, engine: &Engine, outputs: &[PathBuf]) -> String {
    let mut report: Value = serde_json::from_str(text).unwrap_or_else(|_| json!({}));
    report["stages"] = json!(engine.tally.stages());
    report["pictures_decoded"] = json!(engine.tally.decoded());
    report["models_loaded"] = json!(engine.tally.loaded());
    report["outputs"] = json!(
        outputs
            .iter()
            .map(|path| path.display().to_string())
            .collect::<Vec<_>>()
    );
    format!("{report:#}\n")
}

/// Appends the run to the ledger. A ledger that can't be written is a notice: the night's work is done all the same.
fn keep_in_ledger(
    engine: &Engine,
    results: &[AppResult<'_>],
    outcome: Outcome,
    started_at: Timestamp,
    problems: &[String],
    context: &Context,
) {
    let Ok(id) = SessionId::parse(&ulid::Ulid::generate().to_string()) else {
        return;
    };
    let run = Run {
        id,
        command: "nightly".to_owned(),
        started_at,
        ended_at: now(),
        outcome: match outcome {
            Outcome::Clean => RunOutcome::Clean,
            Outcome::Findings => RunOutcome::Findings,
        },
        git_revision: git_revision(context),
        skillc_version: env!("CARGO_PKG_VERSION").to_owned(),
        versions: crate::engine::STAGES
            .iter()
            .map(|s| (format!("stage {}", s.name), s.version.to_string()))
            .collect(),
        apps: app_runs(engine, results),
        problems: problems.to_vec(),
    };
    if let Err(error) = Ledger::new(context.config.runs()).append(&run) {
        context.say(Level::Warning, &format!("the run is not in the ledger: {error}"));
    }
}

fn app_runs(engine: &Engine, results: &[AppResult<'_>]) -> Vec<AppRun> {
    let mut stages: BTreeMap<String, Vec<StageRun>> = BTreeMap::new();
    for ((app, stage), counts) in engine.tally.by_app() {
        stages.entry(app).or_default().push(StageRun {
            stage: stage.as_str().to_owned(),
            run: counts.run,
            hit: counts.hit,
            failed: counts.failed,
            elapsed_ms: counts.ms,
        });
    }
    let run = |result: &AppResult<'_>| {
        let compiled = result.compiled.as_ref();
        let set = compiled.and_then(|compiled| compiled.skills.get().ok());
        let graph = compiled.and_then(|compiled| compiled.graph.get().ok());
        AppRun {
            app: result.app.slug.as_str().to_owned(),
            sessions: result.sessions.len() as u64,
            frames: graph.map_or(0, |graph| {
                graph.screens.iter().map(|screen| u64::from(screen.times_seen)).sum()
            }),
            screens: graph.map_or(0, |graph| graph.screens.len() as u64),
            skills: set.map_or(0, |set| set.skills.len() as u64),
            steps: set.map_or(0, |set| set.skills.iter().map(|skill| skill.steps.len() as u64).sum()),
            stages: stages.get(result.app.slug.as_str()).cloned().unwrap_or_default(),
            problems: result.problems.iter().map(|problem| problem.message.clone()).collect(),
        }
    };
    results.iter().map(run).collect()
}

/// The commit of the workspace; none outside a repository or without git.
fn git_revision(context: &Context) -> Option<String> {
    let folder = context.config.workspace.as_deref()?;
    let output = std::process::Command::new("git")
        .args(["rev-parse", "HEAD"])
        .current_dir(folder)
        .output()
        .ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn workspace_name(context: &Context) -> String {
    context.config.workspace.as_deref().map(shown).unwrap_or_default()
}

fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp(i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
}
