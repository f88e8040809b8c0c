//! ONNX Runtime, loaded from a library while the program runs.
//!
//! The library is loaded once in the life of a process; there is no way back. Its own threads are switched off: we run as many
//! pictures side by side as there are threads, and each of them on one.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ndarray::{ArrayD, ArrayViewD};
use ort::environment::Environment;
use ort::ep;
use ort::session::Session;
use ort::session::builder::GraphOptimizationLevel;
use ort::value::{TensorRef, ValueType};
use skillc_detect::{Input, Network, NetworkError};

use crate::model_file::ModelFile;
use crate::places::version_of;
use crate::pool::Pool;

/// The oldest version that works: the one whose interface we are built for.
pub const OLDEST: &str = "1.17";

/// A loaded ONNX Runtime.
#[derive(Debug, Clone)]
pub struct OnnxRuntime {
    /// The library that it came from.
    pub library: PathBuf,
    /// Its version (`1.32.0`), or the commit that it was built from where the file's name has none.
    pub version: String,
    environment: Arc<Environment>,
}

/// A library that can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// The system's loader doesn't find it, or it is no library for this machine.
    #[error("{0} can't be loaded")]
    Missing(String),
    /// It is older than we need.
    #[error("it is ONNX Runtime {version}; {OLDEST} or later is needed")]
    TooOld {
        /// Its version.
        version: String,
    },
    /// It loads and is not ONNX Runtime, or doesn't work.
    #[error("it doesn't work as ONNX Runtime: {0}")]
    Broken(String),
}

/// The one runtime of this process.
static LOADED: Mutex<Option<OnnxRuntime>> = Mutex::new(None);

impl OnnxRuntime {
    /// The runtime that this process has loaded, if it has.
    pub fn loaded() -> Option<Self> {
        LOADED.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Loads the library. If one was loaded before, that one is returned, whatever `library` says.
    ///
    /// # Errors
    /// When it is missing, too old or broken.
    pub fn load(library: &Path) -> Result<Self, LoadError> {
        let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(runtime) = loaded.as_ref() {
            return Ok(runtime.clone());
        }
        let start = || -> Result<Self, LoadError> {
            let builder = ort::init_from(library).map_err(LoadError::from)?;
            let environment = builder
                .with_name("skillc")
                .with_telemetry(false)
                .build()
                .map_err(|error| LoadError::Broken(error.to_string()))?;
            environment.set_log_level(ort::logging::LogLevel::Error);
            let version = version(library, ort::info());
            Ok(Self {
                library: library.to_path_buf(),
                version,
                environment: Arc::new(environment),
            })
        };
        let runtime = quietly(start).unwrap_or_else(|message| Err(LoadError::Broken(message)))?;
        *loaded = Some(runtime.clone());
        Ok(runtime)
    }

    /// Loads a model.
    ///
    /// # Errors
    /// When the file is no model that the runtime can run.
    pub fn network(&self, model: &ModelFile) -> Result<impl Network + use<>, NetworkError> {
        let session = self.session(model)?;
        let inputs = session.inputs().iter().map(|input| Input {
            name: input.name().to_owned(),
            shape: match input.dtype() {
                ValueType::Tensor { shape, .. } => shape.iter().map(|&n| usize::try_from(n).ok()).collect(),
                _ => Vec::new(),
            },
        });
        Ok(OnnxNetwork {
            inputs: inputs.collect(),
            outputs: session
                .outputs()
                .iter()
                .map(|output| output.name().to_owned())
                .collect(),
            metadata: metadata(&session),
            identity: format!("{}@{} onnxruntime@{}", model.name, model.digest, self.version),
            runtime: self.clone(),
            model: model.clone(),
            sessions: Pool::of(session),
        })
    }

    fn session(&self, model: &ModelFile) -> Result<Session, NetworkError> {
        let failed = |error: &dyn std::fmt::Display| NetworkError::Run(error.to_string());
        let load = || -> Result<Session, NetworkError> {
            // Without the arena the runtime gives back what an unusually large picture needed.
            let processor = ep::CPU::default().with_arena_allocator(false).build();
            let builder = Session::builder(&self.environment).map_err(|error| failed(&error))?;
            let builder = builder
                .with_optimization_level(GraphOptimizationLevel::All)
                .map_err(|error| failed(&error))?;
            let builder = builder.with_intra_threads(1).map_err(|error| failed(&error))?;
            let builder = builder.with_inter_threads(1).map_err(|error| failed(&error))?;
            let builder = builder.with_memory_pattern(false).map_err(|error| failed(&error))?;
            let builder = builder
                .with_deterministic_compute(true)
                .map_err(|error| failed(&error))?;
            let mut builder = builder
                .with_execution_providers([processor])
                .map_err(|error| failed(&error))?;
            builder
                .commit_from_memory(model.bytes())
                .map_err(|error| failed(&error))
        };
        quietly(load).unwrap_or_else(|message| Err(NetworkError::Run(message)))
    }
}

/// A model in ONNX Runtime. A session runs one thing at a time; there are as many as threads that needed one at once.
struct OnnxNetwork {
    inputs: Vec<Input>,
    outputs: Vec<String>,
    metadata: Vec<(String, String)>,
    identity: String,
    runtime: OnnxRuntime,
    model: ModelFile,
    sessions: Pool<Session>,
}

impl Network for OnnxNetwork {
    fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    fn metadata(&self, key: &str) -> Option<&str> {
        self.metadata
            .iter()
            .find(|(known, _)| known == key)
            .map(|(_, value)| value.as_str())
    }

    fn identity(&self) -> &str {
        &self.identity
    }

    fn run(&self, inputs: &[(&str, ArrayViewD<'_, f32>)]) -> Result<Vec<(String, ArrayD<f32>)>, NetworkError> {
        let failed = |error: ort::Error| NetworkError::Run(error.to_string());
        let work = |session: &mut Session| {
            let values = inputs
                .iter()
                .map(|(name, array)| Ok((*name, TensorRef::from_array_view(array.view())?)))
                .collect::<Result<Vec<_>, ort::Error>>()
                .map_err(failed)?;
            let outputs = session.run(values).map_err(failed)?;
            let output = |name: &String| {
                let value = outputs
                    .get(name)
                    .ok_or_else(|| NetworkError::Run(format!("output {name} is missing")))?;
                Ok((
                    name.clone(),
                    value.try_extract_array::<f32>().map_err(failed)?.to_owned(),
                ))
            };
            self.outputs.iter().map(output).collect()
        };
        quietly(|| self.sessions.with(|| self.runtime.session(&self.model), work))
            .unwrap_or_else(|message| Err(NetworkError::Run(message)))
    }
}

/// The metadata of a model, as far as it can be read.
fn metadata(session: &Session) -> Vec<(String, String)> {
    let Ok(metadata) = session.metadata() else {
        return Vec::new();
    };
    let keys = metadata.custom_keys().unwrap_or_default();
    keys.into_iter()
        .filter_map(|key| metadata.custom(&key).map(|value| (key, value)))
        .collect()
}

/// The version in the file's name, or in that of the file that it links to; else the commit in the build information.
fn version(library: &Path, build: &str) -> String {
    let linked = library.canonicalize().unwrap_or_else(|_| library.to_path_buf());
    let numbers = [library, linked.as_path()]
        .map(version_of)
        .into_iter()
        .find(|numbers| numbers.len() >= 3);
    if let Some(numbers) = numbers {
        return numbers.iter().take(3).map(u64::to_string).collect::<Vec<_>>().join(".");
    }
    let commit = build
        .split("git-commit-id=")
        .nth(1)
        .and_then(|rest| rest.split([',', ' ']).next());
    commit.map_or_else(|| "unknown".to_owned(), |commit| format!("commit {commit}"))
}

/// Does `work`; a panic inside (the crate panics where its library misbehaves) becomes a message.
fn quietly<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied());
        text.unwrap_or("it gave up").to_owned()
    })
}

impl From<ort::LoadDynamicError> for LoadError {
    fn from(error: ort::LoadDynamicError) -> Self {
        match error {
            ort::LoadDynamicError::BadVersion { version_str, .. } => Self::TooOld { version: version_str },
            ort::LoadDynamicError::Dlopen { path, .. } => Self::Missing(path.display().to_string()),
            other => Self::Broken(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_in_the_name_or_in_the_build() {
        let build = "ORT Build Info: git-branch=HEAD, git-commit-id=fab30a4, build type=Release";
        assert_eq!(version(Path::new("/x/libonnxruntime.so.1.32.0"), build), "1.32.0");
        assert_eq!(version(Path::new("/x/libonnxruntime.1.20.1.dylib"), build), "1.20.1");
        assert_eq!(version(Path::new("libonnxruntime.so"), build), "commit fab30a4");
        assert_eq!(version(Path::new("libonnxruntime.so"), ""), "unknown");
    }

    #[test]
    fn a_panic_is_a_message() {
        assert_eq!(quietly(|| 1), Ok(1));
        assert_eq!(
            quietly(|| -> u8 { panic!("no {}", "library") }),
            Err("no library".to_owned())
        );
    }
}
