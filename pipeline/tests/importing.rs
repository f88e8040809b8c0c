//! `skillc captures import` as a user meets it: what others recorded becomes sessions that every other command works on.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop at that place")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/importing").join(name)
}

/// Runs skillc in `folder`, on the store `c`: exit code, standard output, standard error.
fn skillc(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_skillc"))
        .args(arguments)
        .args(["--captures", "c", "--set", "workspace.cache=cache"])
        .current_dir(folder)
        .env_remove("SKILLC_CONFIG")
        .env("HARBOR_PASSWORD", "hunter2")
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// A folder with copies of fixtures.
fn folder(names: &[&str]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for name in names {
        copy(&fixture(name), &folder.path().join(name));
    }
    folder
}

fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            copy(&entry.path(), &to.join(entry.file_name()));
        }
    } else {
        fs::copy(from, to).unwrap();
    }
}

/// Every skill in the Agent Skills dialect below `out`, its steps only, by path.
fn skills(folder: &Path) -> String {
    let mut files: Vec<PathBuf> = walkdir::WalkDir::new(folder.join("out/agent-skills"))
        .into_iter()
        .flatten()
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.ends_with("SKILL.md"))
        .collect();
    files.sort();
    let shown = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        let steps = text.split("## Steps").nth(1).unwrap_or(&text);
        let name = path
            .parent()
            .unwrap()
            .file_name()
            .unwrap()
            .to_string_lossy()
            .into_owned();
        format!("# {name}\n{}\n", steps.split("\n## ").next().unwrap().trim())
    };
    files.iter().map(shown).collect()
}

#[test]
fn a_graph_file_compiles_checks_and_diffs_from_the_first_day() {
    let folder = folder(&["Vitalité.json", "APP.md"]);
    let here = folder.path();
    let (code, said, _) = skillc(here, &["captures", "import", "Vitalité.json"]);
    assert_eq!(code, 0, "{said}");
    insta::assert_snapshot!("graph_imported", said);

    let (code, said, _) = skillc(here, &["captures", "import", "Vitalité.json"]);
    assert_eq!(code, 0);
    assert!(said.starts_with("0 sessions imported, 1 was already there\n"), "{said}");
    let (_, listed, _) = skillc(here, &["captures", "list"]);
    assert!(listed.contains("1 session of 1 app"), "{listed}");

    let (code, said, error) = skillc(here, &["compile", "--app", "APP.md", "--out", "out"]);
    assert_eq!(code, 0, "{said}{error}");
    insta::assert_snapshot!("graph_skills", skills(here));

    let (code, said, _) = skillc(here, &["check", "APP.md", "--against-captures"]);
    assert_eq!(code, 0, "{said}");
    let (code, said, _) = skillc(here, &["captures", "verify"]);
    assert_eq!(code, 0, "{said}");

    let next = fs::read_to_string(here.join("APP.md"))
        .unwrap()
        .replace("- Sign out", "- Sleep");
    fs::write(here.join("APP.next.md"), next).unwrap();
    let (code, said, _) = skillc(here, &["diff", "APP.md", "APP.next.md"]);
    assert_eq!(code, 1, "{said}");
    assert!(
        said.contains("which is never tapped") && said.contains("APP.next.md:7"),
        "{said}"
    );
}

#[test]
fn each_kind_is_recognised_by_its_content_and_says_what_it_cannot_tell() {
    let kinds = [
        ("Vitalité.json", "mirroir-graph"),
        ("login.yaml", "mirroir-yaml"),
        ("login.compiled.json", "compiled"),
        ("session", "agent-device"),
        ("buy.ad", "ad"),
        ("buy.maestro.yaml", "maestro"),
    ];
    let names: Vec<&str> = kinds.iter().map(|(name, _)| *name).collect();
    let folder = folder(&names);
    let here = folder.path();
    // What a file is called says nothing.
    for (place, (name, _)) in kinds.iter().enumerate().filter(|(_, (name, _))| *name != "session") {
        fs::rename(here.join(name), here.join(format!("file-{place}"))).unwrap();
    }
    for (place, (name, kind)) in kinds.iter().enumerate() {
        let file = if *name == "session" {
            (*name).to_owned()
        } else {
            format!("file-{place}")
        };
        let arguments = ["captures", "import", &file, "--app", "Tried", "--format", "json"];
        let (_, said, error) = skillc(here, &arguments);
        let said: Value = serde_json::from_str(&said).unwrap_or_else(|_| panic!("{name}: {said}{error}"));
        let session = &said["sessions"][0];
        assert_eq!(session["kind"], *kind, "{name}");
        assert!(
            session["gaps"].as_array().is_some_and(|gaps| !gaps.is_empty()),
            "{name}: {session}"
        );
        assert!(session["actions"].as_u64() > Some(1), "{name}: {session}");
    }
}

#[test]
fn what_is_broken_is_named_by_file_and_line_and_the_rest_is_imported() {
    let folder = folder(&["login.yaml", "buy.ad", "buy.maestro.yaml", "session"]);
    let here = folder.path();
    for (name, broken) in [
        ("login.yaml", "  - frobnicate: \"x\"\n"),
        ("buy.ad", "press \"label=\\\"never closed\n"),
        ("buy.maestro.yaml", "- setLocation: {latitude: 1}\n"),
        ("session/events.ndjson", "{\"version\":1,\n"),
    ] {
        let path = here.join(name);
        let whole = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{}\n{broken}", whole.trim_end())).unwrap();
        let line = whole.trim_end().lines().count() + 1;
        let source = name.split('/').next().unwrap();
        let (code, said, error) = skillc(here, &["captures", "import", source, "--app", "Tried"]);
        assert_eq!(code, 1, "{said}{error}");
        assert!(said.starts_with("1 session imported\n"), "{said}");
        let file = name.rsplit('/').next().unwrap();
        assert!(
            said.contains(&format!("passed over: {file}:{line}: ")),
            "{name}: {said}"
        );
    }
}

#[test]
fn a_source_that_is_nothing_or_names_no_app_says_what_to_do() {
    let folder = folder(&["login.yaml"]);
    let here = folder.path();
    fs::write(here.join("notes.txt"), "Dear diary,\n").unwrap();
    let (code, _, error) = skillc(here, &["captures", "import", "notes.txt"]);
    assert_eq!(code, 2);
    assert!(
        error.contains("nothing that can be imported") && error.contains("--kind"),
        "{error}"
    );
    let nameless = fs::read_to_string(here.join("login.yaml"))
        .unwrap()
        .replace("app: Harbor\n", "");
    fs::write(here.join("login.yaml"), nameless).unwrap();
    let (code, _, error) = skillc(here, &["captures", "import", "login.yaml"]);
    assert_eq!(code, 2);
    assert!(
        error.contains("doesn't name its app") && error.contains("--app NAME"),
        "{error}"
    );
    for (text, reason) in [
        (
            "{\"rootFingerprint\":\"a\",\"nodes\":[],\"version\":2}",
            "none of the graph's screens",
        ),
        ("{\"rootFingerprint\":\"a\",\"nodes\":[],\"version\":7}", "version 7"),
        ("{\"rootFingerprint\":\"a\",\"nodes\":[", "no graph file"),
        ("{\"steps\":[],\"device\":{},\"version\":1}", "its version is 1"),
    ] {
        fs::write(here.join("broken.json"), text).unwrap();
        let (code, _, error) = skillc(here, &["captures", "import", "broken.json"]);
        assert_eq!(code, 2, "{error}");
        assert!(error.contains(reason), "{error}");
    }
    let (_, listed, _) = skillc(here, &["captures", "list"]);
    assert!(listed.contains("0 sessions"), "nothing was left behind: {listed}");
}

#[test]
fn a_declared_credential_is_hidden_wherever_it_was_typed() {
    let folder = folder(&["login.yaml", "login.compiled.json"]);
    let here = folder.path();
    let described =
        "---\napp: Harbor\n---\n## Structure\nA harbour.\n\n## Credentials\n- password: ${HARBOR_PASSWORD}\n";
    fs::write(here.join("HARBOR.md"), described).unwrap();
    let found = |store: &str| {
        let files = walkdir::WalkDir::new(here.join(store)).into_iter().flatten();
        let bytes: Vec<u8> = files
            .filter_map(|entry| fs::read(entry.path()).ok())
            .flatten()
            .collect();
        bytes.windows(7).any(|window| window == b"hunter2")
    };
    let (_, said, _) = skillc(
        here,
        &[
            "captures",
            "import",
            "login.yaml",
            "login.compiled.json",
            "--app-md",
            "HARBOR.md",
        ],
    );
    assert!(said.starts_with("2 sessions imported"), "{said}");
    assert!(!found("c"), "the password is in the store");
    skillc(here, &["compile", "--app", "HARBOR.md", "--out", "out"]);
    assert!(!found("out") && !found("cache"), "the password is in the skills");
    assert!(skills(here).contains("${password}"), "{}", skills(here));
    fs::remove_dir_all(here.join("c")).unwrap();
    skillc(here, &["captures", "import", "login.yaml"]);
    assert!(
        found("c"),
        "without an APP.md nothing is secret: the search finds what is there"
    );
}

#[test]
fn what_scripts_tell_becomes_skills_whose_steps_are_marked() {
    let sources = [
        ("login.yaml", "Harbor"),
        ("login.compiled.json", "Harbor"),
        ("session", "Pocket Shop"),
        ("buy.ad", "Pocket Shop"),
        ("buy.maestro.yaml", "Pocket Shop"),
    ];
    let mut told = String::new();
    for (source, app) in sources {
        let folder = folder(&[source]);
        let here = folder.path();
        let described = format!("---\napp: {app}\n---\n## Structure\nTried.\n");
        fs::write(here.join("APP.md"), described).unwrap();
        let (code, said, error) = skillc(here, &["captures", "import", source, "--app-md", "APP.md"]);
        assert_eq!(code, 0, "{source}: {said}{error}");
        let (code, verified, _) = skillc(here, &["captures", "verify"]);
        assert_eq!(code, 0, "{source}: {verified}");
        let (code, compiled, error) = skillc(here, &["compile", "--app", "APP.md", "--out", "out"]);
        assert_eq!(code, 0, "{source}: {compiled}{error}");
        told += &format!("== {source}\n{}", skills(here));

        let records: Vec<PathBuf> = walkdir::WalkDir::new(here.join("out/mirroir"))
            .into_iter()
            .flatten()
            .map(walkdir::DirEntry::into_path)
            .filter(|path| path.ends_with("compile.json"))
            .collect();
        let record: Value = serde_json::from_str(&fs::read_to_string(&records[0]).unwrap()).unwrap();
        for step in record["skills"][0]["steps"].as_array().unwrap() {
            assert_eq!(step["doubt"]["kind"], "sparse", "{source}: {step}");
        }
        let (code, checked, _) = skillc(here, &["check", "APP.md", "--against-captures"]);
        assert!(
            code == 0 && checked.contains("recording-doubtful"),
            "{source}: {checked}"
        );
        let next = fs::read_to_string(here.join("APP.md")).unwrap() + "\n## Tips\n- Be quick.\n";
        fs::write(here.join("APP.next.md"), next).unwrap();
        let (code, differs, _) = skillc(here, &["diff", "APP.md", "APP.next.md"]);
        assert!(code == 0 || differs.contains("tips"), "{source}: {differs}");
    }
    insta::assert_snapshot!("scripts_as_skills", told);
}

#[test]
fn failed_captures_keep_the_reason_that_machine_values_give() {
    let folder = folder(&["session"]);
    let here = folder.path();
    skillc(here, &["captures", "import", "session"]);
    let (_, shown, _) = skillc(here, &["captures", "show", "0", "--format", "json"]);
    let shown: Value = serde_json::from_str(&shown).unwrap();
    let failed: Vec<(&Value, &Value)> = shown["frames"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|frame| frame["attempt"].get("failed"))
        .map(|failed| (&failed["reason"], &failed["error_type"]))
        .collect();
    // The words of the second sound like a timeout; its type is another.
    assert_eq!(
        failed,
        [
            (
                "accessibility-timeout".into(),
                "java.util.concurrent.TimeoutException".into()
            ),
            ("producer-error".into(), "java.lang.IllegalStateException".into()),
        ]
        .map(|(reason, kind): (Value, Value)| (reason, kind))
        .each_ref()
        .map(|(reason, kind)| (reason, kind))
    );
    // Rewording changes nothing.
    for words in ["all is well", "Zeitüberschreitung", "exit code 137"] {
        for file in ["r2", "r3"] {
            let path = here.join(format!("session/requests/{file}.ndjson"));
            let text = fs::read_to_string(&path).unwrap();
            let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            lines[0]["data"]["message"] = words.into();
            fs::write(&path, lines.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
        }
        fs::remove_dir_all(here.join("c")).unwrap();
        skillc(here, &["captures", "import", "session"]);
        let (_, again, _) = skillc(here, &["captures", "show", "0", "--format", "json"]);
        let again: Value = serde_json::from_str(&again).unwrap();
        assert_eq!(again["frames"], shown["frames"], "{words}");
    }
}

#[test]
fn a_graph_file_goes_out_as_it_came_in() {
    let folder = folder(&["Vitalité.json"]);
    let here = folder.path();
    skillc(here, &["captures", "import", "Vitalité.json"]);
    let export = [
        "captures",
        "export",
        "--app",
        "Vitalité",
        "--as",
        "mirroir-graph",
        "--out",
        "graphs",
    ];
    let (code, said, error) = skillc(here, &export);
    assert_eq!(code, 0, "{said}{error}");
    let read = |path: PathBuf| -> Value { serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap() };
    let (before, after) = (
        read(here.join("Vitalité.json")),
        read(here.join("graphs/Vitalité.json")),
    );
    let texts = |file: &Value| {
        let nodes = file["nodes"].as_array().unwrap().iter();
        let element = |one: &Value| format!("{} {:?} {:?}", one["text"], one["tapX"].as_f64(), one["tapY"].as_f64());
        let elements = |node: &Value| {
            node["elements"]
                .as_array()
                .unwrap()
                .iter()
                .map(element)
                .collect::<Vec<_>>()
        };
        let mut texts: Vec<Vec<String>> = nodes.map(elements).collect();
        texts.sort();
        texts
    };
    assert_eq!(texts(&after), texts(&before));
    let ways = |file: &Value| {
        let nodes = file["nodes"].as_array().unwrap();
        let title = |fingerprint: &Value| {
            let found = nodes.iter().find(|node| node["fingerprint"] == *fingerprint)?;
            Some(found["elements"][0]["text"].to_string() + &found["elements"][1]["text"].to_string())
        };
        let edges = file["edges"].as_array().unwrap().iter();
        let told = edges.filter_map(|edge| {
            let ends = (title(&edge["fromFingerprint"])?, title(&edge["toFingerprint"])?);
            Some((ends, edge["actionType"].to_string(), edge["elementText"].to_string()))
        });
        told.collect::<Vec<_>>()
    };
    assert_eq!(ways(&after), ways(&before));
    assert_eq!((&after["version"], &after["savedAt"]), (&2.into(), &before["savedAt"]));
    let (code, _, error) = skillc(here, &export);
    assert!(code == 2 && error.contains("is there already"), "{error}");

    // What we write, we read: the same screens and ways again.
    let (code, said, _) = skillc(here, &["captures", "import", "graphs/Vitalité.json", "--app", "Again"]);
    assert_eq!(code, 0, "{said}");
    let again = [
        "captures",
        "export",
        "--app",
        "Again",
        "--kind",
        "mirroir-graph",
        "--out",
        "again",
    ];
    let (code, said, error) = skillc(here, &again);
    assert_eq!(code, 0, "{said}{error}");
    let again = read(here.join("again/Again.json"));
    assert_eq!((texts(&again), ways(&again)), (texts(&after), ways(&after)));
}

/// The actions of the only session, each as its kind, its target, its outcome and its moment in seconds.
fn actions(here: &Path) -> Vec<(String, Value, Value, f64)> {
    let (_, shown, _) = skillc(here, &["captures", "show", "0", "--format", "json"]);
    let shown: Value = serde_json::from_str(&shown).unwrap();
    let told = shown["actions"].as_array().unwrap().iter().map(|action| {
        let kind = &action["kind"];
        let word = kind.as_str().map(str::to_owned);
        let word = word.or_else(|| kind.as_object().and_then(|kind| kind.keys().next().cloned()));
        let began = action["started_at"].as_i64().unwrap() as f64 / 1e6;
        (
            word.unwrap(),
            action["target_text"].clone(),
            action["outcome"].clone(),
            began,
        )
    });
    told.collect()
}

#[test]
fn a_test_run_says_what_its_script_did_and_when_and_how_it_went() {
    let folder = folder(&[]);
    let here = folder.path();
    fs::create_dir(here.join("attempt-2")).unwrap();
    let script =
        "context platform=android\nopen com.x\npress \"label=\\\"Shop\\\"\"\npress \"label=\\\"Pay\\\"\"\nback\n";
    fs::write(here.join("attempt-2/replay.ad"), script).unwrap();
    let mut timing = String::new();
    let mut line = |kind: &str, second: u32, more: &str| {
        timing += &format!("{{\"type\":\"{kind}\",\"ts\":\"2026-01-02T03:04:{second:02}.000Z\"{more}}}\n");
    };
    let action = |line: u32, command: &str| format!(",\"line\":{line},\"step\":1,\"command\":\"{command}\"");
    line("replay_test_attempt_start", 0, ",\"platform\":\"android\"");
    line("replay_action_start", 0, &action(2, "open"));
    line(
        "replay_action_stop",
        1,
        &(action(2, "open") + ",\"ok\":false,\"errorCode\":\"COMMAND_FAILED\""),
    );
    line("replay_test_attempt_start", 10, ",\"platform\":\"android\"");
    for (row, (command, second)) in (2..).zip([("open", 11), ("press", 13), ("press", 15)]) {
        let failed = ",\"ok\":false,\"errorCode\":\"AMBIGUOUS_MATCH\"";
        let went = if row == 4 { failed } else { ",\"ok\":true" };
        line("replay_action_start", second, &action(row, command));
        line("replay_action_stop", second + 1, &(action(row, command) + went));
    }
    fs::write(here.join("attempt-2/replay-timing.ndjson"), timing).unwrap();
    let (code, said, error) = skillc(here, &["captures", "import", "attempt-2", "--app", "Shop"]);
    assert_eq!(code, 0, "{said}{error}");
    let began = actions(here)[0].3;
    let told: Vec<_> = actions(here)
        .into_iter()
        .map(|(kind, text, how, at)| (kind, text, how, at - began))
        .collect();
    let failed = serde_json::json!({"failed": {"error_type": "AMBIGUOUS_MATCH", "exit_code": null}});
    // The last attempt counts, and what it never began was not done.
    assert_eq!(
        told,
        [
            ("launch".to_owned(), Value::Null, "ok".into(), 0.0),
            ("tap".to_owned(), "Shop".into(), "ok".into(), 2.0),
            ("tap".to_owned(), "Pay".into(), failed, 4.0),
        ]
    );
}

#[test]
fn touches_along_a_video_are_taps_with_places_and_a_window() {
    let folder = folder(&[]);
    let here = folder.path();
    let telemetry = serde_json::json!({"version": 1, "generatedAt": "2026-01-02T03:04:05Z", "events": [
        {"kind": "tap", "tMs": 500, "x": 100, "y": 200, "referenceWidth": 400, "referenceHeight": 800},
        {"kind": "scroll", "tMs": 1500, "x": 200, "y": 600, "x2": 200, "y2": 100, "contentDirection": "down", "durationMs": 300},
        {"kind": "longpress", "tMs": 2500, "x": 50, "y": 60, "durationMs": 900},
    ]});
    fs::write(here.join("touches"), telemetry.to_string()).unwrap();
    let (code, said, error) = skillc(here, &["captures", "import", "touches", "--app", "Shop"]);
    assert_eq!(code, 0, "{said}{error}");
    assert!(
        said.contains("nothing says when it was recorded") && !said.contains("there are no times"),
        "{said}"
    );
    let told: Vec<_> = actions(here).into_iter().map(|(kind, _, _, at)| (kind, at)).collect();
    assert_eq!(
        told,
        [
            ("tap".to_owned(), 0.5),
            ("swipe".to_owned(), 1.5),
            ("long_press".to_owned(), 2.5)
        ]
    );
    let (_, listed, _) = skillc(here, &["captures", "list", "--format", "json"]);
    let listed: Value = serde_json::from_str(&listed).unwrap();
    assert_eq!(listed["sessions"][0]["window_pt"], serde_json::json!([400.0, 800.0]));
}

#[test]
fn the_older_half_of_a_rotated_log_comes_first() {
    let folder = folder(&["session"]);
    let here = folder.path();
    let log = here.join("session/events.ndjson");
    skillc(here, &["captures", "import", "session"]);
    let whole = actions(here);
    let text = fs::read_to_string(&log).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    fs::write(here.join("session/events.ndjson.1"), lines[..9].join("\n")).unwrap();
    fs::write(&log, lines[9..].join("\n")).unwrap();
    fs::remove_dir_all(here.join("c")).unwrap();
    let (code, said, error) = skillc(here, &["captures", "import", "session"]);
    assert_eq!(code, 0, "{said}{error}");
    assert_eq!(actions(here), whole);
}

#[test]
fn flows_that_a_flow_runs_are_told_too_and_a_ring_of_them_ends() {
    let folder = folder(&[]);
    let here = folder.path();
    fs::create_dir_all(here.join("flows/common")).unwrap();
    let write = |name: &str, text: &str| fs::write(here.join("flows").join(name), text).unwrap();
    write(
        "main.yaml",
        "appId: com.x\n---\n- launchApp\n- runFlow: common/login.yaml\n- runFlow: gone.yaml\n- tapOn: Shop\n",
    );
    write(
        "common/login.yaml",
        "appId: com.x\n---\n- tapOn: Log in\n- setLocation: {latitude: 1}\n- runFlow: ../ring.yaml\n",
    );
    write("ring.yaml", "appId: com.x\n---\n- tapOn: Ring\n- runFlow: ring.yaml\n");
    let (code, said, error) = skillc(here, &["captures", "import", "flows/main.yaml"]);
    assert_eq!(code, 1, "{said}{error}");
    assert!(
        said.contains("common/login.yaml:4: the command \"setLocation\" is not supported"),
        "{said}"
    );
    assert!(
        said.contains("main.yaml:5: the flow \"gone.yaml\" is not there"),
        "{said}"
    );
    assert!(
        said.contains("ring.yaml:4: \"ring.yaml\" runs in a ring, or too deep"),
        "{said}"
    );
    let (_, shown, _) = skillc(here, &["captures", "show", "0"]);
    let place = |text: &str| shown.find(text).unwrap_or_else(|| panic!("{text}: {shown}"));
    assert!(place("tap \"Log in\"") < place("tap \"Ring\"") && place("tap \"Ring\"") < place("tap \"Shop\""));
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(24))]

    /// Whatever a file holds, an import ends with an exit code and leaves a store that is sound.
    #[test]
    fn no_file_stops_an_import(
        name in "[a-z]{1,8}",
        lines in proptest::collection::vec("(- |env |open |press |\\{|\\}|steps:|name: |---|appId: |\"|label=|[a-z\u{e9}\u{202e}]{0,6}|[0-9]{1,3}|: |, | |\\[|\\])*", 0..12),
    ) {
        let folder = folder(&[]);
        let here = folder.path();
        fs::write(here.join(&name), lines.join("\n")).unwrap();
        for kind in ["mirroir-graph", "mirroir-yaml", "compiled", "agent-device", "ad", "maestro"] {
            let (code, _, error) = skillc(here, &["captures", "import", &name, "--kind", kind, "--app", "Odd"]);
            proptest::prop_assert!((0..=2).contains(&code) && !error.contains("panicked"), "{kind}: {error}");
        }
        let (code, said, _) = skillc(here, &["captures", "verify"]);
        proptest::prop_assert_eq!(code, 0, "{}", said);
    }
}

/// The text of each file, as editors and shells of other systems write it.
fn encodings(text: &str) -> Vec<(&'static str, Vec<u8>)> {
    let little = text.encode_utf16().flat_map(u16::to_le_bytes);
    let big = text.encode_utf16().flat_map(u16::to_be_bytes);
    vec![
        ("plain", text.as_bytes().to_vec()),
        ("marked", [b"\xef\xbb\xbf", text.as_bytes()].concat()),
        ("UTF-16", b"\xff\xfe".iter().copied().chain(little).collect()),
        (
            "UTF-16, big end first",
            b"\xfe\xff".iter().copied().chain(big).collect(),
        ),
    ]
}

#[test]
fn every_kind_is_read_in_every_unicode_encoding_and_known_by_its_content() {
    let kept = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/importing").join(name);
        (name.to_owned(), fs::read_to_string(path).expect("reads"))
    };
    let asked = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"describe_screen","arguments":{}}}"#;
    let text = r#"Screen elements (tap coordinates in points):\n- \"مرحبا é\" at (10, 20)\n\n_meta: element_count=1"#;
    let answered = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{{"type":"text","text":"{text}"}}]}}}}"#);
    let mut files: Vec<(String, String)> = [
        "login.yaml",
        "buy.ad",
        "buy.maestro.yaml",
        "login.compiled.json",
        "Vitalité.json",
    ]
    .map(kept)
    .into();
    files.push(("talk.jsonl".to_owned(), format!("{asked}\n{answered}\n")));
    // As some tools wrap it, and with a line in it that nobody can read.
    files.push((
        "wrapped.jsonl".to_owned(),
        format!("{{\"t\":1,\"dir\":\">\",\"msg\":{asked}}}\n\0\u{1}\n{{\"t\":2,\"dir\":\"<\",\"msg\":{answered}}}\n"),
    ));
    for (name, text) in files {
        let mut first = None;
        for (encoding, bytes) in encodings(&text) {
            let folder = tempfile::tempdir().expect("a folder");
            fs::write(folder.path().join(&name), bytes).expect("written");
            let (code, out, err) = skillc(folder.path(), &["captures", "import", &name]);
            assert!(code != 2, "{name}, {encoding}: {out}{err}");
            let store = skillc_captures::Store::open(folder.path().join("c")).expect("a store");
            let sessions = store.session_files().expect("lists");
            let [session] = sessions.as_slice() else {
                panic!("{name}, {encoding}: {sessions:?}")
            };
            let recording = store.read_file(session).expect("reads");
            assert!(!recording.frames.is_empty(), "{name}, {encoding}");
            // The same content is the same session.
            let expected = first.get_or_insert_with(|| session.id.clone());
            assert_eq!(*expected, session.id, "{name}, {encoding}");
        }
    }
}
