//! Nightly: what everything in the workspace came to, compared with what was accepted.
//!
//! One line an app and one for all; the details are those of the comparison.
//!
//! | module | what it holds |
//! |---|---|
//! | [`night`](mod@night) | the result of one run |
//! | [`human`](mod@human) | for a terminal |
//! | [`json`](mod@json) | for programs |
//! | [`markdown`](mod@markdown) | for a job summary or comment |
//! | [`junit`](mod@junit) | for test reports |
//! | [`github`](mod@github) | annotations |
//! | [`html`](mod@html) | one offline page |

pub mod github;
pub mod html;
pub mod human;
pub mod json;
pub mod junit;
pub mod markdown;
pub mod night;

pub use night::{AppNight, Night, Verdict};
