//! The report as people and programs read it.
//!
//! | module | for |
//! |---|---|
//! | [`human`](mod@human) | a terminal |
//! | [`json`](mod@json) | programs |
//! | [`markdown`](mod@markdown) | a pull request comment |
//! | [`github`](mod@github) | annotations |
//! | [`junit`](mod@junit) | test reports |
//! | [`sarif`](mod@sarif) | code scanning |
//! | [`html`](mod@html) | one offline page |

pub mod github;
pub mod html;
pub mod human;
pub mod json;
pub mod junit;
pub mod markdown;
pub mod sarif;
