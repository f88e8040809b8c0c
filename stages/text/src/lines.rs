//! Line splitting.

/// One line, with its place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line<'t> {
    /// The line without its separator.
    pub text: &'t str,
    /// Bytes from the start of the text.
    pub offset: usize,
}

/// Whether `c` ends a line: LF, VT, FF, CR, NEL, LS, PS. Each does so on its own.
pub fn is_line_separator(c: char) -> bool {
    matches!(c, '\n' | '\u{b}' | '\u{c}' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// The lines of `text`. CR LF gives an extra empty line; a text that ends with a separator ends with an empty line.
pub fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let start = text.as_ptr() as usize;
    text.split(is_line_separator).map(move |line| Line {
        text: line,
        offset: line.as_ptr() as usize - start,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_separator_counts_on_its_own() {
        let split: Vec<_> = lines("a\r\nb\u{2028}c\u{85}")
            .map(|line| (line.text, line.offset))
            .collect();
        assert_eq!(split, [("a", 0), ("", 2), ("b", 3), ("c", 7), ("", 10)]);
    }
}
