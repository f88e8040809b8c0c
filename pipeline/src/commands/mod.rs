//! One file a command: its arguments and what it does.

pub mod accept;
pub mod cache;
pub mod captures;
pub mod check;
pub mod compile;
pub mod config;
pub mod detect;
pub mod diff;
pub mod doctor;
pub mod nightly;
pub mod recall;
pub mod record;
pub mod replay;
pub mod rule;
pub mod runs;
pub mod simulate;
pub mod why;
