//! Screenshot overlays: the refs that earn a box on the picture, and the boxes.
//!
//! Source: reference on agent-device, §4.

mod published;

pub use published::OverlayRef;
