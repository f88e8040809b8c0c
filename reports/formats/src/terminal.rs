//! Text for a terminal.
//!
//! A text from a screen may hold escape sequences, which move the cursor, recolour or retitle the terminal, and marks that turn the
//! writing direction, which make a line read otherwise than it is. Both become visible stand-ins.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr as _;

/// How something is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tone {
    /// Breaking, failed.
    Bad,
    /// Risky, warned.
    Warning,
    /// Fine.
    Good,
    /// A name that the line is about.
    Strong,
    /// Beside the point.
    Faint,
}

/// Whether colour is used. Colour helps and is never the only sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Paint {
    /// No colour: a pipe, a file, `NO_COLOR`.
    #[default]
    Plain,
    /// ANSI colours.
    Colour,
}

impl Paint {
    /// `text` made safe and painted.
    pub fn tone(self, tone: Tone, text: &str) -> String {
        let text = safe(text);
        match self {
            Self::Plain => text,
            Self::Colour => {
                let code = match tone {
                    Tone::Bad => "1;31",
                    Tone::Warning => "33",
                    Tone::Good => "32",
                    Tone::Strong => "1",
                    Tone::Faint => "2",
                };
                format!("\u{1b}[{code}m{text}\u{1b}[0m")
            }
        }
    }
}

/// How many columns of a terminal `text` takes: letters of Chinese, Japanese and Korean take two, accents of their own none.
pub fn columns(text: &str) -> usize {
    text.width()
}

/// `text` with spaces after it, so that it takes at least `width` columns.
pub fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(columns(text))))
}

/// `text` on one line, without anything that a terminal acts on: line ends become `⏎`, tabs spaces, other control characters their
/// code in angle brackets, and direction marks too.
pub fn safe(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\r' if chars.peek() == Some(&'\n') => {}
            '\n' | '\r' | '\u{2028}' | '\u{2029}' => safe.push('⏎'),
            '\t' => safe.push(' '),
            c if c.is_control() || turns(c) => {
                let _ = write!(safe, "<U+{:04X}>", u32::from(c));
            }
            c => safe.push(c),
        }
    }
    safe
}

/// Whether `c` is invisible and turns the writing direction.
pub fn turns(c: char) -> bool {
    matches!(c, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nothing_acts_on_the_terminal() {
        assert_eq!(safe("a\u{1b}[2Jb\u{202e}c\r\nd\te"), "a<U+001B>[2Jb<U+202E>c⏎d e");
        assert_eq!(Paint::Plain.tone(Tone::Bad, "x"), "x");
        assert_eq!(
            Paint::Colour.tone(Tone::Bad, "x\u{7}"),
            "\u{1b}[1;31mx<U+0007>\u{1b}[0m"
        );
    }

    proptest! {
        #[test]
        fn no_control_character_is_left(text in any::<String>()) {
            prop_assert!(!safe(&text).chars().any(|c| c.is_control() || turns(c)));
        }
    }
}
