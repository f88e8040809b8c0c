//! The observer: turns what client and server say to each other into a recorded session.
//!
//! It only listens, so proxies, transcripts and whatever else hears both sides can feed it. Calls and answers are matched by id, however
//! they interleave. An action is written as soon as it is asked for and amended when its answer and the next look are there, so a
//! recorder that is killed loses at most the look in flight.

use std::collections::BTreeMap;

use serde_json::Value;
use skillc_captures::{Sealed, SessionWriter, Store, WriteError};
use skillc_recorders::{Sight, Tape};
use skillc_records::{
    Action, ActionIndex, ActionKind, ActionOutcome, FrameIndex, Producer, Session, SessionId, SessionState, Target,
    Timestamp, WindowPoint, WindowRect, WindowSize,
};

use crate::adapter::{Act, Adapter, Deed, Files, Known, Reading, Refusal};
use crate::look::{APART, Look};
use crate::message::{Call, Message, Sender, ToolResult};
use crate::secrets::Secrets;

/// Calls that were never answered are forgotten above this number: a server may drop some.
const MOST_OPEN: usize = 1024;

/// What is known of a session before anything is heard.
#[derive(Debug, Clone, Default)]
pub struct Subject {
    /// The app's display name; without it the first app or page that is opened.
    pub app: Option<String>,
    /// The text of its APP.md.
    pub app_md: Option<String>,
    /// Its declared locale.
    pub locale: Option<String>,
    /// What the session is for, in the user's words.
    pub goal: Option<String>,
    /// The adapter; without it the one that the server's name and tools tell.
    pub adapter: Option<Adapter>,
    /// What tells this session from others that begin in the same millisecond.
    pub chance: u128,
}

/// The listener.
pub struct Observer {
    store: Store,
    subject: Subject,
    files: Box<dyn Files + Send>,
    secrets: Secrets,
    adapter: Option<Adapter>,
    server: Server,
    known: Known,
    target: Target,
    open: BTreeMap<String, Open>,
    order: u64,
    /// How many actions have begun.
    epoch: u64,
    look: Option<Look>,
    /// The session, once there is something to record.
    writer: Option<SessionWriter>,
    last_frame: Option<FrameIndex>,
    last_touch: Option<WindowPoint>,
    /// Actions that wait for a look at their result.
    unseen: Vec<Action>,
    /// The last actions, as they were written: a typed text may turn out to be a secret's beginning.
    recent: BTreeMap<ActionIndex, Action>,
    /// Whether what is heard is still recorded.
    ended: bool,
}

#[derive(Debug, Clone, Default)]
struct Server {
    name: Option<String>,
    version: Option<String>,
}

/// A request that wasn't answered yet.
struct Open {
    order: u64,
    at: Timestamp,
    epoch: u64,
    asked: Asked,
}

enum Asked {
    Initialize,
    Tools,
    Look(Call),
    Act(Call, Vec<(ActionIndex, Act)>),
    /// A call of a server that isn't known yet, or one that matters to no recording.
    Other,
}

impl Observer {
    /// A listener that records into `store`.
    pub fn new(store: Store, subject: Subject, files: Box<dyn Files + Send>, secrets: Secrets) -> Self {
        let adapter = subject.adapter;
        Self {
            store,
            subject,
            files,
            secrets,
            adapter,
            server: Server::default(),
            known: Known::default(),
            target: Target::default(),
            open: BTreeMap::new(),
            order: 0,
            epoch: 0,
            look: None,
            writer: None,
            last_frame: None,
            last_touch: None,
            unseen: Vec::new(),
            recent: BTreeMap::new(),
            ended: false,
        }
    }

    /// The session that is being recorded; none until there is something to record.
    pub fn session(&self) -> Option<&SessionId> {
        self.writer.as_ref().map(SessionWriter::id)
    }

    /// The adapter in use; none while the server isn't known.
    pub fn adapter(&self) -> Option<Adapter> {
        self.adapter
    }

    /// Frames and actions so far.
    pub fn counts(&self) -> (u32, u32) {
        self.writer
            .as_ref()
            .map_or((0, 0), |writer| (writer.frames(), writer.actions()))
    }

    /// Whether somebody asked to end the session.
    pub fn is_asked_to_stop(&self) -> bool {
        self.writer.as_ref().is_some_and(SessionWriter::is_asked_to_stop)
    }

    /// Hears one line. What is no message is passed over.
    ///
    /// # Errors
    /// When the store can't be written. Nothing of the line was recorded then, and the next one may be.
    pub fn hear(&mut self, sender: Sender, at: Timestamp, line: &[u8]) -> Result<(), WriteError> {
        match Message::read(line) {
            Some(message) => self.message(sender, at, message),
            None => Ok(()),
        }
    }

    /// Hears one message.
    ///
    /// # Errors
    /// As [`Observer::hear`].
    pub fn message(&mut self, sender: Sender, at: Timestamp, message: Message) -> Result<(), WriteError> {
        if self.ended {
            return Ok(());
        }
        match (sender, message) {
            (Sender::Client, Message::Request { id, method, params }) => self.asked(at, &id, &method, &params),
            (Sender::Server, Message::Answer { id, result }) => {
                let Some(open) = self.open.remove(&id.to_string()) else {
                    return Ok(());
                };
                let result = result.map(ToolResult).map_err(|error| Refusal::from(&error));
                self.answered(at, open, result)
            }
            // What the server asks and tells, and what the client answers, is about neither screen nor app.
            _ => Ok(()),
        }
    }

    fn asked(&mut self, at: Timestamp, id: &Value, method: &str, params: &Value) -> Result<(), WriteError> {
        let asked = match method {
            "initialize" => Asked::Initialize,
            "tools/list" => Asked::Tools,
            "tools/call" => match Call::of(params) {
                Some(call) => self.called(at, call)?,
                None => Asked::Other,
            },
            _ => return Ok(()),
        };
        if self.open.len() == MOST_OPEN {
            let oldest = self
                .open
                .iter()
                .min_by_key(|(_, open)| open.order)
                .map(|(id, _)| id.clone());
            oldest.map(|id| self.open.remove(&id));
        }
        self.order += 1;
        let open = Open {
            order: self.order,
            at,
            epoch: self.epoch,
            asked,
        };
        self.open.insert(id.to_string(), open);
        Ok(())
    }

    fn called(&mut self, at: Timestamp, call: Call) -> Result<Asked, WriteError> {
        let adapter = self.adapter.or_else(|| Adapter::of_tool(&call.tool));
        self.adapter = adapter;
        let Some(adapter) = adapter else {
            return Ok(Asked::Other);
        };
        match adapter.deed(&call, &self.known) {
            Deed::Look => {
                // The same again is a look of its own: what is in hand is written down before the answer can come.
                if self.look.as_ref().is_some_and(|look| look.has_asked(&call)) {
                    self.finish_look()?;
                }
                Ok(Asked::Look(call))
            }
            Deed::Aside => Ok(Asked::Other),
            Deed::Act(acts) => {
                self.finish_look()?;
                self.epoch += 1;
                self.unseen.clear();
                let mut written = Vec::new();
                for act in acts {
                    written.push((self.begin_action(at, &act)?, act));
                }
                Ok(Asked::Act(call, written))
            }
        }
    }

    fn answered(&mut self, at: Timestamp, open: Open, result: Result<ToolResult, Refusal>) -> Result<(), WriteError> {
        match open.asked {
            Asked::Initialize => {
                if let Ok(ToolResult(told)) = &result {
                    let text = |name: &str| told.pointer(name).and_then(Value::as_str).map(ToOwned::to_owned);
                    self.server = Server {
                        name: text("/serverInfo/name"),
                        version: text("/serverInfo/version"),
                    };
                    self.adapter = self
                        .adapter
                        .or_else(|| Adapter::of_server(self.server.name.as_deref(), []));
                }
                Ok(())
            }
            Asked::Tools => {
                if let Ok(ToolResult(told)) = &result {
                    let tools = told.get("tools").and_then(Value::as_array).into_iter().flatten();
                    let names = tools.filter_map(|tool| tool.get("name")?.as_str());
                    self.adapter = self
                        .adapter
                        .or_else(|| Adapter::of_server(self.server.name.as_deref(), names));
                }
                Ok(())
            }
            Asked::Look(call) => {
                let seen = self.read(&call, result);
                let mut look = Look::new(open.epoch, open.at, at, seen);
                look.overlaps = open.epoch != self.epoch;
                look.asked = vec![call];
                self.see(look)
            }
            Asked::Act(call, acts) => self.acted(at, open.epoch, &call, acts, result),
            Asked::Other => Ok(()),
        }
    }

    /// What the answer to a call shows, or why it shows nothing.
    fn read(&mut self, call: &Call, result: Result<ToolResult, Refusal>) -> Result<Reading, Refusal> {
        let Some(adapter) = self.adapter else {
            return Ok(Reading::default());
        };
        let result = result?;
        self.known.dialog = adapter.told_dialog(&result);
        if let Some(refusal) = adapter.refusal(&result) {
            return Err(refusal);
        }
        let reading = adapter.reading(call, &result, self.files.as_ref());
        if let Some(nodes) = &reading.nodes {
            self.known.nodes.clone_from(nodes);
        }
        self.known.window = reading.window.or(self.known.window);
        self.target.platform = reading.platform.clone().or(self.target.platform.take());
        self.target.device = reading.device.clone().or(self.target.device.take());
        Ok(reading)
    }

    fn acted(
        &mut self,
        at: Timestamp,
        epoch: u64,
        call: &Call,
        acts: Vec<(ActionIndex, Act)>,
        result: Result<ToolResult, Refusal>,
    ) -> Result<(), WriteError> {
        let seen = self.read(call, result.clone());
        let outcome = match &seen {
            Ok(_) => ActionOutcome::Ok,
            Err(refusal) => ActionOutcome::Failed {
                error_type: refusal.error_type.clone(),
                exit_code: refusal.exit_code,
            },
        };
        for (index, mut act) in acts {
            if let (Ok(result), Some(adapter)) = (&result, self.adapter) {
                act = adapter.completed(act, result);
            }
            self.last_touch = act.kind.touch().or(self.last_touch);
            let Some(mut action) = self.take_unseen(index) else {
                continue;
            };
            // What else a call says was cleaned of secrets when it was written.
            if act.kind.touch().is_some() {
                action.kind = act.kind;
            }
            action.target_text = action.target_text.take().or(act.target);
            action.ended_at = Some(at);
            action.outcome = outcome.clone();
            self.write_action(&mut action, act.rect, true)?;
            // The next look shows what came of the action that was asked for last.
            if epoch == self.epoch {
                self.unseen.push(action);
            }
        }
        match seen {
            Ok(reading) if reading.nodes.is_some() || reading.picture.is_some() => {
                let mut look = Look::new(epoch, at, at, Ok(reading));
                look.overlaps = epoch != self.epoch;
                self.see(look)
            }
            _ => Ok(()),
        }
    }

    /// An action that is asked for. If another one was asked for since, it is no longer waited for, and is looked up where it was kept.
    fn take_unseen(&mut self, index: ActionIndex) -> Option<Action> {
        let place = self.unseen.iter().position(|action| action.index == index);
        match place {
            Some(place) => Some(self.unseen.remove(place)),
            None => self.recent.get(&index).cloned(),
        }
    }

    fn begin_action(&mut self, at: Timestamp, act: &Act) -> Result<ActionIndex, WriteError> {
        match &act.kind {
            ActionKind::Launch { app } => self.name_app(app.clone()),
            ActionKind::OpenUrl { value } => self.name_app(host(value).unwrap_or(value).to_owned()),
            _ => {}
        }
        self.begin_session(at)?;
        let mut action = Action {
            index: ActionIndex(self.counts().1),
            frame_before: self.last_frame,
            frame_after: None,
            kind: act.kind.clone(),
            target_text: act.target.clone(),
            display_label: None,
            started_at: at,
            ended_at: None,
            outcome: ActionOutcome::Unknown,
        };
        self.write_action(&mut action, act.rect, false)?;
        let index = action.index;
        self.recent.insert(index, action.clone());
        // Enough for a value that is typed key by key.
        while self.recent.len() > 256 {
            self.recent.pop_first();
        }
        self.unseen.push(action);
        Ok(index)
    }

    /// Writes an action, cleaned: anew, or in place of what was written of it.
    fn write_action(&mut self, action: &mut Action, rect: Option<WindowRect>, again: bool) -> Result<(), WriteError> {
        let earlier = if again {
            // Its text was cleaned before; only what its answer added is new.
            action.target_text = action
                .target_text
                .as_deref()
                .map(|text| self.secrets.text(text).into_owned());
            Vec::new()
        } else {
            let field = rect.or_else(|| self.focused_field());
            let index = action.index;
            self.secrets
                .action(action, index, field, self.last_touch, self.known.window)
        };
        let Some(writer) = &mut self.writer else { return Ok(()) };
        if again {
            writer.amend_action(action)?;
        } else {
            action.index = writer.action(action.clone())?;
        }
        for (index, placeholder) in earlier {
            let Some(piece) = self.recent.get_mut(&index) else {
                continue;
            };
            match &mut piece.kind {
                ActionKind::Type { value } | ActionKind::PressKey { value } => *value = placeholder,
                _ => continue,
            }
            writer.amend_action(piece)?;
        }
        if let Some(kept) = self.recent.get_mut(&action.index) {
            *kept = action.clone();
        }
        Ok(())
    }

    /// The field that holds the keyboard, or that was touched last.
    fn focused_field(&self) -> Option<WindowRect> {
        let focused = self.known.nodes.iter().filter(|node| node.focused == Some(true));
        let focused = focused
            .filter_map(|node| node.rect)
            .min_by(|a, b| area(a).total_cmp(&area(b)));
        focused.or_else(|| {
            let at = self.last_touch?;
            let touched = self.known.nodes.iter().filter(|node| {
                let role = node.role.as_deref().unwrap_or_default();
                crate::adapter::names::is_field(role) && node.rect.is_some_and(|rect| rect.contains(at))
            });
            touched
                .filter_map(|node| node.rect)
                .min_by(|a, b| area(a).total_cmp(&area(b)))
        })
    }

    fn name_app(&mut self, name: String) {
        self.subject.app.get_or_insert(name);
    }

    /// Takes in a look, together with the one before if both are one.
    fn see(&mut self, look: Look) -> Result<(), WriteError> {
        let other = match &mut self.look {
            Some(held) => held.join(look),
            None => Some(look),
        };
        if let Some(other) = other {
            self.finish_look()?;
            self.look = Some(other);
        }
        Ok(())
    }

    /// Hears nothing for a while. A look with all its parts is written down; one that lacks some may wait a little for them.
    ///
    /// # Errors
    /// As [`Observer::hear`].
    pub fn idle(&mut self, now: Timestamp) -> Result<(), WriteError> {
        match &self.look {
            Some(look) if look.is_whole() || now.0 - look.seen_at.0 > APART => self.finish_look(),
            _ => Ok(()),
        }
    }

    /// Hears a picture that was asked for beside the client's calls; none if it came too late.
    ///
    /// # Errors
    /// As [`Observer::hear`].
    pub fn clean_shot(&mut self, at: Timestamp, result: Option<Value>) -> Result<(), WriteError> {
        if let Some(result) = result.filter(|_| !self.ended)
            && let Some(look) = &self.look
        {
            let call = Call::new("screenshot", Value::Null);
            let (epoch, asked_at) = (look.epoch, look.seen_at);
            if let Ok(reading) = self.read(&call, Ok(ToolResult(result))) {
                self.see(Look::new(epoch, asked_at, at, Ok(reading)))?;
            }
        }
        self.finish_look()
    }

    /// Writes down the look in hand: nothing more will come of it.
    ///
    /// # Errors
    /// As [`Observer::hear`].
    pub fn finish_look(&mut self) -> Result<(), WriteError> {
        let Some(look) = self.look.take() else { return Ok(()) };
        let (epoch, at, overlaps) = (look.epoch, look.seen_at, look.overlaps);
        self.begin_session(look.asked_at)?;
        let mut sight = look.into_sight(&mut self.known);
        self.secrets.sight(&mut sight, self.known.window);
        let session = self.head(at);
        let Some(writer) = &mut self.writer else { return Ok(()) };
        let (told, now) = (writer.session(), &session);
        if told.window != now.window || told.target != now.target || told.producer_version != now.producer_version {
            let session = Session {
                started_at: writer.session().started_at,
                app: writer.session().app.clone(),
                ..session
            };
            writer.amend_session(session)?;
        }
        let frame = write(writer, &mut sight)?;
        if overlaps {
            return Ok(());
        }
        self.last_frame = Some(frame);
        if epoch == self.epoch {
            for mut action in std::mem::take(&mut self.unseen) {
                action.frame_after = Some(frame);
                writer.amend_action(&action)?;
            }
        }
        Ok(())
    }

    fn begin_session(&mut self, at: Timestamp) -> Result<(), WriteError> {
        if self.writer.is_none() {
            let session = self.head(at);
            self.writer = Some(SessionWriter::begin(&self.store, session)?);
        }
        Ok(())
    }

    /// The session as it is known now.
    fn head(&self, at: Timestamp) -> Session {
        let adapter = self.adapter.unwrap_or(Adapter::Mirroir);
        let simulated = self.server.name.as_deref() == Some("skillc-simulator");
        let window = self.known.window.unwrap_or(WindowSize::new(0.0, 0.0));
        let app = self.subject.app.clone().or_else(|| self.server.name.clone());
        let clean = |text: &Option<String>| text.as_deref().map(|text| self.secrets.text(text).into_owned());
        let platform = self.target.platform.clone();
        Session {
            id: self.id(at),
            app: clean(&app).unwrap_or_else(|| adapter.as_str().to_owned()),
            producer: if simulated {
                Producer::Simulator
            } else {
                adapter.producer()
            },
            producer_version: self.server.version.clone(),
            target: Target {
                platform: platform.or_else(|| adapter.platform().map(ToOwned::to_owned)),
                ..self.target.clone()
            },
            locale: self.subject.locale.clone(),
            orientation: window.orientation(),
            window,
            app_md: clean(&self.subject.app_md),
            started_at: at,
            ended_at: None,
            goal: clean(&self.subject.goal),
            recorder_version: env!("CARGO_PKG_VERSION").to_owned(),
            state: SessionState::Sealed,
        }
    }

    fn id(&self, at: Timestamp) -> SessionId {
        session_id(at, self.subject.chance)
    }

    /// Ends the session. None if there was nothing to record.
    ///
    /// # Errors
    /// When the store can't be written: then what was recorded stays, and `captures recover` can seal it.
    pub fn end(&mut self, at: Timestamp) -> Result<Option<Sealed>, WriteError> {
        let last = self.finish_look();
        self.ended = true;
        let Some(writer) = self.writer.take() else {
            return last.map(|()| None);
        };
        let sealed = writer.seal(at)?;
        last.map(|()| Some(sealed))
    }
}

/// The id of a session that begins at `at`.
pub(crate) fn session_id(at: Timestamp, chance: u128) -> SessionId {
    let milliseconds = u64::try_from(at.0 / 1000).unwrap_or(0);
    let ulid = ulid::Ulid::from_parts(milliseconds, chance).to_string();
    SessionId::parse(&ulid).unwrap_or_else(|_| unreachable!("a ULID has 26 characters of Crockford base 32"))
}

/// Writes a look. A picture that the store refuses is left out: the rest of the look is worth keeping.
fn write(writer: &mut SessionWriter, sight: &mut Sight) -> Result<FrameIndex, WriteError> {
    match Tape::frame(writer, sight) {
        Err(WriteError::BadPicture(_) | WriteError::PictureTooLarge { .. }) => {
            sight.picture = None;
            sight.masked.clear();
            Tape::frame(writer, sight)
        }
        written => written,
    }
}

fn area(rect: &WindowRect) -> f64 {
    rect.width * rect.height
}

/// The host of an address.
fn host(address: &str) -> Option<&str> {
    let (_, rest) = address.split_once("://")?;
    let host = rest.split(['/', '?', '#']).next()?;
    let host = host.rsplit('@').next()?;
    (!host.is_empty()).then_some(host)
}
