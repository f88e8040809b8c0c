//! `skillc captures import`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use clap::ValueEnum;
use serde_json::{Value, json};
use skillc_captures::Store;
use skillc_formats::terminal::safe;
use skillc_formats::words::count;
use skillc_importers::{ImportError, Imported, Source, SourceError, Stored, Wishes, import, keep};
use skillc_labels::folder::FolderImport;
use skillc_records::{Slug, WindowSize};

use super::present;
use crate::commands::compile::find_apps;
use crate::compile::AppSource;
use crate::context::Context;
use crate::exit_code::Outcome;
use crate::failure::{Failure, shown};

/// Arguments of `skillc captures import`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files, session folders of agent-device, or folders of such
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// What they are; without it each is recognised by its content
    #[arg(long, value_enum)]
    pub kind: Option<Kind>,
    /// The app that they are sessions of: its name, or its APP.md; without it, the name that each source has
    #[arg(long, value_name = "FILE_OR_NAME")]
    pub app: Option<String>,
    /// The app's APP.md, kept with the sessions; its credentials are hidden in them
    #[arg(long, value_name = "FILE")]
    pub app_md: Option<PathBuf>,
    /// What is secret beside them: NAME=VARIABLE hides the variable's value as ${NAME}; repeat it for several
    #[arg(long = "secret", value_name = "NAME=VARIABLE")]
    pub secrets: Vec<String>,
    /// The window in points; without it, what a source says
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = window)]
    pub window: Option<WindowSize>,
    /// Labels of the pictures: a COCO JSON file, or a folder with a JSON file a picture
    #[arg(long, value_name = "PATH", requires = "kind")]
    pub labels: Option<PathBuf>,
    /// The locale that the pictures show, e.g. fr_CA
    #[arg(long, value_name = "LOCALE", requires = "kind")]
    pub locale: Option<String>,
}

/// What can be imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// Graph files: ~/.mirroir-mcp/graphs/<app>.json
    MirroirGraph,
    /// What `mirroir record` writes
    MirroirYaml,
    /// Compiled skills: <flow>.compiled.json
    Compiled,
    /// Session folders of agent-device, or folders of its test runs
    AgentDevice,
    /// Scripts of agent-device
    Ad,
    /// Maestro flows
    Maestro,
    /// Folders of screenshots: PNG, JPEG, WebP
    Pictures,
    /// Sessions with MCP servers as JSON Lines: a message a line, or {"t", "dir", "msg"}
    Transcript,
}

/// One path and what it came to.
struct Line {
    path: PathBuf,
    kind: skillc_importers::Kind,
    imported: Imported,
    stored: Stored,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Outcome, Failure> {
    if args.kind == Some(Kind::Pictures) {
        return of_pictures(args, context);
    }
    if args.kind == Some(Kind::Transcript) {
        return super::transcripts::run(&args.paths, &wishes(args, context)?, context);
    }
    if args.labels.is_some() || args.locale.is_some() {
        return Err(Failure::new("--labels and --locale are for --kind pictures"));
    }
    let mut sources = Vec::new();
    for path in &args.paths {
        sources.extend(Source::all_at(path).map_err(unreadable)?);
    }
    if sources.is_empty() {
        return Err(Failure::new("nothing in these folders can be imported").help("name the files one by one"));
    }
    let wishes = wishes(args, context)?;
    if args.kind.is_none() && super::transcripts::are_like(&sources) {
        return super::transcripts::run(&sources, &wishes, context);
    }
    let folder = context.config.captures();
    let store = Store::create(&folder).map_err(|error| {
        Failure::new(format!("could not open the captures in {}: {error}", shown(&folder)))
            .help("name a new, empty or existing capture store with --captures")
    })?;
    let bar = context.progress.bar("importing", sources.len() as u64);
    let (mut lines, mut problems) = (Vec::new(), Vec::new());
    for path in sources {
        context.go_on()?;
        match one(args, &path, &wishes, &store, context) {
            Ok(line) => lines.push(line),
            Err(failure) => problems.push((path, failure)),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    if lines.is_empty() && problems.len() == 1 {
        return Err(problems.remove(0).1);
    }
    let reasons: Vec<(String, String)> = problems
        .iter()
        .map(|(path, failure)| (shown(path), failure.to_string()))
        .collect();
    present(context, &human(&lines, &reasons), &machine(&lines, &reasons))?;
    if lines.is_empty() {
        return Err(Failure::new("nothing could be imported").help("the reasons stand above, one a file"));
    }
    let skipped = lines.iter().any(|line| !line.imported.skipped.is_empty());
    Ok(Outcome::findings_if(skipped || !reasons.is_empty()))
}

/// Folders of screenshots.
fn of_pictures(args: &Args, context: &Context) -> Result<Outcome, Failure> {
    let wishes = wishes(args, context)?;
    let app = wishes
        .app
        .ok_or_else(|| Failure::new("pictures don't tell which app they show").help("name it with --app NAME"))?;
    let wanted = super::pictures::Wanted {
        folders: &args.paths,
        import: FolderImport {
            app,
            locale: args.locale.clone(),
            app_md: wishes.app_md,
            recorder_version: env!("CARGO_PKG_VERSION").to_owned(),
        },
        window: args.window,
        labels: args.labels.as_deref(),
    };
    super::pictures::run(&wanted, context)
}

fn one(
    args: &Args,
    path: &std::path::Path,
    wishes: &Wishes,
    store: &Store,
    context: &Context,
) -> Result<Line, Failure> {
    let source = Source::read(path).map_err(unreadable)?;
    let (kind, mut imported) =
        import(&source, args.kind.and_then(Kind::importer), wishes).map_err(|error| refused(path, error))?;
    let session = &mut imported.recording.session;
    if session.app_md.is_none() {
        session.app_md = described(&session.app, context).map(|app| app.text);
    }
    let stored = keep(store, &imported.recording).map_err(|error| {
        Failure::new(format!("could not import {}", shown(path)))
            .because(error)
            .help("if an earlier import was killed, `skillc captures recover` and `skillc captures gc` tidy up")
    })?;
    Ok(Line {
        path: path.to_owned(),
        kind,
        imported,
        stored,
    })
}

/// What the user says of all sources alike.
fn wishes(args: &Args, context: &Context) -> Result<Wishes, Failure> {
    let file = args
        .app_md
        .clone()
        .or_else(|| args.app.as_ref().map(PathBuf::from).filter(|path| path.is_file()));
    let app = match (&file, &args.app) {
        (Some(file), _) => Some(AppSource::read(file)?),
        (None, Some(name)) => described(name, context),
        (None, None) => None,
    };
    let mut hidden = app.as_ref().map(secrets).unwrap_or_default();
    for secret in &args.secrets {
        hidden.push(named_secret(secret)?);
    }
    let named = args
        .app
        .clone()
        .filter(|name| file.as_deref() != Some(std::path::Path::new(name)));
    Ok(Wishes {
        app: app.as_ref().map(|app| app.description.app.clone()).or(named),
        secrets: hidden,
        app_md: app.map(|app| app.text),
        window: args.window,
    })
}

/// The app of this name in the workspace, if it has one.
pub(super) fn described(name: &str, context: &Context) -> Option<AppSource> {
    context.config.workspace.as_ref()?;
    let slug = Slug::of(name);
    let apps = find_apps(&[], context).ok()?.found;
    apps.into_iter().find(|app| app.is_of(&slug))
}

/// Names and values of the app's credentials, as far as the environment gives them.
fn secrets(app: &AppSource) -> Vec<(String, String)> {
    let environment: BTreeMap<String, String> = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect();
    let secret = |one: &skillc_app_description::credentials::Credential| {
        (one.name.clone(), one.template.resolve(&environment).expose().to_owned())
    };
    app.description
        .credentials
        .iter()
        .map(secret)
        .filter(|(_, value)| !value.is_empty())
        .collect()
}

/// The name and value of `NAME=VARIABLE`.
fn named_secret(text: &str) -> Result<(String, String), Failure> {
    let (name, variable) = text
        .split_once('=')
        .filter(|(name, _)| !name.is_empty())
        .ok_or_else(|| {
            Failure::new("--secret takes NAME=VARIABLE").help("give the name of an environment variable, never a value")
        })?;
    let value = std::env::var(variable)
        .ok()
        .filter(|value| !value.is_empty())
        .ok_or_else(|| {
            Failure::new(format!("the secret {name} has no value: its variable isn't set"))
                .help("set the variable that --secret names, or leave the flag out")
        })?;
    Ok((name.to_owned(), value))
}

fn window(text: &str) -> Result<WindowSize, String> {
    let side = |side: &str| {
        side.trim()
            .parse::<f64>()
            .ok()
            .filter(|side| (1.0..=20_000.0).contains(side))
    };
    let sides = text
        .split_once(['x', '×'])
        .and_then(|(width, height)| Some((side(width)?, side(height)?)));
    let (width, height) = sides.ok_or("expected width and height in points, e.g. 410x898")?;
    Ok(WindowSize::new(width, height))
}

fn unreadable(error: SourceError) -> Failure {
    let help = match &error {
        SourceError::Io { .. } => "check the path and who may read it",
        SourceError::TooLarge { .. } => "is it the right file?",
        SourceError::NotText { .. } => "folders of pictures are imported with --kind pictures; videos can't be",
    };
    Failure::new(error.to_string()).help(help)
}

fn refused(path: &std::path::Path, error: ImportError) -> Failure {
    let help = match &error {
        ImportError::Unrecognised => {
            "what can be imported: mirroir's graph files, recordings and compiled skills; agent-device's session folders and scripts; \
             Maestro flows. --kind says which it is meant to be"
        }
        ImportError::NoApp => "name it with --app NAME, or give its APP.md with --app-md FILE",
        ImportError::Shape { .. } | ImportError::Line { .. } | ImportError::Graph(_) => {
            "mend the file, or say with --kind what else it is meant to be"
        }
        ImportError::Empty => "a session needs at least one action",
    };
    Failure::new(format!("{}: {error}", shown(path))).help(help)
}

fn human(lines: &[Line], problems: &[(String, String)]) -> String {
    let new = lines.iter().filter(|line| line.stored == Stored::New).count();
    let known = lines.len() - new;
    let mut text = format!("{} imported", count(new, "session", "sessions"));
    if known > 0 {
        let _ = write!(
            text,
            ", {} already there",
            if known == 1 {
                "1 was".to_owned()
            } else {
                format!("{known} were")
            }
        );
    }
    if !problems.is_empty() {
        let _ = write!(text, ", {} could not be", problems.len());
    }
    text.push('\n');
    for line in lines {
        let (session, recording) = (&line.imported.recording.session, &line.imported.recording);
        if line.stored == Stored::Known {
            let _ = writeln!(
                text,
                "{}: was there already, as {} of {}",
                shown(&line.path),
                session.id,
                safe(&session.app)
            );
            continue;
        }
        let _ = writeln!(
            text,
            "{}: {}, now {} of {}: {}, {}",
            shown(&line.path),
            line.kind.title(),
            session.id,
            safe(&session.app),
            count(recording.frames.len(), "frame", "frames"),
            count(recording.actions.len(), "action", "actions")
        );
        for gap in &line.imported.gaps {
            let _ = writeln!(text, "  {gap}");
        }
        for skipped in &line.imported.skipped {
            let _ = writeln!(text, "  passed over: {}", safe(&skipped.to_string()));
        }
    }
    for (_, problem) in problems {
        let _ = writeln!(text, "could not be imported: {}", safe(problem));
    }
    text
}

fn machine(lines: &[Line], problems: &[(String, String)]) -> Value {
    let sessions: Vec<Value> = lines
        .iter()
        .map(|line| {
            let recording = &line.imported.recording;
            let skipped: Vec<Value> = line
                .imported
                .skipped
                .iter()
                .map(|skipped| json!({"file": skipped.file, "line": skipped.line, "reason": skipped.reason}))
                .collect();
            json!({
                "path": shown(&line.path), "kind": line.kind.as_str(), "session": recording.session.id.as_str(),
                "app_name": recording.session.app, "was_there": line.stored == Stored::Known,
                "frames": recording.frames.len(), "actions": recording.actions.len(),
                "gaps": line.imported.gaps.iter().map(ToString::to_string).collect::<Vec<_>>(), "skipped": skipped,
            })
        })
        .collect();
    let problems: Vec<Value> = problems
        .iter()
        .map(|(path, reason)| json!({"path": path, "reason": reason}))
        .collect();
    json!({"format_version": 1, "sessions": sessions, "problems": problems})
}

impl Kind {
    /// The importer of one file; none for pictures, which come in folders.
    fn importer(self) -> Option<skillc_importers::Kind> {
        Some(match self {
            Self::MirroirGraph => skillc_importers::Kind::MirroirGraph,
            Self::MirroirYaml => skillc_importers::Kind::MirroirYaml,
            Self::Compiled => skillc_importers::Kind::Compiled,
            Self::AgentDevice => skillc_importers::Kind::AgentDevice,
            Self::Ad => skillc_importers::Kind::Ad,
            Self::Maestro => skillc_importers::Kind::Maestro,
            Self::Pictures | Self::Transcript => return None,
        })
    }
}
