//! What was recorded of an app, for the linter.

use std::collections::BTreeSet;
use std::path::Path;

use skillc_app_check::{Recorded, Seen, SeenScreen, SeenTap, SeenText};
use skillc_app_description::outline;
use skillc_captures::{SessionContents, Store, StoreError};
use skillc_diff::render::html::Sight as _;
use skillc_findings::Report;
use skillc_picture::{Mark, MarkKind};
use skillc_records::{
    Action, ActionKind, ActionRef, Detection, DetectionKind, FrameIndex, FrameRef, Recording, Slug, WindowRect,
};
use skillc_settle::{Doubt, SettlePolicy, Settled, settle_recording};

use crate::compare::frames::Frames;
use crate::context::Context;
use crate::failure::{Failure, shown};
use crate::format::write_file;
use crate::loader;
use crate::notice::Level;

/// The sessions of a capture store, to check against.
#[derive(Debug)]
pub struct Recordings {
    store: Store,
    sessions: Vec<SessionContents>,
}

impl Recordings {
    /// The sessions of the configured store.
    ///
    /// # Errors
    /// When there is no store, or it can't be listed.
    pub fn open(context: &Context) -> Result<Self, Failure> {
        let folder = context.config.captures();
        let wrong = |error: StoreError| {
            let failure = Failure::new(format!("could not open the captures in {}", shown(&folder))).because(error);
            failure.help("name the store with --captures, or check the file by itself, without --against-captures")
        };
        let store = Store::open(&folder).map_err(wrong)?;
        let sessions = store.contents().map_err(wrong)?;
        Ok(Self { store, sessions })
    }

    /// What the recorded detections of the app that `path` describes show; none if nothing was recorded. A session that can't be
    /// read is told and passed over.
    pub fn of(&self, path: &Path, context: &Context) -> Option<Recorded> {
        let text = loader::read(path).ok()?;
        let app = outline(&text).front_matter.value("app").map(Slug::of)?;
        let mut recorded = Recorded::default();
        let mut seen = BTreeSet::new();
        for contents in self.sessions.iter().filter(|contents| contents.file.app == app) {
            let recording = match self.store.read_contents(contents) {
                Ok(recording) => recording,
                Err(error) => {
                    context.say(
                        Level::Warning,
                        &format!("session {} is passed over: {error}", contents.file.id),
                    );
                    continue;
                }
            };
            recorded.locales.extend(recording.session.locale.clone());
            for settled in settle_recording(&recording, SettlePolicy::default()) {
                recorded.results += usize::from(settled.result.frame().is_some());
                let doubt = settled
                    .result
                    .doubt()
                    .filter(|doubt| misleads(&recording, &settled, doubt));
                let action = ActionRef {
                    session: recording.session.id.clone(),
                    action: settled.action,
                };
                recorded.doubts.extend(doubt.map(|doubt| (action, doubt.clone())));
            }
            recorded.sessions += 1;
            let failed = recording.frames.iter().filter(|frame| !frame.attempt.is_usable());
            recorded.failed += failed.count();
            recorded.taps.extend(taps(&recording));
            let told = recording
                .actions
                .iter()
                .filter(|action| matches!(action.kind, ActionKind::AnswerDialog { .. }));
            recorded
                .told
                .extend(told.filter_map(|action| action.target_text.clone()));
            for screen in recording.frames.iter().map(|frame| screen(&recording, frame.index)) {
                let texts: Vec<String> = screen.texts.iter().map(|text| text.text.clone()).collect();
                if !texts.is_empty() && seen.insert((texts, screen.tapped.clone())) {
                    recorded.screens.push(screen);
                }
            }
        }
        if recorded.screens.is_empty() {
            let message = format!("{} has no recorded texts to check against", shown(path));
            context.say(Level::Warning, &message);
            return None;
        }
        Some(recorded)
    }
}

impl Recordings {
    /// Writes the pictures behind the findings into `folder`: around what is meant and what is hit, else the whole frame.
    ///
    /// # Errors
    /// When a file can't be written. A picture that can't be read is left out.
    pub fn draw(&self, report: &mut Report, folder: &Path) -> Result<(), Failure> {
        let mut frames = Frames::of(vec![&self.store]);
        for file in &mut report.files {
            let app = Slug::of(&file.path);
            for finding in &mut file.findings {
                for (number, seen) in (1..).zip(&mut finding.seen) {
                    let Some(picture) = picture(&mut frames, seen) else {
                        continue;
                    };
                    let name = format!("{app}-{}-line-{}-{number}.png", finding.code, finding.span.line);
                    let path = folder.join(name);
                    write_file(&path, &picture)?;
                    seen.picture = Some(shown(&path));
                }
            }
        }
        Ok(())
    }
}

/// The picture of a frame around what is hit and what is meant, or all of it.
fn picture(frames: &mut Frames<'_>, seen: &Seen) -> Option<Vec<u8>> {
    let (bytes, scale) = frames.recorded(&seen.frame)?;
    let window = frames.window(&seen.frame)?;
    let mark = |kind, rect: Option<WindowRect>| {
        rect.map(|rect| Mark {
            kind,
            rect: Some(rect.inflated(3.0)),
            point: None,
            tag: None,
        })
    };
    let marks: Vec<Mark> = [mark(MarkKind::False, seen.hit), mark(MarkKind::Truth, seen.meant)]
        .into_iter()
        .flatten()
        .collect();
    let rects = [seen.hit, seen.meant].into_iter().flatten();
    let around = rects.reduce(|a, b| {
        let (x, y) = (a.x.min(b.x), a.y.min(b.y));
        WindowRect::new(x, y, a.right().max(b.right()) - x, a.bottom().max(b.bottom()) - y)
    });
    let whole = WindowRect::new(0.0, 0.0, window.width, window.height);
    let region = around.map_or(whole, |rect| {
        let around = rect.inflated(60.0);
        let (x, y) = (around.x.max(0.0), around.y.max(0.0));
        WindowRect::new(
            x,
            y,
            around.right().min(window.width) - x,
            around.bottom().min(window.height) - y,
        )
    });
    skillc_picture::crop(&bytes, scale, region, &marks).ok()
}

/// What a frame shows, and what was tapped on it.
fn screen(recording: &Recording, frame: FrameIndex) -> SeenScreen {
    let detections = recording.detections_on(frame);
    let text = |detection: &Detection| {
        Some(SeenText {
            text: detection.text.clone()?,
            rect: detection.rect,
            at: detection.tap,
        })
    };
    let icons = detections
        .iter()
        .filter(|detection| detection.kind == DetectionKind::Icon);
    let tapped = recording
        .actions
        .iter()
        .filter(|action| action.frame_before == Some(frame) && matches!(action.kind, ActionKind::Tap { .. }));
    SeenScreen {
        frame: FrameRef {
            session: recording.session.id.clone(),
            frame,
        },
        window: recording.session.window,
        texts: detections.iter().filter_map(text).collect(),
        icons: icons.map(|icon| icon.tap).collect(),
        tapped: tapped.filter_map(target).next_back(),
    }
}

fn taps(recording: &Recording) -> impl Iterator<Item = SeenTap> + '_ {
    let taps = recording
        .actions
        .iter()
        .filter(|action| matches!(action.kind, ActionKind::Tap { .. }));
    taps.map(|tap| SeenTap {
        text: target(tap).unwrap_or_default(),
        at: tap.kind.touch(),
        on: tap.frame_before.map(|frame| {
            let frame = FrameRef {
                session: recording.session.id.clone(),
                frame,
            };
            (frame, recording.session.window)
        }),
    })
}

fn target(action: &Action) -> Option<String> {
    action.target_text.clone().or_else(|| action.display_label.clone())
}

/// Whether a step could be built on the doubtful result. A tap that changed nothing looks like a screen that is stuck, and leads nowhere.
fn misleads(recording: &Recording, settled: &Settled, doubt: &Doubt) -> bool {
    let shown = |frame| {
        recording
            .detections_on(frame)
            .iter()
            .map(|one| one.text.as_deref())
            .collect::<Vec<_>>()
    };
    !matches!(doubt, Doubt::Stale { .. }) || settled.before.map(shown) != settled.result.frame().map(shown)
}
