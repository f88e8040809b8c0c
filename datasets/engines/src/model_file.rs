//! Model files: bundled ones, and those of the user.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest, Sha256};
use skillc_models::BundledModel;

/// The largest model file that is read: some hundred million parameters.
const MAX_BYTES: u64 = 1 << 30;

/// A model file in memory.
#[derive(Debug, Clone)]
pub struct ModelFile {
    /// Its name without the extension.
    pub name: String,
    /// The first 12 hexadecimal digits of the SHA-256 of its bytes.
    pub digest: String,
    bytes: Bytes,
}

#[derive(Debug, Clone)]
enum Bytes {
    /// Part of the program.
    Shared(&'static [u8]),
    /// Read from a file.
    Owned(Arc<[u8]>),
}

/// A model file that can't be read.
#[derive(Debug, thiserror::Error)]
pub enum ModelFileError {
    /// Reading failed.
    #[error("the model {path} can't be read")]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// The file is larger than any model that this is for.
    #[error("the model {path} has more than {limit} bytes")]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The limit.
        limit: u64,
    },
}

impl ModelFile {
    /// A model that comes with the program.
    pub fn bundled(model: BundledModel) -> Self {
        Self {
            name: model.name.to_owned(),
            digest: digest(model.bytes),
            bytes: Bytes::Shared(model.bytes),
        }
    }

    /// Reads a model of the user's.
    ///
    /// # Errors
    /// When the file can't be read, or is larger than 1 GB.
    pub fn read(path: &Path) -> Result<Self, ModelFileError> {
        let failed = |source| ModelFileError::Read {
            path: path.to_path_buf(),
            source,
        };
        let file = File::open(path).map_err(failed)?;
        let mut bytes = Vec::new();
        file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(ModelFileError::TooLarge {
                path: path.to_path_buf(),
                limit: MAX_BYTES,
            });
        }
        let name = path
            .file_stem()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        Ok(Self {
            name,
            digest: digest(&bytes),
            bytes: Bytes::Owned(bytes.into()),
        })
    }

    /// The file.
    pub fn bytes(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Shared(bytes) => bytes,
            Bytes::Owned(bytes) => bytes,
        }
    }

    /// The file, if it is part of the program.
    pub(crate) fn shared(&self) -> Option<&'static [u8]> {
        match self.bytes {
            Bytes::Shared(bytes) => Some(bytes),
            Bytes::Owned(_) => None,
        }
    }
}

fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .take(6)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
