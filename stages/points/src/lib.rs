//! Tap points: where a tap on each text of a frame goes, and the icons beside the texts.
//!
//! A producer's own detections (`recorded:…`) and accessibility nodes keep the tap point that came with them. Texts from a re-run
//! detector get theirs from the tap-point rule: the middle of the text, except in a row of icon labels, where the tap goes up to the
//! icon.
//!
//! | module | what it holds |
//! |---|---|
//! | [`tap`] | the tap-point rule: rows, icon rows, offset |
//! | [`icons`] | empty zones, merging, filtering near text, even spacing |
//! | [`scroll`] | one list of texts from the screens of a scrolled page |
//!
//! Source: reference on mirroir's semantics, §8 and §9.

mod frame;
pub mod icons;
pub mod scroll;
pub mod tap;

pub use frame::points;
pub use icons::{IconSettings, Zone};
pub use tap::TapSettings;
