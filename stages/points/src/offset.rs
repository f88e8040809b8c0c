//! How far a page moved from one screen to the next.
//!
//! Source: reference on mirroir's semantics, §9.

use skillc_records::TapPoint;
use skillc_text::equals;

use crate::scroll::ScrollSettings;

/// The parts of the window's height above and below which bars stand still while the page scrolls.
const STILL_ABOVE: f64 = 0.18;
const STILL_BELOW: f64 = 0.85;

/// How far the page moved up from one screen to the next, in points: what most of the texts between the bars say. None if too few
/// texts are on both screens.
pub fn content_offset(
    previous: &[TapPoint],
    current: &[TapPoint],
    window_height: f64,
    settings: &ScrollSettings,
) -> Option<f64> {
    let scrolls =
        |point: &&TapPoint| point.at.y > window_height * STILL_ABOVE && point.at.y < window_height * STILL_BELOW;
    let moved: Vec<f64> = current
        .iter()
        .filter(scrolls)
        .filter_map(|now| {
            let sightings = previous
                .iter()
                .filter(scrolls)
                .filter(|before| equals(&before.text, &now.text));
            let aside = |before: &TapPoint| (before.at.x - now.at.x).abs();
            let nearest = sightings.min_by(|a, b| aside(a).total_cmp(&aside(b)))?;
            (aside(nearest) < settings.content_match_x_tolerance).then_some(nearest.at.y - now.at.y)
        })
        .collect();
    let enough = |moved: &[f64]| (moved.len() >= settings.content_match_min_count).then_some(());
    enough(&moved)?;
    let middle = median(&moved)?;
    let agreeing: Vec<f64> = moved
        .into_iter()
        .filter(|offset| (offset - middle).abs() <= settings.content_match_outlier_threshold)
        .collect();
    enough(&agreeing)?;
    median(&agreeing)
}

/// The middle value, or the mean of the two middle ones.
fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let upper = *sorted.get(sorted.len() / 2)?;
    Some(if sorted.len().is_multiple_of(2) {
        (sorted[sorted.len() / 2 - 1] + upper) / 2.0
    } else {
        upper
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use skillc_records::WindowPoint;

    fn text(text: &str, x: f64, y: f64) -> TapPoint {
        TapPoint {
            text: text.to_owned(),
            at: WindowPoint::new(x, y),
            confidence: None,
            rect: None,
        }
    }

    #[test]
    fn the_offset_is_what_most_texts_say() {
        let before = [
            text("Title", 50.0, 60.0),
            text("a", 50.0, 400.0),
            text("b", 50.0, 500.0),
            text("c", 50.0, 600.0),
        ];
        let after = [
            text("Title", 50.0, 60.0),
            text("a", 50.0, 200.0),
            text("b", 50.0, 302.0),
            text("c", 50.0, 590.0),
        ];
        assert_eq!(
            content_offset(&before, &after, 900.0, &ScrollSettings::default()),
            Some(199.0)
        );
        assert_eq!(
            content_offset(&before, &after[..2], 900.0, &ScrollSettings::default()),
            None
        );
        assert_eq!(content_offset(&[], &[], f64::NAN, &ScrollSettings::default()), None);
    }
}
