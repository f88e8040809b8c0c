//! Where ONNX Runtime is looked for, in order: `ORT_DYLIB_PATH`, the configuration, our own cache, the `onnxruntime` package of an
//! installed Python, the system.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::onnx_runtime::{LoadError, OnnxRuntime};

/// Where to look. Whoever reads the environment fills it in.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Places {
    /// What the environment variable `ORT_DYLIB_PATH` says: a library, or a folder with one.
    pub variable: Option<PathBuf>,
    /// What the configuration says: a library, or a folder with one.
    pub configured: Option<PathBuf>,
    /// The folder that [`crate::install()`] fills.
    pub cache: Option<PathBuf>,
    /// Python programs to ask for their `onnxruntime` package, by name or path.
    pub pythons: Vec<PathBuf>,
    /// Whether to ask the system's loader.
    pub system: bool,
}

/// One of the places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// `ORT_DYLIB_PATH`.
    Variable,
    /// The configuration.
    Configured,
    /// Our own cache.
    Cache,
    /// A Python package.
    Python,
    /// The system.
    System,
}

/// What was found at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The place.
    pub place: Place,
    /// The library that was tried; none if there was none to try.
    pub library: Option<PathBuf>,
    /// Why it wasn't used; none if it was.
    pub problem: Option<String>,
}

/// The search as far as it went: it stops at the first library that works.
#[derive(Debug, Clone)]
pub struct Found {
    /// The runtime, if one works.
    pub runtime: Option<OnnxRuntime>,
    /// What was tried, in order.
    pub attempts: Vec<Attempt>,
}

impl Places {
    /// Goes through the places until a library loads.
    ///
    /// A runtime that this process has loaded already is taken as it is: there is no loading a second one.
    pub fn search(&self) -> Found {
        if let Some(runtime) = OnnxRuntime::loaded() {
            return Found {
                runtime: Some(runtime),
                attempts: Vec::new(),
            };
        }
        let mut attempts = Vec::new();
        let places = [
            Place::Variable,
            Place::Configured,
            Place::Cache,
            Place::Python,
            Place::System,
        ];
        for place in places {
            match self.libraries(place) {
                Ok(libraries) => {
                    for library in libraries {
                        match OnnxRuntime::load(&library) {
                            Ok(runtime) => {
                                attempts.push(Attempt {
                                    place,
                                    library: Some(library),
                                    problem: None,
                                });
                                return Found {
                                    runtime: Some(runtime),
                                    attempts,
                                };
                            }
                            // The system's loader is only asked; nobody said that there is a library.
                            Err(LoadError::Missing(_)) if place == Place::System => {}
                            Err(error) => {
                                let problem = Some(error.to_string());
                                attempts.push(Attempt {
                                    place,
                                    library: Some(library),
                                    problem,
                                });
                            }
                        }
                    }
                }
                Err(problem) => attempts.push(Attempt {
                    place,
                    library: None,
                    problem: Some(problem),
                }),
            }
        }
        Found {
            runtime: None,
            attempts,
        }
    }

    /// The libraries to try at a place, the best first; an error if the user named something that isn't there.
    fn libraries(&self, place: Place) -> Result<Vec<PathBuf>, String> {
        match place {
            Place::Variable => self.variable.as_deref().map_or(Ok(Vec::new()), named),
            Place::Configured => self.configured.as_deref().map_or(Ok(Vec::new()), named),
            Place::Cache => {
                let Some(cache) = &self.cache else {
                    return Ok(Vec::new());
                };
                let mut folders: Vec<PathBuf> = folder(cache).into_iter().filter(|path| path.is_dir()).collect();
                folders.sort_by_key(|path| version_of(path));
                Ok(folders.iter().rev().flat_map(|folder| libraries_in(folder)).collect())
            }
            Place::Python => Ok(self
                .pythons
                .iter()
                .filter_map(|python| package_of(python))
                .collect::<Vec<_>>())
            .map(|packages| {
                packages
                    .iter()
                    .flat_map(|package| libraries_in(&package.join("capi")))
                    .collect()
            }),
            Place::System if self.system => Ok(SYSTEM_LIBRARIES.iter().map(PathBuf::from).collect()),
            Place::System => Ok(Vec::new()),
        }
    }
}

/// What the system's loader is asked for; folders of package managers that it doesn't know come after.
#[cfg(target_os = "macos")]
const SYSTEM_LIBRARIES: [&str; 3] = [
    "libonnxruntime.dylib",
    "/opt/homebrew/lib/libonnxruntime.dylib",
    "/usr/local/lib/libonnxruntime.dylib",
];
#[cfg(windows)]
const SYSTEM_LIBRARIES: [&str; 1] = ["onnxruntime.dll"];
#[cfg(not(any(target_os = "macos", windows)))]
const SYSTEM_LIBRARIES: [&str; 3] = [
    "libonnxruntime.so",
    "libonnxruntime.so.1",
    "/usr/local/lib/libonnxruntime.so",
];

/// The library that the user named, or those in the folder that the user named.
fn named(path: &Path) -> Result<Vec<PathBuf>, String> {
    if path.is_dir() {
        let libraries = libraries_in(path);
        return if libraries.is_empty() {
            Err(format!("there is no ONNX Runtime library in {}", path.display()))
        } else {
            Ok(libraries)
        };
    }
    if path.is_file() {
        Ok(vec![path.to_path_buf()])
    } else {
        Err(format!("there is no file {}", path.display()))
    }
}

/// The entries of a folder, sorted; none if it can't be read.
fn folder(path: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    entries.sort();
    entries
}

/// The ONNX Runtime libraries in a folder, the newest first.
pub(crate) fn libraries_in(path: &Path) -> Vec<PathBuf> {
    let mut libraries: Vec<PathBuf> = folder(path).into_iter().filter(|path| is_library(path)).collect();
    libraries.sort_by_key(|path| std::cmp::Reverse(version_of(path)));
    libraries
}

/// Whether a file is named like the library: `libonnxruntime.so.1.32.0`, `libonnxruntime.1.32.0.dylib`, `onnxruntime.dll`.
fn is_library(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
        return false;
    };
    let is_one = name.starts_with("libonnxruntime.") && (name.contains(".so") || name.ends_with(".dylib"));
    (is_one || name == "onnxruntime.dll") && path.is_file()
}

/// The numbers in a name, to compare versions: `onnxruntime-1.32.0` is newer than `onnxruntime-1.9.0`.
pub(crate) fn version_of(path: &Path) -> Vec<u64> {
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    name.split(|c: char| !c.is_ascii_digit())
        .filter_map(|number| number.parse().ok())
        .collect()
}

/// The folder of the `onnxruntime` package of a Python, which isn't imported.
///
/// The current folder is taken off the path that Python searches: a folder of that name lying there must not get loaded.
fn package_of(python: &Path) -> Option<PathBuf> {
    const ASK: &str = "import sys\nsys.path = [p for p in sys.path if p]\nimport importlib.util\n\
        spec = importlib.util.find_spec('onnxruntime')\nprint(spec.origin if spec and spec.origin else '')";
    let output = Command::new(python)
        .args(["-c", ASK])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let origin = String::from_utf8(output.stdout).ok()?;
    let origin = Path::new(origin.trim());
    origin
        .is_absolute()
        .then(|| origin.parent().map(Path::to_path_buf))
        .flatten()
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Variable => "ORT_DYLIB_PATH",
            Self::Configured => "configuration",
            Self::Cache => "cache",
            Self::Python => "Python package",
            Self::System => "system",
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_the_user_named_and_is_not_there_is_said() {
        let places = Places {
            variable: Some("/nowhere/lib.so".into()),
            ..Places::default()
        };
        let found = places.search();
        assert!(found.runtime.is_none());
        assert_eq!(found.attempts.len(), 1);
        assert_eq!(
            found.attempts[0].problem.as_deref(),
            Some("there is no file /nowhere/lib.so")
        );
    }

    #[test]
    fn a_file_that_is_no_library_is_a_message_and_the_search_goes_on() {
        let folder = tempfile::tempdir().expect("a folder");
        let text = folder.path().join("libonnxruntime.so.1.20.0");
        fs::write(&text, "not a library").expect("written");
        let places = Places {
            variable: Some(text.clone()),
            configured: Some(folder.path().to_path_buf()),
            ..Places::default()
        };
        let found = places.search();
        assert!(found.runtime.is_none());
        assert_eq!(
            found.attempts.iter().map(|a| a.place).collect::<Vec<_>>(),
            [Place::Variable, Place::Configured]
        );
        assert!(
            found
                .attempts
                .iter()
                .all(|attempt| attempt.library.as_ref() == Some(&text))
        );
    }

    #[test]
    fn the_newest_in_the_cache_comes_first() {
        let cache = tempfile::tempdir().expect("a folder");
        for version in ["1.9.0", "1.32.0", "1.17.1"] {
            let folder = cache.path().join(format!("onnxruntime-{version}"));
            fs::create_dir(&folder).expect("a folder");
            fs::write(folder.join(format!("libonnxruntime.so.{version}")), "").expect("written");
            fs::write(folder.join("libonnxruntime_providers_shared.so"), "").expect("written");
        }
        let places = Places {
            cache: Some(cache.path().to_path_buf()),
            ..Places::default()
        };
        let names: Vec<_> = places.libraries(Place::Cache).expect("libraries");
        let versions: Vec<_> = names.iter().map(|path| version_of(path)).collect();
        assert_eq!(versions, [vec![1, 32, 0], vec![1, 17, 1], vec![1, 9, 0]]);
    }
}
