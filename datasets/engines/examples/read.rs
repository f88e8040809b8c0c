//! Reads pictures and prints what is on them, one JSON object a line: for measuring, without the rest of the program.
//!
//! `cargo run --release -p skillc-engines --example read -- [--built-in] [--library FILE] PICTURE…`
use std::path::PathBuf;
use std::time::Instant;

use skillc_engines::{BoundedMemory, DetectorSettings, Engine, Places, Wanted, load_detector};
use skillc_records::{PixelSize, WindowSize};

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let built_in = args.first().is_some_and(|a| a == "--built-in");
    args.retain(|a| a != "--built-in");
    let places = Places {
        variable: std::env::var_os("ORT_DYLIB_PATH").map(PathBuf::from),
        ..Places::default()
    };
    let chosen = Engine::choose(if built_in { Wanted::BuiltIn } else { Wanted::Best }, &places).expect("an engine");
    eprintln!("{} {:?}", chosen.engine, chosen.problems());
    let mut settings = DetectorSettings::default();
    if let Ok(text) = std::env::var("TEXT_SETTINGS") {
        settings.text_settings = serde_json::from_str(&text).expect("settings");
    }
    let detector = load_detector(&chosen.engine, &settings).expect("a detector");
    let memory = BoundedMemory::default();
    let start = Instant::now();
    for path in &args {
        let bytes = std::fs::read(path).expect("a file");
        let began = Instant::now();
        let picture = skillc_pictures::decode(&bytes, &Default::default()).expect("a picture");
        let decoded = began.elapsed();
        let (width, height) = picture.dimensions();
        let scale = skillc_detect::likely_scale(PixelSize { width, height }).pixels_per_point();
        let window = WindowSize::new(f64::from(width) / scale, f64::from(height) / scale);
        let seen = detector.detect(&picture, window, &memory).expect("detections");
        let detections: Vec<_> = seen
            .iter()
            .map(|d| {
                serde_json::json!({"detector": d.detector.0, "kind": d.kind.as_str(), "text": d.text,
                "confidence": d.confidence.map(|c| c.value()), "x_px": d.rect.x, "y_px": d.rect.y,
                "width_px": d.rect.width, "height_px": d.rect.height})
            })
            .collect();
        println!("{}", serde_json::json!({"picture": path, "detections": detections}));
        eprintln!("{path} decode {decoded:?} all {:?}", began.elapsed());
    }
    eprintln!(
        "total {:?} lines known/new {:?}",
        start.elapsed(),
        memory.hits_and_misses()
    );
}
