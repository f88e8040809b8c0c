//! What the live explorer may do at all: `permissions.json`, and where it meets APP.md.
//!
//! | module | what it holds |
//! |---|---|
//! | [`config`](mod@config) | the file: its fields and where it is looked for |
//! | [`policy`](mod@policy) | tool by tool, app by app: allowed or denied, and why |
//! | [`bridge`](mod@bridge) | what is checked before an app is explored |
//! | [`skip`](mod@skip) | the list of texts never to tap: APP.md, then `permissions.json`, then the built-in ones |
//!
//! Source: APP.md specification, "Permission System Bridge"; reference on mirroir's semantics, §4.

pub mod bridge;
pub mod config;
pub mod policy;
pub mod skip;

pub use bridge::{EXPLORER_TOOLS, Refusal};
pub use config::{Config, PerApp, config_paths};
pub use policy::{Decision, Policy, Reason};
pub use skip::{BUILT_IN, SkipLayers, SkipPattern, SkipSource, merge, skips};
