//! A finding.

use serde::{Deserialize, Serialize};
use skillc_records::{FrameRef, SourceSpan, WindowRect};

use crate::code::{Code, Severity};

/// Something that the writer of an APP.md would want to know.
///
/// No text of a finding quotes the value of a credential.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// Its code: the contract. The texts may change.
    pub code: Code,
    /// How bad it is; most often the code's own severity.
    pub severity: Severity,
    /// Where.
    pub span: SourceSpan,
    /// What is the matter, in one sentence.
    pub message: String,
    /// What to do about it.
    pub suggestion: Option<String>,
    /// Other places that have to do with it.
    pub related: Vec<Related>,
    /// What a machine can do about it.
    pub fix: Option<Fix>,
    /// Recorded frames that show it.
    pub seen: Vec<Seen>,
}

/// A recorded frame that shows what a finding is about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Seen {
    /// The frame.
    pub frame: FrameRef,
    /// What would be tapped, or is in the way, in window points.
    pub hit: Option<WindowRect>,
    /// What was meant.
    pub meant: Option<WindowRect>,
    /// The file of its picture, where one was written.
    pub picture: Option<String>,
}

/// Another place that has to do with a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Related {
    /// Where.
    pub span: SourceSpan,
    /// What is there.
    pub message: String,
}

/// Edits that mend a finding, all of them or none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fix {
    /// The edits; they don't overlap.
    pub edits: Vec<Edit>,
    /// How sure it is that the writer wants them.
    pub safety: Safety,
}

/// How sure it is that a writer wants a fix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Safety {
    /// The file then says what it was plainly meant to say.
    Safe,
    /// A guess; applied only when asked for.
    Unsafe,
}

/// One replacement.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Edit {
    /// Bytes from the start of the file.
    pub offset: usize,
    /// How many bytes are replaced.
    pub length: usize,
    /// By what.
    pub replacement: String,
}

impl Finding {
    /// A finding with the code's own severity.
    pub fn new(code: Code, span: SourceSpan, message: impl Into<String>) -> Self {
        let message = shortened(message.into());
        Self {
            code,
            severity: code.severity(),
            span,
            message,
            suggestion: None,
            related: Vec::new(),
            fix: None,
            seen: Vec::new(),
        }
    }

    /// With another severity.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// With what to do about it.
    #[must_use]
    pub fn suggest(mut self, suggestion: impl Into<String>) -> Self {
        self.suggestion = Some(shortened(suggestion.into()));
        self
    }

    /// With another place.
    #[must_use]
    pub fn related(mut self, span: SourceSpan, message: impl Into<String>) -> Self {
        self.related.push(Related {
            span,
            message: message.into(),
        });
        self
    }

    /// With a recorded frame that shows it.
    #[must_use]
    pub fn seen_on(mut self, frame: &FrameRef, hit: Option<WindowRect>, meant: Option<WindowRect>) -> Self {
        self.seen.push(Seen {
            frame: frame.clone(),
            hit,
            meant,
            picture: None,
        });
        self
    }

    /// With edits.
    #[must_use]
    pub fn fix(mut self, safety: Safety, edits: Vec<Edit>) -> Self {
        self.fix = Some(Fix { edits, safety });
        self
    }

    /// With one edit that replaces what `span` covers.
    #[must_use]
    pub fn replace(self, safety: Safety, span: SourceSpan, replacement: impl Into<String>) -> Self {
        self.fix(
            safety,
            vec![Edit {
                offset: span.offset,
                length: span.length,
                replacement: replacement.into(),
            }],
        )
    }
}

/// The longest message in characters. Messages quote what is in the file, which may be a line of megabytes.
const LONGEST: usize = 400;

fn shortened(text: String) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
