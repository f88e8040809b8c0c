//! What is measured: one frame with what is really on it, and what one detector made of it.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use skillc_records::{Detection, Label, Orientation, ScreenPoints, WindowSize};
use skillc_tabs::TabBar;

/// One frame with what is really on it, and what one detector made of it.
#[derive(Debug, Clone)]
pub struct Sample {
    /// Which frame.
    pub at: FrameName,
    /// What it belongs to.
    pub about: Arc<About>,
    /// The window in points.
    pub window: WindowSize,
    /// What is really there.
    pub truth: Arc<Truth>,
    /// What the detector saw.
    pub seen: Seen,
}

/// A frame as a report names it: a session's, or a picture of a folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FrameName {
    /// The session's id, or the picture's file name.
    pub session: String,
    /// The frame in the session; 0 for a picture.
    pub frame: u32,
}

/// What a frame belongs to: the slices that are the same for all that is on it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct About {
    /// The app's folder.
    pub app: String,
    /// The locale; none where it isn't known.
    pub locale: Option<String>,
    /// Light or dark; none where it isn't known.
    pub theme: Option<Theme>,
    /// Which way the window is held.
    pub orientation: Orientation,
}

/// Whether a screen is light or dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Dark text on light ground.
    Light,
    /// Light text on dark ground.
    Dark,
}

/// What is really on a frame.
#[derive(Debug, Clone, Default)]
pub struct Truth {
    /// The labels.
    pub labels: Vec<Label>,
    /// Which classes are labelled wholly, so that what is not labelled is not there.
    pub whole: Whole,
    /// The tab bar of the app, where it is known.
    pub bar: Option<Bar>,
}

/// The tab bar of an app, and whether this frame shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bar {
    /// Its tabs and where it lies.
    pub declared: Arc<TabBar>,
    /// Whether it is on this frame; the labels of class `tab` then say where its tabs are.
    pub is_shown: bool,
}

/// The classes that are labelled wholly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Whole {
    /// All of them: what has no label is not there.
    All,
    /// These.
    Classes(BTreeSet<String>),
}

/// What a detector made of a frame.
#[derive(Debug, Clone)]
pub enum Seen {
    /// What it saw, and where a tap on each would go.
    Found {
        /// As the detector gave it, in its order.
        detections: Vec<Detection>,
        /// As the rules see it.
        points: ScreenPoints,
    },
    /// It failed on the picture: everything on it is missed.
    Failed,
}

impl Whole {
    /// What the labels of one session from one source claim: a class is whole if all its labels say so, and a source that says so of
    /// every label it gives is whole in every class, those that it never saw among them.
    pub fn of<'l>(labels: impl IntoIterator<Item = &'l Label>) -> Self {
        let (mut some, mut whole) = (BTreeSet::new(), BTreeSet::new());
        for label in labels {
            let side = if label.exhaustive { &mut whole } else { &mut some };
            if !side.contains(&label.class) {
                side.insert(label.class.clone());
            }
        }
        if some.is_empty() && !whole.is_empty() {
            Self::All
        } else {
            Self::Classes(whole.difference(&some).cloned().collect())
        }
    }

    /// Whether everything of this class is labelled.
    pub fn has(&self, class: &str) -> bool {
        match self {
            Self::All => true,
            Self::Classes(classes) => classes.contains(class),
        }
    }
}

impl Default for Whole {
    fn default() -> Self {
        Self::Classes(BTreeSet::new())
    }
}

impl Theme {
    /// The word in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

impl Seen {
    /// What was seen; nothing if the detector failed.
    pub fn detections(&self) -> &[Detection] {
        match self {
            Self::Found { detections, .. } => detections,
            Self::Failed => &[],
        }
    }
}
