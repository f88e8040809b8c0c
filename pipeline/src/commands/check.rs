//! `skillc check`.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

use skillc_app_check::{Code, Safety, Severity, Source, Surroundings, check, fix};
use skillc_findings::{CheckedFile, Report, github, human, json, pages, patch, sarif};
use skillc_formats::Paint;
use skillc_formats::words::count;
use skillc_permissions::{Config, Policy, config_paths};

use crate::context::Context;
use crate::exit_code::Outcome;
use crate::failure::{Failure, shown};
use crate::format::{FormatKind, print, write_file};
use crate::loader::{self, Place, Search};
use crate::notice::Level;
use crate::recorded::Recordings;

/// Arguments of `skillc check`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// APP.md files, or folders that are searched for them; without any, the workspace's apps or the current folder
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// An APP.md, or the name of an app that is searched for as the live explorer does
    #[arg(long, value_name = "FILE_OR_NAME", conflicts_with = "paths")]
    pub app: Option<String>,
    /// With --app NAME: say of every file that was found why it was chosen or not
    #[arg(long, requires = "app")]
    pub explain: bool,
    /// With --app NAME: the system's locale, in place of the environment's
    #[arg(long, value_name = "LOCALE", requires = "app")]
    pub locale: Option<String>,
    /// Show the page of a code; without a code, list them all
    #[arg(long, value_name = "CODE", num_args = 0..=1, default_missing_value = "", exclusive = true)]
    pub explain_code: Option<String>,
    /// Check against what was recorded of each app, too: rules that never fired, taps that would miss, tabs never seen
    #[arg(long)]
    pub against_captures: bool,
    /// With --against-captures: write the recorded pictures behind the findings into this folder, with boxes drawn
    #[arg(long, value_name = "FOLDER", requires = "against_captures")]
    pub pictures: Option<PathBuf>,
    /// Mend what can be mended without guessing
    #[arg(long)]
    pub fix: bool,
    /// Mend what can be mended by guessing, too
    #[arg(long)]
    pub unsafe_fixes: bool,
    /// Show what --fix would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// The least severity that makes exit code 1
    #[arg(long, value_name = "SEVERITY", value_enum, default_value_t = Least::Error)]
    pub fail_on: Least,
    /// The least severity that is shown
    #[arg(long, value_name = "SEVERITY", value_enum, default_value_t = Least::Note)]
    pub show: Least,
}

/// A severity on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Least {
    /// Good to know.
    Note,
    /// Probably not what the writer wants.
    Warning,
    /// Something that was written is lost or does something else.
    Error,
}

impl From<Least> for Severity {
    fn from(least: Least) -> Self {
        match least {
            Least::Note => Self::Note,
            Least::Warning => Self::Warning,
            Least::Error => Self::Error,
        }
    }
}

/// Checks every file, mends it if asked to, and reports.
///
/// # Errors
/// When nothing can be checked, or a file can't be read or written. The other files are checked and reported all the same.
pub fn run(args: &Args, context: &Context) -> Result<Outcome, Failure> {
    if let Some(code) = &args.explain_code {
        return explain_code(code);
    }
    let mut place = Place::here()?;
    if let Some(locale) = &args.locale {
        place.locale.clone_from(locale);
    }
    if let (Some(app), true) = (&args.app, args.explain) {
        let search = Search::new(app, &place);
        print(&search.explanation())?;
        return Ok(Outcome::findings_if(search.chosen().is_none()));
    }
    let files = files(args, context, &place)?;
    let mut surroundings = surroundings(context, &place);
    let recordings = if args.against_captures {
        Some(Recordings::open(context)?)
    } else {
        None
    };
    let mut report = Report::default();
    let mut failures = Vec::new();
    let mut mended = 0;
    for path in &files {
        context.go_on()?;
        if let Some(recordings) = &recordings {
            surroundings.recorded = recordings.of(path, context);
        }
        match check_file(path, args, &surroundings) {
            Ok((file, count)) => {
                mended += count;
                report.files.push(file);
            }
            Err(failure) => failures.push(failure),
        }
    }
    let outcome = Outcome::findings_if(report.reaches(args.fail_on.into()));
    if !args.dry_run {
        for file in &mut report.files {
            file.findings.retain(|finding| finding.severity >= args.show.into());
        }
        if let (Some(folder), Some(recordings)) = (&args.pictures, &recordings) {
            recordings.draw(&mut report, folder)?;
        }
        write(&report, context)?;
    }
    if mended > 0 {
        let would = if args.dry_run { "would mend" } else { "mended" };
        context.say(
            Level::Info,
            &format!("{would} {}", count(mended, "finding", "findings")),
        );
    }
    match failures.len() {
        0 => Ok(outcome),
        1 => failures.pop().map_or(Ok(outcome), Err),
        failed => {
            for failure in &failures {
                context.say(Level::Warning, &failure.to_string());
            }
            Err(Failure::new(format!(
                "{failed} of {} could not be checked",
                count(files.len(), "file", "files")
            )))
        }
    }
}

/// The file with its findings, and how many were mended. After mending, what is left is reported.
fn check_file(path: &Path, args: &Args, surroundings: &Surroundings) -> Result<(CheckedFile, usize), Failure> {
    let mut text = loader::read(path)?;
    let mut mended = 0;
    if args.fix || args.unsafe_fixes || args.dry_run {
        let least = if args.unsafe_fixes {
            Safety::Unsafe
        } else {
            Safety::Safe
        };
        let fixed = fix(&text, surroundings, least);
        mended = fixed.mended;
        if args.dry_run {
            print(&patch::unified(&path_text(path), &text, &fixed.text))?;
        } else if fixed.text != text {
            replace(path, &fixed.text)?;
            text = fixed.text;
        }
    }
    let findings = check(&Source::new(&text), surroundings);
    Ok((
        CheckedFile {
            path: path_text(path),
            text,
            findings,
        },
        mended,
    ))
}

/// Writes over a file by rename. Its permissions stay, and a link stays a link.
fn replace(path: &Path, text: &str) -> Result<(), Failure> {
    let wrong = |error| Failure::io("write", path, error);
    let real = fs::canonicalize(path).map_err(wrong)?;
    let permissions = fs::metadata(&real).map_err(wrong)?.permissions();
    if permissions.readonly() {
        return Err(Failure::new(format!("{} is read-only", shown(path)))
            .help("make it writable, or see what would change with --dry-run"));
    }
    write_file(&real, text.as_bytes())?;
    fs::set_permissions(&real, permissions).map_err(wrong)
}

/// A path relative to the current folder, with `/`.
fn path_text(path: &Path) -> String {
    let text = shown(path);
    let text = text.strip_prefix("./").unwrap_or(&text);
    if std::path::MAIN_SEPARATOR == '/' {
        text.to_owned()
    } else {
        text.replace(std::path::MAIN_SEPARATOR, "/")
    }
}

/// The files to check.
fn files(args: &Args, context: &Context, place: &Place) -> Result<Vec<PathBuf>, Failure> {
    if let Some(app) = &args.app {
        let own = context.config.workspace.as_ref().map(|_| context.config.apps());
        return Ok(vec![loader::locate(app, own.as_deref(), place)?]);
    }
    let mut roots = args.paths.clone();
    if roots.is_empty() {
        roots.push(if context.config.workspace.is_some() {
            context.config.apps()
        } else {
            PathBuf::from(".")
        });
    }
    let mut files = Vec::new();
    for root in &roots {
        if !root.is_dir() {
            files.push(root.clone());
            continue;
        }
        let found = loader::descriptions_below(root);
        if found.is_empty() {
            return Err(Failure::new(format!("there is no APP.md in {}", shown(root)))
                .help("give the path of a file, or of a folder that has one somewhere below"));
        }
        files.extend(found);
    }
    let mut seen = BTreeSet::new();
    files.retain(|file| seen.insert(file.clone()));
    Ok(files)
}

/// What is known beside the files: permissions, recipes, the names of the variables that are set.
fn surroundings(context: &Context, place: &Place) -> Surroundings {
    let (current, home) = (place.current.to_string_lossy(), place.home.to_string_lossy());
    let permissions = config_paths(&current, &home)
        .into_iter()
        .find(|path| Path::new(path).exists());
    let config = permissions.and_then(|path| {
        let config = fs::read_to_string(&path).map_err(|error| error.to_string());
        match config.and_then(|text| Config::parse(&text).map_err(|error| error.to_string())) {
            Ok(config) => Some(config),
            Err(error) => {
                let message = format!(
                    "{} counts as absent, for the live server too: {error}",
                    shown(Path::new(&path))
                );
                context.say(Level::Warning, &message);
                None
            }
        }
    });
    Surroundings {
        recipes: recipe_folders(context, place)
            .iter()
            .flat_map(|folder| recipes_in(folder))
            .collect(),
        policy: Some(Policy {
            config,
            skip_permissions: false,
        }),
        variables: Some(env::vars_os().filter_map(|(name, _)| name.into_string().ok()).collect()),
        recorded: None,
    }
}

/// The workspace's recipes, and where the live explorer looks for them.
fn recipe_folders(context: &Context, place: &Place) -> Vec<PathBuf> {
    let below = |root: &Path, path: &str| root.join(".mirroir-mcp").join(path);
    let mut folders = Vec::new();
    for path in ["recipes", "skills/patterns/screens", "recipes/ios"] {
        folders.extend([below(&place.current, path), below(&place.home, path)]);
    }
    folders.push(place.current.join("../mirroir-skills/patterns/screens"));
    let own = context.config.settings.workspace.patterns.as_ref();
    folders.extend(own.map(|path| context.config.path("workspace.patterns", path).join("screens")));
    folders
}

/// The names that the recipes in a folder declare.
fn recipes_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(Result::ok)
        .map(|entry| entry.path());
    let recipes = entries.filter(|path| path.to_string_lossy().ends_with(".recipe.md"));
    let texts = recipes.filter_map(|path| loader::read(&path).ok());
    texts
        .filter_map(|text| {
            skillc_app_description::outline(&text)
                .front_matter
                .value("name")
                .map(str::to_owned)
        })
        .collect()
}

fn write(report: &Report, context: &Context) -> Result<(), Failure> {
    for format in &context.formats {
        let pretty = |value: &serde_json::Value| format!("{value:#}\n");
        let text = match format.kind {
            FormatKind::Human => {
                let is_terminal = format.file.is_none() && std::io::stdout().is_terminal();
                let is_coloured = is_terminal && env::var_os("NO_COLOR").is_none();
                human::text(
                    report,
                    if is_coloured { Paint::Colour } else { Paint::Plain },
                    width(is_terminal),
                )
            }
            FormatKind::Json => pretty(&json::document(report)),
            FormatKind::Sarif => pretty(&sarif::log(report, env!("CARGO_PKG_VERSION"))),
            FormatKind::Github => github::text(report),
            FormatKind::Markdown | FormatKind::Junit | FormatKind::Html => {
                return Err(Failure::new("skillc check has no such format").help("use human, json, sarif or github"));
            }
        };
        format.write(&text)?;
    }
    Ok(())
}

/// Characters of a line: those of the terminal where it tells, else enough for a log.
fn width(is_terminal: bool) -> usize {
    let told = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    if is_terminal { told.unwrap_or(100) } else { 120 }
}

fn explain_code(name: &str) -> Result<Outcome, Failure> {
    if name.is_empty() {
        print(&pages::index())?;
        return Ok(Outcome::Clean);
    }
    let code = Code::find(name).ok_or_else(|| {
        let failure = Failure::new(format!("there is no code {name:?}"));
        match Code::near(name) {
            Some(near) => failure.help(format!("perhaps {near}? skillc check --explain-code lists them all")),
            None => failure.help("skillc check --explain-code lists them all"),
        }
    })?;
    print(&pages::page(code))?;
    Ok(Outcome::Clean)
}
