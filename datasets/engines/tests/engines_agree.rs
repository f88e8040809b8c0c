//! Both engines see the same on shared screens: on every third of them, or on all with `SKILLC_ALL_SCREENS` set.

#![allow(clippy::print_stdout)] // notices of what can't be tested here

mod support;

use rayon::prelude::*;
use skillc_detect::{NoMemory, PixelDetection};

/// Boxes may differ by this many pixels: where a picture lies behind a text, its box is the model's and not snapped to ink.
const BOX_PIXELS: f64 = 3.0;

/// Confidences may differ by this much.
const CONFIDENCE: f64 = 0.02;

/// Texts of photos and drawings hang on single pixels of the text map. Of a hundred detections at most this many may differ.
const DIFFERENT_PER_HUNDRED: usize = 1;

fn is_same(a: &PixelDetection, b: &PixelDetection) -> bool {
    let sure = |d: &PixelDetection| d.confidence.map_or(1.0, |confidence| confidence.value());
    let sides = |d: &PixelDetection| [d.rect.x, d.rect.y, d.rect.x + d.rect.width, d.rect.y + d.rect.height];
    let near = sides(a).iter().zip(sides(b)).all(|(a, b)| (a - b).abs() <= BOX_PIXELS);
    a.kind == b.kind && a.text == b.text && near && (sure(a) - sure(b)).abs() <= CONFIDENCE
}

#[test]
fn the_built_in_engine_sees_what_onnx_runtime_sees() {
    let Some(onnx_runtime) = support::onnx_runtime() else {
        return;
    };
    let built_in = support::built_in();
    assert_ne!(onnx_runtime.id(), built_in.id(), "the engine is part of the identity");
    let every = if std::env::var_os("SKILLC_ALL_SCREENS").is_some() {
        1
    } else {
        3
    };
    let screens: Vec<_> = support::screens().into_iter().step_by(every).collect();
    let differences: Vec<(usize, Vec<String>)> = screens
        .par_iter()
        .map(|(name, picture)| {
            let window = support::window(picture);
            let one = onnx_runtime.detect(picture, window, &NoMemory).expect("detections");
            let other = built_in.detect(picture, window, &NoMemory).expect("detections");
            let lost = one.iter().filter(|a| !other.iter().any(|b| is_same(a, b)));
            let new = other.iter().filter(|b| !one.iter().any(|a| is_same(a, b)));
            let say = |sign, d: &PixelDetection| format!("{name} {sign} {:?} {:?} {:?}", d.text, d.rect, d.confidence);
            (
                one.len(),
                lost.map(|d| say('-', d)).chain(new.map(|d| say('+', d))).collect(),
            )
        })
        .collect();
    let all: usize = differences.iter().map(|(count, _)| count).sum();
    let different: Vec<&String> = differences.iter().flat_map(|(_, lines)| lines).collect();
    different.iter().for_each(|line| println!("{line}"));
    println!("{} differences in {all} detections", different.len());
    assert!(different.len() * 100 <= all * DIFFERENT_PER_HUNDRED, "{different:#?}");
}
