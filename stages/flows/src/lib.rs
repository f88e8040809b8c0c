//! Flows: the paths through the graph that are worth a skill, and their names.
//!
//! | module | what it holds |
//! |---|---|
//! | [`flow`](mod@flow) | a flow: screens from where the app opens to where it ends, and how each was arrived at |
//! | [`choose`](mod@choose) | which flows an app has |
//! | [`name`](mod@name) | what a flow is called |
//!
//! Source: reference on mirroir's semantics, §11 (paths), §13 (bundle).

pub mod choose;
pub mod flow;
pub mod name;

pub use choose::{FlowPolicy, flows};
pub use flow::{Arrival, Flow, FlowScreen, Obstacle, Way};
pub use name::path_name;
pub use skillc_graph::landmark;
