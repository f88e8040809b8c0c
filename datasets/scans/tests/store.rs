//! Scans over a store say what the store's own reader says, and one damaged file hides no other.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop at that place")]

use std::fs;

use polars::prelude::{LazyFrame, PlRefPath, ScanArgsParquet, col};
use skillc_captures::{Capture, Picture, SessionWriter, Store};
use skillc_records::*;
use skillc_scans::{apps, detectors, labels, sessions};

fn png(number: u8) -> Vec<u8> {
    // A one-pixel PNG differs from another in its palette only; what counts here is that the bytes differ.
    let mut png = vec![0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a];
    let mut chunk = |kind: &[u8; 4], data: &[u8]| {
        let mut body = kind.to_vec();
        body.extend_from_slice(data);
        png.extend_from_slice(&(data.len() as u32).to_be_bytes());
        png.extend_from_slice(&body);
        png.extend_from_slice(&crc(&body).to_be_bytes());
    };
    chunk(b"IHDR", &[0, 0, 0, 1, 0, 0, 0, 1, 8, 3, 0, 0, 0]);
    chunk(b"PLTE", &[number, 0, 0]);
    chunk(b"IDAT", &[0x78, 0x01, 0x01, 2, 0, 0xfd, 0xff, 0, 0, 0, 2, 0, 1]);
    chunk(b"IEND", &[]);
    png
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            if crc & 1 == 1 {
                0xedb8_8320 ^ (crc >> 1)
            } else {
                crc >> 1
            }
        })
    })
}

fn record(store: &Store, number: u64, app: &str) -> SessionId {
    let session = Session {
        id: SessionId::parse(&format!("{number:026}")).unwrap(),
        app: app.to_owned(),
        producer: Producer::Simulator,
        producer_version: None,
        target: Target::default(),
        locale: None,
        orientation: Orientation::Portrait,
        window: WindowSize::new(410.0, 898.0),
        app_md: None,
        started_at: Timestamp(1_000 + number as i64),
        ended_at: None,
        goal: None,
        recorder_version: "0.1.0".to_owned(),
        state: SessionState::Sealed,
    };
    let mut writer = SessionWriter::begin(store, session).unwrap();
    for frame in 0..4_u8 {
        let detection = |kind, text: Option<&str>| Detection {
            detector: DetectorId::recorded("simulator"),
            kind,
            text: text.map(str::to_owned),
            confidence: Confidence::new(0.9).filter(|_| kind == DetectionKind::Text),
            rect: None,
            tap: WindowPoint::new(1.0, 2.0),
        };
        let detections = [
            detection(DetectionKind::Text, Some("OK")),
            detection(DetectionKind::Icon, None),
        ];
        let labels = [Label {
            frame: FrameIndex(0),
            class: "tab".to_owned(),
            text: None,
            rect: WindowRect::default(),
            text_visible: false,
            exhaustive: frame % 2 == 0,
            source: "simulator".to_owned(),
        }];
        let bytes = png(frame % 2);
        let mut capture = Capture::new(Timestamp(5));
        if frame < 3 {
            capture.picture = Some(Picture {
                bytes: &bytes,
                scale: None,
            });
            (capture.detections, capture.labels) = (&detections, &labels);
        } else {
            let reason = FailureReason::Killed;
            capture.attempt = Attempt::Failed {
                reason,
                error_type: None,
                exit_code: Some(137),
            };
        }
        writer.frame(capture).unwrap();
    }
    let id = writer.id().clone();
    writer.seal(Timestamp(9)).unwrap();
    id
}

#[test]
fn every_session_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::create(folder.path().join("a=b")).unwrap();
    for (number, app) in [(1, "Santé"), (2, "Santé"), (3, "007"), (4, "a*b?")] {
        record(&store, number, app);
    }
    let answer = sessions(&store).unwrap();
    assert!(answer.problems.is_empty());
    let summary = answer.rows.iter().find(|row| row.app == "007").unwrap();
    assert_eq!((summary.frames, summary.failed_frames, summary.pictures), (4, 1, 2));
    assert_eq!(
        (summary.detections, summary.labels, summary.actions, summary.nodes),
        (6, 3, 0, 0)
    );
    assert_eq!(summary.started_at, 1_003);

    let answer = apps(&store).unwrap();
    let named: Vec<_> = answer
        .rows
        .iter()
        .map(|row| (row.app.as_str(), row.sessions, row.total.frames))
        .collect();
    assert_eq!(named, [("007", 1, 4), ("a-b", 1, 4), ("santé", 2, 8)]);

    let answer = detectors(&store).unwrap();
    let row = answer.rows.iter().find(|row| row.app == "santé").unwrap();
    assert_eq!(
        (row.detector.as_str(), row.detections, row.texts, row.icons),
        ("recorded:simulator", 12, 6, 6)
    );
    assert_eq!(row.unsure, 6);
    let answer = labels(&store).unwrap();
    let row = answer.rows.iter().find(|row| row.app == "santé").unwrap();
    assert_eq!((row.class.as_str(), row.labels, row.exhaustive), ("tab", 6, 4));
}

#[test]
fn an_empty_store_has_an_empty_answer() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::create(folder.path()).unwrap();
    assert!(sessions(&store).unwrap().rows.is_empty());
    assert!(labels(&store).unwrap().rows.is_empty());
}

#[test]
fn a_damaged_file_is_named_and_the_others_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::create(folder.path()).unwrap();
    record(&store, 1, "Santé");
    let victim = record(&store, 2, "Santé");
    let file = folder.path().join(format!("frames/app=santé/session={victim}.parquet"));
    let whole = fs::read(&file).unwrap();
    fs::write(&file, &whole[..whole.len() - 9]).unwrap();
    let answer = sessions(&store).unwrap();
    assert_eq!(answer.problems.len(), 1);
    assert_eq!(answer.problems[0].file, file);
    let frames: Vec<_> = answer.rows.iter().map(|row| row.frames).collect();
    assert_eq!(frames, [4, 0]);
}

#[test]
fn polars_takes_the_app_from_the_folders() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::create(folder.path()).unwrap();
    for (number, app) in [(1, "Santé"), (2, "Réglages"), (3, "Santé")] {
        record(&store, number, app);
    }
    for table in ["sessions", "frames", "detections", "actions", "labels"] {
        let path = PlRefPath::try_from_path(&folder.path().join(table)).unwrap();
        let rows = LazyFrame::scan_parquet(path, ScanArgsParquet::default()).unwrap();
        let apps = rows
            .select([col("app").unique().sort(Default::default())])
            .collect()
            .unwrap();
        let apps: Vec<_> = apps.columns()[0]
            .str()
            .unwrap()
            .iter()
            .map(|app| app.unwrap().to_owned())
            .collect();
        let expected: &[&str] = if table == "actions" {
            &[]
        } else {
            &["réglages", "santé"]
        };
        assert_eq!(apps, expected, "{table}");
    }
}
