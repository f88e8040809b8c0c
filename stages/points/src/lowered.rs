//! The texts of a screen lowered once, for rules that look for parts of them.
//!
//! A rule looks for several needles in some twenty texts on thousands of frames. All texts stand one after another in one buffer that
//! is used again for the next frame, and a needle is looked for in the whole buffer first: most needles are nowhere on a screen.

use std::borrow::Cow;

use memchr::memmem::Finder;
use skillc_records::TapPoint;
use skillc_text::{contains, nfc, trim};

/// Between two texts in the buffer; no text has it.
const SEPARATOR: char = '\0';

/// A text to look for, lowered and in NFC, with its search prepared.
#[derive(Debug, Clone)]
pub struct Needle {
    text: String,
    finder: Finder<'static>,
}

/// The lowered texts of one screen, in NFC.
#[derive(Debug, Clone, Default)]
pub struct LoweredTexts {
    buffer: String,
    /// Where each text ends in the buffer; the next begins one byte later.
    ends: Vec<usize>,
}

impl Needle {
    /// `text` in the form in which it is looked for.
    pub fn new(text: &str) -> Self {
        let mut lowered = String::new();
        push_lowered(&mut lowered, text);
        Self {
            finder: Finder::new(lowered.as_bytes()).into_owned(),
            text: lowered,
        }
    }

    /// The lowered text.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl PartialEq for Needle {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Needle {}

impl LoweredTexts {
    /// The lowered texts of `points`, as they are.
    pub fn fill(&mut self, points: &[TapPoint]) {
        self.fill_with(points.iter().map(|point| point.text.as_str()));
    }

    /// The lowered texts of `points`, without spaces at either end.
    pub fn fill_trimmed(&mut self, points: &[TapPoint]) {
        self.fill_with(points.iter().map(|point| trim(&point.text)));
    }

    /// The lowered texts, as they are.
    pub fn fill_with<'t>(&mut self, texts: impl Iterator<Item = &'t str>) {
        self.buffer.clear();
        self.ends.clear();
        for text in texts {
            push_lowered(&mut self.buffer, text);
            self.ends.push(self.buffer.len());
            self.buffer.push(SEPARATOR);
        }
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no texts.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The lowered text at `place`; empty past the last.
    pub fn get(&self, place: usize) -> &str {
        let start = place
            .checked_sub(1)
            .map_or(0, |before| self.ends.get(before).map_or(0, |end| end + 1));
        self.ends.get(place).map_or("", |&end| &self.buffer[start..end])
    }

    /// The lowered texts, in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|place| self.get(place))
    }

    /// The place of the first text that contains `needle`.
    pub fn first_containing(&self, needle: &Needle) -> Option<usize> {
        // A text contains the needle only if its bytes do, and the buffer holds the bytes of all texts. The first place where it
        // stands decides which texts can be the first one; a needle across a separator or off a grapheme's edge is sorted out below.
        let found = needle.finder.find(self.buffer.as_bytes())?;
        let from = self.ends.partition_point(|&end| end < found);
        (from..self.len()).find(|&place| contains(self.get(place), needle.as_str()))
    }

    /// Whether some text contains `needle`.
    pub fn any_contains(&self, needle: &Needle) -> bool {
        self.first_containing(needle).is_some()
    }
}

/// Adds the lower-case form of `text`, in NFC. Most characters are ASCII also where some are not.
fn push_lowered(buffer: &mut String, text: &str) {
    let start = buffer.len();
    if text.is_ascii() {
        buffer.push_str(text);
        buffer[start..].make_ascii_lowercase();
        return;
    }
    for c in text.chars() {
        if c.is_ascii() {
            buffer.push(c.to_ascii_lowercase());
        } else {
            buffer.extend(c.to_lowercase());
        }
    }
    if let Cow::Owned(composed) = nfc(&buffer[start..]) {
        buffer.truncate(start);
        buffer.push_str(&composed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use skillc_records::WindowPoint;
    use skillc_text::lower;

    fn screen(texts: &[String]) -> LoweredTexts {
        let points: Vec<TapPoint> = texts
            .iter()
            .map(|text| TapPoint {
                text: text.clone(),
                at: WindowPoint::default(),
                confidence: None,
                rect: None,
            })
            .collect();
        let mut lowered = LoweredTexts::default();
        lowered.fill(&points);
        lowered
    }

    #[test]
    fn a_needle_does_not_reach_from_one_text_into_the_next() {
        let texts = screen(&["ab".to_owned(), "cd".to_owned()]);
        assert_eq!(texts.first_containing(&Needle::new("bc")), None);
        assert_eq!(texts.first_containing(&Needle::new("D")), Some(1));
        assert_eq!(texts.first_containing(&Needle::new("b\0c")), None);
        assert_eq!(texts.iter().collect::<Vec<_>>(), ["ab", "cd"]);
    }

    #[test]
    fn the_empty_needle_is_in_the_first_text() {
        assert_eq!(screen(&["x".to_owned()]).first_containing(&Needle::new("")), Some(0));
        assert_eq!(screen(&[]).first_containing(&Needle::new("")), None);
    }

    proptest! {
        #[test]
        fn the_buffer_says_what_each_text_says(
            texts in prop::collection::vec("[aAbB éE\u{301}❤\u{fe0f}İ\0]{0,6}", 0..6),
            needle in "[aAbBéE\u{301}❤i\u{307}]{0,3}",
        ) {
            let one_by_one = texts.iter().position(|text| contains(&lower(text), &lower(&needle)));
            prop_assert_eq!(screen(&texts).first_containing(&Needle::new(&needle)), one_by_one);
        }
    }
}
