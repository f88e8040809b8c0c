//! The explorer drives a server: our own, which speaks like the live explorer's.

use std::path::Path;
use std::process::{Command, Output};

use skillc_captures::Store;
use skillc_records::{ActionKind, Recording};

const SKILLC: &str = env!("CARGO_BIN_EXE_skillc");

/// An app with things that must not be touched: by its own list, by permissions.json, and by the built-in list.
const APP: &str = "---\napp: Larder\n---\n## Tabs\n- Stock\n- Lists\n## Obstacles\n- Rate Larder → tap \"Later\"\n## Skip\n- Empty larder\n\
    ## Simulator\n- root: stock\n\
    ## Simulator Screen stock\n- title: Stock\n- tab_bar: true\n- element row: Flour -> flour\n- element row: Empty larder -> gone\n\
    - element row: Share with all -> gone\n- element row: Sign out -> gone\n- element tab: Stock -> stock\n- element tab: Lists -> lists\n\
    ## Simulator Screen flour\n- title: Flour\n- back: stock\n- element text: Two bags\n\
    ## Simulator Screen gone\n- title: Gone\n- element text: All is gone\n\
    ## Simulator Screen lists\n- title: Lists\n- tab_bar: true\n- element row: Weekend -> weekend\n- element tab: Stock -> stock\n\
    - element tab: Lists -> lists\n\
    ## Simulator Screen weekend\n- title: Weekend\n- back: lists\n- element text: Bread\n";

fn skillc(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(SKILLC);
    command.args(arguments).current_dir(folder).env("HOME", folder);
    command.output().expect("skillc runs")
}

fn explore(folder: &Path, more: &[&str]) -> Output {
    let server = format!("'{SKILLC}' simulate --app APP.md");
    let mut arguments = vec![
        "record",
        "explore",
        "--app",
        "APP.md",
        "--captures",
        "C",
        "--server",
        &server,
    ];
    arguments.extend(more);
    skillc(folder, &arguments)
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("APP.md"), APP).expect("written");
    folder
}

fn permissions(folder: &Path, text: &str) {
    std::fs::create_dir_all(folder.join(".mirroir-mcp")).expect("a folder");
    std::fs::write(folder.join(".mirroir-mcp/permissions.json"), text).expect("written");
}

fn recording(folder: &Path) -> Recording {
    let store = Store::open(folder.join("C")).expect("a store");
    let files = store.session_files().expect("lists");
    let [file] = files.as_slice() else { panic!("{files:?}") };
    store.read_file(file).expect("reads")
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&[output.stdout.as_slice(), b"\n", &output.stderr].concat()).into_owned()
}

#[test]
fn what_must_not_be_touched_is_never_touched_and_the_rest_becomes_skills() {
    let folder = folder();
    permissions(folder.path(), r#"{"allow": ["*"], "skipElements": ["Share with"]}"#);
    let output = explore(folder.path(), &[]);
    assert!(output.status.success(), "{}", told(&output));
    assert!(told(&output).starts_with("Larder: 4 screens, "), "{}", told(&output));
    let recording = recording(folder.path());
    let touched: Vec<&str> = recording
        .actions
        .iter()
        .filter_map(|action| action.target_text.as_deref())
        .collect();
    for forbidden in ["Empty larder", "Share with all", "Sign out"] {
        assert!(!touched.contains(&forbidden), "{touched:?}");
    }
    assert!(
        touched.contains(&"Flour") && touched.contains(&"Weekend"),
        "{touched:?}"
    );
    // The control: nothing has gone because of a touch that wasn't named either.
    let gone = recording
        .detections
        .values()
        .flatten()
        .any(|seen| seen.text.as_deref() == Some("All is gone"));
    assert!(!gone);
    let compiled = skillc(
        folder.path(),
        &[
            "compile",
            "--app",
            "APP.md",
            "--captures",
            "C",
            "--out",
            "out",
            "--set",
            "detect.source=recorded",
        ],
    );
    assert!(compiled.status.success(), "{}", told(&compiled));
    let skill = std::fs::read_to_string(folder.path().join("out/agent-skills/larder-flour/SKILL.md")).expect("a skill");
    assert!(
        skill.contains("Tap \"Flour\"") && skill.contains("Wait until \"Two bags\" is visible"),
        "{skill}"
    );
}

#[test]
fn without_the_lists_those_things_would_be_touched() {
    let folder = folder();
    let open = APP.replace("## Skip\n- Empty larder\n", "");
    std::fs::write(folder.path().join("APP.md"), open).expect("written");
    let output = explore(folder.path(), &[]);
    assert!(output.status.success(), "{}", told(&output));
    let recording = recording(folder.path());
    let touched: Vec<&str> = recording
        .actions
        .iter()
        .filter_map(|action| action.target_text.as_deref())
        .collect();
    assert!(
        touched.contains(&"Empty larder") && !touched.contains(&"Sign out"),
        "{touched:?}"
    );
}

#[test]
fn permissions_that_deny_what_an_explorer_needs_end_it_before_it_begins() {
    for (text, why) in [
        (r#"{"allow": ["*"], "blockedApps": ["larder"]}"#, "blockedApps"),
        (r#"{"allow": ["swipe", "type_text", "press_key"]}"#, "denies tap"),
        (r#"{"allow": "#, "can't be used"),
    ] {
        let folder = folder();
        permissions(folder.path(), text);
        let output = explore(folder.path(), &[]);
        assert_eq!(output.status.code(), Some(2), "{}", told(&output));
        assert!(told(&output).contains(why), "{}", told(&output));
        assert!(!folder.path().join("C/sessions").exists());
    }
}

#[test]
fn a_budget_ends_it_and_what_cant_be_driven_is_said() {
    let folder = folder();
    let output = explore(folder.path(), &["--max-screens", "2"]);
    assert!(
        told(&output).contains("2 screens") && told(&output).contains("more screens than --max-screens"),
        "{}",
        told(&output)
    );
    for (server, why) in [
        ("/no/such/server", "could not be started"),
        ("true", "did not answer"),
        ("", "no server is named"),
    ] {
        let output = skillc(
            folder.path(),
            &[
                "record",
                "explore",
                "--app",
                "APP.md",
                "--captures",
                "C",
                "--server",
                server,
            ],
        );
        assert_eq!(output.status.code(), Some(2), "{server}: {}", told(&output));
        let words = told(&output).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(why), "{server}: {words}");
    }
}

#[test]
fn it_goes_on_where_another_one_ended() {
    let folder = folder();
    let first = explore(folder.path(), &["--max-screens", "2"]);
    assert!(told(&first).contains("2 screens"), "{}", told(&first));
    let second = explore(folder.path(), &["--continue"]);
    assert!(told(&second).contains("goes on after 1 session: "), "{}", told(&second));
    assert!(told(&second).contains("Larder: 4 screens"), "{}", told(&second));
    let third = explore(folder.path(), &["--continue", "--format", "json"]);
    let third: serde_json::Value = serde_json::from_slice(&third.stdout).expect("JSON");
    assert_eq!(
        (third["screens"].as_u64(), third["frontier"].as_u64()),
        (Some(4), Some(0))
    );
    // Nothing new to tap: it only looks whether that is so.
    let store = Store::open(folder.path().join("C")).expect("a store");
    let last = store.session_files().expect("lists").pop().expect("a session");
    let recording = store.read_file(&last).expect("reads");
    let again = recording
        .actions
        .iter()
        .filter(|action| action.target_text.as_deref() == Some("Empty larder"));
    assert_eq!(again.count(), 0);
}

#[test]
fn a_server_that_dies_leaves_what_was_recorded() {
    let folder = folder();
    // Dies after it has been asked forty things.
    let forty = "n=0; while [ $n -lt 40 ] && IFS= read -r line; do printf '%s\\n' \"$line\"; n=$((n+1)); done";
    let script = format!("{{ {forty}; }} | '{SKILLC}' simulate --app APP.md");
    let output = skillc(
        folder.path(),
        &[
            "record",
            "explore",
            "--app",
            "APP.md",
            "--captures",
            "C",
            "--",
            "/bin/sh",
            "-c",
            &script,
        ],
    );
    assert_eq!(output.status.code(), Some(2), "{}", told(&output));
    let recording = recording(folder.path());
    assert!(recording.frames.len() >= 5, "{} frames", recording.frames.len());
    let launched = matches!(&recording.actions[0].kind, ActionKind::Launch { app } if app == "Larder");
    assert!(launched);
}
