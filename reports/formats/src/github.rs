//! GitHub workflow commands: lines on standard output that become annotations.
//!
//! Of each kind ten are shown for a step; the rest is dropped without a word. So the worst come first, and a last one of the kind says
//! how many more there are.

use crate::words;

/// Annotations of one level that are shown for a step.
pub const SHOWN: usize = 10;

/// The kind of an annotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// `::error`
    Error,
    /// `::warning`
    Warning,
    /// `::notice`
    Notice,
}

/// One annotation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annotation {
    /// Its kind.
    pub level: Level,
    /// A short heading.
    pub title: String,
    /// What it says; may have several lines.
    pub message: String,
    /// The file, relative to the root of the repository.
    pub file: Option<String>,
    /// The line from 1.
    pub line: Option<usize>,
    /// The column from 1.
    pub column: Option<usize>,
}

impl Level {
    /// Every level, worst first.
    pub const ALL: [Self; 3] = [Self::Error, Self::Warning, Self::Notice];

    /// The word of the command.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Notice => "notice",
        }
    }
}

/// The commands for `annotations`, which come worst first: at most [`SHOWN`] of a level, the last of which says how many more there
/// are where they are more.
pub fn commands(annotations: &[Annotation]) -> String {
    let mut text = String::new();
    for level in Level::ALL {
        let all: Vec<&Annotation> = annotations
            .iter()
            .filter(|annotation| annotation.level == level)
            .collect();
        let shown = if all.len() > SHOWN { SHOWN - 1 } else { all.len() };
        for annotation in &all[..shown] {
            text.push_str(&command(annotation));
        }
        if shown < all.len() {
            let more = words::count(all.len() - shown, "more", "more");
            text.push_str(&command(&Annotation {
                level,
                title: more.clone(),
                message: format!("{more} of this kind; the full report has them"),
                file: None,
                line: None,
                column: None,
            }));
        }
    }
    text
}

/// One command with its line end.
pub fn command(annotation: &Annotation) -> String {
    let numbered = |name: &str, number: Option<usize>| number.map(|number| format!("{name}={number}"));
    let properties: Vec<String> = [
        annotation
            .file
            .as_deref()
            .map(|file| format!("file={}", property(file))),
        numbered("line", annotation.line.filter(|_| annotation.file.is_some())),
        numbered("col", annotation.column.filter(|_| annotation.file.is_some())),
        Some(format!("title={}", property(&annotation.title))),
    ]
    .into_iter()
    .flatten()
    .collect();
    format!(
        "::{} {}::{}\n",
        annotation.level.as_str(),
        properties.join(","),
        message(&annotation.message)
    )
}

/// A message: percent signs and line ends are escaped, so that nothing in it begins another command.
pub fn message(text: &str) -> String {
    visible(text)
        .replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// A property: colons and commas too.
pub fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}

fn visible(text: &str) -> String {
    let acts = |c: char| (c.is_control() && !matches!(c, '\n' | '\r')) || crate::terminal::turns(c);
    text.chars().map(|c| if acts(c) { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn annotation(level: Level, message: &str) -> Annotation {
        Annotation {
            level,
            title: "a, b: c".to_owned(),
            message: message.to_owned(),
            file: Some("apps/x/APP.md".to_owned()),
            line: Some(3),
            column: None,
        }
    }

    #[test]
    fn nothing_ends_the_command_early() {
        assert_eq!(
            command(&annotation(Level::Error, "50 %\n::set-output name=x::y")),
            "::error file=apps/x/APP.md,line=3,title=a%2C b%3A c::50 %25%0A::set-output name=x::y\n"
        );
    }

    #[test]
    fn the_tenth_says_how_many_more() {
        let eleven = vec![annotation(Level::Warning, "w"); 11];
        let text = commands(&eleven);
        assert_eq!(text.lines().count(), 10);
        assert!(
            text.lines().last().is_some_and(|last| last.contains("2 more")),
            "{text}"
        );
        assert_eq!(commands(&eleven[..10]).lines().count(), 10);
        assert!(!commands(&eleven[..10]).contains("more"));
    }

    proptest! {
        #[test]
        fn one_annotation_is_one_line(text in any::<String>()) {
            let line = command(&annotation(Level::Notice, &text));
            prop_assert_eq!(line.matches(['\n', '\r']).count(), 1);
        }
    }
}
