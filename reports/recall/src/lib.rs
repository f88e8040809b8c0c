//! How much of what is there the detectors find.
//!
//! | module | what it holds |
//! |---|---|
//! | [`measure`](mod@measure) | from frames with their truth to numbers |
//! | [`coco`](mod@coco) | the COCO evaluation of boxes, equal to pycocotools |
//! | [`report`](mod@report) | what is said of every detector |
//! | [`gallery`](mod@gallery) | what is worth a look |
//! | [`render`](mod@render) | the report for terminals, programs, comments and browsers |

pub mod coco;
pub mod gallery;
pub mod measure;
pub mod render;
pub mod report;

pub use gallery::Gallery;
pub use report::{DetectorReport, Example, ExampleKind, Report, TruthSummary};
