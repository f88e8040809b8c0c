//! What is known beside the file itself.

use std::collections::BTreeSet;

use skillc_permissions::Policy;
use skillc_records::{ActionRef, FrameRef, WindowPoint, WindowRect, WindowSize};
use skillc_settle::Doubt;
use skillc_text::{contains, lower};

/// What is known beside the file. Whatever isn't known is not checked.
#[derive(Debug, Clone, Default)]
pub struct Surroundings {
    /// Names of screen recipes that were found beside the published ones.
    pub recipes: BTreeSet<String>,
    /// What `permissions.json` allows; none if nobody looked.
    pub policy: Option<Policy>,
    /// The names of the variables that are set; none if nobody looked.
    pub variables: Option<BTreeSet<String>>,
    /// What was recorded of the app; none without captures.
    pub recorded: Option<Recorded>,
}

/// What the recordings of an app show.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Recorded {
    /// What every frame shows; frames that show the same texts once.
    pub screens: Vec<SeenScreen>,
    /// What was tapped, in order.
    pub taps: Vec<SeenTap>,
    /// What dialogs said that stand on no screen: a browser's own.
    pub told: BTreeSet<String>,
    /// How many sessions there are.
    pub sessions: usize,
    /// How many frames failed: nobody knows what was on the screen then.
    pub failed: usize,
    /// The locales of the devices, as far as known.
    pub locales: BTreeSet<String>,
    /// How many actions have a result that was seen.
    pub results: usize,
    /// The actions whose result something speaks against, and what, in the order of the recordings.
    pub doubts: Vec<(ActionRef, Doubt)>,
}

impl Recorded {
    /// Whether a dialog that stands on no screen says the lowered `trigger`.
    pub(crate) fn was_told(&self, trigger: &str) -> bool {
        self.told.iter().any(|message| contains(&lower(message), trigger))
    }
}

/// What a recorded frame shows.
#[derive(Debug, Clone, PartialEq)]
pub struct SeenScreen {
    /// The frame.
    pub frame: FrameRef,
    /// Its window, in points.
    pub window: WindowSize,
    /// Its texts, in the order in which the rules see them.
    pub texts: Vec<SeenText>,
    /// Where its icons are, in window points.
    pub icons: Vec<WindowPoint>,
    /// What was tapped on it.
    pub tapped: Option<String>,
}

/// A text on a frame.
#[derive(Debug, Clone, PartialEq)]
pub struct SeenText {
    /// The text.
    pub text: String,
    /// Its box, in window points, where it is known.
    pub rect: Option<WindowRect>,
    /// Where it would be tapped.
    pub at: WindowPoint,
}

/// A recorded tap.
#[derive(Debug, Clone, PartialEq)]
pub struct SeenTap {
    /// What was tapped; empty if the recording doesn't say.
    pub text: String,
    /// Where, in window points.
    pub at: Option<WindowPoint>,
    /// The frame on which the finger came down, and its window.
    pub on: Option<(FrameRef, WindowSize)>,
}

/// The published screen recipes.
pub const PUBLISHED_RECIPES: [&str; 7] = [
    "content-grid",
    "conversation-list",
    "dashboard",
    "detail-form",
    "settings-list",
    "social-feed",
    "utility-display",
];
