//! The main job through the built program: the sample workspace, what the engine does again and what it doesn't, and bad input.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../datasets/sample")
}

/// A copy of the sample workspace that a test may change. Captures are linked, since nothing writes to them.
fn workspace() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for part in ["skillc.toml", "apps", "accepted", "captures"] {
        copy(&sample().join(part), &folder.path().join(part));
    }
    folder
}

fn copy(from: &Path, to: &Path) {
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

fn skillc(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_skillc"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("SKILLC_CONFIG")
        .output()
        .expect("skillc starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or(-1)
}

/// The JSON report of a nightly with exit code `expected`.
fn night(folder: &Path, expected: i32, more: &[&str]) -> Value {
    let output = skillc(folder, &[&["nightly", "--format", "json"], more].concat());
    assert_eq!(
        code(&output),
        expected,
        "{}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// How many units of each stage ran.
fn run(report: &Value) -> Vec<(String, u64)> {
    let stages = report["stages"].as_object().expect("stages");
    let run = stages
        .iter()
        .map(|(name, counts)| (name.clone(), counts["run"].as_u64().expect("a count")));
    run.filter(|(_, run)| *run > 0).collect()
}

fn edit(file: &Path, from: &str, to: &str) {
    let before = fs::read_to_string(file).expect("text");
    assert!(before.contains(from), "{} has no {from:?}", file.display());
    fs::write(file, before.replacen(from, to, 1)).expect("written");
}

/// Every file below `folder` with its bytes, by path.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = walkdir::WalkDir::new(folder)
        .into_iter()
        .flatten()
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let name = entry
                .path()
                .strip_prefix(folder)
                .expect("below")
                .to_string_lossy()
                .into_owned();
            (name, fs::read(entry.path()).expect("bytes"))
        })
        .collect();
    files.sort();
    files
}

#[test]
fn the_sample_workspace_is_as_it_was_accepted() {
    let folder = workspace();
    let output = skillc(folder.path(), &["nightly"]);
    let said = text(&output.stdout);
    assert_eq!(code(&output), 0, "{said}{}", text(&output.stderr));
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(
        lines.len(),
        7,
        "an app a line, one for all, and where the report is: {said}"
    );
    assert!(lines[5].starts_with("5 apps, "), "{said}");
    assert!(lines[6].ends_with("nightly.html"), "{said}");
    let page = fs::read_to_string(folder.path().join("out/nightly.html")).expect("the report");
    assert!(
        !page.contains("http://") && !page.contains("src=\"//"),
        "the page asks for nothing from outside"
    );
    assert!(output.stderr.is_empty(), "quiet when piped: {}", text(&output.stderr));
}

#[test]
fn what_was_accepted_is_what_comes_out_byte_for_byte() {
    let folder = workspace();
    night(folder.path(), 0, &[]);
    let mut out = files(&folder.path().join("out"));
    out.retain(|(name, _)| name != "nightly.html");
    assert_eq!(
        out.iter().map(|(name, _)| name).collect::<Vec<_>>(),
        files(&folder.path().join("accepted"))
            .iter()
            .map(|(name, _)| name)
            .collect::<Vec<_>>()
    );
    for (now, then) in out.iter().zip(files(&folder.path().join("accepted"))) {
        assert!(now.1 == then.1, "{} differs", now.0);
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let (one, four) = (workspace(), workspace());
    night(one.path(), 0, &["--jobs", "1"]);
    night(four.path(), 0, &["--jobs", "4"]);
    // The page names the workspace, which is another folder.
    let skills = |folder: &TempDir| {
        let mut skills = files(&folder.path().join("out"));
        skills.retain(|(name, _)| name != "nightly.html");
        skills
    };
    let (one, four) = (skills(&one), skills(&four));
    assert_eq!(one.len(), four.len());
    for (one, four) in one.iter().zip(&four) {
        assert!(one == four, "{} and {} differ", one.0, four.0);
    }
}

#[test]
fn a_second_night_runs_nothing_and_decodes_nothing() {
    let folder = workspace();
    let first = night(folder.path(), 0, &[]);
    assert!(!run(&first).is_empty());
    let second = night(folder.path(), 0, &[]);
    assert_eq!(run(&second), []);
    assert_eq!(second["pictures_decoded"], 0);
    assert_eq!(second["models_loaded"], 0);
}

#[test]
fn an_edit_runs_the_stages_that_read_it_and_no_others() {
    let folder = workspace();
    night(folder.path(), 0, &[]);
    let file = folder.path().join("apps/vitalite/APP.md");
    let original = fs::read_to_string(&file).expect("text");
    let after = |change: &dyn Fn(&Path)| {
        fs::write(&file, &original).expect("written");
        change(&file);
        let output = skillc(folder.path(), &["nightly", "--fail-on", "never", "--format", "json"]);
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(report["models_loaded"], 0);
        run(&report).into_iter().map(|(stage, _)| stage).collect::<Vec<_>>()
    };
    let none: Vec<String> = Vec::new();
    assert_eq!(
        after(&|file| edit(file, "## Tips\n", "## Tips\n\n\n# a remark\n")),
        none,
        "white space and a title"
    );
    assert_eq!(
        after(&|file| fs::write(file, original.replace('\n', "\r\n")).expect("written")),
        none,
        "line ends"
    );
    assert_eq!(
        after(&|file| edit(file, "## Tips\n", "## Tips\n- Une astuce de plus\n")),
        ["skills"]
    );
    let obstacle = after(&|file| {
        edit(
            file,
            "## Obstacles\n",
            "## Obstacles\n- Nulle part sur un écran → Rien\n",
        )
    });
    assert!(
        !obstacle
            .iter()
            .any(|stage| ["detect", "points", "settle", "tabs", "screens"].contains(&stage.as_str()))
    );
    assert!(obstacle.contains(&"obstacles".to_owned()));
}

#[test]
fn a_damaged_cache_is_mended_and_said() {
    let folder = workspace();
    night(folder.path(), 0, &[]);
    let before = files(&folder.path().join("out"));
    for (name, bytes) in files(&folder.path().join(".skillc/cache")) {
        fs::write(folder.path().join(".skillc/cache").join(name), vec![7u8; bytes.len()]).expect("written");
    }
    let output = skillc(folder.path(), &["nightly"]);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    assert!(
        text(&output.stderr).contains("damaged cache"),
        "{}",
        text(&output.stderr)
    );
    assert!(files(&folder.path().join("out")) == before, "the same bytes come out");
}

#[test]
fn a_broken_session_is_named_and_the_others_go_on() {
    let folder = workspace();
    let broken = walkdir::WalkDir::new(folder.path().join("captures/frames"))
        .sort_by_file_name()
        .into_iter()
        .flatten()
        .find(|entry| entry.file_type().is_file())
        .expect("a file of frames");
    let bytes = fs::read(broken.path()).expect("bytes");
    fs::write(broken.path(), &bytes[..bytes.len() / 2]).expect("written");
    let output = skillc(folder.path(), &["nightly"]);
    assert_eq!(code(&output), 1, "{}", text(&output.stdout));
    let said = text(&output.stderr);
    let id = broken
        .file_name()
        .to_string_lossy()
        .replace("session=", "")
        .replace(".parquet", "");
    assert!(said.contains(&id), "{said}");
    assert!(
        text(&output.stdout).contains("as accepted"),
        "the other apps are compared"
    );
}

#[test]
fn compile_says_why_a_unit_ran() {
    let folder = workspace();
    night(folder.path(), 0, &[]);
    edit(
        &folder.path().join("apps/harbor/APP.md"),
        "## Tips\n",
        "## Tips\n- One more\n",
    );
    let output = skillc(folder.path(), &["compile", "--app", "Harbor", "--dry-run"]);
    assert!(
        text(&output.stdout).contains("skills harbor: would run: Tips"),
        "{}",
        text(&output.stdout)
    );
    let output = skillc(folder.path(), &["compile", "--app", "Harbor", "--explain"]);
    assert!(
        text(&output.stdout).contains("added: \"One more\""),
        "{}",
        text(&output.stdout)
    );
}

/// What the program says to bad input: the exit code, and words that have to be in it.
fn refuses(folder: &Path, arguments: &[&str], words: &[&str]) {
    let output = skillc(folder, arguments);
    let said = text(&output.stderr);
    assert_eq!(code(&output), 2, "{arguments:?}: {said}{}", text(&output.stdout));
    for word in words {
        assert!(said.contains(word), "{arguments:?} doesn't say {word:?}: {said}");
    }
    assert!(!said.contains("panicked"), "{said}");
}

#[test]
fn bad_input_is_refused_with_what_where_and_what_to_do() {
    let folder = TempDir::new().expect("a folder");
    let here = folder.path();
    let write = |name: &str, bytes: &[u8]| fs::write(here.join(name), bytes).expect("written");
    write("empty.md", b"");
    write("binary.md", b"---\napp: X\xff\n---\n");
    write("nameless.md", b"## Structure\nx\n");
    fs::create_dir(here.join("nothing")).expect("a folder");
    refuses(here, &["nightly", "nowhere"], &["nowhere", "skillc.toml"]);
    refuses(here, &["nightly"], &["no workspace"]);
    refuses(
        here,
        &["compile", "--app", "missing.md", "--captures", "nothing"],
        &["nothing"],
    );
    refuses(here, &["compile", "--format", "yaml"], &["yaml", "human"]);
    refuses(here, &["compile", "--set", "no.such=1"], &["no.such"]);
    assert_eq!(code(&skillc(here, &["compile", "--nonsense"])), 2);
    let captures = sample().join("captures");
    let captures = captures.to_str().expect("UTF-8");
    refuses(
        here,
        &["compile", "--app", "empty.md", "--captures", captures],
        &["empty.md", "app"],
    );
    refuses(
        here,
        &["compile", "--app", "nameless.md", "--captures", captures],
        &["nameless.md", "app"],
    );
    refuses(
        here,
        &["compile", "--app", "binary.md", "--captures", captures],
        &["binary.md", "UTF-8"],
    );
    refuses(
        here,
        &["compile", "--app", "missing.md", "--captures", captures],
        &["missing.md"],
    );
    write("unknown.md", b"---\napp: Never Recorded\n---\n## Structure\nx\n");
    refuses(
        here,
        &["compile", "--app", "unknown.md", "--captures", captures],
        &["nothing was compiled"],
    );
    write("skillc.toml", b"[workspace]\nappz = 1\n");
    refuses(here, &["config"], &["appz", "skillc.toml"]);
}

#[test]
fn an_output_folder_that_cannot_be_written_loses_nothing() {
    let folder = workspace();
    // A file where a folder should be: nobody can write below it, not even root.
    fs::write(folder.path().join("out"), "a file").expect("written");
    let output = skillc(folder.path(), &["nightly"]);
    assert_eq!(code(&output), 2, "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("out"), "{}", text(&output.stderr));
    assert_eq!(fs::read(folder.path().join("out")).expect("still there"), b"a file");
}

#[test]
fn every_configuration_value_names_its_origin() {
    let folder = workspace();
    let output = skillc(folder.path(), &["config", "--set", "cache.limit_mb=12"]);
    let said = text(&output.stdout);
    let line = |key: &str| {
        said.lines()
            .find(|line| line.starts_with(key))
            .unwrap_or_default()
            .to_owned()
    };
    assert!(line("cache.limit_mb = 12").ends_with("--set cache.limit_mb"), "{said}");
    assert!(line("app.pluma.icon_only = true").ends_with("skillc.toml"), "{said}");
    assert!(line("diff.fail_on").ends_with("default"), "{said}");
}
