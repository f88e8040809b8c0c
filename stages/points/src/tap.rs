//! The tap-point rule: rows of text, rows of icon labels, and where each is tapped.
//!
//! Texts are sorted by their top. A row is a run whose tops are less than the tolerance below the first one's. A row of at least
//! three short, narrow, evenly spaced labels belongs to icons above it: if there is room for icons, or the row lies at the bottom of
//! the window, the tap goes up by a fixed offset. Everything else is tapped in its middle.
//!
//! Source: reference on mirroir's semantics, §8.

use serde::{Deserialize, Serialize};
use skillc_records::{Confidence, TapPoint, WindowPoint, WindowRect, WindowSize};
use skillc_text::grapheme_count;

use crate::frame::moved_inside;

/// The numbers of the tap-point rule. The defaults are the live explorer's.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TapSettings {
    /// The longest text that counts as an icon's label, in graphemes.
    pub max_label_length: usize,
    /// A label is narrower than this part of the window's width.
    pub max_label_width_fraction: f64,
    /// The gap above a row of labels must be larger than this, in points.
    pub min_gap_for_offset: f64,
    /// The fewest labels in a row of icons.
    pub icon_row_min_labels: usize,
    /// How far above a label's top its icon is tapped, in points.
    pub icon_offset: f64,
    /// Texts whose tops are closer than this to the first of a row are in that row, in points.
    pub row_tolerance: f64,
    /// A row of labels that begins at or below this part of the window's height is a tab bar and needs no gap.
    pub bottom_zone_fraction: f64,
    /// The largest allowed ratio of the widest to the narrowest gap between neighbours in a row of icons.
    pub icon_row_max_spacing_ratio: f64,
}

impl Default for TapSettings {
    fn default() -> Self {
        Self {
            max_label_length: 15,
            max_label_width_fraction: 0.4,
            min_gap_for_offset: 50.0,
            icon_row_min_labels: 3,
            icon_offset: 30.0,
            row_tolerance: 10.0,
            bottom_zone_fraction: 0.90,
            icon_row_max_spacing_ratio: 1.5,
        }
    }
}

/// A line of text that a re-run detector found.
#[derive(Debug, Clone, Copy)]
pub struct Line<'d> {
    /// The text.
    pub text: &'d str,
    /// Its box in window points; finite.
    pub rect: WindowRect,
    /// How sure the detector is.
    pub confidence: Option<Confidence>,
}

/// The tap points of `lines`, top to bottom; lines with the same top stay in their order.
pub fn tap_points(mut lines: Vec<Line<'_>>, window: WindowSize, settings: &TapSettings) -> Vec<TapPoint> {
    lines.sort_by(|a, b| a.rect.y.total_cmp(&b.rect.y));
    let mut points = Vec::with_capacity(lines.len());
    let mut bottom_of_multiple = 0.0_f64;
    for row in rows(&lines, settings.row_tolerance) {
        let top = row[0].rect.y;
        // Single texts above a row of labels are often part of the icons themselves (a calendar's date), so the gap is measured
        // from the last row that has more than one text.
        let room = top - bottom_of_multiple > settings.min_gap_for_offset
            || top >= window.height * settings.bottom_zone_fraction;
        let up = room && is_icon_row(row, window, settings);
        for line in row {
            let middle = line.rect.center();
            let y = if up {
                (line.rect.y - settings.icon_offset).max(0.0)
            } else {
                middle.y
            };
            points.push(TapPoint {
                text: line.text.to_owned(),
                at: moved_inside(WindowPoint::new(middle.x, y), window),
                confidence: line.confidence,
                rect: Some(line.rect),
            });
        }
        if row.len() >= 2 {
            bottom_of_multiple = row
                .iter()
                .map(|line| line.rect.bottom())
                .fold(bottom_of_multiple, f64::max);
        }
    }
    points
}

/// Cuts lines, sorted by top, into rows; no row is empty.
fn rows<'l, 'd>(mut lines: &'l [Line<'d>], tolerance: f64) -> impl Iterator<Item = &'l [Line<'d>]> {
    std::iter::from_fn(move || {
        let top = lines.first()?.rect.y;
        let length = 1 + lines[1..]
            .iter()
            .take_while(|line| line.rect.y - top < tolerance)
            .count();
        let (row, rest) = lines.split_at(length);
        lines = rest;
        Some(row)
    })
}

fn is_icon_row(row: &[Line<'_>], window: WindowSize, settings: &TapSettings) -> bool {
    row.len() >= settings.icon_row_min_labels
        && row.iter().all(|line| {
            line.rect.width < window.width * settings.max_label_width_fraction
                && grapheme_count(line.text) <= settings.max_label_length
        })
        && is_evenly_spaced(row, settings.icon_row_max_spacing_ratio)
}

/// Whether the gaps between neighbouring middles are alike. Two labels at the same place leave nothing to compare and pass.
fn is_evenly_spaced(row: &[Line<'_>], max_ratio: f64) -> bool {
    let mut middles: Vec<f64> = row.iter().map(|line| line.rect.center().x).collect();
    middles.sort_by(f64::total_cmp);
    let gaps = || middles.windows(2).map(|pair| pair[1] - pair[0]);
    let narrowest = gaps().fold(f64::INFINITY, f64::min);
    let widest = gaps().fold(0.0, f64::max);
    narrowest <= 0.0 || widest / narrowest <= max_ratio
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const WINDOW: WindowSize = WindowSize::new(400.0, 900.0);

    fn line(text: &str, x: f64, y: f64) -> Line<'_> {
        Line {
            text,
            rect: WindowRect::new(x, y, 40.0, 10.0),
            confidence: None,
        }
    }

    fn ys(lines: Vec<Line<'_>>) -> Vec<f64> {
        tap_points(lines, WINDOW, &TapSettings::default())
            .iter()
            .map(|point| point.at.y)
            .collect()
    }

    fn labels(y: f64) -> Vec<Line<'static>> {
        ["One", "Two", "Six"]
            .iter()
            .enumerate()
            .map(|(i, text)| line(text, 20.0 + 100.0 * i as f64, y))
            .collect()
    }

    #[test]
    fn labels_below_room_for_icons_are_tapped_above() {
        assert_eq!(ys(labels(100.0)), [70.0; 3]);
        assert_eq!(ys(labels(50.0)), [55.0; 3], "a gap of exactly 50 is no room");
        assert_eq!(ys(labels(51.0)), [21.0; 3]);
    }

    #[test]
    fn a_single_text_above_takes_no_room_and_a_pair_does() {
        let mut lines = labels(300.0);
        lines.push(line("12", 20.0, 280.0));
        assert_eq!(ys(lines.clone()), [285.0, 270.0, 270.0, 270.0]);
        lines.push(line("13", 120.0, 281.0));
        assert_eq!(ys(lines)[2..], [305.0; 3]);
    }

    #[test]
    fn a_row_at_the_bottom_needs_no_room() {
        let mut lines = labels(815.0);
        lines.extend([line("a", 20.0, 790.0), line("b", 200.0, 790.0)]);
        assert_eq!(ys(lines)[2..], [785.0; 3]);
        let mut lines = labels(809.0);
        lines.extend([line("a", 20.0, 790.0), line("b", 200.0, 790.0)]);
        assert_eq!(ys(lines)[2..], [814.0; 3]);
    }

    #[test]
    fn uneven_long_wide_or_few_labels_are_no_icon_row() {
        let uneven = vec![line("a", 0.0, 200.0), line("b", 100.0, 200.0), line("c", 251.0, 200.0)];
        assert_eq!(ys(uneven), [205.0; 3]);
        let just_even = vec![line("a", 0.0, 200.0), line("b", 100.0, 200.0), line("c", 250.0, 200.0)];
        assert_eq!(ys(just_even), [170.0; 3]);
        let mut long = labels(200.0);
        long[1].text = "sixteen letters!";
        assert_eq!(ys(long), [205.0; 3]);
        let mut wide = labels(200.0);
        wide[1].rect.width = 160.0;
        assert_eq!(ys(wide), [205.0; 3]);
        assert_eq!(ys(labels(200.0)[..2].to_vec()), [205.0; 2]);
    }

    #[test]
    fn labels_at_one_place_leave_no_gap_to_compare() {
        assert_eq!(
            ys(vec![
                line("a", 9.0, 200.0),
                line("b", 9.0, 200.0),
                line("c", 300.0, 200.0)
            ]),
            [170.0; 3]
        );
    }

    #[test]
    fn a_row_is_measured_from_its_first_text() {
        // 200, 208 and 216: the third is 16 below the first, so it begins a row of its own.
        let lines = vec![line("a", 0.0, 200.0), line("b", 100.0, 208.0), line("c", 200.0, 216.0)];
        assert_eq!(ys(lines), [205.0, 213.0, 221.0]);
    }

    proptest! {
        #[test]
        fn every_line_keeps_its_text_and_lands_in_the_window(
            places in prop::collection::vec((-50.0..500.0_f64, -50.0..1000.0_f64, 0.0..300.0_f64, 0.0..40.0_f64), 0..30),
        ) {
            let texts: Vec<String> = (0..places.len()).map(|i| format!("t{i}")).collect();
            let lines = places.iter().zip(&texts).map(|(&(x, y, width, height), text)| Line {
                text, rect: WindowRect::new(x, y, width, height), confidence: None,
            }).collect();
            let points = tap_points(lines, WINDOW, &TapSettings::default());
            let mut seen: Vec<&str> = points.iter().map(|point| point.text.as_str()).collect();
            let mut wanted: Vec<&str> = texts.iter().map(String::as_str).collect();
            seen.sort_unstable();
            wanted.sort_unstable();
            prop_assert_eq!(seen, wanted);
            prop_assert!(points.iter().all(|p| (0.0..=400.0).contains(&p.at.x) && (0.0..=900.0).contains(&p.at.y)));
            prop_assert!(points.is_sorted_by(|a, b| a.rect.map(|r| r.y) <= b.rect.map(|r| r.y)));
        }
    }
}
