//! The JSON text of evidence, as it stands in scripts.

use serde_json::{Map, Number, Value};
use skillc_records::WindowRect;

use super::{
    Ancestor, ScrollRegion, TargetEvidence, Verification,
    identity::{MAX_ANCESTRY, MAX_TEXT_BYTES},
};

/// The longest payload of one target, in bytes.
pub const MAX_PAYLOAD_BYTES: usize = 4096;

/// A text that is no evidence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EvidenceError {
    /// Longer than a payload may be.
    #[error("the evidence has {bytes} bytes, more than {MAX_PAYLOAD_BYTES}")]
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// No JSON object.
    #[error("the evidence is no JSON object")]
    NoObject,
    /// A field is missing or of another kind.
    #[error("the evidence has no usable field {field:?}")]
    Field {
        /// Which.
        field: &'static str,
    },
    /// A text is too long.
    #[error("the field {field:?} has more than {MAX_TEXT_BYTES} bytes")]
    TextTooLong {
        /// Which.
        field: &'static str,
    },
    /// Too many ancestors.
    #[error("the evidence names {count} ancestors, more than {MAX_ANCESTRY}")]
    TooManyAncestors {
        /// How many.
        count: usize,
    },
}

/// The JSON text of `evidence`, its keys in the order that scripts have them. Ancestors near the root are left out until it fits.
pub fn write(evidence: &TargetEvidence) -> String {
    let mut evidence = evidence.clone();
    loop {
        let text = Value::Object(object(&evidence)).to_string();
        if text.len() <= MAX_PAYLOAD_BYTES || evidence.ancestry.pop().is_none() {
            return text;
        }
    }
}

fn object(evidence: &TargetEvidence) -> Map<String, Value> {
    let mut fields = Map::new();
    let text = |fields: &mut Map<String, Value>, key: &str, text: &Option<String>| {
        if let Some(text) = text {
            fields.insert(key.into(), text.as_str().into());
        }
    };
    text(&mut fields, "id", &evidence.id);
    fields.insert("role".into(), evidence.role.as_str().into());
    text(&mut fields, "label", &evidence.label);
    let ancestry = evidence.ancestry.iter().map(|ancestor| {
        let mut fields = Map::new();
        fields.insert("role".into(), ancestor.role.as_str().into());
        text(&mut fields, "label", &ancestor.label);
        Value::Object(fields)
    });
    fields.insert("ancestry".into(), ancestry.collect());
    fields.insert("sibling".into(), evidence.sibling.into());
    fields.insert("viewportOrder".into(), evidence.viewport_order.into());
    if let Some(region) = &evidence.scroll_region {
        let mut inner = Map::new();
        inner.insert("role".into(), region.role.as_str().into());
        text(&mut inner, "id", &region.id);
        text(&mut inner, "label", &region.label);
        fields.insert("scrollRegion".into(), inner.into());
    }
    if let Some(rect) = &evidence.rect {
        let sides = [
            ("x", rect.x),
            ("y", rect.y),
            ("width", rect.width),
            ("height", rect.height),
        ];
        let inner: Map<String, Value> = sides
            .iter()
            .map(|&(key, side)| (key.to_owned(), number(side)))
            .collect();
        fields.insert("rect".into(), inner.into());
    }
    fields.insert("verification".into(), evidence.verification.as_str().into());
    fields
}

/// A whole number without a fraction, as every other writer of scripts does.
fn number(value: f64) -> Value {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if value.fract() == 0.0 && value.abs() < EXACT {
        return Value::from(value as i64);
    }
    Number::from_f64(value).map_or(Value::Null, Value::Number)
}

/// Reads evidence. Unknown keys are skipped.
///
/// # Errors
/// When the text is too long, is no object, lacks its role or verification, or breaks a limit.
pub fn parse(text: &str) -> Result<TargetEvidence, EvidenceError> {
    if text.len() > MAX_PAYLOAD_BYTES {
        return Err(EvidenceError::TooLong { bytes: text.len() });
    }
    let value: Value = serde_json::from_str(text).map_err(|_| EvidenceError::NoObject)?;
    let fields = value.as_object().ok_or(EvidenceError::NoObject)?;
    read(fields)
}

fn read(fields: &Map<String, Value>) -> Result<TargetEvidence, EvidenceError> {
    let ancestry = match fields.get("ancestry") {
        None => Vec::new(),
        Some(Value::Array(entries)) => entries.iter().map(ancestor).collect::<Result<Vec<_>, _>>()?,
        Some(_) => return Err(EvidenceError::Field { field: "ancestry" }),
    };
    if ancestry.len() > MAX_ANCESTRY {
        return Err(EvidenceError::TooManyAncestors { count: ancestry.len() });
    }
    let scroll_region = match fields.get("scrollRegion") {
        None => None,
        Some(Value::Object(region)) => Some(ScrollRegion {
            role: required(region, "role")?,
            id: optional(region, "id")?,
            label: optional(region, "label")?,
        }),
        Some(_) => return Err(EvidenceError::Field { field: "scrollRegion" }),
    };
    Ok(TargetEvidence {
        id: optional(fields, "id")?,
        role: required(fields, "role")?,
        label: optional(fields, "label")?,
        ancestry,
        sibling: place(fields, "sibling")?,
        viewport_order: place(fields, "viewportOrder")?,
        scroll_region,
        rect: match fields.get("rect") {
            None => None,
            Some(rect) => Some(read_rect(rect)?),
        },
        verification: match fields.get("verification").and_then(Value::as_str) {
            Some("verified") => Verification::Verified,
            Some("unverifiable") => Verification::Unverifiable,
            _ => return Err(EvidenceError::Field { field: "verification" }),
        },
    })
}

fn ancestor(value: &Value) -> Result<Ancestor, EvidenceError> {
    let fields = value.as_object().ok_or(EvidenceError::Field { field: "ancestry" })?;
    Ok(Ancestor {
        role: required(fields, "role")?,
        label: optional(fields, "label")?,
    })
}

fn read_rect(value: &Value) -> Result<WindowRect, EvidenceError> {
    crate::wire::read_rect(value).ok_or(EvidenceError::Field { field: "rect" })
}

fn required(fields: &Map<String, Value>, field: &'static str) -> Result<String, EvidenceError> {
    let text = fields
        .get(field)
        .and_then(Value::as_str)
        .ok_or(EvidenceError::Field { field })?;
    within(text, field)
}

/// An empty text counts as none.
fn optional(fields: &Map<String, Value>, field: &'static str) -> Result<Option<String>, EvidenceError> {
    match fields.get(field) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(within(text, field)?).filter(|text| !text.is_empty())),
        Some(_) => Err(EvidenceError::Field { field }),
    }
}

fn within(text: &str, field: &'static str) -> Result<String, EvidenceError> {
    if text.len() > MAX_TEXT_BYTES {
        Err(EvidenceError::TextTooLong { field })
    } else {
        Ok(text.to_owned())
    }
}

fn place(fields: &Map<String, Value>, field: &'static str) -> Result<usize, EvidenceError> {
    match fields.get(field) {
        None => Ok(0),
        Some(value) => value
            .as_u64()
            .and_then(|place| usize::try_from(place).ok())
            .ok_or(EvidenceError::Field { field }),
    }
}
