//! A store of one session and one of two thousand, through the built program.

mod recorded;

use std::path::Path;

use rayon::prelude::*;
use recorded::{compile, ran, workspace};
use skillc_captures::{Capture, SessionWriter, Store};
use skillc_records::{FrameIndex, Recording, SessionId, Timestamp};

const MANY: u64 = 2_000;
/// What a session of the many has: enough for a launch and a way.
const FRAMES: u32 = 6;

/// The store of a workspace, and what was recorded in its first session.
fn store_of(folder: &Path) -> (Store, Recording) {
    let store = Store::open(folder.join("captures")).expect("a store");
    let first = store.session_files().expect("sessions").remove(0);
    let recording = store.read_file(&first).expect("a recording");
    (store, recording)
}

/// Records the beginning of `recording` once more, `number` days later.
fn again(store: &Store, recording: &Recording, number: u64) {
    let later = |time: Timestamp| Timestamp(time.0 + number as i64 * 86_400_000_000);
    let mut session = recording.session.clone();
    let started = later(session.started_at);
    session.id =
        SessionId::parse(&ulid::Ulid::from_parts(started.0 as u64 / 1_000, number.into()).to_string()).expect("an id");
    session.started_at = started;
    let mut writer = SessionWriter::begin(store, session).expect("begun");
    let is_early = |frame: Option<FrameIndex>| frame.is_none_or(|frame| frame.0 < FRAMES);
    for frame in recording.frames.iter().filter(|frame| frame.index.0 < FRAMES) {
        let mut capture = Capture::new(later(frame.captured_at));
        let detections = recording.detections_on(frame.index);
        capture.detections = detections;
        writer.frame(capture).expect("a frame");
    }
    for action in &recording.actions {
        if is_early(action.frame_before) && is_early(action.frame_after) {
            let mut action = action.clone();
            action.started_at = later(action.started_at);
            action.ended_at = action.ended_at.map(later);
            writer.action(action).expect("an action");
        }
    }
    writer
        .seal(later(recording.frames[FRAMES as usize - 1].captured_at))
        .expect("sealed");
}

#[test]
fn two_thousand_sessions_and_one_more() {
    let folder = workspace();
    let (store, recording) = store_of(folder.path());
    (2..MANY)
        .into_par_iter()
        .for_each(|number| again(&store, &recording, number));

    let first = compile(folder.path(), &[]);
    assert_eq!(first["apps"][0]["sessions"], MANY);
    assert_eq!(first["stages"]["points"]["run"], MANY);
    let second = compile(folder.path(), &[]);
    assert_eq!(ran(&second), []);

    again(&store, &recording, MANY);
    let third = compile(folder.path(), &[]);
    assert_eq!(third["apps"][0]["sessions"], MANY + 1);
    for stage in ["points", "settle", "obstacles", "tabs", "screens", "graph"] {
        assert_eq!(third["stages"][stage]["run"], 1, "{stage}: {}", third["stages"]);
    }
}

#[test]
fn one_session_alone() {
    let folder = workspace();
    let (store, _) = store_of(folder.path());
    for more in store.session_files().expect("sessions").into_iter().skip(1) {
        store.remove(&more).expect("removed");
    }
    let report = compile(folder.path(), &[]);
    assert_eq!(report["apps"][0]["sessions"], 1);
    assert!(
        report["apps"][0]["skills"]
            .as_array()
            .is_some_and(|skills| !skills.is_empty())
    );
}
