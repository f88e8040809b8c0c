//! The parts of a screen as the areas write them.

use serde::Deserialize;
use serde_json::{Value, json};
use skillc_points::icons::Zone;
use skillc_records::{Confidence, Icon, ScreenPoints, TapPoint, WindowPoint, WindowSize};

use super::RuleError;

/// A text: `{"text", "x", "y"}` with optional `"confidence"`.
#[derive(Deserialize)]
pub(super) struct Element {
    text: String,
    x: f64,
    y: f64,
    #[serde(default = "default_confidence")]
    confidence: f64,
}

/// An icon: `{"x", "y", "size"}`.
#[derive(Deserialize)]
pub(super) struct IconInput {
    x: f64,
    y: f64,
    #[serde(default)]
    size: f64,
}

/// A window: `{"w", "h"}`.
#[derive(Clone, Copy, Deserialize)]
pub(super) struct Window {
    w: f64,
    h: f64,
}

fn default_confidence() -> f64 {
    0.95
}

impl Element {
    fn point(self) -> Result<TapPoint, RuleError> {
        let confidence = Confidence::new(self.confidence)
            .ok_or_else(|| RuleError::Value(format!("a confidence of {} is not between 0 and 1", self.confidence)))?;
        Ok(TapPoint {
            text: self.text,
            at: WindowPoint::new(self.x, self.y),
            confidence: Some(confidence),
            rect: None,
        })
    }
}

/// The texts of a screen.
pub(super) fn points(elements: Vec<Element>) -> Result<Vec<TapPoint>, RuleError> {
    elements.into_iter().map(Element::point).collect()
}

/// The icons of a screen.
pub(super) fn icons(icons: Vec<IconInput>) -> Vec<Icon> {
    icons
        .into_iter()
        .map(|icon| Icon {
            at: WindowPoint::new(icon.x, icon.y),
            size: icon.size,
        })
        .collect()
}

/// A whole screen.
pub(super) fn screen(elements: Vec<Element>, icon_inputs: Vec<IconInput>) -> Result<ScreenPoints, RuleError> {
    Ok(ScreenPoints {
        points: points(elements)?,
        icons: icons(icon_inputs),
    })
}

impl From<Window> for WindowSize {
    fn from(window: Window) -> Self {
        Self::new(window.w, window.h)
    }
}

/// A text with its place, as an area answers it.
pub(super) fn point_json(point: &TapPoint) -> Value {
    json!({ "text": point.text, "x": point.at.x, "y": point.at.y })
}

/// Icons, as an area answers them.
pub(super) fn icons_json(icons: &[Icon]) -> Value {
    icons
        .iter()
        .map(|icon| json!({ "x": icon.at.x, "y": icon.at.y, "size": icon.size }))
        .collect()
}

/// Zones, as an area answers them.
pub(super) fn zones_json(zones: &[Zone]) -> Value {
    zones
        .iter()
        .map(|zone| json!({ "y_start": zone.y_start, "y_end": zone.y_end }))
        .collect()
}
