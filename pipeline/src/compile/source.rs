//! An app: its APP.md, wherever that is from.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;
use skillc_app_description::{AppDescription, Parsed, Rejection, parse};
use skillc_records::Slug;
use skillc_text::fold;

use crate::engine::stage::blank;
use crate::failure::{Failure, shown};

/// The largest APP.md that is read, in bytes. One that a person wrote is a thousand times smaller.
const MAX_BYTES: u64 = 64 << 20;

/// One app to compile.
#[derive(Debug, Clone)]
pub struct AppSource {
    /// The app's folder in stores and results.
    pub slug: Slug,
    /// How the file is named in messages and reports.
    pub name: String,
    /// The file, if it is one (and not a git object).
    pub path: Option<PathBuf>,
    /// The text of APP.md.
    pub text: String,
    /// What it says. A file that guides nothing but has scenes describes an app by its name alone.
    pub description: AppDescription,
    /// Everything else that the parser found.
    pub parsed: Arc<Parsed>,
}

/// Why a file describes no app.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// It can't be read.
    #[error("could not read {}", shown(.0))]
    Unreadable(PathBuf, #[source] std::io::Error),
    /// It is too large to have been written by a person.
    #[error("{} is {} MB; an APP.md has at most {} MB", shown(.0), .1 >> 20, MAX_BYTES >> 20)]
    TooLarge(PathBuf, u64),
    /// It is no UTF-8.
    #[error("{} is not UTF-8 (byte {})", shown(.0), .1)]
    NotUtf8(PathBuf, usize),
    /// It describes nothing.
    #[error("{name}: {reason}")]
    Describes {
        /// The file.
        name: String,
        /// Why the live explorer would pass it over.
        reason: Rejection,
    },
}

impl AppSource {
    /// The app that the file at `path` describes.
    ///
    /// # Errors
    /// When it can't be read or describes no app.
    pub fn read(path: &Path) -> Result<Self, SourceError> {
        let unreadable = |error| SourceError::Unreadable(path.to_owned(), error);
        let metadata = fs::metadata(path).map_err(unreadable)?;
        // Opening a pipe would wait for a writer for ever.
        if !metadata.is_file() {
            return Err(unreadable(std::io::Error::other("it is no file")));
        }
        let size = metadata.len();
        if size > MAX_BYTES {
            return Err(SourceError::TooLarge(path.to_owned(), size));
        }
        let bytes = fs::read(path).map_err(unreadable)?;
        let text = String::from_utf8(bytes)
            .map_err(|error| SourceError::NotUtf8(path.to_owned(), error.utf8_error().valid_up_to()))?;
        let mut source = Self::of_text(shown(path), text)?;
        source.path = Some(path.to_owned());
        Ok(source)
    }

    /// The app that `text` describes; `name` stands for it in messages.
    ///
    /// # Errors
    /// When it describes no app.
    pub fn of_text(name: String, text: String) -> Result<Self, SourceError> {
        let mut parsed = parse(&text);
        // Read as it stands, a file with CR LF gains a blank line after every line of its context (the linter says so). Skills must
        // not depend on an editor's line ends, so the values are those of the same file with LF; places are those of the file.
        if text.contains("\r\n") {
            let plain = parse(&text.replace("\r\n", "\n"));
            (parsed.description, parsed.simulator) = (plain.description, plain.simulator);
        }
        let description = match (&parsed.description, &parsed.simulator) {
            (Ok(description), _) => description.clone(),
            (Err(Rejection::NoGuidance), Some(spec)) => AppDescription {
                app: spec.app_name.clone(),
                simulator: Some(spec.clone()),
                ..blank()
            },
            (Err(reason), _) => return Err(SourceError::Describes { name, reason: *reason }),
        };
        let description = AppDescription {
            context: tidied(&description.context),
            ..description
        };
        Ok(Self {
            slug: Slug::of(&description.app),
            name,
            path: None,
            text,
            description,
            parsed: Arc::new(parsed),
        })
    }

    /// Every APP.md below `folder`, in the order of their paths, each as an app or as the reason why it is none.
    ///
    /// # Errors
    /// When the folder can't be walked.
    pub fn all_below(folder: &Path) -> Result<Vec<Result<Self, SourceError>>, Failure> {
        if !folder.is_dir() {
            return Err(Failure::new(format!("there is no folder {}", shown(folder)))
                .help("workspace.apps names the folder of the APP.md files"));
        }
        let mut files = Vec::new();
        for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
            let entry =
                entry.map_err(|error| Failure::new(format!("could not walk {}", shown(folder))).because(error))?;
            // What is called so and is no file is a mistake that reading it tells of.
            if entry.depth() > 0 && entry.file_name().to_string_lossy().eq_ignore_ascii_case("app.md") {
                files.push(entry.into_path());
            }
        }
        Ok(files.par_iter().map(|file| Self::read(file)).collect())
    }

    /// Whether sessions in the folder of `app` are of this app: the names match without case and accents.
    pub fn is_of(&self, app: &Slug) -> bool {
        fold(self.slug.as_str()) == fold(app.as_str())
    }
}

/// The context without what can't be seen: blanks at the end of a line, and more than one blank line. An edit of that kind is none.
fn tidied(context: &str) -> String {
    let mut lines: Vec<&str> = context.lines().map(str::trim_end).collect();
    lines.dedup_by(|next, line| next.is_empty() && line.is_empty());
    lines.join("\n")
}

impl From<SourceError> for Failure {
    fn from(error: SourceError) -> Self {
        let help = match &error {
            SourceError::Unreadable(..) => "check the path and who may read it",
            SourceError::TooLarge(..) => "is it the right file?",
            SourceError::NotUtf8(..) => "save it as UTF-8",
            SourceError::Describes {
                reason: Rejection::NoApp,
                ..
            } => "begin the file with a line ---, a line `app: Name`, and a line ---",
            SourceError::Describes {
                reason: Rejection::NoGuidance,
                ..
            } => "describe the app under `## Structure`, or give it `## Obstacles` or `## Skip`",
        };
        let cause = std::error::Error::source(&error).map(ToString::to_string);
        let failure = Self::new(error.to_string()).help(help);
        match cause {
            Some(cause) => failure.because(cause),
            None => failure,
        }
    }
}
