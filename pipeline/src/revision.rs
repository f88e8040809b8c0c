//! Revisions: a file, a folder, or a git revision with the descriptions that stand in it.
//!
//! Git is asked for objects only (`rev-parse`, `ls-tree`, `cat-file`), so the work tree, the index and the refs are never touched.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use skillc_diff::Problem;

use crate::compile::AppSource;
use crate::compile::source::SourceError;
use crate::failure::{Failure, shown};

/// The largest description that is read from git, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// The descriptions of one side.
#[derive(Debug, Clone, Default)]
pub struct Described {
    /// What people call it.
    pub name: String,
    /// Its descriptions, by path.
    pub apps: Vec<DescribedApp>,
}

/// One description, or why it is none.
#[derive(Debug, Clone)]
pub struct DescribedApp {
    /// Its path below what was asked for: the same file has the same key on both sides.
    pub key: String,
    /// The app.
    pub source: Result<AppSource, Problem>,
}

impl Described {
    /// What `spec` names: a file or folder if there is one of that name, else a git revision, with `:PATH` or with `folder`.
    ///
    /// # Errors
    /// When it is none of these, or can't be read.
    pub fn read(spec: &str, folder: &Path) -> Result<Self, Failure> {
        let path = Path::new(spec);
        if path.is_dir() {
            return Self::of_folder(path);
        }
        if path.is_file() {
            return Ok(Self {
                name: shown(path),
                apps: vec![described(String::new(), AppSource::read(path), || shown(path))],
            });
        }
        let (revision, below) = match spec.split_once(':') {
            Some((revision, below)) => (revision, Some(below)),
            None => (spec, None),
        };
        Repository::around(folder, spec)?.read(spec, revision, below, folder)
    }

    /// The descriptions below a folder of the work tree.
    ///
    /// # Errors
    /// When the folder can't be walked.
    pub fn of_folder(folder: &Path) -> Result<Self, Failure> {
        let mut apps = Vec::new();
        for source in AppSource::all_below(folder)? {
            let name = match &source {
                Ok(app) => app.path.clone(),
                Err(
                    SourceError::Unreadable(path, _) | SourceError::TooLarge(path, _) | SourceError::NotUtf8(path, _),
                ) => Some(path.clone()),
                Err(SourceError::Describes { name, .. }) => Some(PathBuf::from(name)),
            };
            let path = name.unwrap_or_default();
            let here = std::env::current_dir()
                .map(|here| here.join(&path))
                .unwrap_or_else(|_| path.clone());
            let root = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
            let key = here.strip_prefix(&root).map_or_else(|_| slashed(&path), slashed);
            apps.push(described(key, source, || shown(&path)));
        }
        Ok(Self {
            name: shown(folder),
            apps,
        })
    }
}

fn described(key: String, source: Result<AppSource, SourceError>, name: impl FnOnce() -> String) -> DescribedApp {
    let source = source.map_err(|error| {
        // The file is named beside the message.
        let why = match &error {
            SourceError::Describes { reason, .. } => reason.to_string(),
            other => other.to_string(),
        };
        Problem {
            app: None,
            file: Some(name()),
            line: None,
            message: format!("{why}; what it does to the skills stays unknown"),
            help: Some("skillc check says what is wrong with it".to_owned()),
        }
    });
    DescribedApp { key, source }
}

fn slashed(path: &Path) -> String {
    let parts: Vec<_> = path
        .components()
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    parts.join("/")
}

/// A git repository.
struct Repository {
    root: PathBuf,
}

impl Repository {
    /// The repository around `folder`, or around the current folder.
    fn around(folder: &Path, spec: &str) -> Result<Self, Failure> {
        let nothing = |why: String| {
            Failure::new(format!("there is no file, folder or git revision {spec:?}{why}"))
                .help("name an APP.md, a folder of them, or a revision such as HEAD~1 or main:apps")
        };
        let place = if folder.is_dir() { folder } else { Path::new(".") };
        // The way up and not the whole path, which need not be text.
        let output = git(place, &["rev-parse", "--show-cdup"])
            .map_err(|error| nothing(format!(": git could not be run ({error})")))?;
        match output {
            Some(text) => Ok(Self {
                root: place.join(String::from_utf8_lossy(&text).trim_end_matches(['\n', '\r'])),
            }),
            None => Err(nothing(", and no git repository around it".to_owned())),
        }
    }

    fn read(&self, spec: &str, revision: &str, below: Option<&str>, folder: &Path) -> Result<Described, Failure> {
        let nothing = || {
            Failure::new(format!("there is no file, folder or git revision {spec:?}"))
                .help("git log shows the revisions; in a shallow clone fetch more of them first")
        };
        let run = |arguments: &[&str]| {
            git(&self.root, arguments).map_err(|error| Failure::new("could not run git").because(error))
        };
        let tree = run(&[
            "rev-parse",
            "--verify",
            "--quiet",
            "--end-of-options",
            &format!("{revision}^{{tree}}"),
        ])?
        .ok_or_else(nothing)?;
        let tree = String::from_utf8_lossy(&tree).trim().to_owned();
        let below = match below {
            Some(below) => below.trim_end_matches('/').to_owned(),
            None => self.relative(folder),
        };
        let mut arguments = vec!["ls-tree", "-r", "-z", "--full-tree", tree.as_str()];
        if !below.is_empty() {
            arguments.extend(["--", below.as_str()]);
        }
        let listing = run(&arguments)?.ok_or_else(nothing)?;
        let entries: Vec<(String, String)> = listing.split(|byte| *byte == 0).filter_map(entry).collect();
        if entries.is_empty() && !below.is_empty() {
            return Err(Failure::new(format!("{revision} has nothing at {below:?}"))
                .help("paths are those from the root of the repository"));
        }
        // What was named itself counts whatever it is called; below a folder only APP.md does.
        let is_app = |path: &str| {
            path == below
                || path
                    .rsplit('/')
                    .next()
                    .is_some_and(|name| name.eq_ignore_ascii_case("app.md"))
        };
        let mut entries: Vec<(String, String)> = entries.into_iter().filter(|(_, path)| is_app(path)).collect();
        entries.sort_by(|a, b| a.1.cmp(&b.1));
        let mut blobs = Blobs::open(&self.root)?;
        let mut apps = Vec::new();
        for (object, path) in entries {
            let key = path
                .strip_prefix(&below)
                .unwrap_or(&path)
                .trim_start_matches('/')
                .to_owned();
            let text = blobs.read(&object)?;
            let source = text.map_err(|why| Problem {
                app: None,
                file: Some(path.clone()),
                line: None,
                message: format!("{path} in {revision} {why}; what it does to the skills stays unknown"),
                help: None,
            });
            let source = source.and_then(|text| {
                described(key.clone(), AppSource::of_text(path.clone(), text), || path.clone()).source
            });
            apps.push(DescribedApp { key, source });
        }
        Ok(Described {
            name: spec.to_owned(),
            apps,
        })
    }

    /// `folder` as a path from the root of the repository; empty for the root itself and for what lies outside.
    fn relative(&self, folder: &Path) -> String {
        let root = self.root.canonicalize().unwrap_or_else(|_| self.root.clone());
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
        folder.strip_prefix(&root).map(slashed).unwrap_or_default()
    }
}

/// An entry of `ls-tree -z`: the object and path of a file.
fn entry(line: &[u8]) -> Option<(String, String)> {
    let line = std::str::from_utf8(line).ok()?;
    let (head, path) = line.split_once('\t')?;
    let mut head = head.split(' ');
    let (_, kind, object) = (head.next()?, head.next()?, head.next()?);
    (kind == "blob").then(|| (object.to_owned(), path.to_owned()))
}

/// What git answers; none if it says no.
fn git(place: &Path, arguments: &[&str]) -> std::io::Result<Option<Vec<u8>>> {
    let output = command(place)
        .args(arguments)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()?;
    Ok(output.status.success().then_some(output.stdout))
}

fn command(place: &Path) -> Command {
    let mut command = Command::new("git");
    command
        .arg("-C")
        .arg(place)
        .args(["-c", "core.quotePath=false"])
        // A hook is told of the repository by these, and git would take the folder that it runs in for the work tree's root.
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .env_remove("GIT_INDEX_FILE")
        .env_remove("GIT_PREFIX")
        .env("GIT_OPTIONAL_LOCKS", "0");
    command
}

/// `git cat-file --batch`: many objects from one process.
struct Blobs {
    child: std::process::Child,
    answers: BufReader<std::process::ChildStdout>,
}

impl Blobs {
    fn open(place: &Path) -> Result<Self, Failure> {
        let failed = |error| Failure::new("could not run git").because(error);
        let mut child = command(place)
            .args(["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let answers = child
            .stdout
            .take()
            .ok_or_else(|| Failure::new("could not read from git"))?;
        Ok(Self {
            child,
            answers: BufReader::new(answers),
        })
    }

    /// The text of an object, or why it has none.
    fn read(&mut self, object: &str) -> Result<Result<String, String>, Failure> {
        let failed = |error| Failure::new("could not read from git").because(error);
        let stdin = self
            .child
            .stdin
            .as_mut()
            .ok_or_else(|| Failure::new("could not write to git"))?;
        writeln!(stdin, "{object}").map_err(failed)?;
        let mut header = String::new();
        self.answers.read_line(&mut header).map_err(failed)?;
        let size = header
            .trim_end()
            .rsplit(' ')
            .next()
            .and_then(|size| size.parse::<u64>().ok());
        let Some(size) = size else {
            return Ok(Err("is gone from the repository".to_owned()));
        };
        // The object ends with a line end of its own.
        let mut rest = (&mut self.answers).take(size + 1);
        if size > MAX_BYTES {
            std::io::copy(&mut rest, &mut std::io::sink()).map_err(failed)?;
            return Ok(Err(format!(
                "is {} MB; an APP.md has at most {} MB",
                size >> 20,
                MAX_BYTES >> 20
            )));
        }
        let mut bytes = Vec::new();
        rest.read_to_end(&mut bytes).map_err(failed)?;
        bytes.pop();
        Ok(String::from_utf8(bytes)
            .map_err(|error| format!("is not UTF-8 (byte {})", error.utf8_error().valid_up_to())))
    }
}

impl Drop for Blobs {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}
