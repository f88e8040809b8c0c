//! Text from screens and people in Markdown and YAML: it must stay text.

/// `text` as it may stand in a Markdown line: nothing in it is markup, and it stays one line. Inside quotes it can be read back with
/// [`unescape`].
///
/// Control characters become spaces, marks that turn the writing direction go, and no three hyphens stand in a row: the public
/// validators cut files there.
pub fn escape(text: &str) -> String {
    let plain = plain(text);
    let chars: Vec<char> = plain.chars().collect();
    let mut escaped = String::with_capacity(plain.len());
    for (i, &c) in chars.iter().enumerate() {
        let word = |place: Option<usize>| {
            place
                .and_then(|place| chars.get(place))
                .is_some_and(|c| c.is_alphanumeric())
        };
        let active = match c {
            '\\' | '`' | '*' | '[' | ']' | '<' | '>' | '"' | '&' | '|' | '~' => true,
            // Inside a word an underscore is none: `${TEST_EMAIL}` stays readable.
            '_' => !(word(i.checked_sub(1)) && word(Some(i + 1))),
            '-' => i > 0 && chars[i - 1] == '-',
            '#' | '+' | '=' => i == 0,
            _ => false,
        };
        if active {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// The text that [`escape`] was given, but for what it replaced.
pub fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(next)) if next.is_ascii_punctuation() => plain.extend(chars.next()),
            _ => plain.push(c),
        }
    }
    plain
}

/// `text` in double quotes, escaped.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", escape(text))
}

/// `text` as a double-quoted YAML scalar on one line.
pub fn yaml(text: &str) -> String {
    let mut plain = plain(text);
    while plain.contains("---") {
        plain = plain.replace("---", "—");
    }
    format!("\"{}\"", plain.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A block of Markdown that a developer wrote, as it may stand inside another: headings one level deeper, and no line or run of
/// hyphens that a validator would take for the end of the header.
pub fn nested(block: &str) -> String {
    let lines: Vec<String> = block
        .split('\n')
        .map(|line| {
            let line = without_controls(line);
            let trimmed = line.trim();
            if trimmed.len() >= 3 && trimmed.chars().all(|c| c == '-') {
                return "***".to_owned();
            }
            let line = line.replace("---", "\\-\\-\\-");
            if line.starts_with('#') {
                format!("#{line}")
            } else {
                line
            }
        })
        .collect();
    lines.join("\n")
}

/// One line without control characters and marks that turn the writing direction.
pub fn plain(text: &str) -> String {
    let line: String = without_controls(text);
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn without_controls(text: &str) -> String {
    let turns =
        |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
    let breaks = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{fffe}' | '\u{ffff}');
    text.chars()
        .filter(|&c| !turns(c))
        .map(|c| if breaks(c) { ' ' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn markup_from_the_screen_stays_text() {
        assert_eq!(escape("<b>*Hi* [x](y)"), r"\<b\>\*Hi\* \[x\](y)");
        assert_eq!(escape("${TEST_EMAIL}"), "${TEST_EMAIL}");
        assert_eq!(escape("a\r\nb"), "a b");
        assert_eq!(yaml("a --- \"b\" \\"), "\"a — \\\"b\\\" \\\\\"");
    }

    proptest! {
        #[test]
        fn what_was_escaped_can_be_read_back(text in "\\PC{0,40}") {
            let escaped = escape(&text);
            prop_assert_eq!(unescape(&escaped), plain(&text));
            prop_assert!(!escaped.contains("---"));
            prop_assert!(!escaped.contains('\n'));
        }

        #[test]
        fn a_yaml_scalar_is_one_line_without_a_fence(text in any::<String>()) {
            let scalar = yaml(&text);
            prop_assert!(!scalar.contains("---") && !scalar.contains('\n') && !scalar.contains('\r'));
        }
    }
}
