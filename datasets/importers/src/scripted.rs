//! Sources that say what was done and nothing of what was seen.
//!
//! A script is evidence all the same: whoever taps "General" had it on the screen, and whoever waits for "About" saw it come. So each
//! stretch between two actions that may lead elsewhere becomes a frame that shows what the script names there, and nothing else. Such a
//! frame is sparse, and no rule may conclude anything from what it doesn't show: neither that it is the same screen as another, nor that
//! it is a dialog. Whether a tap led to another screen isn't known either; the steps are the same in both cases.
//!
//! A text whose place the script doesn't tell stands in the middle of its frame. The action has no place then, so no skill touches there.

use std::collections::BTreeMap;

use skillc_records::{
    Action, ActionIndex, ActionKind, ActionOutcome, Attempt, Detection, DetectionKind, DetectorId, Frame, FrameIndex,
    Producer, Quality, Recording, Session, SessionState, Target, Timestamp, WindowPoint, WindowSize,
};
use skillc_text::nfc;

use crate::identity::session_id;
use crate::import::{ImportError, Wishes};
use crate::imported::{Gap, Imported, Skipped, UNKNOWN_TIME};
use crate::kind::Kind;
use crate::source::Source;

/// The window of a mirrored iPhone, in points. Source: reference on mirroir's semantics, §6, "Rendering".
pub const MIRRORED_WINDOW: WindowSize = WindowSize::new(410.0, 898.0);
/// Places further out than this are no places of a window, in points.
pub const FARTHEST: f64 = 100_000.0;
/// Distance of texts without a place, in points.
const LINE: f64 = 44.0;

/// One thing that was done.
#[derive(Debug, Clone, PartialEq)]
pub struct Deed {
    /// What.
    pub kind: ActionKind,
    /// The text that it was meant for.
    pub target: Option<String>,
    /// A better name for it.
    pub label: Option<String>,
    /// When it began; none if nobody says.
    pub started_at: Option<Timestamp>,
    /// When it was over; none if nobody says.
    pub ended_at: Option<Timestamp>,
    /// How it went.
    pub outcome: ActionOutcome,
}

/// What a script tells.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Told {
    /// The name of the app, as the source has it.
    pub app: Option<String>,
    /// What the session was for.
    pub goal: Option<String>,
    /// What was done, in order.
    pub deeds: Vec<Deed>,
    /// Captures that failed: before which deed, when, and how.
    pub captures: Vec<(usize, Option<Timestamp>, Attempt)>,
    /// The window, where the source tells.
    pub window: Option<WindowSize>,
    /// What it was done on.
    pub target: Target,
    /// The version of what recorded it.
    pub producer_version: Option<String>,
    /// What else the source can't tell.
    pub gaps: Vec<Gap>,
    /// What in it couldn't be read.
    pub skipped: Vec<Skipped>,
    /// The texts of files beside the source that belong to it: the session's id follows from them, too.
    pub beside: Vec<String>,
}

impl Deed {
    /// Something that was done to `target`; nobody says when or how it went.
    pub fn new(kind: ActionKind, target: Option<String>) -> Self {
        Self {
            kind,
            target: target.filter(|text| !text.trim().is_empty()),
            label: None,
            started_at: None,
            ended_at: None,
            outcome: ActionOutcome::Unknown,
        }
    }

    /// The same, known by `identifier` where no text tells: nobody sees it on the screen, but a person can make something of it.
    pub fn called(mut self, identifier: Option<String>) -> Self {
        if self.target.is_none() {
            self.label = identifier.filter(|text| !text.trim().is_empty());
        }
        self
    }

    /// Whether another screen may stand after it.
    fn leads_on(&self) -> bool {
        !self.failed()
            && !matches!(
                self.kind,
                ActionKind::WaitFor
                    | ActionKind::AssertVisible
                    | ActionKind::AssertNotVisible
                    | ActionKind::Remember { .. }
                    | ActionKind::Screenshot
            )
    }

    /// Whether it is known not to have been done.
    fn failed(&self) -> bool {
        matches!(self.outcome, ActionOutcome::Failed { .. })
    }

    /// The text that stands on the screen once it is done, if it searched for one.
    fn finds(&self) -> Option<&str> {
        self.target
            .as_deref()
            .filter(|_| matches!(self.kind, ActionKind::ScrollTo) && !self.failed())
    }

    /// The text that it shows to be on its screen.
    fn shows(&self) -> Option<&str> {
        let looks = matches!(self.kind, ActionKind::WaitFor | ActionKind::AssertVisible);
        let touches = matches!(
            self.kind,
            ActionKind::Tap { .. }
                | ActionKind::DoubleTap { .. }
                | ActionKind::LongPress { .. }
                | ActionKind::Back { .. }
        );
        self.target.as_deref().filter(|_| (looks || touches) && !self.failed())
    }
}

/// The session that `told` is.
///
/// # Errors
/// When nothing was done, or nobody names the app.
pub fn session(kind: Kind, source: &Source, told: Told, wishes: &Wishes) -> Result<Imported, ImportError> {
    if told.deeds.is_empty() {
        return Err(match told.skipped.into_iter().next() {
            Some(first) => ImportError::Line {
                line: first.line,
                reason: first.reason,
            },
            None => ImportError::Empty,
        });
    }
    let app = wishes
        .app
        .clone()
        .or(told.app)
        .filter(|app| !app.trim().is_empty())
        .ok_or(ImportError::NoApp)?;
    let times = || told.deeds.iter().filter_map(|deed| deed.started_at);
    let (began, ended) = (
        times().min().unwrap_or(UNKNOWN_TIME),
        told.deeds.iter().filter_map(|deed| deed.ended_at).max(),
    );
    let mut gaps = vec![Gap::Pictures, Gap::Screens, Gap::Confidence];
    if times().next().is_none() {
        gaps.extend([Gap::Timing, Gap::Date]);
    }
    let window = wishes.window.or(told.window).unwrap_or_else(|| {
        let guess = guessed_window(&told.deeds);
        gaps.push(Gap::window(guess));
        guess
    });
    let mut deeds = told.deeds;
    for deed in &mut deeds {
        hide(deed, &wishes.secrets);
        if let ActionKind::Launch { app: launched } = &mut deed.kind
            && launched.is_empty()
        {
            *launched = app.clone();
        }
    }
    let mut tape = Tape {
        window,
        detector: DetectorId::recorded(kind.as_str()),
        now: began,
        frames: Vec::new(),
        detections: BTreeMap::new(),
    };
    let actions = tape.walk(&deeds, &told.captures);
    let placeless = tape.placeless(&deeds);
    if placeless > 0 {
        gaps.push(Gap::Places(placeless));
    }
    gaps.extend(told.gaps);
    let session = Session {
        id: session_id(kind, &app, began, &(source.content() + &told.beside.concat())),
        app,
        producer: Producer::Import,
        producer_version: told.producer_version,
        target: told.target,
        locale: None,
        orientation: window.orientation(),
        window,
        app_md: wishes.app_md.clone(),
        started_at: began,
        ended_at: Some(ended.unwrap_or(began).max(began)),
        goal: told.goal.filter(|goal| !goal.trim().is_empty()),
        recorder_version: env!("CARGO_PKG_VERSION").to_owned(),
        state: SessionState::Sealed,
    };
    Ok(Imported {
        recording: Recording {
            session,
            frames: tape.frames,
            detections: tape.detections,
            actions,
            nodes: Vec::new(),
            labels: Vec::new(),
        },
        gaps,
        skipped: told.skipped,
    })
}

/// Puts the name of a secret where its value stands.
fn hide(deed: &mut Deed, secrets: &[(String, String)]) {
    let secret = |text: &str| {
        let found = secrets.iter().find(|(_, value)| !value.is_empty() && value == text);
        found.map(|(name, _)| format!("${{{name}}}"))
    };
    if let ActionKind::Type { value } = &mut deed.kind
        && let Some(name) = secret(value)
    {
        *value = name;
    }
    for text in [&mut deed.target, &mut deed.label] {
        if let Some(name) = text.as_deref().and_then(secret) {
            *text = Some(name);
        }
    }
}

struct Tape {
    window: WindowSize,
    detector: DetectorId,
    /// When the last thing happened.
    now: Timestamp,
    frames: Vec<Frame>,
    detections: BTreeMap<FrameIndex, Vec<Detection>>,
}

impl Tape {
    fn walk(&mut self, deeds: &[Deed], captures: &[(usize, Option<Timestamp>, Attempt)]) -> Vec<Action> {
        let mut actions = Vec::with_capacity(deeds.len());
        // A script that starts the app says nothing of what was there before.
        let starts = matches!(
            deeds.first(),
            Some(Deed {
                kind: ActionKind::Launch { .. },
                ..
            })
        );
        let mut here = (!starts).then(|| self.frame(None, deeds));
        let mut captures = captures.iter().peekable();
        for (place, deed) in deeds.iter().enumerate() {
            while let Some((_, at, attempt)) = captures.next_if(|(before, ..)| *before <= place) {
                self.now = at.unwrap_or(self.now).max(self.now);
                self.add(attempt.clone());
            }
            let before = self.frames.last().map(|frame| frame.index);
            let started_at = deed.started_at.unwrap_or(self.now).max(self.now);
            self.now = deed.ended_at.unwrap_or(started_at).max(started_at);
            if deed.leads_on() {
                here = Some(self.frame(deed.finds(), &deeds[place + 1..]));
            }
            let own = |text: &Option<String>| text.as_deref().map(|text| nfc(text).into_owned());
            actions.push(Action {
                index: ActionIndex(u32::try_from(place).unwrap_or(u32::MAX)),
                frame_before: before,
                frame_after: here.filter(|_| !deed.failed()),
                kind: deed.kind.clone(),
                target_text: own(&deed.target),
                display_label: own(&deed.label),
                started_at,
                ended_at: deed.ended_at.map(|_| self.now),
                outcome: deed.outcome.clone(),
            });
        }
        for (_, at, attempt) in captures {
            self.now = at.unwrap_or(self.now).max(self.now);
            self.add(attempt.clone());
        }
        actions
    }

    fn add(&mut self, attempt: Attempt) -> FrameIndex {
        let index = FrameIndex(u32::try_from(self.frames.len()).unwrap_or(u32::MAX));
        self.frames.push(Frame {
            index,
            captured_at: self.now,
            picture: None,
            attempt,
            elapsed_ms: None,
            quality: Quality::Unstated,
            masked: Vec::new(),
        });
        index
    }

    /// The frame of the stretch that `coming` begins with: what was just found, and what is named up to the next deed that may lead
    /// elsewhere.
    fn frame(&mut self, found: Option<&str>, coming: &[Deed]) -> FrameIndex {
        let mut seen: Vec<Detection> = Vec::new();
        if let Some(text) = found {
            self.see(text, None, &mut seen);
        }
        for deed in coming {
            if let Some(text) = deed.shows() {
                self.see(text, deed.kind.touch(), &mut seen);
            }
            if deed.leads_on() {
                break;
            }
        }
        let index = self.add(Attempt::Sparse);
        if !seen.is_empty() {
            self.detections.insert(index, seen);
        }
        index
    }

    /// How many texts stand at a place that nobody told.
    fn placeless(&self, deeds: &[Deed]) -> usize {
        let told: Vec<WindowPoint> = deeds.iter().filter_map(|deed| deed.kind.touch()).collect();
        let seen = self.detections.values().flatten();
        seen.filter(|detection| !told.contains(&detection.tap)).count()
    }

    fn see(&mut self, text: &str, at: Option<WindowPoint>, seen: &mut Vec<Detection>) {
        let text = nfc(text).into_owned();
        let at = at.filter(|at| at.x.is_finite() && at.y.is_finite());
        let known = seen
            .iter_mut()
            .find(|known| known.text.as_deref() == Some(text.as_str()));
        match (known, at) {
            // A wait named it before the touch told where it is.
            (Some(known), Some(at)) => known.tap = at,
            (Some(_), None) => {}
            (None, at) => {
                let lines = seen.len() as f64 * LINE;
                let y = (self.window.height * 0.4 + lines).min(self.window.height * 0.8);
                seen.push(Detection {
                    detector: self.detector.clone(),
                    kind: DetectionKind::Text,
                    text: Some(text),
                    confidence: None,
                    rect: None,
                    tap: at.unwrap_or_else(|| WindowPoint::new(self.window.width / 2.0, y)),
                });
            }
        }
    }
}

/// The usual window, or a larger one if something was touched outside it.
fn guessed_window(deeds: &[Deed]) -> WindowSize {
    let places = deeds.iter().flat_map(|deed| match &deed.kind {
        ActionKind::Swipe { from, to, .. } | ActionKind::Drag { from, to } => [*from, *to],
        kind => [kind.touch(), None],
    });
    grown(MIRRORED_WINDOW, places.flatten())
}

/// `window`, or a larger one that holds every place.
pub(crate) fn grown(window: WindowSize, places: impl Iterator<Item = WindowPoint>) -> WindowSize {
    let grown = |size: f64, place: f64| {
        if place.is_finite() && place < FARTHEST {
            size.max(place.ceil())
        } else {
            size
        }
    };
    places.fold(window, |window, at| {
        WindowSize::new(grown(window.width, at.x), grown(window.height, at.y))
    })
}
