//! Recorded trees as evidence, through the program: what can't be trusted is said wherever a step is shown, and no tree, however odd,
//! stops a command.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop at that place")]

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use skillc_captures::{Capture, SessionWriter, Store};
use skillc_records::{
    Action, ActionIndex, ActionKind, ActionOutcome, Attempt, Detection, DetectionKind, DetectorId, FrameIndex, Node,
    Orientation, Producer, Session, SessionId, SessionState, Target, Timestamp, WindowRect, WindowSize,
};
use tempfile::TempDir;

#[path = "../../scripts/judges/judge.rs"]
#[allow(dead_code, reason = "the parsers are asked by other tests")]
mod judge;

const APP: &str = "---\napp: Pocket\n---\n## Structure\nMoney.\n";
const WINDOW: WindowSize = WindowSize::new(400.0, 800.0);

fn skillc(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_skillc"))
        .args(arguments)
        .args(["--set", "workspace.cache=cache", "--set", "detect.source=recorded"])
        .current_dir(folder)
        .env_remove("SKILLC_CONFIG")
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// A node with a box; the first of a list is the root.
fn node(index: u32, parent: Option<u32>, role: &str, label: &str, rect: WindowRect) -> Node {
    Node {
        frame: FrameIndex(0),
        index,
        parent,
        depth: None,
        reference: Some(format!("@e{}", index + 1)),
        role: Some(role.to_owned()),
        label: Some(label.to_owned()).filter(|label| !label.is_empty()),
        value: None,
        identifier: None,
        rect: Some(rect),
        hittable: Some(true),
        enabled: Some(true),
        selected: None,
        focused: None,
        extra: None,
    }
}

/// A screen with a title and rows.
fn screen(title: &str, rows: &[String]) -> Vec<Node> {
    let mut nodes = vec![node(
        0,
        None,
        "Window",
        "",
        WindowRect::new(0.0, 0.0, WINDOW.width, WINDOW.height),
    )];
    nodes.push(node(
        1,
        Some(0),
        "StaticText",
        title,
        WindowRect::new(20.0, 110.0, 200.0, 30.0),
    ));
    for (place, row) in (0_u32..).zip(rows) {
        let y = 160.0 + 30.0 * f64::from(place);
        nodes.push(node(
            place + 2,
            Some(0),
            "Button",
            row,
            WindowRect::new(20.0, y, 300.0, 24.0),
        ));
    }
    nodes
}

/// The app's first screen: too many rows for a dialog.
fn home() -> Vec<Node> {
    let words = [
        "Savings",
        "Cards",
        "Loans",
        "Transfers",
        "Standing orders",
        "Limits",
        "Messages",
        "Documents",
        "Branches",
        "Help",
    ];
    screen("Accounts", &rows(&words))
}

fn rows(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// What a producer with trees detects: every node that has a label and a box.
fn detections(nodes: &[Node]) -> Vec<Detection> {
    let seen = nodes.iter().filter_map(|node| {
        let rect = node.rect?;
        Some(Detection {
            detector: DetectorId::recorded("agent-device"),
            kind: DetectionKind::Node,
            text: Some(node.label.clone()?),
            confidence: None,
            rect: Some(rect),
            tap: rect.center(),
        })
    });
    seen.collect()
}

/// One frame: when in milliseconds, how it went, what it shows.
type Shot = (i64, Attempt, Vec<Node>);

/// A session of one launch and one tap on `target`, which is done at 1000 ms. The first shot is from before the tap.
fn record(store: &Path, target: &str, shots: &[Shot]) -> Result<(), skillc_captures::WriteError> {
    let store = Store::create(store).unwrap();
    let session = Session {
        id: SessionId::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV").unwrap(),
        app: "Pocket".to_owned(),
        producer: Producer::AgentDevice,
        producer_version: None,
        target: Target {
            platform: Some("ios".to_owned()),
            ..Target::default()
        },
        locale: None,
        orientation: Orientation::Portrait,
        window: WINDOW,
        app_md: None,
        started_at: Timestamp(0),
        ended_at: None,
        goal: None,
        recorder_version: "test".to_owned(),
        state: SessionState::Sealed,
    };
    let mut writer = SessionWriter::begin(&store, session)?;
    let action = |kind, target: Option<&str>, before, after, at: i64| Action {
        index: ActionIndex(0),
        frame_before: before,
        frame_after: after,
        kind,
        target_text: target.map(ToOwned::to_owned),
        display_label: None,
        started_at: Timestamp(at * 1000),
        ended_at: None,
        outcome: ActionOutcome::Ok,
    };
    for (place, (at, attempt, nodes)) in shots.iter().enumerate() {
        let seen = detections(nodes);
        writer.frame(Capture {
            attempt: attempt.clone(),
            detections: &seen,
            nodes,
            ..Capture::new(Timestamp(at * 1000))
        })?;
        if place == 0 {
            let launched = ActionKind::Launch {
                app: "Pocket".to_owned(),
            };
            writer.action(action(launched, None, None, Some(FrameIndex(0)), -500))?;
        }
    }
    let first = &shots[0].2;
    let touched = first.iter().find(|node| node.label.as_deref() == Some(target));
    let at = touched.and_then(|node| node.rect).map(|rect| rect.center());
    let last = u32::try_from(shots.len() - 1).unwrap();
    writer.action(action(
        ActionKind::Tap { at },
        Some(target),
        Some(FrameIndex(0)),
        Some(FrameIndex(last)),
        1000,
    ))?;
    writer.seal(Timestamp(9_000_000))?;
    Ok(())
}

/// The steps of the first skill in the compile record.
fn steps(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("out/mirroir/pocket/compile.json")).unwrap();
    let record: Value = serde_json::from_str(&text).unwrap();
    record["skills"][0]["steps"].as_array().unwrap().clone()
}

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("APP.md"), APP).unwrap();
    folder
}

fn compile(here: &Path, store: &str) -> (i32, String, String) {
    skillc(
        here,
        &["compile", "--app", "APP.md", "--out", "out", "--captures", store],
    )
}

#[test]
fn a_step_on_the_screen_of_before_is_marked_wherever_it_is_shown() {
    let folder = folder();
    let here = folder.path();
    let words: Vec<String> = (1..=18).map(|row| format!("Account {row}")).collect();
    // The producer's tree lags: nothing but the title has changed 100 ms after the press, and nobody looked again.
    let stuck = [
        (0, Attempt::Ok, screen("Accounts", &words)),
        (1100, Attempt::Ok, screen("Account 3 details", &words)),
    ];
    record(&here.join("stuck"), "Account 3", &stuck).unwrap();
    let (code, said, error) = compile(here, "stuck");
    assert_eq!(code, 0, "{said}{error}");
    let tap = steps(here).into_iter().find(|step| step["type"] == "tap").unwrap();
    assert_eq!(tap["doubt"]["kind"], "stale", "{tap}");
    assert_eq!(tap["doubt"]["reason"], "stuck-route", "{tap}");
    let number = format!("{}:{}", "pocket", tap["step"]);
    let (_, why, _) = skillc(
        here,
        &["compile", "--app", "APP.md", "--captures", "stuck", "--why", &number],
    );
    assert!(
        why.contains("doubt    it may still show what was there before the action (stuck-route)"),
        "{why}"
    );
    let (code, checked, _) = skillc(here, &["check", "APP.md", "--against-captures", "--captures", "stuck"]);
    assert_eq!(code, 0, "{checked}");
    assert!(
        checked.contains("recording-doubtful") && checked.contains("(stuck-route)"),
        "{checked}"
    );

    // The same, looked at again: it recovered.
    let fresh = [
        stuck[0].clone(),
        stuck[1].clone(),
        (
            1400,
            Attempt::Ok,
            screen("Account 3 details", &rows(&["Balance", "Cards"])),
        ),
    ];
    record(&here.join("fresh"), "Account 3", &fresh).unwrap();
    fs::remove_dir_all(here.join("out")).unwrap();
    compile(here, "fresh");
    assert!(steps(here).iter().all(|step| step.get("doubt").is_none()));
    let (_, checked, _) = skillc(here, &["check", "APP.md", "--against-captures", "--captures", "fresh"]);
    assert!(!checked.contains("recording-doubtful"), "{checked}");
}

#[test]
fn a_recording_that_became_doubtful_is_a_change_of_its_own() {
    let folder = folder();
    let here = folder.path();
    let home = home();
    let shown = screen("Savings", &rows(&["Balance", "Move money"]));
    record(
        &here.join("good"),
        "Savings",
        &[(0, Attempt::Ok, home.clone()), (1500, Attempt::Ok, shown.clone())],
    )
    .unwrap();
    record(
        &here.join("thin"),
        "Savings",
        &[(0, Attempt::Ok, home), (1500, Attempt::Sparse, shown)],
    )
    .unwrap();
    let compare = |old: &str, new: &str| {
        let arguments = [
            "diff",
            "APP.md",
            "APP.md",
            "--captures",
            old,
            "--captures-new",
            new,
            "--format",
            "json",
        ];
        let (_, said, error) = skillc(here, &arguments);
        let report: Value = serde_json::from_str(&said).unwrap_or_else(|_| panic!("{said}{error}"));
        report["changes"].as_array().unwrap().clone()
    };
    let changes = compare("good", "thin");
    assert_eq!(changes.len(), 1, "{changes:#?}");
    assert_eq!(
        (&changes[0]["kind"], &changes[0]["severity"]),
        (&"doubtful".into(), &"risky".into())
    );
    assert!(
        changes[0]["after"]
            .as_str()
            .unwrap()
            .ends_with("(only part of the screen was captured)"),
        "{}",
        changes[0]
    );
    let changes = compare("thin", "good");
    assert_eq!(
        (&changes[0]["kind"], &changes[0]["severity"]),
        (&"trusted".into(), &"cosmetic".into()),
        "{changes:#?}"
    );
}

#[test]
fn targets_are_verified_on_the_recorded_tree_and_drawn_with_their_refs() {
    let folder = folder();
    let here = folder.path();
    let mut home = home();
    home[2].identifier = Some("row-savings".to_owned());
    let shown = screen("Savings", &rows(&["Balance", "Move money"]));
    record(
        &here.join("c"),
        "Savings",
        &[(0, Attempt::Ok, home), (1500, Attempt::Ok, shown)],
    )
    .unwrap();
    let (code, said, error) = compile(here, "c");
    assert_eq!(code, 0, "{said}{error}");
    let script = fs::read_to_string(here.join("out/agent-skills/pocket/pocket.ad")).unwrap();
    insta::assert_snapshot!("script_with_evidence", script);
    let flow = fs::read_to_string(here.join("out/agent-skills/pocket/pocket.maestro.yaml")).unwrap();
    assert!(flow.contains("id: \"row-savings\""), "{flow}");
    if let Some((code, said)) = judge::accepted(&here.join("out"), &[]) {
        assert_eq!(code, 0, "{said}");
    }

    let (code, said, error) = skillc(
        here,
        &[
            "captures",
            "show",
            "01ARZ",
            "0",
            "--overlay",
            "--out",
            "shots",
            "--captures",
            "c",
        ],
    );
    assert_eq!(code, 0, "{error}");
    insta::assert_snapshot!("overlay_of_a_tree", said.replace('\\', "/"));
    let png = fs::read(here.join("shots/01ARZ3NDEKTSV4RRFFQ69G5FAV-00000.png")).unwrap();
    let picture = image::load_from_memory(&png).unwrap().to_rgba8();
    let boxes = picture.pixels().filter(|pixel| pixel.0 == [255, 59, 48, 255]).count();
    let tags = picture.pixels().filter(|pixel| pixel.0 == [255, 214, 10, 255]).count();
    assert!(boxes > 500 && tags > 100, "{boxes} and {tags}");
}

/// Odd trees: what they are, and their nodes.
fn odd_trees() -> Vec<(&'static str, Vec<Node>)> {
    let full = WindowRect::new(0.0, 0.0, WINDOW.width, WINDOW.height);
    let small = |i: u32| WindowRect::new(f64::from(i % 40) * 10.0, f64::from(i / 40 % 80) * 10.0, 10.0, 10.0);
    let wide = (0..20_000)
        .map(|i| node(i, (i > 0).then_some(0), "Button", &format!("Row {}", i % 700), small(i)))
        .collect();
    let deep = (0..400)
        .map(|i| node(i, i.checked_sub(1), "ScrollView", "Deep", full))
        .collect();
    let cycle = (0..6)
        .map(|i| node(i, Some((i + 1) % 6), "Cell", &format!("Ring {i}"), small(i * 50)))
        .collect();
    let sentinels = vec![
        node(0, None, "Window", "", full),
        node(
            1,
            Some(0),
            "Button",
            "Far",
            WindowRect::new(-2_147_483_648.0, -2_147_483_648.0, 1.0, 1.0),
        ),
        node(
            2,
            Some(0),
            "Button",
            "Negative",
            WindowRect::new(50.0, 50.0, -30.0, -10.0),
        ),
        node(3, Some(77), "Button", "Orphan", small(90)),
    ];
    let mut doubles = screen("Twins", &rows(&["Same", "Same", "Same", "Same"]));
    for node in &mut doubles {
        node.identifier = Some("same-id".to_owned());
        node.reference = Some("@e1".to_owned());
    }
    vec![
        ("a launcher's", screen("", &rows(&["Phone", "Mail", "Music", "Maps"]))),
        ("empty", Vec::new()),
        ("20,000 nodes", wide),
        ("400 levels", deep),
        ("a ring", cycle),
        ("sentinels", sentinels),
        ("twins", doubles),
        (
            "a label of a megabyte",
            screen(&"Long ".repeat(200_000), &rows(&["One"])),
        ),
        (
            "right to left and emoji",
            screen("الحساب 🏦", &rows(&["שלום עולם", "👩‍👩‍👧‍👦 Family", "\u{202e}evil\u{202c}"])),
        ),
    ]
}

#[test]
fn no_tree_stops_a_command() {
    for (what, tree) in odd_trees() {
        let folder = folder();
        let here = folder.path();
        let home = home();
        record(
            &here.join("c"),
            "Savings",
            &[(0, Attempt::Ok, home), (1500, Attempt::Ok, tree)],
        )
        .unwrap();
        for arguments in [
            vec!["captures", "verify", "--captures", "c"],
            vec!["compile", "--app", "APP.md", "--out", "out", "--captures", "c"],
            vec!["check", "APP.md", "--against-captures", "--captures", "c"],
            vec![
                "captures",
                "show",
                "01ARZ",
                "0",
                "1",
                "--overlay",
                "--out",
                "shots",
                "--captures",
                "c",
            ],
            vec!["diff", "APP.md", "APP.md", "--captures", "c"],
        ] {
            let (code, said, error) = skillc(here, &arguments);
            // Verifying finds the parent that isn't there; nothing else is at fault.
            let expected = i32::from(what == "sentinels" && arguments[1] == "verify");
            assert_eq!(code, expected, "{what}: {}: {said}{error}", arguments[0]);
            assert!(
                !said.contains('\u{202e}') && !error.contains("panicked"),
                "{what}: {}",
                arguments[0]
            );
        }
        assert!(
            here.join("shots/01ARZ3NDEKTSV4RRFFQ69G5FAV-00001.png").is_file(),
            "{what}"
        );
    }
}

#[test]
fn a_number_that_is_none_is_refused_before_it_is_stored() {
    let folder = folder();
    let mut home = screen("Accounts", &rows(&["Savings"]));
    home[1].rect = Some(WindowRect::new(f64::NAN, 0.0, 1.0, 1.0));
    let refused = record(&folder.path().join("c"), "Savings", &[(0, Attempt::Ok, home)]);
    assert!(refused.is_err());
}
