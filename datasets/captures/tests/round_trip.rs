//! What was recorded is what is read.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop at that place")]

mod common;

use common::{png, record, recorded, session, tap, text};
use proptest::prelude::*;
use skillc_captures::{Capture, Picture, SessionWriter, Store, StoreError, Table, WriteError};
use skillc_records::{FrameIndex, Label, Scale, SessionState, Timestamp, WindowRect};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_session_is_read_as_it_was_recorded(recorded in recorded()) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::create(folder.path()).unwrap();
        let sealed = record(&store, &recorded);
        let id = &recorded.recording.session.id;
        prop_assert_eq!(&sealed.session, &recorded.recording.session);
        prop_assert_eq!(&store.read(id).unwrap(), &recorded.recording);

        let listing = store.sessions().unwrap();
        prop_assert!(listing.problems.is_empty());
        prop_assert_eq!(&listing.sessions[0].session, &recorded.recording.session);
        prop_assert_eq!(listing.sessions[0].rows[&Table::Frames], recorded.recording.frames.len() as u64);

        let pictures = store.pictures(id).unwrap();
        for frame in &recorded.recording.frames {
            let expected = frame.picture.as_ref().map(|picture| recorded.pictures[&picture.hash].clone());
            prop_assert_eq!(pictures.of_frame(frame.index).unwrap(), expected);
        }
        let (_, faults) = store.verify_session(&store.find(id).unwrap());
        // Random nodes have random parents; everything else must hold.
        prop_assert!(faults.iter().all(|fault| matches!(fault, skillc_captures::Fault::NoParent { .. })), "{faults:?}");
    }
}

const ID: &str = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

#[test]
fn a_picture_that_comes_back_is_stored_once() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::create(folder.path()).unwrap();
    let mut writer = SessionWriter::begin(&store, session(ID, "Santé")).unwrap();
    for number in [1, 2, 1, 1, 3, 2] {
        let bytes = png(number);
        let mut capture = Capture::new(Timestamp(5));
        capture.picture = Some(Picture {
            bytes: &bytes,
            scale: Scale::new(2.0),
        });
        writer.frame(capture).unwrap();
    }
    let sealed = writer.seal(Timestamp(7)).unwrap();
    let pictures = store.pictures(&sealed.session.id).unwrap();
    assert_eq!(pictures.hashes().len(), 3);
    assert_eq!(pictures.of_frame(FrameIndex(3)).unwrap(), Some(png(1)));
    assert_eq!(pictures.of_frame(FrameIndex(5)).unwrap(), Some(png(2)));
    assert!(pictures.of_frame(FrameIndex(6)).is_err());
}

#[test]
fn a_session_is_seen_only_when_it_is_sealed_and_never_written_twice() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::create(folder.path()).unwrap();
    let mut writer = SessionWriter::begin(&store, session(ID, "Santé")).unwrap();
    writer.frame(Capture::new(Timestamp(5))).unwrap();
    assert!(store.sessions().unwrap().sessions.is_empty());
    assert!(matches!(store.find(writer.id()), Err(StoreError::NoSession { .. })));
    let twice = SessionWriter::begin(&store, session(ID, "Santé"));
    assert!(matches!(twice, Err(WriteError::SessionExists(_))));

    let sealed = writer.seal(Timestamp(7)).unwrap();
    assert_eq!(sealed.session.state, SessionState::Sealed);
    assert_eq!(store.sessions().unwrap().sessions.len(), 1);
    assert!(matches!(
        SessionWriter::begin(&store, session(ID, "Other")),
        Err(WriteError::SessionExists(_))
    ));
}

#[test]
fn what_cannot_be_stored_is_refused_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::create(folder.path()).unwrap();
    let mut writer = SessionWriter::begin(&store, session(ID, "Santé")).unwrap();

    let mut nowhere = text("Général", 100.0);
    nowhere.tap.x = f64::NAN;
    let detections = [text("Santé", 40.0), nowhere];
    let capture = Capture {
        detections: &detections,
        ..Capture::new(Timestamp(5))
    };
    assert!(matches!(
        writer.frame(capture),
        Err(WriteError::NotFinite { column: "tap_x_pt" })
    ));

    let no_picture = Picture {
        bytes: b"GIF89a",
        scale: None,
    };
    let capture = Capture {
        picture: Some(no_picture),
        ..Capture::new(Timestamp(5))
    };
    assert!(matches!(writer.frame(capture), Err(WriteError::BadPicture(_))));
    assert!(matches!(
        writer.action(tap(0, None)),
        Err(WriteError::NoSuch {
            what: "frame",
            index: 0
        })
    ));

    // The last thing of a frame to fail is its own row: what came before it must not stay.
    let detections = [text("Santé", 40.0)];
    let mut capture = Capture {
        detections: &detections,
        ..Capture::new(Timestamp(5))
    };
    capture.masked = vec![skillc_records::PixelRect::new(0.0, f64::INFINITY, 1.0, 1.0)];
    assert!(matches!(
        writer.frame(capture),
        Err(WriteError::NotFinite { column: "masked" })
    ));

    let capture = Capture {
        detections: &detections,
        ..Capture::new(Timestamp(6))
    };
    assert_eq!(writer.frame(capture).unwrap(), FrameIndex(0));
    let sealed = writer.seal(Timestamp(7)).unwrap();
    let recording = store.read(&sealed.session.id).unwrap();
    assert_eq!(recording.frames.len(), 1);
    assert_eq!(recording.detections_on(FrameIndex(0)), detections);
}

#[test]
fn texts_are_brought_to_nfc() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::create(folder.path()).unwrap();
    let mut writer = SessionWriter::begin(&store, session(ID, "Sante\u{301}")).unwrap();
    let detections = [text("Ge\u{301}ne\u{301}ral", 40.0)];
    writer
        .frame(Capture {
            detections: &detections,
            ..Capture::new(Timestamp(5))
        })
        .unwrap();
    let sealed = writer.seal(Timestamp(7)).unwrap();
    assert_eq!(sealed.session.app, "Santé");
    let recording = store.read(&sealed.session.id).unwrap();
    assert_eq!(
        recording.detections_on(FrameIndex(0))[0].text.as_deref(),
        Some("Général")
    );
    assert!(folder.path().join("frames/app=santé").is_dir());
}

#[test]
fn labels_and_detections_are_added_beside_a_sealed_session() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::create(folder.path()).unwrap();
    let mut writer = SessionWriter::begin(&store, session(ID, "Santé")).unwrap();
    for _ in 0..2 {
        let detections = [text("recorded", 40.0)];
        writer
            .frame(Capture {
                detections: &detections,
                ..Capture::new(Timestamp(5))
            })
            .unwrap();
    }
    writer.seal(Timestamp(7)).unwrap();
    let file = store.session_files().unwrap().remove(0);
    let before = store.contents_of(&file).unwrap().files;

    let label = |frame, class: &str| Label {
        frame: FrameIndex(frame),
        class: class.to_owned(),
        text: None,
        rect: WindowRect::new(1.0, 2.0, 3.0, 4.0),
        text_visible: false,
        exhaustive: true,
        source: "by hand".to_owned(),
    };
    store.add_labels(&file, "By hand", &[label(1, "tab")]).unwrap();
    store
        .add_labels(&file, "By hand", &[label(0, "icon"), label(1, "tab")])
        .unwrap();
    store
        .add_detections(&file, "ppocr@6", &[(FrameIndex(0), text("again", 40.0))])
        .unwrap();
    let recording = store.read_file(&file).unwrap();
    assert_eq!(recording.labels, [label(0, "icon"), label(1, "tab")]);
    let texts: Vec<_> = recording
        .detections_on(FrameIndex(0))
        .iter()
        .flat_map(|detection| &detection.text)
        .collect();
    assert_eq!(texts, ["recorded", "again"]);
    assert_eq!(store.contents_of(&file).unwrap().files.len(), before.len() + 2);
    assert_eq!(store.verify_session(&file).1, []);
}

#[test]
fn a_folder_is_a_store_only_if_it_says_so() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(
        Store::open(folder.path().join("none")),
        Err(StoreError::NoFolder { .. })
    ));
    assert!(matches!(Store::open(folder.path()), Err(StoreError::NotAStore { .. })));
    std::fs::write(folder.path().join("thesis.txt"), "x").unwrap();
    assert!(matches!(Store::create(folder.path()), Err(StoreError::NotEmpty { .. })));

    let store = folder.path().join("captures");
    Store::create(&store).unwrap();
    assert_eq!(Store::create(&store).unwrap(), Store::open(&store).unwrap());
    for (text, expected) in [
        (r#"{"format":"skillc-captures","version":"2.0"}"#, "newer"),
        (r#"{"format":"lance","version":"1.0"}"#, "format is"),
        (r#"{"format":"skillc-captures","version":"one"}"#, "no version"),
        (r#"{"format":"skillc-captures"}"#, "missing field"),
        ("\0\0", "expected value"),
    ] {
        std::fs::write(store.join("dataset.json"), text).unwrap();
        let error = Store::open(&store).unwrap_err().to_string();
        assert!(error.contains(expected) && error.contains("dataset.json"), "{error}");
    }
    std::fs::write(
        store.join("dataset.json"),
        r#"{"format":"skillc-captures","version":"1.7","more":1}"#,
    )
    .unwrap();
    assert!(Store::open(&store).is_ok());
}
