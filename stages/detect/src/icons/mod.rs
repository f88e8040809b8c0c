//! Icons: pictures without text.
//!
//! | module | what it does |
//! |---|---|
//! | [`bounds`](mod@bounds) | how much of the picture is content and not a black margin |
//! | [`cluster`](mod@cluster) | the icons of one empty zone, from the pixels that stand out from its background |
//! | `model` | a model of the user's own: what goes in, which classes it knows |
//! | `yolo`, `heatmap` | what comes out, for the two usual shapes |
//!
//! Source of `bounds` and `cluster`: reference on mirroir's semantics, §8. Zones, merging, filtering and interpolation are the rules of
//! the `points` stage.

pub mod bounds;
pub mod cluster;
mod heatmap;
mod model;
mod yolo;

pub use model::{IconModel, IconModelSettings, IconOutput, SeenIcon};
