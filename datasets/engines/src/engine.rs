//! Choosing an engine, and loading models into it.

use std::fmt;

use skillc_detect::{Network, NetworkError};

use crate::built_in;
use crate::model_file::ModelFile;
use crate::onnx_runtime::OnnxRuntime;
use crate::places::{Attempt, Places};

/// Which engine is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Wanted {
    /// ONNX Runtime if one is found, else the built-in engine.
    #[default]
    Best,
    /// ONNX Runtime or nothing.
    OnnxRuntime,
    /// The built-in engine.
    BuiltIn,
}

/// Which engine it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EngineKind {
    /// ONNX Runtime.
    OnnxRuntime,
    /// The built-in engine.
    BuiltIn,
}

/// An engine that can load models.
#[derive(Debug, Clone)]
pub enum Engine {
    /// ONNX Runtime.
    OnnxRuntime(OnnxRuntime),
    /// `rten`.
    BuiltIn,
}

/// An engine, and how it was found.
#[derive(Debug, Clone)]
pub struct Chosen {
    /// The engine.
    pub engine: Engine,
    /// Where ONNX Runtime was looked for; empty if it wasn't.
    pub attempts: Vec<Attempt>,
}

/// The engine that was asked for isn't there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("ONNX Runtime is asked for and was not found{}", summary(attempts))]
pub struct EngineError {
    /// Where it was looked for.
    pub attempts: Vec<Attempt>,
}

impl Engine {
    /// The engine that is wanted.
    ///
    /// # Errors
    /// When only ONNX Runtime would do and none works. Without that wish there is always the built-in engine.
    pub fn choose(wanted: Wanted, places: &Places) -> Result<Chosen, EngineError> {
        if wanted == Wanted::BuiltIn {
            return Ok(Chosen {
                engine: Self::BuiltIn,
                attempts: Vec::new(),
            });
        }
        let found = places.search();
        match found.runtime {
            Some(runtime) => Ok(Chosen {
                engine: Self::OnnxRuntime(runtime),
                attempts: found.attempts,
            }),
            None if wanted == Wanted::OnnxRuntime => Err(EngineError {
                attempts: found.attempts,
            }),
            None => Ok(Chosen {
                engine: Self::BuiltIn,
                attempts: found.attempts,
            }),
        }
    }

    /// Which it is.
    pub fn kind(&self) -> EngineKind {
        match self {
            Self::OnnxRuntime(_) => EngineKind::OnnxRuntime,
            Self::BuiltIn => EngineKind::BuiltIn,
        }
    }

    /// Loads a model.
    ///
    /// # Errors
    /// When the file is no model that the engine can run.
    pub fn load(&self, model: &ModelFile) -> Result<Box<dyn Network>, NetworkError> {
        Ok(match self {
            Self::OnnxRuntime(runtime) => Box::new(runtime.network(model)?),
            Self::BuiltIn => Box::new(built_in::network(model)?),
        })
    }
}

impl Chosen {
    /// What to tell the user: libraries that are there, or were named, and can't be used.
    pub fn problems(&self) -> Vec<String> {
        self.attempts.iter().filter_map(problem).collect()
    }
}

fn problem(attempt: &Attempt) -> Option<String> {
    let problem = attempt.problem.as_ref()?;
    Some(match &attempt.library {
        Some(library) => format!("{} ({}): {problem}", attempt.place, library.display()),
        None => format!("{}: {problem}", attempt.place),
    })
}

fn summary(attempts: &[Attempt]) -> String {
    attempts
        .iter()
        .filter_map(problem)
        .map(|problem| format!("; {problem}"))
        .collect()
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OnnxRuntime(runtime) => write!(f, "ONNX Runtime {}", runtime.version),
            Self::BuiltIn => write!(f, "rten {}", built_in::VERSION),
        }
    }
}
