//! The title in the header band.

use std::ops::RangeInclusive;

use skillc_records::TapPoint;
use skillc_text::grapheme_count;

use crate::pattern::{is_bare_number, is_date, is_time};

/// Where titles are, in points from the top; both ends belong to it.
pub const HEADER_BAND: RangeInclusive<f64> = 100.0..=250.0;

/// The shortest title, in graphemes.
const SHORTEST: usize = 3;

/// The title of a screen: the longest text in the header band that is no time, number or date; the first on ties.
pub fn title(points: &[TapPoint]) -> Option<&str> {
    let mut longest: Option<(usize, &str)> = None;
    for point in points.iter().filter(|point| HEADER_BAND.contains(&point.at.y)) {
        let (text, length) = (point.text.as_str(), grapheme_count(&point.text));
        let moment = || is_time(text) || is_bare_number(text) || is_date(text);
        if length >= SHORTEST && longest.is_none_or(|(most, _)| length > most) && !moment() {
            longest = Some((length, text));
        }
    }
    longest.map(|(_, text)| text)
}
