//! Skills from detectors that are run again on the pictures are those from what the simulator says is on them, also where the pictures
//! were made worse: compressed, blurred, at half the scale.
//!
//! Told apart are the dialects whole, but for confidences, which the simulator doesn't state, and for places that differ by less than a
//! tap would notice.

mod program;

use std::fs;
use std::io::Cursor;
use std::path::Path;

use image::codecs::jpeg::JpegEncoder;
use image::imageops::{self, FilterType};
use image::{ImageFormat, RgbImage};
use program::{files, said, sample, skillc};
use serde_json::Value;
use skillc_captures::{Capture, Picture, SessionWriter, Store};
use skillc_records::Scale;

/// Places may differ by this many points.
const POINTS: f64 = 1.5;

/// What is done to a picture: its new bytes, and how many of the old pixels make one of the new.
type Worsening = fn(&RgbImage) -> (Vec<u8>, f64);

fn png(picture: &RgbImage) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png).expect("PNG");
    bytes.into_inner()
}

fn compressed(picture: &RgbImage) -> (Vec<u8>, f64) {
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, 60)
        .encode_image(picture)
        .expect("JPEG");
    (bytes, 1.0)
}

fn blurred(picture: &RgbImage) -> (Vec<u8>, f64) {
    (png(&imageops::blur(picture, 0.5)), 1.0)
}

fn halved(picture: &RgbImage) -> (Vec<u8>, f64) {
    let (width, height) = picture.dimensions();
    (
        png(&imageops::resize(picture, width / 2, height / 2, FilterType::Triangle)),
        2.0,
    )
}

/// The first session of `app` in the sample's store, with its pictures made worse, in a store of its own. It is a light one: in dark ones
/// compression takes the chevrons away.
fn worsened(app: &str, to: &Path, worsening: Worsening) {
    let from = Store::open(sample().join("captures")).expect("the sample's captures");
    let store = Store::create(to).expect("a store");
    for file in from
        .session_files()
        .expect("sessions")
        .into_iter()
        .filter(|file| file.app.as_str() == app)
        .take(1)
    {
        let recording = from.read_file(&file).expect("a recording");
        let pictures = from.pictures(&recording.session.id).expect("pictures");
        let mut writer = SessionWriter::begin(&store, recording.session.clone()).expect("begun");
        for frame in &recording.frames {
            let bytes = pictures.of_frame(frame.index).expect("read").expect("a picture");
            let (bytes, times) = worsening(&image::load_from_memory(&bytes).expect("a picture").to_rgb8());
            let scale = frame
                .picture
                .as_ref()
                .and_then(|picture| picture.scale)
                .expect("a scale");
            let picture = Picture {
                bytes: &bytes,
                scale: Scale::new(scale.pixels_per_point() / times),
            };
            let capture = Capture {
                picture: Some(picture),
                detections: recording.detections_on(frame.index),
                ..Capture::new(frame.captured_at)
            };
            writer.frame(capture).expect("written");
        }
        for action in &recording.actions {
            writer.action(action.clone()).expect("written");
        }
        writer
            .seal(recording.session.ended_at.expect("an end"))
            .expect("sealed");
    }
}

/// Compiles `app` from what was recorded and from the detectors, and compares what comes out.
fn hold(app: &str, captures: &Path) {
    let folder = tempfile::tempdir().expect("a folder");
    let description = sample().join("apps").join(app).join("APP.md").display().to_string();
    let captures = captures.display().to_string();
    for source in ["recorded", "rerun"] {
        let compiled = skillc(
            folder.path(),
            &[
                "compile",
                "--set",
                &format!("detect.source={source}"),
                "--set",
                &format!("detect.producers.simulator={source}"),
                "--app",
                &description,
                "--captures",
                &captures,
                "--out",
                source,
            ],
        );
        assert_ne!(compiled.status.code(), Some(2), "{app}: {}", said(&compiled));
    }
    let names = |source: &str| -> Vec<String> {
        let root = folder.path().join(source);
        let below = files(&root).into_iter();
        below
            .map(|path| path.strip_prefix(&root).expect("below").display().to_string())
            .collect()
    };
    let (recorded, rerun) = (names("recorded"), names("rerun"));
    assert!(recorded.len() > 10, "{app}: {recorded:?}");
    assert_eq!(recorded, rerun, "{app}");
    for name in recorded.iter().filter(|name| !name.ends_with("compile.json")) {
        let read = |source: &str| fs::read_to_string(folder.path().join(source).join(name)).expect("a file");
        let (one, other) = (read("recorded"), read("rerun"));
        if name.ends_with(".json") {
            let parse = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
            if let Some(at) = difference(&parse(&one), &parse(&other)) {
                panic!("{app}, {name}: {at}");
            }
        } else {
            assert_eq!(lines(&one), lines(&other), "{app}, {name}");
        }
    }
}

/// The lines of a skill with places left out: `(205, 846)`.
fn lines(text: &str) -> Vec<String> {
    let is_place = |inner: &str| inner.split(", ").all(|number| number.parse::<f64>().is_ok());
    let without = |line: &str| {
        let mut parts = line.split('(');
        let mut kept = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            match part.split_once(')') {
                Some((inner, rest)) if is_place(inner) => kept.push_str(&format!("(place){rest}")),
                _ => kept.push_str(&format!("({part}")),
            }
        }
        kept
    };
    text.lines().map(without).collect()
}

/// Where two compiled skills differ, if they do.
fn difference(one: &Value, other: &Value) -> Option<String> {
    match (one, other) {
        (Value::Object(a), Value::Object(b)) => {
            let keys: Vec<&String> = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key))).collect();
            // The skill's own digest covers places.
            keys.into_iter()
                .filter(|key| !["confidence", "sha256"].contains(&key.as_str()))
                .find_map(|key| {
                    let (a, b) = (a.get(key)?, b.get(key)?);
                    difference(a, b).map(|at| format!("{key}.{at}"))
                })
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => a
            .iter()
            .zip(b)
            .enumerate()
            .find_map(|(place, (a, b))| difference(a, b).map(|at| format!("{place}.{at}"))),
        (Value::Number(a), Value::Number(b)) => {
            let off = (a.as_f64().unwrap_or_default() - b.as_f64().unwrap_or_default()).abs();
            (off > POINTS).then(|| format!("{a} and {b}"))
        }
        (a, b) => (a != b).then(|| format!("{a} and {b}")),
    }
}

#[test]
fn detectors_lead_to_the_skills_of_what_was_recorded() {
    for app in ["harbor", "pluma", "porchcam", "vitalite", "sanpo"] {
        hold(app, &sample().join("captures"));
    }
}

#[test]
fn so_they_do_on_pictures_made_worse() {
    let folder = tempfile::tempdir().expect("a folder");
    let ways: [(&str, Worsening); 3] = [("compressed", compressed), ("blurred", blurred), ("halved", halved)];
    for (way, worsening) in ways {
        let captures = folder.path().join(way);
        worsened("porchcam", &captures, worsening);
        hold("porchcam", &captures);
    }
}
