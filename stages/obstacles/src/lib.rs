//! Obstacles: what stands between the explorer and the app, and how it is dismissed.
//!
//! | module | what it holds |
//! |---|---|
//! | [`alert`](mod@alert) | system alerts: buttons, titles, which button is tapped |
//! | [`policy`](mod@policy) | the rules of APP.md, and the form in which they are matched |
//! | [`dismissal`](mod@dismissal) | the dismissal loop, a screen at a time: live, simulated or over a recording |
//! | [`told`](mod@told) | dialogs that are told and not shown: which answer the rules give |
//! | [`recorded`](mod@recorded) | which recorded actions were dismissals, and what the rules would have done to a recording |
//! | `followed` | whether what came next in a recording is still reached after a dismissal |
//!
//! Source: reference on mirroir's semantics, §7; APP.md specification, "Obstacles". Quirks kept on purpose are listed at [`Quirk`].

pub mod alert;
pub mod dismissal;
mod followed;
pub mod policy;
mod quirk;
pub mod recorded;
pub mod told;

pub use alert::{Alert, AlertKind, alert_button, detect_alert};
pub use dismissal::{Decision, Dismissal, DismissedBy, Simulation, Tap, persistent_obstacle, simulate};
pub use followed::WhatCameNext;
pub use policy::{ActiveRules, ObstaclePolicy};
pub use quirk::Quirk;
pub use recorded::{Cleared, Dismissed, ObstacleEvidence, Persistent, Sighting, examine};
pub use skillc_app_description::{ObstacleMode, ObstacleRule};
pub use skillc_points::Hit;
