//! The text by which a screen is recognised.
//!
//! A candidate has 3 to 40 graphemes, a confidence of at least 0.5 (or one that nobody states), stands 80 points or more from the
//! top, and is no clock time, no bare number and no excluded label. Of the candidates the topmost is taken, the first on ties: among
//! those that are no date words in the header band (100 to 250 points), else among those that are no date words anywhere, else among
//! the date words in the header band, else among all.
//!
//! Source: reference on mirroir's semantics, §12.

use skillc_records::TapPoint;
use skillc_screens::pattern::{is_bare_number, is_date, is_time};
use skillc_text::{equals, grapheme_count};

const SHORTEST: usize = 3;
const LONGEST: usize = 40;
const LEAST_CONFIDENCE: f64 = 0.5;
const BELOW_STATUS_BAR: f64 = 80.0;
const HEADER: std::ops::RangeInclusive<f64> = 100.0..=250.0;

/// The landmark of a screen that shows `points`; none if nothing qualifies.
pub fn landmark<'p>(points: &'p [TapPoint], excluded: &[String]) -> Option<&'p str> {
    let candidates: Vec<&TapPoint> = points.iter().filter(|point| is_candidate(point, excluded)).collect();
    let topmost = |wanted: &dyn Fn(&TapPoint) -> bool| {
        let chosen = candidates
            .iter()
            .filter(|point| wanted(point))
            .min_by(|a, b| a.at.y.total_cmp(&b.at.y));
        chosen.map(|point| point.text.as_str())
    };
    let in_header = |point: &TapPoint| HEADER.contains(&point.at.y);
    topmost(&|point| !is_date(&point.text) && in_header(point))
        .or_else(|| topmost(&|point| !is_date(&point.text)))
        .or_else(|| topmost(&in_header))
        .or_else(|| topmost(&|_| true))
}

fn is_candidate(point: &TapPoint, excluded: &[String]) -> bool {
    (SHORTEST..=LONGEST).contains(&grapheme_count(&point.text))
        && point
            .confidence
            .is_none_or(|confidence| confidence.value() >= LEAST_CONFIDENCE)
        && point.at.y >= BELOW_STATUS_BAR
        && !is_time(&point.text)
        && !is_bare_number(&point.text)
        && !excluded.iter().any(|label| equals(label, &point.text))
}
