//! The records that stages read and return, and the units that they are measured in.
//!
//! | module | what it holds |
//! |---|---|
//! | [`geometry`](mod@geometry) | window points against image pixels |
//! | [`id`](mod@id) | sessions, frames, actions, slugs |
//! | [`session`](mod@session) | who recorded what, when, on what |
//! | [`frame`](mod@frame) | one capture: picture, attempt outcome, quality |
//! | [`detection`](mod@detection) | one thing that a detector or a producer saw on a frame |
//! | [`node`](mod@node) | one node of an accessibility tree |
//! | [`action`](mod@action) | one thing that was done to the app |
//! | [`label`](mod@label) | ground truth |
//! | [`recording`](mod@recording) | a whole session in memory, without its pictures |
//! | [`screen`](mod@screen) | tap points and icons: what the rules see of a frame |
//! | [`provenance`](mod@provenance) | which rule and which field of APP.md is behind a result |
//! | [`span`](mod@span) | places in a source file |
//!
//! Everything here is plain data: it is compared, hashed, serialised and sent between threads, and does nothing by itself.

pub mod action;
pub mod detection;
pub mod frame;
pub mod geometry;
pub mod id;
pub mod label;
pub mod node;
pub mod provenance;
pub mod recording;
pub mod screen;
pub mod session;
pub mod span;

pub use action::{Action, ActionKind, ActionOutcome, DialogAnswer};
pub use detection::{Confidence, Detection, DetectionKind, DetectorId};
pub use frame::{Attempt, FailureReason, Frame, PictureRef, Quality};
pub use geometry::{Orientation, PixelPoint, PixelRect, PixelSize, Scale, WindowPoint, WindowRect, WindowSize};
pub use id::{ActionIndex, ActionRef, FrameIndex, FrameRef, SessionId, Slug, Timestamp};
pub use label::Label;
pub use node::Node;
pub use provenance::AppField;
pub use recording::Recording;
pub use screen::{Icon, ScreenPoints, TapPoint};
pub use session::{Producer, Session, SessionState, Target};
pub use span::{LineIndex, SourceSpan};
