//! The scenes as plain values.

use serde::{Deserialize, Serialize};

/// What the simulator shows of an app: screens, what leads where, and the modals that come in between.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SimulatorSpec {
    /// The app's display name, never empty.
    pub app_name: String,
    /// What is typed to find the app; its name if nothing else is said.
    pub spotlight_name: String,
    /// A glyph; the first grapheme of the app's name if nothing else is said.
    pub icon: String,
    /// The id of the first screen. May name no screen.
    pub root: String,
    /// The screens, in file order, each id once.
    pub screens: Vec<Scene>,
    /// The modals, in code-point order of their ids, each id once.
    pub obstacles: Vec<SimulatorObstacle>,
}

/// One screen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scene {
    /// Its id: the heading after the prefix, untrimmed.
    pub id: String,
    /// Its title; its id if nothing else is said. May be empty.
    pub title: String,
    /// The id of the screen that the back chevron leads to; none without a chevron. May name no screen.
    pub back: Option<String>,
    /// Whether the tab bar is drawn.
    pub tab_bar: bool,
    /// What is on it, in file order.
    pub elements: Vec<Element>,
}

/// One thing on a screen. A destination is a screen's id and may name no screen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Element {
    /// A row with a chevron.
    Row {
        /// Its text.
        text: String,
        /// Where it leads.
        to: Option<String>,
    },
    /// A button.
    Button {
        /// Its text.
        text: String,
        /// Where it leads.
        to: Option<String>,
    },
    /// A text that does nothing.
    Text {
        /// The text.
        text: String,
    },
    /// An entry of the tab bar.
    Tab {
        /// Its text.
        text: String,
        /// Where it leads, never empty.
        to: String,
    },
    /// A field to type into.
    TextField {
        /// The text shown while it is empty, never empty itself.
        placeholder: String,
        /// Its id, never empty.
        id: String,
    },
    /// A slider.
    Slider {
        /// Its label, never empty.
        label: String,
        /// Its id, never empty.
        id: String,
        /// Where it stands, 0 to 1.
        fraction: f64,
    },
    /// A grey block in place of a picture or video.
    Placeholder {
        /// Width in points, as declared; may be senseless.
        width: i64,
        /// Height in points, as declared; may be senseless.
        height: i64,
    },
}

/// One modal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SimulatorObstacle {
    /// Its id: the heading after the prefix, untrimmed.
    pub id: String,
    /// Its title, never empty.
    pub title: String,
    /// The text below the title.
    pub body: Option<String>,
    /// The texts of its buttons, none of them empty.
    pub buttons: Vec<String>,
    /// When it comes.
    pub trigger: Trigger,
}

/// When a modal comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trigger {
    /// When the screen is first looked at.
    OnFirstDescribe,
    /// After this many taps that led to another screen.
    AfterTaps {
        /// How many.
        count: u64,
    },
    /// Never by itself.
    Never,
}

impl SimulatorSpec {
    /// The screen of this id.
    pub fn screen(&self, id: &str) -> Option<&Scene> {
        self.screens.iter().find(|scene| skillc_text::equals(&scene.id, id))
    }
}

impl Element {
    /// The word for its kind in APP.md.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Row { .. } => "row",
            Self::Button { .. } => "button",
            Self::Text { .. } => "text",
            Self::Tab { .. } => "tab",
            Self::TextField { .. } => "textfield",
            Self::Slider { .. } => "slider",
            Self::Placeholder { .. } => "placeholder",
        }
    }

    /// The text that is drawn, if any.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Row { text, .. } | Self::Button { text, .. } | Self::Text { text } | Self::Tab { text, .. } => {
                Some(text)
            }
            Self::TextField { placeholder, .. } => Some(placeholder),
            Self::Slider { label, .. } => Some(label),
            Self::Placeholder { .. } => None,
        }
    }

    /// The screen that it leads to, if any.
    pub fn destination(&self) -> Option<&str> {
        match self {
            Self::Row { to, .. } | Self::Button { to, .. } => to.as_deref(),
            Self::Tab { to, .. } => Some(to),
            Self::Text { .. } | Self::TextField { .. } | Self::Slider { .. } | Self::Placeholder { .. } => None,
        }
    }
}
