// The judges for tests in Rust: included by path, because tests of several crates ask them.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::Value;

/// The folder that `scripts/judges/install` filled; none, with a notice, if it didn't run. With `SKILLC_JUDGES_REQUIRED` set that is an
/// error: in CI a skipped judge must not look like an approving one.
#[allow(clippy::print_stdout, reason = "a skipped test says so")]
pub(crate) fn folder() -> Option<PathBuf> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = manifest
        .ancestors()
        .find(|root| root.join("scripts/judges").is_dir())
        .unwrap_or(manifest);
    let folder = std::env::var_os("SKILLC_JUDGES").map_or_else(|| root.join("target/judges"), PathBuf::from);
    if folder.join("node_modules/agent-device/package.json").is_file() {
        return Some(folder);
    }
    assert!(
        std::env::var_os("SKILLC_JUDGES_REQUIRED").is_none(),
        "the judges are required and not installed"
    );
    println!("skipped: no judges (run scripts/judges/install)");
    None
}

/// The verdicts of the judge in `script` (beside this file) on `cases`, one each.
pub(crate) fn verdicts(script: &str, cases: &[Value]) -> Option<Vec<Value>> {
    let folder = folder()?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../scripts/judges")
        .join(script);
    let mut judge = Command::new(folder.join("node_modules/.bin/node"))
        .arg(script.canonicalize().expect("the judge's script is there"))
        .current_dir(&folder)
        .env("AGENT_DEVICE_STATE_DIR", folder.join("state"))
        .env("AGENT_DEVICE_NO_UPDATE_NOTIFIER", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the judge starts");
    let mut input = judge.stdin.take().expect("the judge listens");
    let lines: String = cases.iter().map(|case| format!("{case}\n")).collect();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = BufReader::new(judge.stdout.take().expect("the judge speaks"));
    let verdicts: Vec<Value> = output
        .lines()
        .map(|line| serde_json::from_str(&line.expect("a line")).expect("a verdict is JSON"))
        .collect();
    writer.join().expect("the cases are written").expect("the judge reads");
    assert!(judge.wait().expect("the judge ends").success(), "the judge failed");
    assert_eq!(verdicts.len(), cases.len(), "one verdict a case");
    Some(verdicts)
}

/// What the command line says of every script and flow below `out`: 0 all accepted, 1 some refused, and its words. Scripts are run with
/// `variables` set.
#[allow(dead_code, reason = "some tests ask the parsers only")]
pub(crate) fn accepted(out: &Path, variables: &[String]) -> Option<(i32, String)> {
    let folder = folder()?;
    let mut roots = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let script = roots.find_map(|root| root.join("scripts/judges/accept.mjs").canonicalize().ok());
    let output = Command::new(folder.join("node_modules/.bin/node"))
        .arg(script.expect("the judge's script is there"))
        .arg(out)
        .env("SKILLC_JUDGES", &folder)
        .env("SKILLC_JUDGE_VARIABLES", variables.join(","))
        .output()
        .expect("the judge starts");
    let said = [output.stdout, output.stderr].concat();
    Some((
        output.status.code().unwrap_or(2),
        String::from_utf8_lossy(&said).into_owned(),
    ))
}
