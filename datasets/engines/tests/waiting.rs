//! Who waits for a model does nothing else meanwhile: work that is taken up while waiting can wait for what it interrupted, and then
//! nothing goes on for ever.

#![allow(clippy::print_stdout)] // notices of what can't be tested here

mod support;

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

use image::RgbImage;
use rayon::prelude::*;
use skillc_detect::NoMemory;

thread_local! {
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

#[test]
fn the_built_in_engine_takes_up_no_other_picture_while_it_waits() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("a pool");
    let deepest = AtomicUsize::new(0);
    let inside = |work: &dyn Fn()| {
        DEPTH.set(DEPTH.get() + 1);
        deepest.fetch_max(DEPTH.get(), Ordering::Relaxed);
        work();
        DEPTH.set(DEPTH.get() - 1);
    };
    let picture = RgbImage::from_pixel(96, 64, image::Rgb([250, 250, 250]));
    pool.install(|| {
        let detector = std::sync::OnceLock::new();
        (0..24).into_par_iter().for_each(|_| {
            inside(&|| {
                let detector = detector.get_or_init(support::built_in);
                let seen = detector.detect(&picture, support::window(&picture), &NoMemory);
                assert!(seen.is_ok());
            });
        });
    });
    assert_eq!(deepest.into_inner(), 1);
}
