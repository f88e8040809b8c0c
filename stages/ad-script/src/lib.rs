//! `.ad` scripts: what agent-device records and replays, read and written.
//!
//! | module | what it holds |
//! |---|---|
//! | [`script`](mod@script) | a script as it is written: header, variables, actions, evidence |
//! | [`read`](mod@read) | from text to script |
//! | [`write`](mod@write) | from script to text |
//! | [`command`](mod@command) | what an action means |
//! | [`variables`](mod@variables) | `${NAME}`: precedence, fallbacks, what a script needs |
//! | [`destination`](mod@destination) | a recorded way as an open-to-destination script |
//! | [`recorded`](mod@recorded) | a script as what was done |
//! | [`bundle`](mod@bundle) | all sources that one replay needs |
//!
//! A script is read whether or not its commands exist: a newer agent-device may know more of them. What a command means, and whether
//! its arguments are right, is asked separately.
//!
//! Source: reference on agent-device, §5.

pub mod bundle;
pub mod command;
pub mod destination;
pub mod read;
pub mod recorded;
pub mod script;
mod token;
pub mod variables;
pub mod write;

pub use bundle::{BundleError, SourceBundle};
pub use command::{ArgumentProblem, Command, CommandError, ScriptTarget, Wait, commands};
pub use destination::{DestinationScript, Loss, LossKind, Naming, WayStep, WayTarget, destination_script};
pub use read::{ScriptError, ScriptProblem, read};
pub use recorded::{ScriptDeed, script_deeds};
pub use script::{Argument, Evidence, Header, Script, ScriptAction, ScriptPlatform, ScriptTargetKind, Variable};
pub use variables::{Unresolved, Variables, needed};
pub use write::write;
