//! Tab targets: where the declared tabs are on a screen, and which recorded taps were on one.
//!
//! First by text, then by geometry. A labelled bar is matched by text. For an icon-only bar the anchors are spaced evenly along the
//! declared axis: anchor `i` of `n` sits at `(i + 0.5) / n` of the window; the other coordinate is the median of the band's icons.
//! Synthesis needs evidence that there is a bar at all.
//!
//! | module | what it holds |
//! |---|---|
//! | [`bar`](mod@bar) | the declared tabs: names in the form in which they are matched, band, anchors |
//! | [`target`](mod@target) | where the tabs are on one screen |
//! | [`mod@assign`] | which recorded taps were on which tab |
//!
//! Source: APP.md specification, "Tab Layout"; reference on mirroir's semantics, §5. Quirks kept on purpose are listed at [`Quirk`].

pub mod assign;
pub mod bar;
mod quirk;
pub mod target;

pub use assign::{TabTap, TapEvidence, assign};
pub use bar::{TabBar, TabNames};
pub use quirk::Quirk;
pub use skillc_app_description::{Axis, Edge, TabLayout};
pub use target::{MinEvidence, TabTarget, Via, Visited, targets};
