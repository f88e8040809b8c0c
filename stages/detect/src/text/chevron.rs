//! Chevrons: `Off >` is a value and a sign that there is more, and not one text.

use skillc_records::PixelRect;
use skillc_text::trim;

use super::piece::Piece;
use super::{Line, Reading};

/// Signs that stand for "there is more" after a value.
const CHEVRONS: [&str; 5] = [">", "›", "〉", "❯", "»"];

/// A gap before a chevron that is wider than this, in heights of the line, parts it from what it follows. Spaces within a text
/// (`Home > Settings`) are narrower.
const GAP: f64 = 0.35;

/// The line or lines that `piece` reads as: a chevron at its end that stands off from the rest is a line of its own.
pub(crate) fn parted(piece: &Piece, reading: Reading) -> Vec<Line> {
    part(piece, &reading).unwrap_or_else(|| vec![line(&reading, piece.rect)])
}

fn part(piece: &Piece, reading: &Reading) -> Option<Vec<Line>> {
    let (last, before) = reading.spikes.split_last()?;
    let rest: Vec<_> = before.iter().cloned().collect();
    let is_chevron = CHEVRONS.contains(&last.character.as_str());
    let has_text = rest.iter().any(|spike| !spike.character.trim().is_empty());
    let &[.., value, chevron] = piece.runs() else {
        return None;
    };
    let gap = f64::from(chevron.0 - value.1);
    if !is_chevron || !has_text || gap < GAP * piece.rect.height {
        return None;
    }
    let rect = piece.rect;
    let until = f64::from(value.1);
    let value = PixelRect::new(rect.x, rect.y, until - rect.x, rect.height);
    let chevron = PixelRect::new(
        f64::from(chevron.0),
        rect.y,
        f64::from(chevron.1 - chevron.0),
        rect.height,
    );
    Some(vec![
        line(&Reading::of(rest), value),
        line(&Reading::of(vec![last.clone()]), chevron),
    ])
}

fn line(reading: &Reading, rect: PixelRect) -> Line {
    Line {
        text: trim(&reading.text).to_owned(),
        confidence: reading.confidence,
        rect,
    }
}
