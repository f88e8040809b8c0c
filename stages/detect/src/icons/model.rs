//! An icon model of the user's own.

use image::RgbImage;
use image::imageops::{self, FilterType};
use ndarray::Array4;
use serde::{Deserialize, Serialize};
use skillc_records::PixelRect;

use super::{heatmap, yolo};
use crate::network::{Network, NetworkError, run};

/// What a model's output looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IconOutput {
    /// Boxes: `[1, 4 + classes, boxes]` (v8 and later), `[1, boxes, 5 + classes]` (v5, with objectness) or `[1, boxes, 6]` (corners,
    /// score, class: v10 and later).
    Yolo,
    /// A heatmap of centres `[1, classes, h, w]`, sizes `[1, 2, h, w]` and, if there is a third output, offsets `[1, 2, h, w]`; or
    /// all of them as planes of one output.
    Heatmap,
}

/// Settings of an icon model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct IconModelSettings {
    /// What the output looks like.
    pub output: IconOutput,
    /// The names of the classes; empty to take those of the model's metadata (`names`), or `icon` if it has none.
    pub classes: Vec<String>,
    /// The side of the square input in pixels, where the model takes any.
    pub side: usize,
    /// Icons less sure than this are dropped.
    pub min_confidence: f32,
    /// Of two boxes that overlap by more than this (intersection over union), the surer one stays.
    pub max_overlap: f64,
    /// The most icons of one picture.
    pub max_icons: usize,
}

impl Default for IconModelSettings {
    fn default() -> Self {
        Self {
            output: IconOutput::Yolo,
            classes: Vec::new(),
            side: 640,
            min_confidence: 0.3,
            max_overlap: 0.5,
            max_icons: 300,
        }
    }
}

/// An icon that a model saw.
#[derive(Debug, Clone, PartialEq)]
pub struct SeenIcon {
    /// Its class.
    pub class: String,
    /// How sure the model is, 0 to 1.
    pub confidence: f32,
    /// Its box in pixels of the picture.
    pub rect: PixelRect,
}

/// A box as it comes out of a model: in pixels of its input, with the index of its class.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct RawBox {
    pub(super) rect: PixelRect,
    pub(super) class: usize,
    pub(super) confidence: f32,
}

/// A model that finds icons, with its settings and the names of its classes.
pub struct IconModel {
    network: Box<dyn Network>,
    settings: IconModelSettings,
    classes: Vec<String>,
}

/// The grey that fills what a picture leaves of the square input.
const PADDING: f32 = 114.0 / 255.0;

impl IconModel {
    /// A model with its settings.
    pub fn new(network: Box<dyn Network>, settings: IconModelSettings) -> Self {
        let classes = if settings.classes.is_empty() {
            network.metadata("names").map(class_names).unwrap_or_default()
        } else {
            settings.classes.clone()
        };
        Self {
            network,
            settings,
            classes,
        }
    }

    /// The engine's name for the model.
    pub fn identity(&self) -> &str {
        self.network.identity()
    }

    /// The settings.
    pub fn settings(&self) -> &IconModelSettings {
        &self.settings
    }

    /// The icons on `picture`, the surest first.
    ///
    /// # Errors
    /// When the model fails, or answers in another shape than its settings say.
    pub fn find(&self, picture: &RgbImage) -> Result<Vec<SeenIcon>, NetworkError> {
        let (width, height) = self.input_size();
        let fit = Letterbox::of(picture, width, height);
        let input = fit.draw(picture);
        let outputs = run(self.network.as_ref(), input.view().into_dyn())?;
        let mut boxes = match self.settings.output {
            IconOutput::Yolo => yolo::boxes(&outputs, self.classes.len(), self.settings.min_confidence)?,
            IconOutput::Heatmap => heatmap::boxes(&outputs, (width, height), self.settings.min_confidence)?,
        };
        // The surest first; ties from the top left, so that the order is the same everywhere.
        boxes.sort_by(|a, b| {
            let place = a.rect.y.total_cmp(&b.rect.y).then(a.rect.x.total_cmp(&b.rect.x));
            b.confidence
                .total_cmp(&a.confidence)
                .then(place)
                .then(a.class.cmp(&b.class))
        });
        let mut kept: Vec<RawBox> = Vec::new();
        for candidate in boxes {
            if kept.len() == self.settings.max_icons {
                break;
            }
            if kept
                .iter()
                .all(|other| overlap(other.rect, candidate.rect) <= self.settings.max_overlap)
            {
                kept.push(candidate);
            }
        }
        let seen = |raw: RawBox| SeenIcon {
            class: self
                .classes
                .get(raw.class)
                .cloned()
                .unwrap_or_else(|| "icon".to_owned()),
            confidence: raw.confidence.clamp(0.0, 1.0),
            rect: fit.to_picture(raw.rect, picture),
        };
        Ok(kept
            .into_iter()
            .map(seen)
            .filter(|icon| icon.rect.width > 0.0 && icon.rect.height > 0.0)
            .collect())
    }

    /// Width and height of the input: the model's own where it says so.
    fn input_size(&self) -> (usize, usize) {
        let shape = self
            .network
            .inputs()
            .first()
            .map(|input| input.shape.as_slice())
            .unwrap_or_default();
        let axis = |i: usize| shape.get(i).copied().flatten().filter(|&n| n > 0);
        (
            axis(3).unwrap_or(self.settings.side),
            axis(2).unwrap_or(self.settings.side),
        )
    }
}

/// How a picture lies in the input of a model: shrunk or grown to fit, in the middle.
struct Letterbox {
    scale: f64,
    left: usize,
    top: usize,
    inner: (usize, usize),
    outer: (usize, usize),
}

impl Letterbox {
    fn of(picture: &RgbImage, width: usize, height: usize) -> Self {
        let (w, h) = (f64::from(picture.width().max(1)), f64::from(picture.height().max(1)));
        let scale = (width as f64 / w).min(height as f64 / h);
        let inner = (
            ((w * scale).round() as usize).clamp(1, width),
            ((h * scale).round() as usize).clamp(1, height),
        );
        Self {
            scale,
            left: (width - inner.0) / 2,
            top: (height - inner.1) / 2,
            inner,
            outer: (width, height),
        }
    }

    /// The input: red, green, blue from 0 to 1.
    fn draw(&self, picture: &RgbImage) -> Array4<f32> {
        let small = imageops::resize(picture, self.inner.0 as u32, self.inner.1 as u32, FilterType::Triangle);
        let mut input = Array4::from_elem((1, 3, self.outer.1, self.outer.0), PADDING);
        for (x, y, pixel) in small.enumerate_pixels() {
            for (channel, &value) in pixel.0.iter().enumerate() {
                input[[0, channel, self.top + y as usize, self.left + x as usize]] = f32::from(value) / 255.0;
            }
        }
        input
    }

    /// A box of the input as a box of the picture, cut at its edges.
    fn to_picture(&self, rect: PixelRect, picture: &RgbImage) -> PixelRect {
        let across = |x: f64| ((x - self.left as f64) / self.scale).clamp(0.0, f64::from(picture.width()));
        let down = |y: f64| ((y - self.top as f64) / self.scale).clamp(0.0, f64::from(picture.height()));
        let (left, top) = (across(rect.x), down(rect.y));
        PixelRect::new(
            left,
            top,
            across(rect.x + rect.width) - left,
            down(rect.y + rect.height) - top,
        )
    }
}

/// Intersection over union.
fn overlap(a: PixelRect, b: PixelRect) -> f64 {
    let width = ((a.x + a.width).min(b.x + b.width) - a.x.max(b.x)).max(0.0);
    let height = ((a.y + a.height).min(b.y + b.height) - a.y.max(b.y)).max(0.0);
    let shared = width * height;
    let union = a.width * a.height + b.width * b.height - shared;
    if union > 0.0 { shared / union } else { 0.0 }
}

/// Class names as models carry them: `{0: 'icon', 1: "tab bar"}`, `["icon", "tab bar"]`, or one a line.
fn class_names(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(['\'', '"']) {
        let quote = if rest.as_bytes()[start] == b'"' { '"' } else { '\'' };
        let after = &rest[start + 1..];
        let Some(end) = after.find(quote) else { break };
        names.push(after[..end].to_owned());
        rest = &after[end + 1..];
    }
    if names.is_empty() {
        names = text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .map(str::to_owned)
            .collect();
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_names_in_the_usual_spellings() {
        assert_eq!(class_names("{0: 'icon', 1: \"tab bar\"}"), ["icon", "tab bar"]);
        assert_eq!(class_names(r#"["icon", "it's"]"#), ["icon", "it's"]);
        assert_eq!(class_names("icon\ntab\n"), ["icon", "tab"]);
        assert_eq!(class_names("{0: 'open"), ["{0: 'open"]);
    }

    #[test]
    fn a_box_comes_back_to_where_it_was() {
        let picture = RgbImage::new(300, 600);
        let fit = Letterbox::of(&picture, 640, 640);
        let back = fit.to_picture(
            PixelRect::new(fit.left as f64, 0.0, fit.inner.0 as f64, 320.0),
            &picture,
        );
        assert!(
            (back.x, back.y) == (0.0, 0.0) && (back.width - 300.0).abs() < 1e-9 && (back.height - 300.0).abs() < 1e-9
        );
    }
}
