//! A file of the output.

use serde::{Deserialize, Serialize};

/// A file: where it goes under the output folder, and its text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Document {
    /// The parts of its path. Each is safe as a name on every system.
    pub path: Vec<String>,
    /// Its text: UTF-8, LF line ends, one at the end.
    pub text: String,
}

impl Document {
    /// A document at the given path parts.
    pub fn new<'p>(path: impl IntoIterator<Item = &'p str>, text: String) -> Self {
        Self {
            path: path.into_iter().map(ToOwned::to_owned).collect(),
            text,
        }
    }

    /// The path with slashes.
    pub fn slashed(&self) -> String {
        self.path.join("/")
    }
}
