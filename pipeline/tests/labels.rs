//! What element patterns call the rows that were touched reaches the skills, with the pattern's name behind it, and never a row that
//! wasn't touched.

mod program;
mod transcript;

use std::fs;
use std::path::Path;

use program::{files, said, skillc};
use serde_json::{Value, json};
use tempfile::TempDir;
use transcript::{Texts, Transcript};

const APP: &str = "---\napp: Desk\n---\n\n## Structure\n\nSettings of a desk.\n";

const ROW: &str = "---\nname: list-row\n---\n# Row\n\n## Description\n\nA row that opens something.\n\n## Match Rules\n\n\
                   - row_has_chevron: true\n\n## Interaction\n\n- clickable: true\n\
                   - click_target: first_navigation_element\n- click_result: pushes_screen\n- label_rule: first_text\n";

const HOME: Texts<'_> = &[
    ("9:41", 175, 30),
    ("Settings", 100, 120),
    ("General", 60, 250),
    (">", 370, 250),
    ("Storage", 60, 310),
    ("42 GB", 300, 311),
    (">", 370, 310),
    ("Alarms", 60, 500),
    ("Timers", 240, 500),
];

fn page<'t>(title: &'t str, text: &'t str) -> Vec<(&'t str, i32, i32)> {
    vec![
        ("9:41", 175, 30),
        ("< Settings", 40, 80),
        (title, 100, 120),
        (text, 60, 250),
    ]
}

/// A workspace with a session that touched a row between its texts, a row on its value, one of two buttons, and that row on its name.
fn workspace() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let root = folder.path();
    fs::create_dir_all(root.join("apps/desk")).expect("folders");
    fs::write(root.join("apps/desk/APP.md"), APP).expect("written");
    fs::write(root.join("skillc.toml"), "[detect]\nsource = \"recorded\"\n").expect("written");
    let mut session = Transcript::default();
    session.launch("Desk", HOME);
    for (at, title, text) in [
        ((200, 255), "General things", "Nothing to set here"),
        ((300, 311), "Storage used", "Photos need most of it"),
        ((240, 500), "Timers and more", "No timer is running"),
        ((60, 310), "Storage used", "Photos need most of it"),
    ] {
        session.tap(at.0, at.1, &page(title, text));
        session.tap(40, 80, HOME);
    }
    fs::write(root.join("session.jsonl"), session.text()).expect("written");
    let imported = skillc(
        root,
        &[
            "captures",
            "import",
            "--kind",
            "transcript",
            "--app-md",
            "apps/desk/APP.md",
            "session.jsonl",
        ],
    );
    assert!(imported.status.success(), "{}", said(&imported));
    folder
}

fn patterns(root: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = root.join("patterns/elements").join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(path, text).expect("written");
    }
}

const WITH: [&str; 3] = ["compile", "--set", "workspace.patterns=patterns"];

/// The steps that touch something, over all skills.
fn taps(root: &Path) -> Vec<String> {
    let record = fs::read_to_string(root.join("out/mirroir/desk/compile.json")).expect("a record");
    let record: Value = serde_json::from_str(&record).expect("JSON");
    let skills = record["skills"].as_array().expect("skills").iter();
    let steps = skills.flat_map(|skill| skill["steps"].as_array().expect("steps"));
    let taps = steps.filter(|step| step["type"] == "tap");
    taps.map(|step| {
        let pattern = step["pattern"]
            .as_str()
            .map(|name| format!(" ({name})"))
            .unwrap_or_default();
        format!("{}{pattern}", step["text"].as_str().expect("a sentence"))
    })
    .collect()
}

#[test]
fn a_touched_row_is_called_what_its_pattern_says() {
    let folder = workspace();
    let root = folder.path();
    let plain = skillc(root, &["compile"]);
    assert!(plain.status.success(), "{}", said(&plain));
    assert_eq!(
        taps(root),
        ["Tap at (200, 255).", "Tap \"42 GB\".", "Tap \"Timers\"."],
        "without patterns the texts under the finger are all there is"
    );
    patterns(root, &[("list-row.md", ROW)]);
    let named = skillc(root, &[WITH.as_slice(), &["--explain"]].concat());
    assert!(named.status.success(), "{}", said(&named));
    assert_eq!(
        taps(root),
        [
            "Tap \"General\". (list-row)",
            "Tap \"Storage\". (list-row)",
            "Tap \"Timers\"."
        ]
    );
    let explained = said(&named);
    let graph: Vec<&str> = explained.lines().filter(|line| line.contains("graph")).collect();
    assert!(
        graph.iter().any(|line| line.contains("workspace.patterns")),
        "{explained}"
    );
    let written = |file: &str| fs::read_to_string(root.join("out/mirroir/desk").join(file)).expect(file);
    assert!(written("storage.md").contains("\n4. Tap \"Storage\"\n"));
    let compiled: Value = serde_json::from_str(&written("storage.compiled.json")).expect("JSON");
    let tap = &compiled["steps"][2];
    assert_eq!(
        (&tap["label"], &tap["hints"]["tapX"], &tap["hints"]["matchStrategy"]),
        (&json!("Storage"), &json!(300.0), &json!("exact")),
        "the touch stays where it was"
    );
    // Nobody told the size of the window, so no skill does.
    let skill = fs::read_to_string(root.join("out/agent-skills/desk-storage/SKILL.md")).expect("a skill");
    assert!(
        skill.contains("a window whose size nobody recorded") && !skill.contains("0 ×") && !skill.contains("window:"),
        "{skill}"
    );
    let why = skillc(root, &[WITH.as_slice(), &["--why", "desk-storage:3"]].concat());
    let why = said(&why);
    assert!(
        why.contains("Tap \"Storage\"")
            && why.contains("  pattern  list-row names what is touched")
            && why.contains("  seen     2 times"),
        "{why}"
    );
    // Taken away again, everything is as it was.
    assert!(skillc(root, &["compile"]).status.success());
    assert_eq!(taps(root)[1], "Tap \"42 GB\".");
}

#[test]
fn an_edited_pattern_runs_what_it_names_again() {
    let folder = workspace();
    let root = folder.path();
    patterns(root, &[("list-row.md", ROW)]);
    assert!(skillc(root, &WITH).status.success());
    patterns(root, &[("list-row.md", &ROW.replace("first_text", "longest_text"))]);
    assert!(skillc(root, &WITH).status.success());
    assert_eq!(taps(root)[1], "Tap \"Storage\". (list-row)");
    patterns(
        root,
        &[("list-row.md", &ROW.replace("clickable: true", "clickable: no"))],
    );
    assert!(skillc(root, &WITH).status.success());
    assert_eq!(taps(root)[1], "Tap \"42 GB\".");
    // A recipe names nothing.
    fs::create_dir_all(root.join("patterns/screens")).expect("a folder");
    let recipe = "---\nname: list\n---\n\n## Description\n\nA list.\n\n## Required Components\n\n- list-row\n";
    fs::write(root.join("patterns/screens/list.recipe.md"), recipe).expect("written");
    let report = skillc(root, &[WITH.as_slice(), &["--format", "json"]].concat());
    let report: Value = serde_json::from_slice(&report.stdout).expect("JSON");
    let ran = |stage: &str| report["stages"][stage]["run"].as_u64();
    assert_eq!((ran("graph"), ran("flows"), ran("skills")), (Some(0), Some(0), Some(1)));
    let cleanup = "## Description\n\nNoise.\n\n## Exclude Labels\n\n- Storage\n";
    patterns(root, &[("list-row.md", ROW), ("text-cleanup.md", cleanup)]);
    assert!(skillc(root, &WITH).status.success());
    assert_eq!(taps(root)[..2], ["Tap \"General\". (list-row)", "Tap \"42 GB\"."]);
}

#[test]
fn a_comparison_says_that_the_patterns_did_it() {
    let folder = workspace();
    let root = folder.path();
    patterns(root, &[("list-row.md", ROW)]);
    let compared = skillc(
        root,
        &[
            "diff",
            "apps/desk/APP.md",
            "apps/desk/APP.md",
            "--set-new",
            "workspace.patterns=patterns",
        ],
    );
    let told = said(&compared);
    assert_eq!(compared.status.code(), Some(1), "{told}");
    assert!(
        told.contains("workspace.patterns") && told.contains("Storage"),
        "{told}"
    );
}

#[test]
fn files_that_cannot_be_used_are_named_and_the_others_count() {
    let folder = workspace();
    let root = folder.path();
    let huge = "x".repeat(300_000);
    let hostile = [
        ("a-empty.md", ""),
        (
            "b-unknown-key.md",
            "## Description\n\nA\n\n## Match Rules\n\n- colour: red\n",
        ),
        (
            "c-bad-value.md",
            "## Description\n\nA\n\n## Interaction\n\n- clickable: perhaps\n",
        ),
        (
            "d-bad-pattern.md",
            "## Description\n\nA\n\n## Match Rules\n\n- text_pattern: (((\n",
        ),
        (
            "e-huge-pattern.md",
            "## Description\n\nA\n\n## Match Rules\n\n- text_pattern: (a{1000}){1000}\n",
        ),
        ("f-huge.md", huge.as_str()),
        (
            "g-reversed.md",
            "## Description\n\nA\n\n## Match Rules\n\n- min_elements: 9\n- max_elements: 1\n",
        ),
        ("h-no-end.md", "---\nname: x\n"),
        ("i-\u{1b}[31mred.md", "no description"),
        ("list-row.md", ROW),
        ("list-row-2.md", ROW),
    ];
    patterns(root, &hostile);
    fs::write(root.join("patterns/elements/j-bytes.md"), [0xff, 0xfe, 0, 0x80]).expect("written");
    fs::create_dir_all(root.join("patterns/elements/k-folder.md")).expect("a folder");
    fs::create_dir_all(root.join("patterns/screens")).expect("a folder");
    for (name, text) in [("empty.recipe.md", ""), ("nameless.recipe.md", "## Description\n\nA\n")] {
        fs::write(root.join("patterns/screens").join(name), text).expect("written");
    }
    let compiled = skillc(root, &WITH);
    let told = said(&compiled);
    assert!(compiled.status.success(), "{told}");
    for name in [
        "a-empty.md",
        "b-unknown-key.md",
        "c-bad-value.md",
        "d-bad-pattern.md",
        "e-huge-pattern.md",
        "f-huge.md",
        "h-no-end.md",
        "j-bytes.md",
        "k-folder.md",
        "list-row-2.md",
        "empty.recipe.md",
        "nameless.recipe.md",
    ] {
        assert!(told.contains(name), "{name} is not named: {told}");
    }
    assert!(!told.contains('\u{1b}'), "{told:?}");
    assert_eq!(taps(root)[1], "Tap \"Storage\". (list-row)");
}

#[test]
fn names_that_the_recording_or_a_tab_gives_come_first() {
    let folder = TempDir::new().expect("a folder");
    let root = folder.path();
    let element = |text: &str, x: f64, y: f64| json!({"text": text, "tapX": x, "tapY": y});
    let node = |fingerprint: &str, depth: u32, elements: Value| {
        json!({"fingerprint": fingerprint, "elements": elements, "icons": [], "hints": [], "depth": depth,
            "screenType": "list", "visitedElements": [], "isInfiniteScroll": false, "scrollExhausted": false})
    };
    let edge = |to: &str, text: &str, label: &str| {
        json!({"fromFingerprint": "a", "toFingerprint": to, "actionType": "tap", "elementText": text,
            "displayLabel": label, "edgeType": "push"})
    };
    let graph = json!({
        "version": 2, "savedAt": "2026-08-01T00:00:00Z", "rootFingerprint": "a",
        "nodes": [
            node("a", 0, json!([element("Desk", 100.0, 120.0), element("Sleep", 60.0, 250.0), element("7 h", 300.0, 250.0),
                element(">", 370.0, 250.0), element("Walks", 60.0, 310.0), element("3 km", 300.0, 310.0), element(">", 370.0, 310.0)])),
            node("b", 1, json!([element("Sleep stages", 100.0, 120.0), element("Deep and light", 60.0, 250.0)])),
            node("c", 1, json!([element("Walks of today", 100.0, 120.0), element("Around the lake", 60.0, 250.0)])),
        ],
        "edges": [edge("b", "7 h", "Nights"), edge("c", "3 km", "")],
        "deadEdges": [],
    });
    fs::create_dir_all(root.join("apps/desk")).expect("folders");
    fs::write(root.join("apps/desk/APP.md"), APP).expect("written");
    fs::write(root.join("skillc.toml"), "").expect("written");
    fs::write(root.join("desk.json"), graph.to_string()).expect("written");
    let imported = skillc(
        root,
        &["captures", "import", "desk.json", "--app-md", "apps/desk/APP.md"],
    );
    assert!(imported.status.success(), "{}", said(&imported));
    patterns(root, &[("list-row.md", ROW)]);
    let compiled = skillc(root, &WITH);
    assert_ne!(compiled.status.code(), Some(2), "{}", said(&compiled));
    let names: Vec<String> = files(&root.join("out/agent-skills"))
        .into_iter()
        .map(|path| path.display().to_string())
        .collect();
    assert!(names.iter().any(|name| name.contains("desk-nights")), "{names:?}");
    assert!(names.iter().any(|name| name.contains("desk-walks")), "{names:?}");
    // The name of the recorder stands nowhere on the screen, so the step says what does; no pattern gave either.
    assert_eq!(taps(root), ["Tap \"7 h\".", "Tap \"Walks\". (list-row)"]);
}
