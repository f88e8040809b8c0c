//! Snapshots as evidence: what an accessibility tree shows, how far it can be trusted, and how a target in it is named.
//!
//! A recording is evidence, and a step may only be built on a frame that shows what it claims to show. This crate holds the policy
//! for that; it gets trees, detections and recorded times, and reads no clock, file or device.
//!
//! | module | what it decides |
//! |---|---|
//! | [`platform`], [`source`] | who acquired a tree: only pairs of channel and producer that exist |
//! | [`node`], [`tree`], [`reference`](mod@reference), [`role`], [`rect`] | what a tree is made of |
//! | [`acquisition`], [`quality`] | how it was captured, how it is shown, what the producer says about it |
//! | [`captured`], [`wire`], [`inheritance`], [`recorded`] | trees, and failures to get one, from producers' answers and from recorded rows |
//! | [`presentation`](mod@presentation) | raw, regular and interactive projections |
//! | [`content`](mod@content) | whether a tree shows the app at all |
//! | [`freshness`](mod@freshness) | whether a capture lags behind its action |
//! | [`overlay`](mod@overlay) | which nodes earn a ref on the picture, and the drawing |
//! | [`selector`], [`visibility`] | how a target is named and found |
//! | [`evidence`](mod@evidence) | whether what is found is what was recorded |
//! | [`failure`], [`timeout_evidence`] | why a capture failed, and what is shown instead |
//!
//! Source: reference on agent-device, §1 to §5.

pub mod acquisition;
pub mod captured;
pub mod content;
pub mod evidence;
pub mod failure;
pub mod freshness;
pub mod inheritance;
pub mod node;
pub mod non_empty;
pub mod overlay;
pub mod platform;
pub mod presentation;
pub mod quality;
pub mod recorded;
pub mod rect;
pub mod reference;
pub mod role;
pub mod selector;
pub mod source;
pub mod timeout_evidence;
pub mod tree;
pub mod visibility;
pub mod wire;

pub use acquisition::{Acquisition, CaptureHint, CaptureResidue, PresentationOptions, SnapshotProjection};
pub use captured::{Captured, FailedCapture};
pub use content::{Content, ContentReason};
pub use node::{Node, ScrollFacts, WindowFacts};
pub use non_empty::{Empty, NonEmpty};
pub use overlay::{OverlayOptions, OverlayRef};
pub use platform::{AutomationTarget, PlatformFamily, PlatformLeaf};
pub use presentation::{FoldPolicy, Presented, present};
pub use quality::{ActionCoverage, CaptureState, CaptureStrategy, QualityVerdict, ReasonCode};
pub use reference::{ElementRef, InvalidRef, PinnedRef};
pub use source::{Acquirer, Channel, NoSuchSource, SnapshotSource};
pub use timeout_evidence::TimeoutEvidence;
pub use tree::{RepairedParent, Tree};
