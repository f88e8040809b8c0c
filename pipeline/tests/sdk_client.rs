//! The official SDK's own client speaks with our server, alone and through the proxy.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

const APP: &str = "---\napp: Café\n---\n## Simulator\n- root: menu\n## Simulator Screen menu\n- title: Menu\n- element row: Coffee -> coffee\n\
    ## Simulator Screen coffee\n- title: Coffee\n- back: menu\n- element text: Black\n";

/// The Python that has the SDK; none where it is missing.
#[allow(clippy::print_stderr)] // a notice of what can't be tested here
fn python() -> Option<String> {
    let python = std::env::var("SKILLC_PYTHON").ok();
    let has_sdk = |python: &String| {
        Command::new(python)
            .args(["-c", "import mcp"])
            .output()
            .is_ok_and(|output| output.status.success())
    };
    let found = python.filter(has_sdk);
    if found.is_none() {
        assert!(
            std::env::var("SKILLC_JUDGES_REQUIRED").as_deref() != Ok("1"),
            "SKILLC_PYTHON names no Python with mcp"
        );
        eprintln!("notice: SKILLC_PYTHON names no Python with mcp, so this test shows nothing");
    }
    found
}

#[test]
fn the_sdks_client_finds_its_way() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("APP.md"), APP).expect("written");
    let skillc = env!("CARGO_BIN_EXE_skillc");
    let server = [skillc, "simulate", "--app", "APP.md"];
    let proxy = [skillc, "record", "proxy", "--captures", "C", "--clean-shots", "--"];
    let mut told = Vec::new();
    for command in [server.to_vec(), [proxy.as_slice(), &server].concat()] {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sdk_client.py");
        let output = Command::new(&python)
            .arg(script)
            .args(command)
            .current_dir(folder.path())
            .output()
            .expect("runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        told.push(serde_json::from_slice::<Value>(&output.stdout).expect("JSON"));
    }
    assert_eq!(told[0], told[1], "the proxy changes nothing");
    let told = &told[0];
    assert_eq!(told["server"], "skillc-simulator");
    assert_eq!(told["picture"], "image/png");
    assert!(
        told["tapped"]
            .as_str()
            .is_some_and(|text| text.starts_with("Tapped at ("))
    );
    assert!(
        told["after"]
            .as_str()
            .is_some_and(|text| text.contains("- \"Black\" at ("))
    );
    for (what, wanted) in [
        ("schemas", true),
        ("is_error", false),
        ("wrong", true),
        ("refused", true),
    ] {
        assert_eq!(told[what], wanted, "{what}");
    }
    assert!(folder.path().join("C/sessions").is_dir(), "the proxied one is recorded");
}
