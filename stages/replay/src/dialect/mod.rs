//! Which dialect a file is in, and reading it.

mod agent;
mod compiled;
mod mirroir;
mod quoted;

use crate::script::Script;

/// Why a file can't be replayed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// It is no compiled skill.
    #[error("this is no compiled skill: {0}")]
    Json(String),
    /// A compiled skill of another version.
    #[error("this is a compiled skill of version {0}; only version 2 is replayed")]
    Version(u64),
    /// It has no steps.
    #[error("there are no numbered steps below `## Steps`{}", advice(references))]
    NoSteps {
        /// The files that it refers to instead.
        references: Vec<String>,
    },
    /// A step says something that can't be done by rote.
    #[error("step {number} can't be followed by rote: {text}")]
    NotUnderstood {
        /// Its number.
        number: usize,
        /// Its text.
        text: String,
    },
}

fn advice(references: &[String]) -> String {
    match references {
        [] => String::new(),
        [only] => format!("; they are in {only}"),
        several => format!("; replay one of its flows: {}", several.join(", ")),
    }
}

/// Reads a skill of any dialect.
///
/// # Errors
/// When it has no steps, or one that can't be followed by rote.
pub fn read(text: &str) -> Result<Script, ReadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_start().starts_with('{') {
        return compiled::read(text);
    }
    if is_mirroir(text) {
        mirroir::read(text)
    } else {
        agent::read(text)
    }
}

/// mirroir's header names the app at its top level; Agent Skills allow no such key, and flows under `references/` have no header.
fn is_mirroir(text: &str) -> bool {
    let mut lines = text.lines();
    lines.next().is_some_and(|first| first.trim() == "---")
        && lines
            .take_while(|line| line.trim() != "---")
            .any(|line| line.starts_with("app:") || line.starts_with("version:"))
}

/// The numbered lines below a heading, up to the next heading of its level: number and text.
fn numbered<'t>(text: &'t str, heading: &str) -> Vec<(usize, &'t str)> {
    section(text, heading)
        .filter_map(|line| {
            let line = line.trim();
            let digits = line.bytes().take_while(u8::is_ascii_digit).count();
            let rest = line[digits..].strip_prefix(". ")?;
            Some((line[..digits].parse().ok()?, rest.trim()))
        })
        .collect()
}

/// The lines below a heading.
fn section<'t>(text: &'t str, heading: &str) -> impl Iterator<Item = &'t str> {
    let wanted = format!("## {heading}");
    text.lines()
        .skip_while(move |line| line.trim() != wanted)
        .skip(1)
        .take_while(|line| !line.starts_with("## "))
}
