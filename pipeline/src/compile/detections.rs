//! What is on the frames: what was recorded, or detectors run again on the pictures.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;
use serde_json::{Value, json};
use skillc_captures::{Pictures, ReadError, Store};
use skillc_detect::{Detector, PixelDetection};
use skillc_engines::{BoundedMemory, Chosen, DetectorSettings, Engine, load_detector};
use skillc_pictures::{PictureLimits, decode};
use skillc_records::{Detection, Frame, Recording, Scale, WindowSize};

use super::session::{Given, Head, LazyRecording, SessionFailure};
use crate::config::{DetectSource, Settings};
use crate::detector::{self, Identity};
use crate::engine::unit::AppRun;
use crate::engine::{Digest, Engine as Units, Output, StageName, UnitError};

/// Why detections can't be had.
#[derive(Debug, Clone, thiserror::Error)]
pub enum DetectionsFailure {
    /// The models can't be loaded.
    #[error("the detectors can't be used: {0}")]
    Detector(String),
}

/// What a detector made of one picture. That it failed is a result too: the same picture would fail again.
pub type Seen = Result<Vec<PixelDetection>, String>;

/// How a compile gets its detections.
#[derive(Debug)]
pub struct Detections<'e> {
    units: &'e Units,
    store: &'e Store,
    settings: &'e Settings,
    detector: PictureDetector<'e>,
}

/// The detector that the settings ask for, run on pictures that it didn't see before. Models are loaded for the first of them.
#[derive(Debug)]
pub struct PictureDetector<'e> {
    units: &'e Units,
    settings: &'e Settings,
    loaded: OnceLock<Result<Arc<Loaded>, DetectionsFailure>>,
    identity: OnceLock<Result<Identity, DetectionsFailure>>,
}

struct Loaded {
    detector: Detector,
    memory: BoundedMemory,
}

impl std::fmt::Debug for Loaded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Loaded")
    }
}

/// The detections of one session.
#[derive(Debug)]
pub enum SessionDetections<'e> {
    /// What was recorded.
    Recorded,
    /// Detectors were run again; by picture hash.
    Rerun(BTreeMap<String, Output<'e, Seen>>),
}

impl<'e> Detections<'e> {
    /// Detections for sessions of `store` as `settings` say.
    pub fn new(units: &'e Units, store: &'e Store, settings: &'e Settings) -> Self {
        Self {
            units,
            store,
            settings,
            detector: PictureDetector::new(units, settings),
        }
    }

    /// What people set about the detections of an app: part of the key of its compiled form.
    pub fn setting(&self) -> Value {
        json!({ "detect.source": self.settings.detect.source, "detect.producers": self.settings.detect.producers })
    }

    /// The detector that would be run, known without loading a model.
    ///
    /// # Errors
    /// When the detectors can't be used.
    pub fn detector(&self) -> Result<&str, DetectionsFailure> {
        self.detector.identity().map(|identity| identity.id.as_str())
    }

    /// The detector, if anybody asked which it would be.
    pub fn asked(&self) -> Option<&str> {
        let identity = self.detector.identity.get()?.as_ref().ok()?;
        Some(identity.id.as_str())
    }

    /// The detections of one session: a unit a picture where detectors are run again.
    ///
    /// # Errors
    /// When the session can't be read, the detectors can't be used, or the user asked to stop.
    pub fn of_session(
        &self,
        given: Given<'_, 'e>,
        head: &Head,
        recording: &LazyRecording<'e>,
    ) -> Result<SessionDetections<'e>, UnitError<SessionFailure>> {
        let source = self.settings.detect.source_for(head.producer);
        if source == DetectSource::Recorded || head.pictures.is_empty() {
            return Ok(SessionDetections::Recorded);
        }
        self.units.tally.expect(StageName::Detect, head.pictures.len() as u64);
        let opened: OnceLock<Result<Pictures, Arc<ReadError>>> = OnceLock::new();
        let session = recording.id();
        let output = |hash: &String| {
            given.check()?;
            let mut output = self.detector.look(given.run, hash, head.window, || {
                let pictures = opened
                    .get_or_init(|| self.store.pictures(session).map_err(Arc::new))
                    .as_ref();
                let pictures = pictures.map_err(|error| SessionFailure::Unreadable(Arc::clone(error)))?;
                let read = pictures
                    .by_hash(hash)
                    .map_err(|error| SessionFailure::Unreadable(Arc::new(error)))?;
                read.ok_or_else(|| SessionFailure::NoPicture(hash.clone()))
            })?;
            output.forget();
            Ok((hash.clone(), output))
        };
        // All are looked at before one is missed, so that a dry run names every picture that would be looked at.
        let outputs: Vec<Result<_, UnitError<SessionFailure>>> = head.pictures.par_iter().map(output).collect();
        outputs
            .into_iter()
            .collect::<Result<_, _>>()
            .map(SessionDetections::Rerun)
    }
}

impl<'e> PictureDetector<'e> {
    /// The detector of `settings`.
    pub fn new(units: &'e Units, settings: &'e Settings) -> Self {
        Self {
            units,
            settings,
            loaded: OnceLock::new(),
            identity: OnceLock::new(),
        }
    }

    /// What is on the picture with this hash, which shows a window of this size: a unit of the stage `detect`. `load` reads its bytes.
    /// That they can't be read is their file's fault and no result: the same picture may be whole elsewhere.
    ///
    /// # Errors
    /// When the detectors can't be used, or the bytes can't be read.
    pub fn look(
        &self,
        run: &AppRun<'e>,
        hash: &str,
        window: WindowSize,
        load: impl FnOnce() -> Result<Vec<u8>, SessionFailure>,
    ) -> Result<Output<'e, Seen>, UnitError<SessionFailure>> {
        let identity = self.identity().map_err(|failure| UnitError::Failed(failure.into()))?;
        let parameters = json!({ "settings": { "detector": identity.id, "window": [window.width, window.height] } });
        let inputs = BTreeMap::from([("picture".to_owned(), Digest::of(hash.as_bytes()))]);
        run.unit(StageName::Detect.stage(), hash, &parameters, inputs, || {
            let bytes = load().map_err(UnitError::Failed)?;
            self.detect(&bytes, window)
                .map_err(|failure| UnitError::Failed(failure.into()))
        })
    }

    fn detect(&self, bytes: &[u8], window: WindowSize) -> Result<Seen, DetectionsFailure> {
        let loaded = self.loaded()?;
        self.units.tally.pictures_decoded.fetch_add(1, Ordering::Relaxed);
        let picture = match decode(bytes, &PictureLimits::default()) {
            Ok(picture) => picture,
            Err(error) => return Ok(Err(error.to_string())),
        };
        Ok(loaded
            .detector
            .detect(&picture, window, &loaded.memory)
            .map_err(|error| error.to_string()))
    }

    fn identity(&self) -> Result<&Identity, DetectionsFailure> {
        self.identity
            .get_or_init(|| detector::identity(self.settings))
            .as_ref()
            .map_err(Clone::clone)
    }

    fn loaded(&self) -> Result<Arc<Loaded>, DetectionsFailure> {
        let load = || {
            let settings = detector::detector_settings(self.settings);
            let chosen = detector::choose_engine(self.settings)?;
            let detector = load_models(&chosen, &settings)?;
            self.units
                .tally
                .models_loaded
                .fetch_add(2 + u64::from(settings.icons.is_some()), Ordering::Relaxed);
            Ok(Arc::new(Loaded {
                detector,
                memory: BoundedMemory::default(),
            }))
        };
        self.loaded.get_or_init(load).clone()
    }
}

fn load_models(chosen: &Chosen, settings: &DetectorSettings) -> Result<Detector, DetectionsFailure> {
    let engine: &Engine = &chosen.engine;
    load_detector(engine, settings).map_err(|error| {
        let cause = std::error::Error::source(&error)
            .map(|cause| format!(": {cause}"))
            .unwrap_or_default();
        DetectionsFailure::Detector(format!("{error}{cause}"))
    })
}

impl SessionDetections<'_> {
    /// Whether detectors were run again.
    pub fn is_rerun(&self) -> bool {
        matches!(self, Self::Rerun(_))
    }

    /// The word in a unit's parameters.
    pub fn setting(&self) -> &'static str {
        match self {
            Self::Recorded => "recorded",
            Self::Rerun(_) => "rerun",
        }
    }

    /// What all detections of the session are named by; none for recorded ones, which are part of the recording.
    pub fn digest(&self) -> Option<Digest> {
        match self {
            Self::Recorded => None,
            Self::Rerun(outputs) => Some(Digest::of_parts(
                outputs
                    .iter()
                    .flat_map(|(hash, seen)| [hash.as_bytes(), seen.digest.0.as_slice()]),
            )),
        }
    }

    /// What is on `frame`; none if the detector failed on its picture, which is not the same as nothing.
    ///
    /// # Errors
    /// When a result is damaged in the cache.
    pub fn on(
        &self,
        recording: &Recording,
        frame: &Frame,
    ) -> Result<Option<Vec<Detection>>, UnitError<SessionFailure>> {
        let recorded = || Some(recording.detections_on(frame.index).to_vec());
        let Self::Rerun(outputs) = self else {
            return Ok(recorded());
        };
        // A frame without a picture, or one that was drawn over, has only what was recorded.
        let Some(picture) = frame
            .picture
            .as_ref()
            .filter(|_| frame.quality != skillc_records::Quality::DrawnOver)
        else {
            return Ok(recorded());
        };
        let Some(output) = outputs.get(&picture.hash) else {
            return Ok(recorded());
        };
        let scale = picture
            .scale
            .or_else(|| Scale::new(f64::from(picture.size.width) / recording.session.window.width));
        let Some(scale) = scale else { return Ok(None) };
        let seen = output.get()?;
        Ok(seen
            .as_ref()
            .ok()
            .map(|seen| seen.iter().map(|detection| detection.to_window(scale)).collect()))
    }
}
