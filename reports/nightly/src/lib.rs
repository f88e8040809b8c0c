//! Nightly: what everything in the workspace came to, compared with what was accepted.
//!
//! One line an app and one for all; the details are those of the comparison.
//!
//! | module | what it holds |
//! |---|---|
//! | [`night`] | the result of one run |
//! | [`human`] | for a terminal |
//! | [`json`] | for programs |
//! | [`markdown`] | for a job summary or comment |
//! | [`junit`] | for test reports |
//! | [`github`] | annotations |
//! | [`html`] | one offline page |

pub mod github;
pub mod html;
pub mod human;
pub mod json;
pub mod junit;
pub mod markdown;
pub mod night;

pub use night::{AppNight, Night, Verdict};
