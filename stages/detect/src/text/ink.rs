//! Where the ink of a region is: the pixels that stand out from its background.
//!
//! A model's boxes are soft: a pixel more or less from one frame, engine or neighbour to the next. What a screen draws has sharp
//! edges, so an upright region on a plain background is snapped to its ink. The same line then has the same box and the same crop on
//! every frame, and the gaps between its parts can be measured.

use image::{Rgb, RgbImage};
use skillc_records::PixelRect;

/// Ink differs from its background by at least this much in some channel: above what lossy pictures add.
const MIN_CONTRAST: i32 = 24;

/// The share of the strongest contrast that counts as ink: cuts the soft edge of a stroke in its middle.
const INK_SHARE: f64 = 0.35;

/// A region with more ink than this is a photo or a gradient, and not text on a plain background.
const MAX_INK: f64 = 0.7;

/// How far beyond the region ink that reaches over its edge is followed, in heights of the region.
const REACH: f64 = 0.25;

/// A row or column with this share of ink is an edge of a box and not part of a text.
const EDGE_SHARE: f64 = 0.95;

/// In a box with rounded corners a text reaches beyond its stroke at either side by at most this, in heights of the stroke.
const CORNER: f64 = 0.25;

/// In such a box a text has no more blank rows between its parts than this, in heights of the stroke.
const BLANK: f64 = 0.5;

/// The ink of one line.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ink {
    /// Top and bottom of the ink, in pixels.
    pub(crate) rows: (u32, u32),
    /// The runs of columns with ink, left to right, in pixels; at least one.
    pub(crate) runs: Vec<(u32, u32)>,
    mask: Mask,
}

/// Ink or no ink, for a part of the picture.
#[derive(Debug, Clone, PartialEq)]
struct Mask {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
    ink: Vec<bool>,
}

impl Ink {
    /// The ink of a region whose stroke is `core` and whose likely size is `grown`. None where there is no plain background.
    pub(crate) fn find(picture: &RgbImage, core: PixelRect, grown: PixelRect) -> Option<Self> {
        let reach = grown.height * REACH;
        let area = pixels(
            PixelRect::new(
                grown.x - reach,
                grown.y - reach,
                grown.width + 2.0 * reach,
                grown.height + 2.0 * reach,
            ),
            picture,
        )?;
        let inner = pixels(grown, picture)?;
        let background = background(picture, inner);
        let contrast = strongest_contrast(picture, pixels(core, picture)?, background);
        if contrast < MIN_CONTRAST {
            return None;
        }
        let threshold = ((f64::from(contrast) * INK_SHARE) as i32).max(MIN_CONTRAST * 2 / 3);
        let mask = Mask::of(picture, area, background, threshold);
        let (left, top, right, bottom) = inner;

        let row_ink = |y: u32| mask.row(y, left, right);
        let middle = ((core.y + core.height / 2.0) as u32).clamp(top, bottom - 1);
        let width = right - left;
        let is_edge = |count: u32, of: u32| f64::from(count) >= EDGE_SHARE * f64::from(of);
        // Upwards and downwards from the middle: to the edge of a box or, beyond the region, to the first row without ink.
        let stop = |y: u32| is_edge(row_ink(y), width) || (row_ink(y) == 0 && !(top..bottom).contains(&y));
        let (area_top, area_bottom) = (mask.top, mask.top + mask.height);
        let first = (area_top..=middle).rev().take_while(|&y| !stop(y)).last()?;
        let last = (middle..area_bottom).take_while(|&y| !stop(y)).last()?;
        // In a box with rounded corners these are ink too. They lie outside of what the stroke covers, grown a little, or stand off.
        let is_box = |y: u32| (area_top..area_bottom).contains(&y) && is_edge(row_ink(y), width);
        let in_box = (first > area_top && is_box(first - 1)) || is_box(last + 1);
        let near = (core.x - CORNER * core.height).max(0.0) as u32;
        let far = (core.x + core.width + CORNER * core.height) as u32;
        let (left, right) = if in_box {
            (left.max(near), right.min(far))
        } else {
            (left, right)
        };
        let row_ink = |y: u32| mask.row(y, left, right);
        let blank = if in_box {
            (BLANK * core.height) as u32 + 1
        } else {
            u32::MAX
        };
        let first = reached((first..=middle).rev(), blank, |y| row_ink(y) > 0)?;
        let last = reached(middle..=last, blank, |y| row_ink(y) > 0)?;
        // Ink that runs out of the area is not ours: an underline's box, a picture, the next line.
        let first = if first == area_top && area_top > 0 { top } else { first };
        let last = if last + 1 == area_bottom && area_bottom < picture.height() {
            bottom - 1
        } else {
            last
        };

        let height = last + 1 - first;
        let column_ink = |x: u32| mask.column(x, first, last + 1);
        let is_box_edge =
            |x: u32| is_edge(mask.column(x, area_top, area_bottom), mask.height) && mask.height > height * 5 / 4;
        let (area_left, area_right) = (mask.left, mask.left + mask.width);
        let middle_column = (left + right) / 2;
        let quiet = (height / 8).max(1);
        let blank = |x: u32, step: i64| {
            (0..i64::from(quiet)).all(|i| {
                let x = i64::from(x) + i * step;
                x < i64::from(area_left) || x >= i64::from(area_right) || column_ink(x as u32) == 0
            })
        };
        let start = (area_left..=middle_column)
            .rev()
            .take_while(|&x| !is_box_edge(x) && (x >= left || !blank(x, -1)))
            .last()?;
        let end = (middle_column..area_right)
            .take_while(|&x| !is_box_edge(x) && (x < right || !blank(x, 1)))
            .last()?;
        let runs = runs((start..=end).map(|x| (x, column_ink(x) > 0)));
        let inked: u32 = (start..=end).map(column_ink).sum();
        let extent = (end + 1 - start) * height;
        if runs.is_empty() || f64::from(inked) > MAX_INK * f64::from(extent) {
            return None;
        }
        Some(Self {
            rows: (first, last + 1),
            runs,
            mask,
        })
    }

    /// The height of the line in pixels, at least 1.
    pub(crate) fn height(&self) -> u32 {
        self.rows.1 - self.rows.0
    }

    /// The tight box around the runs from `first` to `last`, both included.
    pub(crate) fn bounds(&self, first: usize, last: usize) -> PixelRect {
        let (left, right) = (self.runs[first].0, self.runs[last].1);
        let inked = |&y: &u32| self.mask.row(y, left, right) > 0;
        let top = (self.rows.0..self.rows.1).find(inked).unwrap_or(self.rows.0);
        let bottom = (top..self.rows.1).rev().find(inked).map_or(self.rows.1, |y| y + 1);
        PixelRect::new(
            f64::from(left),
            f64::from(top),
            f64::from(right - left),
            f64::from(bottom - top),
        )
    }
}

/// Which way a chevron points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Chevron {
    /// `<`
    Left,
    /// `>`
    Right,
}

/// A stroke may lie this far from where a chevron's would, on average, in widths of the sign.
const CHEVRON_ERROR: f64 = 0.12;

impl Ink {
    /// Whether the run is drawn as a chevron: one slanted stroke from the back of the sign to its point, and one back. Recognition
    /// models take a lone one for a `V` as readily as for a `>`.
    pub(crate) fn chevron(&self, run: usize) -> Option<Chevron> {
        let (left, right) = self.runs[run];
        let rect = self.bounds(run, run);
        let (top, bottom) = (rect.y as u32, (rect.y + rect.height) as u32);
        let (width, height) = (f64::from(right - left), f64::from(bottom - top));
        if height < 6.0 || width < 3.0 || !(0.8..=3.5).contains(&(height / width)) {
            return None;
        }
        // The middle and the width of the stroke in each row, in widths of the sign; rows with two strokes are those of a `V`.
        let mut strokes = Vec::new();
        for y in top..bottom {
            let inked: Vec<u32> = (left..right).filter(|&x| self.mask.at(x, y)).collect();
            if let (Some(&first), Some(&last)) = (inked.first(), inked.last())
                && (last - first) as usize + 1 == inked.len()
            {
                let place = (f64::from(y - top) + 0.5) / height;
                let middle = (f64::from(first - left) + f64::from(last + 1 - left)) / 2.0 / width;
                strokes.push((place, middle, inked.len() as f64 / width));
            }
        }
        if (strokes.len() as f64) < 0.9 * height {
            return None;
        }
        let count = strokes.len() as f64;
        let thickness = strokes.iter().map(|stroke| stroke.2).sum::<f64>() / count;
        if thickness > 0.65 {
            return None;
        }
        let error = |mirrored: bool| {
            let off = strokes.iter().map(|&(place, middle, _)| {
                let reach = 1.0 - (2.0 * place - 1.0).abs();
                let expected = thickness / 2.0 + reach * (1.0 - thickness);
                (if mirrored { 1.0 - middle } else { middle } - expected).abs()
            });
            off.sum::<f64>() / count
        };
        match (error(false), error(true)) {
            (right, left) if right <= CHEVRON_ERROR && right < left => Some(Chevron::Right),
            (_, left) if left <= CHEVRON_ERROR => Some(Chevron::Left),
            _ => None,
        }
    }
}

impl Mask {
    fn of(
        picture: &RgbImage,
        (left, top, right, bottom): (u32, u32, u32, u32),
        background: Rgb<u8>,
        threshold: i32,
    ) -> Self {
        let mut ink = Vec::with_capacity(((right - left) * (bottom - top)) as usize);
        for y in top..bottom {
            ink.extend((left..right).map(|x| difference(*picture.get_pixel(x, y), background) > threshold));
        }
        Self {
            left,
            top,
            width: right - left,
            height: bottom - top,
            ink,
        }
    }

    fn at(&self, x: u32, y: u32) -> bool {
        self.ink[((y - self.top) * self.width + (x - self.left)) as usize]
    }

    /// Pixels of ink in row `y` from `left` to before `right`.
    fn row(&self, y: u32, left: u32, right: u32) -> u32 {
        (left..right).filter(|&x| self.at(x, y)).count() as u32
    }

    /// Pixels of ink in column `x` from `top` to before `bottom`.
    fn column(&self, x: u32, top: u32, bottom: u32) -> u32 {
        (top..bottom).filter(|&y| self.at(x, y)).count() as u32
    }
}

/// The last of `rows` with ink before more than `blank` rows without.
fn reached(rows: impl Iterator<Item = u32>, blank: u32, has_ink: impl Fn(u32) -> bool) -> Option<u32> {
    let (mut last, mut empty) = (None, 0);
    for row in rows {
        if has_ink(row) {
            (last, empty) = (Some(row), 0);
        } else {
            empty += 1;
            if last.is_some() && empty > blank {
                break;
            }
        }
    }
    last
}

/// The whole pixels that a box touches, inside the picture: left, top, right, bottom; none if there are none.
fn pixels(rect: PixelRect, picture: &RgbImage) -> Option<(u32, u32, u32, u32)> {
    let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
    let left = rect.x.floor().clamp(0.0, width) as u32;
    let top = rect.y.floor().clamp(0.0, height) as u32;
    let right = (rect.x + rect.width).ceil().clamp(0.0, width) as u32;
    let bottom = (rect.y + rect.height).ceil().clamp(0.0, height) as u32;
    (left < right && top < bottom).then_some((left, top, right, bottom))
}

/// The commonest colour, found among colours rounded to five bits a channel, as the mean of the pixels that round to it.
fn background(picture: &RgbImage, (left, top, right, bottom): (u32, u32, u32, u32)) -> Rgb<u8> {
    let mut bins = vec![(0u32, [0u32; 3]); 1 << 15];
    for y in top..bottom {
        for x in left..right {
            let Rgb([r, g, b]) = *picture.get_pixel(x, y);
            let bin = &mut bins[usize::from(r >> 3) << 10 | usize::from(g >> 3) << 5 | usize::from(b >> 3)];
            bin.0 += 1;
            for (sum, value) in bin.1.iter_mut().zip([r, g, b]) {
                *sum += u32::from(value);
            }
        }
    }
    // The first of the commonest, so that a tie is decided the same way everywhere.
    let mut best = &bins[0];
    for bin in &bins {
        if bin.0 > best.0 {
            best = bin;
        }
    }
    Rgb(best.1.map(|sum| (sum / best.0.max(1)) as u8))
}

fn strongest_contrast(
    picture: &RgbImage,
    (left, top, right, bottom): (u32, u32, u32, u32),
    background: Rgb<u8>,
) -> i32 {
    let columns = |y| (left..right).map(move |x| (x, y));
    (top..bottom)
        .flat_map(columns)
        .map(|(x, y)| difference(*picture.get_pixel(x, y), background))
        .max()
        .unwrap_or(0)
}

/// The largest difference in a channel.
fn difference(a: Rgb<u8>, b: Rgb<u8>) -> i32 {
    a.0.iter()
        .zip(b.0)
        .map(|(&a, b)| (i32::from(a) - i32::from(b)).abs())
        .max()
        .unwrap_or(0)
}

/// The runs of set columns.
fn runs(columns: impl Iterator<Item = (u32, bool)>) -> Vec<(u32, u32)> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for (x, _) in columns.filter(|&(_, set)| set) {
        match runs.last_mut() {
            Some(run) if run.1 == x => run.1 = x + 1,
            _ => runs.push((x, x + 1)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sign drawn by `#`, black on white, four times as large.
    fn chevron(rows: &[&str]) -> Option<Chevron> {
        let (width, height) = (rows[0].len() as u32, rows.len() as u32);
        let picture = RgbImage::from_fn((width + 8) * 4, (height + 8) * 4, |x, y| {
            let (x, y) = ((x / 4).wrapping_sub(4), (y / 4).wrapping_sub(4));
            let inked = x < width && y < height && rows[y as usize].as_bytes()[x as usize] == b'#';
            Rgb([if inked { 20 } else { 250 }; 3])
        });
        let rect = PixelRect::new(16.0, 16.0, f64::from(width * 4), f64::from(height * 4));
        let around = PixelRect::new(4.0, 4.0, rect.width + 24.0, rect.height + 24.0);
        let ink = Ink::find(&picture, rect, around).expect("ink");
        assert_eq!(ink.bounds(0, ink.runs.len() - 1), rect);
        ink.chevron(0)
    }

    #[test]
    fn a_chevron_is_told_by_its_shape() {
        let right = [
            "##....", ".##...", "..##..", "...##.", "....##", "...##.", "..##..", ".##...", "##....",
        ];
        let left: Vec<String> = right.iter().map(|row| row.chars().rev().collect()).collect();
        assert_eq!(chevron(&right), Some(Chevron::Right));
        assert_eq!(
            chevron(&left.iter().map(String::as_str).collect::<Vec<_>>()),
            Some(Chevron::Left)
        );
    }

    #[test]
    fn letters_are_none() {
        assert_eq!(
            chevron(&["##..##", "##..##", ".#..#.", ".####.", "..##..", "..##.."]),
            None
        );
        assert_eq!(chevron(&["###", ".##", ".##", ".##", ".##", ".##", "###"]), None);
        assert_eq!(chevron(&["##...", "##...", "##...", "##...", "#####"]), None);
        assert_eq!(
            chevron(&["#####.", "##..##", "##...#", "##...#", "##..##", "#####."]),
            None
        );
    }

    #[test]
    fn ink_is_found_within_a_box_with_edges() {
        // A text field: a frame far around the text is no part of it.
        let picture = RgbImage::from_fn(100, 60, |x, y| {
            let frame = x < 2 || y < 2 || x >= 98 || y >= 58;
            let text = (20..60).contains(&x) && (25..37).contains(&y) && (x / 4) % 2 == 0;
            Rgb([if frame || text { 0 } else { 255 }; 3])
        });
        let ink = Ink::find(
            &picture,
            PixelRect::new(20.0, 28.0, 40.0, 6.0),
            PixelRect::new(4.0, 14.0, 80.0, 34.0),
        )
        .expect("ink");
        assert_eq!(
            ink.bounds(0, ink.runs.len() - 1),
            PixelRect::new(24.0, 25.0, 36.0, 12.0)
        );
    }
}
