//! `skillc diff` where something else than APP.md changed: the app itself, the detector, a setting, and several of these at once.

mod toy;

use std::fs;
use std::path::Path;

use serde_json::Value;
use toy::{APP, edit, json, said, skillc, workspace};

/// Records what the app looks like after an update into `captures`: the scenes change, what the description says doesn't.
fn update(root: &Path, captures: &str) {
    edit(root, "element row: Trains", "element row: Railways");
    edit(root, "element row: Blue blocks", "element row: Green blocks");
    let record = [
        "record",
        "--source",
        "simulator",
        "--app",
        "apps/toy/APP.md",
        "--seed",
        "1",
        "--quiet",
        "--captures",
        captures,
    ];
    let output = skillc(root, &record);
    assert!(output.status.success(), "{}", said(&output));
    fs::write(root.join("apps/toy/APP.md"), APP).expect("written");
}

fn diff(root: &Path, arguments: &[&str]) -> Value {
    let output = skillc(root, &[&["diff", "--format", "json"], arguments].concat());
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let value = json(&output);
    assert_eq!(value["problems"].as_array().map(Vec::len), Some(0), "{value:#}");
    value
}

fn changes(value: &Value) -> &Vec<Value> {
    value["changes"].as_array().expect("changes")
}

/// The kinds of the changes about `skill` with what caused them.
fn about<'v>(value: &'v Value, skill: &str) -> Vec<(&'v str, &'v str)> {
    let text = |value: &'v Value| value.as_str().expect("a text");
    let about = changes(value).iter().filter(|change| change["skill"] == skill);
    about
        .map(|change| (text(&change["kind"]), text(&change["cause"]["kind"])))
        .collect()
}

#[test]
fn what_the_app_update_broke_is_told_by_the_frames() {
    let workspace = workspace();
    let root = workspace.path();
    update(root, "updated");
    let value = diff(root, &["--captures", "captures", "--captures-new", "updated"]);
    assert_eq!(
        about(&value, "toy-railways"),
        [
            ("retargeted", "recording"),
            ("renamed", "recording"),
            ("relabelled", "recording")
        ]
    );
    for change in changes(&value) {
        assert_eq!(change["cause"]["field"], "recording");
        assert!(change["cause"]["old"] != change["cause"]["new"], "{change:#}");
        let frames: Vec<&Value> = change["evidence"].as_array().expect("evidence").iter().collect();
        assert!(
            frames.iter().any(|one| one["side"] == "old" && one["frame"].is_u64()),
            "{change:#}"
        );
        assert!(
            frames.iter().any(|one| one["side"] == "new" && one["frame"].is_u64()),
            "{change:#}"
        );
    }
    let same = skillc(root, &["diff", "--captures", "updated", "--captures-new", "updated"]);
    assert_eq!(same.status.code(), Some(0), "{}", said(&same));
}

#[test]
fn another_setting_is_the_cause_with_both_values() {
    let workspace = workspace();
    let value = diff(
        workspace.path(),
        &["--set", "compile.skip=Red", "--set-new", "compile.skip=Trains"],
    );
    for change in changes(&value) {
        let cause = &change["cause"];
        assert_eq!(cause["kind"], "setting", "{change:#}");
        assert_eq!(
            (&cause["field"], &cause["old"], &cause["new"]),
            (&"compile.skip".into(), &"[\"Red\"]".into(), &"[\"Trains\"]".into())
        );
    }
    assert_eq!(about(&value, "toy-trains"), [("removed", "setting")]);
}

#[test]
fn of_several_things_that_changed_each_change_has_its_own() {
    let workspace = workspace();
    let root = workspace.path();
    update(root, "updated");
    edit(root, "- Be patient", "- Be quick");
    let several = [
        "HEAD",
        "apps",
        "--captures",
        "captures",
        "--captures-new",
        "updated",
        "--set-new",
        "compile.skip=Red",
    ];
    let value = diff(root, &several);
    assert_eq!(about(&value, "toy-blocks-red-blocks"), [("removed", "setting")]);
    let railways = about(&value, "toy-railways");
    assert!(
        !railways.is_empty() && railways.iter().all(|change| change.1 == "recording"),
        "{value:#}"
    );
    let tip = changes(&value)
        .iter()
        .find(|change| change["kind"] == "tips")
        .expect("a tip");
    assert_eq!(tip["cause"]["field"], "Tips[0]");
}

#[test]
fn accepted_skills_are_compared_with_other_recordings_and_settings() {
    let workspace = workspace();
    let root = workspace.path();
    assert_eq!(skillc(root, &["accept"]).status.code(), Some(0));
    update(root, "captures");
    let value = diff(root, &["--accepted", "--set", "compile.skip=Red"]);
    assert_eq!(
        about(&value, "toy-blocks-red-blocks"),
        [("removed", "setting")],
        "{value:#}"
    );
    let railways = about(&value, "toy-railways");
    assert!(
        !railways.is_empty() && railways.iter().all(|change| change.1 == "recording"),
        "{value:#}"
    );
}

/// An app with a row in a script that no bundled font has: it is drawn as boxes, which no detector reads as the recording has it.
const SEARCH: &str = "---
app: Finder
---

## Structure

One screen with a field.

## Simulator

- root: home

## Simulator Screen home

- title: Find something new
- element row: कविता और गीत → poetry

## Simulator Screen poetry

- title: Poetry
- back: home
- element text: No poem has been written yet
";

#[test]
fn with_another_detector_the_detection_is_the_cause() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    fs::create_dir_all(root.join("apps/finder")).expect("folders");
    fs::write(root.join("apps/finder/APP.md"), SEARCH).expect("written");
    fs::write(root.join("skillc.toml"), "").expect("written");
    let record = [
        "record",
        "--source",
        "simulator",
        "--app",
        "apps/finder/APP.md",
        "--seed",
        "1",
        "--quiet",
    ];
    assert!(skillc(root, &record).status.success());
    let value = diff(root, &["--detector", "recorded", "--detector-new", "rerun"]);
    for change in changes(&value) {
        let cause = &change["cause"];
        assert_eq!(
            (&cause["kind"], &cause["field"]),
            (&"detection".into(), &"detection".into()),
            "{change:#}"
        );
        assert_eq!(cause["old"], "others: recorded");
        assert!(
            cause["new"]
                .as_str()
                .is_some_and(|new| new.contains("others: rerun, detector ")),
            "{change:#}"
        );
        assert!(!change["evidence"].as_array().expect("evidence").is_empty());
    }
    let same = skillc(root, &["diff", "--detector", "rerun"]);
    assert_eq!(same.status.code(), Some(2), "no git, no HEAD: {}", said(&same));
}
