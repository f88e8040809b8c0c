//! Replay: walks a skill as an agent would, and says whether it arrives.
//!
//! | module | what it holds |
//! |---|---|
//! | [`driver`](mod@driver) | what can be driven: a simulator, a device |
//! | [`script`](mod@script) | a skill as instructions, whatever its dialect |
//! | [`dialect`](mod@dialect) | which dialect a file is in, and reading it |
//! | [`find`](mod@find) | a label on the screen |
//! | [`walk`](mod@walk) | doing the instructions |
//! | [`report`](mod@report) | how far the walk came |
//!
//! The skills of two dialects are read back from their text, so that the walk does what a reader of the file would do, and not what
//! the compiler meant.
//!
//! Source: reference on mirroir's semantics, §13 (loading, label matching), §15 (compiled skills).

pub mod dialect;
pub mod driver;
pub mod find;
pub mod report;
pub mod script;
pub mod walk;

pub use dialect::{ReadError, read};
pub use driver::{Driver, Gesture, Performed};
pub use report::{Failed, Outcome, Report, StepOutcome, StepReport};
pub use script::{Dialect, Hint, Instruction, Locator, Numbered, Script, Touch};
pub use walk::{WalkOptions, walk};
