//! A flow as data.

use std::{fmt, num::NonZeroU32};

use serde::{Deserialize, Serialize};

/// A flow: its configuration and what it does.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Program {
    /// What stands before the commands.
    pub config: Config,
    /// The commands, in order.
    pub commands: Vec<Sourced>,
}

/// What stands before the commands of a flow.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Config {
    /// The app's identifier.
    pub app_id: Option<String>,
    /// The flow's name.
    pub name: Option<String>,
    /// Words to choose flows by.
    pub tags: Vec<String>,
    /// Variables, in order.
    pub env: Vec<(String, Value)>,
    /// What is done first.
    pub on_flow_start: Vec<Sourced>,
    /// What is done last, whether or not the flow worked.
    pub on_flow_complete: Vec<Sourced>,
}

/// A command with the line that it begins on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sourced {
    /// The line, from 1; 0 if it was made and not read.
    pub line: usize,
    /// The command.
    pub command: MaestroCommand,
}

/// A value of YAML.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Value {
    /// Nothing.
    Null,
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
}

/// What every command may say about itself.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Attempt {
    /// Whether the flow goes on if it fails.
    pub optional: Option<bool>,
    /// What people call it.
    pub label: Option<String>,
}

/// What a flow does.
#[allow(
    clippy::large_enum_variant,
    reason = "a flow has few commands, and boxes would be in everyone's way"
)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MaestroCommand {
    /// Start the app.
    LaunchApp {
        /// Which; none is that of the configuration.
        app_id: Option<String>,
        /// Whether a running one is ended first.
        stop_app: Option<bool>,
        /// Whether its data are cleared first.
        clear_state: Option<bool>,
        /// What it is started with.
        arguments: Vec<(String, Value)>,
    },
    /// Touch.
    TapOn(Tap),
    /// Touch twice.
    DoubleTapOn(Tap),
    /// Touch for long.
    LongPressOn(Tap),
    /// Type into what has the keyboard.
    InputText {
        /// The text.
        text: String,
        /// What people call it.
        label: Option<String>,
    },
    /// Erase characters before the cursor.
    EraseText {
        /// How many; none is 50.
        characters: Option<NonZeroU32>,
    },
    /// Open a link.
    OpenLink {
        /// The link.
        link: String,
    },
    /// Check that something is there.
    AssertVisible {
        /// What.
        target: Selector,
        /// About the check.
        attempt: Attempt,
    },
    /// Check that something isn't there.
    AssertNotVisible {
        /// What.
        target: Selector,
        /// About the check.
        attempt: Attempt,
    },
    /// Check a condition.
    AssertTrue {
        /// A literal or `${NAME}`.
        condition: String,
        /// About the check.
        attempt: Attempt,
    },
    /// Wait until something is there, or isn't.
    ExtendedWaitUntil {
        /// What is waited for.
        wait: Wait,
        /// For how long at most, in milliseconds.
        timeout_ms: Option<u64>,
        /// About the wait.
        attempt: Attempt,
    },
    /// Scroll down once.
    Scroll,
    /// Scroll until something is there.
    ScrollUntilVisible {
        /// What.
        element: Selector,
        /// Which way the content goes on.
        direction: Option<Direction>,
        /// For how long at most, in milliseconds.
        timeout_ms: Option<u64>,
        /// About the search.
        attempt: Attempt,
    },
    /// A stroke.
    Swipe {
        /// Which.
        gesture: Gesture,
        /// How long it takes, in milliseconds.
        duration_ms: Option<u64>,
        /// About the stroke.
        attempt: Attempt,
    },
    /// Press a key.
    PressKey(Key),
    /// Take a picture.
    TakeScreenshot {
        /// Where it goes.
        path: String,
    },
    /// Wait until nothing moves.
    WaitForAnimationToEnd {
        /// For how long at most, in milliseconds.
        timeout_ms: Option<u64>,
    },
    /// Go back.
    Back,
    /// Put the keyboard away.
    HideKeyboard,
    /// End an app.
    StopApp {
        /// Which; none is that of the configuration.
        app_id: Option<String>,
    },
    /// Clear an app's data.
    ClearState {
        /// Whose; none is that of the configuration.
        app_id: Option<String>,
    },
    /// Run other commands.
    RunFlow {
        /// Which.
        include: Include,
        /// Under which condition.
        when: Option<When>,
        /// Variables for them.
        env: Vec<(String, Value)>,
        /// What people call it.
        label: Option<String>,
    },
    /// Do something several times.
    Repeat {
        /// How often: a number or `${NAME}`.
        times: Value,
        /// What.
        commands: Vec<Sourced>,
    },
    /// Do something again if it fails.
    Retry {
        /// How often at most.
        max_retries: Option<u32>,
        /// What.
        commands: Vec<Sourced>,
    },
    /// Run a script file.
    RunScript {
        /// The file.
        file: String,
        /// Variables for it.
        env: Vec<(String, Value)>,
    },
    /// Run a script that stands here.
    EvalScript {
        /// The script.
        script: String,
    },
}

/// A touch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tap {
    /// What is touched.
    pub target: TapTarget,
    /// How often.
    pub repeat: Option<NonZeroU32>,
    /// Between two touches, in milliseconds.
    pub delay_ms: Option<u64>,
    /// Whether it is tried again if nothing changes.
    pub retry_if_no_change: Option<bool>,
    /// About the touch.
    pub attempt: Attempt,
}

/// What is touched.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TapTarget {
    /// What a selector finds.
    Element(Selector),
    /// A place.
    Point(Point),
}

/// A place on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Point {
    /// In the device's own unit.
    Absolute(u32, u32),
    /// In hundredths of width and height.
    Percent(Hundredths, Hundredths),
}

/// A part of a side: whole hundredths, 0 to 100.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Hundredths(u8);

/// How an element is told from others. All that is given must hold.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Selector {
    /// Its identifier.
    pub id: Option<String>,
    /// Its text.
    pub text: Option<String>,
    /// Whether it is enabled.
    pub enabled: Option<bool>,
    /// Whether it is selected.
    pub selected: Option<bool>,
    /// Which of several, from 0.
    pub index: Option<i64>,
    /// It lies in this.
    pub child_of: Option<Box<Selector>>,
    /// It is below this.
    pub below: Option<Box<Selector>>,
    /// It is above this.
    pub above: Option<Box<Selector>>,
    /// It is left of this.
    pub left_of: Option<Box<Selector>>,
    /// It is right of this.
    pub right_of: Option<Box<Selector>>,
    /// It has this as a child.
    pub contains_child: Option<Box<Selector>>,
    /// It has all of these in it.
    pub contains_descendants: Vec<Selector>,
}

/// What is waited for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wait {
    /// That it is there.
    Visible(Selector),
    /// That it isn't there.
    NotVisible(Selector),
}

/// A stroke.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gesture {
    /// From one place to another, both in the device's own unit.
    Absolute((u32, u32), (u32, u32)),
    /// From one place to another, both in hundredths of width and height.
    Percent((Hundredths, Hundredths), (Hundredths, Hundredths)),
    /// Over the screen.
    Screen(Direction),
    /// From an element.
    From(Selector, Direction),
}

/// A way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Up.
    Up,
    /// Down.
    Down,
    /// Left.
    Left,
    /// Right.
    Right,
}

/// A key that can be pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Key {
    /// Back.
    Back,
    /// Enter.
    Enter,
    /// Return.
    Return,
    /// Home.
    Home,
}

/// Other commands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Include {
    /// In a file.
    File(String),
    /// Right here.
    Commands(Vec<Sourced>),
}

/// A condition; all that is given must hold.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct When {
    /// The platform, in lower case.
    pub platform: Option<String>,
    /// This is there.
    pub visible: Option<Selector>,
    /// This isn't there.
    pub not_visible: Option<Selector>,
    /// This is true: a literal or `${NAME}`.
    pub holds: Option<Value>,
}

impl Hundredths {
    /// So many hundredths; none above 100.
    pub fn new(hundredths: u8) -> Option<Self> {
        (hundredths <= 100).then_some(Self(hundredths))
    }

    /// The nearest to `part` of a `whole`; what lies outside is at its edge.
    pub fn of(part: f64, whole: f64) -> Self {
        // The cast saturates, and makes 0 of what is no number.
        Self((part / whole * 100.0).clamp(0.0, 100.0).round() as u8)
    }
}

impl TryFrom<u8> for Hundredths {
    type Error = &'static str;

    fn try_from(hundredths: u8) -> Result<Self, Self::Error> {
        Self::new(hundredths).ok_or("a part of a side lies between 0 and 100 hundredths")
    }
}

impl From<Hundredths> for u8 {
    fn from(hundredths: Hundredths) -> Self {
        hundredths.0
    }
}

impl fmt::Display for Hundredths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}%", self.0)
    }
}

impl MaestroCommand {
    /// The command without a line: one that was made.
    pub fn made(self) -> Sourced {
        Sourced { line: 0, command: self }
    }
}

impl Selector {
    /// What has this text.
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            text: Some(text.into()),
            ..Self::default()
        }
    }

    /// What has this identifier.
    pub fn id(id: impl Into<String>) -> Self {
        Self {
            id: Some(id.into()),
            ..Self::default()
        }
    }
}

impl Tap {
    /// One touch on `target`.
    pub fn on(target: TapTarget) -> Self {
        Self {
            target,
            repeat: None,
            delay_ms: None,
            retry_if_no_change: None,
            attempt: Attempt::default(),
        }
    }
}

impl Direction {
    const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// The word in flows.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Up => "UP",
            Self::Down => "DOWN",
            Self::Left => "LEFT",
            Self::Right => "RIGHT",
        }
    }

    /// The way of this name, in whatever case.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|way| way.as_str().eq_ignore_ascii_case(name))
    }
}

impl Key {
    const ALL: [Self; 4] = [Self::Back, Self::Enter, Self::Return, Self::Home];

    /// The word in flows.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Back => "back",
            Self::Enter => "enter",
            Self::Return => "return",
            Self::Home => "home",
        }
    }

    /// The key of this name, in whatever case.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|key| key.as_str().eq_ignore_ascii_case(name))
    }
}
