//! Why a command could not be done, as a person reads it: what was attempted, on what, what came instead, and what to do.

use std::fmt;
use std::path::{Path, PathBuf};

use miette::{Diagnostic, NamedSource, SourceSpan};

/// A command that could not be done. Always exit code 2.
#[derive(Debug)]
pub struct Failure {
    message: String,
    help: Option<String>,
    cause: Option<Box<dyn std::error::Error + Send + Sync>>,
    place: Option<Box<(NamedSource<String>, SourceSpan)>>,
}

impl Failure {
    /// A failure that says `message`: what was attempted, on what, and what came instead.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: None,
            cause: None,
            place: None,
        }
    }

    /// Reading or writing `path` failed.
    pub fn io(attempted: &str, path: &Path, error: std::io::Error) -> Self {
        let help = match error.kind() {
            std::io::ErrorKind::NotFound => Some("check the path; nothing is there"),
            std::io::ErrorKind::PermissionDenied => Some("check who may read and write there"),
            std::io::ErrorKind::StorageFull => Some("free some space and run it again; nothing is lost"),
            std::io::ErrorKind::ReadOnlyFilesystem => Some("choose a folder that can be written, with --out"),
            _ => None,
        };
        let mut failure = Self::new(format!("could not {attempted} {}", shown(path))).because(error);
        failure.help = help.map(str::to_owned);
        failure
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds the error behind it.
    #[must_use]
    pub fn because(mut self, cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        self.cause = Some(cause.into());
        self
    }

    /// Adds the place in a source file: `length` bytes at `offset` of `text`, shown with its line.
    #[must_use]
    pub fn at(mut self, name: &str, text: &str, offset: usize, length: usize) -> Self {
        self.place = Some(Box::new((
            NamedSource::new(name, text.to_owned()),
            (offset, length).into(),
        )));
        self
    }
}

impl Failure {
    /// It as a notice for programs: `level` `error`, the message, and what is known of causes and help.
    pub fn to_json(&self) -> serde_json::Value {
        let cause = self.cause.as_deref().map(|cause| cause as &dyn std::error::Error);
        let causes = std::iter::successors(cause, |cause| cause.source()).map(ToString::to_string);
        serde_json::json!({
            "level": "error",
            "message": self.message,
            "causes": causes.collect::<Vec<_>>(),
            "help": self.help,
        })
    }
}

/// A path as people read it: relative to the current folder where it lies below it.
pub fn shown(path: &Path) -> String {
    let relative = std::env::current_dir()
        .ok()
        .and_then(|here| path.strip_prefix(here).ok().map(Path::to_path_buf));
    let path = relative
        .filter(|relative| relative != &PathBuf::new())
        .unwrap_or_else(|| path.to_path_buf());
    path.display().to_string()
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.cause
            .as_ref()
            .map(|cause| &**cause as &(dyn std::error::Error + 'static))
    }
}

impl Diagnostic for Failure {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        self.place.as_ref().map(|place| &place.0 as &dyn miette::SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = miette::LabeledSpan> + '_>> {
        let place = self.place.as_ref()?;
        Some(Box::new(std::iter::once(miette::LabeledSpan::underline(place.1))))
    }
}
