//! An overlay ref as it is published.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use skillc_records::{PixelPoint, PixelRect, WindowRect};

use crate::{ElementRef, wire::read_rect};

/// One ref on a picture.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OverlayRef {
    /// The ref.
    pub reference: ElementRef,
    /// What names it.
    pub label: Option<String>,
    /// What it covers, in the tree's unit.
    pub rect: WindowRect,
    /// What it covers on the picture, whole pixels.
    pub overlay_rect: PixelRect,
    /// The middle of that, whole pixels.
    pub center: PixelPoint,
}

impl OverlayRef {
    /// A ref on a picture; its centre is the rounded middle of its box.
    pub fn new(reference: ElementRef, label: Option<String>, rect: WindowRect, overlay_rect: PixelRect) -> Self {
        let center = PixelPoint {
            x: (overlay_rect.x + overlay_rect.width / 2.0).round(),
            y: (overlay_rect.y + overlay_rect.height / 2.0).round(),
        };
        Self {
            reference,
            label,
            rect,
            overlay_rect,
            center,
        }
    }

    /// Reads the published form; none if a field is missing or odd.
    pub fn read(value: &Value) -> Option<Self> {
        let pixels = read_rect(value.get("overlayRect")?)?;
        let center = value.get("center")?;
        Some(Self {
            reference: ElementRef::new(value.get("ref")?.as_str()?).ok()?,
            label: value.get("label").and_then(Value::as_str).map(str::to_owned),
            rect: read_rect(value.get("rect")?)?,
            overlay_rect: PixelRect::new(pixels.x, pixels.y, pixels.width, pixels.height),
            center: PixelPoint {
                x: center.get("x")?.as_f64()?,
                y: center.get("y")?.as_f64()?,
            },
        })
    }

    /// The published form.
    pub fn publish(&self) -> Value {
        let mut fields = serde_json::Map::new();
        fields.insert("ref".into(), self.reference.as_str().into());
        if let Some(label) = &self.label {
            fields.insert("label".into(), label.as_str().into());
        }
        let (rect, over) = (self.rect, self.overlay_rect);
        fields.insert(
            "rect".into(),
            json!({"x": rect.x, "y": rect.y, "width": rect.width, "height": rect.height}),
        );
        fields.insert(
            "overlayRect".into(),
            json!({"x": over.x, "y": over.y, "width": over.width, "height": over.height}),
        );
        fields.insert("center".into(), json!({"x": self.center.x, "y": self.center.y}));
        Value::Object(fields)
    }
}
