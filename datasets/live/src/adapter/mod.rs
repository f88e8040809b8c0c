//! Adapters: each server's texts, trees and pictures in our schema. What a server didn't say is none, never a guess.
//!
//! | module | server |
//! |---|---|
//! | `mirroir` | mirroir-mcp, and our own simulator, which speaks like it |
//! | `agent_device` | agent-device |
//! | `playwright` | `@playwright/mcp` |
//! | `devtools` | `chrome-devtools-mcp`, whose trees have no boxes |
//! | `names` | which node of a tree names what a person sees |

mod agent_device;
mod devtools;
mod mirroir;
pub(crate) mod names;
mod playwright;

use std::path::Path;
use std::time::SystemTime;

use base64::Engine as _;
use serde_json::Value;
use skillc_captures::{MAX_PICTURE_BYTES, picture_size};
use skillc_recorders::target::{Control, SeenPicture, ToldDialog};
use skillc_records::{
    ActionKind, Detection, DialogAnswer, FailureReason, Node, Producer, Quality, Scale, WindowPoint, WindowRect,
    WindowSize,
};

use crate::message::{Call, RpcError, ToolResult};

/// Which server speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Adapter {
    /// mirroir-mcp: texts with tap points.
    Mirroir,
    /// agent-device: accessibility trees as JSON, pictures as files.
    AgentDevice,
    /// `@playwright/mcp`: accessibility trees as indented text.
    Playwright,
    /// `chrome-devtools-mcp`: accessibility trees without boxes.
    Devtools,
}

/// What a call does, as far as a recording is concerned.
#[derive(Debug, Clone, PartialEq)]
pub enum Deed {
    /// It looks at the screen and changes nothing.
    Look,
    /// It does something to the app, or several things one after the other; never none.
    Act(Vec<Act>),
    /// Neither: it lists, waits, measures or reads something else.
    Aside,
}

/// Something done to the app.
#[derive(Debug, Clone, PartialEq)]
pub struct Act {
    /// What.
    pub kind: ActionKind,
    /// The text of the element that it was meant for, as the screen shows it.
    pub target: Option<String>,
    /// The box of that element, where known.
    pub rect: Option<WindowRect>,
}

/// What is known when a call is read: the last tree, whose handles the call may use.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// The nodes of the last tree.
    pub nodes: Vec<Node>,
    /// The window.
    pub window: Option<WindowSize>,
    /// The dialog that the last answer told of.
    pub dialog: Option<ToldDialog>,
}

/// What the answer to a call shows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Reading {
    /// The picture.
    pub picture: Option<Shot>,
    /// The accessibility tree; none if the answer has none. Empty is an empty tree.
    pub nodes: Option<Vec<Node>>,
    /// What is on the screen, by the producer's own eyes; none if the answer doesn't say.
    pub detections: Option<Vec<Detection>>,
    /// What a touch acts on; none if the answer doesn't say.
    pub controls: Option<Vec<Control>>,
    /// The window.
    pub window: Option<WindowSize>,
    /// The page in the window: as wide, and at least as high as what is on it.
    pub page: Option<WindowSize>,
    /// What the producer says about the capture.
    pub quality: Quality,
    /// Whether the producer itself calls the capture thin.
    pub sparse: bool,
    /// The system behind the server.
    pub platform: Option<String>,
    /// The device.
    pub device: Option<String>,
}

/// A picture in an answer.
#[derive(Debug, Clone)]
pub struct Shot {
    /// The bytes and the size.
    pub picture: SeenPicture,
    /// Whether a helper picture is drawn over it.
    pub drawn_over: bool,
}

/// Why a call failed, by machine values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The reason, for a capture.
    pub reason: FailureReason,
    /// The error type, verbatim.
    pub error_type: Option<String>,
    /// The exit code of what failed.
    pub exit_code: Option<i32>,
}

impl PartialEq for Shot {
    fn eq(&self, other: &Self) -> bool {
        self.drawn_over == other.drawn_over && self.picture.bytes == other.picture.bytes
    }
}

impl Adapter {
    /// Every adapter.
    pub const ALL: [Self; 4] = [Self::Mirroir, Self::AgentDevice, Self::Playwright, Self::Devtools];

    /// The adapter for a server, by the name that it gives itself, else by its tools. None for a server that isn't known.
    pub fn of_server<'t>(name: Option<&str>, tools: impl IntoIterator<Item = &'t str>) -> Option<Self> {
        match name.unwrap_or_default().to_ascii_lowercase().as_str() {
            "mirroir-mcp" | "mirroir" | "skillc-simulator" | "iphone-mirroir-mcp" => return Some(Self::Mirroir),
            "agent-device" => return Some(Self::AgentDevice),
            "playwright" => return Some(Self::Playwright),
            "chrome_devtools" | "chrome-devtools-mcp" | "chrome-devtools" => return Some(Self::Devtools),
            _ => {}
        }
        tools.into_iter().find_map(|tool| match tool {
            "describe_screen" => Some(Self::Mirroir),
            "browser_snapshot" => Some(Self::Playwright),
            "take_snapshot" => Some(Self::Devtools),
            "app-switcher" => Some(Self::AgentDevice),
            _ => None,
        })
    }

    /// The adapter whose server has a tool of this name and no other has: for sessions whose beginning is missing.
    pub fn of_tool(tool: &str) -> Option<Self> {
        match tool {
            "describe_screen" | "launch_app" | "press_home" | "type_text" => Some(Self::Mirroir),
            "snapshot" | "open" | "press" | "longpress" => Some(Self::AgentDevice),
            "take_snapshot" | "navigate_page" => Some(Self::Devtools),
            _ if tool.starts_with("browser_") => Some(Self::Playwright),
            _ => None,
        }
    }

    /// The word for it on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Mirroir => "mirroir",
            Self::AgentDevice => "agent-device",
            Self::Playwright => "playwright",
            Self::Devtools => "chrome-devtools",
        }
    }

    /// What its recordings say of their producer.
    pub fn producer(self) -> Producer {
        match self {
            Self::Mirroir => Producer::Mirroir,
            Self::AgentDevice => Producer::AgentDevice,
            Self::Playwright | Self::Devtools => Producer::Web,
        }
    }

    /// The system that it drives, where there is only one.
    pub fn platform(self) -> Option<&'static str> {
        match self {
            Self::Mirroir => Some("ios"),
            Self::AgentDevice => None,
            Self::Playwright | Self::Devtools => Some("web"),
        }
    }

    /// What a call does.
    pub fn deed(self, call: &Call, known: &Known) -> Deed {
        match self {
            Self::Mirroir => mirroir::deed(call),
            Self::AgentDevice => agent_device::deed(call, known),
            Self::Playwright => playwright::deed(call, known),
            Self::Devtools => devtools::deed(call, known),
        }
    }

    /// What the answer to a call shows. `files` gives the files that an answer names.
    pub fn reading(self, call: &Call, result: &ToolResult, files: &dyn Files) -> Reading {
        match self {
            Self::Mirroir => mirroir::reading(call, result),
            Self::AgentDevice => agent_device::reading(call, result, files),
            Self::Playwright => playwright::reading(call, result, files),
            Self::Devtools => devtools::reading(call, result),
        }
    }

    /// What the answer to an action adds to what its call said: where it went, which element it was.
    pub fn completed(self, act: Act, result: &ToolResult) -> Act {
        match self {
            Self::AgentDevice => agent_device::completed(act, result),
            Self::Mirroir | Self::Playwright | Self::Devtools => act,
        }
    }

    /// The dialog that an answer tells of, which stands in no tree and no picture; none if it tells of none.
    pub fn told_dialog(self, result: &ToolResult) -> Option<ToldDialog> {
        match self {
            Self::Playwright => playwright::modal::dialog(result),
            Self::Devtools => devtools::dialog(result),
            Self::Mirroir | Self::AgentDevice => None,
        }
    }

    /// Why a call failed; none if it didn't. From machine values alone: no message is looked into.
    pub fn refusal(self, result: &ToolResult) -> Option<Refusal> {
        if !result.is_error() {
            return None;
        }
        Some(match self {
            Self::AgentDevice => agent_device::refusal(result),
            Self::Mirroir | Self::Playwright | Self::Devtools => Refusal {
                reason: FailureReason::ProducerError,
                error_type: None,
                exit_code: None,
            },
        })
    }
}

impl From<&RpcError> for Refusal {
    fn from(error: &RpcError) -> Self {
        Self {
            reason: FailureReason::ProducerError,
            error_type: error.code.map(|code| code.to_string()),
            exit_code: None,
        }
    }
}

impl Act {
    /// The answer to the dialog that is known to be open.
    pub(crate) fn answering(answer: DialogAnswer, known: &Known) -> Self {
        Self {
            target: known.dialog.as_ref().map(|dialog| dialog.message.clone()),
            ..Self::of(ActionKind::AnswerDialog { answer })
        }
    }

    /// An act without a target.
    pub fn of(kind: ActionKind) -> Self {
        Self {
            kind,
            target: None,
            rect: None,
        }
    }
}

impl Known {
    /// The node with this handle.
    pub(crate) fn by_reference(&self, reference: &str) -> Option<&Node> {
        let bare = |text: &str| {
            let text = text.trim_start_matches('@');
            text.split('~').next().unwrap_or(text).to_owned()
        };
        let wanted = bare(reference);
        self.nodes
            .iter()
            .find(|node| node.reference.as_deref().map(bare).as_deref() == Some(wanted.as_str()))
    }
}

/// The name that a person would give a node, and its box.
pub(crate) fn named(node: &Node, nodes: &[Node]) -> (Option<String>, Option<WindowRect>) {
    (names::name_of(node, nodes), node.rect)
}

/// Files that answers name: pictures and trees.
pub trait Files {
    /// The bytes of the file at `path`; none if it can't be read, is larger than `most` bytes, or is older than `since`.
    fn read(&self, path: &str, most: u64) -> Option<Vec<u8>>;
}

/// The files of this machine, written since a moment: an answer names what the server has just written, and a path out of a server's
/// mouth is no reason to record an older file.
#[derive(Debug, Clone)]
pub struct LocalFiles {
    /// The folder that relative paths start from.
    pub base: std::path::PathBuf,
    /// Older files are not read.
    pub since: SystemTime,
}

/// No files: a recording that was made elsewhere.
#[derive(Debug, Clone, Copy)]
pub struct NoFiles;

impl Files for LocalFiles {
    fn read(&self, path: &str, most: u64) -> Option<Vec<u8>> {
        use std::io::Read as _;
        let path = self.base.join(Path::new(path));
        let file = std::fs::File::open(path).ok()?;
        let about = file.metadata().ok()?;
        let recent = about.modified().is_ok_and(|modified| modified >= self.since);
        if !about.is_file() || about.len() > most || !recent {
            return None;
        }
        let mut bytes = Vec::new();
        file.take(most).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }
}

impl Files for NoFiles {
    fn read(&self, _path: &str, _most: u64) -> Option<Vec<u8>> {
        None
    }
}

/// The first picture of an answer, if it is one that can be stored.
pub(crate) fn first_picture(result: &ToolResult) -> Option<SeenPicture> {
    let encoded = result.pictures().next()?;
    // Base64 is a third longer than what it holds.
    if encoded.len() as u64 / 4 * 3 > MAX_PICTURE_BYTES + 3 {
        return None;
    }
    let bytes = base64::engine::general_purpose::STANDARD
        .decode(encoded.as_bytes())
        .ok()?;
    picture(bytes, None)
}

/// A picture of these bytes, if it can be stored.
pub(crate) fn picture(bytes: Vec<u8>, scale: Option<Scale>) -> Option<SeenPicture> {
    let size = picture_size(&bytes).ok()?;
    Some(SeenPicture {
        bytes: bytes.into(),
        size,
        scale,
    })
}

/// The point in the arguments of a call.
pub(crate) fn point(call: &Call, x: &str, y: &str) -> Option<WindowPoint> {
    Some(WindowPoint::new(call.number(x)?, call.number(y)?))
}

/// The point in a JSON object.
pub(crate) fn point_in(value: Option<&Value>) -> Option<WindowPoint> {
    let number = |name: &str| value?.get(name)?.as_f64().filter(|number| number.is_finite());
    Some(WindowPoint::new(number("x")?, number("y")?))
}

/// The way of a stroke by the direction in which the *content* is scrolled: content that scrolls down is stroked up.
pub(crate) fn finger_way(scroll: &str) -> Option<&'static str> {
    Some(match scroll {
        "down" | "bottom" => "up",
        "up" | "top" => "down",
        "left" => "right",
        "right" => "left",
        _ => return None,
    })
}
