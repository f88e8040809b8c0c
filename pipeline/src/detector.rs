//! The detector that the configuration asks for.

use std::path::PathBuf;

use skillc_detect::IconModelSettings;
use skillc_engines::{Chosen, DetectorSettings, Engine, IconSource, Places, TextSource, Wanted};

use crate::compile::detections::DetectionsFailure;
use crate::config::{EngineChoice, Settings};

/// What a detector's results depend on, known without loading a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// Models, engine, settings and the version of our own part.
    pub id: String,
}

/// The identity of the detector that `settings` ask for.
///
/// # Errors
/// When the engine or a model of the user's own can't be used.
pub fn identity(settings: &Settings) -> Result<Identity, DetectionsFailure> {
    let chosen = choose_engine(settings)?;
    let detector = detector_settings(settings);
    let digest = |path: &Option<PathBuf>, bundled: &str| match path {
        Some(path) => skillc_engines::ModelFile::read(path)
            .map(|model| format!("{}:{}", model.name, model.digest))
            .map_err(|error| DetectionsFailure::Detector(error.to_string())),
        None => Ok(bundled.to_owned()),
    };
    let manifest = skillc_models::manifest().map_err(|error| DetectionsFailure::Detector(error.to_string()))?;
    let bundled = |purpose: &str| {
        let entry = manifest.iter().find(|entry| entry.purpose == purpose);
        entry
            .map(|entry| format!("{}:{}", entry.file, entry.sha256))
            .unwrap_or_default()
    };
    let detection = digest(&detector.text.detection, &bundled("text-detection"))?;
    let recognition = digest(&detector.text.recognition, &bundled("text-recognition"))?;
    let dictionary = match &detector.text.dictionary {
        Some(_) => digest(&detector.text.dictionary, "")?,
        None => String::new(),
    };
    let icons = match &detector.icons {
        Some(icons) => format!("{} {:?}", digest(&Some(icons.model.clone()), "")?, icons.settings),
        None => String::new(),
    };
    Ok(Identity {
        id: format!(
            "{} | {} | {} | {detection} | {recognition} {dictionary} | {:?} | {:?} | {icons}",
            skillc_detect::VERSION,
            skillc_detect::ICON_CLUSTER,
            chosen.engine,
            detector.text_settings,
            detector.icon_settings
        ),
    })
}

/// The engine that `settings` ask for.
///
/// # Errors
/// When only ONNX Runtime would do and none works.
pub fn choose_engine(settings: &Settings) -> Result<Chosen, DetectionsFailure> {
    let wanted = match settings.detect.engine {
        EngineChoice::Auto => Wanted::Best,
        EngineChoice::Onnxruntime => Wanted::OnnxRuntime,
        EngineChoice::Rten => Wanted::BuiltIn,
    };
    Engine::choose(wanted, &places(settings)).map_err(|error| DetectionsFailure::Detector(error.to_string()))
}

/// Where ONNX Runtime is looked for.
pub fn places(settings: &Settings) -> Places {
    Places {
        variable: std::env::var_os("ORT_DYLIB_PATH")
            .filter(|value| !value.is_empty())
            .map(PathBuf::from),
        configured: settings.detect.runtime.clone(),
        cache: user_cache().map(|cache| cache.join("onnxruntime")),
        pythons: vec![PathBuf::from("python3"), PathBuf::from("python")],
        system: true,
    }
}

/// The folder for what belongs to the user and to no workspace, as the system's conventions have it.
pub fn user_cache() -> Option<PathBuf> {
    let variable = |name| {
        std::env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    let base = variable("XDG_CACHE_HOME").or_else(|| {
        let home = variable("HOME")?;
        Some(if cfg!(target_os = "macos") {
            home.join("Library/Caches")
        } else {
            home.join(".cache")
        })
    });
    Some(base.or_else(|| variable("LOCALAPPDATA"))?.join("skillc"))
}

/// The models and settings of the detector.
pub fn detector_settings(settings: &Settings) -> DetectorSettings {
    let icons = settings.detectors.icons.model.as_ref().map(|model| {
        let mut icon_settings = IconModelSettings::default();
        if let Some(output) = settings.detectors.icons.output {
            icon_settings.output = output;
        }
        if let Some(classes) = &settings.detectors.icons.classes {
            icon_settings.classes.clone_from(classes);
        }
        if let Some(threshold) = settings.detectors.icons.threshold {
            icon_settings.min_confidence = threshold as f32;
        }
        IconSource {
            model: model.clone(),
            settings: icon_settings,
        }
    });
    DetectorSettings {
        text: TextSource {
            detection: settings.detectors.ocr.detection.clone(),
            recognition: settings.detectors.ocr.recognition.clone(),
            dictionary: settings.detectors.ocr.dictionary.clone(),
        },
        icons,
        ..DetectorSettings::default()
    }
}
