//! Places in a source file.

use serde::{Deserialize, Serialize};

/// A place in a source file: bytes for machines, line and column for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SourceSpan {
    /// Bytes from the start of the file.
    pub offset: usize,
    /// Length in bytes.
    pub length: usize,
    /// Line from 1.
    pub line: usize,
    /// Column from 1, in characters.
    pub column: usize,
}

/// Where the lines of a text begin, to find the line and column of an offset in logarithmic time.
///
/// Lines end as editors show them: at LF, CR LF or a lone CR.
#[derive(Debug, Clone)]
pub struct LineIndex<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> LineIndex<'t> {
    /// The index of `text`.
    pub fn new(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        let ends = bytes
            .iter()
            .enumerate()
            .filter(|&(i, &byte)| byte == b'\n' || (byte == b'\r' && bytes.get(i + 1) != Some(&b'\n')));
        let starts = std::iter::once(0).chain(ends.map(|(i, _)| i + 1)).collect();
        Self { text, starts }
    }

    /// The span of `length` bytes at `offset`. An offset past the end or inside a character is moved back to a boundary.
    pub fn span(&self, offset: usize, length: usize) -> SourceSpan {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|&start| start <= offset);
        let start = self.starts[line - 1];
        let column = self.text[start..offset].chars().count() + 1;
        SourceSpan {
            offset,
            length: length.min(self.text.len() - offset),
            line,
            column,
        }
    }

    /// The text of `line` (from 1) without its end; empty past the last line.
    pub fn line(&self, line: usize) -> &'t str {
        let Some(&start) = line.checked_sub(1).and_then(|i| self.starts.get(i)) else {
            return "";
        };
        let end = self.starts.get(line).copied().unwrap_or(self.text.len());
        self.text[start..end].trim_end_matches(['\r', '\n'])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_as_editors_show_them() {
        let index = LineIndex::new("a\r\nbé\rc\n");
        assert_eq!((index.span(3, 1).line, index.span(3, 1).column), (2, 1));
        assert_eq!((index.span(6, 0).line, index.span(6, 0).column), (2, 3));
        assert_eq!(index.line(3), "c");
        assert_eq!(index.line(2), "bé");
        assert_eq!(
            index.span(99, 5),
            SourceSpan {
                offset: 9,
                length: 0,
                line: 4,
                column: 1
            }
        );
    }
}
