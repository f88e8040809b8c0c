//! Diff: what an APP.md edit, another recording or another detector does to the skills, and why.
//!
//! | module | what it holds |
//! |---|---|
//! | [`change`](mod@change) | a change and its evidence |
//! | [`severity`](mod@severity) | how bad a change is |
//! | [`cause`](mod@cause) | what a change comes from |
//! | [`compare`](mod@compare) | what differs between two models of an app |
//! | [`edits`](mod@edits) | what was edited in APP.md, so that each edit can be made alone |
//! | [`explain`](mod@explain) | the cause of every difference |
//! | [`laboratory`](mod@laboratory) | where descriptions and inputs are tried |
//! | [`report`](mod@report) | all changes of all apps |
//! | [`render`](mod@render) | the report as people and programs read it |

pub mod cause;
pub mod change;
pub mod compare;
pub mod edits;
pub mod explain;
pub mod laboratory;
pub mod render;
pub mod report;
pub mod severity;

pub use cause::{Cause, CauseKind, Rule};
pub use change::{Change, ChangeKind, Evidence, Side};
pub use compare::{Difference, StepTable, compare, skill_pairs};
pub use edits::{Edit, Edits};
pub use explain::explain;
pub use laboratory::{Input, Laboratory};
pub use report::{Problem, Report, Summary};
pub use severity::{FailOn, Severities, Severity};
