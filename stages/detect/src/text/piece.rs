//! Pieces: what is read as one.

use image::RgbImage;
use skillc_records::PixelRect;

use super::crop;
use super::ink::{Chevron, Ink};
use super::quad::Quad;
use super::region::Region;

/// A gap this wide, in heights of the line, parts two things. The space between two words is half of that, in lines
/// without ascenders a little more.
const PARTING_GAP: f64 = 0.8;

/// What is read as one.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Piece {
    /// Its box in pixels.
    pub(crate) rect: PixelRect,
    shape: Shape,
}

#[derive(Debug, Clone, PartialEq)]
enum Shape {
    /// Runs of ink on a plain background: the tight box of each.
    Inked(Vec<PixelRect>),
    /// One run that is drawn as a chevron.
    Chevron(Chevron),
    /// Upright, on anything else.
    Upright,
    /// A tilted line.
    Tilted(Quad),
}

/// The pieces of `regions`. A piece that lies in another one's box is left out: two strokes can snap to the same ink.
pub(crate) fn pieces(picture: &RgbImage, regions: &[Region]) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for piece in regions.iter().flat_map(|region| of_region(picture, region)) {
        match pieces.iter_mut().find(|other| is_same(other.rect, piece.rect)) {
            Some(other) if area(other.rect) < area(piece.rect) => *other = piece,
            Some(_) => {}
            None => pieces.push(piece),
        }
    }
    pieces
}

fn of_region(picture: &RgbImage, region: &Region) -> Vec<Piece> {
    let (Some(core), Some(grown)) = (region.core.upright(), region.grown.upright()) else {
        return vec![Piece {
            rect: region.grown.bounds(),
            shape: Shape::Tilted(region.grown),
        }];
    };
    inked(picture, core, grown).unwrap_or_else(|| {
        let rect = PixelRect::new(
            grown.x.round(),
            grown.y.round(),
            grown.width.round(),
            grown.height.round(),
        );
        vec![Piece {
            rect,
            shape: Shape::Upright,
        }]
    })
}

/// The pieces whose stroke is `core` and whose likely size is `grown`; none where the background isn't plain.
pub(super) fn inked(picture: &RgbImage, core: PixelRect, grown: PixelRect) -> Option<Vec<Piece>> {
    let ink = Ink::find(picture, core, grown)?;
    let widest = PARTING_GAP * f64::from(ink.height());
    let mut parts = vec![(0, 0)];
    for (next, pair) in ink.runs.windows(2).enumerate() {
        if f64::from(pair[1].0 - pair[0].1) >= widest {
            parts.push((next + 1, next + 1));
        } else if let Some(part) = parts.last_mut() {
            part.1 = next + 1;
        }
    }
    let piece = |(first, last): (usize, usize)| Piece {
        rect: ink.bounds(first, last),
        shape: match ink.chevron(first).filter(|_| first == last) {
            Some(chevron) => Shape::Chevron(chevron),
            None => Shape::Inked((first..=last).map(|run| ink.bounds(run, run)).collect()),
        },
    };
    Some(parts.into_iter().map(piece).collect())
}

impl Piece {
    /// The tight boxes of its runs of ink, left to right; none where the background isn't plain.
    pub(crate) fn runs(&self) -> &[PixelRect] {
        match &self.shape {
            Shape::Inked(runs) => runs,
            Shape::Chevron(_) | Shape::Upright | Shape::Tilted(_) => &[],
        }
    }

    /// The sign, if the piece is drawn as one: then it needs no reading.
    pub(crate) fn chevron(&self) -> Option<&'static str> {
        match self.shape {
            Shape::Chevron(Chevron::Left) => Some("<"),
            Shape::Chevron(Chevron::Right) => Some(">"),
            Shape::Inked(_) | Shape::Upright | Shape::Tilted(_) => None,
        }
    }

    /// What the recognition model gets to see.
    pub(crate) fn crop(&self, picture: &RgbImage) -> RgbImage {
        match &self.shape {
            Shape::Tilted(quad) => crop::tilted(picture, quad),
            Shape::Inked(_) | Shape::Chevron(_) | Shape::Upright => crop::upright(picture, self.crop_rect(picture)),
        }
    }

    /// Where that lies in the picture; the box of a tilted piece.
    pub(crate) fn crop_rect(&self, picture: &RgbImage) -> PixelRect {
        match &self.shape {
            Shape::Inked(_) | Shape::Chevron(_) => crop::inside(picture, crop::with_margin(self.rect)),
            Shape::Upright => crop::inside(picture, self.rect),
            Shape::Tilted(_) => self.rect,
        }
    }

    /// A piece with these runs of ink.
    #[cfg(test)]
    pub(super) fn of_runs(rect: PixelRect, runs: Vec<PixelRect>) -> Self {
        Self {
            rect,
            shape: Shape::Inked(runs),
        }
    }
}

fn area(rect: PixelRect) -> f64 {
    rect.width * rect.height
}

/// Whether two boxes share most of the smaller one.
fn is_same(a: PixelRect, b: PixelRect) -> bool {
    let width = (a.x + a.width).min(b.x + b.width) - a.x.max(b.x);
    let height = (a.y + a.height).min(b.y + b.height) - a.y.max(b.y);
    width > 0.0 && height > 0.0 && width * height > 0.7 * area(a).min(area(b))
}
