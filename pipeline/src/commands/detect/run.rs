//! Looking at pictures, several at a time, each once.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use rayon::prelude::*;
use skillc_detect::{Detector, PixelDetection};
use skillc_engines::{BoundedMemory, Clocks};
use skillc_picture::{Background, FrameView, draw_frame};
use skillc_pictures::{PictureLimits, decode};
use skillc_records::{PixelSize, Scale, Slug};

use super::input::Input;
use crate::context::Context;
use crate::failure::Failure;
use crate::format::write_file;

/// One picture with what was found on it.
pub(super) struct Seen {
    pub(super) name: String,
    pub(super) result: Result<Found, String>,
}

/// What was found on a picture.
#[derive(Clone)]
pub(super) struct Found {
    pub(super) size: PixelSize,
    pub(super) detections: Arc<Vec<PixelDetection>>,
}

/// The results of pictures that were looked at, by the hash of their bytes and the window that they show.
type Known = BTreeMap<([u8; 32], [u64; 2]), Arc<OnceLock<Result<Found, String>>>>;

/// One run of the command.
pub(super) struct Run<'r> {
    detector: &'r Detector,
    draw: Option<&'r Path>,
    memory: BoundedMemory,
    known: Mutex<Known>,
    looked_at: AtomicUsize,
    reading: AtomicU64,
    decoding: AtomicU64,
    detecting: AtomicU64,
    start: Instant,
}

impl<'r> Run<'r> {
    pub(super) fn new(detector: &'r Detector, draw: Option<&'r Path>) -> Self {
        Self {
            detector,
            draw,
            memory: BoundedMemory::default(),
            known: Mutex::default(),
            looked_at: AtomicUsize::new(0),
            reading: AtomicU64::new(0),
            decoding: AtomicU64::new(0),
            detecting: AtomicU64::new(0),
            start: Instant::now(),
        }
    }

    /// What is on `inputs`, in their order.
    pub(super) fn detect(&self, inputs: &[Input], context: &Context, bar: &ProgressBar) -> Result<Vec<Seen>, Failure> {
        let look = |input: &Input| {
            context.go_on()?;
            let seen = self.look(input)?;
            bar.inc(1);
            Ok(seen)
        };
        inputs.par_iter().map(look).collect()
    }

    fn look(&self, input: &Input) -> Result<Seen, Failure> {
        let seen = |result| Seen {
            name: input.name.clone(),
            result,
        };
        let bytes = match timed(&self.reading, || input.bytes()) {
            Ok(bytes) => bytes,
            Err(reason) => return Ok(seen(Err(reason))),
        };
        let result = self.found(&bytes, input);
        if let (Some(folder), Ok(found)) = (self.draw, &result) {
            self.draw(folder, input, &bytes, found)?;
        }
        Ok(seen(result))
    }

    /// What is on a picture: looked up if the same bytes were looked at before.
    fn found(&self, bytes: &[u8], input: &Input) -> Result<Found, String> {
        let limits = PictureLimits::default();
        let header = skillc_pictures::header(bytes, &limits).map_err(|error| error.to_string())?;
        let window = input.window(header.size);
        let key = (
            *blake3::hash(bytes).as_bytes(),
            [window.width.to_bits(), window.height.to_bits()],
        );
        let cell = {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(known.entry(key).or_default())
        };
        let look = || {
            self.looked_at.fetch_add(1, Ordering::Relaxed);
            let picture = timed(&self.decoding, || decode(bytes, &limits)).map_err(|error| error.to_string())?;
            let detect = || self.detector.detect(&picture, window, &self.memory);
            let detections = timed(&self.detecting, detect).map_err(|error| error.to_string())?;
            let size = PixelSize {
                width: picture.width(),
                height: picture.height(),
            };
            Ok(Found {
                size,
                detections: Arc::new(detections),
            })
        };
        cell.get_or_init(look).clone()
    }

    fn draw(&self, folder: &Path, input: &Input, bytes: &[u8], found: &Found) -> Result<(), Failure> {
        let window = input.window(found.size);
        let scale = Scale::new(f64::from(found.size.width) / window.width).unwrap_or(Scale::ONE);
        let detections: Vec<_> = found
            .detections
            .iter()
            .map(|detection| detection.to_window(scale))
            .collect();
        let view = FrameView {
            background: Background::Picture { bytes, scale },
            heading: vec![format!("{:?}", input.name)],
            detections: &detections,
            labels: &[],
            actions: &[],
            masked: &[],
        };
        let path = folder.join(format!("{}.png", Slug::of(&input.name)));
        let drawn = draw_frame(&view)
            .map_err(|error| Failure::new(format!("could not draw {:?}", input.name)).because(error))?;
        write_file(&path, &drawn)
    }

    /// One line that says how it went.
    pub(super) fn summary(&self, pictures: usize, failed: usize) -> String {
        let looked_at = self.looked_at.load(Ordering::Relaxed);
        let mut text = plural(pictures, "picture");
        if failed > 0 {
            text += &format!(", {failed} failed");
        }
        if looked_at + failed < pictures {
            text += &format!(", {} seen before", pictures - looked_at - failed);
        }
        let seconds = self.start.elapsed().as_secs_f64();
        text + &format!("; {:.1} a second", pictures as f64 / seconds.max(1e-3))
    }

    /// Where the time went, over all threads.
    pub(super) fn timings(&self, clocks: &Clocks) -> String {
        let of = |counter: &AtomicU64| Duration::from_nanos(counter.load(Ordering::Relaxed));
        let (lines_known, lines_new) = self.memory.hits_and_misses();
        let models = clocks.detection.time() + clocks.recognition.time() + clocks.icons.time();
        format!(
            "time over all threads: reading files {:.2} s, decoding {:.2} s, finding texts {:.2} s ({}), reading lines {:.2} s ({}, {} known), \
             icon model {:.2} s, everything else {:.2} s",
            of(&self.reading).as_secs_f64(),
            of(&self.decoding).as_secs_f64(),
            clocks.detection.time().as_secs_f64(),
            plural(clocks.detection.runs() as usize, "run"),
            clocks.recognition.time().as_secs_f64(),
            plural(lines_new as usize, "line"),
            lines_known,
            clocks.icons.time().as_secs_f64(),
            of(&self.detecting).saturating_sub(models).as_secs_f64(),
        )
    }
}

fn plural(count: usize, what: &str) -> String {
    if count == 1 {
        format!("1 {what}")
    } else {
        format!("{count} {what}s")
    }
}

/// Does `work` and adds its time to `counter`.
fn timed<T>(counter: &AtomicU64, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    counter.fetch_add(
        u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX),
        Ordering::Relaxed,
    );
    result
}
