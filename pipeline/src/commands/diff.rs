//! `skillc diff`: what an edit of APP.md, another recording or another detector changes in the skills, and why.

use std::path::PathBuf;

use skillc_captures::Store;
use skillc_diff::{Report, Severities, Side};

use super::compile::{compiler_under, open_store, say_about_cache};
use crate::compare::laboratory::{Attempts, OldSide};
use crate::compare::output::{Depth, write};
use crate::compare::severity::{fail_on, severities};
use crate::compare::sides::{Bench, Pair, compare, pairs};
use crate::compare::{accepted, frames::Frames};
use crate::compile::Compiler;
use crate::config::{Key, Settings};
use crate::context::Context;
use crate::engine::{Cache, Engine};
use crate::exit_code::Outcome;
use crate::failure::{Failure, shown};
use crate::revision::Described;

/// Arguments of `skillc diff`.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Args {
    /// The old side: an APP.md, a folder of apps, or a git revision such as HEAD~1 or main:apps. HEAD if neither is given
    pub old: Option<String>,
    /// The new side; the work tree if it isn't given
    pub new: Option<String>,
    /// Only these apps, by name; repeat it for several
    #[arg(long, value_name = "NAME")]
    pub app: Vec<String>,
    /// Compare with the accepted skills instead of an old side
    #[arg(long)]
    pub accepted: bool,
    /// Another capture store for the new side: what did the app update change?
    #[arg(long, value_name = "DIR")]
    pub captures_new: Option<PathBuf>,
    /// Detections of the old side: rerun or recorded
    #[arg(long, value_name = "SOURCE")]
    pub detector: Option<String>,
    /// Detections of the new side: rerun or recorded
    #[arg(long, value_name = "SOURCE")]
    pub detector_new: Option<String>,
    /// Another value of a configuration key for the new side; repeat it for several
    #[arg(long, value_name = "KEY=VALUE")]
    pub set_new: Vec<String>,
    /// Least severity that makes exit code 1: cosmetic, risky, breaking or never
    #[arg(long, value_name = "SEVERITY")]
    pub fail_on: Option<String>,
    /// Only a line a skill
    #[arg(long, conflicts_with = "name_only")]
    pub stat: bool,
    /// Only the names of what changed
    #[arg(long)]
    pub name_only: bool,
}

/// Compares, and says what changed.
///
/// # Errors
/// When a side can't be read, the captures can't be opened, a result can't be written, or something could not be compared.
pub fn run(args: &Args, context: &Context) -> Result<Outcome, Failure> {
    let settings = &context.config.settings;
    let severities = severities(settings)?;
    let fail_on = fail_on(args.fail_on.as_deref(), settings)?;
    let depth = match (args.stat, args.name_only) {
        (true, _) => Depth::Stat,
        (_, true) => Depth::NameOnly,
        _ => Depth::Full,
    };
    let benches = Benches::new(args, context)?;
    let report = if args.accepted {
        against_accepted(args, &benches, &severities, context)?
    } else {
        revisions(args, &benches, &severities, context)?
    };
    context.go_on()?;
    let mut frames = Frames::of(vec![&benches.store_new, &benches.store]);
    write(&report, depth, fail_on, &mut frames, context)?;
    say_about_cache(&benches.engine, context);
    if !report.problems.is_empty() {
        let first = report
            .problems
            .first()
            .map(|problem| problem.message.clone())
            .unwrap_or_default();
        let more = if report.problems.len() > 1 {
            format!(" (and {} more)", report.problems.len() - 1)
        } else {
            String::new()
        };
        return Err(Failure::new(format!("not everything could be compared: {first}{more}"))
            .help("the report lists what stays unknown"));
    }
    Ok(Outcome::findings_if(fail_on.fails(report.worst())))
}

/// Everything that compiles both sides.
struct Benches {
    engine: Engine,
    store: Store,
    store_new: Store,
    old: Settings,
    new: Settings,
}

impl Benches {
    fn new(args: &Args, context: &Context) -> Result<Self, Failure> {
        let store = open_store(context)?;
        let store_new = match &args.captures_new {
            Some(folder) => Store::open(folder).map_err(|error| {
                Failure::new(format!("could not open the captures in {}: {error}", shown(folder)))
                    .help("name a capture store with --captures-new")
            })?,
            None => open_store(context)?,
        };
        let settings = &context.config.settings;
        let detector = |word: &Option<String>| {
            word.iter()
                .map(|word| ("detect.source".to_owned(), word.clone()))
                .collect::<Vec<_>>()
        };
        let mut new = detector(&args.detector_new);
        if args.detector_new.is_none() {
            new = detector(&args.detector);
        }
        for setting in &args.set_new {
            let (key, value) = setting.split_once('=').ok_or_else(|| {
                Failure::new(format!("--set-new {setting:?} has no value")).help("write it as --set-new KEY=VALUE")
            })?;
            new.push((key.to_owned(), value.to_owned()));
        }
        Ok(Self {
            engine: Engine::new(Cache::new(context.config.cache()), false),
            store,
            store_new,
            old: changed(settings, &detector(&args.detector))?,
            new: changed(settings, &new)?,
        })
    }

    /// Whether both sides are compiled from the same recordings under the same settings.
    fn same_inputs(&self) -> bool {
        let folder = |store: &Store| {
            store
                .root()
                .canonicalize()
                .unwrap_or_else(|_| store.root().to_path_buf())
        };
        folder(&self.store) == folder(&self.store_new) && self.old == self.new
    }

    fn compiler<'b>(
        &'b self,
        store: &'b Store,
        settings: &'b Settings,
        context: &Context,
    ) -> Result<Compiler<'b>, Failure> {
        compiler_under(settings, &self.engine, store, false, context)
    }
}

/// The settings with other values under some keys. One source of detections is meant for every producer.
pub(super) fn changed(settings: &Settings, values: &[(String, String)]) -> Result<Settings, Failure> {
    if values.is_empty() {
        return Ok(settings.clone());
    }
    let mut table = toml::Table::try_from(settings)
        .map_err(|error| Failure::new("the configuration can't be changed").because(error))?;
    for (name, text) in values {
        let key = Key::named(name)?;
        let value = key.parse(text, name)?;
        if name == "detect.source"
            && let Some(toml::Value::Table(detect)) = table.get_mut("detect")
        {
            detect.remove("producers");
        }
        let mut parts: Vec<&str> = name.split('.').collect();
        let last = parts.pop().unwrap_or_default();
        let mut inner = &mut table;
        for part in parts {
            let slot = inner
                .entry(part)
                .or_insert_with(|| toml::Value::Table(toml::Table::new()));
            let toml::Value::Table(next) = slot else {
                return Err(Failure::new(format!("{name:?} can't be set")));
            };
            inner = next;
        }
        inner.insert(last.to_owned(), value);
    }
    table.try_into().map_err(|error| {
        Failure::new("a setting has a value of the wrong kind")
            .because(error)
            .help("see skillc config")
    })
}

/// The old and the new descriptions, compiled and compared.
fn revisions(args: &Args, benches: &Benches, severities: &Severities, context: &Context) -> Result<Report, Failure> {
    let folder = context.config.apps();
    let tree = || -> Result<Described, Failure> {
        Ok(Described {
            name: "work tree".to_owned(),
            ..Described::of_folder(&folder)?
        })
    };
    let named = |spec: &String| Described::read(spec, &folder);
    let (old, new) = match (&args.old, &args.new) {
        (Some(old), Some(new)) => (named(old)?, named(new)?),
        // With other captures or settings the descriptions are meant to be the same.
        (Some(both), None) if !benches.same_inputs() => (named(both)?, named(both)?),
        (None, _) if !benches.same_inputs() => (tree()?, tree()?),
        (Some(old), None) => (named(old)?, tree()?),
        (None, _) => (named(&"HEAD".to_owned())?, tree()?),
    };
    let sides = sides(&old.name, &new.name, benches);
    let (mut pairs, problems) = pairs(old, new);
    only(&mut pairs, &args.app)?;
    let (before, after) = (
        benches.compiler(&benches.store, &benches.old, context)?,
        benches.compiler(&benches.store_new, &benches.new, context)?,
    );
    let old = Bench {
        compiler: &before,
        settings: &benches.old,
    };
    let new = Bench {
        compiler: &after,
        settings: &benches.new,
    };
    let mut report = Report::new(sides.0, sides.1);
    report.problems = problems;
    for one in compare(&pairs, &old, &new, benches.same_inputs(), severities, context) {
        report.merge(one);
    }
    before.finish();
    after.finish();
    Ok(report)
}

/// What is compared, as people name it: what differs stands in the name.
fn sides(old: &str, new: &str, benches: &Benches) -> (String, String) {
    let mut names = (old.to_owned(), new.to_owned());
    if benches.store.root() != benches.store_new.root() {
        names.0.push_str(&format!(" over {}", shown(benches.store.root())));
        names.1.push_str(&format!(" over {}", shown(benches.store_new.root())));
    }
    if benches.old != benches.new {
        names.1.push_str(" under other settings");
    }
    names
}

/// Keeps the apps that were asked for.
fn only(pairs: &mut Vec<Pair>, names: &[String]) -> Result<(), Failure> {
    if names.is_empty() {
        return Ok(());
    }
    let is = |pair: &Pair, name: &String| {
        let wanted = skillc_text::fold(name);
        let sources = pair.old.iter().chain(&pair.new);
        sources.clone().any(|app| {
            skillc_text::fold(app.slug.as_str()) == wanted || skillc_text::fold(&app.description.app) == wanted
        })
    };
    if let Some(missing) = names.iter().find(|name| !pairs.iter().any(|pair| is(pair, name))) {
        return Err(Failure::new(format!("neither side has an app {missing:?}")).help("leave out --app to compare all"));
    }
    pairs.retain(|pair| names.iter().any(|name| is(pair, name)));
    Ok(())
}

/// What was accepted against what comes out now.
fn against_accepted(
    args: &Args,
    benches: &Benches,
    severities: &Severities,
    context: &Context,
) -> Result<Report, Failure> {
    if args.new.is_some() {
        return Err(Failure::new(
            "--accepted is an old side: only a new one can be given beside it",
        ));
    }
    let folder = context.config.apps();
    let new = match &args.old {
        Some(spec) => Described::read(spec, &folder)?,
        None => Described {
            name: "work tree".to_owned(),
            ..Described::of_folder(&folder)?
        },
    };
    let mut report = Report::new("accepted", new.name.clone());
    let (mut pairs, problems) = pairs(Described::default(), new);
    report.problems = problems;
    only(&mut pairs, &args.app)?;
    let compiler = benches.compiler(&benches.store_new, &benches.new, context)?;
    let bench = Bench {
        compiler: &compiler,
        settings: &benches.new,
    };
    let store = context.config.accepted();
    for pair in &pairs {
        let Some(app) = &pair.new else { continue };
        report.merge(accepted_against(&store, app, &bench, severities, context));
    }
    if args.app.is_empty() && args.old.is_none() {
        for folder in accepted::folders(&store)? {
            if !pairs.iter().any(|pair| pair.slug() == folder) {
                report.merge(no_longer_described(&store, &folder, severities));
            }
        }
    }
    compiler.finish();
    Ok(report)
}

/// What was accepted for one app against what comes out now.
pub fn accepted_against(
    store: &std::path::Path,
    app: &crate::compile::AppSource,
    bench: &Bench<'_, '_>,
    severities: &Severities,
    context: &Context,
) -> Report {
    let (now, problems) = bench.model(app, context);
    let mut report = match &now {
        Some(now) => accepted_against_model(store, app, now, bench, severities, context),
        None => Report {
            apps: vec![app.slug.as_str().to_owned()],
            ..Report::default()
        },
    };
    report.problems.extend(problems);
    report
}

/// What was accepted for one app against a model of what comes out now.
pub fn accepted_against_model(
    store: &std::path::Path,
    app: &crate::compile::AppSource,
    now: &skillc_model::AppModel,
    bench: &Bench<'_, '_>,
    severities: &Severities,
    context: &Context,
) -> Report {
    let name = app.slug.as_str();
    let mut report = Report {
        apps: vec![name.to_owned()],
        ..Report::default()
    };
    match accepted::model(store, name) {
        Ok(Some(then)) => {
            let mut attempts = Attempts {
                app,
                new: bench,
                old: OldSide::Accepted,
                context,
            };
            report.add(name, &then, now, severities, &mut attempts);
        }
        Ok(None) => report.add_whole(name, Side::New, now, severities),
        Err(problem) => report.problems.push(problem),
    }
    report
}

/// An app that was accepted and that no APP.md describes any more.
pub fn no_longer_described(store: &std::path::Path, folder: &str, severities: &Severities) -> Report {
    let mut report = Report {
        apps: vec![folder.to_owned()],
        ..Report::default()
    };
    match accepted::model(store, folder) {
        Ok(Some(then)) => report.add_whole(folder, Side::Old, &then, severities),
        Ok(None) => {}
        Err(problem) => report.problems.push(problem),
    }
    report
}
