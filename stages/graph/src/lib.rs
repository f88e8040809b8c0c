//! Graph: one navigation graph out of all sessions of an app.
//!
//! Sessions are read in the order of their ids, actions in the order in which they were done. A screen is new when no known screen is
//! like it; an action that leads from one screen to another is an edge. What the live explorer keeps in its head while it walks is
//! rebuilt here from the recording, so that editing APP.md needs no device.
//!
//! | module | what it holds |
//! |---|---|
//! | [`evidence`](mod@evidence) | what is known of one session when it gets here: the input |
//! | [`graph`](mod@graph) | screens, edges, entries, and what was left out: the output |
//! | [`build`](mod@build) | the walk over the evidence |
//! | [`likeness`](mod@likeness) | which known screen a new one is |
//! | [`touched`](mod@touched) | what a touch was meant for |
//! | [`scroll`](mod@scroll) | a viewport further down is the same screen |
//! | `bypass` | dialogs that only came up |
//! | [`dialog`](mod@dialog) | small screens with one way out |
//! | [`landmark`](mod@landmark) | the text by which a screen is recognised |
//! | [`classify`](mod@classify) | kinds of screens and edges |
//! | [`skip`](mod@skip) | edges that the skip list cuts, and what is lost behind them |
//! | [`routes`](mod@routes) | leaves, shortest paths, the longest chain |
//! | [`disk`](mod@disk) | mirroir's graph file |
//!
//! Source: reference on mirroir's semantics, §4 (skip list), §10 (containment), §11 (navigation graph), §12 (landmarks).

pub mod build;
mod bypass;
pub mod classify;
pub mod dialog;
pub mod disk;
mod draft;
pub mod evidence;
pub mod graph;
pub mod landmark;
pub mod likeness;
pub mod routes;
pub mod scroll;
pub mod skip;
pub mod touched;

pub use build::{GraphBuilder, UNRECORDED_MOVE, build};
pub use evidence::{
    Acquaintance, Dismissal, DismissalCause, RowTouch, SeenAction, SeenScreen, SessionEvidence, TabTouch, TabTouchRule,
};
pub use graph::{
    Cut, Deed, DialogExit, Disagreement, Edge, EdgeKind, Entry, Interruption, NavigationGraph, Observation,
    Preparation, Screen, ScreenIndex, Scroll, ScrollDirection, Unchanged, Unplaced,
};
pub use landmark::landmark;
pub use scroll::PageEnd;
pub use skip::{SkipList, SkipPattern, SkipSource};
