//! The rules, a file a subject. Each is a function from a file and its surroundings to findings, and a line in
//! [`crate::check::RULES`].

pub mod credentials;
pub mod file;
pub mod front_matter;
pub mod headings;
pub mod lists;
pub mod locale;
pub mod modals;
pub mod obstacle_actions;
mod obstacle_texts;
pub mod obstacles;
pub mod recordings;
pub mod scene_elements;
pub mod scenes;
pub mod seen_language;
pub mod seen_skips;
pub mod seen_tabs;
pub mod skip;
pub mod surroundings;
pub mod tab_layout;
pub mod tabs;
mod words;
