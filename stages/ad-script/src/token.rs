//! Words of a line.

use crate::Argument;

/// What is wrong with the words of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TokenError {
    /// A quoted word doesn't end.
    Unterminated,
    /// A quoted word is no JSON string.
    NoJsonString(String),
}

/// White space as JavaScript has it, where scripts come from.
pub(crate) fn is_space(c: char) -> bool {
    (c.is_whitespace() && c != '\u{85}') || c == '\u{feff}'
}

/// The words of `line`. A word that begins with a quote is a JSON string and ends with its quote, whatever follows; any other word ends
/// at white space.
pub(crate) fn words(line: &str) -> Result<Vec<Argument>, TokenError> {
    let mut words = Vec::new();
    let mut rest = line.trim_start_matches(is_space);
    while !rest.is_empty() {
        let length = if rest.starts_with('"') {
            quoted_length(rest).ok_or(TokenError::Unterminated)?
        } else {
            rest.find(is_space).unwrap_or(rest.len())
        };
        let (word, after) = rest.split_at(length);
        words.push(if word.starts_with('"') {
            Argument {
                text: unquoted(word).ok_or_else(|| TokenError::NoJsonString(word.to_owned()))?,
                quoted: true,
            }
        } else {
            Argument {
                text: word.to_owned(),
                quoted: false,
            }
        });
        rest = after.trim_start_matches(is_space);
    }
    Ok(words)
}

/// The length of the quoted word that `text` begins with.
pub(crate) fn quoted_length(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            b'"' if !escaped => return Some(at + 1),
            b'\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    None
}

/// The text of a JSON string; none if it isn't one.
pub(crate) fn unquoted(word: &str) -> Option<String> {
    serde_json::from_str(word).ok()
}

/// `text` as a JSON string.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Whether `text` may stand without quotes: a number or an element reference.
pub(crate) fn may_be_bare(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.strip_prefix('-').unwrap_or(text);
    let is_number = match number.split_once('.') {
        Some((whole, part)) => digits(whole) && digits(part),
        None => digits(number),
    };
    is_number || (text.len() > 1 && text.starts_with('@') && !text.contains(|c| is_space(c) || c == '"' || c == '\\'))
}
