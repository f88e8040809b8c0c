//! A skill as instructions, whatever its dialect.

use skillc_records::{WindowPoint, WindowSize};

/// A skill as instructions.
#[derive(Debug, Clone, PartialEq)]
pub struct Script {
    /// The dialect that it was written in.
    pub dialect: Dialect,
    /// What to do, in order.
    pub instructions: Vec<Numbered>,
    /// What may get in the way.
    pub hints: Vec<Hint>,
    /// The window that its places are in, where it says.
    pub window: Option<WindowSize>,
    /// The structural texts of the screen that it ends on, where it says.
    pub destination: Option<Vec<String>>,
}

/// A dialect of skills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// Agent Skills as we write them.
    AgentSkills,
    /// mirroir's SKILL.md: the wait for a screen stands before the step that leads to it.
    Mirroir,
    /// mirroir's `.compiled.json`.
    Compiled,
}

/// An instruction with its number and text in the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Numbered {
    /// Its number.
    pub number: usize,
    /// Its text.
    pub text: String,
    /// What it says.
    pub instruction: Instruction,
}

/// What to do or wait for. Directions are the finger's way: `up`, `down`, `left`, `right`.
#[derive(Debug, Clone, PartialEq)]
pub enum Instruction {
    /// Start the app.
    Launch(String),
    /// Wait until a text is visible; so many milliseconds first, if it says.
    WaitFor {
        /// The text.
        text: String,
        /// How long to sleep before.
        sleep_ms: Option<u64>,
    },
    /// A touch.
    Touch(Touch, Locator),
    /// Scroll until a text is visible; empty: as often as it says.
    Scroll {
        /// The finger's way.
        direction: String,
        /// How many strokes.
        count: u32,
        /// The text.
        until: String,
        /// Where the finger comes down and is lifted, if it says.
        stroke: Option<(WindowPoint, WindowPoint)>,
    },
    /// A stroke.
    Swipe {
        /// The finger's way.
        direction: String,
        /// Where the finger comes down and is lifted, if it says.
        stroke: Option<(WindowPoint, WindowPoint)>,
    },
    /// Type a text.
    Type(String),
    /// Press a key.
    PressKey(String),
    /// Go to the home screen.
    Home,
    /// Go back.
    Back(Option<WindowPoint>),
    /// Open a link.
    OpenUrl(String),
    /// Shake the device.
    Shake,
    /// Check that a text is visible, or that it isn't.
    Check {
        /// The text.
        text: String,
        /// Whether it should be.
        visible: bool,
    },
    /// Answer a dialog, if it is there.
    Answer {
        /// What one sees when it is.
        trigger: String,
        /// What to tap.
        answer: Locator,
    },
    /// Something for the reader's mind or album: nothing to do here.
    Note,
}

/// A kind of touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Touch {
    /// A short one.
    Tap,
    /// Two short ones.
    DoubleTap,
    /// A long one.
    LongPress,
}

/// Where to touch.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Locator {
    /// The text; empty if only the place is known.
    pub label: String,
    /// The place, if it says.
    pub at: Option<WindowPoint>,
    /// Whether the place counts and not the text.
    pub by_place: bool,
}

/// When this is on the screen, tap that.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Hint {
    /// The text that tells the obstacle.
    pub trigger: String,
    /// The text to tap.
    pub answer: String,
    /// Where it was.
    pub at: Option<WindowPoint>,
}
