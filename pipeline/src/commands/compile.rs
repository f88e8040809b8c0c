//! `skillc compile`: captures and APP.md into skills.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use rayon::prelude::*;
use serde_json::{Value, json};
use skillc_captures::Store;

use crate::compile::app::Problem;
use crate::compile::model::model;
use crate::compile::patterns::Patterns;
use crate::compile::reading::Reading;
use crate::compile::written::WrittenMemory;
use crate::compile::{AppResult, AppSource, Compiler, write};
use crate::config::Settings;
use crate::context::Context;
use crate::engine::trace::What;
use crate::engine::{Cache, Engine};
use crate::exit_code::Outcome;
use crate::failure::{Failure, shown};
use crate::format::{FormatKind, write_file};
use crate::ledger::RunLog;
use crate::notice::{Level, one_line};
use crate::progress::RunProgress;

/// Arguments of `skillc compile`.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Args {
    /// APP.md to compile, or the name of an app of the workspace; repeat it for several. Without it, all of the workspace
    #[arg(long, value_name = "FILE_OR_NAME")]
    pub app: Vec<String>,
    /// Say for every unit why it ran
    #[arg(long)]
    pub explain: bool,
    /// Say what would run, and run nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Say where one step comes from: SKILL:NUMBER, as in settings-about:3
    #[arg(long, value_name = "SKILL:NUMBER")]
    pub why: Option<String>,
    /// Write when each unit ran, as a trace for Perfetto
    #[arg(long, value_name = "FILE")]
    pub timings: Option<PathBuf>,
}

/// Compiles the apps and writes their skills.
///
/// # Errors
/// When the captures can't be opened, no app is found, or results can't be written.
pub fn run(args: &Args, context: &Context) -> Result<Outcome, Failure> {
    if let Some(format) = context
        .formats
        .iter()
        .find(|f| !matches!(f.kind, FormatKind::Human | FormatKind::Json))
    {
        return Err(Failure::new(format!("skillc compile has no format {:?}", format.kind))
            .help("use human or json; skillc diff and skillc nightly have the others"));
    }
    // A dry run does nothing that a ledger could tell of.
    let mut log = RunLog::begin("compile", context).filter(|_| !args.dry_run);
    let outcome = work(args, context, &mut log);
    if let Some(log) = log {
        log.end(&outcome, context);
    }
    outcome
}

fn work(args: &Args, context: &Context, log: &mut Option<RunLog>) -> Result<Outcome, Failure> {
    let store = open_store(context)?;
    let mut apps = find_apps(&args.app, context)?;
    let engine = Engine::new(Cache::new(context.config.cache()), args.dry_run);
    let compiler = compiler(&engine, &store, args.explain, context)?;
    let write = |result: &AppResult<'_>| {
        if args.dry_run {
            Ok(None)
        } else {
            write_app(&engine, &compiler, result, context)
        }
    };
    let compiled = compile_all(&engine, &compiler, &apps.found, context, write);
    let (results, written): (Vec<_>, Vec<_>) = compiled.into_iter().unzip();
    let written = written.into_iter().collect::<Result<Vec<_>, Failure>>()?;
    apps.problems
        .extend(settle_shared(&engine, &compiler, &results, &written, context)?);
    let named = results.iter().map(|result| result.app.slug.as_str().to_owned());
    let outputs: Vec<_> = named
        .zip(written)
        .filter_map(|(app, written)| Some((app, written?)))
        .collect();
    if let Some(log) = log {
        log.worked(&engine, &compiler, &results, &apps.problems);
    }
    compiler.finish();
    keep_cache_small(&engine, context);
    context.go_on()?;
    if let Some(file) = &args.timings {
        write_file(file, engine.timeline.to_json().as_bytes())?;
    }
    say_about_cache(&engine, context);
    let problems = all_problems(&apps.problems, &results);
    for format in &context.formats {
        match format.kind {
            FormatKind::Json => {
                format.write(&format!("{:#}\n", to_json(&engine, &results, &outputs, &problems)))?;
            }
            _ => {
                let text = match &args.why {
                    Some(step) => super::why::why(step, &results)?,
                    None if context.is_quiet() && !args.explain && !args.dry_run => String::new(),
                    None => human(args, &results, &outputs),
                };
                format.write(&text)?;
            }
        }
    }
    say_about_reading(&results, context);
    for problem in &problems {
        context.say(Level::Warning, problem);
    }
    let nothing = results.iter().all(|result| result.compiled.is_none()) && !args.dry_run;
    if nothing {
        return Err(Failure::new(format!(
            "nothing was compiled: {} has no usable session of these apps",
            shown(store.root())
        ))
        .help("record one with skillc record --source simulator --app APP.md, or see skillc captures list"));
    }
    Ok(Outcome::findings_if(!problems.is_empty()))
}

/// The capture store of the configuration.
///
/// # Errors
/// When there is none, or one that this version doesn't read.
pub fn open_store(context: &Context) -> Result<Store, Failure> {
    let folder = context.config.captures();
    Store::open(&folder).map_err(|error| {
        Failure::new(format!("could not open the captures: {error}"))
            .help("name a capture store with --captures, or record a session with skillc record")
    })
}

/// The apps to compile, and the files that describe none.
#[derive(Debug, Default)]
pub struct Apps {
    /// Apps, each once.
    pub found: Vec<AppSource>,
    /// Files that describe no app.
    pub problems: Vec<String>,
}

/// The apps that `names` name (files, folders or app names), or all of the workspace.
///
/// # Errors
/// When a named app can't be found or read, or there is none at all.
pub fn find_apps(names: &[String], context: &Context) -> Result<Apps, Failure> {
    let mut apps = Apps::default();
    let mut all = Vec::new();
    for name in names {
        let path = PathBuf::from(name);
        if path.is_file() {
            all.push(AppSource::read(&path).map_err(Failure::from)?);
        } else if path.is_dir() {
            all.extend(below(&path, &mut apps.problems)?);
        } else {
            let folder = context.config.apps();
            let known = if folder.is_dir() {
                below(&folder, &mut apps.problems)?
            } else {
                Vec::new()
            };
            let wanted = skillc_text::fold(name);
            let found = known.into_iter().find(|app| {
                skillc_text::fold(&app.description.app) == wanted || skillc_text::fold(app.slug.as_str()) == wanted
            });
            all.push(found.ok_or_else(|| {
                Failure::new(format!("there is no file or app {name:?}")).help(format!(
                    "name an APP.md, or an app that is described below {}",
                    shown(&folder)
                ))
            })?);
        }
    }
    if names.is_empty() {
        all = below(&context.config.apps(), &mut apps.problems)?;
    }
    if all.is_empty() {
        let listed = if apps.problems.is_empty() {
            String::new()
        } else {
            format!(": {}", apps.problems.join("; "))
        };
        return Err(Failure::new(format!("no APP.md was found{listed}"))
            .help("name one with --app, or see workspace.apps in skillc config"));
    }
    for app in all {
        match apps.found.iter().find(|known: &&AppSource| known.slug == app.slug) {
            Some(known) => apps.problems.push(format!(
                "{} describes the same app as {} and is passed over",
                app.name, known.name
            )),
            None => apps.found.push(app),
        }
    }
    Ok(apps)
}

fn below(folder: &std::path::Path, problems: &mut Vec<String>) -> Result<Vec<AppSource>, Failure> {
    let mut apps = Vec::new();
    for source in AppSource::all_below(folder)? {
        match source {
            Ok(app) => apps.push(app),
            Err(error) => problems.push(error.to_string()),
        }
    }
    Ok(apps)
}

/// A compiler over the sessions of `store` under the settings in force; with `explain` it looks at every unit.
///
/// # Errors
/// When the store can't be listed, or the folder of patterns is missing.
pub fn compiler<'e>(
    engine: &'e Engine,
    store: &'e Store,
    explain: bool,
    context: &'e Context,
) -> Result<Compiler<'e>, Failure> {
    compiler_under(&context.config.settings, engine, store, explain, context)
}

/// The same under other settings.
///
/// # Errors
/// As [`compiler`].
pub fn compiler_under<'e>(
    settings: &'e Settings,
    engine: &'e Engine,
    store: &'e Store,
    explain: bool,
    context: &Context,
) -> Result<Compiler<'e>, Failure> {
    let compiler = Compiler::new(engine, store, settings, explain)
        .map_err(|error| Failure::new(format!("could not list {}: {error}", shown(store.root()))))?;
    let Some(folder) = &settings.workspace.patterns else {
        return Ok(compiler);
    };
    let folder = context.config.path("workspace.patterns", folder);
    if !folder.is_dir() {
        return Err(Failure::new(format!("there is no folder {}", shown(&folder)))
            .help("workspace.patterns names a folder with elements/ and screens/"));
    }
    let (patterns, problems) = Patterns::read(&folder);
    for problem in problems {
        context.say(Level::Warning, &problem);
    }
    Ok(compiler.with_patterns(patterns))
}

/// Compiles every app, side by side, and does `then` with each; says how far it is. The results are in the order of the apps and hold
/// nothing that can be read again.
pub fn compile_all<'e, T: Send>(
    engine: &Engine,
    compiler: &Compiler<'e>,
    apps: &[AppSource],
    context: &Context,
    then: impl Fn(&AppResult<'e>) -> T + Sync,
) -> Vec<(AppResult<'e>, T)> {
    let total: usize = apps.iter().map(|app| compiler.sessions_of(app)).sum();
    let progress = RunProgress::begin(&engine.tally, total as u64, apps.len() as u64, context);
    let one = |app: &AppSource| {
        progress.says(&app.description.app);
        let begin = Instant::now();
        let mut result = compiler.compile(app, &|| !context.is_stopped(), &|| progress.session_done());
        let done = then(&result);
        if let Some(compiled) = &mut result.compiled {
            compiled.forget();
        }
        let seconds = begin.elapsed().as_secs_f64();
        context.say(
            Level::Detail,
            &format!(
                "{}: {} in {seconds:.2} s",
                app.description.app,
                engine.tally.words_of(app.slug.as_str())
            ),
        );
        (result, done)
    };
    let results = progress.watch(|| apps.par_iter().map(one).collect());
    progress.end();
    results
}

/// Writes what was compiled for one app; none if nothing was. What the last run wrote is not made again while it stands as it was
/// written.
///
/// # Errors
/// When a file can't be written.
pub fn write_app(
    engine: &Engine,
    compiler: &Compiler<'_>,
    result: &AppResult<'_>,
    context: &Context,
) -> Result<Option<write::Written>, Failure> {
    let Some(compiled) = &result.compiled else {
        return Ok(None);
    };
    let memory = WrittenMemory::new(&engine.cache, result, compiled, context);
    if let Some(written) = memory.recall() {
        return Ok(Some(written));
    }
    let again;
    let (result, compiled) = if compiled.is_whole() {
        (result, compiled)
    } else {
        again = compiler.compile_held(&result.app, &|| !context.is_stopped());
        let Some(compiled) = &again.compiled else {
            return Ok(None);
        };
        (&again, compiled)
    };
    let Ok(set) = compiled.skills.get() else {
        return Err(Failure::new("a cache entry was removed while it was in use").help("run it again"));
    };
    let settings = &context.config.settings;
    let mut model = model(result, settings);
    if let Some(model) = &mut model {
        model.declared.file = context.name_in_workspace(&result.app.name);
    }
    let documents = write::documents(result, set, &settings.compile.dialects, model.as_ref());
    let written = write::write(&context.config.out(), &set.folder, &documents)?;
    memory.keep(&written);
    Ok(Some(written))
}

/// Two apps may come to the same name of a skill ("Foo" with a flow "bar baz", "Foo Bar" with a flow "baz"). The files of the app that
/// stands first are there in the end, whatever was written last, and the other is told. `written` has what was written for each of
/// `results`.
///
/// # Errors
/// When a file can't be written.
pub fn settle_shared(
    engine: &Engine,
    compiler: &Compiler<'_>,
    results: &[AppResult<'_>],
    written: &[Option<write::Written>],
    context: &Context,
) -> Result<Vec<String>, Failure> {
    let mut owners: BTreeMap<&PathBuf, usize> = BTreeMap::new();
    let mut shared: BTreeMap<(usize, usize), Vec<&PathBuf>> = BTreeMap::new();
    for (place, written) in written.iter().enumerate() {
        for file in written.iter().flat_map(|written| &written.files) {
            match owners.get(file) {
                Some(&owner) => shared.entry((owner, place)).or_default().push(file),
                None => {
                    owners.insert(file, place);
                }
            }
        }
    }
    let again: BTreeSet<usize> = shared.keys().map(|(owner, _)| *owner).collect();
    for owner in again {
        write_app(engine, compiler, &results[owner], context)?;
    }
    let name = |place: usize| &results[place].app.description.app;
    let told = shared.iter().map(|((owner, other), files)| {
        let folders: BTreeSet<String> = files
            .iter()
            .filter_map(|file| file.parent())
            .map(shown)
            .collect();
        format!(
            "{} and {} both have skills in {}: those of {} are there. Give one of the apps another name, or compile it into another folder with --out",
            name(*owner),
            name(*other),
            folders.into_iter().collect::<Vec<_>>().join(", "),
            name(*owner),
        )
    });
    Ok(told.collect())
}

/// Keeps the cache within its limit.
pub fn keep_cache_small(engine: &Engine, context: &Context) {
    let limit = context.config.settings.cache.limit_mb.saturating_mul(1 << 20);
    let freed = if engine.is_dry() {
        0
    } else {
        engine.cache.keep_within(limit)
    };
    if freed > 0 {
        let message = format!(
            "the cache was larger than cache.limit_mb: {:.1} MB freed",
            freed as f64 / 1e6
        );
        context.say(Level::Detail, &message);
    }
}

/// Warns of apps whose screens the detectors hardly read.
pub fn say_about_reading(results: &[AppResult<'_>], context: &Context) {
    for result in results {
        let reading = result
            .compiled
            .as_ref()
            .and_then(|compiled| compiled.summary.reading.as_ref());
        if let Some(warning) = reading.and_then(Reading::warning) {
            context.say(Level::Warning, &format!("{}: {warning}", result.app.description.app));
        }
    }
}

/// Says what is odd about the cache.
pub fn say_about_cache(engine: &Engine, context: &Context) {
    if engine.cache.damaged() > 0 {
        let done = if engine.cache.stuck() == 0 {
            "removed and computed again"
        } else {
            "computed again and can't be removed"
        };
        let message = format!(
            "{} damaged cache {} {done}",
            engine.cache.damaged(),
            if engine.cache.damaged() == 1 {
                "entry was"
            } else {
                "entries were"
            }
        );
        context.say(Level::Warning, &message);
    }
    if engine.cache.is_unwritable() {
        let message = format!(
            "{} can't be written: nothing is kept for the next run",
            shown(engine.cache.folder())
        );
        context.say(Level::Warning, &message);
    }
}

/// Every problem as one line.
pub fn all_problems(of_files: &[String], results: &[AppResult<'_>]) -> Vec<String> {
    let mut problems = of_files.to_vec();
    for result in results {
        if result.sessions.is_empty() && result.problems.is_empty() {
            problems.push(format!("{}: no session was recorded", result.app.description.app));
        }
        for Problem { session, message } in &result.problems {
            problems.push(match session {
                Some(session) => format!("{}: session {session}: {message}", result.app.description.app),
                None => format!("{}: {message}", result.app.description.app),
            });
        }
    }
    problems
}

fn human(args: &Args, results: &[AppResult<'_>], outputs: &[(String, write::Written)]) -> String {
    let mut text = String::new();
    if args.explain || args.dry_run {
        for unit in results.iter().flat_map(|result| &result.explanations) {
            let because = if unit.because.is_empty() {
                String::new()
            } else {
                format!(": {}", unit.because.join(", "))
            };
            let _ = writeln!(
                text,
                "{} {} {}: {}{because}",
                unit.app,
                unit.stage,
                unit.unit,
                unit.what.as_str()
            );
        }
        if args.dry_run {
            let would = results.iter().flat_map(|result| &result.explanations);
            let count = |what: What| would.clone().filter(|unit| unit.what == what).count();
            let (would_run, may_run) = (count(What::WouldRun), count(What::MayRun));
            let _ = write!(text, "{would_run} {} would run", plural(would_run, "unit"));
            text += &if may_run > 0 {
                format!(", {may_run} more may\n")
            } else {
                "\n".to_owned()
            };
            return text;
        }
    }
    for result in results {
        let name = one_line(&result.app.description.app);
        let Some(compiled) = &result.compiled else {
            let why = if result.sessions.is_empty() {
                "no session was recorded"
            } else {
                "not compiled"
            };
            let _ = writeln!(text, "{name}: {why}");
            continue;
        };
        let written = outputs
            .iter()
            .find(|(slug, _)| slug == result.app.slug.as_str())
            .map(|(_, written)| written);
        let files = written.map_or(0, |written| written.files.len());
        let changed = written.map_or(0, |written| written.changed + written.removed.len());
        let (skills, sessions) = (compiled.summary.skills.len(), result.usable_sessions());
        let _ = writeln!(
            text,
            "{name}: {skills} {} from {sessions} {}, {files} {}, {changed} changed",
            plural(skills, "skill"),
            plural(sessions, "session"),
            plural(files, "file"),
        );
        for lost in &compiled.summary.out_of_reach {
            let _ = writeln!(
                text,
                "  never tapped: “{}” ({} “{}”); out of reach behind it: {}",
                one_line(&lost.label),
                lost.source,
                one_line(&lost.pattern),
                one_line(&lost.screens.join(", ")),
            );
        }
    }
    text
}

/// `word` for `count` of it.
pub fn plural(count: usize, word: &str) -> String {
    if count == 1 {
        word.to_owned()
    } else {
        format!("{word}s")
    }
}

fn to_json(
    engine: &Engine,
    results: &[AppResult<'_>],
    outputs: &[(String, write::Written)],
    problems: &[String],
) -> Value {
    let apps: Vec<Value> = results
        .iter()
        .map(|result| {
            let skills = result.compiled.as_ref().map(|compiled| &compiled.summary.skills);
            json!({
                "app": result.app.description.app,
                "slug": result.app.slug,
                "sessions": result.usable_sessions(),
                "skills": skills,
                "out_of_reach": result.compiled.as_ref().map(|compiled| &compiled.summary.out_of_reach),
            })
        })
        .collect();
    let files: Vec<String> = outputs
        .iter()
        .flat_map(|(_, written)| &written.files)
        .map(|path| path.display().to_string())
        .collect();
    let units: Vec<Value> = results
        .iter()
        .flat_map(|result| &result.explanations)
        .map(|unit| json!(unit))
        .collect();
    json!({
        "format_version": 1,
        "apps": apps,
        "stages": engine.tally.stages(),
        "pictures_decoded": engine.tally.decoded(),
        "models_loaded": engine.tally.loaded(),
        "outputs": files,
        "units": units,
        "problems": problems,
    })
}
