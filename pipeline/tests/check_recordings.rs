//! `skillc check --against-captures` from end to end: an app is recorded, and the file that is checked has other ideas of it.

mod toy;

use std::fs;

use toy::{json, said, skillc};

const RECORDED: &str = "---
app: Asker
locale: en_GB
---

## Structure

A home with a question on it.

## Simulator

- root: home

## Simulator Screen home

- title: All of the things that are yours
- element row: Rate this app → rate
- element row: Settings → settings

## Simulator Screen rate

- title: Rate this app with stars
- back: home
- element row: Later this week → home
- element row: Later → home

## Simulator Screen settings

- title: Settings
- back: home
- element text: There is nothing to set for you
";

#[test]
fn what_the_recordings_show_is_told_with_its_picture() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    fs::create_dir_all(root.join("apps/asker")).expect("folders");
    fs::write(root.join("apps/asker/APP.md"), RECORDED).expect("written");
    fs::write(root.join("skillc.toml"), "").expect("written");
    let record = [
        "record",
        "--source",
        "simulator",
        "--app",
        "apps/asker/APP.md",
        "--seed",
        "1",
        "--quiet",
    ];
    let output = skillc(root, &record);
    assert!(output.status.success(), "{}", said(&output));
    let edited = RECORDED.replace("locale: en_GB", "locale: ja_JP").replace(
        "## Simulator\n",
        "## Obstacles\n\n- Rate this app → tap \"Later\"\n- Sign in → tap \"Cancel\"\n\n## Skip\n\n- Setting\n- Zeppelin\n\n## Simulator\n",
    );
    fs::write(root.join("apps/asker/APP.md"), edited).expect("written");
    let check = [
        "check",
        "--against-captures",
        "--pictures",
        "shots",
        "--format",
        "json",
        "--fail-on",
        "error",
    ];
    let output = skillc(root, &check);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let value = json(&output);
    let findings = value["files"][0]["findings"].as_array().expect("findings");
    let of = |code: &str| findings.iter().find(|finding| finding["code"] == code);
    for code in [
        "action-hits-other",
        "trigger-never-seen",
        "trigger-on-ordinary-screen",
        "skip-hits-tapped",
        "skip-never-seen",
        "locale-contradicted",
        "locale-not-recorded",
        "not-observed",
    ] {
        assert!(of(code).is_some(), "{code}: {value:#}");
    }
    let seen = &of("action-hits-other").expect("a finding")["seen"][0];
    assert!(
        seen["hit"].is_object() && seen["meant"].is_object() && seen["frame"].is_u64(),
        "{seen:#}"
    );
    let picture = fs::read(root.join(seen["picture"].as_str().expect("a picture"))).expect("written");
    assert!(picture.starts_with(b"\x89PNG"));
    let told = skillc(root, &["check", "--against-captures"]);
    assert!(said(&told).contains("skillc captures show "), "{}", said(&told));
    fs::write(root.join("apps/asker/APP.md"), RECORDED).expect("written");
    let fine = skillc(root, &["check", "--against-captures", "--fail-on", "note"]);
    assert_eq!(fine.status.code(), Some(0), "{}", said(&fine));
}
