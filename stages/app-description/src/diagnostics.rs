//! What the parser dropped, replaced or read otherwise than its writer may have meant.
//!
//! Each is decided where the rule is applied, as a typed value. The linter puts it into words.

use serde::{Deserialize, Serialize};
use skillc_records::SourceSpan;

/// One such place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// What happened.
    pub kind: DiagnosticKind,
    /// Where.
    pub span: SourceSpan,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiagnosticKind {
    /// The file begins with a byte order mark, which hides a `---` on its first line.
    ByteOrderMark,
    /// The front matter is never closed and swallows the rest of the file.
    FrontMatterUnclosed,
    /// The front matter doesn't stand at the top.
    FrontMatterLate,
    /// A line of the front matter is no `key: value`.
    FrontMatterLineIgnored,
    /// A key stands twice in the front matter; the last value counts.
    KeyRepeated {
        /// The key.
        key: String,
        /// The value that is lost.
        replaced: SourceSpan,
    },
    /// `version` is no integer, so it is 1.
    VersionNotInteger,
    /// `obstacle_mode` is none of the words, so it is `auto`.
    ObstacleModeUnknown,
    /// A heading stands twice; this section is lost.
    SectionReplaced {
        /// The section that counts.
        by: SourceSpan,
    },
    /// A line of a list is no `- ` bullet and is passed over.
    ListLineIgnored,
    /// A bullet is empty (perhaps only quotes).
    ListItemEmpty,
    /// An obstacle without an arrow.
    ObstacleWithoutArrow,
    /// An obstacle with nothing before or after its arrow.
    ObstacleSideEmpty,
    /// A line of the credentials without a colon.
    CredentialWithoutColon,
    /// A colon with nothing before it.
    CredentialWithoutName,
    /// A credential stands twice; the last value counts.
    CredentialRepeated {
        /// Its name.
        name: String,
        /// The value that is lost.
        replaced: SourceSpan,
    },
    /// A line of the tab layout that says neither orientation nor edge.
    TabLayoutLineIgnored,
    /// A value of the tab layout is none of the words, so the field is unset again.
    TabLayoutValueUnknown {
        /// `orientation` or `edge`.
        key: String,
    },
    /// The element has no colon or a kind that doesn't exist.
    ElementKindUnknown {
        /// The kind, lower-case; empty without a colon.
        kind: String,
    },
    /// An element that can't be read and is dropped.
    ElementDropped {
        /// What it lacks.
        lacks: ElementLack,
    },
    /// A slider's fraction lies outside 0 to 1 and is moved to the nearer end.
    FractionClamped,
    /// A modal without a title is dropped.
    ModalWithoutTitle,
    /// A trigger that is none of the words, so the modal comes at once.
    TriggerUnknown,
    /// A count of taps that is no positive integer, so it is 0.
    TapCountUnreadable,
    /// A property that no one reads.
    PropertyUnknown {
        /// The property, lower-case.
        key: String,
    },
    /// Modals without any screen: there are no scenes at all.
    ModalsWithoutScreens,
}

/// What an element lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ElementLack {
    /// A tab without destination.
    Destination,
    /// No text, placeholder or label.
    Text,
    /// No `#id`.
    Id,
    /// No `= number`.
    Fraction,
    /// No `WIDTHxHEIGHT`.
    Size,
}
