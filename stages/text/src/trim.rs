//! Stripping and splitting.

use crate::lines::is_line_separator;

/// Spaces of Unicode's category Zs, and the tab. NBSP is one of them; line separators are not.
fn is_space(c: char) -> bool {
    matches!(
        c,
        '\t' | ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
    )
}

/// Whether `c` is a quote that is stripped from values: straight, single, or typographic double. Typographic single quotes and
/// guillemets are not.
pub fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '\u{201c}' | '\u{201d}')
}

/// `text` without spaces and tabs at either end; line ends stay.
pub fn trim(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// `text` without spaces, tabs and line separators at either end.
pub fn trim_with_newlines(text: &str) -> &str {
    text.trim_matches(|c| is_space(c) || is_line_separator(c))
}

/// `text` without quotes at either end, any number of them. What is inside the quotes is not trimmed again.
pub fn strip_quotes(text: &str) -> &str {
    text.trim_matches(is_quote)
}

/// Splits `text` at `separator` into at most `limit + 1` pieces, none of them empty (no limit: all). An empty piece is dropped
/// and uses up no split, so `:a:b` with a limit of 1 gives `a` and `b`, and `app:` gives one piece.
pub fn split_omitting_empty(text: &str, separator: char, limit: Option<usize>) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while limit.is_none_or(|limit| pieces.len() < limit) {
        let Some((piece, after)) = rest.split_once(separator) else {
            break;
        };
        if !piece.is_empty() {
            pieces.push(piece);
        }
        rest = after;
    }
    if !rest.is_empty() {
        pieces.push(rest);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trimming_strips_spaces_and_no_line_ends() {
        assert_eq!(trim("\u{a0}\t a\n "), "a\n");
        assert_eq!(trim_with_newlines("\r\n a \u{2028}"), "a");
    }

    #[test]
    fn quotes_go_in_any_number_and_nothing_is_trimmed_again() {
        assert_eq!(strip_quotes("\"“ OK ”\""), " OK ");
        assert_eq!(strip_quotes("«OK»"), "«OK»");
    }

    #[test]
    fn empty_pieces_use_up_no_split() {
        assert_eq!(split_omitting_empty("app:", ':', Some(1)), ["app"]);
        assert_eq!(split_omitting_empty(":a:b", ':', Some(1)), ["a", "b"]);
        assert_eq!(split_omitting_empty("a: b: c", ':', Some(1)), ["a", " b: c"]);
        assert_eq!(split_omitting_empty("a,,b,", ',', None), ["a", "b"]);
    }
}
