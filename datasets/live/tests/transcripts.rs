//! Real sessions with real servers, imported.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use skillc_captures::Store;
use skillc_live::transcript::import;
use skillc_live::{Adapter, NoFiles, Secrets, Subject};
use skillc_records::{ActionKind, ActionOutcome, Recording, Timestamp, WindowSize};

/// The folder with other parties' files; none where it is missing.
#[allow(clippy::print_stderr)] // a notice of what can't be tested here
fn shared(path: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("SKILLC_SHARED").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let path = folder.join(path);
    if path.exists() {
        return Some(path);
    }
    eprintln!("notice: {} is missing, so this test shows nothing", path.display());
    None
}

fn recorded(path: PathBuf) -> (Adapter, Recording) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::create(folder.path().join("captures")).expect("a store");
    let lines = BufReader::new(File::open(path).expect("opens"));
    let imported = import(
        lines,
        &store,
        Subject::default(),
        Box::new(NoFiles),
        Secrets::default(),
        Timestamp(0),
    )
    .expect("imports");
    assert_eq!(imported.broken, 0);
    let sealed = imported.sealed.expect("a session");
    let recording = store.read(&sealed.session.id).expect("reads");

    (imported.adapter.expect("known"), recording)
}

fn kinds(recording: &Recording) -> Vec<(&str, Option<&str>)> {
    let actions = recording.actions.iter();
    actions
        .map(|action| (action.kind.as_str(), action.target_text.as_deref()))
        .collect()
}

#[test]
fn a_session_with_playwright() {
    let Some(path) = shared("live/transcripts/playwright-mcp.jsonl") else {
        return;
    };
    let (adapter, recording) = recorded(path);
    assert_eq!(adapter, Adapter::Playwright);
    assert_eq!(recording.session.window, WindowSize::new(410.0, 898.0));
    assert_eq!(
        kinds(&recording),
        [
            ("open_url", None),
            ("tap", Some("Checking $2,431.08")),
            ("back", None),
            ("tap", None),
            ("tap", None),
        ]
    );
    let click = &recording.actions[1];
    let before = click.frame_before.expect("a frame before");
    assert!(click.frame_after.expect("a frame after") > before);
    let seen: Vec<&str> = recording
        .detections_on(before)
        .iter()
        .filter_map(|seen| seen.text.as_deref())
        .collect();
    for text in ["Checking", "$2,431.08", "Menu", "Wallet", "Sign Out"] {
        assert!(seen.contains(&text), "{text} in {seen:?}");
    }
    assert!(!seen.contains(&"house_fill"), "decoration is no text");
    assert!(matches!(recording.actions[4].outcome, ActionOutcome::Failed { .. }));
}

#[test]
fn a_session_with_agent_device() {
    let Some(path) = shared("live/transcripts/agent-device-mcp-linux-handy.jsonl") else {
        return;
    };
    let (adapter, recording) = recorded(path);
    assert_eq!(adapter, Adapter::AgentDevice);
    assert_eq!(recording.session.window, WindowSize::new(410.0, 898.0));
    assert_eq!(recording.session.app, "handy-1-demo");
    assert_eq!(recording.session.target.platform.as_deref(), Some("linux"));
    assert_eq!(
        kinds(&recording),
        [("launch", None), ("tap", Some("Back")), ("tap", Some("View Switcher"))]
    );
    let ActionKind::Tap { at: Some(at) } = recording.actions[1].kind else {
        panic!("no place")
    };
    assert_eq!((at.x, at.y), (28.0, 27.0));
    let list = recording.actions[2].frame_before.expect("a frame");
    let seen: Vec<&str> = recording
        .detections_on(list)
        .iter()
        .filter_map(|seen| seen.text.as_deref())
        .collect();
    assert!(seen.contains(&"Carousel") && !seen.contains(&"Handy Demo"), "{seen:?}");
    // What is hidden is recorded as a node, without the sentinel for a box.
    assert!(
        recording
            .nodes
            .iter()
            .all(|node| node.rect.is_none_or(|rect| rect.x > -1e6))
    );
}
