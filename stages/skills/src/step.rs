//! A skill as data: what is done, what is waited for, and where each step comes from. Every dialect is written from this, except
//! mirroir's own, which has its own order.

use serde::{Deserialize, Serialize};
use skillc_graph::{Disagreement, DismissalCause, ScrollDirection};
use skillc_records::{ActionRef, AppField, FrameRef, WindowPoint, WindowSize};
use skillc_screens::CompileFingerprint;
use skillc_settle::Doubt;

use crate::document::Document;

/// One flow as a skill.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Skill {
    /// Its name: lower-case ASCII letters, digits and single hyphens, at most 64 characters; no other skill of the app has it.
    pub name: String,
    /// Its title, for people.
    pub title: String,
    /// The name of the flow behind it; empty for a tour of the app.
    pub flow: String,
    /// The stem of its file in mirroir's dialect; no other skill of the app has it.
    pub mirroir_stem: String,
    /// The folder or reference file of its Agent Skill, as path parts.
    pub agent_path: Vec<String>,
    /// The window that it was recorded in.
    pub window: WindowSize,
    /// Its steps, in the order in which they are done: acting first, then waiting for what the action leads to.
    pub steps: Vec<Step>,
    /// What may get in the way.
    pub obstacles: Vec<SkillObstacle>,
    /// The screen that it starts on.
    pub start: CompileFingerprint,
    /// The screen that it ends on.
    pub destination: CompileFingerprint,
}

/// One step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// What is done or waited for.
    pub act: Act,
    /// The sentence for it in the Agent Skills dialect: Markdown, one line.
    pub text: String,
    /// Where it comes from.
    pub provenance: StepProvenance,
}

/// What is done or waited for. Coordinates are window points as recorded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Start the app.
    Launch {
        /// Its display name.
        app: String,
    },
    /// Wait until a text is visible.
    WaitFor {
        /// The text.
        text: String,
    },
    /// A touch.
    Touch {
        /// What kind of touch.
        touch: Touch,
        /// What is touched.
        target: Target,
    },
    /// Scroll until something is visible.
    Scroll {
        /// The finger's way.
        direction: ScrollDirection,
        /// How many strokes it took.
        count: u32,
        /// The text that comes into view; empty if nobody knows.
        until: String,
        /// Where the finger came down and was lifted, where known.
        stroke: Option<(WindowPoint, WindowPoint)>,
    },
    /// A stroke that leads to another screen.
    Swipe {
        /// The finger's way; none if nobody knows.
        direction: Option<ScrollDirection>,
        /// Where the finger came down and was lifted, where known.
        stroke: Option<(WindowPoint, WindowPoint)>,
    },
    /// A stroke that holds what is under the finger.
    Drag {
        /// Where the finger came down and was lifted, where known.
        stroke: Option<(WindowPoint, WindowPoint)>,
        /// What is dragged; empty if nobody knows.
        label: String,
    },
    /// Type a text. A secret stands as `${NAME}`.
    Type {
        /// The text.
        text: String,
    },
    /// Press a key.
    PressKey {
        /// Which.
        key: String,
    },
    /// Go to the home screen.
    PressHome,
    /// Go back.
    Back {
        /// Where the back button is; none for a system gesture.
        at: Option<WindowPoint>,
    },
    /// Open a link.
    OpenUrl {
        /// The link.
        url: String,
    },
    /// Shake the device.
    Shake,
    /// Check that a text is there, or that it isn't.
    Check {
        /// The text.
        text: String,
        /// Whether it should be there.
        visible: bool,
    },
    /// Remember what the screen shows.
    Remember {
        /// What.
        text: String,
    },
    /// Take a picture.
    Screenshot,
    /// Answer a dialog, if it comes up.
    Answer {
        /// What one sees when it is there.
        trigger: String,
        /// What is tapped.
        target: Target,
    },
    /// Something without a word of its own.
    Other {
        /// The producer's word.
        word: String,
        /// What it was meant for; empty if nobody knows.
        label: String,
    },
}

/// What kind of touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Touch {
    /// A short one.
    Tap,
    /// Two short ones.
    DoubleTap,
    /// A long one.
    LongPress,
}

/// What is touched.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Target {
    /// The name that a person would use; empty if there is none.
    pub label: String,
    /// Where it was touched.
    pub at: Option<WindowPoint>,
    /// How it can be found.
    pub find: Find,
    /// How sure the detector was of its text, 0 to 1, where it says.
    pub confidence: Option<f64>,
}

/// How a target can be found on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Find {
    /// Its label is a text on the screen, once.
    Text,
    /// Its label is a text on the screen, more than once: the place tells which.
    OneOfSeveral,
    /// It is a tab without a text: only the place tells.
    IconTab,
    /// Its label stands nowhere on the screen: only the place tells.
    Place,
}

/// Something that may get in the way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SkillObstacle {
    /// What one sees when it is there.
    pub trigger: String,
    /// What to tap to be rid of it.
    pub answer: String,
    /// Where that was, if it was met.
    pub at: Option<WindowPoint>,
    /// Whose rule recognises it.
    pub cause: DismissalCause,
    /// The frame that showed it, if it was met.
    pub frame: Option<FrameRef>,
}

/// Where a step comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StepProvenance {
    /// The rule that made it.
    pub rule: StepRule,
    /// The recorded action behind it; none for a wait on the first screen and for launches that nobody recorded.
    pub action: Option<ActionRef>,
    /// What was on the screen before.
    pub before: Option<FrameRef>,
    /// What was on the screen after.
    pub after: Option<FrameRef>,
    /// The fields of APP.md behind it.
    pub fields: Vec<AppField>,
    /// From the beginning of the action to its settled result, in milliseconds.
    pub delay_ms: Option<u64>,
    /// How often the way was seen.
    pub times_seen: u32,
    /// Times at which the same deed led elsewhere or nowhere.
    pub disagreements: Vec<Disagreement>,
    /// What speaks against the frames that it is built on.
    pub doubt: Option<Doubt>,
    /// The element pattern that gave what is touched its name, if one did.
    pub pattern: Option<String>,
}

/// The rule that made a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepRule {
    /// A skill starts with the launch of its app.
    Launch,
    /// After an action one waits for the landmark of the screen that it leads to.
    Landmark,
    /// The recording shows the action.
    Recorded,
    /// The touch was on a tab, as its text says.
    TabByText,
    /// The touch was on a tab, as the geometry of the bar says.
    TabByGeometry,
    /// The element came into view by scrolling.
    Scroll,
    /// The action needs what was done on the screen before.
    Preparation,
    /// A dialog that may not come up is answered only if it does.
    Dialog,
}

impl Skill {
    /// Whether its Agent Skill is a file under `references/` of the skill of its app.
    pub fn is_reference(&self) -> bool {
        self.agent_path.len() > 2
    }

    /// Whether `document` is about this skill alone. `folder` is the app's in mirroir's dialect.
    pub fn owns(&self, document: &Document, folder: &str) -> bool {
        let path = document.path.as_slice();
        let named = |file: &str, stem: &str, endings: &[&str]| {
            file.strip_prefix(stem).is_some_and(|ending| endings.contains(&ending))
        };
        match (path, self.agent_path.as_slice()) {
            ([area, app, file], _) if area == "mirroir" => {
                app == folder && named(file, &self.mirroir_stem, &[".md", ".compiled.json"])
            }
            ([above @ .., file], [place @ .., stem]) if self.is_reference() => {
                above == place && named(file, stem, &[".md", ".ad", ".maestro.yaml"])
            }
            (path, place) => path.starts_with(place),
        }
    }
}

impl Act {
    /// One word for it, as in compiled skills.
    pub fn word(&self) -> &str {
        match self {
            Self::Launch { .. } => "launch",
            Self::WaitFor { .. } => "wait_for",
            Self::Touch { touch: Touch::Tap, .. } | Self::Back { .. } | Self::Answer { .. } => "tap",
            Self::Touch {
                touch: Touch::DoubleTap,
                ..
            } => "double_tap",
            Self::Touch {
                touch: Touch::LongPress,
                ..
            } => "long_press",
            Self::Scroll { .. } => "scroll_to",
            Self::Swipe { .. } => "swipe",
            Self::Drag { .. } => "drag",
            Self::Type { .. } => "type",
            Self::PressKey { .. } => "press_key",
            Self::PressHome => "home",
            Self::OpenUrl { .. } => "open_url",
            Self::Shake => "shake",
            Self::Check { visible: true, .. } => "assert_visible",
            Self::Check { visible: false, .. } => "assert_not_visible",
            Self::Remember { .. } => "remember",
            Self::Screenshot => "screenshot",
            Self::Other { word, .. } => word,
        }
    }
}
