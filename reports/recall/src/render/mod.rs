//! The report for terminals, programs, comments, test reports and browsers.
//!
//! | module | for |
//! |---|---|
//! | [`human`](mod@human) | a terminal |
//! | [`json`](mod@json) | programs |
//! | [`markdown`](mod@markdown) | a job summary or comment |
//! | [`html`](mod@html) | a browser: tables, plots and a gallery |
//! | [`junit`](mod@junit) | test reports: a case a gate |
//!
//! Inside: `plots` (the drawings of the page).

pub mod html;
pub mod human;
pub mod json;
pub mod junit;
pub mod markdown;
mod plots;
