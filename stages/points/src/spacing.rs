//! The icons that even spacing says were missed.
//!
//! A bar's icons are evenly spaced. If those that were found are, the bar goes on outwards with the same spacing to the edge of the
//! window (or, upwards and downwards, of the zone). Gaps between found icons are never filled.
//!
//! Source: reference on mirroir's semantics, §8.

use skillc_records::{Icon, WindowPoint, WindowSize};

use crate::{IconSettings, Zone};

/// A spacing must be larger than this to be one, in points.
const MIN_SPACING: f64 = 10.0;

/// A bar goes on to this part of a spacing from the window's edge.
const EDGE_FRACTION: f64 = 0.3;

/// No bar has more icons than this on one side: a bound for windows that claim to be huge.
const MAX_STEPS: usize = 256;

/// `detected` and the icons that even spacing says are further out in the same bar: the found ones sorted along the bar, then the
/// new ones towards its start, then those towards its end. Uneven or too few icons come back unchanged, in their order.
pub fn interpolate(detected: &[Icon], window: WindowSize, zone: Zone, settings: &IconSettings) -> Vec<Icon> {
    if detected.len() < settings.min_for_interpolation.max(2) {
        return detected.to_vec();
    }
    // Ties go to the horizontal bar.
    let along_x = spread(detected, |at| at.x) >= spread(detected, |at| at.y);
    let main = |icon: &Icon| if along_x { icon.at.x } else { icon.at.y };
    let mut icons = detected.to_vec();
    icons.sort_by(|a, b| main(a).total_cmp(&main(b)));
    let gaps: Vec<f64> = icons.windows(2).map(|pair| main(&pair[1]) - main(&pair[0])).collect();
    let Some(spacing) = even_spacing(&gaps, settings) else {
        return detected.to_vec();
    };

    let count = icons.len() as f64;
    let cross = icons
        .iter()
        .map(|icon| if along_x { icon.at.y } else { icon.at.x })
        .sum::<f64>()
        / count;
    let size = icons.iter().map(|icon| icon.size).sum::<f64>() / count;
    let new = |main: f64| Icon {
        at: if along_x {
            WindowPoint::new(main, cross)
        } else {
            WindowPoint::new(cross, main)
        },
        size,
    };
    let margin = EDGE_FRACTION * spacing;
    let (first, last) = (main(&icons[0]), main(&icons[icons.len() - 1]));
    let back = steps(first, -spacing, |x| {
        if along_x {
            x > margin
        } else {
            x >= zone.y_start.max(margin)
        }
    });
    let forth = steps(last, spacing, |x| {
        if along_x {
            x < window.width - margin
        } else {
            x <= zone.y_end.min(window.height - margin)
        }
    });
    icons.extend(back.chain(forth).map(new));
    icons
}

fn spread(icons: &[Icon], axis: impl Fn(WindowPoint) -> f64) -> f64 {
    let least = icons.iter().map(|icon| axis(icon.at)).fold(f64::INFINITY, f64::min);
    let most = icons.iter().map(|icon| axis(icon.at)).fold(f64::NEG_INFINITY, f64::max);
    most - least
}

/// The median gap, if it is a spacing and no gap is far from it. Of an even number of gaps the upper middle one is the median.
fn even_spacing(gaps: &[f64], settings: &IconSettings) -> Option<f64> {
    let mut sorted = gaps.to_vec();
    sorted.sort_by(f64::total_cmp);
    let median = sorted[sorted.len() / 2];
    let tolerance = settings.spacing_tolerance * median;
    let even = gaps.iter().all(|gap| (gap - median).abs() <= tolerance);
    (even && median > MIN_SPACING).then_some(median)
}

/// The places from `start` by `step`, without `start`, as long as they are inside.
fn steps(start: f64, step: f64, inside: impl Fn(f64) -> bool) -> impl Iterator<Item = f64> {
    std::iter::successors(Some(start + step), move |place| Some(place + step))
        .take_while(move |&place| inside(place))
        .take(MAX_STEPS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ZONE: Zone = Zone {
        y_start: 828.0,
        y_end: 900.0,
    };

    fn bar(xs: &[f64]) -> Vec<Icon> {
        xs.iter()
            .map(|&x| Icon {
                at: WindowPoint::new(x, 860.0),
                size: 24.0,
            })
            .collect()
    }

    fn xs(icons: &[Icon]) -> Vec<f64> {
        icons.iter().map(|icon| icon.at.x).collect()
    }

    #[test]
    fn a_bar_goes_on_to_a_part_of_its_spacing_from_the_edge() {
        let fill = |found: &[f64], width| {
            let window = WindowSize::new(width, 900.0);
            xs(&interpolate(&bar(found), window, ZONE, &IconSettings::default()))
        };
        assert_eq!(fill(&[131.0, 231.0], 362.0), [131.0, 231.0, 31.0, 331.0]);
        assert_eq!(
            fill(&[130.0, 230.0], 361.0),
            [130.0, 230.0, 330.0],
            "30 from the left edge is too near"
        );
        assert_eq!(
            fill(&[131.0, 231.0], 361.0),
            [131.0, 231.0, 31.0],
            "30 from the right edge is too near"
        );
    }

    #[test]
    fn of_two_gaps_the_wider_one_is_the_median() {
        // 30 % of 130 is 39, so the gap of 100 passes; 30 % of 100 is 30, and it would not the other way round.
        let window = WindowSize::new(1000.0, 900.0);
        let filled = interpolate(&bar(&[400.0, 500.0, 630.0]), window, ZONE, &IconSettings::default());
        assert_eq!(xs(&filled)[3..], [270.0, 140.0, 760.0, 890.0]);
    }

    #[test]
    fn a_rail_goes_on_to_the_borders_of_its_zone() {
        let rail: Vec<Icon> = [300.0, 400.0]
            .iter()
            .map(|&y| Icon {
                at: WindowPoint::new(370.0, y),
                size: 24.0,
            })
            .collect();
        let zone = Zone {
            y_start: 200.0,
            y_end: 499.0,
        };
        let filled = interpolate(&rail, WindowSize::new(400.0, 900.0), zone, &IconSettings::default());
        assert_eq!(
            filled.iter().map(|icon| icon.at.y).collect::<Vec<_>>(),
            [300.0, 400.0, 200.0]
        );
    }

    #[test]
    fn a_window_without_an_edge_ends() {
        let window = WindowSize::new(f64::INFINITY, 900.0);
        let icons = interpolate(&bar(&[1e300, 2e300]), window, ZONE, &IconSettings::default());
        assert!(icons.len() <= 2 + 2 * MAX_STEPS);
        let not_a_number = interpolate(&bar(&[f64::NAN, 5.0, 9.0]), window, ZONE, &IconSettings::default());
        assert_eq!(not_a_number.len(), 3);
    }

    proptest! {
        #[test]
        fn what_was_found_stays_and_what_is_new_is_outside(
            first in 0.0..200.0_f64, spacing in 11.0..120.0_f64, count in 2_usize..6,
        ) {
            let found = bar(&(0..count).map(|i| first + spacing * i as f64).collect::<Vec<_>>());
            let window = WindowSize::new(800.0, 900.0);
            let all = interpolate(&found, window, ZONE, &IconSettings::default());
            prop_assert_eq!(&all[..count], &found[..]);
            let last = found[count - 1].at.x;
            prop_assert!(all[count..].iter().all(|icon| icon.at.x < first || icon.at.x > last));
            prop_assert!(all[count..].iter().all(|icon| icon.at.x > 0.0 && icon.at.x < 800.0));
        }

        #[test]
        fn uneven_icons_come_back_in_their_order(xs in prop::collection::vec(0.0..400.0_f64, 0..2)) {
            let icons = bar(&xs);
            prop_assert_eq!(interpolate(&icons, WindowSize::new(400.0, 900.0), ZONE, &IconSettings::default()), icons);
        }
    }
}
