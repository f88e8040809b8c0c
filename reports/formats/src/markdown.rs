//! Text in a Markdown comment.
//!
//! Everything that comes from elsewhere stands in a code span: inside one nothing is markup, a mention or a link. In a table the bar
//! must be escaped all the same.

use crate::terminal::{safe, turns};

/// The longest comment that GitHub takes, in characters.
pub const LONGEST_COMMENT: usize = 65_536;

/// `text` as a code span on one line, longer than any run of backticks in it. An empty text becomes `—`.
pub fn code(text: &str) -> String {
    let text = safe(text);
    if text.trim().is_empty() {
        return "—".to_owned();
    }
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    // A space is stripped from both ends again when the text begins or ends with a backtick or a space.
    let pad = if text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) {
        " "
    } else {
        ""
    };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// A code span in a table cell.
pub fn cell(text: &str) -> String {
    code(text).replace('|', "\\|")
}

/// `text` as ordinary words: nothing in it is markup, HTML, a mention or a reference.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in safe(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            // An entity in the middle keeps the platform from seeing a mention or an issue.
            '@' => escaped.push_str("&#64;"),
            '#' => escaped.push_str("&#35;"),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '(' | ')' | '+' | '-' | '.' | '!' | '|' | '~' | '='
            | ':' => {
                escaped.push('\\');
                escaped.push(c);
            }
            c if turns(c) => {}
            c => escaped.push(c),
        }
    }
    escaped
}

/// A comment that fits: as many of `sections` as there is room for, in order, after `head`; `more` says what was left out, given how
/// many. The marker on the first line lets a job find the comment and update it in place.
pub fn fitting(
    marker: &str,
    head: &str,
    sections: &[String],
    more: impl Fn(usize) -> String,
    longest: usize,
) -> String {
    let mut text = format!("<!-- {marker} -->\n{head}");
    let mut length = text.chars().count();
    for (place, section) in sections.iter().enumerate() {
        let left = sections.len() - place;
        let note = more(left);
        let after = if left > 1 {
            more(left - 1).chars().count() + 1
        } else {
            0
        };
        let here = section.chars().count() + 1;
        if length + here + after > longest {
            if length + note.chars().count() < longest {
                text.push('\n');
                text.push_str(&note);
            }
            return text;
        }
        text.push('\n');
        text.push_str(section);
        length += here;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn code_spans_hold_anything() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("``x`"), "``` ``x` ```");
        assert_eq!(code(" "), "—");
        assert_eq!(cell("a|b"), "`a\\|b`");
    }

    #[test]
    fn nobody_is_mentioned() {
        assert_eq!(escape("@a #1 <b>"), "&#64;a &#35;1 &lt;b&gt;");
    }

    proptest! {
        #[test]
        fn comments_fit(sections in prop::collection::vec("[a-zé]{0,30}", 0..20), longest in 60usize..200) {
            let text = fitting("m", "head", &sections, |left| format!("{left} more"), longest);
            prop_assert!(text.chars().count() <= longest);
            let shown = sections.iter().all(|section| text.contains(section.as_str()));
            prop_assert!(shown || text.contains("more"));
        }
    }
}
