//! An action: one thing that was done to the app.

use serde::{Deserialize, Serialize};

use crate::{ActionIndex, FrameIndex, Timestamp, WindowPoint};

/// One thing that was done: one row of the `actions` table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Action {
    /// Its place in the session.
    pub index: ActionIndex,
    /// The last frame before it; none for what comes before the first capture.
    pub frame_before: Option<FrameIndex>,
    /// The frame that the recorder took for its result; none if none came.
    pub frame_after: Option<FrameIndex>,
    /// What was done.
    pub kind: ActionKind,
    /// The text of the element it was meant for, as seen on the screen.
    pub target_text: Option<String>,
    /// A better name for the element (a tab's declared name), where the recorder knew one.
    pub display_label: Option<String>,
    /// When it began.
    pub started_at: Timestamp,
    /// When it was over.
    pub ended_at: Option<Timestamp>,
    /// How it went.
    pub outcome: ActionOutcome,
}

/// What was done, with what it needs and nothing else.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionKind {
    /// Start the app of this name.
    Launch {
        /// What was launched.
        app: String,
    },
    /// A short touch.
    Tap {
        /// Where; none if the producer tapped by name.
        at: Option<WindowPoint>,
    },
    /// Two short touches.
    DoubleTap {
        /// Where.
        at: Option<WindowPoint>,
    },
    /// A long touch.
    LongPress {
        /// Where.
        at: Option<WindowPoint>,
    },
    /// A stroke of the finger.
    Swipe {
        /// Where the finger came down; none if only a direction is known.
        from: Option<WindowPoint>,
        /// Where it was lifted.
        to: Option<WindowPoint>,
        /// `up`, `down`, `left`, `right`: the finger's way, where the producer names one.
        direction: Option<String>,
    },
    /// Like a swipe, but holding what is under the finger.
    Drag {
        /// Where the finger came down.
        from: Option<WindowPoint>,
        /// Where it was lifted.
        to: Option<WindowPoint>,
    },
    /// Scroll until the target is visible.
    ScrollTo,
    /// Type a text. A secret stands as `${NAME}`.
    Type {
        /// What was typed.
        value: String,
    },
    /// Press a key (`return`, `cmd+a`).
    PressKey {
        /// Which.
        value: String,
    },
    /// Go to the home screen.
    PressHome,
    /// Go back one screen.
    Back {
        /// Where the back button was tapped; none for a system gesture.
        at: Option<WindowPoint>,
    },
    /// Open a link.
    OpenUrl {
        /// The link.
        value: String,
    },
    /// Check that the target is there.
    AssertVisible,
    /// Check that the target is not there.
    AssertNotVisible,
    /// Wait for the target.
    WaitFor,
    /// Remember what the screen shows.
    Remember {
        /// What to remember.
        value: String,
    },
    /// Take a picture.
    Screenshot,
    /// Shake the device.
    Shake,
    /// Put the app back to its first state.
    ResetApp,
    /// Something that this version has no word for.
    Other {
        /// The producer's word.
        value: String,
    },
    /// Answer a dialog that has no place on the screen: a browser's own `alert()`, or a system's that the producer answers by a call.
    /// The target is its message.
    AnswerDialog {
        /// How.
        answer: DialogAnswer,
    },
}

/// How a dialog without a place is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DialogAnswer {
    /// As it wants.
    Accept,
    /// As if it hadn't been asked.
    Dismiss,
}

impl DialogAnswer {
    /// The word in the capture format, which is also the protocols' own.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::Dismiss => "dismiss",
        }
    }

    /// The answer of this word.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Accept, Self::Dismiss]
            .into_iter()
            .find(|answer| answer.as_str() == word)
    }
}

/// How an action went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionOutcome {
    /// The producer says it was done.
    Ok,
    /// The producer says it failed.
    Failed {
        /// Its error type, verbatim.
        error_type: Option<String>,
        /// The exit code of what failed.
        exit_code: Option<i32>,
    },
    /// Nobody said (the session was killed, or the importer's source doesn't tell).
    Unknown,
}

impl ActionKind {
    /// The word in the capture format.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Launch { .. } => "launch",
            Self::Tap { .. } => "tap",
            Self::DoubleTap { .. } => "double_tap",
            Self::LongPress { .. } => "long_press",
            Self::Swipe { .. } => "swipe",
            Self::Drag { .. } => "drag",
            Self::ScrollTo => "scroll_to",
            Self::Type { .. } => "type",
            Self::PressKey { .. } => "press_key",
            Self::PressHome => "press_home",
            Self::Back { .. } => "back",
            Self::OpenUrl { .. } => "open_url",
            Self::AssertVisible => "assert_visible",
            Self::AssertNotVisible => "assert_not_visible",
            Self::WaitFor => "wait_for",
            Self::Remember { .. } => "remember",
            Self::Screenshot => "screenshot",
            Self::Shake => "shake",
            Self::ResetApp => "reset_app",
            Self::AnswerDialog { .. } => "answer_dialog",
            Self::Other { .. } => "other",
        }
    }

    /// Where the finger came down, for actions that touch.
    pub fn touch(&self) -> Option<WindowPoint> {
        match self {
            Self::Tap { at } | Self::DoubleTap { at } | Self::LongPress { at } | Self::Back { at } => *at,
            Self::Swipe { from, .. } | Self::Drag { from, .. } => *from,
            _ => None,
        }
    }
}
