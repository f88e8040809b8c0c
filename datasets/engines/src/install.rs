//! Getting ONNX Runtime into our cache with `pip download`.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::onnx_runtime::OLDEST;
use crate::places::{libraries_in, version_of};

/// ONNX Runtime could not be got.
#[derive(Debug, thiserror::Error)]
pub enum InstallError {
    /// There is no Python to ask.
    #[error("there is no Python with pip; tried {}", names(tried))]
    NoPython {
        /// What was tried.
        tried: Vec<PathBuf>,
    },
    /// pip failed.
    #[error("pip could not download onnxruntime: {message}")]
    Pip {
        /// The last line that it wrote.
        message: String,
    },
    /// The package holds no library.
    #[error("the package holds no ONNX Runtime library for this machine")]
    NoLibrary,
    /// Writing to the cache failed.
    #[error("{path} can't be written")]
    Write {
        /// Where.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
}

/// Downloads the `onnxruntime` package with the first of `pythons` that has pip, and puts its library into a folder of its own below
/// `cache`. Returns the library. Nothing is installed into the Python.
///
/// # Errors
/// When there is no pip, the package can't be had, or the cache can't be written.
pub fn install(pythons: &[PathBuf], cache: &Path) -> Result<PathBuf, InstallError> {
    let python = pythons
        .iter()
        .find(|python| run(python, ["-m", "pip", "--version"]).is_ok());
    let python = python.ok_or_else(|| InstallError::NoPython {
        tried: pythons.to_vec(),
    })?;
    let failed = |path: &Path| {
        let path = path.to_path_buf();
        move |source| InstallError::Write { path, source }
    };
    fs::create_dir_all(cache).map_err(failed(cache))?;
    let work = tempfile::tempdir_in(cache).map_err(failed(cache))?;
    let (wheels, unpacked) = (work.path().join("wheel"), work.path().join("unpacked"));
    let wanted = format!("onnxruntime>={OLDEST}");
    let download = [
        "-m",
        "pip",
        "download",
        "--disable-pip-version-check",
        "--no-deps",
        "--only-binary=:all:",
        "--dest",
    ];
    let arguments = download
        .iter()
        .map(OsStr::new)
        .chain([wheels.as_os_str(), OsStr::new(&wanted)]);
    run(python, arguments).map_err(|message| InstallError::Pip { message })?;
    let wheel = fs::read_dir(&wheels)
        .map_err(failed(&wheels))?
        .flatten()
        .map(|entry| entry.path())
        .next();
    let wheel = wheel.ok_or(InstallError::NoLibrary)?;
    let unpack = [
        OsStr::new("-m"),
        OsStr::new("zipfile"),
        OsStr::new("-e"),
        wheel.as_os_str(),
        unpacked.as_os_str(),
    ];
    run(python, unpack).map_err(|message| InstallError::Pip { message })?;

    let library = libraries_in(&unpacked.join("onnxruntime").join("capi"))
        .into_iter()
        .next();
    let library = library.ok_or(InstallError::NoLibrary)?;
    let version: Vec<String> = version_of(&wheel).iter().take(3).map(u64::to_string).collect();
    let folder = cache.join(format!("onnxruntime-{}", version.join(".")));
    // The folder appears by rename, so that half a library is never found there.
    let staged = work.path().join("staged");
    fs::create_dir(&staged).map_err(failed(&staged))?;
    let name = library.file_name().map(OsStr::to_owned).unwrap_or_default();
    fs::rename(&library, staged.join(&name)).map_err(failed(&staged))?;
    for text in ["LICENSE", "ThirdPartyNotices.txt"] {
        let text = unpacked.join("onnxruntime").join(text);
        if let (true, Some(name)) = (text.is_file(), text.file_name()) {
            fs::rename(&text, staged.join(name)).map_err(failed(&staged))?;
        }
    }
    if !folder.join(&name).is_file() {
        fs::rename(&staged, &folder).map_err(failed(&folder))?;
    }
    Ok(folder.join(name))
}

/// Runs Python; what it wrote last is the error.
fn run<S: AsRef<OsStr>>(python: &Path, arguments: impl IntoIterator<Item = S>) -> Result<(), String> {
    let output = Command::new(python)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let last = text.lines().rev().find(|line| !line.trim().is_empty());
    Err(last.unwrap_or("it failed without saying why").trim().to_owned())
}

fn names(paths: &[PathBuf]) -> String {
    paths
        .iter()
        .map(|path| path.display().to_string())
        .collect::<Vec<_>>()
        .join(", ")
}
