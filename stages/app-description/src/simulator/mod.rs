//! The simulator family: scenes that can be drawn and walked without the app.
//!
//! `## Simulator` names the first screen, each `## Simulator Screen <id>` is a screen, each `## Simulator Obstacle <id>` a modal.
//! There are no scenes without one of the first two, and none without an app's name.
//!
//! Source: reference on mirroir's semantics, §6.

mod element;
mod read;
mod spec;

pub(crate) use read::read;
pub use read::{MODAL_PREFIX, ROOT_HEADING, SCREEN_PREFIX};
pub use spec::{Element, Scene, SimulatorObstacle, SimulatorSpec, Trigger};
