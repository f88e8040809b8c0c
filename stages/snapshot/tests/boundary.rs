//! The policy crates depend on no importer, no pipeline, and nothing that reads files, clocks or the network. The check is shown to find
//! a planted violation: a check that can't fail proves nothing.
#![allow(clippy::unwrap_used, reason = "a test may end where something is missing")]

use std::path::{Path, PathBuf};

/// The crates that hold policy.
const CRATES: [&str; 4] = ["snapshot", "ad-script", "maestro", "scripts"];
/// What they may not name, in their manifest or their source.
const FORBIDDEN: [&str; 16] = [
    "skillc-captures",
    "skillc-importers",
    "skillc-recorders",
    "skillc-simulator",
    "skillc-engines",
    "skillc_captures",
    "skillc_importers",
    "skillc_recorders",
    "datasets/",
    "reports/",
    "std::fs",
    "std::net",
    "std::env",
    "std::process",
    "SystemTime",
    "Instant::now",
];

fn violations(folder: &Path) -> Vec<String> {
    let mut open = vec![folder.to_owned()];
    let mut found = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(
                std::fs::read_dir(&path)
                    .expect("a folder")
                    .map(|entry| entry.expect("an entry").path()),
            );
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        found.extend(
            FORBIDDEN
                .iter()
                .filter(|word| text.contains(**word))
                .map(|word| format!("{}: {word}", path.display())),
        );
    }
    found
}

fn stages() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn the_policy_crates_depend_on_no_importer_and_no_pipeline() {
    for name in CRATES {
        let folder = stages().join(name);
        let mut found = violations(&folder.join("src"));
        found.extend(violations(&folder.join("Cargo.toml")));
        assert!(found.is_empty(), "{found:?}");
    }
}

#[test]
fn a_planted_violation_is_found() {
    let folder = std::env::temp_dir().join(format!("skillc-boundary-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("deep")).unwrap();
    std::fs::write(folder.join("deep/rule.rs"), "use skillc_importers::agent_device;\n").unwrap();
    let found = violations(&folder);
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(found.len(), 1, "{found:?}");
}
