//! `icon-cluster`: the icons of a bar, from the pixels that stand out from its background.
//!
//! Works for bars of icons on a plain background, which is what tab bars and tool bars are. It doesn't know what an icon shows.

use image::{Rgb, RgbImage};
use skillc_points::Zone;
use skillc_records::{Icon, PixelRect, PixelSize, WindowPoint, WindowSize};

use super::bounds;

/// A pixel stands out if a channel differs from the background by more than this.
const STANDS_OUT: i16 = 30;

/// A row belongs to the bar if this share of its samples is background.
const BAR_SHARE: f64 = 0.60;

/// Every which column of a row is sampled.
const SAMPLE_EVERY: usize = 4;

/// How many pixels at either side of a row aren't sampled, at most.
const SAMPLE_INSET: u32 = 40;

/// Over how many columns the counts are averaged: closes the gaps inside an icon.
const SMOOTH: usize = 5;

/// Icons are this wide, in pixels.
const WIDTH: std::ops::RangeInclusive<usize> = 10..=80;

/// The icons in `zone` of a picture of a window of `window` points, left to right. The size of an icon is its width.
///
/// What lies in `texts` (boxes in pixels) is no icon. The live explorer drops icons near a text only after it has filled the spacing
/// between them, so that the letters of one title can become a row of icons across the window; that is not repeated here.
pub fn clusters(picture: &RgbImage, window: WindowSize, zone: Zone, texts: &[PixelRect]) -> Vec<Icon> {
    let (width, height) = picture.dimensions();
    if width == 0 || height == 0 || window.width <= 0.0 || window.height <= 0.0 {
        return Vec::new();
    }
    let content = bounds::content(picture);
    let scale = f64::from(width) / window.width;
    let to_window = PixelsToWindow { scale, content, window };
    let top = to_window.row(zone.y_start).min(height);
    let bottom = to_window.row(zone.y_end).min(height);
    if top >= bottom {
        return Vec::new();
    }
    let background = background(picture, top, bottom);
    let bar: Vec<u32> = (top..bottom).filter(|&y| is_bar(picture, y, background)).collect();
    let counts: Vec<usize> = (0..width)
        .map(|x| bar.iter().filter(|&&y| stands_out(picture, x, y, background)).count())
        .collect();
    let icon = |run: (usize, usize)| {
        let rows = bar.iter().flat_map(|&y| (run.0..run.1).map(move |x| (x as u32, y)));
        let (mut sum, mut count) = (0f64, 0f64);
        for (_, y) in rows.filter(|&(x, y)| stands_out(picture, x, y, background)) {
            sum += f64::from(y);
            count += 1.0;
        }
        (count > 0.0).then(|| Icon {
            at: to_window.point((run.0 + run.1) as f64 / 2.0, sum / count),
            size: (run.1 - run.0) as f64 / scale,
        })
    };
    let is_text = |run: &(usize, usize)| {
        texts.iter().any(|text| {
            let shared = (run.1 as f64).min(text.x + text.width) - (run.0 as f64).max(text.x);
            let in_zone = text.y < f64::from(bottom) && text.y + text.height > f64::from(top);
            in_zone && shared > 0.5 * (run.1 - run.0) as f64
        })
    };
    runs(&smooth(&counts))
        .into_iter()
        .filter(|run| WIDTH.contains(&(run.1 - run.0)) && !is_text(run))
        .filter_map(icon)
        .collect()
}

/// From pixels to window points: the content fills the window.
struct PixelsToWindow {
    scale: f64,
    content: PixelSize,
    window: WindowSize,
}

impl PixelsToWindow {
    fn point(&self, x: f64, y: f64) -> WindowPoint {
        let (width, height) = (
            f64::from(self.content.width) / self.scale,
            f64::from(self.content.height) / self.scale,
        );
        WindowPoint::new(
            x / self.scale * (self.window.width / width),
            y / self.scale * (self.window.height / height),
        )
    }

    /// The row of pixels at `y` points.
    fn row(&self, y: f64) -> u32 {
        (y / self.window.height * f64::from(self.content.height)).max(0.0) as u32
    }
}

/// The median colour, channel by channel, of a few pixels a third and two thirds across; the upper one of two.
fn background(picture: &RgbImage, top: u32, bottom: u32) -> Rgb<u8> {
    let (width, height) = (picture.width(), bottom - top);
    let rows = [1, 2, 3].map(|quarter| top + height * quarter / 4);
    let columns = [1, 2].map(|third| width * third / 3);
    let mut channels: [Vec<u8>; 3] = Default::default();
    for y in rows {
        for x in columns.iter().flat_map(|&x| x.saturating_sub(2)..(x + 2).min(width)) {
            for (channel, value) in channels.iter_mut().zip(picture.get_pixel(x, y.min(bottom - 1)).0) {
                channel.push(value);
            }
        }
    }
    Rgb(channels.map(|mut values| {
        values.sort_unstable();
        values.get(values.len() / 2).copied().unwrap_or(0)
    }))
}

fn stands_out(picture: &RgbImage, x: u32, y: u32, background: Rgb<u8>) -> bool {
    let pixel = picture.get_pixel(x, y).0;
    pixel
        .iter()
        .zip(background.0)
        .any(|(&a, b)| (i16::from(a) - i16::from(b)).abs() > STANDS_OUT)
}

/// Whether most of row `y` is background.
fn is_bar(picture: &RgbImage, y: u32, background: Rgb<u8>) -> bool {
    let width = picture.width();
    let inset = SAMPLE_INSET.min(width / 4);
    let samples = (inset..width - inset).step_by(SAMPLE_EVERY);
    let needed = (BAR_SHARE * samples.clone().count() as f64).trunc() as usize;
    samples.filter(|&x| !stands_out(picture, x, y, background)).count() >= needed
}

/// The mean over [`SMOOTH`] columns, rounded down; fewer at the ends.
fn smooth(counts: &[usize]) -> Vec<usize> {
    let reach = SMOOTH / 2;
    let mean = |x: usize| {
        let window = &counts[x.saturating_sub(reach)..(x + reach + 1).min(counts.len())];
        window.iter().sum::<usize>() / window.len()
    };
    (0..counts.len()).map(mean).collect()
}

/// The runs of columns that aren't empty: first column, and the one after the last.
fn runs(counts: &[usize]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (x, _) in counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
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

    /// A window of 400 × 800 points at `scale`, with squares of 24 points in a white bar at the bottom.
    fn bar(scale: u32, centers: &[u32]) -> RgbImage {
        let mut picture = RgbImage::from_pixel(400 * scale, 800 * scale, Rgb([240, 240, 240]));
        for y in 740 * scale..800 * scale {
            (0..400 * scale).for_each(|x| picture.put_pixel(x, y, Rgb([255, 255, 255])));
        }
        for &center in centers {
            for (x, y) in ((center - 12) * scale..(center + 12) * scale)
                .flat_map(|x| (750 * scale..774 * scale).map(move |y| (x, y)))
            {
                picture.put_pixel(x, y, Rgb([90, 90, 200]));
            }
        }
        picture
    }

    #[test]
    fn every_icon_of_a_bar_is_found_where_it_is() {
        let window = WindowSize::new(400.0, 800.0);
        for scale in [1, 2] {
            let icons = clusters(
                &bar(scale, &[50, 130, 210, 290, 370]),
                window,
                Zone {
                    y_start: 736.0,
                    y_end: 800.0,
                },
                &[],
            );
            let places: Vec<f64> = icons.iter().map(|icon| icon.at.x.round()).collect();
            assert_eq!(places, [50.0, 130.0, 210.0, 290.0, 370.0]);
            assert!(icons.iter().all(|icon| (icon.at.y - 761.5).abs() < 1.0), "{icons:?}");
        }
    }

    #[test]
    fn the_letters_of_a_text_are_no_icons() {
        let text = PixelRect::new(100.0, 745.0, 130.0, 30.0);
        let zone = Zone {
            y_start: 736.0,
            y_end: 800.0,
        };
        let icons = clusters(
            &bar(1, &[50, 130, 210, 290]),
            WindowSize::new(400.0, 800.0),
            zone,
            &[text],
        );
        assert_eq!(
            icons.iter().map(|icon| icon.at.x.round()).collect::<Vec<_>>(),
            [50.0, 290.0]
        );
    }

    #[test]
    fn an_empty_zone_a_zone_outside_and_a_tiny_picture_have_no_icons() {
        let window = WindowSize::new(400.0, 800.0);
        assert_eq!(
            clusters(
                &bar(1, &[]),
                window,
                Zone {
                    y_start: 736.0,
                    y_end: 800.0
                },
                &[]
            ),
            []
        );
        assert_eq!(
            clusters(
                &bar(1, &[50]),
                window,
                Zone {
                    y_start: 900.0,
                    y_end: 950.0
                },
                &[]
            ),
            []
        );
        assert_eq!(
            clusters(
                &RgbImage::new(1, 1),
                window,
                Zone {
                    y_start: 0.0,
                    y_end: 800.0
                },
                &[]
            ),
            []
        );
        assert_eq!(
            clusters(
                &RgbImage::new(0, 0),
                window,
                Zone {
                    y_start: 0.0,
                    y_end: 800.0
                },
                &[]
            ),
            []
        );
    }
}
