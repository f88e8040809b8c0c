//! The detector of a workspace: from settings to loaded models.

use std::path::PathBuf;

use skillc_detect::{
    DetectError, Detector, Dictionary, IconModel, IconModelSettings, NetworkError, TextModels, TextSettings,
};
use skillc_models::{TEXT_DETECTION, TEXT_RECOGNITION};
use skillc_points::IconSettings;

use crate::clock::Clocks;
use crate::engine::Engine;
use crate::model_file::{ModelFile, ModelFileError};

/// What a detector is made of.
#[derive(Debug, Clone, Default)]
pub struct DetectorSettings {
    /// The text models.
    pub text: TextSource,
    /// How texts are read.
    pub text_settings: TextSettings,
    /// How icons are clustered.
    pub icon_settings: IconSettings,
    /// An icon model of the user's own.
    pub icons: Option<IconSource>,
}

/// Text models in the shape of PP-OCR's. What is none is the one that comes with the program.
#[derive(Debug, Clone, Default)]
pub struct TextSource {
    /// The detection model.
    pub detection: Option<PathBuf>,
    /// The recognition model.
    pub recognition: Option<PathBuf>,
    /// Its dictionary, one character a line; none to take that of its metadata.
    pub dictionary: Option<PathBuf>,
}

/// An icon model.
#[derive(Debug, Clone)]
pub struct IconSource {
    /// The file.
    pub model: PathBuf,
    /// What its output looks like, and the rest.
    pub settings: IconModelSettings,
}

/// A detector that can't be made.
#[derive(Debug, thiserror::Error)]
pub enum DetectorError {
    /// A file can't be read.
    #[error(transparent)]
    File(#[from] ModelFileError),
    /// A model can't be loaded.
    #[error("the model {name} can't be used")]
    Model {
        /// Its name.
        name: String,
        /// Why.
        #[source]
        source: NetworkError,
    },
}

/// Loads the models of `settings` into `engine`.
///
/// # Errors
/// When a file can't be read, is no model, or not one of the kind that it is set for (as far as can be told without a picture).
pub fn load_detector(engine: &Engine, settings: &DetectorSettings) -> Result<Detector, DetectorError> {
    load_timed_detector(engine, settings).map(|(detector, _)| detector)
}

/// The same, with clocks that tell how long each model ran.
///
/// # Errors
/// As [`load_detector`].
pub fn load_timed_detector(engine: &Engine, settings: &DetectorSettings) -> Result<(Detector, Clocks), DetectorError> {
    let clocks = Clocks::default();
    let of = |path: &Option<PathBuf>, bundled| match path {
        Some(path) => ModelFile::read(path),
        None => Ok(ModelFile::bundled(bundled)),
    };
    let load = |model: &ModelFile| {
        engine.load(model).map_err(|source| DetectorError::Model {
            name: model.name.clone(),
            source,
        })
    };
    let detection = of(&settings.text.detection, TEXT_DETECTION)?;
    let recognition = of(&settings.text.recognition, TEXT_RECOGNITION)?;
    let dictionary = match &settings.text.dictionary {
        Some(path) => Some(Dictionary::new(&String::from_utf8_lossy(
            ModelFile::read(path)?.bytes(),
        ))),
        None => None,
    };
    let texts = TextModels::new(
        clocks.detection.around(load(&detection)?),
        clocks.recognition.around(load(&recognition)?),
        dictionary,
    )
    .map_err(|source| DetectorError::Model {
        name: recognition.name.clone(),
        source,
    })?;
    let detector = Detector::new(texts, settings.text_settings.clone(), settings.icon_settings);
    let Some(icons) = &settings.icons else {
        return Ok((detector, clocks));
    };
    let model = clocks.icons.around(load(&ModelFile::read(&icons.model)?)?);
    Ok((
        detector.with_icon_model(IconModel::new(model, icons.settings.clone())),
        clocks,
    ))
}

/// Whether a picture failed because of the models and not because of the picture: then the others will fail as well.
pub fn is_fault_of_models(error: &DetectError) -> bool {
    let (DetectError::FindingTexts(error) | DetectError::ReadingLine(error) | DetectError::FindingIcons(error)) = error;
    !matches!(error, NetworkError::Run(_) | NetworkError::NotANumber)
}
