//! The models that come with the program: PP-OCRv6 small, for text detection and recognition.
//!
//! They are part of the program file, so that a fresh machine needs no set-up and a result can't depend on a file that was
//! changed. Where they are from, under which licence and with which digest stands in `manifest.toml` beside them.

use serde::Deserialize;

/// A model file that comes with the program.
#[derive(Debug, Clone, Copy)]
pub struct BundledModel {
    /// Its name without the extension.
    pub name: &'static str,
    /// The ONNX file.
    pub bytes: &'static [u8],
}

/// Finds lines of text: `[1, 3, height, width]` in, both multiples of 32; `[1, 1, height, width]` out.
pub const TEXT_DETECTION: BundledModel = BundledModel {
    name: "PP-OCRv6_det_small",
    bytes: include_bytes!("../PP-OCRv6_det_small.onnx"),
};

/// Reads a line: `[lines, 3, 48, width]` in, `[lines, width / 8, 18710]` out. The dictionary is in its metadata, `character`.
pub const TEXT_RECOGNITION: BundledModel = BundledModel {
    name: "PP-OCRv6_rec_small",
    bytes: include_bytes!("../PP-OCRv6_rec_small.onnx"),
};

/// What `manifest.toml` says of a model file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManifestEntry {
    /// Its name in this folder.
    pub file: String,
    /// `text-detection` or `text-recognition`.
    #[serde(rename = "use")]
    pub purpose: String,
    /// Its length.
    pub bytes: u64,
    /// The SHA-256 of its bytes, 64 hexadecimal digits.
    pub sha256: String,
    /// The model that it was converted from.
    pub upstream: String,
    /// The Python package that it was taken from.
    pub package: String,
    /// The version of that package.
    pub package_version: String,
    /// Its path in the package.
    pub package_path: String,
    /// Its licence, an SPDX expression.
    pub license: String,
}

/// A manifest that doesn't read.
#[derive(Debug, thiserror::Error)]
#[error("the manifest of the bundled models: {0}")]
pub struct ManifestError(#[from] toml::de::Error);

/// The manifest of the bundled models.
///
/// # Errors
/// When it is not the TOML that it should be; a test sees to that.
pub fn manifest() -> Result<Vec<ManifestEntry>, ManifestError> {
    #[derive(Deserialize)]
    struct Manifest {
        model: Vec<ManifestEntry>,
    }
    Ok(toml::from_str::<Manifest>(include_str!("../manifest.toml"))?.model)
}

/// The licence and notice texts that go with the models.
pub const LICENSE_TEXTS: [&str; 3] = [
    include_str!("../NOTICE"),
    include_str!("../LICENSE"),
    include_str!("../MODEL_LICENSES.md"),
];

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::*;

    #[test]
    fn every_bundled_model_is_the_one_in_the_manifest() {
        let manifest = manifest().expect("a manifest");
        assert_eq!(manifest.len(), 2);
        for (entry, model) in manifest.iter().zip([TEXT_DETECTION, TEXT_RECOGNITION]) {
            assert_eq!(entry.file, format!("{}.onnx", model.name));
            assert_eq!(entry.bytes, model.bytes.len() as u64);
            let digest: String = Sha256::digest(model.bytes)
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect();
            assert_eq!(entry.sha256, digest);
            assert!(LICENSE_TEXTS[2].contains(&digest), "the licence notice lists the file");
        }
    }
}
