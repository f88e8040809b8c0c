//! A source text as it may be shown: without secrets, and without anything that a terminal acts on.

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use skillc_app_check::masked;

/// The longest line that is drawn, in bytes.
const LONGEST_LINE: usize = 1000;

/// A text with the starts of its lines. Every character keeps its bytes' places, so that spans still fit.
pub(crate) struct Shown {
    path: String,
    text: String,
    starts: Vec<usize>,
}

impl Shown {
    pub(crate) fn new(path: &str, text: &str) -> Self {
        let text = harmless(&masked(text));
        let starts = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at + 1))
            .collect();
        Self {
            path: path.to_owned(),
            text,
            starts,
        }
    }

    /// The file's path.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// Whether the lines around these bytes are short enough to be drawn. Lines of megabytes are only named.
    pub(crate) fn is_drawable(&self, offset: usize, length: usize) -> bool {
        let (first, last) = (self.line(offset).saturating_sub(1), self.line(offset + length) + 2);
        (first..last).all(|line| self.start(line + 1) - self.start(line) <= LONGEST_LINE) && last - first < 50
    }

    /// The line (from 0) of a byte.
    fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset).saturating_sub(1)
    }

    fn start(&self, line: usize) -> usize {
        self.starts.get(line).copied().unwrap_or(self.text.len())
    }
}

/// Control characters and direction marks replaced by stand-ins of as many bytes; a lone carriage return ends a line as in editors.
fn harmless(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let stays = matches!(c, '\n' | '\t') || !(c.is_control() || skillc_formats::terminal::turns(c));
        match (c, c.len_utf8()) {
            ('\r', _) => shown.push(if chars.peek() == Some(&'\n') { ' ' } else { '\n' }),
            (c, _) if stays => shown.push(c),
            (_, 1) => shown.push('?'),
            (_, 2) => shown.push('¿'),
            _ => shown.push('\u{fffd}'),
        }
    }
    shown
}

impl SourceCode for Shown {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let end = span.offset() + span.len();
        if end > self.text.len() {
            return Err(MietteError::OutOfBounds);
        }
        let first = self.line(span.offset()).saturating_sub(before);
        let last = self.line(end.saturating_sub(1).max(span.offset())) + after;
        let (from, to) = (self.start(first), self.start(last + 1));
        let column = if before == 0 { span.offset() - from } else { 0 };
        let from = if before == 0 { span.offset() } else { from };
        let contents = MietteSpanContents::new_named(
            self.path.clone(),
            &self.text.as_bytes()[from..to.max(from)],
            (from, to.max(from) - from).into(),
            first,
            column,
            self.starts.len(),
        );
        Ok(Box::new(contents))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_byte_keeps_its_place(text in any::<String>()) {
            let shown = harmless(&text);
            prop_assert_eq!(shown.len(), text.len());
            prop_assert!(text.char_indices().all(|(at, _)| shown.is_char_boundary(at)));
            let acts = |c: char| (c.is_control() && !matches!(c, '\n' | '\t')) || skillc_formats::terminal::turns(c);
            prop_assert!(!shown.chars().any(acts));
        }
    }
}
