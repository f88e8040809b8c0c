//! The engine: runs units of stages, and nothing twice.
//!
//! A *unit* is one stage over one picture, session or app. Its key is the hash of all that its result depends on: the stage and its
//! version, the parameters (among them only those fields of APP.md that the stage declares), and the digests of its inputs. The
//! cache maps a key to the digest of a result, and a digest to the result. Since inputs enter by digest, a unit whose result comes
//! out the same as before stops the chain there, whatever its own inputs were.
//!
//! | module | what it holds |
//! |---|---|
//! | [`stage`](mod@stage) | the declaration of every stage |
//! | [`digest`](mod@digest) | what keys and results are named by |
//! | [`cache`](mod@cache) | keys to results on disk |
//! | [`unit`](mod@unit) | running one unit |
//! | [`trace`](mod@trace) | what each unit depended on, to say why it ran |
//! | [`tally`](mod@tally) | units run, hit and failed, by stage |
//! | [`timeline`](mod@timeline) | when each unit ran, as a trace that Perfetto opens |

pub mod cache;
pub mod digest;
pub mod stage;
pub mod tally;
pub mod timeline;
pub mod trace;
pub mod unit;

pub use cache::Cache;
pub use digest::Digest;
pub use stage::{STAGES, Stage, StageName};
pub use unit::{Engine, Output, UnitError};
