//! Where things stand in a store.
//!
//! A sealed session is one file a table, in Hive partitions by app. What is being recorded stands in a hidden folder of the same
//! file system, so that a rename makes it appear at once and no reader meets half a session.

use std::path::{Path, PathBuf};

use skillc_records::{SessionId, Slug};

use crate::schema::Table;

/// The file that makes a folder a store.
pub(crate) const DATASET: &str = "dataset.json";

/// The folder of sessions that are not sealed yet.
pub(crate) const RECORDING: &str = ".recording";

/// The file in a journal that asks its recorder to end the session.
pub(crate) const STOP: &str = "stop";

/// The folder of one app's files of one table.
pub(crate) fn app_folder(root: &Path, table: Table, app: &Slug) -> PathBuf {
    root.join(table.name()).join(format!("app={app}"))
}

/// The file of a session in a table.
pub(crate) fn file(root: &Path, table: Table, app: &Slug, session: &SessionId) -> PathBuf {
    app_folder(root, table, app).join(format!("session={session}.parquet"))
}

/// A file that was added to a sealed session: labels or re-run detections from `source`.
pub(crate) fn added_file(root: &Path, table: Table, app: &Slug, session: &SessionId, source: &Slug) -> PathBuf {
    app_folder(root, table, app).join(format!("session={session}.{source}.parquet"))
}

/// The journal of a session that is being recorded.
pub(crate) fn journal(root: &Path, session: &SessionId) -> PathBuf {
    root.join(RECORDING).join(session.as_str())
}

/// The app of a folder named `app=<slug>`.
pub(crate) fn app_of(folder: &Path) -> Option<Slug> {
    let name = folder.file_name()?.to_str()?.strip_prefix("app=")?;
    Slug::try_from(name.to_owned()).ok()
}

/// The session of a file named `session=<ulid>.parquet` or `session=<ulid>.<source>.parquet`, and its source.
pub(crate) fn session_of(file: &Path) -> Option<(SessionId, Option<String>)> {
    let name = file
        .file_name()?
        .to_str()?
        .strip_prefix("session=")?
        .strip_suffix(".parquet")?;
    let (id, source) = match name.split_once('.') {
        Some((id, source)) => (id, Some(source.to_owned())),
        None => (name, None),
    };
    let session = SessionId::parse(id).ok()?;
    // Only the spelling that we write: two spellings of one id would be two files of one session.
    (session.as_str() == id).then_some((session, source))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_lead_back_to_their_session() {
        let id = SessionId::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV").unwrap();
        let app = Slug::of("Santé & Co");
        let path = file(Path::new("c"), Table::Frames, &app, &id);
        assert_eq!(session_of(&path), Some((id.clone(), None)));
        assert_eq!(app_of(path.parent().unwrap()), Some(app.clone()));
        let added = added_file(Path::new("c"), Table::Labels, &app, &id, &Slug::of("COCO, by hand"));
        assert_eq!(session_of(&added), Some((id, Some("coco-by-hand".to_owned()))));
        assert_eq!(
            session_of(Path::new("session=01arz3ndektsv4rrffq69g5fav.parquet")),
            None
        );
        assert_eq!(session_of(Path::new(".session=x")), None);
    }
}
