//! A recorder that is killed at any point loses at most the frame in flight.
//!
//! The recorder is this test program itself, started again as a child that records until it is killed, and says on its standard
//! output what it has handed over.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop at that place")]

mod common;

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{png, session, session_id, tap, text};
use skillc_captures::{Capture, Picture, Recovery, SessionWriter, Store};
use skillc_records::{FrameIndex, Label, Node, SessionState, Timestamp, WindowRect};

const FOLDER: &str = "SKILLC_TEST_RECORDER_FOLDER";
const NUMBER: &str = "SKILLC_TEST_RECORDER_NUMBER";

fn node(index: u32) -> Node {
    Node {
        frame: FrameIndex(0),
        index,
        parent: index.checked_sub(1),
        depth: Some(index),
        reference: None,
        role: Some("Button".to_owned()),
        label: Some("OK".to_owned()),
        value: None,
        identifier: None,
        rect: None,
        hittable: None,
        enabled: None,
        selected: None,
        focused: None,
        extra: None,
    }
}

fn label() -> Label {
    Label {
        frame: FrameIndex(0),
        class: "button".to_owned(),
        text: None,
        rect: WindowRect::new(1.0, 2.0, 3.0, 4.0),
        text_visible: true,
        exhaustive: true,
        source: "simulator".to_owned(),
    }
}

/// The number of detections on frame `frame`, so that a frame that lost some is noticed.
fn detections_on(frame: u32) -> usize {
    (frame % 4) as usize
}

/// The child: records frames and taps until it is killed. Does nothing in an ordinary run.
#[test]
fn child_recorder() {
    let (Ok(folder), Ok(number)) = (std::env::var(FOLDER), std::env::var(NUMBER)) else {
        return;
    };
    let store = Store::create(&folder).unwrap();
    let number = number.parse().unwrap();
    let mut writer = SessionWriter::begin(&store, session(&session_id(number), "Santé")).unwrap();
    let mut out = std::io::stdout();
    // The test harness has begun a line.
    writeln!(out).unwrap();
    // Ends by itself should nobody kill it.
    for frame in 0..20_000 {
        let detections: Vec<_> = (0..detections_on(frame))
            .map(|i| text("Général", 10.0 * i as f64))
            .collect();
        let bytes = png((frame / 2 % 200) as u8);
        let mut capture = Capture::new(Timestamp(i64::from(frame)));
        capture.picture = Some(Picture {
            bytes: &bytes,
            scale: None,
        });
        capture.detections = &detections;
        let (nodes, labels) = ([node(0), node(1)], [label()]);
        (capture.nodes, capture.labels) = (&nodes, &labels);
        writer.frame(capture).unwrap();
        if frame > 0 {
            writer.action(tap(frame - 1, None)).unwrap();
            let mut known = tap(frame - 1, Some(frame));
            known.index.0 = frame - 1;
            writer.amend_action(&known).unwrap();
        }
        writeln!(out, "frame {frame}").unwrap();
        out.flush().unwrap();
    }
}

/// Starts the child, kills it after `delay`, and returns the number of frames that it had handed over.
fn kill_after(folder: &Path, number: u64, delay: Duration) -> u32 {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child_recorder", "--nocapture", "--test-threads=1"])
        .env(FOLDER, folder)
        .env(NUMBER, number.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    // The first frame is there, so the delay is spent recording and not starting.
    let mut handed_over = 0;
    for line in lines.by_ref() {
        if line.unwrap().starts_with("frame 0") {
            handed_over = 1;
            break;
        }
    }
    std::thread::sleep(delay);
    child.kill().unwrap();
    child.wait().unwrap();
    for line in lines {
        if let Some(frame) = line.unwrap().strip_prefix("frame ") {
            // The last line may be cut: its digits are then a smaller number.
            handed_over = handed_over.max(frame.parse::<u32>().map_or(0, |frame| frame + 1));
        }
    }
    handed_over
}

#[test]
fn nothing_that_was_handed_over_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let mut most = 0;
    for number in 0..40_u64 {
        let handed_over = kill_after(folder.path(), number, Duration::from_micros(number * 733));
        most = most.max(handed_over);
        let store = Store::open(folder.path()).unwrap();
        let recovered = store.recover().unwrap();
        let [Recovery::Sealed(sealed)] = recovered.as_slice() else {
            panic!("{number}: {recovered:?}")
        };
        assert_eq!(sealed.session.state, SessionState::Recovered);
        assert_eq!(sealed.session.ended_at, None);

        let recording = store.read(&sealed.session.id).unwrap();
        let frames = recording.frames.len() as u32;
        // One more may have been written whole before it was announced.
        assert!(
            (handed_over..=handed_over + 1).contains(&frames),
            "{handed_over} handed over, {frames} there"
        );
        assert!(recording.actions.len() as u32 >= handed_over.saturating_sub(1));
        for frame in 0..frames {
            assert_eq!(
                recording.detections_on(FrameIndex(frame)).len(),
                detections_on(frame),
                "frame {frame}"
            );
            assert_eq!(recording.nodes.iter().filter(|node| node.frame.0 == frame).count(), 2);
            assert_eq!(
                recording.labels.iter().filter(|label| label.frame.0 == frame).count(),
                1
            );
        }
        let file = store.find(&sealed.session.id).unwrap();
        assert_eq!(store.verify_session(&file).1, []);
        assert!(store.unsealed().unwrap().is_empty());
    }
    assert!(
        most > 3,
        "the child recorded hardly anything before it was killed: {most} frames"
    );
}

#[test]
fn a_stream_that_is_cut_at_any_byte_is_recovered_up_to_its_last_whole_row() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    let store = Store::create(&whole).unwrap();
    let mut writer = SessionWriter::begin(&store, session(&session_id(1), "Santé")).unwrap();
    for frame in 0..3 {
        let detections = [text("Général", 10.0)];
        let bytes = png(frame);
        let picture = Some(Picture {
            bytes: &bytes,
            scale: None,
        });
        writer
            .frame(Capture {
                picture,
                detections: &detections,
                ..Capture::new(Timestamp(5))
            })
            .unwrap();
    }
    drop(writer);
    let journal = whole.join(".recording").join(session_id(1));
    for stream in ["frames.arrows", "detections.arrows"] {
        let length = std::fs::metadata(journal.join(stream)).unwrap().len();
        for cut in (0..=length).rev().step_by(211) {
            let copy = folder.path().join("copy");
            let store = Store::create(&copy).unwrap();
            let there = copy.join(".recording").join(session_id(1));
            std::fs::create_dir_all(&there).unwrap();
            for name in ["lock", "sessions.arrows", "frames.arrows", "detections.arrows"] {
                std::fs::copy(journal.join(name), there.join(name)).unwrap();
            }
            std::fs::File::options()
                .write(true)
                .open(there.join(stream))
                .unwrap()
                .set_len(cut)
                .unwrap();
            let recovered = store.recover().unwrap();
            let [Recovery::Sealed(sealed)] = recovered.as_slice() else {
                panic!("{stream} cut at {cut}: {recovered:?}")
            };
            let recording = store.read(&sealed.session.id).unwrap();
            if stream == "detections.arrows" {
                assert_eq!(recording.frames.len(), 3);
            }
            assert!(
                recording
                    .detections
                    .keys()
                    .all(|frame| (frame.0 as usize) < recording.frames.len())
            );
            std::fs::remove_dir_all(&copy).unwrap();
        }
    }
}

#[test]
fn a_living_recorder_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::create(folder.path()).unwrap();
    let mut writers: Vec<SessionWriter> = (1..4)
        .map(|number| SessionWriter::begin(&store, session(&session_id(number), "Santé")).unwrap())
        .collect();
    for writer in &mut writers {
        writer.frame(Capture::new(Timestamp(5))).unwrap();
    }
    drop(writers.pop());
    let recovered = store.recover().unwrap();
    assert!(
        matches!(
            recovered.as_slice(),
            [Recovery::Recording(_), Recovery::Recording(_), Recovery::Sealed(_)]
        ),
        "{recovered:?}"
    );
    for mut writer in writers {
        writer.frame(Capture::new(Timestamp(6))).unwrap();
        assert_eq!(writer.seal(Timestamp(7)).unwrap().frames, 2);
    }
    assert_eq!(store.sessions().unwrap().sessions.len(), 3);
}
