//! Sessions of every shape, and a recorder for them.
#![allow(dead_code)]

use std::collections::BTreeMap;

use image::{ImageFormat, Rgb, RgbImage};
use proptest::prelude::*;
use skillc_captures::{Capture, Picture, Sealed, SessionWriter, Store, picture_hash};
use skillc_records::*;

/// A PNG whose pixels differ by `number`.
pub(crate) fn png(number: u8) -> Vec<u8> {
    let picture = RgbImage::from_pixel(4 + u32::from(number % 3), 6, Rgb([number, 255 - number, 7]));
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

pub(crate) fn session(id: &str, app: &str) -> Session {
    Session {
        id: SessionId::parse(id).unwrap(),
        app: app.to_owned(),
        producer: Producer::Simulator,
        producer_version: None,
        target: Target {
            platform: Some("simulator".to_owned()),
            device: None,
            os_version: None,
        },
        locale: Some("fr_CA".to_owned()),
        orientation: Orientation::Portrait,
        window: WindowSize::new(410.0, 898.0),
        app_md: Some("---\napp: Santé\n---\n".to_owned()),
        started_at: Timestamp(1_000_000),
        ended_at: Some(Timestamp(9_000_000)),
        goal: None,
        recorder_version: "0.1.0".to_owned(),
        state: SessionState::Sealed,
    }
}

pub(crate) fn session_id(number: u64) -> String {
    let mut digits = Vec::new();
    let mut rest = number;
    for _ in 0..26 {
        digits.push(b"0123456789ABCDEFGHJKMNPQRSTVWXYZ"[(rest % 32) as usize]);
        rest /= 32;
    }
    digits.reverse();
    String::from_utf8(digits).unwrap()
}

pub(crate) fn text(text: &str, y: f64) -> Detection {
    Detection {
        detector: DetectorId::recorded("simulator"),
        kind: DetectionKind::Text,
        text: Some(text.to_owned()),
        confidence: Confidence::new(0.5),
        rect: Some(WindowRect::new(20.0, y, 100.0, 20.0)),
        tap: WindowPoint::new(70.0, y + 10.0),
    }
}

pub(crate) fn tap(before: u32, after: Option<u32>) -> Action {
    Action {
        index: ActionIndex(0),
        frame_before: Some(FrameIndex(before)),
        frame_after: after.map(FrameIndex),
        kind: ActionKind::Tap {
            at: Some(WindowPoint::new(70.0, 110.0)),
        },
        target_text: Some("Général".to_owned()),
        display_label: None,
        started_at: Timestamp(2_000_000 + i64::from(before)),
        ended_at: None,
        outcome: ActionOutcome::Ok,
    }
}

/// A recording together with the bytes of its pictures by hash.
#[derive(Debug, Clone)]
pub(crate) struct Recorded {
    pub(crate) recording: Recording,
    pub(crate) pictures: BTreeMap<String, Vec<u8>>,
}

/// Records what `recorded` says and seals it.
pub(crate) fn record(store: &Store, recorded: &Recorded) -> Sealed {
    let Recorded { recording, pictures } = recorded;
    let mut writer = SessionWriter::begin(store, recording.session.clone()).unwrap();
    for frame in &recording.frames {
        let of_frame = |index: FrameIndex| index == frame.index;
        let nodes: Vec<Node> = recording
            .nodes
            .iter()
            .filter(|node| of_frame(node.frame))
            .cloned()
            .collect();
        let labels: Vec<Label> = recording
            .labels
            .iter()
            .filter(|label| of_frame(label.frame))
            .cloned()
            .collect();
        let picture = frame.picture.as_ref();
        let index = writer
            .frame(Capture {
                captured_at: frame.captured_at,
                picture: picture.map(|picture| Picture {
                    bytes: &pictures[&picture.hash],
                    scale: picture.scale,
                }),
                attempt: frame.attempt.clone(),
                elapsed_ms: frame.elapsed_ms,
                quality: frame.quality.clone(),
                masked: frame.masked.clone(),
                detections: recording.detections_on(frame.index),
                nodes: &nodes,
                labels: &labels,
            })
            .unwrap();
        assert_eq!(index, frame.index);
    }
    for action in &recording.actions {
        let begun = writer
            .action(Action {
                frame_after: None,
                outcome: ActionOutcome::Unknown,
                ended_at: None,
                ..action.clone()
            })
            .unwrap();
        assert_eq!(begun, action.index);
        writer.amend_action(action).unwrap();
    }
    writer.seal(recording.session.ended_at.unwrap()).unwrap()
}

/// Texts with accents, scripts, controls and nothing at all, in NFC.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC{0,12}",
        Just("é\u{301}\u{327}".to_owned()),
        Just("العربية \u{202e}x".to_owned()),
        Just("👩‍👩‍👧 \n\t\u{0}".to_owned()),
    ]
    .prop_map(|text| skillc_text::nfc(&text).into_owned())
}

fn maybe<T: std::fmt::Debug + Clone + 'static>(
    strategy: impl Strategy<Value = T> + 'static,
) -> impl Strategy<Value = Option<T>> {
    proptest::option::of(strategy)
}

fn real() -> impl Strategy<Value = f64> {
    prop_oneof![
        -1e4..1e4,
        Just(0.1 + 0.2),
        Just(-0.0),
        Just(f64::MIN_POSITIVE),
        Just(f64::MAX),
        Just(1.0 / 3.0),
    ]
}

fn point() -> impl Strategy<Value = WindowPoint> {
    (real(), real()).prop_map(|(x, y)| WindowPoint::new(x, y))
}

fn rect() -> impl Strategy<Value = WindowRect> {
    (real(), real(), real(), real()).prop_map(|(x, y, width, height)| WindowRect::new(x, y, width, height))
}

fn pixel_rect() -> impl Strategy<Value = PixelRect> {
    (real(), real(), real(), real()).prop_map(|(x, y, width, height)| PixelRect::new(x, y, width, height))
}

fn moment() -> impl Strategy<Value = Timestamp> {
    prop_oneof![
        any::<i32>().prop_map(i64::from),
        Just(i64::MAX),
        Just(i64::MIN),
        Just(1_796_000_000_000_000)
    ]
    .prop_map(Timestamp)
}

fn any_session() -> impl Strategy<Value = Session> {
    let producer = prop_oneof![
        Just(Producer::Simulator),
        Just(Producer::Mirroir),
        Just(Producer::AgentDevice),
        Just(Producer::Web),
        Just(Producer::Import)
    ];
    let target = (maybe(word()), maybe(word()), maybe(word())).prop_map(|(platform, device, os_version)| Target {
        platform,
        device,
        os_version,
    });
    let orientation = prop_oneof![Just(Orientation::Portrait), Just(Orientation::Landscape)];
    (
        (any::<u64>(), word(), producer, maybe(word()), target, maybe(word())),
        (
            orientation,
            real(),
            real(),
            maybe(word()),
            moment(),
            moment(),
            maybe(word()),
            word(),
        ),
    )
        .prop_map(|((number, app, producer, producer_version, target, locale), rest)| {
            let (orientation, width, height, app_md, started_at, ended_at, goal, recorder_version) = rest;
            Session {
                id: SessionId::parse(&session_id(number)).unwrap(),
                app,
                producer,
                producer_version,
                target,
                locale,
                orientation,
                window: WindowSize::new(width, height),
                app_md,
                started_at,
                ended_at: Some(ended_at),
                goal,
                recorder_version,
                state: SessionState::Sealed,
            }
        })
}

fn attempt() -> impl Strategy<Value = Attempt> {
    let failed = (
        proptest::sample::select(FailureReason::ALL.to_vec()),
        maybe(word()),
        maybe(any::<i32>()),
    )
        .prop_map(|(reason, error_type, exit_code)| Attempt::Failed {
            reason,
            error_type,
            exit_code,
        });
    prop_oneof![Just(Attempt::Ok), Just(Attempt::Sparse), failed]
}

fn quality() -> impl Strategy<Value = Quality> {
    prop_oneof![
        Just(Quality::Unstated),
        Just(Quality::Full),
        word().prop_map(|reason| Quality::Degraded { reason }),
        Just(Quality::DrawnOver)
    ]
}

fn detection() -> impl Strategy<Value = Detection> {
    let kind = prop_oneof![
        Just(DetectionKind::Text),
        Just(DetectionKind::Icon),
        Just(DetectionKind::Node)
    ];
    let confidence = maybe((0.0..=1.0).prop_map(|value| Confidence::new(value).unwrap()));
    (word(), kind, maybe(word()), confidence, maybe(rect()), point()).prop_map(
        |(detector, kind, text, confidence, rect, tap)| Detection {
            detector: DetectorId(detector),
            kind,
            text,
            confidence,
            rect,
            tap,
        },
    )
}

fn kind() -> impl Strategy<Value = ActionKind> {
    let at = || maybe(point());
    prop_oneof![
        word().prop_map(|app| ActionKind::Launch { app }),
        at().prop_map(|at| ActionKind::Tap { at }),
        at().prop_map(|at| ActionKind::DoubleTap { at }),
        at().prop_map(|at| ActionKind::LongPress { at }),
        (at(), at(), maybe(word())).prop_map(|(from, to, direction)| ActionKind::Swipe { from, to, direction }),
        (at(), at()).prop_map(|(from, to)| ActionKind::Drag { from, to }),
        Just(ActionKind::ScrollTo),
        word().prop_map(|value| ActionKind::Type { value }),
        word().prop_map(|value| ActionKind::PressKey { value }),
        Just(ActionKind::PressHome),
        at().prop_map(|at| ActionKind::Back { at }),
        word().prop_map(|value| ActionKind::OpenUrl { value }),
        Just(ActionKind::AssertVisible),
        Just(ActionKind::AssertNotVisible),
        Just(ActionKind::WaitFor),
        word().prop_map(|value| ActionKind::Remember { value }),
        Just(ActionKind::Screenshot),
        Just(ActionKind::Shake),
        Just(ActionKind::ResetApp),
        any::<bool>().prop_map(|accept| ActionKind::AnswerDialog {
            answer: if accept {
                DialogAnswer::Accept
            } else {
                DialogAnswer::Dismiss
            },
        }),
        word().prop_map(|value| ActionKind::Other { value }),
    ]
}

fn outcome() -> impl Strategy<Value = ActionOutcome> {
    let failed = (maybe(word()), maybe(any::<i32>()))
        .prop_map(|(error_type, exit_code)| ActionOutcome::Failed { error_type, exit_code });
    prop_oneof![Just(ActionOutcome::Ok), failed, Just(ActionOutcome::Unknown)]
}

fn node() -> impl Strategy<Value = Node> {
    let text = || maybe(word());
    let truth = || maybe(any::<bool>());
    (
        (
            any::<u32>(),
            maybe(any::<u32>()),
            maybe(any::<u32>()),
            text(),
            text(),
            text(),
            text(),
            text(),
        ),
        (maybe(rect()), truth(), truth(), truth(), truth(), text()),
    )
        .prop_map(
            |((index, parent, depth, reference, role, label, value, identifier), rest)| {
                let (rect, hittable, enabled, selected, focused, extra) = rest;
                Node {
                    frame: FrameIndex(0),
                    index,
                    parent,
                    depth,
                    reference,
                    role,
                    label,
                    value,
                    identifier,
                    rect,
                    hittable,
                    enabled,
                    selected,
                    focused,
                    extra,
                }
            },
        )
}

fn label() -> impl Strategy<Value = Label> {
    (word(), maybe(word()), rect(), any::<bool>(), any::<bool>(), word()).prop_map(
        |(class, text, rect, text_visible, exhaustive, source)| Label {
            frame: FrameIndex(0),
            class,
            text,
            rect,
            text_visible,
            exhaustive,
            source,
        },
    )
}

type AnyFrame = (Frame, Option<u8>, Vec<Detection>, Vec<Node>, Vec<Label>);

fn any_frame() -> impl Strategy<Value = AnyFrame> {
    let scale = maybe((0.5..4.0).prop_map(|scale| Scale::new(scale).unwrap()));
    let many = |count| 0..count;
    (
        (
            moment(),
            maybe((0..5_u8, scale)),
            attempt(),
            maybe(any::<u64>()),
            quality(),
        ),
        proptest::collection::vec(pixel_rect(), many(3)),
        proptest::collection::vec(detection(), many(5)),
        proptest::collection::vec(node(), many(3)),
        proptest::collection::vec(label(), many(3)),
    )
        .prop_map(
            |((captured_at, picture, attempt, elapsed_ms, quality), masked, detections, nodes, labels)| {
                let number = picture.as_ref().map(|(number, _)| *number);
                let picture = picture.map(|(number, scale)| {
                    let size = PixelSize {
                        width: 4 + u32::from(number % 3),
                        height: 6,
                    };
                    PictureRef {
                        hash: picture_hash(&png(number)),
                        size,
                        scale,
                    }
                });
                let frame = Frame {
                    index: FrameIndex(0),
                    captured_at,
                    picture,
                    attempt,
                    elapsed_ms,
                    quality,
                    masked,
                };
                (frame, number, detections, nodes, labels)
            },
        )
}

/// Sessions of every shape.
pub(crate) fn recorded() -> impl Strategy<Value = Recorded> {
    let action = (
        kind(),
        maybe(word()),
        maybe(word()),
        moment(),
        maybe(moment()),
        outcome(),
        any::<[u8; 2]>(),
    );
    (
        any_session(),
        proptest::collection::vec(any_frame(), 0..6),
        proptest::collection::vec(action, 0..6),
    )
        .prop_map(|(session, frames, actions)| {
            let mut recording = Recording {
                session,
                frames: Vec::new(),
                detections: BTreeMap::new(),
                actions: Vec::new(),
                nodes: Vec::new(),
                labels: Vec::new(),
            };
            let mut pictures = BTreeMap::new();
            for (i, (frame, number, detections, nodes, labels)) in frames.into_iter().enumerate() {
                let index = FrameIndex(i as u32);
                pictures.extend(number.map(|number| (picture_hash(&png(number)), png(number))));
                recording.frames.push(Frame { index, ..frame });
                if !detections.is_empty() {
                    recording.detections.insert(index, detections);
                }
                recording
                    .nodes
                    .extend(nodes.into_iter().map(|node| Node { frame: index, ..node }));
                recording
                    .labels
                    .extend(labels.into_iter().map(|label| Label { frame: index, ..label }));
            }
            let frames = recording.frames.len() as u32;
            let frame =
                |byte: u8| (frames > 0 && !byte.is_multiple_of(4)).then(|| FrameIndex(u32::from(byte) % frames));
            for (i, action) in actions.into_iter().enumerate() {
                let (kind, target_text, display_label, started_at, ended_at, outcome, [before, after]) = action;
                recording.actions.push(Action {
                    index: ActionIndex(i as u32),
                    frame_before: frame(before),
                    frame_after: frame(after),
                    kind,
                    target_text,
                    display_label,
                    started_at,
                    ended_at,
                    outcome,
                });
            }
            Recorded { recording, pictures }
        })
}
