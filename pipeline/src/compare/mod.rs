//! Comparing: two descriptions, two recordings, two settings, or what was accepted against what comes out now.
//!
//! | module | what it holds |
//! |---|---|
//! | [`sides`](mod@sides) | the apps of both sides, and the comparison of each |
//! | [`laboratory`](mod@laboratory) | compiling again, to find out what makes a difference |
//! | [`accepted`](mod@accepted) | models that were accepted |
//! | [`severity`](mod@severity) | the severities of the configuration |
//! | [`frames`](mod@frames) | the pictures that a report shows |
//! | [`output`](mod@output) | a report in every format that was asked for |

pub mod accepted;
pub mod frames;
pub mod laboratory;
pub mod output;
pub mod severity;
pub mod sides;
