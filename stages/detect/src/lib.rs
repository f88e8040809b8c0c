//! Detection: from a picture to the texts and icons on it.
//!
//! | module | what it does |
//! |---|---|
//! | [`network`](mod@network) | what a loaded model looks like from here: named tensors in, named tensors out |
//! | [`seen`](mod@seen) | the result: a text or an icon with its box in pixels |
//! | [`text`](mod@text) | OCR with models shaped like PP-OCR's: regions, lines, crops, readings |
//! | [`icons`](mod@icons) | icons: `icon-cluster` on pixels, and models of YOLO's or a centre heatmap's shape |
//! | [`scale`](mod@scale) | pixels per point of a picture that comes without a session |
//! | [`detector`](mod@detector) | all of it in order, over one picture |
//!
//! This stage opens no file and loads no model: the edge decodes the picture and passes loaded models in, as [`Network`]s, and, if
//! it likes, a [`LineMemory`] that knows lines from earlier pictures. The result for a picture depends on the picture, the models
//! and the settings alone: not on what was seen before, nor on how many threads are at work.

pub mod detector;
pub mod icons;
pub mod network;
mod resample;
pub mod scale;
pub mod seen;
pub mod text;

pub use detector::{Detector, ICON_CLUSTER, VERSION};
pub use icons::{IconModel, IconModelSettings, IconOutput};
pub use network::{Input, Network, NetworkError};
pub use scale::likely_scale;
pub use seen::{DetectError, PixelDetection};
pub use text::{Dictionary, LineMemory, NoMemory, Reading, TextModels, TextSettings};
