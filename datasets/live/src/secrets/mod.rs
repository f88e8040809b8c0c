//! Secrets: declared values that never reach anything written.
//!
//! Sensitivity is declared, never guessed. A declared value becomes `${NAME}` wherever it stands in a text, also percent-encoded, in
//! base64 and backwards. A value that is typed piece by piece is noticed when half of it is there. The field that it was typed into is
//! blanked in every picture of that screen from then on, and so is the box of every text that shows it.
//!
//! | module | what it holds |
//! |---|---|
//! | `forms` | the ways in which a value may stand in a text |
//! | `typing` | values that are typed piece by piece |
//! | `mask` | blanking rectangles of pictures |

mod forms;
mod mask;
mod typing;

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::Value;
use skillc_recorders::Sight;
use skillc_records::{
    Action, ActionIndex, ActionKind, Detection, Node, PixelRect, Quality, Scale, WindowPoint, WindowRect, WindowSize,
};
use skillc_text::grapheme_count;

use forms::Forms;
use typing::Typing;

/// Half the height of a field whose box isn't known, in points.
const FIELD_REACH: f64 = 28.0;
/// How wide a character is at most and how high a line, in points, where only its middle is known.
const CHARACTER: f64 = 16.0;
const LINE: f64 = 40.0;
/// Two looks with this share of texts in common show the same screen.
const SAME_SCREEN: f64 = 0.5;
/// What stands for the producer's reason where a picture was withheld.
const WITHHELD: &str = "picture-withheld";

/// The declared values, and what was typed where. They exist in memory only, and the debug form shows names alone.
#[derive(Clone, Default)]
pub struct Secrets {
    known: Vec<Known>,
    typing: Typing,
    fields: Vec<Field>,
}

#[derive(Clone)]
struct Known {
    placeholder: String,
    value: String,
    forms: Forms,
}

/// A field that shows a declared value.
#[derive(Clone)]
struct Field {
    rect: WindowRect,
    secret: usize,
    /// The other texts of its screen when it was first seen with the value; none until then.
    screen: Option<BTreeSet<String>>,
}

impl std::fmt::Debug for Secrets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list()
            .entries(self.known.iter().map(|known| &known.placeholder))
            .finish()
    }
}

impl Secrets {
    /// The values of these names. Empty values are none.
    pub fn new(values: impl IntoIterator<Item = (String, String)>) -> Self {
        let mut known: Vec<Known> = values
            .into_iter()
            .filter(|(_, value)| !value.trim().is_empty())
            .map(|(name, value)| Known {
                placeholder: format!("${{{name}}}"),
                forms: Forms::of(&value),
                value,
            })
            .collect();
        // A value that holds another one goes first.
        known.sort_by(|a, b| {
            b.value
                .len()
                .cmp(&a.value.len())
                .then_with(|| a.placeholder.cmp(&b.placeholder))
        });
        Self {
            known,
            ..Self::default()
        }
    }

    /// Whether none is declared.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// `text` with `${NAME}` in place of every declared value.
    pub fn text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut clean = Cow::Borrowed(text);
        for known in &self.known {
            if let Some(replaced) = known.forms.replace(&clean, &known.placeholder) {
                clean = Cow::Owned(replaced);
            }
        }
        clean
    }

    fn clean(&self, text: &mut String) {
        if let Cow::Owned(clean) = self.text(text) {
            *text = clean;
        }
    }

    fn clean_some(&self, text: &mut Option<String>) {
        if let Some(text) = text {
            self.clean(text);
        }
    }

    /// Cleans an action before it is written as the action `index`. `field` is the box of what it types into, where known, else `near`
    /// is the last touch. Returns the earlier actions whose texts turn out to be the beginning of a value, with what they become.
    pub fn action(
        &mut self,
        action: &mut Action,
        index: ActionIndex,
        field: Option<WindowRect>,
        near: Option<WindowPoint>,
        window: Option<WindowSize>,
    ) -> Vec<(ActionIndex, String)> {
        if self.known.is_empty() {
            return Vec::new();
        }
        self.clean_some(&mut action.target_text);
        self.clean_some(&mut action.display_label);
        let mut earlier = Vec::new();
        match &mut action.kind {
            ActionKind::Type { value } | ActionKind::PressKey { value } => {
                let typed = value.clone();
                self.clean(value);
                let whole = (0..self.known.len())
                    .find(|&secret| *value != typed && value.contains(&self.known[secret].placeholder));
                let values: Vec<&str> = self.known.iter().map(|known| known.value.as_str()).collect();
                let piece = self.typing.typed(&typed, index, &values);
                let secret = match (whole, piece) {
                    (Some(secret), _) => Some(secret),
                    (None, Some(piece)) => {
                        let placeholder = &self.known[piece.secret].placeholder;
                        value.clone_from(placeholder);
                        earlier = piece
                            .earlier
                            .into_iter()
                            .map(|index| (index, placeholder.clone()))
                            .collect();
                        Some(piece.secret)
                    }
                    (None, None) => None,
                };
                if let Some(secret) = secret {
                    self.fields.extend(field_rect(field, near, window).map(|rect| Field {
                        rect,
                        secret,
                        screen: None,
                    }));
                }
            }
            ActionKind::Launch { app: value }
            | ActionKind::OpenUrl { value }
            | ActionKind::Remember { value }
            | ActionKind::Other { value } => self.clean(value),
            _ => {}
        }
        earlier
    }

    /// Cleans a look before it is written: its texts, and its picture where it shows a declared value.
    pub fn sight(&mut self, sight: &mut Sight, window: Option<WindowSize>) {
        if self.known.is_empty() {
            return;
        }
        let mut shown: Vec<WindowRect> = Vec::new();
        for detection in &mut sight.detections {
            if let Some(text) = &mut detection.text
                && let Cow::Owned(clean) = self.text(text)
            {
                shown.push(detection.rect.unwrap_or_else(|| text_rect(text, detection.tap)));
                *text = clean;
            }
        }
        for node in &mut sight.nodes {
            if self.node(node) {
                shown.extend(node.rect);
            }
        }
        for control in sight.controls.iter_mut().flatten() {
            self.clean_some(&mut control.name);
        }
        if let Quality::Degraded { reason } = &mut sight.quality {
            self.clean(reason);
        }
        self.fields_on(sight, &mut shown);
        if !shown.is_empty() {
            blank(sight, &shown, window);
        }
    }

    /// Cleans a node; says whether it showed a value.
    fn node(&self, node: &mut Node) -> bool {
        let before = (node.label.clone(), node.value.clone());
        for text in [&mut node.label, &mut node.value, &mut node.identifier, &mut node.role] {
            self.clean_some(text);
        }
        if let Some(extra) = &node.extra
            && let Ok(mut value) = serde_json::from_str::<Value>(extra)
        {
            self.json(&mut value);
            node.extra = Some(value.to_string());
        }
        // A value that is split over the two columns.
        let together = format!(
            "{}{}",
            node.label.as_deref().unwrap_or_default(),
            node.value.as_deref().unwrap_or_default()
        );
        if let Some(known) = self.known.iter().find(|known| known.forms.stands_in(&together)) {
            node.label = Some(known.placeholder.clone());
            node.value = None;
        }
        before != (node.label.clone(), node.value.clone())
    }

    fn json(&self, value: &mut Value) {
        match value {
            Value::String(text) => self.clean(text),
            Value::Array(items) => items.iter_mut().for_each(|item| self.json(item)),
            Value::Object(fields) => fields.values_mut().for_each(|field| self.json(field)),
            _ => {}
        }
    }

    /// The fields of this screen that hold a value: their boxes, and what of the value is still readable in them.
    fn fields_on(&mut self, sight: &mut Sight, shown: &mut Vec<WindowRect>) {
        for field in &mut self.fields {
            let screen = other_texts(sight, field.rect);
            let known = field.screen.get_or_insert_with(|| screen.clone());
            if !is_same(known, &screen) {
                continue;
            }
            shown.push(field.rect);
            let known = &self.known[field.secret];
            let piece = |text: &str| grapheme_count(text) > 1 && known.value.contains(text.trim());
            for detection in &mut sight.detections {
                if field.rect.contains(detection.tap)
                    && let Some(text) = detection.text.as_mut().filter(|text| piece(text))
                {
                    text.clone_from(&known.placeholder);
                }
            }
            for node in &mut sight.nodes {
                if node.rect.is_some_and(|rect| field.rect.contains(rect.center())) {
                    for text in [&mut node.label, &mut node.value].into_iter().flatten() {
                        if piece(text) {
                            text.clone_from(&known.placeholder);
                        }
                    }
                }
            }
        }
    }
}

/// The box of a field: as known, else around the last touch, across the whole window.
fn field_rect(field: Option<WindowRect>, near: Option<WindowPoint>, window: Option<WindowSize>) -> Option<WindowRect> {
    field.map(|rect| rect.inflated(2.0)).or_else(|| {
        let near = near?;
        let width = window.map_or(f64::from(u16::MAX), |window| window.width);
        Some(WindowRect::new(0.0, near.y - FIELD_REACH, width, 2.0 * FIELD_REACH))
    })
}

/// Where a text stands of which only the middle is known: rather too wide.
fn text_rect(text: &str, middle: WindowPoint) -> WindowRect {
    let width = (grapheme_count(text) as f64 + 2.0) * CHARACTER;
    WindowRect::new(middle.x - width / 2.0, middle.y - LINE / 2.0, width, LINE)
}

/// The texts of a look outside of `rect`. Those with digits change by themselves (clocks, counters) and don't count.
fn other_texts(sight: &Sight, rect: WindowRect) -> BTreeSet<String> {
    let texts = sight
        .detections
        .iter()
        .filter(|seen: &&Detection| !rect.contains(seen.tap));
    texts
        .filter_map(|seen| seen.text.clone())
        .filter(|text| !text.contains(|c: char| c.is_ascii_digit()))
        .collect()
}

/// Whether two looks show the same screen. Where there are no texts to go by, they may.
fn is_same(a: &BTreeSet<String>, b: &BTreeSet<String>) -> bool {
    if a.is_empty() || b.is_empty() {
        return true;
    }
    let common = a.intersection(b).count() as f64;
    common / a.union(b).count() as f64 >= SAME_SCREEN
}

/// Blanks rectangles of a look's picture. A picture that can't be blanked is withheld.
fn blank(sight: &mut Sight, rects: &[WindowRect], window: Option<WindowSize>) {
    let Some(picture) = &mut sight.picture else { return };
    let scale = picture.scale.or_else(|| {
        let width = window.map(|window| window.width).filter(|width| *width > 0.0)?;
        Scale::new(f64::from(picture.size.width) / width)
    });
    let blanked = scale.and_then(|scale| {
        let pixels: Vec<PixelRect> = rects.iter().map(|&rect| scale.to_pixels(rect)).collect();
        mask::blank(&picture.bytes, &pixels)
    });
    match blanked {
        Some((bytes, masked)) => {
            picture.bytes = bytes.into();
            sight.masked.extend(masked);
        }
        None => {
            sight.picture = None;
            sight.quality = Quality::Degraded {
                reason: WITHHELD.to_owned(),
            };
        }
    }
}
