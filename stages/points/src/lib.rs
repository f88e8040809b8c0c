//! Tap points: where a tap on each text of a frame goes, and the icons beside the texts.
//!
//! A producer's own detections (`recorded:…`) and accessibility nodes keep the tap point that came with them. Texts from a re-run
//! detector get theirs from the tap-point rule: the middle of the text, except in a row of icon labels, where the tap goes up to the
//! icon.
//!
//! | module | what it holds |
//! |---|---|
//! | [`frame`](mod@frame) | a frame's detections as the rules see them |
//! | [`tap`](mod@tap) | the tap-point rule: rows, icon rows, offset |
//! | [`icons`](mod@icons) | empty zones, merging, filtering near text |
//! | [`spacing`](mod@spacing) | the icons that even spacing says were missed |
//! | [`hit`](mod@hit) | the way back: which text a tap landed on |
//! | [`lowered`](mod@lowered) | the texts of a screen lowered once, for rules that look for parts of them |
//! | [`scroll`](mod@scroll) | one list of texts from the screens of a scrolled page |
//! | [`offset`](mod@offset) | how far a page moved from one screen to the next |
//!
//! Source: reference on mirroir's semantics, §8 and §9.

pub mod frame;
pub mod hit;
pub mod icons;
pub mod lowered;
pub mod offset;
pub mod scroll;
pub mod spacing;
pub mod tap;

pub use frame::points;
pub use hit::{Hit, TAP_RADIUS, tapped, target_of};
pub use icons::{IconSettings, Zone};
pub use lowered::{LoweredTexts, Needle};
pub use tap::TapSettings;
