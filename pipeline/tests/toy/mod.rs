//! A small app that is recorded in the simulator once, in a workspace in a git repository, and copied for every test.

#![allow(dead_code, reason = "not every test uses everything")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::OnceLock;

use serde_json::Value;

pub(crate) const APP: &str = "---
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
pub(crate) fn recorded() -> &'static Path {
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
pub(crate) fn workspace() -> tempfile::TempDir {
    let copy = tempfile::tempdir().expect("a folder");
    let status = Command::new("cp")
        .arg("-R")
        .arg(format!("{}/.", recorded().display()))
        .arg(copy.path())
        .status();
    assert!(status.expect("cp").success());
    copy
}

pub(crate) fn skillc(root: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_skillc"));
    command
        .current_dir(root)
        .args(arguments)
        .env_remove("NO_COLOR")
        .output()
        .expect("runs")
}

pub(crate) fn git(root: &Path, arguments: &[&str]) {
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

pub(crate) fn said(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

pub(crate) fn edit(root: &Path, from: &str, to: &str) {
    let file = root.join("apps/toy/APP.md");
    let text = fs::read_to_string(&file).expect("read");
    assert!(text.contains(from), "{from}");
    fs::write(file, text.replace(from, to)).expect("written");
}

pub(crate) fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("JSON expected: {}", said(output)))
}

pub(crate) fn kinds(value: &Value) -> Vec<String> {
    let changes = value["changes"].as_array().expect("changes");
    let mut kinds: Vec<String> = changes
        .iter()
        .map(|change| change["kind"].as_str().expect("a kind").to_owned())
        .collect();
    kinds.sort();
    kinds.dedup();
    kinds
}
