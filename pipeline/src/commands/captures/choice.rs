//! Which sessions a command is about.

use skillc_captures::{SessionFile, Store};
use skillc_records::Slug;

use crate::failure::{Failure, shown};

use super::no_store;

/// The sessions of `app`; all of them without one. An app is named as APP.md names it, or as its folder is.
pub(super) fn of_app(store: &Store, app: Option<&str>) -> Result<Vec<SessionFile>, Failure> {
    let mut files = store.session_files().map_err(no_store)?;
    if let Some(app) = app {
        let slug = Slug::of(app);
        let mut known: Vec<_> = files.iter().map(|file| file.app.to_string()).collect();
        files.retain(|file| file.app == slug);
        if files.is_empty() {
            known.dedup();
            let help = if known.is_empty() {
                "the store is empty".to_owned()
            } else {
                known.join(", ")
            };
            return Err(
                Failure::new(format!("no session of {app:?} in {}", shown(store.root())))
                    .help(format!("apps that are there: {help}")),
            );
        }
    }
    Ok(files)
}

/// The session that `name` names: its id, or a beginning or end of it that no other session has.
pub(super) fn one(store: &Store, name: &str) -> Result<SessionFile, Failure> {
    let wanted = name.to_ascii_uppercase();
    let mut files = store.session_files().map_err(no_store)?;
    files.retain(|file| file.id.as_str().starts_with(&wanted) || file.id.as_str().ends_with(&wanted));
    match files.len() {
        1 => Ok(files.remove(0)),
        0 => Err(Failure::new(format!("no session {name:?} in {}", shown(store.root())))
            .help("`skillc captures list` shows what is there")),
        several => Err(Failure::new(format!("{several} sessions are meant by {name:?}")).help("give more of the id")),
    }
}

/// The sessions that `names` name; those of `app` if there are no names.
pub(super) fn some(store: &Store, names: &[String], app: Option<&str>) -> Result<Vec<SessionFile>, Failure> {
    if names.is_empty() {
        return of_app(store, app);
    }
    names.iter().map(|name| one(store, name)).collect()
}
