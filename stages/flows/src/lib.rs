//! Flows: the paths through the graph that are worth a skill, and their names.
//!
//! | module | what it holds |
//! |---|---|
//! | [`flow`] | a flow: screens from where the app opens to where it ends, and how each was arrived at |
//! | [`choose`] | which flows an app has |
//! | [`name`] | what a flow is called |
//! | [`landmark`] | the text by which a screen is recognised |
//!
//! Source: reference on mirroir's semantics, §11 (paths), §12 (landmarks), §13 (bundle).

pub mod choose;
pub mod flow;
pub mod landmark;
pub mod name;

pub use choose::{FlowPolicy, flows};
pub use flow::{Arrival, Flow, FlowScreen, Way};
pub use landmark::landmark;
pub use name::path_name;
