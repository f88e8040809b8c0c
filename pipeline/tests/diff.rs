//! `skillc diff` and `skillc accept` from end to end: an app is recorded in the simulator, its APP.md is edited in a git repository,
//! and what is said about the edit is read.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::OnceLock;

use serde_json::Value;

const APP: &str = "---
app: Toy
---

## Structure

A toy with a few rows.

## Obstacles

- Rate this app → tap \"Not now\"

## Skip

- Delete

## Credentials

- EMAIL: ${TOY_EMAIL}

## Tips

- Be patient

## Simulator

- root: home

## Simulator Screen home

- title: Toy box
- element row: Blocks → blocks
- element row: Trains → trains
- element row: Delete all → gone

## Simulator Screen blocks

- title: Blocks
- back: home
- element row: Red blocks → red
- element row: Blue blocks → blue

## Simulator Screen red

- title: Red blocks
- back: blocks
- element text: There are five of them

## Simulator Screen blue

- title: Blue blocks
- back: blocks
- element text: There are seven of them

## Simulator Screen trains

- title: Trains
- back: home
- element text: The shed is empty tonight

## Simulator Screen gone

- title: All toys are gone
- element text: Nothing can be played with
";

/// A workspace in a git repository with one recorded app, made once.
fn recorded() -> &'static Path {
    static MADE: OnceLock<tempfile::TempDir> = OnceLock::new();
    let made = MADE.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        fs::create_dir_all(root.join("apps/toy")).expect("folders");
        fs::write(root.join("apps/toy/APP.md"), APP).expect("written");
        fs::write(root.join("skillc.toml"), "[detect]\nsource = \"recorded\"\n").expect("written");
        fs::write(root.join(".gitignore"), ".skillc/\nout/\ncaptures/\n").expect("written");
        let output = skillc(
            root,
            &[
                "record",
                "--source",
                "simulator",
                "--app",
                "apps/toy/APP.md",
                "--seed",
                "1",
                "--quiet",
            ],
        );
        assert!(output.status.success(), "{}", said(&output));
        for arguments in [&["init", "-q"][..], &["add", "."], &["commit", "-q", "-m", "start"]] {
            git(root, arguments);
        }
        folder
    });
    made.path()
}

/// A copy of the workspace to edit.
fn workspace() -> tempfile::TempDir {
    let copy = tempfile::tempdir().expect("a folder");
    let status = Command::new("cp")
        .arg("-R")
        .arg(format!("{}/.", recorded().display()))
        .arg(copy.path())
        .status();
    assert!(status.expect("cp").success());
    copy
}

fn skillc(root: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_skillc"));
    command
        .current_dir(root)
        .args(arguments)
        .env_remove("NO_COLOR")
        .output()
        .expect("runs")
}

fn git(root: &Path, arguments: &[&str]) {
    let identity = [
        "-c",
        "user.name=t",
        "-c",
        "user.email=t@example.org",
        "-c",
        "core.autocrlf=false",
    ];
    let output = Command::new("git")
        .current_dir(root)
        .args(identity)
        .args(arguments)
        .output()
        .expect("git");
    assert!(output.status.success(), "{}", said(&output));
}

fn said(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

fn edit(root: &Path, from: &str, to: &str) {
    let file = root.join("apps/toy/APP.md");
    let text = fs::read_to_string(&file).expect("read");
    assert!(text.contains(from), "{from}");
    fs::write(file, text.replace(from, to)).expect("written");
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("JSON expected: {}", said(output)))
}

fn kinds(value: &Value) -> Vec<String> {
    let changes = value["changes"].as_array().expect("changes");
    let mut kinds: Vec<String> = changes
        .iter()
        .map(|change| change["kind"].as_str().expect("a kind").to_owned())
        .collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

#[test]
fn nothing_edited_is_no_change_and_neither_are_line_ends() {
    let workspace = workspace();
    let root = workspace.path();
    let output = skillc(root, &["diff"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(
        String::from_utf8_lossy(&output.stdout).starts_with("No changes in 1 app"),
        "{}",
        said(&output)
    );
    let text = fs::read_to_string(root.join("apps/toy/APP.md")).expect("read");
    fs::write(root.join("apps/toy/APP.md"), text.replace('\n', "\r\n")).expect("written");
    assert_eq!(skillc(root, &["diff"]).status.code(), Some(0));
}

#[test]
fn an_edit_is_told_with_its_line_and_git_is_left_alone() {
    let workspace = workspace();
    let root = workspace.path();
    edit(root, "- Delete\n", "- Delete\n- Trains\n");
    let before = fs::read(root.join(".git/index")).expect("an index");
    let output = skillc(root, &["diff", "--format", "json"]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert_eq!(fs::read(root.join(".git/index")).expect("an index"), before);
    let value = json(&output);
    assert!(kinds(&value).contains(&"out-of-reach".to_owned()), "{value:#}");
    for change in value["changes"].as_array().expect("changes") {
        let cause = &change["cause"];
        assert_eq!(
            (cause["field"].as_str(), cause["new"].as_str(), cause["line"].as_u64()),
            (Some("Skip[1]"), Some("Trains"), Some(16))
        );
        assert_eq!(cause["file"], "apps/toy/APP.md");
        assert!(!change["evidence"].as_array().expect("evidence").is_empty());
    }
    assert_eq!(skillc(root, &["diff", "--fail-on", "never"]).status.code(), Some(0));
    git(root, &["commit", "-q", "-a", "-m", "edit"]);
    assert_eq!(skillc(root, &["diff"]).status.code(), Some(0), "HEAD has it too");
    let revisions = skillc(root, &["diff", "HEAD~1", "HEAD", "--name-only"]);
    assert_eq!(revisions.status.code(), Some(1), "{}", said(&revisions));
    assert!(String::from_utf8_lossy(&revisions.stdout).contains("toy"));
    let folders = skillc(root, &["diff", "HEAD~1:apps/toy", "HEAD:apps/toy/APP.md", "--stat"]);
    assert_eq!(folders.status.code(), Some(1), "{}", said(&folders));
}

#[test]
fn several_formats_at_once() {
    let workspace = workspace();
    let root = workspace.path();
    edit(root, "Be patient", "Be quick");
    let formats = [
        "json=d.json",
        "html=d.html",
        "markdown=d.md",
        "github=d.txt",
        "sarif=d.sarif",
        "junit=d.xml",
    ];
    let mut arguments = vec!["diff"];
    for format in &formats {
        arguments.extend(["--format", format]);
    }
    let output = skillc(root, &arguments);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("1 change in 1 app"));
    for (file, needle) in [
        ("d.json", "\"tips\""),
        ("d.html", "<!doctype html>"),
        ("d.md", "<!-- skillc-diff -->"),
        ("d.txt", "::notice file=apps/toy/APP.md"),
        ("d.sarif", "\"2.1.0\""),
        ("d.xml", "<testsuite"),
    ] {
        let text = fs::read_to_string(root.join(file)).expect(file);
        assert!(text.contains(needle), "{file}");
    }
}

#[test]
fn what_no_longer_parses_stays_unknown_and_says_so() {
    let workspace = workspace();
    let root = workspace.path();
    edit(root, "app: Toy", "name: Toy");
    let output = skillc(root, &["diff", "--format", "json"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    let value = json(&output);
    assert_eq!(value["changes"].as_array().map(Vec::len), Some(0), "nothing is claimed");
    let problem = &value["problems"][0];
    assert_eq!(problem["file"], "apps/toy/APP.md");
    assert!(
        problem["message"]
            .as_str()
            .is_some_and(|message| message.contains("stays unknown"))
    );
}

#[test]
fn what_is_no_revision_is_said() {
    let workspace = workspace();
    for wrong in ["no-such-branch", "HEAD:nowhere", "--upload-pack=x"] {
        let output = skillc(workspace.path(), &["diff", "--", wrong]);
        assert_eq!(output.status.code(), Some(2), "{wrong}: {}", said(&output));
        assert!(!said(&output).contains("panicked"));
    }
}

#[test]
fn an_app_that_comes_or_goes_is_told_by_its_skills() {
    let workspace = workspace();
    let root = workspace.path();
    fs::remove_file(root.join("apps/toy/APP.md")).expect("removed");
    fs::create_dir_all(root.join("apps/other")).expect("folder");
    fs::write(root.join("apps/other/APP.md"), "---\napp: Other\n---\n## Skip\n- x\n").expect("written");
    let output = skillc(root, &["diff", "--format", "json"]);
    let value = json(&output);
    assert_eq!(kinds(&value), ["removed"], "{value:#}");
    assert!(
        value["problems"][0]["message"]
            .as_str()
            .is_some_and(|message| message.contains("no usable recording"))
    );
}

#[test]
fn accepting_is_never_silent_about_what_breaks() {
    let workspace = workspace();
    let root = workspace.path();
    let first = skillc(root, &["accept"]);
    assert_eq!(first.status.code(), Some(0), "{}", said(&first));
    assert!(root.join("accepted/mirroir/toy/compile.json").is_file());
    assert_eq!(skillc(root, &["diff", "--accepted"]).status.code(), Some(0));
    let kept = || fs::read(root.join("accepted/mirroir/toy/compile.json")).expect("a record");
    let before = kept();
    edit(root, "- Delete\n", "- Delete\n- Trains\n");
    let against = skillc(root, &["diff", "--accepted", "--format", "json"]);
    assert_eq!(against.status.code(), Some(1), "{}", said(&against));
    for change in json(&against)["changes"].as_array().expect("changes") {
        assert_eq!(change["cause"]["field"], "Skip[1]", "{change:#}");
    }
    let refused = skillc(root, &["accept"]);
    assert_eq!(refused.status.code(), Some(1), "{}", said(&refused));
    assert_eq!(kept(), before);
    let asked = Command::new(env!("CARGO_BIN_EXE_skillc"))
        .current_dir(root)
        .args(["accept", "-i"])
        .stdin(std::process::Stdio::null())
        .output();
    assert_eq!(asked.expect("runs").status.code(), Some(2), "no terminal, no questions");
    assert_eq!(
        skillc(root, &["accept", "--breaking", "--dry-run"]).status.code(),
        Some(0)
    );
    assert_eq!(kept(), before);
    assert_eq!(
        skillc(root, &["accept", "--breaking", "--only", "x*"]).status.code(),
        Some(0)
    );
    assert_eq!(kept(), before);
    let taken = skillc(root, &["accept", "--breaking", "--only", "t*"]);
    assert_eq!(taken.status.code(), Some(0), "{}", said(&taken));
    assert_eq!(skillc(root, &["diff", "--accepted"]).status.code(), Some(0));
    let again = kept();
    assert_eq!(skillc(root, &["accept"]).status.code(), Some(0));
    assert_eq!(kept(), again, "accepting the same again changes nothing");
}

#[test]
fn the_pre_commit_hook_stops_a_commit_that_loses_a_screen() {
    let workspace = workspace();
    let root = workspace.path();
    let hook = "git diff --cached --name-only | grep -qi 'app\\.md$' || exit 0\nexec \"$SKILLC\" diff HEAD --fail-on breaking --stat\n";
    let run = || {
        let mut shell = Command::new("sh");
        shell
            .current_dir(root)
            .args(["-c", hook])
            .env("SKILLC", env!("CARGO_BIN_EXE_skillc"));
        shell.status().expect("sh").code()
    };
    assert_eq!(run(), Some(0), "nothing staged");
    edit(root, "Be patient", "Be quick");
    git(root, &["add", "."]);
    assert_eq!(run(), Some(0), "a tip breaks nothing");
    edit(root, "- Delete\n", "- Delete\n- Trains\n");
    git(root, &["add", "."]);
    assert_eq!(run(), Some(1));
}
