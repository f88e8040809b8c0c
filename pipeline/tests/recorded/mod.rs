//! A small recorded app in a workspace of its own, for tests that run the built program.

#![allow(dead_code)] // each test file uses some of it

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use serde_json::Value;
use tempfile::TempDir;

/// An APP.md that says something under every field.
pub(crate) const APP: &str = "---
app: Toy
archetype: settings-list
obstacle_mode: auto
---

## Structure

A toy with a few rows. What it shows is always the same, whoever looks at it and whenever that is.

## Tabs

- Box
- Shelf

## Obstacles

- Rate this app → tap \"Not now\"
- Sign in → dismiss \"Later\"

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
- element tab: Box → home
- element tab: Shelf → shelf

## Simulator Screen shelf

- title: Top shelf
- element row: Puzzles → puzzles
- element tab: Box → home
- element tab: Shelf → shelf

## Simulator Screen puzzles

- title: Puzzles
- back: shelf
- element text: A thousand pieces are missing

## Simulator Screen blocks

- title: Blocks
- back: home
- element row: Red blocks → red

## Simulator Screen red

- title: Red blocks
- back: blocks
- element text: There are five of them

## Simulator Screen trains

- title: Trains
- back: home
- element text: The shed is empty tonight

## Simulator Screen gone

- title: All toys are gone
- element text: Nothing can be played with

## Simulator Obstacle 1_rate

- title: Rate this app
- buttons: Rate, Not now
- trigger: on_first_describe
";

/// A workspace with the app recorded twice, made once.
fn recorded() -> &'static Path {
    static MADE: OnceLock<TempDir> = OnceLock::new();
    let made = MADE.get_or_init(|| {
        let folder = TempDir::new().expect("a folder");
        let root = folder.path();
        fs::create_dir_all(root.join("apps/toy")).expect("folders");
        fs::write(root.join("apps/toy/APP.md"), APP).expect("written");
        fs::write(root.join("skillc.toml"), "[detect]\nsource = \"recorded\"\n").expect("written");
        for seed in ["1", "2"] {
            let output = skillc(root, &["record", "--app", "apps/toy/APP.md", "--seed", seed, "--quiet"]);
            assert_eq!(code(&output), 0, "{}", said(&output));
        }
        folder
    });
    made.path()
}

/// A copy of the workspace that a test may change.
pub(crate) fn workspace() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    copy(recorded(), folder.path());
    folder
}

/// A copy of the sample workspace that a test may change.
pub(crate) fn sample() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../datasets/sample");
    for part in ["skillc.toml", "apps", "accepted", "captures"] {
        copy(&sample.join(part), &folder.path().join(part));
    }
    folder
}

pub(crate) fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        fs::create_dir_all(to).expect("a folder");
        for entry in fs::read_dir(from).expect("a folder") {
            let entry = entry.expect("an entry");
            copy(&entry.path(), &to.join(entry.file_name()));
        }
    } else {
        fs::copy(from, to).expect("a copy");
    }
}

/// The built program in `folder`, not started yet.
pub(crate) fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_skillc"));
    command
        .args(arguments)
        .current_dir(folder)
        .env_remove("SKILLC_CONFIG")
        .stdin(Stdio::null());
    command
}

pub(crate) fn skillc(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().expect("skillc starts")
}

pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or(-1)
}

/// Both streams.
pub(crate) fn said(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

pub(crate) fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("no JSON ({error}): {}", said(output)))
}

/// The JSON report of `skillc compile` with exit code 0.
pub(crate) fn compile(folder: &Path, more: &[&str]) -> Value {
    let output = skillc(folder, &[&["compile", "--format", "json"], more].concat());
    assert_eq!(code(&output), 0, "{}", said(&output));
    json(&output)
}

/// The stages of which a unit ran, with how many.
pub(crate) fn ran(report: &Value) -> Vec<(String, u64)> {
    let stages = report["stages"].as_object().expect("stages");
    let run = stages
        .iter()
        .map(|(name, counts)| (name.clone(), counts["run"].as_u64().expect("a count")));
    run.filter(|(_, run)| *run > 0).collect()
}

pub(crate) fn edit(file: &Path, from: &str, to: &str) {
    let before = fs::read_to_string(file).expect("text");
    assert!(before.contains(from), "{} has no {from:?}", file.display());
    fs::write(file, before.replacen(from, to, 1)).expect("written");
}

/// Every file below `folder` with its bytes, by path.
pub(crate) fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files: Vec<_> = walkdir::WalkDir::new(folder)
        .into_iter()
        .flatten()
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let name = entry.path().strip_prefix(folder).expect("below").to_path_buf();
            (name, fs::read(entry.path()).expect("bytes"))
        })
        .collect();
    files.sort();
    files
}

/// Fails with the names of the files that differ.
pub(crate) fn assert_same(one: &[(PathBuf, Vec<u8>)], other: &[(PathBuf, Vec<u8>)], what: &str) {
    let names = |files: &[(PathBuf, Vec<u8>)]| files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(one), names(other), "{what}: other files");
    let different: Vec<_> = one
        .iter()
        .zip(other)
        .filter(|(a, b)| a.1 != b.1)
        .map(|(a, _)| &a.0)
        .collect();
    assert!(different.is_empty(), "{what}: {different:?} differ");
}
