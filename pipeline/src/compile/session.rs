//! The stages of one session.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use serde_json::{Value, json};
use skillc_captures::{ReadError, Store};
use skillc_obstacles::{ActiveRules, ObstacleEvidence, ObstaclePolicy, examine};
use skillc_points::{TapSettings, points};
use skillc_records::{FrameIndex, Recording, ScreenPoints};
use skillc_screens::{ScreenIdentity, identity};
use skillc_settle::{SettlePolicy, Settled, settle_recording};
use skillc_tabs::{MinEvidence, TabBar, TabNames, TabTap, assign};

use super::detections::{Detections, DetectionsFailure};
use super::parameters::parameters;
use super::sessions::SessionSource;
use crate::engine::unit::AppRun;
use crate::engine::{Digest, Output, StageName, UnitError};
use skillc_app_description::AppDescription;

/// Points by frame.
pub type Points = BTreeMap<FrameIndex, ScreenPoints>;

/// Why a session can't be compiled.
#[derive(Debug, Clone, thiserror::Error)]
pub enum SessionFailure {
    /// Its files can't be read.
    #[error(transparent)]
    Unreadable(Arc<ReadError>),
    /// Its detections can't be had.
    #[error(transparent)]
    Detections(#[from] DetectionsFailure),
    /// The user asked to stop.
    #[error("stopped")]
    Stopped,
}

/// What the stages of one session came to.
#[derive(Debug)]
pub struct SessionOutputs<'e> {
    /// Its place in the store.
    pub source: SessionSource,
    /// Stage 2.
    pub points: Output<'e, Points>,
    /// Stage 3.
    pub settled: Output<'e, Vec<Settled>>,
    /// Stage 4.
    pub obstacles: Output<'e, ObstacleEvidence>,
    /// Stage 5.
    pub tabs: Output<'e, Vec<TabTap>>,
    /// Stage 6.
    pub screens: Output<'e, BTreeMap<FrameIndex, ScreenIdentity>>,
    /// The recording, read when somebody needs it.
    pub recording: LazyRecording<'e>,
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

    /// The recording.
    ///
    /// # Errors
    /// When its files can't be read.
    pub fn get(&self) -> Result<&Recording, SessionFailure> {
        let read = || {
            let read = self.store.read_file(&self.source.file);
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

type Unit<'e, T> = Result<Output<'e, T>, UnitError<SessionFailure>>;

/// Runs stages 1 to 6 of one session, each only if something that it depends on changed.
///
/// # Errors
/// When a stage fails, or in a dry run when something would have to run.
pub fn run<'e>(
    run: &AppRun<'e>,
    store: &'e Store,
    source: &SessionSource,
    description: &AppDescription,
    detections: &Detections<'e>,
) -> Result<SessionOutputs<'e>, UnitError<SessionFailure>> {
    let unit = source.file.id.as_str();
    let recording = LazyRecording::new(store, source.clone());
    let recorded = ("recording".to_owned(), source.digest);
    let inputs = |others: &[(&str, Digest)]| -> BTreeMap<String, Digest> {
        let others = others.iter().map(|(name, digest)| ((*name).to_owned(), *digest));
        others.chain([recorded.clone()]).collect()
    };

    let seen = detections.of_session(run, unit, &recording)?;
    let stage = StageName::Points.stage();
    let points: Unit<'e, Points> = run.unit(
        stage,
        unit,
        &json!({ "settings": seen.setting() }),
        inputs(
            &seen
                .digest()
                .map(|digest| ("detect", digest))
                .into_iter()
                .collect::<Vec<_>>(),
        ),
        || {
            let recording = recording.get().map_err(UnitError::Failed)?;
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
        },
    );
    let points = points?;
    let stage = StageName::Settle.stage();
    let settled: Output<'e, Vec<Settled>> =
        run.unit(stage, unit, &Value::Null, inputs(&[("points", points.digest)]), || {
            let recording = recording.get().map_err(UnitError::Failed)?;
            Ok(settle_recording(recording, SettlePolicy::default()))
        })?;
    let stage = StageName::Obstacles.stage();
    let view = stage.view(description);
    let obstacles = run.unit(
        stage,
        unit,
        &parameters(stage, &view, Value::Null),
        inputs(&[("points", points.digest), ("settle", settled.digest)]),
        || {
            let policy = ObstaclePolicy {
                rules: view.obstacles.clone(),
                mode: view.obstacle_mode,
            };
            let recording = recording.get().map_err(UnitError::Failed)?;
            Ok(examine(
                &ActiveRules::new(&policy),
                &recording.actions,
                settled.get()?,
                points.get()?,
            ))
        },
    )?;
    let stage = StageName::Tabs.stage();
    let view = stage.view(description);
    let tabs = run.unit(
        stage,
        unit,
        &parameters(stage, &view, Value::Null),
        inputs(&[("points", points.digest), ("settle", settled.digest)]),
        || {
            let recording = recording.get().map_err(UnitError::Failed)?;
            let names = tab_names(&view);
            let window = recording.session.window;
            Ok(assign(
                &names,
                &recording.actions,
                settled.get()?,
                points.get()?,
                window,
                MinEvidence::default(),
            ))
        },
    )?;
    let stage = StageName::Screens.stage();
    let screens = run.unit(stage, unit, &Value::Null, inputs(&[("points", points.digest)]), || {
        let window = recording.get().map_err(UnitError::Failed)?.session.window;
        let points = points.get()?;
        Ok(points
            .iter()
            .map(|(&frame, screen)| (frame, identity(screen, window)))
            .collect())
    })?;
    Ok(SessionOutputs {
        source: source.clone(),
        points,
        settled,
        obstacles,
        tabs,
        screens,
        recording,
    })
}

/// The declared tabs in the form in which they are matched.
pub fn tab_names(view: &AppDescription) -> TabNames {
    TabNames::new(&TabBar {
        tabs: view.tabs.clone(),
        layout: view.tab_layout,
    })
}
