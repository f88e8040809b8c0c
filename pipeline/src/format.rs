//! `--format KIND[=FILE]`: several renderings of one result, each to stdout or a file.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::failure::Failure;

/// A rendering.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FormatKind {
    /// For a person at a terminal.
    Human,
    /// One JSON document with a `format_version`.
    Json,
    /// A pull request comment.
    Markdown,
    /// JUnit XML.
    Junit,
    /// SARIF 2.1.0.
    Sarif,
    /// GitHub workflow commands.
    Github,
    /// One self-contained page.
    Html,
}

/// A rendering and where it goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Format {
    /// Which.
    pub kind: FormatKind,
    /// The file; stdout if none.
    pub file: Option<PathBuf>,
}

const KINDS: [(&str, FormatKind); 7] = [
    ("human", FormatKind::Human),
    ("json", FormatKind::Json),
    ("markdown", FormatKind::Markdown),
    ("junit", FormatKind::Junit),
    ("sarif", FormatKind::Sarif),
    ("github", FormatKind::Github),
    ("html", FormatKind::Html),
];

impl FromStr for Format {
    type Err = Failure;

    fn from_str(text: &str) -> Result<Self, Failure> {
        let (name, file) = match text.split_once('=') {
            Some((name, file)) => (name, Some(PathBuf::from(file))),
            None => (text, None),
        };
        let kind = KINDS.iter().find(|(known, _)| *known == name).map(|&(_, kind)| kind);
        let kind = kind.ok_or_else(|| {
            let known: Vec<_> = KINDS.iter().map(|(name, _)| *name).collect();
            Failure::new(format!("--format {name:?} is no format")).help(format!("use one of {}", known.join(", ")))
        })?;
        Ok(Self { kind, file })
    }
}

impl Format {
    /// Writes `text` where this rendering goes.
    ///
    /// # Errors
    /// When the file can't be written. A closed pipe on stdout is no error: the reader had enough.
    pub fn write(&self, text: &str) -> Result<(), Failure> {
        match &self.file {
            Some(file) => write_file(file, text.as_bytes()),
            None => print(text),
        }
    }
}

/// Prints `text` to stdout. A closed pipe is no error.
///
/// # Errors
/// When stdout can't be written.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::new("could not write to standard output").because(error))
        }
        _ => Ok(()),
    }
}

/// Writes a whole file by rename, so that nobody sees half of it, with the folders that it needs.
///
/// # Errors
/// When a folder or the file can't be written.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(|error| Failure::io("create the folder", folder, error))?;
    let write = || -> io::Result<()> {
        let mut file = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(folder)?;
        // Held until the end, so that others can tell it from one that was left behind. Where files can't be locked, nothing is lost.
        let _ = file.as_file().try_lock();
        file.write_all(bytes)?;
        readable_by_all(file.as_file())?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    };
    // Another process may have taken it for one that was left behind, in the moment before it was locked. On a busy machine that moment
    // may come more than once.
    let mut written = write();
    for _ in 0..MOST_TRIES {
        if !matches!(&written, Err(error) if error.kind() == io::ErrorKind::NotFound) {
            break;
        }
        written = fs::create_dir_all(folder).and_then(|()| write());
    }
    written.map_err(|error| Failure::io("write", path, error))
}

/// How often a file is written again that somebody took away while it was being written.
const MOST_TRIES: usize = 8;

/// How a file is called until it is whole.
const UNFINISHED: &str = ".skillc-";

/// Removes from `folder` what processes that were killed left unfinished.
pub fn remove_left_behind(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if !entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
            continue;
        }
        let path = entry.path();
        let is_held = |file: fs::File| file.try_lock().is_err();
        if fs::File::open(&path).is_ok_and(|file| !is_held(file)) {
            let _ = fs::remove_file(&path);
        }
    }
}

/// Temporary files are private by default; results are for everyone.
#[cfg(unix)]
pub(crate) fn readable_by_all(file: &fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
pub(crate) fn readable_by_all(_: &fs::File) -> io::Result<()> {
    Ok(())
}
