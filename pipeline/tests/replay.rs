//! Every skill that is made from a simulator recording replays to its end, under the APP.md that it was compiled with.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn skillc(folder: &Path, arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_skillc"))
        .args(arguments)
        .current_dir(folder)
        .output();
    output.expect("skillc runs")
}

/// The APP.md files with scenes below a folder, sorted.
fn simulated_apps(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = std::fs::read_dir(folder) else {
        return found;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(simulated_apps(&path));
        } else if path.file_name().is_some_and(|name| name == "APP.md")
            && std::fs::read_to_string(&path).is_ok_and(|text| text.contains("## Simulator Screen "))
        {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The compiled skills below a folder. Those in mirroir's dialect have no words for dialogs, so they need not arrive.
fn compiled_skills(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(compiled_skills(&path));
        } else if path.to_str().is_some_and(|path| path.ends_with(".compiled.json")) {
            found.extend(path.to_str().map(ToOwned::to_owned));
        }
    }
    found
}

fn hold(apps: &[PathBuf]) {
    for app in apps {
        let folder = tempfile::tempdir().expect("a folder");
        let app = app.to_str().expect("a path in UTF-8");
        let here = |arguments: &[&str]| skillc(folder.path(), arguments);
        let recorded = here(&[
            "record",
            "--source",
            "simulator",
            "--app",
            app,
            "--captures",
            "C",
            "--seed",
            "1",
        ]);
        assert!(
            recorded.status.success(),
            "{app}: {}",
            String::from_utf8_lossy(&recorded.stderr)
        );
        let source = "detect.source=recorded";
        let compiled = here(&[
            "compile",
            "--set",
            source,
            "--app",
            app,
            "--captures",
            "C",
            "--out",
            "O",
        ]);
        assert_ne!(
            compiled.status.code(),
            Some(2),
            "{app}: {}",
            String::from_utf8_lossy(&compiled.stderr)
        );
        let mut skills = compiled_skills(&folder.path().join("O/mirroir"));
        skills.push("O/agent-skills".to_owned());
        let mut arguments = vec!["replay", "--app", app];
        arguments.extend(skills.iter().map(String::as_str));
        let replayed = here(&arguments);
        assert!(
            replayed.status.success(),
            "{app}: {}",
            String::from_utf8_lossy(&replayed.stdout)
        );
    }
}

#[test]
fn skills_of_the_sample_apps_arrive() {
    hold(&simulated_apps(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../datasets/sample"),
    ));
}

#[test]
fn skills_of_the_shared_apps_arrive() {
    let shared = std::env::var_os("SKILLC_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared"),
        PathBuf::from,
    );
    let apps = simulated_apps(&shared.join("apps"));
    if apps.is_empty() {
        eprintln!("skipped: the shared apps are not here");
    }
    hold(&apps);
}
