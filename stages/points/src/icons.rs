//! Icons without text: where to look for them, and how sightings of the same icon become one.
//!
//! Source: reference on mirroir's semantics, §8.

use serde::{Deserialize, Serialize};
use skillc_records::{Icon, TapPoint, WindowSize};
use skillc_text::grapheme_count;

use crate::frame::UNKNOWN_ICON_SIZE;
use crate::spacing::interpolate;

/// Where the top zone begins, below the status bar, in points.
const TOP_ZONE_START: f64 = 50.0;

/// The numbers of the icon rules. The defaults are the live explorer's.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct IconSettings {
    /// An icon closer than this to a text is part of the text, in points.
    pub ocr_proximity_filter: f64,
    /// The smallest zone that is searched, in points.
    pub min_zone_height: f64,
    /// The height of the bottom zone as a part of the window's.
    pub bottom_zone_fraction: f64,
    /// Where the top zone ends, as a part of the window's height.
    pub top_zone_fraction: f64,
    /// How many texts a zone may hold and still count as empty.
    pub max_zone_elements: usize,
    /// Texts of at most this many graphemes are misread icons.
    pub noise_max_length: usize,
    /// The fewest icons that spacing can be read from.
    pub min_for_interpolation: usize,
    /// How far a gap may be from the median gap, as a part of the median.
    pub spacing_tolerance: f64,
    /// Two icons closer than this are one, in points.
    pub deduplication_radius: f64,
}

impl Default for IconSettings {
    fn default() -> Self {
        Self {
            ocr_proximity_filter: 20.0,
            min_zone_height: 40.0,
            bottom_zone_fraction: 0.08,
            top_zone_fraction: 0.12,
            max_zone_elements: 1,
            noise_max_length: 1,
            min_for_interpolation: 2,
            spacing_tolerance: 0.3,
            deduplication_radius: 25.0,
        }
    }
}

/// A band across the window, from `y_start` to `y_end`, both inside, in points.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Zone {
    /// Its top.
    pub y_start: f64,
    /// Its bottom.
    pub y_end: f64,
}

impl Zone {
    /// Whether a place this far down is in the band.
    pub fn contains(self, y: f64) -> bool {
        y >= self.y_start && y <= self.y_end
    }
}

/// The zones that hold hardly any text, bottom first: where icons without text are looked for.
pub fn empty_zones(points: &[TapPoint], window: WindowSize, settings: &IconSettings) -> Vec<Zone> {
    let bottom = Zone {
        y_start: window.height * (1.0 - settings.bottom_zone_fraction),
        y_end: window.height,
    };
    let top = Zone {
        y_start: TOP_ZONE_START,
        y_end: window.height * settings.top_zone_fraction,
    };
    let texts_in = |zone: Zone| {
        let texts = points
            .iter()
            .filter(|point| zone.contains(point.at.y) && !is_noise(point, settings));
        texts.count()
    };
    [bottom, top]
        .into_iter()
        .filter(|zone| zone.y_end - zone.y_start >= settings.min_zone_height)
        .filter(|&zone| texts_in(zone) <= settings.max_zone_elements)
        .collect()
}

fn is_noise(point: &TapPoint, settings: &IconSettings) -> bool {
    grapheme_count(&point.text) <= settings.noise_max_length
}

/// `primary`, and each of `secondary` that is not a second sighting of one already kept.
pub fn merge(primary: &[Icon], secondary: &[Icon], settings: &IconSettings) -> Vec<Icon> {
    let mut kept = primary.to_vec();
    for icon in secondary {
        if !kept
            .iter()
            .any(|other| other.at.distance(icon.at) < settings.deduplication_radius)
        {
            kept.push(*icon);
        }
    }
    kept
}

/// The icons that are not part of a text. Texts of one grapheme count too, so an icon that was misread stays a text.
pub fn filter_near_texts(icons: &[Icon], points: &[TapPoint], settings: &IconSettings) -> Vec<Icon> {
    let near = |icon: &Icon| {
        points
            .iter()
            .any(|point| point.at.distance(icon.at) < settings.ocr_proximity_filter)
    };
    icons.iter().filter(|icon| !near(icon)).copied().collect()
}

/// The one-grapheme texts in `zone`, which are icons that the OCR misread. They show where the bar's icons are, even though each of
/// them remains a text in the end.
pub fn misread_icons(points: &[TapPoint], zone: Zone, settings: &IconSettings) -> Vec<Icon> {
    let misread = points
        .iter()
        .filter(|point| zone.contains(point.at.y) && is_noise(point, settings));
    misread
        .map(|point| Icon {
            at: point.at,
            size: UNKNOWN_ICON_SIZE,
        })
        .collect()
}

/// The icons of a whole frame from the clusters of each of its empty zones: misread texts merged in, spacing filled outwards, and
/// those that are part of a text dropped.
pub fn assemble(
    zones: &[(Zone, Vec<Icon>)],
    points: &[TapPoint],
    window: WindowSize,
    settings: &IconSettings,
) -> Vec<Icon> {
    let icons: Vec<Icon> = zones
        .iter()
        .flat_map(|(zone, clusters)| {
            let seen = merge(clusters, &misread_icons(points, *zone, settings), settings);
            interpolate(&seen, window, *zone, settings)
        })
        .collect();
    filter_near_texts(&icons, points, settings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use skillc_records::WindowPoint;

    fn icon(x: f64, y: f64) -> Icon {
        Icon {
            at: WindowPoint::new(x, y),
            size: 24.0,
        }
    }

    fn text(text: &str, x: f64, y: f64) -> TapPoint {
        TapPoint {
            text: text.to_owned(),
            at: WindowPoint::new(x, y),
            confidence: None,
            rect: None,
        }
    }

    #[test]
    fn a_zone_that_is_too_low_is_not_searched() {
        let settings = IconSettings::default();
        // 12 % of 700 is 84: 34 points below the status bar. 8 % of 700 is 56.
        let zones = empty_zones(&[], WindowSize::new(400.0, 700.0), &settings);
        assert_eq!(zones.len(), 1);
        assert!(empty_zones(&[], WindowSize::new(400.0, 400.0), &settings).is_empty());
    }

    #[test]
    fn misread_icons_fill_the_bar_and_remain_texts() {
        let window = WindowSize::new(400.0, 900.0);
        let zone = Zone {
            y_start: 828.0,
            y_end: 900.0,
        };
        let points = [text("Q", 120.0, 860.0)];
        let icons = assemble(
            &[(zone, vec![icon(40.0, 860.0)])],
            &points,
            window,
            &IconSettings::default(),
        );
        let xs: Vec<f64> = icons.iter().map(|icon| icon.at.x).collect();
        assert_eq!(xs, [40.0, 200.0, 280.0, 360.0]);
    }

    proptest! {
        #[test]
        fn merged_icons_keep_their_distance(
            places in prop::collection::vec((0.0..400.0_f64, 800.0..900.0_f64), 0..20),
        ) {
            let icons: Vec<Icon> = places.iter().map(|&(x, y)| icon(x, y)).collect();
            let kept = merge(&[], &icons, &IconSettings::default());
            for (i, a) in kept.iter().enumerate() {
                prop_assert!(kept[..i].iter().all(|b| a.at.distance(b.at) >= 25.0));
            }
            prop_assert!(icons.iter().all(|a| kept.iter().any(|b| a.at.distance(b.at) < 25.0)));
        }
    }
}
