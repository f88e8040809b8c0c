//! The rules, a file a subject. Each is a function from a file and its surroundings to findings, and a line in
//! [`crate::check::RULES`].

pub mod credentials;
pub mod file;
pub mod front_matter;
pub mod obstacles;
pub mod recordings;
pub mod scenes;
pub mod skip;
pub mod surroundings;
pub mod tabs;
mod words;
