//! Which version of the format a store or file is, and who reads what.
//!
//! A new column is a minor version and optional for ever; anything else is a major version, and an older reader refuses it by name.

use std::fmt;
use std::fs;
use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::{Attempt as _, StoreError};

/// The name of the format in `dataset.json` and in every file.
pub const FORMAT: &str = "skillc-captures";

/// A version of the format, written `1.0`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FormatVersion {
    /// Changes when an older reader would go wrong.
    pub major: u16,
    /// Changes with a new column.
    pub minor: u16,
}

impl FormatVersion {
    /// The version that this crate writes.
    pub const CURRENT: Self = Self { major: 1, minor: 0 };

    /// Whether this crate reads files of this version.
    pub fn is_readable(self) -> bool {
        self.major <= Self::CURRENT.major
    }
}

impl fmt::Display for FormatVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

impl FromStr for FormatVersion {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text
            .split_once('.')
            .and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
        let (major, minor) = parts.ok_or_else(|| format!("{text:?} is no version, expected one like \"1.0\""))?;
        Ok(Self { major, minor })
    }
}

/// `dataset.json`.
#[derive(Serialize, Deserialize)]
struct Dataset {
    format: String,
    version: String,
}

/// A `dataset.json` has two short members; one of megabytes is something else.
const MAX_DATASET_BYTES: u64 = 64 * 1024;

/// Reads `dataset.json` and says whether its store can be read.
pub(crate) fn read_dataset(root: &Path) -> Result<FormatVersion, StoreError> {
    let file = root.join(crate::layout::DATASET);
    let bad = |reason: String| StoreError::BadDataset {
        file: file.clone(),
        reason,
    };
    let size = fs::metadata(&file).store("read", &file)?.len();
    if size > MAX_DATASET_BYTES {
        return Err(bad(format!(
            "has {size} bytes, more than the limit of {MAX_DATASET_BYTES}"
        )));
    }
    let text = fs::read(&file).store("read", &file)?;
    let dataset: Dataset = serde_json::from_slice(&text).map_err(|error| bad(error.to_string()))?;
    if dataset.format != FORMAT {
        return Err(StoreError::Foreign {
            file,
            format: dataset.format,
        });
    }
    let found: FormatVersion = dataset.version.parse().map_err(bad)?;
    if found.is_readable() {
        Ok(found)
    } else {
        Err(StoreError::NewerMajor { file, found })
    }
}

/// Writes `dataset.json` by rename; one that is there stays.
pub(crate) fn write_dataset(root: &Path) -> Result<(), StoreError> {
    let file = root.join(crate::layout::DATASET);
    let dataset = Dataset {
        format: FORMAT.to_owned(),
        version: FormatVersion::CURRENT.to_string(),
    };
    let text = serde_json::to_string_pretty(&dataset).map_err(|error| StoreError::BadDataset {
        file: file.clone(),
        reason: error.to_string(),
    })?;
    let unfinished = root.join(format!(".{}-{}", crate::layout::DATASET, std::process::id()));
    fs::write(&unfinished, text + "\n").store("write", &unfinished)?;
    fs::rename(&unfinished, &file).store("write", &file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_newer_minor_version_is_read_and_a_newer_major_one_is_not() {
        let version = |text: &str| text.parse::<FormatVersion>();
        assert!(version("1.99").unwrap().is_readable());
        assert!(!version("2.0").unwrap().is_readable());
        assert!(version("1").is_err());
        assert!(version("1.0.0").is_err());
        assert!(version("-1.0").is_err());
        assert_eq!(version("1.12").unwrap().to_string(), "1.12");
    }
}
