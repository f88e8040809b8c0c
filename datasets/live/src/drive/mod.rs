//! Driving a server ourselves: a live target for the explorer.
//!
//! | module | what it holds |
//! |---|---|
//! | `calls` | which calls of each server look, tap, scroll, go back and start the app |
//!
//! Nothing is done that permissions deny: each tool is asked for before it is called. What a server refuses is a refusal of that one
//! thing and the exploration goes on; only a server that is gone ends it.

mod calls;

use std::ffi::OsString;
use std::thread;
use std::time::{Duration, SystemTime};

use skillc_obstacles::{ActiveRules, told};
use skillc_permissions::{Decision, Policy, Reason};
use skillc_recorders::{Refused, Sight, Start, Target};
use skillc_records::{DialogAnswer, Producer, Session, SessionState, Timestamp, WindowPoint, WindowSize};
use tempfile::TempDir;

use crate::adapter::{Adapter, Known, LocalFiles, Reading, Refusal};
use crate::client::{Client, ClientError};
use crate::look::Look;
use crate::message::{Call, ToolResult};
use crate::observer::{Subject, session_id};
use crate::secrets::Secrets;

/// How long a screen may move after a touch, where the server doesn't wait itself.
const MOVING: Duration = Duration::from_millis(500);

/// What is driven.
#[derive(Debug, Clone)]
pub struct Drive {
    /// The server's command.
    pub command: Vec<OsString>,
    /// How it speaks; without it its name and tools tell.
    pub adapter: Option<Adapter>,
    /// How the app comes to the front.
    pub opening: Opening,
    /// The app's display name, by which permissions know it.
    pub app: String,
    /// agent-device: the platform.
    pub platform: Option<String>,
    /// What may be done; none where nobody has said anything, and then whoever started this has.
    pub policy: Option<Policy>,
}

/// How the app comes to the front.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opening {
    /// The server starts it: a name, or an address.
    Launch(String),
    /// It is in front already: nothing is started, and nothing can be started anew.
    InFront,
}

/// Why something could not be done.
#[derive(Debug, thiserror::Error)]
pub enum DriveError {
    /// The server is gone.
    #[error(transparent)]
    Gone(#[from] ClientError),
    /// It isn't known how this server speaks.
    #[error("{name:?} is no server that can be driven")]
    Unknown {
        /// The name that it gives itself.
        name: String,
    },
    /// The server lacks a tool.
    #[error("the server has no tool {tool:?}")]
    NoTool {
        /// The tool.
        tool: String,
    },
    /// Permissions deny a tool.
    #[error("permissions.json denies {tool} for this app: {reason}")]
    Denied {
        /// The tool, as permissions call it.
        tool: &'static str,
        /// Why.
        reason: Reason,
    },
    /// The server refused one call.
    #[error("the server refused {tool}: {message}")]
    Refused {
        /// The tool.
        tool: String,
        /// Its words, for people.
        message: String,
        /// Machine values.
        refusal: Refusal,
    },
    /// The server can't do this with this app.
    #[error("{what} is nothing that this server can do")]
    Impossible {
        /// What.
        what: &'static str,
    },
    /// Nothing was seen when the app was started.
    #[error("the server shows no window of the app")]
    NoWindow,
    /// Pictures have no place to go.
    #[error("no temporary folder: {0}")]
    NoFolder(#[source] std::io::Error),
}

/// A server with the app in front.
pub struct LiveTarget {
    client: Client,
    adapter: Adapter,
    drive: Drive,
    secrets: Secrets,
    known: Known,
    /// What the last look showed, to tell a way back that is seen from one that is guessed.
    last: Option<Sight>,
    launched: bool,
    pictures: TempDir,
    shots: u32,
    started: Timestamp,
    platform: Option<String>,
    device: Option<String>,
}

impl LiveTarget {
    /// Starts the server and the app, and learns the window. Nothing of this is recorded.
    ///
    /// # Errors
    /// When the server can't be started, isn't known, or shows no window.
    pub fn start(drive: Drive, secrets: Secrets) -> Result<Self, DriveError> {
        let client = Client::start(&drive.command)?;
        let tools = client.tools.iter().map(String::as_str);
        let adapter = drive
            .adapter
            .or_else(|| Adapter::of_server(client.name.as_deref(), tools));
        let adapter = adapter
            .filter(|adapter| *adapter != Adapter::Devtools)
            .ok_or_else(|| DriveError::Unknown {
                name: client.name.clone().unwrap_or_default(),
            })?;
        let mut target = Self {
            platform: drive
                .platform
                .clone()
                .or_else(|| adapter.platform().map(ToOwned::to_owned)),
            client,
            adapter,
            drive,
            secrets,
            known: Known::default(),
            last: None,
            launched: false,
            pictures: tempfile::tempdir().map_err(DriveError::NoFolder)?,
            shots: 0,
            started: wall_clock(),
            device: None,
        };
        let app = target.drive.app.clone();
        target.launch(&app, Start::AsItIs)?;
        // An app may take a moment to show anything.
        for _ in 0..10 {
            // Asked again when the exploration starts the app itself, and then recorded.
            if let Some(dialog) = target.see()?.dialog {
                let answer = told::answer(&ActiveRules::default(), &dialog.message, dialog.has_choice);
                target.answer_dialog(answer)?;
                continue;
            }
            target.measure()?;
            if target.known.window.is_some_and(|window| window.width > 0.0) {
                return Ok(target);
            }
            thread::sleep(MOVING);
        }
        Err(DriveError::NoWindow)
    }

    /// Learns the size of the window, where looks don't tell it.
    fn measure(&mut self) -> Result<(), DriveError> {
        let Some(call) = calls::measure(self.adapter) else {
            return Ok(());
        };
        match self.call(&call) {
            Ok(result) => {
                self.known.window = self.reading(&call, &result).window.or(self.known.window);
                Ok(())
            }
            // What the other looks tell has to do.
            Err(error) if Self::refused(&error).is_some() => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// The head of the session that this target is explored in.
    pub fn session(&self, subject: &Subject) -> Session {
        let window = self.window();
        let simulated = self.client.name.as_deref() == Some("skillc-simulator");
        Session {
            id: session_id(self.started, subject.chance),
            app: self.drive.app.clone(),
            producer: if simulated {
                Producer::Simulator
            } else {
                self.adapter.producer()
            },
            producer_version: self.client.version.clone(),
            target: skillc_records::Target {
                platform: self.platform.clone(),
                device: self.device.clone(),
                os_version: None,
            },
            locale: subject.locale.clone(),
            orientation: window.orientation(),
            window,
            app_md: subject
                .app_md
                .as_deref()
                .map(|text| self.secrets.text(text).into_owned()),
            started_at: wall_clock(),
            ended_at: None,
            goal: subject.goal.as_deref().map(|text| self.secrets.text(text).into_owned()),
            recorder_version: env!("CARGO_PKG_VERSION").to_owned(),
            state: SessionState::Sealed,
        }
    }

    /// The server's name.
    pub fn server(&self) -> Option<&str> {
        self.client.name.as_deref()
    }

    /// Asks permissions for a tool, by the name that they know it by.
    fn allowed(&self, tool: &'static str) -> Result<(), DriveError> {
        match self
            .drive
            .policy
            .as_ref()
            .map(|policy| policy.tool_for_app(tool, &self.drive.app))
        {
            Some(Decision::Denied(reason)) => Err(DriveError::Denied { tool, reason }),
            _ => Ok(()),
        }
    }

    fn call(&mut self, call: &Call) -> Result<ToolResult, DriveError> {
        if !self.client.tools.contains(&call.tool) {
            return Err(DriveError::NoTool {
                tool: call.tool.clone(),
            });
        }
        let refused = |message: String, refusal| DriveError::Refused {
            tool: call.tool.clone(),
            message,
            refusal,
        };
        let result = self
            .client
            .call(call)?
            .map_err(|error| refused(error.message.clone(), Refusal::from(&error)))?;
        self.known.dialog = self.adapter.told_dialog(&result);
        match self.adapter.refusal(&result) {
            Some(refusal) => Err(refused(result.texts().collect::<Vec<_>>().join("\n"), refusal)),
            None => Ok(result),
        }
    }

    fn all(&mut self, calls: &[Call]) -> Result<(), DriveError> {
        for call in calls {
            self.call(call)?;
        }
        // Our simulator is at rest at once, and agent-device waits itself where it is asked to.
        let settled =
            self.client.name.as_deref() == Some("skillc-simulator") || calls.iter().any(|call| call.flag("settle"));
        if !settled {
            thread::sleep(MOVING);
        }
        Ok(())
    }

    fn reading(&mut self, call: &Call, result: &ToolResult) -> Reading {
        let files = LocalFiles {
            base: self.pictures.path().to_owned(),
            since: SystemTime::UNIX_EPOCH,
        };
        let reading = self.adapter.reading(call, result, &files);
        if let Some(nodes) = &reading.nodes {
            self.known.nodes.clone_from(nodes);
        }
        self.device = reading.device.clone().or(self.device.take());
        reading
    }
}

impl Target for LiveTarget {
    type Error = DriveError;

    fn refused(error: &DriveError) -> Option<Refused> {
        match error {
            DriveError::Refused { refusal, .. } => Some(Refused {
                error_type: refusal.error_type.clone(),
                exit_code: refusal.exit_code,
            }),
            DriveError::Denied { .. } | DriveError::Impossible { .. } => Some(Refused::default()),
            _ => None,
        }
    }

    fn window(&self) -> WindowSize {
        self.known.window.unwrap_or(WindowSize::new(0.0, 0.0))
    }

    fn now(&self) -> Timestamp {
        wall_clock()
    }

    fn launch(&mut self, _app: &str, start: Start) -> Result<(), DriveError> {
        if let (Some(policy), Opening::Launch(_)) = (&self.drive.policy, &self.drive.opening)
            && let Decision::Denied(reason) = policy.launch(&self.drive.app)
        {
            return Err(DriveError::Denied {
                tool: "launch_app",
                reason,
            });
        }
        let calls = calls::launch(self.adapter, &self.drive, start, self.launched, &self.client.tools)?;
        self.launched = true;
        self.all(&calls)
    }

    fn see(&mut self) -> Result<Sight, DriveError> {
        self.shots += 1;
        let path = self.pictures.path().join(format!("{}.png", self.shots));
        let mut look: Option<Look> = None;
        for call in calls::look(self.adapter, &self.drive, &path) {
            let asked_at = wall_clock();
            let seen = match self.call(&call) {
                Ok(result) => Ok(self.reading(&call, &result)),
                Err(DriveError::Refused { refusal, .. }) => Err(refusal),
                Err(error) => return Err(error),
            };
            let part = Look::new(0, asked_at, wall_clock(), seen);
            match &mut look {
                // A picture alone is better than nothing, and so is a tree alone.
                Some(seen) => {
                    if let Some(other) = seen.join(part)
                        && seen.has_failed()
                    {
                        look = Some(other);
                    }
                }
                None => look = Some(part),
            }
        }
        // Pictures that were read are of no more use.
        let _ = std::fs::remove_file(&path);
        let look = look.unwrap_or_else(|| Look::new(0, wall_clock(), wall_clock(), Ok(Reading::default())));
        let mut sight = look.into_sight(&mut self.known);
        sight.dialog = self.known.dialog.clone();
        if let Some(dialog) = &mut sight.dialog {
            dialog.message = self.secrets.text(&dialog.message).into_owned();
        }
        self.secrets.sight(&mut sight, self.known.window);
        self.last = Some(sight.clone());
        Ok(sight)
    }

    fn tap(&mut self, at: WindowPoint) -> Result<(), DriveError> {
        self.allowed("tap")?;
        let calls = calls::tap(self.adapter, &self.drive, at, &self.known, &self.client.tools)?;
        self.all(&calls)
    }

    fn swipe(&mut self, from: WindowPoint, to: WindowPoint) -> Result<(), DriveError> {
        self.allowed("swipe")?;
        let calls = calls::swipe(self.adapter, &self.drive, from, to);
        self.all(&calls)
    }

    fn type_text(&mut self, text: &str) -> Result<(), DriveError> {
        self.allowed("type_text")?;
        let calls = calls::type_text(self.adapter, &self.drive, text, &self.known)?;
        self.all(&calls)
    }

    fn back(&mut self, button: WindowPoint) -> Result<Option<WindowPoint>, DriveError> {
        let is_seen = |sight: &Sight| {
            sight
                .detections
                .iter()
                .any(|seen| seen.text.is_some() && seen.tap == button)
        };
        if self.last.as_ref().is_some_and(is_seen) || self.adapter == Adapter::Mirroir {
            self.tap(button)?;
            return Ok(Some(button));
        }
        self.allowed("press_key")?;
        let calls = calls::back(self.adapter, &self.drive);
        self.all(&calls)?;
        Ok(None)
    }

    fn answer_dialog(&mut self, answer: DialogAnswer) -> Result<(), DriveError> {
        self.allowed("tap")?;
        let calls = calls::answer_dialog(self.adapter, &self.drive, answer)?;
        self.all(&calls)
    }
}

impl Drop for LiveTarget {
    /// Frees the device: agent-device keeps it for its session until that is closed.
    fn drop(&mut self) {
        if self.launched {
            for call in calls::leave(self.adapter, &self.drive) {
                let _ = self.call(&call);
            }
        }
    }
}

/// The time, by this machine's clock.
fn wall_clock() -> Timestamp {
    let since = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    Timestamp(i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
}
