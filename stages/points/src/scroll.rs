//! One list of texts from the screens of a scrolled page.
//!
//! Each screen of a page shows some of the texts of the one before, further up; [`crate::offset`] says how far. [`merge`] adds the new
//! texts of a screen at their place on the page, and [`deduplicate`] drops texts that were read twice.
//!
//! Source: reference on mirroir's semantics, §9.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use skillc_records::TapPoint;
use skillc_text::{contains, equals, grapheme_count, lower, nfc, trim};
use unicode_segmentation::UnicodeSegmentation as _;

/// The numbers of the scroll rules. The defaults are the live explorer's.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ScrollSettings {
    /// When two texts are the same.
    pub strategy: Same,
    /// The most edits between two readings of one text.
    pub levenshtein_max: usize,
    /// Two texts at most this far apart are one, in points.
    pub proximity: f64,
    /// The width of the columns that tell equal texts apart, in points.
    pub x_bucket_size: f64,
    /// Equal texts closer than this on the page are one, in points.
    pub page_y_tolerance: f64,
    /// A text on two screens is the same if its x differs by less than this, in points.
    pub content_match_x_tolerance: f64,
    /// A text that moved this much more or less than most is not counted, in points.
    pub content_match_outlier_threshold: f64,
    /// The fewest texts from which an offset is read.
    pub content_match_min_count: usize,
}

/// When two texts of a scrolled page are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Same {
    /// When they are equal; the last one stays.
    #[default]
    Exact,
    /// When few edits lead from one to the other; the surer one stays.
    Levenshtein,
    /// When they are at the same place; the surer one stays.
    Proximity,
}

/// A text at its place on the whole page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PagePoint {
    /// The text where it was seen.
    pub point: TapPoint,
    /// Points from the top of the page.
    pub page_y: f64,
}

impl Default for ScrollSettings {
    fn default() -> Self {
        Self {
            strategy: Same::Exact,
            levenshtein_max: 3,
            proximity: 15.0,
            x_bucket_size: 20.0,
            page_y_tolerance: 30.0,
            content_match_x_tolerance: 30.0,
            content_match_outlier_threshold: 20.0,
            content_match_min_count: 2,
        }
    }
}

/// The shortest text that is dropped for being part of a longer one, in graphemes.
const MIN_PART_LENGTH: usize = 5;

/// `points` without texts that were read twice, by their place on the page.
pub fn deduplicate(points: &[PagePoint], settings: &ScrollSettings) -> Vec<PagePoint> {
    let mut kept = match settings.strategy {
        Same::Exact => last_of_each(points),
        Same::Levenshtein => surest_of_each(points, |a, b| {
            edits(&a.point.text, &b.point.text) <= settings.levenshtein_max
        }),
        Same::Proximity => surest_of_each(points, |a, b| {
            let (dx, dy) = (a.point.at.x - b.point.at.x, a.page_y - b.page_y);
            dx.hypot(dy) <= settings.proximity
        }),
    };
    kept.sort_by(|a, b| a.page_y.total_cmp(&b.page_y));
    kept
}

fn last_of_each(points: &[PagePoint]) -> Vec<PagePoint> {
    let last: BTreeMap<_, usize> = points
        .iter()
        .enumerate()
        .map(|(i, point)| (nfc(&point.point.text), i))
        .collect();
    let mut places: Vec<usize> = last.into_values().collect();
    places.sort_unstable();
    places.into_iter().map(|i| points[i].clone()).collect()
}

/// Each text takes those after it that are the same as the surest of its group so far.
fn surest_of_each(points: &[PagePoint], same: impl Fn(&PagePoint, &PagePoint) -> bool) -> Vec<PagePoint> {
    let mut taken = vec![false; points.len()];
    let mut kept = Vec::new();
    for first in 0..points.len() {
        if taken[first] {
            continue;
        }
        let mut best = &points[first];
        for other in first + 1..points.len() {
            if !taken[other] && same(best, &points[other]) {
                taken[other] = true;
                if points[other].point.confidence > best.point.confidence {
                    best = &points[other];
                }
            }
        }
        kept.push(best.clone());
    }
    kept
}

/// The edits of one grapheme each that lead from `a` to `b`.
fn edits(a: &str, b: &str) -> usize {
    let (a, b) = (nfc(a), nfc(b));
    let (a, b): (Vec<&str>, Vec<&str>) = (a.graphemes(true).collect(), b.graphemes(true).collect());
    strsim::generic_levenshtein(&a, &b)
}

/// `page` and the texts of the next screen that are new on it, by their place on the page. The screen is scrolled by `offset` points
/// from the top of the page.
pub fn merge(page: &[PagePoint], screen: &[TapPoint], offset: f64, settings: &ScrollSettings) -> Vec<PagePoint> {
    let at_page = |point: &TapPoint| PagePoint {
        point: point.clone(),
        page_y: point.at.y + offset,
    };
    let mut merged = page.to_vec();
    if page.is_empty() {
        merged.extend(screen.iter().map(at_page));
        return merged;
    }
    for point in screen.iter().map(at_page) {
        // Equal texts of the same screen are compared too; the other tests look at what was there before.
        let known = merged.iter().any(|other| is_same_place(other, &point, settings))
            || page.iter().any(|other| is_read_again(other, &point, settings));
        if !known {
            merged.push(point);
        }
    }
    merged.sort_by(|a, b| a.page_y.total_cmp(&b.page_y));
    merged
}

fn is_same_place(a: &PagePoint, b: &PagePoint, settings: &ScrollSettings) -> bool {
    let column = |point: &PagePoint| (point.point.at.x / settings.x_bucket_size).trunc();
    column(a) == column(b) && is_near(a, b, settings) && equals(&a.point.text, &b.point.text)
}

fn is_near(a: &PagePoint, b: &PagePoint, settings: &ScrollSettings) -> bool {
    (a.page_y - b.page_y).abs() < settings.page_y_tolerance
}

fn is_read_again(known: &PagePoint, new: &PagePoint, settings: &ScrollSettings) -> bool {
    if !is_near(known, new, settings) {
        return false;
    }
    let near_x = (known.point.at.x - new.point.at.x).abs() < settings.content_match_x_tolerance;
    let by_strategy = match settings.strategy {
        Same::Exact => false,
        Same::Levenshtein => near_x && edits(&known.point.text, &new.point.text) <= settings.levenshtein_max,
        Same::Proximity => near_x,
    };
    by_strategy || is_part(trim(&new.point.text), trim(&known.point.text))
}

fn is_part(part: &str, whole: &str) -> bool {
    let length = grapheme_count(part);
    length >= MIN_PART_LENGTH && grapheme_count(whole) > length && contains(&lower(whole), &lower(part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use skillc_records::{Confidence, WindowPoint};

    fn text(text: &str, x: f64, y: f64) -> TapPoint {
        TapPoint {
            text: text.to_owned(),
            at: WindowPoint::new(x, y),
            confidence: None,
            rect: None,
        }
    }

    fn on_page(text: &str, x: f64, y: f64, confidence: f64) -> PagePoint {
        let point = TapPoint {
            confidence: Confidence::new(confidence),
            ..self::text(text, x, y)
        };
        PagePoint { page_y: y, point }
    }

    fn texts(points: &[PagePoint]) -> Vec<&str> {
        points.iter().map(|point| point.point.text.as_str()).collect()
    }

    #[test]
    fn the_last_of_equal_texts_stays() {
        let points = [
            on_page("Cafe\u{301}", 0.0, 100.0, 0.9),
            on_page("b", 0.0, 50.0, 0.9),
            on_page("Café", 0.0, 20.0, 0.1),
        ];
        let kept = deduplicate(&points, &ScrollSettings::default());
        assert_eq!(texts(&kept), ["Café", "b"]);
    }

    #[test]
    fn the_surest_reading_stays() {
        let settings = ScrollSettings {
            strategy: Same::Levenshtein,
            ..ScrollSettings::default()
        };
        let points = [
            on_page("O Activité", 0.0, 10.0, 0.6),
            on_page("D Activité", 0.0, 90.0, 0.8),
            on_page("Profile", 0.0, 50.0, 0.9),
        ];
        assert_eq!(texts(&deduplicate(&points, &settings)), ["Profile", "D Activité"]);
        let near = ScrollSettings {
            strategy: Same::Proximity,
            ..ScrollSettings::default()
        };
        let points = [
            on_page("a", 0.0, 0.0, 0.5),
            on_page("b", 9.0, 12.0, 0.4),
            on_page("c", 0.0, 16.0, 0.9),
        ];
        assert_eq!(texts(&deduplicate(&points, &near)), ["a", "c"]);
    }

    #[test]
    fn equal_texts_in_other_columns_or_far_down_are_new() {
        let page = [on_page("Add", 50.0, 300.0, 1.0)];
        let screen = [
            text("Add", 55.0, 129.0),
            text("Add", 350.0, 100.0),
            text("Add", 50.0, 160.0),
        ];
        let merged = merge(&page, &screen, 200.0, &ScrollSettings::default());
        let places: Vec<f64> = merged.iter().map(|point| point.page_y).collect();
        assert_eq!(places, [300.0, 300.0, 360.0]);
    }

    #[test]
    fn a_part_of_a_longer_text_is_no_new_text() {
        let page = [on_page("Daily Activity Rings", 50.0, 300.0, 1.0)];
        let cut = [text("ACTIVITY", 90.0, 110.0), text("Ring", 90.0, 110.0)];
        assert_eq!(
            texts(&merge(&page, &cut, 200.0, &ScrollSettings::default())),
            ["Daily Activity Rings", "Ring"]
        );
    }

    proptest! {
        #[test]
        fn merging_a_screen_twice_adds_nothing(
            places in prop::collection::vec(("[a-c]{1,8}", 0.0..400.0_f64, 0.0..900.0_f64), 0..15),
        ) {
            let screen: Vec<TapPoint> = places.iter().map(|(t, x, y)| text(t, *x, *y)).collect();
            let once = merge(&[], &screen, 0.0, &ScrollSettings::default());
            let twice = merge(&once, &screen, 0.0, &ScrollSettings::default());
            prop_assert_eq!(once.len(), twice.len());
        }
    }
}
