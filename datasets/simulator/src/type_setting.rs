//! Setting type: how wide a line is, how it is fitted into a width or broken into lines.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use resvg::usvg;
use skillc_records::WindowRect;
use skillc_text::nfc;
use unicode_segmentation::UnicodeSegmentation as _;

/// The options that every scene is read with: bundled fonts only.
pub(crate) fn svg_options() -> usvg::Options<'static> {
    usvg::Options {
        font_family: skillc_fonts::FAMILY.to_owned(),
        fontdb: skillc_fonts::database(),
        ..usvg::Options::default()
    }
}

/// How thick the strokes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Weight {
    Regular,
    SemiBold,
}

impl Weight {
    pub(crate) fn as_svg(self) -> &'static str {
        match self {
            Self::Regular => "400",
            Self::SemiBold => "600",
        }
    }
}

/// A line of text that was set: what stands there and how much room it takes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Line {
    /// The text as it can be read, NFC; shorter than what was asked for if it was cut, then ending in `…`.
    pub(crate) text: String,
    /// In points.
    pub(crate) size: f64,
    pub(crate) weight: Weight,
    /// From the pen's start to its end, in points.
    pub(crate) advance: f64,
    /// What is inked, relative to the start of the baseline; none for a text without ink.
    pub(crate) ink: Option<WindowRect>,
    /// Whether a character is in none of the fonts.
    pub(crate) uncovered: bool,
    /// Whether it reads from right to left.
    pub(crate) right_to_left: bool,
}

/// A text is made smaller down to this part of its size before it is cut.
const SMALLEST: f64 = 0.62;

/// No line is longer than this many grapheme clusters: nothing longer fits, and setting megabytes of text takes minutes.
const LONGEST_LINE: usize = 400;

/// Sets lines, and remembers the ones it has set.
#[derive(Debug, Default)]
pub(crate) struct Typesetter {
    // The size is in hundredths of a point, to be a key.
    known: BTreeMap<(String, i64, Weight), Line>,
    // Advances at a size of one point.
    characters: BTreeMap<String, f64>,
}

impl Typesetter {
    /// `text` on one line, at `size` points.
    pub(crate) fn line(&mut self, text: &str, size: f64, weight: Weight) -> Line {
        let text = readable(text);
        let key = (text, (size * 100.0).round() as i64, weight);
        if let Some(line) = self.known.get(&key) {
            return line.clone();
        }
        let line = set(&key.0, size, weight);
        // A scene shows a few dozen lines; ten thousand rows must not fill the memory.
        if self.known.len() >= 4096 {
            self.known.clear();
        }
        self.known.insert(key, line.clone());
        line
    }

    /// `text` on one line of at most `width` points: made smaller if it must be, and cut if that isn't enough.
    pub(crate) fn fitted(&mut self, text: &str, size: f64, weight: Weight, width: f64) -> Line {
        let line = self.line(text, size, weight);
        if line.advance <= width {
            return line;
        }
        let smaller = (size * (width / line.advance)).max(size * SMALLEST);
        // Whole tenths of a point, downwards, so that it surely fits.
        let smaller = (smaller * 10.0).floor() / 10.0;
        let line = self.line(text, smaller, weight);
        if line.advance <= width {
            return line;
        }
        self.cut(&line.text, smaller, weight, width)
    }

    /// The longest beginning of `text` that fits with an ellipsis.
    fn cut(&mut self, text: &str, size: f64, weight: Weight, width: f64) -> Line {
        let pieces: Vec<&str> = text.graphemes(true).collect();
        let (mut fits, mut too_long) = (0, pieces.len());
        while too_long - fits > 1 {
            let middle = fits + (too_long - fits) / 2;
            let line = self.line(&shortened(&pieces[..middle]), size, weight);
            if line.advance <= width {
                fits = middle
            } else {
                too_long = middle
            }
        }
        self.line(&shortened(&pieces[..fits]), size, weight)
    }

    /// `text` broken into lines of about `width` points, at most `most` of them; the last one holds all the rest.
    ///
    /// The breaks come from the widths of single characters, which costs nothing; a line is fitted when it is drawn.
    pub(crate) fn broken(&mut self, text: &str, size: f64, width: f64, most: usize) -> Vec<String> {
        let text = readable(text);
        let mut lines = Vec::new();
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let end = if lines.len() + 1 < most {
                self.break_at(rest, size, width)
            } else {
                rest.len()
            };
            lines.push(rest[..end].trim().to_owned());
            rest = rest[end..].trim();
        }
        lines
    }

    /// About how wide `text` is in one line.
    pub(crate) fn estimate(&mut self, text: &str, size: f64) -> f64 {
        text.graphemes(true)
            .take(LONGEST_LINE)
            .map(|grapheme| self.character(grapheme))
            .sum::<f64>()
            * size
    }

    /// Where to break: after the last word that fits; inside a word that alone is too long. Never 0 for a text that isn't empty.
    fn break_at(&mut self, text: &str, size: f64, width: f64) -> usize {
        let (mut used, mut fits) = (0.0, 0);
        for (start, word) in text.split_word_bound_indices() {
            used += self.estimate(word, size);
            if used > width && !word.trim().is_empty() {
                break;
            }
            fits = start + word.len();
        }
        if fits > 0 {
            return fits;
        }
        let mut used = 0.0;
        for (start, grapheme) in text.grapheme_indices(true) {
            used += self.character(grapheme) * size;
            if start > 0 && used > width {
                return start;
            }
        }
        text.len()
    }

    /// The advance of one character at a size of one point.
    fn character(&mut self, grapheme: &str) -> f64 {
        if let Some(advance) = self.characters.get(grapheme) {
            return *advance;
        }
        // Between two letters, because a lone space has no width in SVG.
        let alone = set("ll", 100.0, Weight::Regular).advance;
        let advance = (set(&format!("l{grapheme}l"), 100.0, Weight::Regular).advance - alone) / 100.0;
        if self.characters.len() >= 4096 {
            self.characters.clear();
        }
        self.characters.insert(grapheme.to_owned(), advance);
        advance
    }
}

fn shortened(pieces: &[&str]) -> String {
    let mut text = pieces.concat().trim_end().to_owned();
    text.push('…');
    text
}

/// `text` as it can be read on a screen: NFC, runs of white space as one space, control characters as a replacement character.
fn readable(text: &str) -> String {
    let mut readable = String::new();
    for grapheme in nfc(text).graphemes(true).take(LONGEST_LINE) {
        if grapheme.chars().all(char::is_whitespace) {
            if !readable.is_empty() && !readable.ends_with(' ') {
                readable.push(' ');
            }
        } else {
            readable.extend(
                grapheme
                    .chars()
                    .map(|c| if is_drawable(c) { c } else { char::REPLACEMENT_CHARACTER }),
            );
        }
    }
    readable.truncate(readable.trim_end().len());
    readable
}

/// Whether XML can hold it at all.
fn is_drawable(c: char) -> bool {
    !c.is_control() && c != '\u{fffe}' && c != '\u{ffff}'
}

/// `text` with the characters that mean something in XML escaped.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(c),
        }
    }
    escaped
}

impl Line {
    /// The text as SVG draws it.
    pub(crate) fn as_svg(&self) -> String {
        drawn(&self.text, self.right_to_left)
    }
}

/// SVG takes every line for one that is read from left to right, and would put the full stop of an Arabic one at its right end: it
/// goes before the text, which is where such a line ends.
fn drawn(text: &str, right_to_left: bool) -> String {
    if !right_to_left {
        return escaped(text);
    }
    let body = text.trim_end_matches(|c: char| c.is_ascii_punctuation() || c == '…');
    let tail: String = text[body.len()..].chars().rev().collect();
    format!("{}{}", escaped(&tail), escaped(body))
}

/// Whether `text` reads from right to left: its first letter with a direction is Hebrew or Arabic.
fn is_right_to_left(text: &str) -> bool {
    let hebrew_to_arabic =
        |c: char| matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}');
    text.chars().find(|c| c.is_alphabetic()).is_some_and(hebrew_to_arabic)
}

fn set(text: &str, size: f64, weight: Weight) -> Line {
    let mut line = Line {
        text: text.to_owned(),
        size,
        weight,
        advance: 0.0,
        ink: None,
        uncovered: false,
        right_to_left: is_right_to_left(text),
    };
    if text.is_empty() {
        return line;
    }
    let mut svg = String::from(r#"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">"#);
    let _ = write!(
        svg,
        r#"<text id="line" x="0" y="0" font-size="{size}" font-weight="{}">{}</text></svg>"#,
        weight.as_svg(),
        drawn(text, line.right_to_left)
    );
    // A text that can't be set has no ink; the drawing of the whole scene reports what is wrong with it.
    let Ok(tree) = usvg::Tree::from_str(&svg, &svg_options()) else {
        return line;
    };
    let Some(usvg::Node::Text(node)) = tree.node_by_id("line") else {
        return line;
    };
    line.advance = f64::from(node.bounding_box().right());
    let ink = node.flattened().abs_bounding_box();
    if ink.width() > 0.0 && ink.height() > 0.0 {
        line.ink = Some(WindowRect::new(
            f64::from(ink.x()),
            f64::from(ink.y()),
            f64::from(ink.width()),
            f64::from(ink.height()),
        ));
    }
    line.uncovered = node
        .layouted()
        .iter()
        .flat_map(|span| &span.positioned_glyphs)
        .any(|glyph| glyph.id.0 == 0);
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_documented_script_is_covered() {
        let mut typesetter = Typesetter::default();
        for text in [
            "Santé œuvre ÅŁŠ",
            "Здоровье",
            "Υγεία",
            "الصحة",
            "בריאות",
            "設定 せってい 设置",
            "건강",
            "→ ★ ✓",
        ] {
            let line = typesetter.line(text, 17.0, Weight::Regular);
            assert!(!line.uncovered && line.ink.is_some(), "{text}");
        }
        assert!(typesetter.line("ภาษาไทย", 17.0, Weight::Regular).uncovered);
    }

    #[test]
    fn a_long_line_becomes_smaller_and_then_is_cut() {
        let mut typesetter = Typesetter::default();
        let fits = typesetter.fitted("Confidentialité et sécurité", 17.0, Weight::Regular, 200.0);
        assert!(fits.size < 17.0 && fits.advance <= 200.0 && fits.text == "Confidentialité et sécurité");
        let cut = typesetter.fitted(&"Confidentialité ".repeat(9), 17.0, Weight::Regular, 200.0);
        assert!(cut.advance <= 200.0 && cut.text.ends_with('…'), "{}", cut.text);
    }

    #[test]
    fn a_paragraph_keeps_its_words() {
        let mut typesetter = Typesetter::default();
        let text = "Pour suivre votre activité, l’app a besoin d’accéder à vos données, tous les jours.";
        let lines = typesetter.broken(text, 15.0, 340.0, 8);
        assert!(lines.len() > 1, "{lines:?}");
        for line in &lines {
            assert!(typesetter.line(line, 15.0, Weight::Regular).advance <= 345.0, "{line}");
        }
        assert_eq!(lines.join(" "), text);
        assert_eq!(typesetter.broken(&"設".repeat(90), 15.0, 340.0, 3).len(), 3);
    }

    #[test]
    fn control_characters_and_markup_are_drawn_as_they_are() {
        let mut typesetter = Typesetter::default();
        assert!(typesetter.line("a <b> & \"c\"", 17.0, Weight::Regular).ink.is_some());
        assert_eq!(
            typesetter.line("a\u{1}b\u{b}c  d", 17.0, Weight::Regular).text,
            "a\u{fffd}b c d"
        );
        assert_eq!(typesetter.line(" \u{a0} ", 17.0, Weight::Regular).ink, None);
    }
}
