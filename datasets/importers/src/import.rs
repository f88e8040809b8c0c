//! From source to session.

use skillc_graph::disk::GraphFileError;
use skillc_records::WindowSize;

use crate::kind::Kind;
use crate::source::Source;
use crate::{Imported, ad, agent_device, compiled_skill, maestro, mirroir_graph, mirroir_record};

/// What the user says beside the source.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Wishes {
    /// The app that it is a session of; none takes the name that the source has.
    pub app: Option<String>,
    /// The text of the app's APP.md.
    pub app_md: Option<String>,
    /// The window, in points; none takes what the source says, or a usual one.
    pub window: Option<WindowSize>,
    /// Names and values of what is secret: a typed text that equals a value is kept as `${NAME}`.
    pub secrets: Vec<(String, String)>,
}

/// Why a source can't become a session.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// It looks like nothing known.
    #[error("this is nothing that can be imported")]
    Unrecognised,
    /// It is of another kind than it was said to be.
    #[error("this is no {}: {reason}", kind.title())]
    Shape {
        /// What it was read as.
        kind: Kind,
        /// What is wrong.
        reason: String,
    },
    /// A graph file that can't be used.
    #[error(transparent)]
    Graph(#[from] GraphFileError),
    /// A line that makes the whole unreadable.
    #[error("line {line}: {reason}")]
    Line {
        /// Which, from 1.
        line: usize,
        /// Why.
        reason: String,
    },
    /// Nothing was done in it.
    #[error("nothing is done in it")]
    Empty,
    /// Neither the source nor the user names the app.
    #[error("it doesn't name its app")]
    NoApp,
}

/// The session that `source` is, read as `kind`, or as what it looks like. The same source gives the same session.
///
/// # Errors
/// When it looks like nothing known, can't be read, does nothing, or nobody names its app.
pub fn import(source: &Source, kind: Option<Kind>, wishes: &Wishes) -> Result<(Kind, Imported), ImportError> {
    let kind = kind.or_else(|| Kind::of(source)).ok_or(ImportError::Unrecognised)?;
    let imported = match kind {
        Kind::MirroirGraph => mirroir_graph::import(source, wishes)?,
        Kind::MirroirYaml => mirroir_record::import(source, wishes)?,
        Kind::Compiled => compiled_skill::import(source, wishes)?,
        Kind::AgentDevice => agent_device::import(source, wishes)?,
        Kind::Ad => ad::import(source, wishes)?,
        Kind::Maestro => maestro::import(source, wishes)?,
    };
    Ok((kind, imported))
}

/// The text of a source that is one file.
pub(crate) fn text_of(source: &Source, kind: Kind) -> Result<&str, ImportError> {
    source.single().ok_or_else(|| ImportError::Shape {
        kind,
        reason: "it is a folder".to_owned(),
    })
}
