//! `skillc captures export`.

use serde_json::json;
use skillc_captures::{ExportError, Store};
use skillc_formats::words::count;

use super::{choice, graph_file, present};
use crate::context::Context;
use crate::exit_code::Outcome;
use crate::failure::{Failure, shown};

/// Arguments of `skillc captures export`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Sessions: ids, or beginnings or ends of them
    #[arg(value_name = "SESSION", required_unless_present = "app")]
    pub sessions: Vec<String>,
    /// Every session of this app, by its name or folder
    #[arg(long, value_name = "NAME", conflicts_with = "sessions")]
    pub app: Option<String>,
    /// As what: a folder a session with pictures and JSON Lines, one store with all of them, or a graph file of all sessions of --app
    #[arg(long = "as", alias = "kind", value_enum, default_value_t = Shape::Folder)]
    pub shape: Shape,
}

/// What a session is exported as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Shape {
    /// A plain folder: `pictures/<frame>.png` and one JSON Lines file a table.
    Folder,
    /// A capture store that holds these sessions.
    Store,
    /// mirroir's graph file: what leads where in the app, without pictures and times.
    MirroirGraph,
}

pub(super) fn run(args: &Args, store: &Store, context: &Context) -> Result<Outcome, Failure> {
    if args.shape == Shape::MirroirGraph {
        let app = args.app.as_deref().ok_or_else(|| {
            Failure::new("a graph file is made of all sessions of an app").help("name the app with --app")
        })?;
        let path = shown(&graph_file::export(app, store, context)?);
        present(
            context,
            &format!("{path}\n"),
            &json!({"format_version": 1, "written": [path]}),
        )?;
        return Ok(Outcome::Clean);
    }
    let files = choice::some(store, &args.sessions, args.app.as_deref())?;
    let out = context.config.out();
    let bar = context.progress.bar("exporting", files.len() as u64);
    let mut written = Vec::new();
    for file in &files {
        context.go_on()?;
        match args.shape {
            Shape::Folder | Shape::MirroirGraph => {
                std::fs::create_dir_all(&out).map_err(|error| Failure::io("create the folder", &out, error))?;
                written.push(shown(&store.export_folder(file, &out).map_err(failed)?));
            }
            Shape::Store => store.export_store(file, &out).map_err(failed)?,
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    if args.shape == Shape::Store {
        written.push(shown(&out));
    }
    let lines: String = written.iter().map(|path| format!("{path}\n")).collect();
    let human = format!("{} exported\n{lines}", count(files.len(), "session", "sessions"));
    present(context, &human, &json!({"format_version": 1, "written": written}))?;
    Ok(Outcome::Clean)
}

fn failed(error: ExportError) -> Failure {
    let help = match &error {
        ExportError::Exists { .. } => "remove it, or export to another folder with --out DIR",
        ExportError::Read(_) => "`skillc captures verify` says what else is wrong with the store",
        ExportError::Write(_) => "choose a folder that can be written, with --out DIR",
    };
    Failure::new(error.to_string()).help(help)
}
