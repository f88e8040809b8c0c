//! A JSON file a screenshot: `image`, `width`, `height`, `locale`, `theme`, and its `texts` (as read, without a place), `icons`
//! (centre and size), `tabs` (in order along the bar, with the box of a label that can be read). Everything in pixels.
//!
//! The lists of texts and icons leave things out (texts inside photographs, status icons), so they measure recall only. The list of
//! tabs is complete. Texts under `texts_minor` (single letters of an index or a keyboard) are nobody's concern.

use serde::Deserialize;
use skillc_records::{PixelRect, PixelSize};
use skillc_text::nfc;

use crate::picture::{LabelFileError, LabelledPicture, PixelLabel, rect};

#[derive(Deserialize)]
struct File {
    image: String,
    width: Option<u32>,
    height: Option<u32>,
    app: Option<String>,
    locale: Option<String>,
    theme: Option<String>,
    #[serde(default)]
    tabs: Vec<Tab>,
    #[serde(default)]
    texts: Vec<String>,
    #[serde(default)]
    icons: Vec<Icon>,
}

#[derive(Deserialize)]
struct Tab {
    name: String,
    cx: f64,
    cy: f64,
    #[serde(default)]
    label_visible: bool,
    /// Left, top, right, bottom.
    label_box: Option<[f64; 4]>,
}

#[derive(Deserialize)]
struct Icon {
    cx: f64,
    cy: f64,
    w: f64,
    h: f64,
    #[serde(default)]
    kind: String,
}

/// What the kind of an icon begins with that belongs to a tab.
const TAB: &str = "tab:";

/// The side of a tab's box where neither icon nor label say how large it is, in pixels.
const UNKNOWN_TAB: f64 = 48.0;

/// Reads one file.
///
/// # Errors
/// When it is no JSON of this shape, or a number is none that a picture has.
pub fn read(text: &str) -> Result<LabelledPicture, LabelFileError> {
    let file: File = serde_json::from_str(text)?;
    let mut labels = Vec::new();
    for text in &file.texts {
        labels.push(PixelLabel {
            class: "text".to_owned(),
            text: Some(nfc(text).into_owned()),
            rect: None,
            text_visible: true,
            exhaustive: false,
        });
    }
    for icon in &file.icons {
        labels.push(PixelLabel {
            class: "icon".to_owned(),
            text: Some(nfc(&icon.kind).into_owned()).filter(|kind| !kind.is_empty()),
            rect: Some(icon.rect(&file.image)?),
            text_visible: false,
            exhaustive: false,
        });
    }
    for tab in &file.tabs {
        let kind = format!("{TAB}{}", tab.name);
        let icon = file.icons.iter().find(|icon| icon.kind == kind);
        labels.push(PixelLabel {
            class: "tab".to_owned(),
            text: Some(nfc(&tab.name).into_owned()),
            rect: Some(tab.rect(&file.image, icon)?),
            text_visible: tab.label_visible,
            exhaustive: true,
        });
    }
    let size = file.width.zip(file.height);
    Ok(LabelledPicture {
        size: size.map(|(width, height)| PixelSize { width, height }),
        app: file.app,
        locale: file.locale,
        is_dark: match file.theme.as_deref() {
            Some("dark") => Some(true),
            Some("light") => Some(false),
            _ => None,
        },
        labels,
        file_name: file.image,
    })
}

impl Icon {
    fn rect(&self, picture: &str) -> Result<PixelRect, LabelFileError> {
        let corner = [self.cx - self.w / 2.0, self.cy - self.h / 2.0, self.w, self.h];
        rect(picture, corner)
    }
}

impl Tab {
    /// The box around icon and label, with the labelled centre in its middle.
    fn rect(&self, picture: &str, icon: Option<&Icon>) -> Result<PixelRect, LabelFileError> {
        let (mut width, mut height) = (0.0_f64, 0.0_f64);
        let mut reach = |left: f64, top: f64, right: f64, bottom: f64| {
            width = width.max(2.0 * (self.cx - left).max(right - self.cx));
            height = height.max(2.0 * (self.cy - top).max(bottom - self.cy));
        };
        if let Some(icon) = icon {
            let (half_width, half_height) = (icon.w / 2.0, icon.h / 2.0);
            reach(
                icon.cx - half_width,
                icon.cy - half_height,
                icon.cx + half_width,
                icon.cy + half_height,
            );
        }
        if let Some([left, top, right, bottom]) = self.label_box {
            reach(left, top, right, bottom);
        }
        if icon.is_none() && self.label_box.is_none() {
            (width, height) = (UNKNOWN_TAB, UNKNOWN_TAB);
        }
        rect(picture, [self.cx - width / 2.0, self.cy - height / 2.0, width, height])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_tab_is_icon_and_label() {
        let text = r#"{"image": "a_1.png", "width": 100, "height": 200, "locale": "en", "theme": "dark", "texts": ["e\u0301"],
            "icons": [{"cx": 50, "cy": 180, "w": 10, "h": 10, "kind": "tab:Home"}],
            "tabs": [{"name": "Home", "cx": 50, "cy": 185, "label_visible": true, "label_box": [40, 188, 60, 195]}]}"#;
        let picture = read(text).expect("labels");
        assert_eq!((picture.is_dark, picture.labels.len()), (Some(true), 3));
        assert_eq!(picture.labels[0].text.as_deref(), Some("é"));
        assert_eq!(picture.labels[2].rect, Some(PixelRect::new(40.0, 175.0, 20.0, 20.0)));
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        let error = read("{\"image\": \"a\",\n \"icons\": [{}]}").expect_err("no cx");
        assert!(matches!(error, LabelFileError::Json { line: 2, .. }), "{error}");
        let error = read(r#"{"image": "a", "icons": [{"cx": 1e300, "cy": 0, "w": 1, "h": 1}]}"#).expect_err("too far");
        assert!(error.to_string().contains("x is"), "{error}");
    }

    proptest! {
        #[test]
        fn no_text_is_a_panic(text in any::<String>()) {
            let _ = read(&text);
        }
    }
}
