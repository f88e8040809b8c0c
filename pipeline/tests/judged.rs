//! Every script that a compile of the sample writes is accepted by agent-device itself.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop at that place")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "../../scripts/judges/judge.rs"]
#[allow(dead_code, reason = "the parsers are asked by other tests")]
mod judge;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn scripts(out: &Path) -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new(out).sort_by_file_name().into_iter().flatten();
    let is_script = |path: &PathBuf| {
        [".ad", ".maestro.yaml"]
            .iter()
            .any(|end| path.to_string_lossy().ends_with(end))
    };
    files.map(walkdir::DirEntry::into_path).filter(is_script).collect()
}

/// The variables that scripts are run with: a script with a missing one is refused for that alone.
fn variables(out: &Path) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for script in scripts(out) {
        let text = fs::read_to_string(script).unwrap();
        let found = text.split("${").skip(1).filter_map(|rest| rest.split_once('}'));
        names.extend(found.map(|(name, _)| name.to_owned()).filter(|name| name != "APP_ID"));
    }
    names.sort();
    names.dedup();
    names
}

#[test]
fn every_script_of_the_sample_is_accepted_and_a_bad_one_is_not() {
    if judge::folder().is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let compiled = Command::new(env!("CARGO_BIN_EXE_skillc"))
        .current_dir(root().join("datasets/sample"))
        .args(["compile", "--out"])
        .arg(&out)
        .arg("--set")
        .arg(format!("workspace.cache={}", folder.path().join("cache").display()))
        .env_remove("SKILLC_CONFIG")
        .output()
        .unwrap();
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    let written = scripts(&out);
    assert!(written.len() >= 100, "{} scripts", written.len());
    let (code, said) = judge::accepted(&out, &variables(&out)).unwrap();
    assert_eq!(code, 0, "{said}");
    let half = written.len() / 2;
    assert!(
        said.contains(&format!("{half} scripts and {half} flows judged, 0 refused")),
        "{said}"
    );

    // A judge that refuses nothing approves nothing.
    let bad = folder.path().join("bad");
    fs::create_dir(&bad).unwrap();
    fs::write(bad.join("swipe.ad"), "open a\nswipe 1 2 3 4 300\n").unwrap();
    fs::write(bad.join("frob.maestro.yaml"), "appId: a\n---\n- frob: 1\n").unwrap();
    let (code, said) = judge::accepted(&bad, &[]).unwrap();
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("(line 2)") && said.contains(":line 3)"), "{said}");
}
