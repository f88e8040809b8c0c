//! The stages of one session.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use skillc_app_description::AppDescription;
use skillc_captures::{ReadError, Store};
use skillc_graph::SessionEvidence;
use skillc_obstacles::{ActiveRules, ObstaclePolicy, examine};
use skillc_points::{TapSettings, points};
use skillc_records::{FrameIndex, Producer, Recording, ScreenPoints, SessionId, WindowSize};
use skillc_screens::{ScreenIdentity, identity};
use skillc_settle::{SettlePolicy, settle_recording};
use skillc_tabs::{MinEvidence, TabBar, TabNames, assign};

use super::detections::{Detections, DetectionsFailure};
use super::evidence::{Findings, Names, evidence};
use super::parameters::parameters;
use super::patterns::Patterns;
use super::reading::Reading;
use super::sessions::SessionSource;
use crate::engine::StageName as S;
use crate::engine::unit::AppRun;
use crate::engine::{Digest, Output, StageName, UnitError};

/// Points by frame.
pub type Points = BTreeMap<FrameIndex, ScreenPoints>;

/// Why a session can't be compiled.
#[derive(Debug, Clone, thiserror::Error)]
pub enum SessionFailure {
    /// Its files can't be read.
    #[error(transparent)]
    Unreadable(Arc<ReadError>),
    /// A picture that a frame names isn't there.
    #[error("the picture {0} is not in its file")]
    NoPicture(String),
    /// Its detections can't be had.
    #[error(transparent)]
    Detections(#[from] DetectionsFailure),
    /// The user asked to stop.
    #[error("stopped")]
    Stopped,
}

/// What the stages of one session came to: all that the stages of its app need.
#[derive(Debug)]
pub struct SessionOutputs<'e> {
    /// Its place in the store.
    pub source: SessionSource,
    /// What it was recorded for, in the user's words.
    pub goal: Option<String>,
    /// Whether detectors were run again on its pictures.
    pub rerun: bool,
    /// What they read of the recorded texts; none if they were not run.
    pub reading: Option<Reading>,
    /// What stages 1 to 6 found, put together for the graph.
    pub evidence: Output<'e, SessionEvidence>,
}

/// A recording that is read when somebody needs it, and once.
#[derive(Debug)]
pub struct LazyRecording<'s> {
    store: &'s Store,
    source: SessionSource,
    value: OnceLock<Result<Box<Recording>, SessionFailure>>,
}

impl<'s> LazyRecording<'s> {
    /// The recording of `source` in `store`.
    pub fn new(store: &'s Store, source: SessionSource) -> Self {
        Self {
            store,
            source,
            value: OnceLock::new(),
        }
    }

    /// The session.
    pub fn id(&self) -> &SessionId {
        self.source.id()
    }

    /// The recording.
    ///
    /// # Errors
    /// When its files can't be read.
    pub fn get(&self) -> Result<&Recording, SessionFailure> {
        let read = || {
            let read = self.store.read_contents(&self.source.contents);
            read.map(Box::new)
                .map_err(|error| SessionFailure::Unreadable(Arc::new(error)))
        };
        self.value
            .get_or_init(read)
            .as_ref()
            .map(|recording| &**recording)
            .map_err(Clone::clone)
    }
}

/// Raised whenever the same results of stages may give other evidence.
const EVIDENCE: &str = "evidence 7";

/// Raised whenever the same results may give another [`Reading`].
const READING: &str = "reading 1";

/// What every session of an app is given.
#[derive(Clone, Copy)]
pub struct Given<'g, 'e> {
    /// The run of the app.
    pub run: &'g AppRun<'e>,
    /// The store.
    pub store: &'e Store,
    /// What the app's APP.md says.
    pub description: &'g AppDescription,
    /// Where detections come from.
    pub detections: &'g Detections<'e>,
    /// What rows of some kind look like and are called.
    pub patterns: &'g Patterns,
    /// Asked before every unit.
    pub go_on: &'g (dyn Fn() -> bool + Sync),
}

/// Runs stages 1 to 6 of one session, each only if something that it depends on changed. Their results are let go of when the
/// evidence is there, so that memory depends on the sessions in flight and not on how many there are.
///
/// # Errors
/// When a stage fails, when the user asked to stop, or in a dry run when something would have to run.
pub fn run<'e>(given: Given<'_, 'e>, source: &SessionSource) -> Result<SessionOutputs<'e>, UnitError<SessionFailure>> {
    let Given {
        run,
        store,
        description,
        detections,
        patterns,
        ..
    } = given;
    let unit = source.id().as_str();
    let recording = LazyRecording::new(store, source.clone());
    let read = || recording.get().map_err(UnitError::Failed);
    let recorded = ("recording".to_owned(), source.digest);
    let inputs = |others: &[(&str, Digest)]| -> BTreeMap<String, Digest> {
        let others = others.iter().map(|(name, digest)| ((*name).to_owned(), *digest));
        others.chain([recorded.clone()]).collect()
    };
    let may_run = |stages: &[StageName]| stages.iter().for_each(|stage| run.may_run(stage.stage(), unit));
    let head = head(run, source, &recording)?;

    given.check()?;
    let seen = detections.of_session(given, &head, &recording).inspect_err(|error| {
        if error.is_dry() {
            may_run(&[S::Points, S::Settle, S::Obstacles, S::Tabs, S::Screens]);
        }
    })?;
    given.check()?;
    let reading = match seen.digest() {
        Some(digest) => {
            let parts = [source.digest, digest];
            let part = run.part(S::Points.stage(), READING, &parts, || Reading::of(read()?, &seen))?;
            Some(part.take()?)
        }
        None => None,
    };
    let stage = S::Points.stage();
    let detected: Vec<(&str, Digest)> = seen.digest().map(|digest| ("detect", digest)).into_iter().collect();
    let settings = json!({ "settings": seen.setting() });
    let points = run
        .unit(stage, unit, &settings, inputs(&detected), || {
            let recording = read()?;
            let window = recording.session.window;
            let settings = TapSettings::default();
            let mut screens = Points::new();
            for frame in recording.frames.iter().filter(|frame| frame.attempt.is_usable()) {
                // A picture that no detector could read shows nothing that a rule may build on.
                if let Some(found) = seen.on(recording, frame)? {
                    screens.insert(frame.index, points(&found, window, &settings));
                }
            }
            Ok(screens)
        })
        .inspect_err(|error: &UnitError<SessionFailure>| {
            if error.is_dry() {
                may_run(&[S::Settle, S::Obstacles, S::Tabs, S::Screens]);
            }
        })?;

    given.check()?;
    let stage = S::Screens.stage();
    let screens = run.unit(stage, unit, &Value::Null, inputs(&[("points", points.digest)]), || {
        let window = read()?.session.window;
        let points = points.get()?;
        Ok(points
            .iter()
            .map(|(&frame, screen)| (frame, identity(screen, window)))
            .collect::<BTreeMap<FrameIndex, ScreenIdentity>>())
    });
    let stage = S::Settle.stage();
    let settled = run
        .unit(stage, unit, &Value::Null, inputs(&[("points", points.digest)]), || {
            Ok(settle_recording(read()?, SettlePolicy::default()))
        })
        .inspect_err(|error: &UnitError<SessionFailure>| {
            if error.is_dry() {
                may_run(&[S::Obstacles, S::Tabs]);
            }
        })?;

    given.check()?;
    let stage = S::Obstacles.stage();
    let view = stage.view(description);
    let before = inputs(&[("points", points.digest), ("settle", settled.digest)]);
    let obstacles = run.unit(
        stage,
        unit,
        &parameters(stage, &view, Value::Null),
        before.clone(),
        || {
            let policy = ObstaclePolicy {
                rules: view.obstacles.clone(),
                mode: view.obstacle_mode,
            };
            Ok(examine(
                &ActiveRules::new(&policy),
                &read()?.actions,
                settled.get()?,
                points.get()?,
            ))
        },
    );
    let stage = S::Tabs.stage();
    let view = stage.view(description);
    let tabs = run.unit(stage, unit, &parameters(stage, &view, Value::Null), before, || {
        let recording = read()?;
        Ok(assign(
            &tab_names(&view),
            &recording.actions,
            settled.get()?,
            points.get()?,
            recording.session.window,
            MinEvidence::default(),
        ))
    });
    // Looked at side by side, so that a dry run names all that would run.
    let (screens, obstacles, tabs) = (screens?, obstacles?, tabs?);

    let stage = S::Graph.stage();
    let view = stage.view(description);
    let triggers: Vec<String> = view.obstacles.iter().map(|rule| rule.trigger.clone()).collect();
    let named = json!([triggers, view.tabs, patterns.elements()]).to_string();
    let parts = [
        Digest::of(named.as_bytes()),
        source.digest,
        points.digest,
        settled.digest,
        obstacles.digest,
        tabs.digest,
        screens.digest,
    ];
    let mut evidence = run.part(stage, EVIDENCE, &parts, || {
        let findings = Findings {
            points: points.get()?,
            settled: settled.get()?,
            obstacles: obstacles.get()?,
            tabs: tabs.get()?,
            screens: screens.get()?,
        };
        let names = Names {
            triggers: &triggers,
            tabs: &tab_names(&view),
            patterns: &patterns.library,
        };
        Ok(evidence(read()?, findings, names))
    })?;
    evidence.forget();
    Ok(SessionOutputs {
        source: source.clone(),
        goal: head.goal,
        rerun: seen.is_rerun(),
        reading,
        evidence,
    })
}

impl Given<'_, '_> {
    /// Fails if the user asked to stop.
    pub(super) fn check(&self) -> Result<(), UnitError<SessionFailure>> {
        if (self.go_on)() {
            Ok(())
        } else {
            Err(UnitError::Failed(SessionFailure::Stopped))
        }
    }
}

/// What decides how a session is treated, kept beside its results so that the session needn't be opened to know it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// What recorded it.
    pub producer: Producer,
    /// Its window.
    pub window: WindowSize,
    /// What it was recorded for, in the user's words.
    pub goal: Option<String>,
    /// The hashes of the pictures of usable frames, each once, sorted.
    pub pictures: Vec<String>,
}

/// Raised whenever the same recording may give another head.
const HEAD: &str = "head 1";

fn head(
    run: &AppRun<'_>,
    source: &SessionSource,
    recording: &LazyRecording<'_>,
) -> Result<Head, UnitError<SessionFailure>> {
    let part = run.part(S::Detect.stage(), HEAD, &[source.digest], || {
        let recording = recording.get().map_err(UnitError::Failed)?;
        let usable = recording.frames.iter().filter(|frame| frame.attempt.is_usable());
        let pictures: BTreeSet<&String> = usable
            .filter_map(|frame| frame.picture.as_ref())
            .map(|p| &p.hash)
            .collect();
        Ok(Head {
            producer: recording.session.producer,
            window: recording.session.window,
            goal: recording.session.goal.clone(),
            pictures: pictures.into_iter().cloned().collect(),
        })
    })?;
    Ok(part.take()?)
}

/// The declared tabs in the form in which they are matched.
pub fn tab_names(view: &AppDescription) -> TabNames {
    TabNames::new(&tab_bar(view))
}

/// The tabs that a description declares.
pub fn tab_bar(view: &AppDescription) -> TabBar {
    TabBar {
        tabs: view.tabs.clone(),
        layout: view.tab_layout,
    }
}
