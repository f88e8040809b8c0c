//! Recorders: what drives an app and writes down what was done and seen.
//!
//! | module | what it holds |
//! |---|---|
//! | [`target`](mod@target) | what can be driven: the one interface between the explorer and an app |
//! | [`simulated`](mod@simulated) | the simulator as a target |
//! | [`explore`](mod@explore) | the explorer: breadth first through an app, as its APP.md says |
//! | [`tape`](mod@tape) | what is recorded: frames and actions, into the capture store or into memory |
//! | [`serve`](mod@serve) | the simulator as an MCP server |
//! | [`session`](mod@session) | the head of a session: ids and times that follow from the seed |

pub mod explore;
pub mod serve;
pub mod session;
pub mod simulated;
pub mod tape;
pub mod target;

pub use explore::{Budget, ExploreError, Explored, Explorer, Guide, Memory, Stop};
pub use session::{SimulatorRun, simulator_session};
pub use simulated::SimulatedTarget;
pub use tape::{MemoryTape, Tape};
pub use target::{Control, Refused, Sight, Start, Target, ToldDialog};
