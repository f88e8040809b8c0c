//! Why a pattern file doesn't load. One bad file never stops the others.

use serde::{Deserialize, Serialize};

/// A file that was skipped, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{file}: skipped: {fault}")]
pub struct FileFault {
    /// The file, as it was given.
    pub file: String,
    /// Why.
    pub fault: PatternFault,
}

/// Why a pattern file doesn't load.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum PatternFault {
    /// A recipe has no name.
    #[error("the header has no `name`")]
    NoName,
    /// It has no description.
    #[error("`## Description` is missing or empty")]
    NoDescription,
    /// A key that upstream doesn't know.
    #[error("`{key}` is no key of `## {section}`")]
    UnknownKey {
        /// The section.
        section: String,
        /// The key.
        key: String,
    },
    /// A value that the key can't have.
    #[error("`{value}` is no value of `{key}`: expected {expected}")]
    BadValue {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// What it may be.
        expected: String,
    },
    /// Its pattern is no regular expression.
    #[error("`text_pattern` is no regular expression: {reason}")]
    BadPattern {
        /// What is wrong with it.
        reason: String,
    },
    /// An earlier file has the same name.
    #[error("`{name}` is already defined by {earlier}")]
    NameTaken {
        /// The name.
        name: String,
        /// The file that has it.
        earlier: String,
    },
    /// It is too large to be a pattern.
    #[error("{bytes} bytes is too large for a pattern file: at most {most} are read")]
    TooLarge {
        /// Its size.
        bytes: usize,
        /// What is allowed.
        most: usize,
    },
}
