//! `skillc compile` through the built program: what runs again after which edit and what it says about it, the same bytes on any
//! number of threads, reports, traces and the ledger.

mod recorded;

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, SystemTime};

use recorded::{assert_same, code, command, compile, edit, files, json, ran, said, sample, skillc, workspace};
use serde_json::Value;

/// An edit of APP.md, the stages that it runs, and what `--explain` says about it.
struct Edit {
    from: &'static str,
    to: &'static str,
    runs: &'static [&'static str],
    says: &'static str,
}

const fn an_edit(from: &'static str, to: &'static str, runs: &'static [&'static str], says: &'static str) -> Edit {
    Edit { from, to, runs, says }
}

const EDITS: [Edit; 17] = [
    an_edit("## Tips\n", "## Tips\n\n\n", &[], ""),
    an_edit("## Tips\n", "<!-- a remark -->\n\n## Tips\n", &[], ""),
    an_edit("${TOY_EMAIL}", "${OTHER:-secret}", &[], ""),
    an_edit(
        "- Be patient",
        "- Be patient\n- Wait",
        &["skills"],
        r#"Tips[1] added: "Wait""#,
    ),
    an_edit(
        "- Be patient",
        "- Be quick",
        &["skills"],
        r#"Tips[0] "Be patient" → "Be quick""#,
    ),
    an_edit("whenever that is", "at any hour", &["skills"], "at any hour"),
    an_edit(
        "archetype: settings-list",
        "archetype: feed",
        &["skills"],
        r#"archetype "settings-list" → "feed""#,
    ),
    an_edit(
        "- EMAIL: ",
        "- LOGIN: ",
        &["skills"],
        r#"Credentials[0] "EMAIL" → "LOGIN""#,
    ),
    an_edit(
        "- Delete",
        "- Delete\n- Trains",
        &["graph", "flows", "skills"],
        r#"Skip[1] added: "Trains""#,
    ),
    an_edit(
        "- Delete\n",
        "- Delete\n- Nowhere to be seen\n",
        &["graph"],
        r#"Skip[1] added: "Nowhere to be seen""#,
    ),
    an_edit(
        "- Shelf\n\n## Ob",
        "- Rack\n\n## Ob",
        &["tabs", "graph"],
        r#"Tabs[1] "Shelf" → "Rack""#,
    ),
    an_edit(
        "## Obstacles",
        "## Tab Layout\n\n- axis: vertical\n- edge: left\n\n## Obstacles",
        &["tabs"],
        "Tab Layout nothing → ",
    ),
    an_edit(
        "\"Later\"",
        "\"Never\"",
        &["obstacles", "skills"],
        r#"Obstacles[1].action "Later" → "Never""#,
    ),
    an_edit(
        "- Sign in →",
        "- Log in →",
        &["obstacles", "graph", "skills"],
        r#"Obstacles[1].trigger "Sign in" → "Log in""#,
    ),
    an_edit(
        "- Sign in → dismiss \"Later\"\n",
        "",
        &["obstacles", "graph", "skills"],
        "Obstacles[1] removed: ",
    ),
    an_edit(
        "obstacle_mode: auto",
        "obstacle_mode: off",
        &["obstacles", "skills"],
        r#"obstacle_mode "auto" → "off""#,
    ),
    an_edit("app: Toy", "app: TOY", &["skills"], r#"app "Toy" → "TOY""#),
];

#[test]
fn every_kind_of_edit_runs_what_reads_it_and_is_named() {
    let folder = workspace();
    let file = folder.path().join("apps/toy/APP.md");
    compile(folder.path(), &[]);
    for Edit { from, to, runs, says } in EDITS {
        edit(&file, from, to);
        let dry = skillc(folder.path(), &["compile", "--dry-run"]);
        let dry = said(&dry);
        let first = runs.first().copied().unwrap_or("no stage");
        assert_eq!(
            dry.contains(&format!("toy {first}")) && dry.contains("would run: "),
            !runs.is_empty(),
            "{to:?}: {dry}"
        );
        assert!(dry.contains(says), "{to:?} is not named by --dry-run: {dry}");
        assert_eq!(
            skillc(folder.path(), &["runs", "list", "--format", "json"])
                .status
                .code(),
            Some(0)
        );

        let report = compile(folder.path(), &["--explain"]);
        let ran: Vec<String> = ran(&report).into_iter().map(|(stage, _)| stage).collect();
        // A stage may come out the same, and then those after it don't run; those that read the edited field do in any case.
        assert!(
            runs.iter().all(|stage| ran.contains(&(*stage).to_owned())),
            "{to:?} ran {ran:?}"
        );
        assert!(
            !ran.contains(&"points".to_owned()) && !ran.contains(&"settle".to_owned()),
            "{to:?} ran {ran:?}"
        );
        assert_eq!(ran.is_empty(), runs.is_empty(), "{to:?} ran {ran:?}");
        assert_eq!(
            (&report["pictures_decoded"], &report["models_loaded"]),
            (&0.into(), &0.into())
        );
        let reasons: Vec<&str> = report["units"]
            .as_array()
            .expect("units")
            .iter()
            .filter(|unit| unit["what"] != "hit")
            .flat_map(|unit| unit["because"].as_array().expect("reasons"))
            .filter_map(Value::as_str)
            .collect();
        assert!(
            reasons.iter().any(|reason| reason.contains(says)) || says.is_empty(),
            "{to:?} is named as {reasons:?}"
        );

        edit(&file, to, from);
        compile(folder.path(), &[]);
    }
}

#[test]
fn settings_and_recordings_are_named_as_well() {
    let folder = workspace();
    compile(folder.path(), &[]);
    let explained = |more: &[&str]| said(&skillc(folder.path(), &[&["compile", "--explain"], more].concat()));
    let said_of_skip = explained(&["--set", "compile.skip=trains"]);
    assert!(
        said_of_skip.contains(r#"graph toy: ran: settings.compile.skip[0] added: "trains""#),
        "{said_of_skip}"
    );
    compile(folder.path(), &[]);
    let said_of_layout = explained(&["--set", "compile.layout=per-app"]);
    assert!(
        said_of_layout.contains(r#"settings.compile.layout "auto" → "per-app""#),
        "{said_of_layout}"
    );
    compile(folder.path(), &[]);
    let recorded = skillc(folder.path(), &["record", "--app", "Toy", "--seed", "3", "--quiet"]);
    assert_eq!(code(&recorded), 0, "{}", said(&recorded));
    let report = compile(folder.path(), &["--explain"]);
    for (stage, units) in ran(&report) {
        assert_eq!(units, 1, "a new session runs its own units and the merge: {stage}");
    }
    let said = report["units"].to_string();
    assert!(
        said.contains("new input: session ") && said.contains("first run"),
        "{said}"
    );
}

#[test]
fn a_dry_run_leaves_everything_as_it_was() {
    let folder = workspace();
    let before = files(folder.path());
    let output = skillc(folder.path(), &["compile", "--dry-run"]);
    let text = said(&output);
    assert_eq!(code(&output), 0, "{text}");
    assert!(
        text.contains("points 01") && text.contains("would run: first run"),
        "{text}"
    );
    assert!(text.contains("graph toy: may run"), "{text}");
    assert!(text.trim_end().ends_with("2 units would run, 11 more may"), "{text}");
    assert_same(&before, &files(folder.path()), "a dry run");
    compile(folder.path(), &[]);
    let output = skillc(folder.path(), &["compile", "--dry-run"]);
    assert!(
        said(&output).trim_end().ends_with("\n0 units would run"),
        "{}",
        said(&output)
    );
}

/// Results of the sample, all dialects, without what names the folder.
fn skills(folder: &Path) -> Vec<(std::path::PathBuf, Vec<u8>)> {
    files(&folder.join("out"))
}

#[test]
fn threads_order_on_disk_and_an_empty_cache_change_no_byte() {
    let folder = sample();
    compile(folder.path(), &["--jobs", "1"]);
    let once = skills(folder.path());
    assert!(once.len() > 50, "{} files", once.len());
    for jobs in ["2", "7"] {
        fs::remove_dir_all(folder.path().join(".skillc")).expect("a cache");
        fs::remove_dir_all(folder.path().join("out")).expect("results");
        compile(folder.path(), &["--jobs", jobs]);
        assert_same(&once, &skills(folder.path()), &format!("{jobs} threads"));
    }
    // The same captures, made in the opposite order, with times that say nothing.
    let other = sample();
    let captures = other.path().join("captures");
    let mut contents = files(&captures);
    fs::remove_dir_all(&captures).expect("captures");
    contents.reverse();
    for (place, (name, bytes)) in contents.iter().enumerate() {
        let path = captures.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(&path, bytes).expect("written");
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000 + 7919 * place as u64 % 1000);
        let file = fs::File::options().append(true).open(&path).expect("a file");
        file.set_modified(time).expect("a time");
    }
    compile(other.path(), &[]);
    assert_same(&once, &skills(other.path()), "another order");
}

#[test]
fn a_report_says_what_ran_and_what_came_out() {
    let folder = workspace();
    let report = compile(folder.path(), &["--timings", "trace.json"]);
    let stages = report["stages"].as_object().expect("stages");
    let names: Vec<&String> = stages.keys().collect();
    assert_eq!(
        names,
        [
            "detect",
            "points",
            "settle",
            "obstacles",
            "tabs",
            "screens",
            "graph",
            "flows",
            "skills"
        ]
    );
    for counts in stages.values() {
        for count in ["run", "hit", "failed", "ms"] {
            assert!(counts[count].is_u64(), "{count}: {counts}");
        }
    }
    assert_eq!(stages["points"]["run"], 2);
    assert_eq!(stages["skills"]["run"], 1);
    assert_eq!(
        (&report["pictures_decoded"], &report["models_loaded"]),
        (&0.into(), &0.into())
    );
    let outputs = report["outputs"].as_array().expect("outputs");
    assert!(!outputs.is_empty());
    for output in outputs {
        assert!(
            folder.path().join(output.as_str().expect("a path")).is_file(),
            "{output}"
        );
    }

    // The event format of Chromium and Perfetto: complete events with microseconds, and every unit that ran among them.
    let trace: Value =
        serde_json::from_slice(&fs::read(folder.path().join("trace.json")).expect("a trace")).expect("JSON");
    let events = trace["traceEvents"].as_array().expect("events");
    for event in events {
        assert_eq!(event["ph"], "X", "{event}");
        assert!(
            event["name"].is_string() && event["pid"].is_u64() && event["tid"].is_u64(),
            "{event}"
        );
        assert!(event["ts"].is_u64() && event["dur"].is_u64(), "{event}");
    }
    for stage in [
        "points",
        "settle",
        "obstacles",
        "tabs",
        "screens",
        "graph",
        "flows",
        "skills",
    ] {
        assert!(events.iter().any(|event| event["name"] == stage), "{stage}");
    }

    let again = compile(folder.path(), &[]);
    assert_eq!(ran(&again), []);
    assert_eq!(again["stages"]["points"]["hit"], 2);
    assert_eq!(again["outputs"], report["outputs"]);
}

#[test]
fn both_commands_and_their_failures_are_in_the_ledger() {
    let folder = workspace();
    compile(folder.path(), &[]);
    assert_eq!(code(&skillc(folder.path(), &["nightly"])), 0);
    let lost = skillc(folder.path(), &["compile", "--captures", "nowhere"]);
    assert_eq!(code(&lost), 2, "{}", said(&lost));
    let list = skillc(folder.path(), &["runs", "list", "--format", "json"]);
    let list = json(&list);
    let runs = list["runs"].as_array().expect("runs");
    let seen: Vec<(&str, &str)> = runs
        .iter()
        .map(|run| {
            (
                run["command"].as_str().expect("a command"),
                run["outcome"].as_str().expect("an outcome"),
            )
        })
        .collect();
    assert_eq!(
        seen,
        [("compile", "failed"), ("nightly", "clean"), ("compile", "clean")]
    );
    let (nightly, first) = (&runs[1], &runs[2]);
    assert_eq!((&nightly["units_run"], &first["units_hit"]), (&0.into(), &0.into()));
    assert_eq!(nightly["units_hit"], first["units_run"]);
    assert_eq!(nightly["skills"], first["skills"]);
    let id = first["run"].as_str().expect("an id");
    let shown = json(&skillc(folder.path(), &["runs", "show", id, "--format", "json"]));
    assert_eq!(shown["apps"][0]["app"], "toy");
    assert_eq!(shown["apps"][0]["sessions"], 2);
    assert_eq!(shown["apps"][0]["stages"]["points"]["run"], 2);
    let shown = json(&skillc(folder.path(), &["runs", "show", "--format", "json"]));
    assert!(
        shown["problems"][0]
            .as_str()
            .is_some_and(|problem| problem.contains("nowhere")),
        "{shown}"
    );

    // Outside a workspace there is no ledger, and nothing is left behind.
    let elsewhere = tempfile::TempDir::new().expect("a folder");
    let app = folder.path().join("apps/toy/APP.md");
    let captures = folder.path().join("captures");
    let output = command(
        elsewhere.path(),
        &["compile", "--out", "o", "--set", "workspace.cache=c", "--app"],
    )
    .args([&app, Path::new("--captures"), &captures])
    .output()
    .expect("skillc starts");
    assert_eq!(code(&output), 0, "{}", said(&output));
    let mut left: Vec<_> = fs::read_dir(elsewhere.path())
        .expect("a folder")
        .flatten()
        .map(|e| e.file_name())
        .collect();
    left.sort();
    assert_eq!(left, ["c", "o"]);
}

#[test]
fn how_far_it_is_is_told_to_programs_and_nobody_else() {
    let folder = workspace();
    let run = |more: &[&str]| {
        let _ = fs::remove_dir_all(folder.path().join(".skillc"));
        let output = command(folder.path(), &[&["compile"], more].concat())
            .stderr(Stdio::piped())
            .output()
            .expect("skillc starts");
        assert_eq!(code(&output), 0, "{}", said(&output));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert_eq!(run(&[]), "", "stderr is no terminal");
    assert_eq!(run(&["--quiet", "--log-format", "json"]), "");
    let verbose = run(&["--verbose"]);
    assert!(verbose.contains("Toy: 13 units run, 0 cached in "), "{verbose}");
    let lines = run(&["--verbose", "--log-format", "json"]);
    let lines: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect();
    assert!(lines.iter().any(|line| line["level"] == "detail"), "{lines:?}");
    let last = lines
        .iter()
        .rfind(|line| line["level"] == "progress")
        .expect("progress");
    assert_eq!(
        (&last["sessions_done"], &last["sessions"]),
        (&2.into(), &2.into()),
        "{last}"
    );
    let points = last["stages"]
        .as_array()
        .expect("stages")
        .iter()
        .find(|stage| stage["stage"] == "points");
    let points = points.expect("points");
    assert_eq!(
        (&points["done"], &points["units"], &points["cached"]),
        (&2.into(), &2.into(), &0.into())
    );
    assert!(
        points["per_second"].is_number() && points["seconds_left"] == 0.0,
        "{points}"
    );
}

#[test]
fn one_session_that_cannot_be_read_is_that_sessions() {
    let folder = workspace();
    compile(folder.path(), &[]);
    let detections = folder.path().join("captures/detections/app=toy");
    let mut sessions: Vec<_> = fs::read_dir(&detections)
        .expect("files")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    sessions.sort();
    fs::write(&sessions[0], b"not Parquet").expect("written");
    let output = skillc(folder.path(), &["compile", "--format", "json"]);
    assert_eq!(code(&output), 1, "{}", said(&output));
    let report = json(&output);
    assert_eq!(report["problems"].as_array().map(Vec::len), Some(1), "{report}");
    assert_eq!(report["apps"][0]["sessions"], 1);
    assert!(
        report["apps"][0]["skills"]
            .as_array()
            .is_some_and(|skills| !skills.is_empty())
    );
}

#[test]
fn what_the_skip_list_puts_out_of_reach_is_named() {
    let folder = workspace();
    let root = folder.path();
    assert_eq!(compile(root, &[])["apps"][0]["out_of_reach"], serde_json::json!([]));
    edit(&root.join("apps/toy/APP.md"), "- Delete\n", "- Delete\n- Trains\n");
    for skip in ["Blocks", "blocks"] {
        let setting = format!("compile.skip={skip}");
        let report = compile(root, &["--set", &setting]);
        let lost = |label: &str, pattern: &str, source: &str, screens: &[&str]| serde_json::json!({"label": label, "pattern": pattern, "source": source, "screens": screens});
        assert_eq!(
            report["apps"][0]["out_of_reach"],
            serde_json::json!([
                lost("Blocks", skip, "compile.skip", &["Blocks", "Red blocks"]),
                lost("Trains", "Trains", "Skip[1]", &["Trains"]),
            ])
        );
        let text = said(&skillc(root, &["compile", "--set", &setting]));
        assert!(
            text.contains("never tapped: “Trains” (Skip[1] “Trains”); out of reach behind it: Trains"),
            "{text}"
        );
    }
}
