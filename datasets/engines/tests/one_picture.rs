//! What is found on a picture depends on the picture alone; and pictures on which there is nothing to find.

#![allow(clippy::print_stdout)] // notices of what can't be tested here

mod support;

use image::{Rgb, RgbImage};
use rayon::prelude::*;
use skillc_detect::NoMemory;
use skillc_engines::{BoundedMemory, DetectorSettings, Engine, IconSource, ModelFile, Wanted, load_detector};
use skillc_records::WindowSize;

#[test]
fn threads_and_what_was_seen_before_change_nothing() {
    let detector = support::built_in();
    // Small cuts of real screens, so that the test takes seconds.
    let cuts: Vec<RgbImage> = support::screens()
        .iter()
        .step_by(4)
        .map(|(_, picture)| {
            let (width, height) = picture.dimensions();
            image::imageops::crop_imm(picture, 0, 0, width.min(800), height.min(500)).to_image()
        })
        .collect();
    let alone: Vec<_> = cuts
        .iter()
        .map(|picture| {
            detector
                .detect(picture, support::window(picture), &NoMemory)
                .expect("detections")
        })
        .collect();
    let memory = BoundedMemory::default();
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        let together: Vec<_> = pool.install(|| {
            let detect = |picture: &RgbImage| detector.detect(picture, support::window(picture), &memory);
            cuts.par_iter()
                .rev()
                .map(detect)
                .collect::<Result<Vec<_>, _>>()
                .expect("detections")
        });
        assert!(
            together.into_iter().rev().eq(alone.iter().cloned()),
            "{threads} threads"
        );
    }
    assert!(cuts.is_empty() || memory.hits_and_misses().0 > 0);
}

#[test]
fn nothing_on_a_picture_is_not_an_error() {
    let detector = support::built_in();
    let picture = RgbImage::from_pixel(390, 844, Rgb([245, 245, 247]));
    assert_eq!(
        detector
            .detect(&picture, WindowSize::new(390.0, 844.0), &NoMemory)
            .expect("nothing"),
        []
    );
}

#[test]
fn pictures_of_odd_sizes() {
    let detector = support::built_in();
    for (width, height) in [(1, 1), (1, 900), (2000, 2), (33, 31)] {
        let picture = RgbImage::from_fn(width, height, |x, y| Rgb([(x % 256) as u8, (y % 256) as u8, 0]));
        let window = WindowSize::new(f64::from(width), f64::from(height));
        assert!(
            detector.detect(&picture, window, &NoMemory).is_ok(),
            "{width} × {height}"
        );
    }
    let nowhere = WindowSize::new(0.0, 0.0);
    assert!(
        detector.detect(&RgbImage::new(40, 40), nowhere, &NoMemory).is_ok(),
        "a window without a size"
    );
}

#[test]
fn a_page_of_20_000_pixels_is_read_to_its_end() {
    let screens = support::screens();
    let Some((_, screen)) = screens.iter().find(|(name, _)| name == "owncloud_04.png") else {
        return;
    };
    let mut page = RgbImage::from_pixel(375, 20_000, Rgb([255, 255, 255]));
    let small = image::imageops::thumbnail(screen, 375, 667);
    for top in [0, 10_000, 19_333] {
        image::imageops::replace(&mut page, &small, 0, top);
    }
    let detector = support::built_in();
    let texts = |picture: &RgbImage| -> Vec<(String, f64)> {
        let window = WindowSize::new(f64::from(picture.width()), f64::from(picture.height()));
        let seen = detector.detect(picture, window, &NoMemory).expect("detections");
        seen.into_iter()
            .filter_map(|d| d.text.map(|text| (text, d.rect.y)))
            .collect()
    };
    let once = texts(&small);
    let page = texts(&page);
    assert!(!once.is_empty());
    for top in [0.0, 10_000.0, 19_333.0] {
        for (text, y) in &once {
            assert!(
                page.iter()
                    .any(|(other, at)| other == text && (at - top - y).abs() <= 2.0),
                "{text:?} at {top}"
            );
        }
    }
}

#[test]
fn a_model_that_is_none_is_a_message() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("icons.onnx");
    std::fs::write(&path, "not a model").expect("written");
    let mut engines = vec![Engine::BuiltIn];
    if support::onnx_runtime().is_some() {
        engines.push(
            Engine::choose(Wanted::OnnxRuntime, &Default::default())
                .expect("loaded before")
                .engine,
        );
    }
    for engine in engines {
        let settings = DetectorSettings {
            icons: Some(IconSource {
                model: path.clone(),
                settings: Default::default(),
            }),
            ..DetectorSettings::default()
        };
        let Err(error) = load_detector(&engine, &settings) else {
            panic!("{engine} loads a text as a model")
        };
        assert_eq!(error.to_string(), "the model icons can't be used");
    }
    let missing = ModelFile::read(&folder.path().join("nothing.onnx")).expect_err("there is none");
    assert!(missing.to_string().contains("nothing.onnx"));
}
