//! Engines that run models: finding ONNX Runtime, the built-in engine, and loading models into either.
//!
//! | module | what it does |
//! |---|---|
//! | [`engine`](mod@engine) | choosing an engine, and loading models into it |
//! | [`places`](mod@places) | where ONNX Runtime is looked for, in order |
//! | [`onnx_runtime`](mod@onnx_runtime) | ONNX Runtime, loaded from a library |
//! | [`built_in`](mod@built_in) | `rten`, which is part of the program |
//! | [`install`](mod@install) | getting ONNX Runtime with `pip download` |
//! | [`model_file`](mod@model_file) | model files of the user's own, size-checked and digested |
//! | [`detector`](mod@detector) | the detector of a workspace, from settings to loaded models |
//! | [`clock`](mod@clock) | how long the models run |
//! | [`memory`](mod@memory) | lines that were read before, kept within bounds |
//! | [`speed`](mod@speed) | how fast an engine is on this machine |
//!
//! Every failure is a value with a message, also one inside a foreign library, as far as it can be caught at all.

pub mod built_in;
pub mod clock;
pub mod detector;
pub mod engine;
pub mod install;
pub mod memory;
pub mod model_file;
pub mod onnx_runtime;
pub mod places;
mod pool;
pub mod speed;

pub use clock::{Clock, Clocks};
pub use detector::{DetectorError, DetectorSettings, IconSource, TextSource, load_detector, load_timed_detector};
pub use engine::{Chosen, Engine, EngineError, EngineKind, Wanted};
pub use install::{InstallError, install};
pub use memory::BoundedMemory;
pub use model_file::{ModelFile, ModelFileError};
pub use places::{Attempt, Found, Place, Places};
