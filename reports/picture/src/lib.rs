//! A frame as a picture that people can read: with what was detected, what is really there, and what was done.
//!
//! | module | what it holds |
//! |---|---|
//! | [`frame`](mod@frame) | a whole frame with a numbered list beside it |
//! | [`crop`](mod@crop) | a part of a frame with a few boxes, for reports |
//! | [`overlay`](mod@overlay) | a whole frame with the refs that steps name |
//! | [`mark`](mod@mark) | a box or point drawn over a picture, and its colour |
//! | [`background`](mod@background) | reading a picture without trusting it |
//!
//! Everything is measured in window points; pixels appear only where the picture is decoded and where the result is encoded.

pub mod background;
mod canvas;
pub mod crop;
pub mod frame;
pub mod mark;
pub mod overlay;
mod svg;

pub use background::Background;
pub use canvas::DrawError;
pub use crop::crop;
pub use frame::{FrameView, draw_frame};
pub use mark::{Mark, MarkKind};
pub use overlay::{Overlaid, draw_overlay};
