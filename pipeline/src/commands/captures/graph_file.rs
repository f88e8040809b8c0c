//! All sessions of an app as one graph file of mirroir.

use std::path::PathBuf;

use skillc_captures::Store;
use skillc_graph::disk::{GraphFile, file_name};
use skillc_records::{Slug, Timestamp};

use super::choice;
use super::import::described;
use crate::commands::compile::compiler;
use crate::compile::AppSource;
use crate::context::Context;
use crate::engine::{Cache, Engine};
use crate::failure::{Failure, shown};
use crate::format::write_file;

/// Writes the graph file of `app` below the output folder, and gives its path. The graph is that of a compile: under the workspace's
/// APP.md, else under the one that was recorded last, else under none.
pub(super) fn export(app: &str, store: &Store, context: &Context) -> Result<PathBuf, Failure> {
    let sessions = choice::of_app(store, Some(app))?;
    let entries: Vec<_> = sessions.iter().filter_map(|file| store.entry(file).ok()).collect();
    let last = entries.last().map(|entry| &entry.session);
    let name = last.map_or_else(|| app.to_owned(), |session| session.app.clone());
    let saved_at = last.map_or(Timestamp(0), |session| session.started_at);
    let recorded = last.and_then(|session| session.app_md.clone());
    let recorded = recorded.and_then(|text| AppSource::of_text("the recorded APP.md".to_owned(), text).ok());
    let source = described(&name, context).or(recorded.filter(|source| source.is_of(&Slug::of(app))));
    let source = match source {
        Some(source) => source,
        None => {
            let named = serde_json::Value::from(name.as_str());
            AppSource::of_text(name.clone(), format!("---\napp: {named}\n---\n## Structure\n{name}\n"))?
        }
    };
    let engine = Engine::new(Cache::new(context.config.cache()), false);
    let compiler = compiler(&engine, store, false, context)?;
    let result = compiler.compile(&source, &|| !context.is_stopped(), &|| {});
    compiler.finish();
    context.go_on()?;
    let graph = result.compiled.as_ref().and_then(|compiled| compiled.graph.get().ok());
    let file = graph.and_then(|graph| GraphFile::of(graph, saved_at)).ok_or_else(|| {
        let why = result
            .problems
            .first()
            .map_or("nothing was seen of it", |problem| problem.message.as_str());
        Failure::new(format!("{name} has no graph: {why}")).help("`skillc captures show` says what a session has")
    })?;
    let path = context.config.out().join(file_name(&name));
    if path.exists() {
        return Err(Failure::new(format!("{} is there already", shown(&path)))
            .help("remove it, or export to another folder with --out DIR"));
    }
    write_file(&path, file.write().as_bytes())?;
    Ok(path)
}
