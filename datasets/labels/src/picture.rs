//! What a label file says of one picture, in pixels.

use skillc_records::{FrameIndex, Label, PixelRect, PixelSize, Scale, WindowRect};

/// The longest label file that is read.
pub const MAX_BYTES: u64 = 1 << 30;

/// The labels of one picture.
#[derive(Debug, Clone, PartialEq)]
pub struct LabelledPicture {
    /// The picture's file, as the label file names it.
    pub file_name: String,
    /// The picture's size, where the file says it.
    pub size: Option<PixelSize>,
    /// The app, where the file says it.
    pub app: Option<String>,
    /// The locale, where the file says it.
    pub locale: Option<String>,
    /// Whether the screen is dark, where the file says it.
    pub is_dark: Option<bool>,
    /// Its labels.
    pub labels: Vec<PixelLabel>,
}

/// One label in pixels.
#[derive(Debug, Clone, PartialEq)]
pub struct PixelLabel {
    /// The class.
    pub class: String,
    /// The text, NFC.
    pub text: Option<String>,
    /// The box; none where nobody said where it is.
    pub rect: Option<PixelRect>,
    /// Whether the text can be read on the picture.
    pub text_visible: bool,
    /// Whether everything of this class on this picture is labelled.
    pub exhaustive: bool,
}

/// A label file that can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LabelFileError {
    /// No JSON, or not of the expected shape.
    #[error("line {line}, column {column}: {reason}")]
    Json {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong there.
        reason: String,
    },
    /// A number that no picture has.
    #[error("picture {picture:?}: {what} is {value}, expected {expected}")]
    Number {
        /// The picture.
        picture: String,
        /// Which number.
        what: &'static str,
        /// What it is.
        value: String,
        /// What was expected.
        expected: &'static str,
    },
    /// An annotation names what isn't there.
    #[error("annotation {annotation} is of {what} {id}, which the file doesn't declare")]
    Dangling {
        /// The annotation's id.
        annotation: u64,
        /// `picture` or `class`.
        what: &'static str,
        /// The id.
        id: u64,
    },
}

impl From<serde_json::Error> for LabelFileError {
    fn from(error: serde_json::Error) -> Self {
        let (line, column) = (error.line(), error.column());
        let text = error.to_string();
        let reason = text
            .rsplit_once(" at line ")
            .map_or(text.clone(), |(reason, _)| reason.to_owned());
        Self::Json { line, column, reason }
    }
}

/// The largest coordinate that is read, in pixels.
const MOST_PIXELS: f64 = 1e6;

/// A box of finite, sensible numbers. A negative width or height is wrong; a part outside the picture is not.
pub(crate) fn rect(picture: &str, [x, y, width, height]: [f64; 4]) -> Result<PixelRect, LabelFileError> {
    for (what, value, is_size) in [
        ("x", x, false),
        ("y", y, false),
        ("width", width, true),
        ("height", height, true),
    ] {
        if !(value.is_finite() && value.abs() <= MOST_PIXELS && (!is_size || value >= 0.0)) {
            return Err(LabelFileError::Number {
                picture: picture.to_owned(),
                what,
                value: value.to_string(),
                expected: if is_size {
                    "0 to 1000000 pixels"
                } else {
                    "at most 1000000 pixels from the corner"
                },
            });
        }
    }
    Ok(PixelRect::new(x, y, width, height))
}

impl PixelLabel {
    /// The label as a row of the store.
    pub fn to_window(&self, frame: FrameIndex, scale: Scale, source: &str) -> Label {
        Label {
            frame,
            class: self.class.clone(),
            text: self.text.clone(),
            rect: self.rect.map_or(WindowRect::default(), |rect| scale.to_window(rect)),
            text_visible: self.text_visible,
            exhaustive: self.exhaustive,
            source: source.to_owned(),
        }
    }

    /// A label of the store in pixels.
    pub fn of(label: &Label, scale: Scale) -> Self {
        Self {
            class: label.class.clone(),
            text: label.text.clone(),
            rect: label.is_placed().then(|| scale.to_pixels(label.rect)),
            text_visible: label.text_visible,
            exhaustive: label.exhaustive,
        }
    }
}

/// The app that a picture's name tells: what stands before its number (`clock_01.png` → `clock`); none if nothing does.
pub fn app_of(file_name: &str) -> Option<String> {
    let stem = stem(file_name);
    let bare = stem.trim_end_matches(|c: char| c.is_ascii_digit());
    let app = bare.trim_end_matches(['_', '-', ' ', '.']);
    (bare.len() < stem.len() && !app.is_empty()).then(|| app.to_owned())
}

/// The frame that a picture's name tells: the number at its end (`pictures/00012.png` → 12).
pub fn frame_of(file_name: &str) -> Option<FrameIndex> {
    let stem = stem(file_name);
    let digits = stem.rsplit(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok().map(FrameIndex)
}

/// A file's name without its folder and its ending.
pub fn stem(file_name: &str) -> &str {
    let name = file_name.rsplit(['/', '\\']).next().unwrap_or(file_name);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_app_and_frame() {
        assert_eq!(app_of("a/clock_01.png").as_deref(), Some("clock"));
        assert_eq!(app_of("my-app-12.webp").as_deref(), Some("my-app"));
        assert_eq!(app_of("00012.png"), None);
        assert_eq!(app_of("home.png"), None);
        assert_eq!(frame_of("pictures/00012.png"), Some(FrameIndex(12)));
        assert_eq!(frame_of("home.png"), None);
    }
}
