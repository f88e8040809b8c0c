//! The report as people and programs read it.
//!
//! | module | for |
//! |---|---|
//! | [`human`] | a terminal |
//! | [`json`] | programs |
//! | [`markdown`] | a pull request comment |
//! | [`github`] | annotations |
//! | [`junit`] | test reports |
//! | [`sarif`] | code scanning |
//! | [`html`] | one offline page |

pub mod github;
pub mod html;
pub mod human;
pub mod json;
pub mod junit;
pub mod markdown;
pub mod sarif;
