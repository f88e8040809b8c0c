//! `skillc accept` from end to end: all, some, one by one, and what later comparisons say.

mod toy;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use toy::{edit, json, kinds, said, skillc, workspace};

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
    let nothing = skillc(root, &["accept", "--breaking", "--only", "x*"]);
    assert_eq!(nothing.status.code(), Some(2), "{}", said(&nothing));
    assert_eq!(kept(), before);
    let taken = skillc(root, &["accept", "--breaking", "--only", "t*"]);
    assert_eq!(taken.status.code(), Some(0), "{}", said(&taken));
    assert_eq!(skillc(root, &["diff", "--accepted"]).status.code(), Some(0));
    let again = kept();
    assert_eq!(skillc(root, &["accept"]).status.code(), Some(0));
    assert_eq!(kept(), again, "accepting the same again changes nothing");
}

/// The files below `accepted/`, by path.
fn accepted(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut open = vec![root.join("accepted")];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").path())
        {
            if entry.is_dir() {
                open.push(entry);
            } else {
                let name = entry.strip_prefix(root).expect("below").to_string_lossy().into_owned();
                files.insert(name, fs::read(&entry).expect("read"));
            }
        }
    }
    files
}

/// Skill and kind of every change since it was accepted; every cause is a line of APP.md or a setting.
fn pending(root: &Path) -> Vec<(Option<String>, String, String)> {
    let value = json(&skillc(root, &["diff", "--accepted", "--format", "json"]));
    assert_eq!(value["problems"].as_array().map(Vec::len), Some(0), "{value:#}");
    let changes = value["changes"].as_array().expect("changes").iter();
    let text = |value: &Value| value.as_str().map(ToOwned::to_owned);
    let mut pending: Vec<_> = changes
        .map(|change| {
            assert_eq!(change["cause"]["kind"], "app-md", "{change:#}");
            (
                text(&change["skill"]),
                text(&change["kind"]).expect("a kind"),
                text(&change["cause"]["field"]).expect("a field"),
            )
        })
        .collect();
    pending.sort();
    pending
}

/// Two skills change, and so does what concerns the whole app.
fn edited() -> tempfile::TempDir {
    let workspace = workspace();
    let root = workspace.path();
    assert_eq!(skillc(root, &["accept"]).status.code(), Some(0));
    edit(root, "- Delete\n", "- Delete\n- Red\n");
    edit(root, "- Be patient", "- Be quick");
    edit(root, "tap \"Not now\"", "tap \"Never\"");
    workspace
}

#[test]
fn one_skill_is_accepted_and_the_others_stay_byte_for_byte() {
    let workspace = edited();
    let root = workspace.path();
    let (before, all) = (accepted(root), pending(root));
    let removed = (
        Some("toy-blocks-red-blocks".to_owned()),
        "removed".to_owned(),
        "Skip[1]".to_owned(),
    );
    assert!(all.contains(&removed), "{all:?}");
    let output = skillc(root, &["accept", "--only", "toy-blocks-red-blocks"]);
    assert_eq!(output.status.code(), Some(1), "it breaks: {}", said(&output));
    assert_eq!(accepted(root), before);
    let output = skillc(root, &["accept", "--only", "toy/toy-*red*", "--breaking"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let after = accepted(root);
    for (file, text) in &before {
        let shared = file.ends_with("compile.json") || file.ends_with("manifest.md");
        match after.get(file) {
            _ if shared => {}
            None => assert!(file.contains("red-blocks"), "{file} is gone"),
            Some(now) => assert_eq!(now, text, "{file}"),
        }
    }
    assert!(!after.keys().any(|file| file.contains("red-blocks")));
    let manifest = String::from_utf8_lossy(&after["accepted/mirroir/toy/manifest.md"]).into_owned();
    assert!(manifest.contains("2 skills") && !manifest.contains("Red"), "{manifest}");
    let left: Vec<_> = all.iter().filter(|change| **change != removed).cloned().collect();
    assert_eq!(pending(root), left);
    // The nightly comparison agrees.
    let night = skillc(root, &["nightly", "--format", "json"]);
    assert_eq!(
        json(&night)["summary"],
        json(&skillc(root, &["diff", "--accepted", "--format", "json"]))["summary"]
    );
}

#[test]
fn the_app_as_a_whole_is_accepted_and_a_skill_is_held_back() {
    let workspace = edited();
    let root = workspace.path();
    let output = skillc(root, &["accept", "--only", "toy/", "--breaking"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert_eq!(
        pending(root),
        [(
            Some("toy-blocks-red-blocks".to_owned()),
            "removed".to_owned(),
            "Skip[1]".to_owned()
        )]
    );
    let files = accepted(root);
    let tip = |file: &str| String::from_utf8_lossy(&files[file]).contains("Be quick");
    assert!(
        tip("accepted/agent-skills/toy-trains/SKILL.md"),
        "what follows the app has its new texts"
    );
    assert!(
        !tip("accepted/agent-skills/toy-blocks-red-blocks/SKILL.md"),
        "what is held back has the old ones"
    );
    // Taking the edit back: what was accepted with it differs now, and says so.
    edit(root, "- Be quick", "- Be patient");
    assert!(pending(root).contains(&(None, "tips".to_owned(), "Tips[0]".to_owned())));
    edit(root, "- Be patient", "- Be quick");
    let rest = skillc(root, &["accept", "--only", "toy-*", "--breaking"]);
    assert_eq!(rest.status.code(), Some(0), "{}", said(&rest));
    assert_eq!(pending(root), []);
    assert_eq!(skillc(root, &["accept"]).status.code(), Some(0));
    let whole = tempfile::tempdir().expect("a folder");
    let elsewhere = format!("workspace.accepted={}", whole.path().join("accepted").display());
    assert_eq!(skillc(root, &["accept", "--set", &elsewhere]).status.code(), Some(0));
    assert_eq!(
        accepted(root),
        accepted(whole.path()),
        "bit by bit comes to the same as at once"
    );
}

#[test]
fn what_was_accepted_alone_is_explained_by_what_it_was_accepted_under() {
    let workspace = edited();
    let root = workspace.path();
    let output = skillc(root, &["accept", "--only", "toy-blocks-red-blocks", "--breaking"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    edit(root, "- Delete\n- Red\n", "- Delete\n");
    edit(root, "tap \"Never\"", "tap \"Not now\"");
    edit(root, "- Be quick", "- Be patient");
    let value = json(&skillc(root, &["diff", "--accepted", "--format", "json"]));
    assert_eq!(kinds(&value), ["added", "forbidden"], "{value:#}");
    for change in value["changes"].as_array().expect("changes") {
        let cause = &change["cause"];
        assert_eq!(
            (&cause["field"], &cause["old"]),
            (&"Skip[1]".into(), &"Red".into()),
            "{change:#}"
        );
    }
}

#[test]
fn what_was_never_accepted_comes_as_a_whole_and_a_pattern_must_match() {
    let workspace = workspace();
    let root = workspace.path();
    let part = skillc(root, &["accept", "--only", "toy-trains"]);
    assert_eq!(part.status.code(), Some(2), "{}", said(&part));
    assert!(said(&part).contains("only be accepted as a whole"), "{}", said(&part));
    let nothing = skillc(root, &["accept", "--only", "toy-planes"]);
    assert_eq!(nothing.status.code(), Some(2), "{}", said(&nothing));
    assert!(
        said(&nothing).contains("matches no app and no skill"),
        "{}",
        said(&nothing)
    );
}

/// Runs `skillc` at a pseudo terminal and types `keys`; none where the system has no `script` of this kind.
fn at_a_terminal(root: &Path, arguments: &str, keys: &str) -> Option<(Option<i32>, String)> {
    let line = format!("'{}' {arguments}", env!("CARGO_BIN_EXE_skillc"));
    let mut child = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .current_dir(root)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut stdin = child.stdin.take()?;
    for key in keys.chars() {
        std::thread::sleep(std::time::Duration::from_millis(300));
        writeln!(stdin, "{key}").ok()?;
    }
    let output = child.wait_with_output().ok()?;
    drop(stdin);
    Some((
        output.status.code(),
        String::from_utf8_lossy(&output.stdout).into_owned(),
    ))
}

#[test]
fn at_a_terminal_every_change_is_shown_and_asked_about() {
    let workspace = edited();
    let root = workspace.path();
    let before = accepted(root);
    let Some((code, text)) = at_a_terminal(root, "accept --interactive", "?q") else {
        eprintln!("not tried: there is no script command that runs a program at a terminal");
        return;
    };
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains("accept this [y,n,a,d,q,?]?") && text.contains("breaking changes are asked about"),
        "{text}"
    );
    assert!(text.contains("0 apps accepted"), "{text}");
    assert_eq!(accepted(root), before, "to quit accepts nothing");
    let all = pending(root);
    // Worst first: the app as a whole loses a screen, then a skill is gone.
    let (_, text) = at_a_terminal(root, "accept -i", "ny").expect("a terminal");
    assert!(
        text.contains("toy/\r\n") && text.contains("toy/toy-blocks-red-blocks"),
        "{text}"
    );
    assert!(text.contains("1 part of other apps accepted"), "{text}");
    let left = pending(root);
    assert!(
        left.len() < all.len() && left.iter().all(|change| change.0.is_none()),
        "{left:?}"
    );
    let (_, text) = at_a_terminal(root, "accept -i", "y").expect("a terminal");
    assert!(text.contains("1 app accepted"), "{text}");
    assert_eq!(pending(root), []);
}
