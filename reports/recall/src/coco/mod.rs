//! The COCO evaluation of boxes: the twelve numbers of `pycocotools`, to 1e-9, by the library hotcoco.
//!
//! | module | what it holds |
//! |---|---|
//! | [`numbers`](mod@numbers) | the twelve numbers |
//! | [`stream`](mod@stream) | of measured frames, a batch at a time |
//! | [`files`](mod@files) | of a truth and a results file in COCO's own format |
//!
//! Inside: `zero_id` (a quirk of pycocotools that hotcoco doesn't share).

pub mod files;
pub mod numbers;
pub mod stream;
mod zero_id;

pub use files::{CocoFileError, FileEvaluation, evaluate_files};
pub use numbers::{CocoNumbers, MaxDets};
pub use stream::CocoStream;
