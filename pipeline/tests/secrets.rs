//! Values of credentials are in nothing that is written: a canary is planted, everything is done, and all files and words are searched.

mod program;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use base64::Engine as _;
use program::{files, said};

/// The value of the variable behind a credential.
const RESOLVED: &str = "zé+Qx/91 canary-resolved";
/// A literal in APP.md.
const LITERAL: &str = "Wv&77=canary-literal";
/// A literal that stands in for a variable without a value.
const DEFAULT: &str = "Kj~42^canary-default";

const APP: &str = "---
app: Vault
---

## Structure

Keeps things. The canary yellow door leads inside.

## Tabs

- Home
- Inside

## Obstacles

- Rate this app → tap \"Not now\"

## Credentials

- api_token: ${SKILLC_TEST_CANARY}
- pin: LITERAL
- user: ${SKILLC_TEST_UNSET:-DEFAULT}

## Tips

- Never say the pin aloud

## Simulator

- root: home

## Simulator Screen home

- title: Vault
- tab_bar: true
- element row: Doors → doors
- element tab: Home → home
- element tab: Inside → inside

## Simulator Screen doors

- title: Doors
- back: home
- element text: The canary yellow door

## Simulator Screen inside

- title: Inside the vault
- tab_bar: true
- element text: api_token and pin are asked for here
- element tab: Home → home
- element tab: Inside → inside
";

/// Forms in which a value may be found, each with a name.
fn forms(value: &str) -> Vec<(&'static str, Vec<u8>)> {
    let percent: String = value
        .bytes()
        .map(|byte| {
            if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
                char::from(byte).to_string()
            } else {
                format!("%{byte:02X}")
            }
        })
        .collect();
    let json = serde_json::to_string(value).expect("JSON");
    let (half, _) = value.split_at(
        value
            .char_indices()
            .nth(value.chars().count() / 2)
            .map_or(0, |(at, _)| at),
    );
    let mut forms = vec![
        ("plain", value.as_bytes().to_vec()),
        ("as JSON", json.trim_matches('"').as_bytes().to_vec()),
        ("percent-encoded", percent.into_bytes()),
        ("reversed", value.chars().rev().collect::<String>().into_bytes()),
        ("its first half", half.as_bytes().to_vec()),
    ];
    // Wherever in a longer text the value begins, one of three alignments of its inner part shows in base64.
    for shift in 0..3 {
        let bytes = &value.as_bytes()[shift..];
        let whole = bytes.len() / 3 * 3;
        let encoded = base64::engine::general_purpose::STANDARD_NO_PAD.encode(&bytes[..whole]);
        forms.push(("base64", encoded.into_bytes()));
    }
    forms
}

/// What of the canaries is in `bytes`.
fn found(bytes: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    for value in [RESOLVED, LITERAL, DEFAULT] {
        for (form, wanted) in forms(value) {
            if bytes.windows(wanted.len()).any(|window| window == wanted) {
                found.push(format!("{value} ({form})"));
            }
        }
    }
    found
}

/// The program with the canary in its environment.
fn skillc(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_skillc"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("SKILLC_CONFIG")
        .env_remove("SKILLC_TEST_UNSET")
        .env("SKILLC_TEST_CANARY", RESOLVED)
        .output()
        .expect("skillc runs")
}

fn written_app() -> String {
    APP.replace("LITERAL", LITERAL).replace("DEFAULT", DEFAULT)
}

/// Every way through the program that touches an APP.md; each with the exit codes that are right.
const RUNS: [(&[&str], &[i32]); 18] = [
    (&["record", "--source", "simulator", "--seed", "1", "--verbose"], &[0]),
    (&["record", "--source", "simulator", "--seed", "1"], &[0]),
    (
        &[
            "nightly",
            "--verbose",
            "--format",
            "human",
            "--format",
            "json=n.json",
            "--format",
            "junit=n.xml",
            "--format",
            "html=n.html",
            "--format",
            "markdown=n.md",
        ],
        &[0, 1],
    ),
    (
        &[
            "compile",
            "--explain",
            "--verbose",
            "--log-format",
            "json",
            "--timings",
            "t.json",
        ],
        &[0, 1],
    ),
    (&["accept", "--breaking"], &[0, 1]),
    (
        &[
            "diff",
            "apps/vault/APP.md",
            "apps/vault/NEXT.md",
            "--verbose",
            "--format",
            "human",
            "--format",
            "json=d.json",
            "--format",
            "html=d.html",
            "--format",
            "markdown=d.md",
            "--format",
            "sarif=d.sarif",
            "--format",
            "junit=d.xml",
            "--format",
            "github=d.txt",
        ],
        &[0, 1],
    ),
    (&["diff", "apps/vault/APP.md", "broken/APP.md"], &[1, 2]),
    (&["diff", "--accepted"], &[0, 1]),
    (
        &[
            "check",
            "--show",
            "note",
            "--format",
            "human",
            "--format",
            "json=c.json",
            "--format",
            "sarif=c.sarif",
            "--format",
            "github=c.txt",
        ],
        &[0, 1],
    ),
    (
        &["check", "broken/APP.md", "--fix", "--unsafe-fixes", "--dry-run"],
        &[0, 1],
    ),
    (&["check", "--against-captures", "--verbose"], &[0, 1]),
    (&["compile", "--app", "broken/APP.md", "--out", "o2"], &[0, 1, 2]),
    (&["captures", "list"], &[0]),
    (&["captures", "verify"], &[0]),
    (&["captures", "export", "--app", "Vault", "--out", "exported"], &[0]),
    (&["runs", "show", "last", "--format", "json"], &[0]),
    (&["config"], &[0]),
    (&["replay", "out/agent-skills", "--app", "Vault"], &[0, 1]),
];

#[test]
fn the_search_finds_what_is_there() {
    assert_eq!(found(b"the canary yellow door, a pin and an api_token"), [""; 0]);
    for value in [RESOLVED, LITERAL, DEFAULT] {
        for (form, bytes) in forms(value) {
            let text = [b"before ".as_slice(), &bytes, b" after"].concat();
            assert!(!found(&text).is_empty(), "{value} {form}");
        }
    }
    assert!(!found(written_app().as_bytes()).is_empty());
}

#[test]
fn values_of_credentials_are_in_nothing_that_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    for sub in ["apps/vault", "broken"] {
        fs::create_dir_all(root.join(sub)).expect("folders");
    }
    fs::write(root.join("skillc.toml"), "[detect]\nsource = \"recorded\"\n").expect("written");
    let app = written_app();
    fs::write(root.join("apps/vault/APP.md"), &app).expect("written");
    // Another literal, a tip, a heading that is nearly right, and front matter that does not end.
    let next = app
        .replace("aloud", "to strangers")
        .replace("- user:", "- second: Zz19-canary-literal\n- user:");
    fs::write(root.join("apps/vault/NEXT.md"), next).expect("written");
    let broken = app
        .replace("## Credentials", "## Credential")
        .replace("---\n\n## Structure", "\n## Structure")
        .replace("- pin: ", "- pin ");
    fs::write(root.join("broken/APP.md"), broken).expect("written");
    let mut innocent = false;
    for (arguments, right) in RUNS {
        let output = skillc(root, arguments);
        let said = said(&output);
        assert!(
            right.contains(&output.status.code().unwrap_or(-1)),
            "{arguments:?}: {said}"
        );
        assert_eq!(found(said.as_bytes()), [""; 0], "{arguments:?} says {said}");
    }
    let own: [PathBuf; 3] = ["apps/vault/APP.md", "apps/vault/NEXT.md", "broken/APP.md"].map(|path| root.join(path));
    let mut searched = 0;
    for file in files(root).into_iter().filter(|file| !own.contains(file)) {
        let bytes = fs::read(&file).expect("read");
        assert_eq!(found(&bytes), [""; 0], "{}", file.display());
        assert!(
            !bytes.windows(13).any(|window| window == b"canary-litera".as_slice()),
            "{}",
            file.display()
        );
        let text = String::from_utf8_lossy(&bytes);
        innocent |= text.contains("`api_token`") && text.contains("canary yellow") && file.ends_with("SKILL.md");
        searched += 1;
    }
    assert!(innocent, "names of credentials and other texts stay");
    assert!(searched > 20, "{searched} files");
}
