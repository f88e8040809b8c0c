//! Freshness over recorded sessions.
#![allow(clippy::unwrap_used, reason = "a test may end where something is missing")]

use std::collections::BTreeMap;

use skillc_records::{
    Action, ActionIndex, ActionKind, ActionOutcome, Attempt, Frame, FrameIndex, Orientation, PictureRef, PixelSize,
    Producer, Quality, Recording, Session, SessionId, SessionState, Target, Timestamp, WindowSize,
};
use skillc_settle::{ActionResult, Doubt, SettlePolicy, freshness, settle_recording};
use skillc_snapshot::freshness::{Freshness, StaleReason};

/// A session with one tap at 1000 ms, a frame at 0 ms that shows `before`, and frames after the tap: time in ms and picture.
fn session(before: &str, kind: ActionKind, after: &[(i64, &str)]) -> Recording {
    let frame = |i: usize, ms: i64, picture: &str| Frame {
        index: FrameIndex(i as u32),
        captured_at: Timestamp(ms * 1000),
        picture: Some(PictureRef {
            hash: picture.into(),
            size: PixelSize { width: 1, height: 1 },
            scale: None,
        }),
        attempt: Attempt::Ok,
        elapsed_ms: None,
        quality: Quality::Unstated,
        masked: Vec::new(),
    };
    let later = after
        .iter()
        .enumerate()
        .map(|(i, &(ms, picture))| frame(i + 1, ms, picture));
    Recording {
        session: Session {
            id: SessionId::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV").unwrap(),
            app: "Pocket".into(),
            producer: Producer::Mirroir,
            producer_version: None,
            target: Target::default(),
            locale: None,
            orientation: Orientation::Portrait,
            window: WindowSize::new(410.0, 898.0),
            app_md: None,
            started_at: Timestamp(0),
            ended_at: None,
            goal: None,
            recorder_version: "test".into(),
            state: SessionState::Sealed,
        },
        frames: std::iter::once(frame(0, 0, before)).chain(later).collect(),
        detections: BTreeMap::new(),
        actions: vec![Action {
            index: ActionIndex(0),
            frame_before: Some(FrameIndex(0)),
            frame_after: None,
            kind,
            target_text: None,
            display_label: None,
            started_at: Timestamp(1_000_000),
            ended_at: None,
            outcome: ActionOutcome::Ok,
        }],
        nodes: Vec::new(),
        labels: Vec::new(),
    }
}

fn tap(after: &[(i64, &str)]) -> (ActionResult, Freshness) {
    let recording = session("a", ActionKind::Tap { at: None }, after);
    let result = settle_recording(&recording, SettlePolicy::default()).remove(0).result;
    (result, freshness(&recording)[&0])
}

#[test]
fn each_outcome_of_a_tap_is_told_apart() {
    let reason = StaleReason::SamePicture;
    let trusted = |frame| ActionResult::Trustworthy {
        frame: FrameIndex(frame),
    };
    let stale = |frame, freshness| ActionResult::Doubtful {
        frame: FrameIndex(frame),
        doubt: Doubt::Stale { freshness },
    };
    assert_eq!(tap(&[(1100, "b")]), (trusted(1), Freshness::Trustworthy));
    assert_eq!(
        tap(&[(1100, "a"), (1350, "b")]),
        (trusted(2), Freshness::Recovered { retries: 1 })
    );
    let suspicious = Freshness::Suspicious { retries: 1, reason };
    assert_eq!(tap(&[(1100, "a"), (1350, "a")]), (stale(2, suspicious), suspicious));
    let spent = Freshness::Spent { reason };
    assert_eq!(tap(&[(2600, "a")]), (stale(1, spent), spent));
    assert_eq!(
        tap(&[(3600, "a")]),
        (trusted(1), Freshness::Trustworthy),
        "long after it, the tap simply led nowhere"
    );
}

#[test]
fn what_stays_on_the_screen_is_not_asked_about() {
    let recording = session("a", ActionKind::Type { value: "x".into() }, &[(1100, "a")]);
    assert!(freshness(&recording).is_empty());
    let result = settle_recording(&recording, SettlePolicy::default()).remove(0).result;
    assert_eq!(result, ActionResult::Trustworthy { frame: FrameIndex(1) });
}
