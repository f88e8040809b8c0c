//! A capture store: which sessions it has, and what they hold.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use parquet::file::metadata::PageIndexPolicy;
use skillc_records::{Session, SessionId, Slug};

use crate::error::{Attempt as _, ReadError, Reason, StoreError};
use crate::layout;
use crate::opened::{self, Opened};
use crate::parquet_file::key;
use crate::pictures::Pictures;
use crate::schema::Table;
use crate::table;
use crate::version::{FormatVersion, read_dataset, write_dataset};

/// A folder of captures whose format this crate reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Store {
    root: PathBuf,
    version: FormatVersion,
}

/// A session of the store, as a list shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The session.
    pub session: Session,
    /// The app's folder.
    pub app: Slug,
    /// Rows by table as they were sealed; tables without rows are missing. Empty for files of another writer.
    pub rows: BTreeMap<Table, u64>,
}

/// What a store holds: its sessions, and the files that can't be used.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Listing {
    /// Sessions by app folder and id. Ids begin with the time, so each app's are in the order of their recording.
    pub sessions: Vec<Entry>,
    /// Files that can't be used, by path.
    pub problems: Vec<ReadError>,
}

/// A session that is in the store, by its file name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SessionFile {
    /// The app's folder.
    pub app: Slug,
    /// The session.
    pub id: SessionId,
}

/// A sealed session with every file that its content is made of: what [`Store::read_contents`] reads. A table may have several, its
/// own and those that were added later.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SessionContents {
    /// Its place in the store.
    pub file: SessionFile,
    /// Its files, in the order of the tables; in a table its own first, then those that were added, by name.
    pub files: Vec<(Table, PathBuf)>,
}

impl SessionContents {
    /// Its files of one table.
    pub fn of_table(&self, table: Table) -> impl Iterator<Item = &Path> {
        let files = self.files.iter().filter(move |(found, _)| *found == table);
        files.map(|(_, path)| path.as_path())
    }
}

impl Store {
    /// Opens the store at `root`.
    ///
    /// # Errors
    /// When there is no store, or one that this version doesn't read.
    pub fn open(root: impl Into<PathBuf>) -> Result<Self, StoreError> {
        let root = root.into();
        if !root.is_dir() {
            return Err(StoreError::NoFolder { path: root });
        }
        if !root.join(layout::DATASET).exists() {
            return Err(StoreError::NotAStore { path: root });
        }
        let version = read_dataset(&root)?;
        Ok(Self { root, version })
    }

    /// Opens the store at `root`, or makes an empty one in a new or empty folder.
    ///
    /// # Errors
    /// As [`Store::open`]; when the folder holds other things; when it can't be written.
    pub fn create(root: impl Into<PathBuf>) -> Result<Self, StoreError> {
        let root = root.into();
        fs::create_dir_all(&root).store("create", &root)?;
        if !root.join(layout::DATASET).exists() {
            for entry in fs::read_dir(&root).store("list", &root)? {
                let name = entry.store("list", &root)?.file_name();
                // Hidden files are those of file managers, and of another process that makes the same store.
                if !name.to_string_lossy().starts_with('.') && !root.join(layout::DATASET).exists() {
                    return Err(StoreError::NotEmpty { path: root });
                }
            }
            write_dataset(&root)?;
        }
        Self::open(root)
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The version in `dataset.json`.
    pub fn version(&self) -> FormatVersion {
        self.version
    }

    /// Every sealed session by its file name, without opening it. Sessions that are being recorded are not among them.
    ///
    /// # Errors
    /// When a folder can't be listed.
    pub fn session_files(&self) -> Result<Vec<SessionFile>, StoreError> {
        let mut files = Vec::new();
        for (app, folder) in self.app_folders(Table::Sessions)? {
            for file in sorted_entries(&folder)? {
                if let Some((id, None)) = layout::session_of(&file) {
                    files.push(SessionFile { app: app.clone(), id });
                }
            }
        }
        files.sort();
        Ok(files)
    }

    /// Every sealed session. A file that can't be used is a problem of its own and the others go on.
    ///
    /// # Errors
    /// When a folder can't be listed.
    pub fn sessions(&self) -> Result<Listing, StoreError> {
        let mut listing = Listing::default();
        for file in self.session_files()? {
            match self.entry(&file) {
                Ok(entry) => listing.sessions.push(entry),
                Err(problem) => listing.problems.push(problem),
            }
        }
        Ok(listing)
    }

    /// The session of this file.
    ///
    /// # Errors
    /// When its file can't be used.
    pub fn entry(&self, file: &SessionFile) -> Result<Entry, ReadError> {
        let path = layout::file(&self.root, Table::Sessions, &file.app, &file.id);
        let opened = opened::open(&path, Table::Sessions, PageIndexPolicy::Skip)?;
        let rows = opened.metadata.metadata().file_metadata().num_rows();
        if rows != 1 {
            let found = u64::try_from(rows).unwrap_or(u64::MAX);
            return Err(Reason::RowCount { found, expected: 1 }.at(&path));
        }
        let sessions = opened.read(|rows| {
            rows.all_of(&file.id)?;
            table::sessions::decode(rows)
        })?;
        let session = sessions
            .into_iter()
            .next()
            .ok_or_else(|| Reason::RowCount { found: 0, expected: 1 }.at(&path))?;
        Ok(Entry {
            session,
            app: file.app.clone(),
            rows: vouched_rows(&opened),
        })
    }

    /// Whether a session of this id is sealed in the store.
    pub fn has(&self, session: &SessionId) -> bool {
        self.find(session).is_ok()
    }

    /// The file of a session.
    ///
    /// # Errors
    /// When there is none.
    pub fn find(&self, session: &SessionId) -> Result<SessionFile, StoreError> {
        for (app, _) in self.app_folders(Table::Sessions)? {
            if layout::file(&self.root, Table::Sessions, &app, session).exists() {
                return Ok(SessionFile {
                    app,
                    id: session.clone(),
                });
            }
        }
        Err(StoreError::NoSession {
            path: self.root.clone(),
            session: session.clone(),
        })
    }

    /// The pictures of a session, to be read one by one.
    ///
    /// # Errors
    /// When the file of its frames can't be used.
    pub fn pictures(&self, session: &SessionId) -> Result<Pictures, ReadError> {
        let file = self
            .find(session)
            .map_err(|_| Reason::Missing.at(&self.root.join(Table::Sessions.name())))?;
        Pictures::open(&layout::file(&self.root, Table::Frames, &file.app, &file.id))
    }

    /// A session with its files. In a loop over many, [`Store::contents`] lists each folder once.
    ///
    /// # Errors
    /// When a folder can't be listed.
    pub fn contents_of(&self, file: &SessionFile) -> Result<SessionContents, StoreError> {
        let mut files = Vec::new();
        for table in Table::ALL {
            let own = layout::file(&self.root, table, &file.app, &file.id);
            if table.is_always_there() || own.exists() {
                files.push((table, own));
            }
            let is_added = |path: &PathBuf| {
                layout::session_of(path).is_some_and(|(session, source)| session == file.id && source.is_some())
            };
            let entries = self.app_entries(table, &file.app)?.into_iter();
            files.extend(entries.filter(is_added).map(|path| (table, path)));
        }
        let file = file.clone();
        Ok(SessionContents { file, files })
    }

    /// Every sealed session with its files, by app and session.
    ///
    /// # Errors
    /// When a folder can't be listed.
    pub fn contents(&self) -> Result<Vec<SessionContents>, StoreError> {
        let mut contents = Vec::new();
        for (app, _) in self.app_folders(Table::Sessions)? {
            contents.append(&mut self.contents_of_app(&app)?);
        }
        contents.sort_by(|a, b| a.file.cmp(&b.file));
        Ok(contents)
    }

    /// The same of one app's folder, by session.
    ///
    /// # Errors
    /// When a folder can't be listed.
    pub fn contents_of_app(&self, app: &Slug) -> Result<Vec<SessionContents>, StoreError> {
        let mut contents: BTreeMap<SessionId, Vec<(Table, PathBuf)>> = BTreeMap::new();
        for table in Table::ALL {
            let mut found: BTreeMap<SessionId, (bool, Vec<PathBuf>)> = BTreeMap::new();
            for path in self.app_entries(table, app)? {
                match layout::session_of(&path) {
                    Some((id, None)) => found.entry(id).or_default().0 = true,
                    Some((id, Some(_))) => found.entry(id).or_default().1.push(path),
                    None => {}
                }
            }
            if table == Table::Sessions {
                contents = found
                    .iter()
                    .filter(|(_, (own, _))| *own)
                    .map(|(id, _)| (id.clone(), Vec::new()))
                    .collect();
            }
            for (id, files) in &mut contents {
                let (has_own, added) = found.remove(id).unwrap_or_default();
                if table.is_always_there() || has_own {
                    files.push((table, layout::file(&self.root, table, app, id)));
                }
                files.extend(added.into_iter().map(|path| (table, path)));
            }
        }
        let contents = contents.into_iter().map(|(id, files)| SessionContents {
            file: SessionFile { app: app.clone(), id },
            files,
        });
        Ok(contents.collect())
    }

    /// What is in an app's folder of a table, by name; nothing if it has none.
    fn app_entries(&self, table: Table, app: &Slug) -> Result<Vec<PathBuf>, StoreError> {
        let folder = layout::app_folder(&self.root, table, app);
        if !folder.is_dir() {
            return Ok(Vec::new());
        }
        sorted_entries(&folder)
    }

    /// The folders of apps in a table, by name.
    pub(crate) fn app_folders(&self, table: Table) -> Result<Vec<(Slug, PathBuf)>, StoreError> {
        let folder = self.root.join(table.name());
        if !folder.is_dir() {
            return Ok(Vec::new());
        }
        let folders = sorted_entries(&folder)?.into_iter();
        Ok(folders
            .filter_map(|path| Some((layout::app_of(&path)?, path)))
            .collect())
    }
}

/// What is in a folder, by name, without hidden files.
pub(crate) fn sorted_entries(folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).store("list", folder)? {
        let name = entry.store("list", folder)?.file_name();
        if !name.as_encoded_bytes().starts_with(b".") {
            names.push(name);
        }
    }
    // Names and not paths, which are compared part by part.
    names.sort();
    Ok(names.into_iter().map(|name| folder.join(name)).collect())
}

/// The numbers of rows that a session's own file vouches for.
fn vouched_rows(opened: &Opened) -> BTreeMap<Table, u64> {
    let rows = |table: Table| opened.note(&format!("{}{}", key::ROWS, table.name()))?.parse().ok();
    Table::ALL
        .into_iter()
        .filter_map(|table| Some((table, rows(table)?)))
        .collect()
}
