//! Recording a session.

use std::collections::BTreeSet;
use std::fs;

use skillc_app_check::masked;
use skillc_records::{
    Action, ActionIndex, Attempt, Detection, Frame, FrameIndex, Label, Node, PictureRef, PixelRect, Quality, Session,
    SessionId, SessionState, Timestamp,
};

use crate::error::{Attempt as _, WriteError};
use crate::journal::Journal;
use crate::layout;
use crate::picture::{Picture, picture_hash, picture_size};
use crate::schema::Table;
use crate::seal::{self, Sealed};
use crate::store::Store;
use crate::table;

/// A session that is being recorded.
///
/// What [`SessionWriter::frame`] and [`SessionWriter::action`] have accepted survives the death of the process; the session appears
/// in the store when it is sealed, and never by halves. A writer that is dropped without being sealed leaves what it has for
/// [`Store::recover`].
pub struct SessionWriter {
    store: Store,
    session: Session,
    journal: Journal,
    frames: u32,
    actions: u32,
    /// Pictures that were stored: the next frame that shows one of them only names it.
    pictures: BTreeSet<String>,
}

/// One capture as a recorder has it: what the writer doesn't find out by itself.
#[derive(Debug, Clone)]
pub struct Capture<'a> {
    /// When it was taken.
    pub captured_at: Timestamp,
    /// Its picture; none for producers without pictures and for failed attempts.
    pub picture: Option<Picture<'a>>,
    /// How the attempt went.
    pub attempt: Attempt,
    /// How long the attempt took.
    pub elapsed_ms: Option<u64>,
    /// What the producer says about it.
    pub quality: Quality,
    /// Rectangles of the picture that were blanked before it came here.
    pub masked: Vec<PixelRect>,
    /// What was detected on it, in the order of the producer.
    pub detections: &'a [Detection],
    /// Its accessibility nodes; their `frame` is set by the writer.
    pub nodes: &'a [Node],
    /// Its ground truth; their `frame` is set by the writer.
    pub labels: &'a [Label],
}

impl<'a> Capture<'a> {
    /// A capture that worked, with nothing on it yet.
    pub fn new(captured_at: Timestamp) -> Self {
        Self {
            captured_at,
            picture: None,
            attempt: Attempt::Ok,
            elapsed_ms: None,
            quality: Quality::Unstated,
            masked: Vec::new(),
            detections: &[],
            nodes: &[],
            labels: &[],
        }
    }
}

impl SessionWriter {
    /// Begins to record `session` into `store`. Its `state` and `ended_at` are set when it ends.
    ///
    /// Literals under `## Credentials` in the session's APP.md are stored as asterisks.
    ///
    /// # Errors
    /// When the store has, or is being given, a session of this id, or can't be written.
    pub fn begin(store: &Store, session: Session) -> Result<Self, WriteError> {
        let session = Session {
            state: SessionState::Recovered,
            ended_at: None,
            // Here and nowhere else, so that no recorder can forget it: a store is passed on, an APP.md's literals are not.
            app_md: session.app_md.as_deref().map(masked),
            ..session
        };
        if store.has(&session.id) {
            return Err(WriteError::SessionExists(session.id));
        }
        let recording = store.root().join(layout::RECORDING);
        fs::create_dir_all(&recording).write("create", &recording)?;
        let folder = layout::journal(store.root(), &session.id);
        if folder.exists() {
            return Err(WriteError::SessionExists(session.id));
        }
        let journal = Journal::create(&folder, &table::sessions::encode(&session)?)?;
        Ok(Self {
            store: store.clone(),
            session,
            journal,
            frames: 0,
            actions: 0,
            pictures: BTreeSet::new(),
        })
    }

    /// The session's id.
    pub fn id(&self) -> &SessionId {
        &self.session.id
    }

    /// The number of frames recorded so far.
    pub fn frames(&self) -> u32 {
        self.frames
    }

    /// The number of actions recorded so far.
    pub fn actions(&self) -> u32 {
        self.actions
    }

    /// Records a frame with all that belongs to it. A picture that an earlier frame of the session showed is stored once.
    ///
    /// # Errors
    /// When the picture is too large or none at all, when a number is not finite, or when the disk refuses: then nothing of the
    /// frame was recorded, and the session goes on.
    pub fn frame(&mut self, capture: Capture<'_>) -> Result<FrameIndex, WriteError> {
        let index = FrameIndex(self.frames);
        let picture = match &capture.picture {
            Some(picture) => Some(PictureRef {
                size: picture_size(picture.bytes)?,
                hash: picture_hash(picture.bytes),
                scale: picture.scale,
            }),
            None => None,
        };
        let image = match (&capture.picture, &picture) {
            (Some(image), Some(reference)) if !self.pictures.contains(&reference.hash) => Some(image.bytes),
            _ => None,
        };
        let frame = Frame {
            index,
            captured_at: capture.captured_at,
            picture,
            attempt: capture.attempt,
            elapsed_ms: capture.elapsed_ms,
            quality: capture.quality,
            masked: capture.masked,
        };
        let mark = self.journal.mark();
        let written = self.append(&frame, image, capture.detections, capture.nodes, capture.labels);
        if let Err(error) = written {
            self.journal.rewind(&mark)?;
            return Err(error);
        }
        self.frames += 1;
        if image.is_some() {
            self.pictures.extend(frame.picture.map(|picture| picture.hash));
        }
        Ok(index)
    }

    /// Details first, the frame's own row last: a frame counts when its row is there.
    fn append(
        &mut self,
        frame: &Frame,
        image: Option<&[u8]>,
        detections: &[Detection],
        nodes: &[Node],
        labels: &[Label],
    ) -> Result<(), WriteError> {
        let session = &self.session.id;
        if !detections.is_empty() {
            let rows: Vec<_> = detections.iter().map(|detection| (frame.index, detection)).collect();
            self.journal
                .append(Table::Detections, &table::detections::encode(session, &rows)?)?;
        }
        if !nodes.is_empty() {
            self.journal
                .append(Table::Nodes, &table::nodes::encode(session, frame.index, nodes)?)?;
        }
        if !labels.is_empty() {
            let rows: Vec<_> = labels.iter().map(|label| (frame.index, label)).collect();
            self.journal
                .append(Table::Labels, &table::labels::encode(session, &rows)?)?;
        }
        self.journal
            .append(Table::Frames, &table::frames::encode(session, frame, image)?)
    }

    /// Records an action; its `index` is set by the writer. Record it as soon as it was done and amend it when its result is known:
    /// then it is there even if the recorder dies in between.
    ///
    /// # Errors
    /// When it names a frame that was not recorded, or the disk refuses: then nothing was recorded.
    pub fn action(&mut self, action: Action) -> Result<ActionIndex, WriteError> {
        let index = ActionIndex(self.actions);
        self.append_action(&Action { index, ..action })?;
        self.actions += 1;
        Ok(index)
    }

    /// Replaces what was recorded of the action with this index: its end, its outcome, the frame that shows its result.
    ///
    /// # Errors
    /// When there is no such action, when it names a frame that was not recorded, or when the disk refuses.
    pub fn amend_action(&mut self, action: &Action) -> Result<(), WriteError> {
        if action.index.0 >= self.actions {
            return Err(WriteError::NoSuch {
                what: "action",
                index: action.index.0,
            });
        }
        self.append_action(action)
    }

    fn append_action(&mut self, action: &Action) -> Result<(), WriteError> {
        for frame in [action.frame_before, action.frame_after].into_iter().flatten() {
            if frame.0 >= self.frames {
                return Err(WriteError::NoSuch {
                    what: "frame",
                    index: frame.0,
                });
            }
        }
        self.journal
            .append(Table::Actions, &table::actions::encode(&self.session.id, &[action])?)
    }

    /// Ends the session: it appears in the store, whole.
    ///
    /// # Errors
    /// When the disk refuses: then what was recorded stays, and [`Store::recover`] can seal it later.
    pub fn seal(mut self, ended_at: Timestamp) -> Result<Sealed, WriteError> {
        let session = Session {
            state: SessionState::Sealed,
            ended_at: Some(ended_at),
            ..self.session.clone()
        };
        // Said in the journal first: killed while it seals, the session is still one that its recorder ended.
        self.journal
            .append(Table::Sessions, &table::sessions::encode(&session)?)?;
        seal::seal(self.store.root(), self.journal.folder())
    }

    /// Replaces what is said of the session itself: a recorder that only listens learns of the window and the device on the way.
    /// Its id, `state` and `ended_at` stay as they are.
    ///
    /// # Errors
    /// When the disk refuses: then nothing is changed.
    pub fn amend_session(&mut self, session: Session) -> Result<(), WriteError> {
        let session = Session {
            id: self.session.id.clone(),
            state: self.session.state,
            ended_at: self.session.ended_at,
            ..session
        };
        self.journal
            .append(Table::Sessions, &table::sessions::encode(&session)?)?;
        self.session = session;
        Ok(())
    }

    /// The session as it was last said to be.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Whether somebody asked this recorder to end the session ([`Store::ask_to_stop`]).
    pub fn is_asked_to_stop(&self) -> bool {
        self.store.is_asked_to_stop(&self.session.id)
    }

    /// The store that it is recorded into.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Gives the session up and removes what was recorded.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn discard(self) -> Result<(), WriteError> {
        seal::remove_journal(self.journal.folder())
    }
}
