//! Makes a store with ground truth of any size to measure `skillc recall` with: `make_labelled_store FOLDER FRAMES`.
//!
//! The sessions of the sample workspace again and again under other ids, without pictures; their detections are the labels with boxes that
//! are a little off, some left out and some that nothing stands behind. The same frames come out every time.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

use skillc_captures::{Capture, SessionWriter, Store};
use skillc_records::{
    Confidence, Detection, DetectionKind, DetectorId, FrameIndex, Label, Recording, SessionId, Timestamp, WindowRect,
};

/// Numbers that look random and are the same every time.
struct Chance(u64);

impl Chance {
    fn share(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f64 / f64::from(1_u32 << 31)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, frames] = arguments.as_slice() else {
        return Err("usage: make_labelled_store FOLDER FRAMES".into());
    };
    let mut left: usize = frames.parse()?;
    let sample = Store::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../datasets/sample/captures"))?;
    let recordings: Vec<Recording> = sample
        .session_files()?
        .iter()
        .map(|file| sample.read_file(file))
        .collect::<Result<_, _>>()?;
    let store = Store::create(Path::new(folder).join("captures"))?;
    let mut chance = Chance(1);
    for number in 0_u64.. {
        for recording in &recordings {
            if left == 0 {
                return Ok(());
            }
            left = left.saturating_sub(write(&store, recording, number, left, &mut chance)?);
        }
    }
    Ok(())
}

/// Writes one session of at most `most` frames; returns how many it has.
fn write(
    store: &Store,
    recording: &Recording,
    number: u64,
    most: usize,
    chance: &mut Chance,
) -> Result<usize, Box<dyn Error>> {
    let mut session = recording.session.clone();
    let id = ulid::Ulid::from_string(session.id.as_str())?;
    session.id = SessionId::parse(&ulid::Ulid(id.0 + (u128::from(number) << 80)).to_string())?;
    let mut labels: BTreeMap<FrameIndex, Vec<Label>> = BTreeMap::new();
    for label in &recording.labels {
        labels.entry(label.frame).or_default().push(label.clone());
    }
    let mut writer = SessionWriter::begin(store, session)?;
    let frames = recording.frames.len().min(most);
    for frame in &recording.frames[..frames] {
        let labels = labels.remove(&frame.index).unwrap_or_default();
        let detections: Vec<Detection> = labels.iter().filter_map(|label| detection(label, chance)).collect();
        let capture = Capture {
            labels: &labels,
            detections: &detections,
            ..Capture::new(frame.captured_at)
        };
        writer.frame(capture)?;
    }
    writer.seal(Timestamp(0))?;
    Ok(frames)
}

/// What a fair detector makes of a label.
fn detection(label: &Label, chance: &mut Chance) -> Option<Detection> {
    let kind = match label.class.as_str() {
        "text" if label.text_visible => DetectionKind::Text,
        "icon" => DetectionKind::Icon,
        // Now and then something is seen where nothing of its kind is.
        _ if chance.share() < 0.1 => DetectionKind::Icon,
        _ => return None,
    };
    if chance.share() < 0.05 {
        return None;
    }
    let rect = label.rect;
    let mut off = |side: f64| (chance.share() - 0.5) * 0.2 * side;
    let rect = WindowRect::new(
        rect.x + off(rect.width),
        rect.y + off(rect.height),
        rect.width + off(rect.width),
        rect.height + off(rect.height),
    );
    Some(Detection {
        detector: DetectorId::recorded("made"),
        kind,
        text: label.text.clone().filter(|_| kind == DetectionKind::Text),
        confidence: Confidence::new(0.5 + chance.share() / 2.0),
        rect: Some(rect),
        tap: rect.center(),
    })
}
