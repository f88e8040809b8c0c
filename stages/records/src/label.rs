//! A label: what is really there.

use serde::{Deserialize, Serialize};

use crate::{FrameIndex, WindowRect};

/// One thing that is really on a frame: one row of the `labels` table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Label {
    /// The frame.
    pub frame: FrameIndex,
    /// `text`, `icon`, `tab`, `button`, `row`, `text_field`, `slider`, `back`, `placeholder`, …
    pub class: String,
    /// The text, NFC; for an icon-only tab its name.
    pub text: Option<String>,
    /// Its box in window points; empty where nobody said where it is (a list of the texts on a screen).
    pub rect: WindowRect,
    /// Whether the text can be read on the picture (an icon-only tab's name can't).
    pub text_visible: bool,
    /// Whether everything of this class on this frame is labelled; if not, only recall can be measured.
    pub exhaustive: bool,
    /// Who says so: `simulator`, `nodes`, the name of a label file.
    pub source: String,
}

impl Label {
    /// Whether it is known where it is: its box has an area.
    pub fn is_placed(&self) -> bool {
        self.rect.width > 0.0 && self.rect.height > 0.0
    }
}
