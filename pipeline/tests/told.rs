//! What goes wrong is said, once and truly, in the form that was asked for.

mod recorded;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use recorded::{code, command, compile, copy, json, said, sample, skillc, workspace};
use serde_json::Value;

#[test]
fn an_accepted_app_that_nobody_describes_any_more_is_named() {
    let folder = sample();
    fs::remove_dir_all(folder.path().join("apps/harbor")).expect("removed");
    let night = skillc(
        folder.path(),
        &["nightly", "--format", "human", "--format", "json=night.json"],
    );
    assert_eq!(code(&night), 1);
    let text = said(&night);
    assert!(
        text.contains("gone     Harbor") && text.contains("no APP.md describes it"),
        "{text}"
    );
    assert!(text.contains("1 gone"), "{text}");
    let night: Value =
        serde_json::from_slice(&fs::read(folder.path().join("night.json")).expect("a report")).expect("JSON");
    let apps = night["apps"].as_array().expect("apps");
    assert!(
        apps.iter()
            .any(|app| app["name"] == "Harbor" && app["verdict"] == "gone"),
        "{apps:?}"
    );
}

#[test]
fn quiet_says_nothing_when_nothing_is_wrong() {
    let folder = sample();
    for arguments in [["nightly", "--quiet"], ["compile", "--quiet"]] {
        let output = skillc(folder.path(), &arguments);
        assert_eq!((code(&output), said(&output).as_str()), (0, ""));
    }
    fs::remove_dir_all(folder.path().join("apps/harbor")).expect("removed");
    let night = said(&skillc(folder.path(), &["nightly", "--quiet"]));
    assert_eq!((night.lines().count(), night.contains("Harbor")), (1, true), "{night}");
}

#[test]
fn what_was_never_recorded_is_a_finding() {
    let folder = workspace();
    let app = folder.path().join("apps/toy/APP.md");
    fs::create_dir_all(folder.path().join("apps/other")).expect("folders");
    copy(&app, &folder.path().join("apps/other/APP.md"));
    recorded::edit(&folder.path().join("apps/other/APP.md"), "app: Toy", "app: Other");
    let output = skillc(folder.path(), &["compile"]);
    assert_eq!(code(&output), 1, "{}", said(&output));
    assert!(
        said(&output).contains("Other: no session was recorded"),
        "{}",
        said(&output)
    );
}

#[test]
fn a_failure_is_json_where_notices_are() {
    let folder = workspace();
    let output = skillc(folder.path(), &["compile", "--app", "nope", "--log-format", "json"]);
    assert_eq!(code(&output), 2);
    let failure: Value = serde_json::from_slice(&output.stderr).unwrap_or_else(|_| panic!("{}", said(&output)));
    assert_eq!(failure["level"], "error");
    assert!(
        failure["message"]
            .as_str()
            .is_some_and(|message| message.contains("nope")),
        "{failure}"
    );
    assert!(failure["help"].is_string());
}

#[test]
fn more_threads_than_any_machine_has_are_refused() {
    let folder = workspace();
    let output = skillc(folder.path(), &["compile", "--jobs", "100000"]);
    assert_eq!(code(&output), 2);
    assert!(said(&output).contains("at most 1024"), "{}", said(&output));
}

#[test]
fn a_list_is_read_as_it_is_printed_and_with_commas() {
    let folder = workspace();
    let lost = |list: &str| {
        let report = compile(folder.path(), &["--set", &format!("compile.skip={list}")]);
        report["apps"][0]["skills"].as_array().expect("skills").len()
    };
    assert!(lost("[\"Trains\", \"Blocks\"]") < lost("nothing"));
    assert_eq!(lost("[\"Trains\", \"Blocks\"]"), lost("Trains,Blocks"));
    let broken = skillc(folder.path(), &["compile", "--set", "compile.skip=[1, 2]"]);
    assert_eq!(code(&broken), 2);
    assert!(said(&broken).contains("a list of texts"), "{}", said(&broken));
}

/// A pipe that nobody writes into.
#[cfg(unix)]
fn pipe(path: &Path) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
    assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo").success());
}

/// Runs the program, which has to end by itself.
#[cfg(unix)]
fn ends(folder: &Path, arguments: &[&str]) -> String {
    let (out, err) = (folder.join("out.txt"), folder.join("err.txt"));
    let mut child = command(folder, arguments)
        .stdout(fs::File::create(&out).expect("a file"))
        .stderr(fs::File::create(&err).expect("a file"))
        .spawn()
        .expect("starts");
    let begin = Instant::now();
    while child.try_wait().expect("asked").is_none() {
        if begin.elapsed() > Duration::from_secs(60) {
            let _ = child.kill();
            panic!("{arguments:?} waits");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    fs::read_to_string(out).expect("text") + &fs::read_to_string(err).expect("text")
}

#[cfg(unix)]
#[test]
fn nobody_waits_for_a_pipe_where_a_file_should_be() {
    let folder = workspace();
    let session = "01KE6WAPR0GGDGAM20DNDDXF8K";
    pipe(
        &folder
            .path()
            .join(format!("captures/sessions/app=ghost/session={session}.parquet")),
    );
    pipe(&folder.path().join("apps/pipe/APP.md"));
    pipe(&folder.path().join("patterns/elements/pipe.md"));
    let listed = ends(folder.path(), &["captures", "list"]);
    assert!(listed.contains("it is no file"), "{listed}");
    let compiled = ends(folder.path(), &["compile", "--set", "workspace.patterns=patterns"]);
    assert!(
        compiled.contains("pipe.md") && compiled.contains("apps/pipe/APP.md"),
        "{compiled}"
    );
    assert!(compiled.contains("Toy: "), "{compiled}");
}

#[test]
fn an_app_md_that_is_no_file_is_named() {
    let folder = workspace();
    fs::create_dir_all(folder.path().join("apps/folder/APP.md")).expect("folders");
    let output = skillc(folder.path(), &["compile"]);
    assert_eq!(code(&output), 1, "{}", said(&output));
    assert!(said(&output).contains("apps/folder/APP.md"), "{}", said(&output));
}

/// The entries of the cache.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let results = folder.join(".skillc/cache/results");
    let below = |folder: PathBuf| {
        fs::read_dir(folder)
            .expect("a folder")
            .flatten()
            .map(|entry| entry.path())
    };
    below(results).flat_map(below).collect()
}

#[test]
fn a_folder_in_place_of_a_cache_entry_is_mended() {
    let folder = workspace();
    compile(folder.path(), &[]);
    for entry in entries(folder.path()) {
        fs::remove_file(&entry).expect("removed");
        fs::create_dir(entry).expect("a folder");
    }
    let output = skillc(folder.path(), &["compile", "--format", "json"]);
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert!(String::from_utf8_lossy(&output.stderr).contains("removed and computed again"));
    let output = skillc(folder.path(), &["compile", "--format", "json"]);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    fs::create_dir_all(folder.path().join(".skillc/cache/results/ab").join("ab".repeat(32))).expect("a folder");
    let verified = skillc(folder.path(), &["cache", "verify", "--format", "json"]);
    assert_eq!((code(&verified), &json(&verified)["damaged"]), (1, &Value::from(1)));
    assert_eq!(code(&skillc(folder.path(), &["cache", "verify"])), 0);
}

#[test]
fn a_recording_that_was_cut_short_is_made_anew() {
    let folder = workspace();
    let record = ["record", "--app", "apps/toy/APP.md", "--seed", "9"];
    let mut child = command(folder.path(), &record).spawn().expect("starts");
    let begun =
        || fs::read_dir(folder.path().join("captures/.recording")).is_ok_and(|mut entries| entries.next().is_some());
    let begin = Instant::now();
    while !begun() && child.try_wait().expect("asked").is_none() && begin.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(1));
    }
    let _ = child.kill();
    let _ = child.wait();
    let recovered = skillc(folder.path(), &["captures", "recover"]);
    assert!(code(&recovered) < 2, "{}", said(&recovered));
    let output = skillc(folder.path(), &record);
    assert_eq!(code(&output), 0, "{}", said(&output));
    let fragments = skillc(folder.path(), &["captures", "list"]);
    assert!(!said(&fragments).contains("recovered"), "{}", said(&fragments));
}
