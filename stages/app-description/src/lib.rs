//! APP.md: what a developer writes about an app, read exactly as the live explorer reads it.
//!
//! | module | what it holds |
//! |---|---|
//! | [`outline`](mod@outline) | front matter and sections: the one walk over the lines that everything else builds on |
//! | [`description`](mod@description) | the description as plain values |
//! | [`context`](mod@context) | what a generated skill says about the app in the words of its writer |
//! | [`credentials`](mod@credentials) | declared credentials, their templates and their resolution |
//! | [`simulator`](mod@simulator) | the scenes of the simulator family |
//! | [`parse`](mod@parse) | text in; description, scenes, spans and diagnostics out |
//! | [`diagnostics`](mod@diagnostics) | what the parser dropped, replaced or read otherwise than its writer may have meant |
//! | [`places`](mod@places) | from a piece of the text to its span |
//! | [`resolution`](mod@resolution) | which file of several describes an app |
//! | [`json`](mod@json) | the canonical JSON form |
//!
//! Parsing never fails. A text that is no description gives the reason why, and everything that could be read all the same.
//! Quirks of the live explorer are kept, so that what is predicted is what happens; each leaves a [`Diagnostic`].
//!
//! Source: APP.md specification; reference on mirroir's semantics, §1 to §3 and §6.

mod bullets;
pub mod context;
pub mod credentials;
mod cut;
pub mod description;
pub mod diagnostics;
pub mod json;
mod obstacles;
pub mod outline;
pub mod parse;
pub mod places;
pub mod resolution;
pub mod simulator;
mod tab_layout;
mod tabs;

pub use credentials::{Credential, CredentialTemplate, Secret, Variable};
pub use description::{AppDescription, Axis, Edge, ObstacleMode, ObstacleRule, TabLayout};
pub use diagnostics::{Diagnostic, DiagnosticKind};
pub use outline::{Outline, outline};
pub use parse::{Parsed, Rejection, parse};
pub use simulator::{Element, Scene, SimulatorObstacle, SimulatorSpec, Trigger};
