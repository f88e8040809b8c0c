//! Signs beside a text: chevrons, icons and what else a recognition model takes for a character.
//!
//! `Off >` is a value and a sign that there is more; `Q Search` is a magnifying glass and a text; `LTE` and `100%` have a battery between
//! them that the model doesn't read at all. What the ink shows tells them from characters: a sign stands off by about a space, and is
//! as wide as the line is high, which few characters are.

use skillc_records::PixelRect;
use skillc_text::trim;

use super::ctc::Spike;
use super::piece::Piece;
use super::{Line, Reading};

/// Signs that are texts of their own, as the live explorer's rules look for them.
const CHEVRONS: [&str; 8] = [">", "›", "〉", "❯", "<", "‹", "〈", "❮"];

/// A sign stands off by at least this, in heights of the line.
const GAP: f64 = 0.3;

/// A sign is at least this wide, in heights of the line.
const WIDTH: f64 = 0.85;

/// An unread run of at least this width, in heights of the line, is a sign and not a stroke of the character beside it.
const UNREAD_WIDTH: f64 = 0.5;

/// A wide unread run is a sign even if it stands off by no more than this.
const UNREAD_GAP: f64 = 0.2;

/// A chevron drawn as an icon is this many times as high as the characters beside it; `<` in a font is lower than its capitals.
const DRAWN: f64 = 1.15;

/// A sign that stands off by no more than a space is one only if it stands off by this, in heights of the line, or is [`DRAWN`]: a
/// one-letter word is as wide and stands off as far.
const CLEAR_GAP: f64 = 0.5;

/// A caret is at most this wide, in heights of itself, and reaches beyond the text above and below by at least this.
const CARET: (f64, f64) = (0.2, 0.05);

/// A faint caret was read at least this far before the first ink, in heights of the line.
const FAINT: f64 = 0.08;

/// What a caret is read as.
const CARETS: &str = "|Il1[]";

/// Characters as wide as high.
const WIDE: &str = "WMwmÆŒ@%&…—–―";

/// Part of a piece: some of its runs with what was read there.
struct Part<'p> {
    runs: &'p [PixelRect],
    spikes: Vec<Spike>,
}

/// The lines that `piece` reads as.
pub(crate) fn parted(piece: &Piece, reading: Reading, crop: PixelRect) -> Vec<Line> {
    let height = piece.rect.height;
    let at = |spike: &Spike| crop.x + f64::from(spike.at) * crop.width;
    let mut lines = Vec::new();
    let mut rest = Part {
        runs: piece.runs(),
        spikes: reading.spikes,
    };
    if rest.runs.len() < 2 {
        return vec![line(rest.spikes, piece.rect)];
    }
    // Unread signs between texts.
    let mut parts = Vec::new();
    let mut first = 0;
    for run in 0..rest.runs.len() {
        let is_unread = |spike: &Spike| nearest(rest.runs, at(spike)) != run || spike.character == " ";
        let before = run
            .checked_sub(1)
            .map(|previous| gap(&rest.runs[previous], &rest.runs[run]));
        let after = rest.runs.get(run + 1).map(|next| gap(&rest.runs[run], next));
        let stands_off = |least: f64| before.into_iter().chain(after).all(|gap| gap >= least * height);
        let width = rest.runs[run].width / height;
        let is_sign = (stands_off(GAP) && width >= UNREAD_WIDTH) || (stands_off(UNREAD_GAP) && width >= WIDTH);
        if is_sign && rest.spikes.iter().all(is_unread) {
            let edge = rest.runs[run].x;
            let (left, right) = rest.spikes.into_iter().partition(|spike| at(spike) < edge);
            parts.push(Part {
                runs: &piece.runs()[first..run],
                spikes: left,
            });
            rest.spikes = right;
            first = run + 1;
        }
    }
    parts.push(Part {
        runs: &piece.runs()[first..],
        spikes: rest.spikes,
    });
    for part in parts {
        lines.extend(without_signs(part, height, at));
    }
    lines
}

/// The lines of a part: chevrons at its ends on their own, other signs at its ends left out.
fn without_signs(part: Part<'_>, height: f64, at: impl Fn(&Spike) -> f64) -> Vec<Line> {
    let (mut before, mut after) = (None, None);
    let mut part = without_caret(part, height, &at);
    if let [sign, next, ..] = part.runs {
        let cut = (sign.x + sign.width + next.x) / 2.0;
        let (head, tail): (Vec<_>, Vec<_>) = part.spikes.iter().cloned().partition(|spike| at(spike) < cut);
        if let Some(kind) = kind(sign, &part.runs[1..], next, (&head, &tail), height) {
            before = (kind == Kind::Chevron).then(|| line(head, *sign));
            part = Part {
                runs: &part.runs[1..],
                spikes: tail,
            };
        }
    }
    if let [.., next, sign] = part.runs {
        let cut = (next.x + next.width + sign.x) / 2.0;
        let (head, tail): (Vec<_>, Vec<_>) = part.spikes.iter().cloned().partition(|spike| at(spike) < cut);
        let others = &part.runs[..part.runs.len() - 1];
        if let Some(kind) = kind(sign, others, next, (&tail, &head), height) {
            after = (kind == Kind::Chevron).then(|| line(tail, *sign));
            part = Part {
                runs: &part.runs[..part.runs.len() - 1],
                spikes: head,
            };
        }
    }
    let text = bounds(part.runs).map(|rect| line(super::space::restored(part.spikes, part.runs, height, at), rect));
    before.into_iter().chain(text).chain(after).collect()
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Chevron,
    Icon,
}

/// The part without the caret of a field that has the keyboard, before the text or after it. The ink decides; what the model made of it
/// may have slipped into the character beside it. A caret too faint for ink was read where there is none, before a run that belongs to
/// the character after it.
fn without_caret<'p>(mut part: Part<'p>, height: f64, at: &impl Fn(&Spike) -> f64) -> Part<'p> {
    if let ([first, ..], [caret, next, ..]) = (part.runs, part.spikes.as_slice())
        && CARETS.contains(&caret.character)
        && at(caret) < first.x - FAINT * height
        && at(next) <= first.x + first.width
    {
        part.spikes.remove(0);
        return part;
    }
    if let [caret, others @ ..] = part.runs
        && is_caret(caret, others)
    {
        if part
            .spikes
            .first()
            .is_some_and(|spike| CARETS.contains(&spike.character))
        {
            part.spikes.remove(0);
        }
        part.runs = others;
    } else if let [others @ .., caret] = part.runs
        && is_caret(caret, others)
    {
        part.spikes.pop_if(|spike| CARETS.contains(&spike.character));
        part.runs = others;
    }
    part
}

/// Whether `run` is a thin stroke that reaches beyond the text of `others` above and below.
fn is_caret(run: &PixelRect, others: &[PixelRect]) -> bool {
    let (thin, beyond) = (CARET.0 * run.height, CARET.1 * run.height);
    let top = others.iter().map(|other| other.y).fold(f64::INFINITY, f64::min);
    // Half of the characters at least stand on the line; a few reach below it, as far as a caret.
    let mut bottoms: Vec<f64> = others.iter().map(|other| other.y + other.height).collect();
    bottoms.sort_by(f64::total_cmp);
    let Some(bottom) = bottoms.get(bottoms.len() / 2) else {
        return false;
    };
    run.width <= thin && top - run.y >= beyond && run.y + run.height - bottom >= beyond
}

/// What `sign` is, if it is one: the run at the end of a text whose other runs are `others` and whose nearest is `next`. `read` and
/// `rest` are what the model read there and in the others.
fn kind(
    sign: &PixelRect,
    others: &[PixelRect],
    next: &PixelRect,
    (read, rest): (&[Spike], &[Spike]),
    height: f64,
) -> Option<Kind> {
    let mut characters = read
        .iter()
        .map(|spike| spike.character.as_str())
        .filter(|character| *character != " ");
    let (Some(character), None) = (characters.next(), characters.next()) else {
        return None;
    };
    let stands_off = gap(sign, next).max(gap(next, sign));
    let has_text = rest
        .iter()
        .any(|spike| spike.character.chars().any(char::is_alphanumeric));
    if stands_off < GAP * height || !has_text {
        return None;
    }
    if CHEVRONS.contains(&character) {
        // After a value a chevron is one wherever it stands off; before a text only if it is drawn, so that `< Back` stays one text.
        return (sign.x > next.x || sign.height >= DRAWN * next.height).then_some(Kind::Chevron);
    }
    let is_foreign =
        is_symbol(character) || (is_ideograph(character) && !rest.iter().any(|spike| is_ideograph(&spike.character)));
    let highest = others.iter().map(|run| run.height).fold(0.0, f64::max);
    let is_clear = stands_off >= CLEAR_GAP * height || sign.height >= DRAWN * highest;
    let is_wide = sign.width >= WIDTH * height && !WIDE.contains(character) && !is_ideograph(character);
    (is_foreign || is_wide && is_clear).then_some(Kind::Icon)
}

/// The run that a place along the line belongs to.
fn nearest(runs: &[PixelRect], x: f64) -> usize {
    let distance = |run: &PixelRect| (run.x - x).max(x - run.x - run.width).max(0.0);
    let by_distance = |a: &usize, b: &usize| distance(&runs[*a]).total_cmp(&distance(&runs[*b]));
    (0..runs.len()).min_by(by_distance).unwrap_or(0)
}

/// The room between two runs, the left one first.
fn gap(left: &PixelRect, right: &PixelRect) -> f64 {
    right.x - left.x - left.width
}

/// Whether a character is of a script that writes words or syllables as squares.
pub(crate) fn is_ideograph(character: &str) -> bool {
    character.chars().any(|c| {
        matches!(c, '\u{2E80}'..='\u{303F}' | '\u{3040}'..='\u{30FF}' | '\u{3100}'..='\u{31FF}' | '\u{3400}'..='\u{9FFF}'
            | '\u{AC00}'..='\u{D7AF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
    })
}

/// Whether a character is a picture: not a letter, a number, or what texts are punctuated with.
pub(crate) fn is_symbol(character: &str) -> bool {
    character
        .chars()
        .all(|c| !c.is_alphanumeric() && !c.is_ascii() && !"›‹❯❮»«×…·•–—“”‘’„¡¿€£¥¢§©®™°±".contains(c))
}

fn bounds(runs: &[PixelRect]) -> Option<PixelRect> {
    let (first, last) = (runs.first()?, runs.last()?);
    let top = runs.iter().map(|run| run.y).fold(f64::INFINITY, f64::min);
    let bottom = runs
        .iter()
        .map(|run| run.y + run.height)
        .fold(f64::NEG_INFINITY, f64::max);
    Some(PixelRect::new(
        first.x,
        top,
        last.x + last.width - first.x,
        bottom - top,
    ))
}

fn line(spikes: Vec<Spike>, rect: PixelRect) -> Line {
    let reading = Reading::of(super::space::without_needless(spikes));
    Line {
        text: super::lookalike::mended(trim(&reading.text)).into_owned(),
        confidence: reading.confidence,
        rect,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line of 20 pixels height: each word is what a run of this width was read as, with the gap before it.
    fn read(words: &[(&str, f64, f64)]) -> Vec<(String, f64)> {
        let mut runs = Vec::new();
        let mut x = 0.0;
        let mut places = Vec::new();
        for (text, width, gap) in words {
            x += gap;
            runs.push(PixelRect::new(x, 0.0, *width, 20.0));
            let count = text.chars().count() as f64;
            places.extend(
                text.chars()
                    .enumerate()
                    .map(|(i, c)| (c, x + (i as f64 + 0.5) * width / count)),
            );
            x += width;
        }
        let rect = PixelRect::new(0.0, 0.0, x, 20.0);
        let spike = |(c, at): (char, f64)| Spike {
            character: c.to_string(),
            at: (at / x) as f32,
            confidence: 0.9,
        };
        let reading = Reading::of(places.into_iter().map(spike).collect());
        let piece = Piece::of_runs(rect, runs);
        parted(&piece, reading, rect)
            .into_iter()
            .map(|line| (line.text, line.rect.x))
            .collect()
    }

    fn texts(words: &[(&str, f64, f64)]) -> Vec<String> {
        read(words).into_iter().map(|(text, _)| text).collect()
    }

    #[test]
    fn a_chevron_after_a_value_is_a_line_of_its_own_with_its_own_box() {
        let lines = read(&[("Off", 30.0, 0.0), (">", 8.0, 12.0)]);
        assert_eq!(lines, [("Off".to_owned(), 0.0), (">".to_owned(), 42.0)]);
    }

    #[test]
    fn a_back_sign_in_the_font_stays_with_its_label() {
        assert_eq!(texts(&[("<", 10.0, 0.0), ("Back", 40.0, 10.0)]), ["< Back"]);
    }

    #[test]
    fn an_icon_beside_a_text_is_left_out() {
        assert_eq!(texts(&[("Q", 20.0, 0.0), ("Search", 60.0, 10.0)]), ["Search"]);
        assert_eq!(texts(&[("日", 20.0, 0.0), ("100%", 40.0, 8.0)]), ["100%"]);
        assert_eq!(texts(&[("Sort", 40.0, 0.0), ("↑", 12.0, 8.0)]), ["Sort"]);
    }

    #[test]
    fn a_one_letter_word_is_no_icon() {
        let cat = [("c", 14.0, 2.0), ("a", 14.0, 2.0), ("t", 10.0, 2.0)];
        let read = |gap: f64| {
            let [c, a, t] = cat;
            texts(&[("A", 19.0, 0.0), ("c", c.1, gap), a, t])
        };
        assert_eq!(read(8.0), ["A cat"]);
        assert_eq!(read(10.5), ["cat"]);
    }

    #[test]
    fn a_caret_is_left_out_whatever_it_was_read_as() {
        let caret = PixelRect::new(0.0, 0.0, 3.0, 30.0);
        let letters: Vec<PixelRect> = (0..5)
            .map(|i| PixelRect::new(8.0 + 14.0 * f64::from(i), 5.0, 12.0, 18.0))
            .collect();
        let read_as = |texts: &[(&str, f64)], before: bool| {
            let (mut runs, rect) = (letters.clone(), PixelRect::new(0.0, 0.0, 90.0, 30.0));
            if before {
                runs.insert(0, caret);
            } else {
                runs.push(PixelRect::new(85.0, caret.y, caret.width, caret.height));
            }
            let spikes = texts.iter().map(|(character, x)| Spike {
                character: (*character).to_owned(),
                at: (x / rect.width) as f32,
                confidence: 0.9,
            });
            parted(&Piece::of_runs(rect, runs), Reading::of(spikes.collect()), rect)
                .remove(0)
                .text
        };
        let word = [("A", 14.0), ("g", 28.0), ("e", 42.0), ("n", 56.0), ("t", 70.0)];
        for (text, x) in [("I", 2.0), ("|", 9.0), ("l", 12.0)] {
            assert_eq!(read_as(&[&[(text, x)], &word[..]].concat(), true), "Agent", "{text}");
        }
        assert_eq!(read_as(&word, true), "Agent");
        // Too faint for ink: read before it.
        let faint = |first: (&str, f64), runs: &[PixelRect]| {
            let spikes = [first, ("G", 16.0), ("o", 30.0)].map(|(character, x): (&str, f64)| Spike {
                character: character.to_owned(),
                at: (x / 90.0) as f32,
                confidence: 0.9,
            });
            let rect = PixelRect::new(0.0, 0.0, 90.0, 30.0);
            parted(&Piece::of_runs(rect, runs.to_vec()), Reading::of(spikes.to_vec()), rect)
                .remove(0)
                .text
        };
        assert_eq!(faint(("I", 3.0), &letters), "Go");
        assert_eq!(
            faint(
                ("I", 8.0),
                &[PixelRect::new(7.0, 5.0, 3.0, 18.0), letters[0], letters[1]]
            ),
            "IGo"
        );
        assert_eq!(read_as(&[&word[..], &[("|", 86.0)]].concat(), false), "Agent");
    }

    #[test]
    fn a_letter_or_an_ideograph_of_a_text_stays() {
        assert_eq!(texts(&[("A", 13.0, 0.0), ("lot", 30.0, 10.0)]), ["A lot"]);
        assert_eq!(texts(&[("W", 20.0, 0.0), ("end", 30.0, 10.0)]), ["W end"]);
        assert_eq!(texts(&[("设", 20.0, 0.0), ("置", 20.0, 2.0)]), ["设置"]);
    }

    #[test]
    fn a_sign_that_was_not_read_parts_two_texts() {
        assert_eq!(
            texts(&[("LTE", 50.0, 0.0), ("", 28.0, 10.0), ("100%", 70.0, 15.0)]),
            ["LTE", "100%"]
        );
    }
}
