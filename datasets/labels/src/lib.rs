//! Ground truth from label files, and into them.
//!
//! | module | what it is about |
//! |---|---|
//! | [`picture`](mod@picture) | what a label file says of one picture, in pixels |
//! | [`screen`](mod@screen) | a JSON file a screenshot: its texts, icons and tabs |
//! | [`coco`](mod@coco) | COCO JSON, in and out |
//! | [`yolo`](mod@yolo) | YOLO text files, out |
//! | [`nodes`](mod@nodes) | labels out of accessibility nodes |
//! | [`folder`](mod@folder) | a plain folder of screenshots as sessions |
//!
//! Nothing here opens a file: text goes in, and text comes out.

pub mod coco;
pub mod folder;
pub mod nodes;
pub mod picture;
pub mod screen;
pub mod yolo;

pub use picture::{LabelFileError, LabelledPicture, PixelLabel};
