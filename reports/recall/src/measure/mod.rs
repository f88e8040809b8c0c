//! Measuring: from frames with their truth to numbers. Nothing here knows how a number is shown.
//!
//! | module | what it holds |
//! |---|---|
//! | [`sample`](mod@sample) | one frame with what is really on it, and what one detector made of it |
//! | [`cell`](mod@cell) | the dimensions by which everything is sliced |
//! | [`matching`](mod@matching) | which detection is which label, and why the others are wrong |
//! | [`reading`](mod@reading) | how the texts were read |
//! | [`tab_bar`](mod@tab_bar) | how well the tabs are found |
//! | [`tally`](mod@tally) | sums over frames |
//! | [`measures`](mod@measures) | from sums to measures |
//! | [`paired`](mod@paired) | two detectors on the same frames |
//! | [`gate`](mod@gate) | a condition that a nightly run must meet |
//! | [`rows`](mod@rows) | one row a label and a false detection, for everyone's own questions |

pub mod cell;
pub mod gate;
pub mod matching;
pub mod measures;
pub mod paired;
pub mod reading;
pub mod rows;
pub mod sample;
pub mod tab_bar;
pub mod tally;

pub use cell::Dimension;
pub use gate::{Gate, GateError, GateResult};
pub use matching::{ErrorKind, FrameMatch, match_frame};
pub use measures::{Measures, TabMeasures, TextMeasures};
pub use paired::{Comparison, Pairing};
pub use rows::{MatchRow, Outcome};
pub use sample::{About, Bar, FrameName, Sample, Seen, Theme, Truth, Whole};
pub use tally::Tally;
