//! What the tests share: engines, and pictures of real screens where they are at hand.

#![allow(dead_code)] // each test file uses some of it

use std::path::{Path, PathBuf};

use image::RgbImage;
use skillc_detect::Detector;
use skillc_engines::{DetectorSettings, Engine, Places, Wanted, load_detector};
use skillc_pictures::{PictureLimits, decode};
use skillc_records::{PixelSize, WindowSize};

/// The detector with the bundled models on the built-in engine.
pub(crate) fn built_in() -> Detector {
    load_detector(&Engine::BuiltIn, &DetectorSettings::default()).expect("the bundled models load")
}

/// The same on ONNX Runtime; none, with a notice, where there is none.
pub(crate) fn onnx_runtime() -> Option<Detector> {
    let places = Places {
        variable: std::env::var_os("ORT_DYLIB_PATH").map(PathBuf::from),
        pythons: vec!["python3".into()],
        system: true,
        ..Places::default()
    };
    match Engine::choose(Wanted::OnnxRuntime, &places) {
        Ok(chosen) => {
            Some(load_detector(&chosen.engine, &DetectorSettings::default()).expect("the bundled models load"))
        }
        Err(error) => {
            println!("not tested: {error}");
            None
        }
    }
}

/// The shared pictures of real screens by name; empty, with a notice, where they are not at hand.
pub(crate) fn screens() -> Vec<(String, RgbImage)> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("SKILLC_SHARED").map_or(beside, PathBuf::from);
    let Ok(entries) = std::fs::read_dir(shared.join("screens/images")) else {
        println!("not tested: there are no shared screens in {}", shared.display());
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let bytes = std::fs::read(&path).expect("a file");
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        (name, decode(&bytes, &PictureLimits::default()).expect("a picture"))
    };
    paths.into_iter().map(read).collect()
}

/// The window that a picture shows, likely.
pub(crate) fn window(picture: &RgbImage) -> WindowSize {
    let (width, height) = picture.dimensions();
    let scale = skillc_detect::likely_scale(PixelSize { width, height }).pixels_per_point();
    WindowSize::new(f64::from(width) / scale, f64::from(height) / scale)
}
