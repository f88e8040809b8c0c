//! Both public validators of the Agent Skills specification accept what is compiled, in both layouts; and the stricter rules hold.

mod program;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use program::{files, said, sample, shared, simulated_apps, skillc};
use serde_json::{Value, json};

/// An app whose names are made to break YAML, Markdown, file names and limits.
const HOSTILE: &str = "---
app: \"Näive: #1\" --- 'app' <b>${HOME}</b> \u{202e}שלום 🦊 - a name far longer than the sixty-four characters that a skill's name may have
archetype: settings-list
---

## Structure

---
name: another front matter
---

| a | table |
| - | ----- |

## Obstacles

- Rate: \"this\" | app → tap \"Not # now\"

## Tips

- `---`
- \t**never** ~~[link](javascript:alert(1))~~

## Simulator

- root: home

## Simulator Screen home

- title: --- # Home: \"yes\"
- element row: null → null
- element row: 1.10 → yes
- element row: 設定 → 設定
- element row: ../../etc/passwd → up

## Simulator Screen null

- title: null
- back: home
- element row: Deeper | than `this` → deep

## Simulator Screen deep

- title: {{ braces }} & \"quotes\" \\\\ backslash
- back: null
- element text: --- the end ---

## Simulator Screen yes

- title: yes
- back: home
- element text: 'single' and: colon

## Simulator Screen 設定

- title: 設定
- back: home
- element text: 一般

## Simulator Screen up

- title: ../../etc/passwd
- back: home
- element text: nothing to see
";

/// The folders with a SKILL.md below `folder`.
fn skills(folder: &Path) -> Vec<PathBuf> {
    files(folder)
        .into_iter()
        .filter(|path| path.file_name().is_some_and(|name| name == "SKILL.md"))
        .filter_map(|path| path.parent().map(Path::to_owned))
        .collect()
}

/// Records and compiles `app` in both layouts and has every skill judged.
fn hold(app: &Path) {
    let folder = tempfile::tempdir().expect("a folder");
    let name = app.display().to_string();
    let recorded = skillc(
        folder.path(),
        &[
            "record",
            "--source",
            "simulator",
            "--app",
            &name,
            "--captures",
            "C",
            "--seed",
            "1",
        ],
    );
    assert!(recorded.status.success(), "{name}: {}", said(&recorded));
    for layout in ["per-flow", "per-app"] {
        let out = format!("out-{layout}");
        let setting = format!("compile.layout={layout}");
        let compiled = skillc(
            folder.path(),
            &[
                "compile",
                "--set",
                "detect.source=recorded",
                "--set",
                &setting,
                "--app",
                &name,
                "--captures",
                "C",
                "--out",
                &out,
            ],
        );
        assert_ne!(compiled.status.code(), Some(2), "{name}: {}", said(&compiled));
        let found = skills(&folder.path().join(&out).join("agent-skills"));
        for skill in &found {
            is_strict(skill);
            let faults = skref::validate(skill, false);
            assert!(faults.is_empty(), "{name}, {}: {faults:?}", skill.display());
        }
        is_valid_to_skills_ref(&found);
    }
}

/// The rules that are stricter than the validators'.
fn is_strict(skill: &Path) {
    let text = fs::read_to_string(skill.join("SKILL.md")).expect("a skill");
    let at = skill.display();
    assert!(!text.contains('\r'), "{at}: LF only");
    let (matter, body) = text
        .strip_prefix("---\n")
        .and_then(|rest| rest.split_once("\n---\n"))
        .unwrap_or_else(|| panic!("{at}: no front matter"));
    assert!(!matter.contains("---"), "{at}: --- within the front matter");
    let mut keys = BTreeSet::new();
    for line in matter.lines() {
        let (key, value) = line.split_once(':').unwrap_or_else(|| panic!("{at}: {line}"));
        let value = value.trim_start();
        assert!(
            value.is_empty() || value.starts_with('"') && value.ends_with('"'),
            "{at}: {line}"
        );
        if !key.starts_with(' ') {
            assert!(keys.insert(key.to_owned()), "{at}: {key} twice");
        }
        if key == "name" {
            let name = value.trim_matches('"');
            assert_eq!(Some(name), skill.file_name().and_then(|name| name.to_str()), "{at}");
            assert!(name.len() <= 64, "{at}");
        }
    }
    let allowed = [
        "allowed-tools",
        "compatibility",
        "description",
        "license",
        "metadata",
        "name",
    ];
    assert!(keys.iter().all(|key| allowed.contains(&key.as_str())), "{at}: {keys:?}");
    assert!(body.lines().count() < 500, "{at}");
    assert!(matter.contains("Use when"), "{at}: says when to use it");
}

/// The validator in Python, where `scripts/test` has installed it.
#[allow(clippy::print_stderr)] // a notice of what can't be tested here
fn is_valid_to_skills_ref(skills: &[PathBuf]) {
    let Some(python) = std::env::var_os("SKILLC_PYTHON").map(PathBuf::from) else {
        eprintln!("skipped: skills-ref is not installed (SKILLC_PYTHON)");
        return;
    };
    for skill in skills {
        let judged = Command::new(python.with_file_name("agentskills"))
            .arg("validate")
            .arg(skill)
            .output()
            .expect("agentskills runs");
        assert!(judged.status.success(), "{}: {}", skill.display(), said(&judged));
    }
}

#[test]
fn skills_of_the_sample_apps_are_valid() {
    for app in simulated_apps(&sample().join("apps")) {
        hold(&app);
    }
}

#[test]
fn skills_of_the_shared_apps_are_valid() {
    let apps = simulated_apps(&shared("apps"));
    if apps.is_empty() {
        eprintln!("skipped: the shared apps are not here");
    }
    for app in apps {
        hold(&app);
    }
}

#[test]
fn skills_of_an_app_with_hostile_names_are_valid() {
    let folder = tempfile::tempdir().expect("a folder");
    let app = folder.path().join("APP.md");
    fs::write(&app, HOSTILE).expect("written");
    hold(&app);
}

#[test]
fn a_tab_without_text_is_said_to_be_at_the_edge_that_its_bar_is_declared_along() {
    for (layout, edge) in [
        ("", "bottom"),
        ("## Tab Layout\n\n- orientation: vertical\n- edge: left\n", "left"),
        ("## Tab Layout\n\n- orientation: vertical\n- edge: right\n", "right"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        // The last tab of a bar at the bottom is nearer to the right edge, and the first of a rail to the top one.
        let tabs = ["Here", "There", "Yonder", "Nowhere", "Anywhere"];
        let mut app = format!(
            "---\napp: Edges\n---\n\n## Structure\n\nFive places.\n\n## Tabs\n\n- {}\n\n{layout}\n",
            tabs.join("\n- ")
        );
        app += "## Simulator\n\n- root: Here\n";
        for tab in tabs {
            app += &format!(
                "\n## Simulator Screen {tab}\n\n- title: This is {tab}\n- tab_bar: true\n- element text: Words about {tab}\n"
            );
            for other in tabs {
                app += &format!("- element tab: {other} → {other}\n");
            }
        }
        fs::write(folder.path().join("APP.md"), app).expect("written");
        let here = |arguments: &[&str]| {
            let output = skillc(folder.path(), arguments);
            assert!(output.status.success(), "{}", said(&output));
        };
        here(&[
            "record",
            "--source",
            "simulator",
            "--app",
            "APP.md",
            "--captures",
            "C",
            "--seed",
            "1",
            "--icon-only",
        ]);
        let recorded = "detect.source=recorded";
        here(&[
            "compile",
            "--set",
            recorded,
            "--app",
            "APP.md",
            "--captures",
            "C",
            "--out",
            "O",
        ]);
        let texts = files(&folder.path().join("O/agent-skills"));
        let texts: Vec<String> = texts.iter().filter_map(|path| fs::read_to_string(path).ok()).collect();
        let said: Vec<&str> = texts
            .iter()
            .flat_map(|text| text.lines())
            .filter(|line| line.contains("a tab without text"))
            .collect();
        assert!(said.len() >= 4, "{said:?}");
        let wanted = format!("(a tab without text at the {edge} edge, at ");
        assert!(said.iter().all(|line| line.contains(&wanted)), "{edge}: {said:#?}");
    }
}

#[test]
fn two_apps_that_come_to_the_same_name_are_told_and_the_first_keeps_its_skill() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    fs::write(root.join("skillc.toml"), "[detect]\nsource = \"recorded\"\n").expect("written");
    let app = |place: &str, name: &str, row: &str, other: &str| {
        let text = format!(
            "---\napp: {name}\n---\n\n## Structure\n\nRows.\n\n## Simulator\n\n- root: home\n\n## Simulator Screen home\n\n\
             - title: {name} home\n- element row: {row} → a\n- element row: {other} → b\n\n\
             ## Simulator Screen a\n\n- title: {name} first\n- back: home\n- element text: One of {name}\n\n\
             ## Simulator Screen b\n\n- title: {name} second\n- back: home\n- element text: Two of {name}\n"
        );
        fs::create_dir_all(root.join("apps").join(place)).expect("folders");
        fs::write(root.join("apps").join(place).join("APP.md"), text).expect("written");
    };
    app("1", "Foo", "Bar baz", "Plain");
    app("2", "Foo Bar", "Baz", "Other");
    app("3", "天气", "北京", "上海");
    app("4", "Tian Qi", "Bei Jing", "Elsewhere");
    let recorded = skillc(root, &["record", "--source", "simulator", "--seed", "1"]);
    assert!(recorded.status.success(), "{}", said(&recorded));
    let skill = |name: &str| fs::read_to_string(root.join("out/agent-skills").join(name).join("SKILL.md"));
    let mut before = None;
    for jobs in ["1", "2", "2"] {
        let compiled = skillc(root, &["compile", "--jobs", jobs]);
        let told = said(&compiled);
        assert_eq!(compiled.status.code(), Some(1), "{told}");
        for said in [
            "Foo and Foo Bar both have skills in",
            "天气 and Tian Qi both have skills in",
        ] {
            assert!(told.contains(said), "{told}");
        }
        assert!(skill("foo-bar-baz").expect("a skill").contains("app: \"Foo\""));
        assert!(skill("tian-qi-bei-jing").expect("a skill").contains("app: \"天气\""));
        let now: Vec<Vec<u8>> = files(&root.join("out/agent-skills"))
            .into_iter()
            .map(|path| fs::read(path).expect("bytes"))
            .collect();
        assert!(
            before.is_none_or(|before| before == now),
            "the same whoever writes last"
        );
        before = Some(now);
    }
    // The second loses the row: the skill of the first stays.
    app("2", "Foo Bar", "Qux", "Other");
    let edited = skillc(
        root,
        &["compile", "--set", "compile.skip=baz", "--app", "apps/2/APP.md"],
    );
    assert!(edited.status.success(), "{}", said(&edited));
    assert!(skill("foo-bar-baz").expect("a skill").contains("app: \"Foo\""));
}

#[test]
fn labels_of_any_kind_become_lines_that_can_be_followed() {
    let labels = [
        "x".repeat(2000),
        "two\nlines\r\nand\ttab".to_owned(),
        "\u{1b}[31mred\u{202e}evil".to_owned(),
        "---".to_owned(),
        "```code```".to_owned(),
        "<script>alert(1)</script>".to_owned(),
        "2. Tap \"x\".".to_owned(),
        "  ".to_owned(),
        "\n".to_owned(),
        "🦊🦊".to_owned(),
        "q\n---\nname: other".to_owned(),
    ];
    let element = |text: &str, y: usize| json!({"text": text, "tapX": 100, "tapY": y});
    let node = |fingerprint: &str, depth: usize, elements: Vec<Value>| {
        json!({"fingerprint": fingerprint, "elements": elements, "icons": [], "hints": [], "depth": depth,
            "screenType": "list", "visitedElements": [], "isInfiniteScroll": false, "scrollExhausted": false})
    };
    let mut home = vec![element("Graphy home", 120)];
    home.extend(
        labels
            .iter()
            .zip(0..)
            .map(|(label, place)| element(label, 200 + 40 * place)),
    );
    let mut nodes = vec![node("a", 0, home)];
    let mut edges = Vec::new();
    for (label, letter) in labels.iter().zip('a'..) {
        let name = format!("n{letter}");
        let screen = vec![
            element(&format!("Screen {letter}{letter}"), 120),
            element(&format!("Body\nof {letter}"), 300),
        ];
        nodes.push(node(&name, 1, screen));
        edges.push(
            json!({"fromFingerprint": "a", "toFingerprint": name, "actionType": "tap", "elementText": label,
            "edgeType": "push"}),
        );
    }
    let graph = json!({"version": 2, "savedAt": "2026-08-01T00:00:00Z", "rootFingerprint": "a", "nodes": nodes,
        "edges": edges, "deadEdges": []});
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    fs::write(root.join("g.json"), graph.to_string()).expect("written");
    fs::write(
        root.join("APP.md"),
        "---\napp: Graphy\n---\n\n## Structure\n\nThings.\n",
    )
    .expect("written");
    let imported = skillc(
        root,
        &["captures", "import", "g.json", "--app-md", "APP.md", "--captures", "C"],
    );
    assert!(imported.status.success(), "{}", said(&imported));
    for layout in ["per-flow", "per-app"] {
        let setting = format!("compile.layout={layout}");
        let compiled = skillc(
            root,
            &[
                "compile",
                "--set",
                &setting,
                "--app",
                "APP.md",
                "--captures",
                "C",
                "--out",
                layout,
            ],
        );
        assert!(compiled.status.success(), "{}", said(&compiled));
        for path in files(&root.join(layout)) {
            let name = path.display().to_string();
            let text = fs::read_to_string(&path).expect("text");
            if !name.ends_with(".md") || name.ends_with("manifest.md") {
                continue;
            }
            let steps = text.split_once("## Steps\n").map(|(_, steps)| steps.trim_start());
            let Some(steps) = steps else { continue };
            let steps = steps
                .lines()
                .take_while(|line| !line.is_empty() && !line.starts_with('#'));
            for (step, number) in steps.zip(1..) {
                assert!(step.starts_with(&format!("{number}. ")), "{name}: {step}");
                assert!(!step.contains("\"\"") && !step.contains("\"  \""), "{name}: {step}");
            }
            if name.contains("agent-skills") {
                let title = text.lines().find(|line| line.starts_with("# ")).expect("a title");
                assert!((4..120).contains(&title.chars().count()), "{name}: {title}");
                assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}'), "{name}");
            } else {
                assert_eq!(
                    text.lines().filter(|line| line.starts_with("name:")).count(),
                    1,
                    "{name}"
                );
            }
        }
        for skill in skills(&root.join(layout).join("agent-skills")) {
            is_strict(&skill);
            let faults = skref::validate(&skill, false);
            assert!(faults.is_empty(), "{}: {faults:?}", skill.display());
        }
    }
}
