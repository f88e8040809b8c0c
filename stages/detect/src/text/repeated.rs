//! What repeats on a screen is looked for where it is missing.
//!
//! A detection model misses small things for no reason that a person could see: one chevron of a column of them, the short label of one
//! tab. The others say where to look, and what is there is taken only if it is drawn or read like them.

use image::RgbImage;
use skillc_records::PixelRect;

use super::Line;
use super::piece::{Piece, inked};

/// Two things are in one column if they begin within this many pixels of each other.
const COLUMN: f64 = 3.0;

/// A chevron lies at most this far above or below the middle of its row's text, in heights of the chevron.
const OFF_MIDDLE: f64 = 0.5;

/// Labels of one bar differ by no more than this in height and in place: accents and descenders.
const LIKE: f64 = 0.4;

/// The labels of a bar stand in this part of the picture, from the bottom.
const BAR: f64 = 0.12;

/// A label that was looked for is taken if it was read as surely as this.
const SURE: f32 = 0.9;

/// The chevrons of rows without one, in a column where other rows have one.
pub(super) fn chevrons(picture: &RgbImage, pieces: &[Piece]) -> Vec<Piece> {
    let mut columns: Vec<&Piece> = Vec::new();
    for sign in pieces.iter().filter(|piece| piece.chevron() == Some(">")) {
        if !columns.iter().any(|other| (other.rect.x - sign.rect.x).abs() <= COLUMN) {
            columns.push(sign);
        }
    }
    let mut found: Vec<Piece> = Vec::new();
    for sign in columns {
        let rows = pieces
            .iter()
            .filter(|piece| piece.chevron().is_none() && piece.rect.x + piece.rect.width < sign.rect.x);
        for row in rows {
            let (width, height) = (sign.rect.width, sign.rect.height);
            let middle = row.rect.y + row.rect.height / 2.0;
            let core = PixelRect::new(sign.rect.x, middle - height / 2.0, width, height);
            let taken = |piece: &Piece| {
                let near =
                    (piece.rect.y + piece.rect.height / 2.0 - middle).abs() <= height.max(piece.rect.height / 2.0);
                near && piece.rect.x < core.x + width && core.x < piece.rect.x + piece.rect.width
            };
            if pieces.iter().chain(&found).any(taken) {
                continue;
            }
            let margin = OFF_MIDDLE * height;
            let grown = PixelRect::new(core.x - 2.0, core.y - margin, width + 4.0, height + 2.0 * margin);
            let like = |piece: &Piece| {
                piece.chevron() == Some(">")
                    && (piece.rect.x - sign.rect.x).abs() <= COLUMN
                    && (piece.rect.height - height).abs() <= LIKE * height
            };
            if let Some([piece]) = inked(picture, core, grown).as_deref()
                && like(piece)
            {
                found.push(piece.clone());
            }
        }
    }
    found
}

/// What stands between the labels of a bar at the bottom and may be one more. It has to be read first: [`is_label`].
pub(super) fn labels(picture: &RgbImage, pieces: &[Piece]) -> Vec<Piece> {
    let bar = f64::from(picture.height()) * (1.0 - BAR);
    let candidates = pieces
        .iter()
        .filter(|piece| piece.rect.y >= bar && piece.chevron().is_none() && piece.rect.width > piece.rect.height);
    let Some(lowest) = candidates
        .clone()
        .max_by(|a, b| bottom(a.rect).total_cmp(&bottom(b.rect)))
    else {
        return Vec::new();
    };
    let row: Vec<&Piece> = candidates.filter(|piece| is_like(piece.rect, lowest.rect)).collect();
    if row.len() < 2 {
        return Vec::new();
    }
    let top = row.iter().map(|piece| piece.rect.y).fold(f64::INFINITY, f64::min);
    let height = row.iter().map(|piece| bottom(piece.rect)).fold(0.0, f64::max) - top;
    let strip = PixelRect::new(0.0, top, f64::from(picture.width()), height);
    let is_new = |piece: &Piece| {
        // A label that was taken together with its icon is no label yet.
        let beside = |other: &Piece| {
            is_like(other.rect, lowest.rect)
                && other.rect.x < piece.rect.x + piece.rect.width
                && piece.rect.x < other.rect.x + other.rect.width
        };
        is_like(piece.rect, lowest.rect) && piece.rect.width > piece.rect.height && !pieces.iter().any(beside)
    };
    let found = inked(picture, strip, strip).unwrap_or_default();
    found.into_iter().filter(is_new).collect()
}

/// Whether what was looked for turned out to be a label.
pub(super) fn is_label(line: &Line) -> bool {
    line.confidence >= SURE && line.text.chars().filter(|c| c.is_alphanumeric()).count() > 1
}

fn is_like(a: PixelRect, b: PixelRect) -> bool {
    let room = LIKE * a.height.max(b.height);
    (a.height - b.height).abs() <= room && (bottom(a) - bottom(b)).abs() <= room
}

fn bottom(rect: PixelRect) -> f64 {
    rect.y + rect.height
}
