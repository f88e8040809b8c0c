//! Regions of text on a text map: what differentiable binarisation calls boxes.
//!
//! The model draws every line of text as a stroke thinner than the line. A region is a connected stroke, boxed by the rectangle of
//! least area around it and grown back by an amount that follows from its area and perimeter.
//!
//! Source: "Real-time Scene Text Detection with Differentiable Binarization" (Liao et al., 2020), §3.4.

use image::{GrayImage, Luma};
use imageproc::region_labelling::{Connectivity, connected_components};
use skillc_records::PixelPoint;

use super::map::TextMap;
use super::quad::Quad;
use super::settings::TextSettings;

/// One region, in pixels of the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Region {
    /// The stroke as the model drew it.
    pub(crate) core: Quad,
    /// The stroke grown back to the size of the text.
    pub(crate) grown: Quad,
}

/// A stroke under collection, in map pixels.
struct Stroke {
    /// The leftmost and the rightmost pixel of each of its rows: enough for the hull.
    rows: Vec<(u32, u32, u32)>,
    sum: f64,
    count: u32,
}

/// The regions of `map`, in the order in which their strokes begin, row by row.
pub(crate) fn regions(map: &TextMap, settings: &TextSettings) -> Vec<Region> {
    let found = strokes(map, settings.binarise_above);
    let mut regions = Vec::new();
    for stroke in found {
        if stroke.sum / f64::from(stroke.count.max(1)) < f64::from(settings.min_region_score) {
            continue;
        }
        let Some(core) = Quad::around(&stroke.outline()) else {
            continue;
        };
        if core.short_side() < settings.min_stroke {
            continue;
        }
        let (width, height) = (core.width(), core.height());
        let grown = core.grown(width * height * settings.grow / (2.0 * (width + height)));
        regions.push(Region {
            core: core.scaled(map.step),
            grown: grown.scaled(map.step),
        });
        if regions.len() == settings.max_regions {
            break;
        }
    }
    regions
}

impl Stroke {
    /// The outer corners of its pixels.
    fn outline(&self) -> Vec<PixelPoint> {
        let corner = |x: u32, y: u32| PixelPoint {
            x: f64::from(x),
            y: f64::from(y),
        };
        let corners = |&(y, left, right): &(u32, u32, u32)| {
            [
                corner(left, y),
                corner(left, y + 1),
                corner(right + 1, y),
                corner(right + 1, y + 1),
            ]
        };
        self.rows.iter().flat_map(corners).collect()
    }
}

/// The connected strokes of pixels above `threshold`.
fn strokes(map: &TextMap, threshold: f32) -> Vec<Stroke> {
    let (height, width) = map.probability.dim();
    let mut mask = GrayImage::new(width as u32, height as u32);
    for (pixel, &value) in mask.pixels_mut().zip(map.probability.iter()) {
        *pixel = Luma([if value > threshold { 255 } else { 0 }]);
    }
    let labels = connected_components(&mask, Connectivity::Eight, Luma([0]));
    let mut strokes: Vec<Stroke> = Vec::new();
    for ((x, y, label), &value) in labels.enumerate_pixels().zip(map.probability.iter()) {
        let Some(index) = (label.0[0] as usize).checked_sub(1) else {
            continue;
        };
        if strokes.len() <= index {
            strokes.resize_with(index + 1, || Stroke {
                rows: Vec::new(),
                sum: 0.0,
                count: 0,
            });
        }
        let stroke = &mut strokes[index];
        stroke.sum += f64::from(value);
        stroke.count += 1;
        match stroke.rows.last_mut() {
            Some(row) if row.0 == y => row.2 = x,
            _ => stroke.rows.push((y, x, x)),
        }
    }
    strokes
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use ndarray::Array2;

    use super::*;

    fn fill(map: &mut Array2<f32>, rows: Range<usize>, columns: Range<usize>, value: f32) {
        for place in rows.flat_map(|y| columns.clone().map(move |x| [y, x])) {
            map[place] = value;
        }
    }

    #[test]
    fn a_stroke_becomes_a_box_grown_by_its_area_over_its_perimeter() {
        let mut probability = Array2::zeros((64, 128));
        fill(&mut probability, 20..30, 16..96, 0.9);
        let map = TextMap {
            probability,
            step: (2.0, 3.0),
        };
        let settings = TextSettings {
            grow: 1.8,
            ..TextSettings::default()
        };
        let [region] = regions(&map, &settings)[..] else {
            panic!("one region")
        };
        let core = region.core.upright().expect("upright");
        assert_eq!((core.x, core.y, core.width, core.height), (32.0, 60.0, 160.0, 30.0));
        let by = 80.0 * 10.0 * 1.8 / 180.0;
        let grown = region.grown.upright().expect("upright");
        assert_eq!((grown.x, grown.y), (32.0 - 2.0 * by, 60.0 - 3.0 * by));
    }

    #[test]
    fn faint_and_tiny_strokes_are_no_text() {
        let mut probability = Array2::zeros((64, 128));
        fill(&mut probability, 20..30, 16..96, 0.35);
        fill(&mut probability, 50..51, 16..18, 0.99);
        let map = TextMap {
            probability,
            step: (1.0, 1.0),
        };
        assert_eq!(regions(&map, &TextSettings::default()), []);
    }
}
