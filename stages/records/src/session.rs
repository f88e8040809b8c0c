//! A session: who recorded what, when, and on what.

use serde::{Deserialize, Serialize};

use crate::{Orientation, SessionId, Timestamp, WindowSize};

/// One recording session: one row of the `sessions` table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Session {
    /// Its id.
    pub id: SessionId,
    /// The app's display name as APP.md or the producer gives it.
    pub app: String,
    /// What recorded it.
    pub producer: Producer,
    /// The producer's version, where it says one.
    pub producer_version: Option<String>,
    /// The device.
    pub target: Target,
    /// The device's locale (`fr_CA`), where known.
    pub locale: Option<String>,
    /// How the window is held.
    pub orientation: Orientation,
    /// The window in points.
    pub window: WindowSize,
    /// The text of the APP.md that guided the session, if there was one.
    pub app_md: Option<String>,
    /// When it began.
    pub started_at: Timestamp,
    /// When it was sealed; none for a recovered session whose end nobody saw.
    pub ended_at: Option<Timestamp>,
    /// What the session was for, in the user's words.
    pub goal: Option<String>,
    /// The version of the recorder (ours) that wrote it.
    pub recorder_version: String,
    /// How it came to an end.
    pub state: SessionState,
}

/// What recorded a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Producer {
    /// Our own simulator.
    Simulator,
    /// mirroir-mcp on a mirrored iPhone.
    Mirroir,
    /// agent-device on Android, iOS, Linux, …
    AgentDevice,
    /// A browser server (playwright, chrome-devtools).
    Web,
    /// Files of others.
    Import,
}

/// The device or page that was driven. What the producer didn't say is none.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Target {
    /// `ios`, `android`, `linux`, `web`, `simulator`, …
    pub platform: Option<String>,
    /// Model or name.
    pub device: Option<String>,
    /// Version of its system.
    pub os_version: Option<String>,
}

/// How a session came to an end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionState {
    /// The recorder ended it.
    Sealed,
    /// The recorder was killed; `skillc captures recover` sealed what was there.
    Recovered,
}

impl Producer {
    /// The word in the capture format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Simulator => "simulator",
            Self::Mirroir => "mirroir",
            Self::AgentDevice => "agent-device",
            Self::Web => "web",
            Self::Import => "import",
        }
    }
}
