//! All sources that one replay needs, resolved by whoever can read files.
//!
//! Source: reference on agent-device, §5.5.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The most bytes that the sources of one replay may have together.
pub const MAX_BUNDLE_BYTES: usize = 2 * 1024 * 1024;

/// The sources of one replay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceBundle {
    /// The path of the script that is run.
    pub entry: String,
    /// The text of every file, by path; the entry is among them.
    pub files: BTreeMap<String, String>,
}

/// Sources that make no bundle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BundleError {
    /// A file isn't there.
    #[error("{path:?} is not there")]
    Missing {
        /// Its path.
        path: String,
    },
    /// Too much.
    #[error("the sources have more than {MAX_BUNDLE_BYTES} bytes together; {path:?} is one too many")]
    TooLong {
        /// The file that made it too much.
        path: String,
    },
}

impl SourceBundle {
    /// The bundle of `entry` and all that it refers to. `read` gives the text of a path, `references` the paths that a text at a path
    /// refers to. A file is read once, however often it is referred to, itself included.
    ///
    /// # Errors
    /// When a file is missing, or all together are too long.
    pub fn resolve(
        entry: &str,
        mut read: impl FnMut(&str) -> Option<String>,
        references: impl Fn(&str, &str) -> Vec<String>,
    ) -> Result<Self, BundleError> {
        let mut files = BTreeMap::new();
        let mut open = vec![entry.to_owned()];
        let mut bytes = 0_usize;
        while let Some(path) = open.pop() {
            if files.contains_key(&path) {
                continue;
            }
            let text = read(&path).ok_or_else(|| BundleError::Missing { path: path.clone() })?;
            bytes = bytes.saturating_add(text.len());
            if bytes > MAX_BUNDLE_BYTES {
                return Err(BundleError::TooLong { path });
            }
            open.extend(references(&path, &text));
            files.insert(path, text);
        }
        Ok(Self {
            entry: entry.to_owned(),
            files,
        })
    }

    /// The bundle of a `.ad` script, which refers to nothing.
    ///
    /// # Errors
    /// When it is too long.
    pub fn of_script(entry: &str, text: String) -> Result<Self, BundleError> {
        Self::resolve(entry, |_| Some(text.clone()), |_, _| Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_referred_to_is_in_the_bundle_once() {
        let files = BTreeMap::from([("a", "b c"), ("b", "a"), ("c", "")]);
        let read = |path: &str| files.get(path).map(|text| (*text).to_owned());
        let words = |_: &str, text: &str| text.split_whitespace().map(str::to_owned).collect();
        let bundle = SourceBundle::resolve("a", read, words).unwrap();
        assert_eq!(bundle.files.keys().collect::<Vec<_>>(), ["a", "b", "c"]);
        let missing = SourceBundle::resolve("z", read, words);
        assert_eq!(missing, Err(BundleError::Missing { path: "z".into() }));
        let long = SourceBundle::of_script("a", "x".repeat(MAX_BUNDLE_BYTES + 1));
        assert_eq!(long, Err(BundleError::TooLong { path: "a".into() }));
    }
}
