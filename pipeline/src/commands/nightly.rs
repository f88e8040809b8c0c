//! `skillc nightly`: everything in the workspace; compile, compare with what was accepted, ledger, report.

use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::{Value, json};
use skillc_diff::{FailOn, Report};
use skillc_nightly::{AppNight, Night, github, html, human, json, junit, markdown};

use super::compile::{
    all_problems, compile_all, compiler, find_apps, keep_cache_small, open_store, say_about_cache, say_about_reading,
    settle_shared, write_app,
};
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
use crate::ledger::RunLog;
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
    let mut log = RunLog::begin("nightly", context);
    let outcome = work(args, context, &mut log);
    if let Some(log) = log {
        log.end(&outcome, context);
    }
    outcome
}

fn work(args: &Args, context: &Context, log: &mut Option<RunLog>) -> Result<Outcome, Failure> {
    let begin = Instant::now();
    let settings = &context.config.settings;
    let fail_on = fail_on(args.fail_on.as_deref(), settings)?;
    let store = open_store(context)?;
    let mut apps = find_apps(&[], context)?;
    let engine = Engine::new(Cache::new(context.config.cache()), false);
    let compiler = compiler(&engine, &store, false, context)?;
    let compiled = compile_all(&engine, &compiler, &apps.found, context, |result| {
        write_app(&engine, &compiler, result, context)
    });
    let (results, written): (Vec<_>, Vec<_>) = compiled.into_iter().unzip();
    if let Some(log) = log {
        log.worked(&engine, &compiler, &results, &apps.problems);
    }
    context.go_on()?;
    let written = written.into_iter().collect::<Result<Vec<_>, Failure>>()?;
    apps.problems
        .extend(settle_shared(&engine, &compiler, &results, &written, context)?);
    let mut outputs: Vec<PathBuf> = written
        .into_iter()
        .flatten()
        .flat_map(|written| written.files)
        .collect();
    let gone = gone(&results, context)?;
    let mut night = Night {
        workspace: workspace_name(context),
        apps: results.iter().map(|result| app_night(result, context)).collect(),
        changes: changes(&compiler, &results, &gone, context)?,
        elapsed_ms: None,
    };
    for folder in gone {
        night.apps.push(AppNight {
            name: accepted_name(&folder, context),
            app: folder,
            was_accepted: true,
            is_gone: true,
            ..AppNight::default()
        });
    }
    for problem in &apps.problems {
        night.changes.problems.push(skillc_diff::Problem {
            app: None,
            file: None,
            line: None,
            message: problem.clone(),
            help: None,
        });
    }
    if let Some(log) = log {
        log.worked(&engine, &compiler, &results, &apps.problems);
    }
    compiler.finish();
    keep_cache_small(&engine, context);
    let page = context.config.out().join(REPORT);
    let mut frames = Frames::of(vec![&store]);
    let text =
        html::html(&night, &mut frames).map_err(|error| Failure::new("the report could not be made").because(error))?;
    write_file(&page, text.as_bytes())?;
    outputs.push(page.clone());
    // The page is the same for the same work; how long it took is for the person who waits.
    night.elapsed_ms = u64::try_from(begin.elapsed().as_millis()).ok();
    let problems = all_problems(&apps.problems, &results);
    let outcome = outcome(&night, fail_on, &problems);
    if let Some(file) = &args.timings {
        write_file(file, engine.timeline.to_json().as_bytes())?;
    }
    write_formats(&night, &engine, &outputs, &page, fail_on, context)?;
    say_about_cache(&engine, context);
    say_about_reading(&results, context);
    for problem in &problems {
        context.say(Level::Warning, problem);
    }
    Ok(outcome)
}

/// What each app came to beside the comparison.
fn app_night(result: &AppResult<'_>, context: &Context) -> AppNight {
    let slug = result.app.slug.as_str();
    AppNight {
        app: slug.to_owned(),
        name: result.app.description.app.clone(),
        sessions: result.usable_sessions(),
        skills: result.compiled.as_ref().map(|compiled| compiled.summary.skills.len()),
        was_accepted: accepted::record(&context.config.accepted(), slug).is_file(),
        problems: result.problems.iter().map(|problem| problem.message.clone()).collect(),
        is_gone: false,
    }
}

/// What an app that was accepted calls itself; its folder, where that isn't known.
fn accepted_name(folder: &str, context: &Context) -> String {
    let model = accepted::model(&context.config.accepted(), folder).ok().flatten();
    model.map_or_else(|| folder.to_owned(), |model| model.declared.description.app)
}

/// The folders of apps that were accepted and are described no more.
fn gone(results: &[AppResult<'_>], context: &Context) -> Result<Vec<String>, Failure> {
    let mut folders = accepted::folders(&context.config.accepted())?;
    folders.retain(|folder| !results.iter().any(|result| result.app.slug.as_str() == folder));
    Ok(folders)
}

/// What changed since it was accepted, with the cause of each change. An app that was never accepted is new as a whole and no change.
/// `gone` are the folders of those that are described no more.
fn changes(
    compiler: &Compiler<'_>,
    results: &[AppResult<'_>],
    gone: &[String],
    context: &Context,
) -> Result<Report, Failure> {
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
    for folder in gone {
        report.merge(no_longer_described(&store, folder, &severities));
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
            FormatKind::Human if context.is_quiet() => human::quiet(night, paint(format)),
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

fn workspace_name(context: &Context) -> String {
    context.config.workspace.as_deref().map(shown).unwrap_or_default()
}
