//! The built program, as tests of several kinds need it.

// Each test file uses a part of it.
#![allow(dead_code, unreachable_pub)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs the built program in `folder`.
pub fn skillc(folder: &Path, arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_skillc"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("SKILLC_CONFIG")
        .output();
    output.expect("skillc runs")
}

/// What the program wrote to both streams.
pub fn said(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// The sample workspace.
pub fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../datasets/sample")
}

/// A folder beside the clone whose files the tests read where it is there.
pub fn shared(folder: &str) -> PathBuf {
    std::env::var_os("SKILLC_SHARED")
        .map_or_else(
            || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared"),
            PathBuf::from,
        )
        .join(folder)
}

/// The APP.md files with scenes below a folder, sorted.
pub fn simulated_apps(folder: &Path) -> Vec<PathBuf> {
    files(folder)
        .into_iter()
        .filter(|path| path.file_name().is_some_and(|name| name == "APP.md"))
        .filter(|path| std::fs::read_to_string(path).is_ok_and(|text| text.contains("## Simulator Screen ")))
        .collect()
}

/// Every file below a folder, sorted; none if it is not there.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}
