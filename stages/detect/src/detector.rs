//! Everything in order, over one picture.

use image::RgbImage;
use skillc_points::{IconSettings, icons};
use skillc_records::{DetectionKind, DetectorId, Icon, PixelRect, Scale, TapPoint, WindowSize};

use crate::icons::{IconModel, cluster};
use crate::seen::confidence;
use crate::text::{Line, LineMemory, TextModels, TextSettings, is_icon_high};
use crate::{DetectError, PixelDetection};

/// The id of the icon detector that works on pixels alone.
pub const ICON_CLUSTER: &str = "icon-cluster@1";

/// The version of our own part: raised when the same models would give other results. Part of every identity.
pub const VERSION: &str = "2";

/// All detectors of a workspace.
pub struct Detector {
    texts: TextModels,
    text_settings: TextSettings,
    icon_settings: IconSettings,
    icon_model: Option<IconModel>,
}

impl Detector {
    /// A detector with these text models; icons by `icon-cluster`.
    pub fn new(texts: TextModels, text_settings: TextSettings, icon_settings: IconSettings) -> Self {
        Self {
            texts,
            text_settings,
            icon_settings,
            icon_model: None,
        }
    }

    /// The same, with an icon model of the user's own beside `icon-cluster`.
    pub fn with_icon_model(self, model: IconModel) -> Self {
        Self {
            icon_model: Some(model),
            ..self
        }
    }

    /// Everything besides the picture and its window that a result depends on: the version of our own part, the models, the engine
    /// and the settings.
    pub fn id(&self) -> String {
        let mut id = format!(
            "ppocr@{VERSION} {} {} {:?} {ICON_CLUSTER} {:?}",
            self.texts.detection.identity(),
            self.texts.recognition.identity(),
            self.text_settings,
            self.icon_settings,
        );
        if let Some(model) = &self.icon_model {
            id += &format!(" {} {:?}", model.identity(), model.settings());
        }
        id
    }

    /// What is on `picture`, which shows a window of `window` points: texts in reading order, then icons. `memory` knows lines from
    /// earlier pictures.
    ///
    /// # Errors
    /// When a model fails. A picture on which nothing can be seen is no error.
    pub fn detect(
        &self,
        picture: &RgbImage,
        window: WindowSize,
        memory: &dyn LineMemory,
    ) -> Result<Vec<PixelDetection>, DetectError> {
        let scale = Scale::new(f64::from(picture.width()) / window.width).unwrap_or(Scale::ONE);
        let mut lines = self.texts.read(picture, scale, &self.text_settings, memory)?;
        let clustered = self.icons(picture, window, scale, &mut lines);
        let mut seen: Vec<PixelDetection> = lines.into_iter().map(text).collect();
        seen.extend(clustered.into_iter().map(|icon| clustered_icon(icon, scale)));
        if let Some(model) = &self.icon_model {
            let detector = DetectorId(format!("icon-model@{}", short(model.identity())));
            let icons = model.find(picture).map_err(DetectError::FindingIcons)?;
            seen.extend(icons.into_iter().map(|icon| PixelDetection {
                detector: detector.clone(),
                kind: DetectionKind::Icon,
                text: Some(icon.class),
                confidence: confidence(icon.confidence),
                rect: icon.rect,
            }));
        }
        Ok(seen)
    }

    /// The icons of the zones without text. Signs that were read into icons of a bar leave `lines`.
    fn icons(&self, picture: &RgbImage, window: WindowSize, scale: Scale, lines: &mut Vec<Line>) -> Vec<Icon> {
        let (signs, texts): (Vec<Line>, Vec<Line>) = lines.iter().cloned().partition(|line| is_lone(line, scale));
        if signs.is_empty() {
            return self.clusters(picture, window, scale, lines);
        }
        let icons = self.clusters(picture, window, scale, &texts);
        let misread = |line: &Line| is_lone(line, scale) && is_among_icons(line, &signs, &icons, scale);
        lines.retain(|line| !misread(line));
        if lines.len() == texts.len() {
            icons
        } else {
            self.clusters(picture, window, scale, lines)
        }
    }

    fn clusters(&self, picture: &RgbImage, window: WindowSize, scale: Scale, lines: &[Line]) -> Vec<Icon> {
        let points: Vec<TapPoint> = lines.iter().map(|line| tap_point(line, scale)).collect();
        // One sign may be an icon that was misread; the rules merge those in.
        let texts: Vec<PixelRect> = lines
            .iter()
            .filter(|line| line.text.chars().count() > 1)
            .map(|line| line.rect)
            .collect();
        let zones: Vec<_> = icons::empty_zones(&points, window, &self.icon_settings)
            .into_iter()
            .map(|zone| (zone, cluster::clusters(picture, window, zone, &texts)))
            .collect();
        icons::assemble(&zones, &points, window, &self.icon_settings)
    }
}

/// Icons of one bar lie within this many points of each other across it.
const ACROSS: f64 = 8.0;

/// Of the icons of a bar at least so many have to be there, and so many of them have to be nothing that can be read.
const BAR: (usize, usize) = (3, 2);

/// Whether `line` is a single sign, large enough for an icon.
fn is_lone(line: &Line, scale: Scale) -> bool {
    line.text.chars().count() == 1 && is_icon_high(line, scale)
}

/// Whether a sign is one of a row of `icons` of which others were not read as signs: the keys of a calculator all are.
fn is_among_icons(sign: &Line, signs: &[Line], icons: &[Icon], scale: Scale) -> bool {
    let lies_on = |sign: &Line, icon: &Icon| {
        let rect = scale.to_window(sign.rect);
        let off = (rect.center().x - icon.at.x)
            .abs()
            .max((rect.center().y - icon.at.y).abs());
        off <= rect.width.max(rect.height) / 2.0
    };
    let Some(own) = icons.iter().find(|icon| lies_on(sign, icon)) else {
        return false;
    };
    let row = icons.iter().filter(|icon| (icon.at.y - own.at.y).abs() <= ACROSS);
    let unread = row.clone().filter(|icon| !signs.iter().any(|sign| lies_on(sign, icon)));
    row.count() >= BAR.0 && unread.count() >= BAR.1
}

fn tap_point(line: &Line, scale: Scale) -> TapPoint {
    let rect = scale.to_window(line.rect);
    TapPoint {
        text: line.text.clone(),
        at: rect.center(),
        confidence: confidence(line.confidence),
        rect: Some(rect),
    }
}

fn text(line: Line) -> PixelDetection {
    PixelDetection {
        detector: DetectorId(format!("ppocr@{VERSION}")),
        kind: DetectionKind::Text,
        text: Some(line.text),
        confidence: confidence(line.confidence),
        rect: line.rect,
    }
}

/// An icon is known by its middle and its size; its box is the square of that size.
fn clustered_icon(icon: Icon, scale: Scale) -> PixelDetection {
    let side = icon.size * scale.pixels_per_point();
    let (x, y) = (
        icon.at.x * scale.pixels_per_point(),
        icon.at.y * scale.pixels_per_point(),
    );
    PixelDetection {
        detector: DetectorId(ICON_CLUSTER.to_owned()),
        kind: DetectionKind::Icon,
        text: None,
        confidence: None,
        rect: PixelRect::new(x - side / 2.0, y - side / 2.0, side, side),
    }
}

/// The first word of an identity, cut to what fits a table.
fn short(identity: &str) -> &str {
    let word = identity.split_whitespace().next().unwrap_or("model");
    word.char_indices().nth(16).map_or(word, |(end, _)| &word[..end])
}
