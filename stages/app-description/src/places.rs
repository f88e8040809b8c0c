//! From a piece of the text to its span.

use std::cell::Cell;

use skillc_records::{LineIndex, SourceSpan};

/// Turns pieces of one text into spans. Pieces of one line that come in order cost no more than the line is long, however many
/// there are.
pub struct Places<'t> {
    text: &'t str,
    lines: LineIndex<'t>,
    last: Cell<SourceSpan>,
}

impl<'t> Places<'t> {
    /// Places in `text`.
    pub fn new(text: &'t str) -> Self {
        let start = SourceSpan {
            offset: 0,
            length: 0,
            line: 1,
            column: 1,
        };
        Self {
            text,
            lines: LineIndex::new(text),
            last: Cell::new(start),
        }
    }

    /// The span of `piece`, which must be a slice of the text; of the start of the text for any other.
    pub fn of(&self, piece: &str) -> SourceSpan {
        let offset = (piece.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        let offset = if offset <= self.text.len() { offset } else { 0 };
        let length = piece.len().min(self.text.len() - offset);
        let last = self.last.get();
        let between = self.text.get(last.offset..offset);
        let span = match between {
            Some(between) if between.len() < NEAR && !between.contains(['\n', '\r']) => SourceSpan {
                offset,
                length,
                line: last.line,
                column: last.column + between.chars().count(),
            },
            _ => self.lines.span(offset, length),
        };
        self.last.set(span);
        span
    }
}

/// How far, in bytes, the last span may lie back to count on from it.
const NEAR: usize = 4096;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn counting_on_gives_the_same_as_counting_afresh(text in "[a-é\r\n]{0,40}", cuts in prop::collection::vec(0usize..60, 1..8)) {
            let places = Places::new(&text);
            let lines = LineIndex::new(&text);
            for cut in cuts {
                let Some(piece) = text.get(cut..) else { continue };
                prop_assert_eq!(places.of(piece), lines.span(cut, piece.len()));
            }
        }
    }
}
