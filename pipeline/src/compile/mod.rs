//! From captures and APP.md to skills: the order of the stages, and what each is given.
//!
//! | module | what it holds |
//! |---|---|
//! | [`source`](mod@source) | an app: its APP.md, and how its sessions are found |
//! | [`sessions`](mod@sessions) | the sessions of a store with the digests of their content |
//! | [`parameters`](mod@parameters) | what a stage reads of APP.md and the configuration |
//! | [`detections`](mod@detections) | recorded detections, or detectors run again |
//! | [`patterns`](mod@patterns) | element patterns and recipes |
//! | [`reading`](mod@reading) | how much of what was recorded detectors read that were run again |
//! | [`session`](mod@session) | the stages of one session |
//! | [`evidence`](mod@evidence) | what the stages of one session found, put together for the graph |
//! | [`app`](mod@app) | the stages of one app |
//! | [`reach`](mod@reach) | what the skip list puts out of reach |
//! | [`model`](mod@model) | what comparisons speak of |
//! | [`trees`](mod@trees) | the recorded trees that scripts verify their targets on |
//! | [`write`](mod@write) | results into files |
//! | [`written`](mod@written) | what the last run wrote |

pub mod app;
pub mod detections;
pub mod evidence;
pub mod model;
pub mod parameters;
pub mod patterns;
pub mod reach;
pub mod reading;
pub mod session;
pub mod sessions;
pub mod source;
pub mod trees;
pub mod write;
pub mod written;

pub use app::{AppResult, Compiled, Compiler};
pub use source::AppSource;
