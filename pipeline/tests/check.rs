//! `skillc check` and `skillc rule` as a user meets them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop at that place")]

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

const FAULTY: &str =
    "---\napp: Larder\nlocale: fr-CA\n---\n## Structure\nA pantry.\n\n## Credentials\n- password: hunter2\n";

fn skillc(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_skillc"));
    command
        .current_dir(folder)
        .env("HOME", folder.join("home"))
        .env_remove("COLUMNS")
        .env("LANG", "C");
    command
}

fn output(command: &mut Command) -> (i32, String, String) {
    answer(command, "")
}

fn answer(command: &mut Command, input: &str) -> (i32, String, String) {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that reads nothing may be over before all is written.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (
        output.status.code().unwrap(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

#[test]
fn a_finding_shows_its_line_and_no_secret() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("APP.md"), FAULTY).unwrap();
    let (code, out, _) = output(skillc(folder.path()).args(["check", "APP.md"]));
    assert_eq!(code, 1);
    assert!(
        out.starts_with("1 error, 1 warning in 1 file, 1 of them fixable with --fix\n"),
        "{out}"
    );
    assert!(
        out.contains("locale: fr-CA") && out.contains("APP.md:3:9") && out.contains("write `fr_CA`"),
        "{out}"
    );
    for kind in ["human", "json", "sarif", "github"] {
        let (_, out, _) = output(skillc(folder.path()).args(["check", "APP.md", "--format", kind]));
        assert!(
            out.contains("credential-literal") && !out.contains("hunter2"),
            "{kind}: {out}"
        );
    }
}

#[test]
fn mending_shows_first_and_changes_nothing_twice() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("APP.md");
    fs::write(&path, FAULTY).unwrap();
    let (_, out, _) = output(skillc(folder.path()).args(["check", "--dry-run", "--fix"]));
    assert!(
        out.contains("-locale: fr-CA\n+locale: fr_CA\n") && !out.contains("hunter2"),
        "{out}"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), FAULTY);
    let (_, _, told) = output(skillc(folder.path()).args(["check", "--fix"]));
    assert!(told.contains("mended 1 finding"), "{told}");
    assert_eq!(fs::read_to_string(&path).unwrap(), FAULTY.replace("fr-CA", "fr_CA"));
    let (_, _, told) = output(skillc(folder.path()).args(["check", "--fix"]));
    assert!(!told.contains("mended"), "{told}");
}

#[test]
fn machine_formats_point_at_the_same_place() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("été")).unwrap();
    fs::write(folder.path().join("été/app.MD"), FAULTY).unwrap();
    let (_, out, _) = output(skillc(folder.path()).args([
        "check",
        "--format",
        "json",
        "--format",
        "sarif=o/s.json",
        "--format",
        "github=o/g.txt",
    ]));
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["summary"]["errors"], 1);
    let finding = &json["files"][0]["findings"][0];
    assert_eq!(
        (&finding["code"], &finding["line"], &finding["column"]),
        (&"locale-never-matches".into(), &3.into(), &9.into())
    );
    let sarif: Value = serde_json::from_str(&fs::read_to_string(folder.path().join("o/s.json")).unwrap()).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    let region = &result["locations"][0]["physicalLocation"]["region"];
    assert_eq!(
        region.to_string(),
        r#"{"startLine":3,"startColumn":9,"endLine":3,"endColumn":14}"#
    );
    assert_eq!(
        result["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"]["text"],
        "fr_CA"
    );
    let github = fs::read_to_string(folder.path().join("o/g.txt")).unwrap();
    assert!(github.starts_with("::error file=été/app.MD,line=9,col=13,"), "{github}");
}

#[test]
fn what_cannot_be_checked_says_why_and_stops_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("good.md"), "---\napp: A\n---\n## Skip\n").unwrap();
    fs::write(folder.path().join("bad.md"), b"a\nb\xff").unwrap();
    let (code, out, told) = output(skillc(folder.path()).args(["check", "bad.md", "good.md", "none.md"]));
    assert_eq!(code, 2);
    assert!(out.starts_with("1 file checked, nothing found"), "{out}");
    assert!(told.contains("bad.md:2: byte 3") && told.contains("none.md"), "{told}");
    let (code, _, told) = output(skillc(folder.path()).arg("check"));
    assert_eq!(code, 2);
    assert!(told.contains("there is no APP.md"), "{told}");
    let (code, _, told) = output(skillc(folder.path()).args(["check", "good.md", "--format", "junit"]));
    assert_eq!(code, 2);
    assert!(told.contains("human, json, sarif or github"), "{told}");
}

#[test]
fn codes_have_pages() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, _) = output(skillc(folder.path()).args(["check", "--explain-code", "tabs-sorted"]));
    assert_eq!(code, 0);
    assert!(out.starts_with("tabs-sorted (warning)\n\n"), "{out}");
    let (code, out, _) = output(skillc(folder.path()).args(["check", "--explain-code"]));
    assert_eq!(code, 0);
    assert!(out.lines().count() > 60, "{out}");
    let (code, _, told) = output(skillc(folder.path()).args(["check", "--explain-code", "tab-sorted"]));
    assert_eq!(code, 2);
    assert!(told.contains("tabs-sorted"), "{told}");
}

#[test]
fn the_loader_explains_its_choice() {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write(
        ".mirroir-mcp/skills/a/APP.md",
        "---\napp: Santé\nlocale: de_DE\n---\n## Skip\n",
    );
    write("home/.mirroir-mcp/skills/b/APP.md", "---\napp: SANTE\n---\n## Skip\n");
    let (code, out, _) = output(skillc(folder.path()).args(["check", "--app", "sante", "--explain"]));
    assert_eq!(code, 0);
    assert!(out.contains("b/APP.md: chosen: it has no locale"), "{out}");
    assert!(out.contains("a/APP.md: lost to a later file"), "{out}");
    let (code, out, _) =
        output(skillc(folder.path()).args(["check", "--app", "sante", "--explain", "--locale", "de_de"]));
    assert_eq!(code, 0);
    assert!(out.contains("a/APP.md: chosen: its locale is the system's"), "{out}");
    let (code, out, _) = output(skillc(folder.path()).args(["check", "--app", "nobody", "--explain"]));
    assert_eq!((code, out.starts_with("nothing describes nobody")), (1, true));
}

#[test]
fn rules_answer_line_by_line() {
    let folder = tempfile::tempdir().unwrap();
    let lines = "{\"id\":\"a\",\"input\":{\"op\":\"should_skip\",\"patterns\":[\"x\"],\"text\":\"X\"}}\r\nnonsense\n\n{\"id\":\"b\",\"input\":{\"op\":\"should_skip\",\"patterns\":[],\"text\":\"X\"}}";
    let (code, out, _) = answer(skillc(folder.path()).args(["rule", "skip_merge"]), lines);
    let answers: Vec<_> = out.lines().collect();
    assert_eq!(code, 1);
    assert_eq!(answers[0], r#"{"id":"a","output":{"skip":true}}"#);
    assert!(
        answers[1].starts_with(r#"{"id":null,"error":"the line is no JSON"#),
        "{}",
        answers[1]
    );
    assert_eq!(answers[2], r#"{"id":"b","output":{"skip":false}}"#);
    let (code, _, told) = output(skillc(folder.path()).args(["rule", "skip_marge"]));
    assert_eq!(code, 2);
    assert!(told.contains("skip_merge"), "{told}");
}
