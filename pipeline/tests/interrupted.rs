//! What happens to a compile must not happen to its results: processes that are killed, stopped, doubled, and caches that are full of
//! rubbish, can't be written or are emptied meanwhile. Afterwards the same bytes come out.

#![cfg(unix)] // signals

mod recorded;

use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use recorded::{assert_same, code, command, compile, copy, files, json, ran, said, sample, skillc, workspace};

type Files = Vec<(PathBuf, Vec<u8>)>;

/// What the sample comes to when nothing happens to it.
fn undisturbed(folder: &Path) -> Files {
    compile(folder, &["--out", "undisturbed", "--set", "workspace.cache=other"]);
    files(&folder.join("undisturbed"))
}

fn start(folder: &Path, arguments: &[&str]) -> Child {
    command(folder, arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("skillc starts")
}

fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()), "it was still there");
}

fn verified(folder: &Path) {
    let output = skillc(folder, &["cache", "verify"]);
    assert_eq!(code(&output), 0, "{}", said(&output));
}

#[test]
fn killed_twenty_times_the_same_bytes_come_out() {
    let folder = sample();
    let expected = undisturbed(folder.path());
    let mut killed = 0;
    for round in 0..20_u64 {
        if round % 4 == 0 {
            // From the beginning, so that the cache is being written.
            let _ = fs::remove_dir_all(folder.path().join(".skillc"));
            let _ = fs::remove_dir_all(folder.path().join("out"));
        }
        let mut child = start(folder.path(), &["compile"]);
        std::thread::sleep(Duration::from_millis(15 + round * 37 % 160));
        child.kill().expect("killed");
        let status = child.wait().expect("an end");
        killed += usize::from(status.signal() == Some(9));
        verified(folder.path());
    }
    assert!(killed >= 5, "only {killed} of 20 were killed before they were done");
    let output = skillc(folder.path(), &["compile"]);
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert!(!said(&output).contains("damaged"), "{}", said(&output));
    assert_same(
        &expected,
        &files(&folder.path().join("out")),
        "killed and compiled again",
    );
    verified(folder.path());
}

#[test]
fn asked_to_stop_it_stops_and_goes_on_from_there() {
    let folder = sample();
    // Slow enough to be stopped: the built-in engine looks at every picture.
    let slow = [
        "--set",
        "detect.producers.simulator=rerun",
        "--set",
        "detect.engine=rten",
        "--jobs",
        "1",
    ];
    let arguments = [&["compile", "--app", "Harbor"], &slow[..]].concat();
    let known = || {
        let output = skillc(
            folder.path(),
            &[&arguments[..], &["--dry-run", "--format", "json"]].concat(),
        );
        let report = json(&output);
        let units = report["units"].as_array().expect("units");
        units
            .iter()
            .filter(|unit| unit["stage"] == "detect" && unit["what"] == "hit")
            .count()
    };
    let child = start(folder.path(), &arguments);
    let begin = Instant::now();
    while known() == 0 {
        assert!(begin.elapsed() < Duration::from_secs(120), "no picture was done");
        std::thread::sleep(Duration::from_millis(200));
    }
    interrupt(&child);
    let output = child.wait_with_output().expect("an end");
    assert_eq!(code(&output), 2, "{}", said(&output));
    assert!(
        said(&output).contains("stopped before the end") && said(&output).contains("goes on"),
        "{}",
        said(&output)
    );
    verified(folder.path());
    let first = known();
    assert!(first > 0, "what was done is kept");

    let child = start(folder.path(), &arguments);
    let begin = Instant::now();
    while known() <= first {
        assert!(begin.elapsed() < Duration::from_secs(120), "it did not go on");
        std::thread::sleep(Duration::from_millis(200));
    }
    // Twice: at once, whatever it is doing.
    interrupt(&child);
    std::thread::sleep(Duration::from_millis(20));
    let second = Instant::now();
    let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    let output = child.wait_with_output().expect("an end");
    assert!(
        second.elapsed() < Duration::from_secs(1),
        "it took {:?}",
        second.elapsed()
    );
    assert_eq!(code(&output), 2, "{}", said(&output));
    verified(folder.path());
    let runs = json(&skillc(folder.path(), &["runs", "list", "--format", "json"]));
    assert!(
        runs["runs"]
            .as_array()
            .is_some_and(|runs| runs.iter().any(|run| run["outcome"] == "failed")),
        "{runs}"
    );
}

#[test]
fn two_nights_at_once_on_one_workspace() {
    let folder = sample();
    let expected = undisturbed(folder.path());
    let nights: Vec<Child> = (0..2)
        .map(|_| start(folder.path(), &["nightly", "--fail-on", "never"]))
        .collect();
    let compile = start(folder.path(), &["compile"]);
    for child in nights.into_iter().chain([compile]) {
        let output = child.wait_with_output().expect("an end");
        assert_eq!(code(&output), 0, "{}", said(&output));
        assert!(output.stderr.is_empty(), "{}", said(&output));
    }
    let mut out = files(&folder.path().join("out"));
    out.retain(|(name, _)| name != Path::new("nightly.html"));
    assert_same(&expected, &out, "three at once");
    verified(folder.path());
    let runs = json(&skillc(folder.path(), &["runs", "list", "--format", "json"]));
    assert_eq!(
        runs["runs"].as_array().map(Vec::len),
        Some(4),
        "one of them made what was expected: {runs}"
    );
    assert_eq!(runs["problems"].as_array().map(Vec::len), Some(0), "{runs}");
}

#[test]
fn a_cache_that_cannot_be_written_is_a_notice() {
    let folder = sample();
    let expected = undisturbed(folder.path());
    fs::write(folder.path().join("occupied"), "a file").expect("written");
    let output = skillc(folder.path(), &["compile", "--set", "workspace.cache=occupied/cache"]);
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert!(
        said(&output).contains("can't be written: nothing is kept"),
        "{}",
        said(&output)
    );
    assert_same(&expected, &files(&folder.path().join("out")), "without a cache");

    // Nobody may write in it; root may, and then there is nothing to notice.
    let mut nobody = fs::metadata(folder.path().join("other"))
        .expect("a cache")
        .permissions();
    nobody.set_readonly(true);
    for part in ["other", "other/results"] {
        fs::set_permissions(folder.path().join(part), nobody.clone()).expect("set");
    }
    let output = skillc(folder.path(), &["compile", "--set", "workspace.cache=other"]);
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert_same(
        &expected,
        &files(&folder.path().join("out")),
        "from a cache that is only read",
    );
}

#[test]
fn a_cache_full_of_rubbish_is_replaced() {
    let folder = workspace();
    compile(folder.path(), &[]);
    let expected = files(&folder.path().join("out"));
    let cache = folder.path().join(".skillc/cache");
    let mut seed = 0x9e37_79b9_u32;
    for (name, bytes) in files(&cache) {
        let rubbish: Vec<u8> = (0..bytes.len() * 2 % 5000)
            .map(|_| {
                seed ^= seed << 13;
                seed ^= seed >> 17;
                seed ^= seed << 5;
                seed as u8
            })
            .collect();
        fs::write(cache.join(&name), rubbish).expect("written");
        fs::write(cache.join(name.with_file_name(format!("{seed:08x}"))), "foreign").expect("written");
    }
    fs::remove_dir_all(folder.path().join("out")).expect("results");
    let output = skillc(folder.path(), &["compile"]);
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert!(said(&output).contains("damaged cache"), "{}", said(&output));
    assert_same(&expected, &files(&folder.path().join("out")), "out of rubbish");
    let output = skillc(folder.path(), &["cache", "verify"]);
    assert_eq!(code(&output), 1, "foreign files are findings: {}", said(&output));
    verified(folder.path());
}

#[test]
fn a_cache_that_is_emptied_meanwhile_does_no_harm() {
    let folder = sample();
    let expected = undisturbed(folder.path());
    for round in 0..4 {
        let _ = fs::remove_dir_all(folder.path().join("out"));
        let mut child = start(folder.path(), &["compile"]);
        let mut cleaned = 0;
        while child.try_wait().expect("a state").is_none() {
            let output = skillc(folder.path(), &["cache", "gc", "--limit-mb", "0"]);
            assert_eq!(code(&output), 0, "{}", said(&output));
            cleaned += 1;
        }
        let output = child.wait_with_output().expect("an end");
        assert_eq!(
            code(&output),
            0,
            "round {round}, cleaned {cleaned} times: {}",
            said(&output)
        );
        assert_same(&expected, &files(&folder.path().join("out")), "emptied meanwhile");
    }
}

#[test]
fn a_cache_stays_within_its_limit() {
    let folder = sample();
    let size = |folder: &Path| -> u64 {
        let files = walkdir::WalkDir::new(folder.join(".skillc/cache"))
            .into_iter()
            .flatten();
        files
            .filter_map(|entry| entry.metadata().ok())
            .filter(fs::Metadata::is_file)
            .map(|file| file.len())
            .sum()
    };
    compile(folder.path(), &[]);
    let all = size(folder.path());
    assert!(all > 1 << 20, "{all} bytes are enough to be limited");
    fs::remove_dir_all(folder.path().join(".skillc")).expect("a cache");
    let limited = ["--set", "cache.limit_mb=1"];
    let first = compile(folder.path(), &limited);
    assert!(size(folder.path()) <= 1 << 20, "{} bytes", size(folder.path()));
    let second = compile(folder.path(), &limited);
    assert_eq!(first["outputs"], second["outputs"]);
    assert!(!ran(&second).is_empty(), "not everything fits");
    let stats = json(&skillc(folder.path(), &["cache", "stats", "--format", "json"]));
    assert!(stats["bytes"].as_u64().is_some_and(|bytes| bytes <= 1 << 20), "{stats}");
    verified(folder.path());
}

#[test]
fn one_session_is_enough() {
    let folder = workspace();
    let captures = folder.path().join("captures");
    let sessions = captures.join("sessions/app=toy");
    let mut names: Vec<_> = fs::read_dir(&sessions)
        .expect("files")
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    names.sort();
    for table in ["sessions", "frames", "detections", "actions", "nodes", "labels"] {
        let _ = fs::remove_file(captures.join(table).join("app=toy").join(&names[1]));
    }
    let report = compile(folder.path(), &[]);
    assert_eq!(report["apps"][0]["sessions"], 1);
    assert_eq!(report["stages"]["points"]["run"], 1);
    let other = tempfile::TempDir::new().expect("a folder");
    copy(folder.path(), other.path());
    fs::remove_dir_all(other.path().join("captures/sessions/app=toy")).expect("sessions");
    let output = skillc(other.path(), &["compile"]);
    assert_eq!(
        code(&output),
        2,
        "without any there is nothing to compile: {}",
        said(&output)
    );
}
