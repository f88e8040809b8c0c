//! The HTML report of a real comparison, opened in a headless Chromium: real pictures, and an app whose texts are hostile.

#[path = "../../scripts/judges/judge.rs"]
#[allow(dead_code, reason = "only the folder is asked for")]
mod judge;
mod toy;

use std::fs;
use std::process::Command;

use toy::{edit, said, skillc};

/// Texts that a screen may show, and that must stay texts.
const HOSTILE: &str = "---
app: Trap
---

## Structure

Texts that want to be more.

## Skip

- Nothing

## Tips

- Be patient

## Simulator

- root: home

## Simulator Screen home

- title: <script>alert(1)</script>
- element row: Picture <img src=x onerror=alert(2) y → one
- element row: &lt;b&gt; '`{{ 7*7 }} → two
- element row: Plain \u{202e}desrever → three

## Simulator Screen one

- title: One <iframe src=//example.org>
- back: home
- element text: javascript:alert(3)

## Simulator Screen two

- title: Two
- back: home
- element text: </style><style>*{display:none}

## Simulator Screen three

- title: Three
- back: home
- element text: ${jndi:ldap://example.org}
";

#[test]
fn the_report_of_a_hostile_app_is_used_in_a_browser() {
    let Some(folder) = judge::folder() else { return };
    let workspace = tempfile::tempdir().expect("a folder");
    let root = workspace.path();
    fs::create_dir_all(root.join("apps/toy")).expect("folders");
    fs::write(root.join("apps/toy/APP.md"), HOSTILE).expect("written");
    fs::write(root.join("skillc.toml"), "[detect]\nsource = \"recorded\"\n").expect("written");
    let record = [
        "record",
        "--source",
        "simulator",
        "--app",
        "apps/toy/APP.md",
        "--seed",
        "1",
        "--quiet",
    ];
    let output = skillc(root, &record);
    assert!(output.status.success(), "{}", said(&output));
    fs::copy(root.join("apps/toy/APP.md"), root.join("old.md")).expect("copied");
    edit(root, "- Nothing", "- Nothing\n- onerror");
    edit(root, "- Be patient", "- Be <em>quick</em>\u{202e}");
    let output = skillc(root, &["diff", "old.md", "apps/toy/APP.md", "--format", "html=d.html"]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let html = fs::read_to_string(root.join("d.html")).expect("a page");
    assert!(html.contains("class=\"crop before\""), "what was touched is shown");
    let output = Command::new(folder.join("node_modules/.bin/node"))
        .current_dir(&folder)
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../reports/diff/tests/page.mjs"))
        .arg(root.join("d.html"))
        .output()
        .expect("node");
    assert!(output.status.success(), "{}", said(&output));
}
