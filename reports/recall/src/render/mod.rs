//! The report for terminals, programs, comments, test reports and browsers.
//!
//! | module | for |
//! |---|---|
//! | [`human`](mod@human) | a terminal |
//! | [`json`](mod@json) | programs |
//! | [`markdown`](mod@markdown) | a job summary or comment |
//! | [`junit`](mod@junit) | test reports: a case a gate |

pub mod human;
pub mod json;
pub mod junit;
pub mod markdown;
