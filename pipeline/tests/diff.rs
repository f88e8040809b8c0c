//! `skillc diff` from end to end: an app is recorded in the simulator, its APP.md is edited in a git repository, and what is said
//! about the edit is read.

mod toy;

use std::fs;

use toy::{edit, git, json, kinds, said, skillc, workspace};

#[test]
fn nothing_edited_is_no_change_and_neither_are_line_ends() {
    let workspace = workspace();
    let root = workspace.path();
    let output = skillc(root, &["diff"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(
        String::from_utf8_lossy(&output.stdout).starts_with("No changes in 1 app"),
        "{}",
        said(&output)
    );
    let text = fs::read_to_string(root.join("apps/toy/APP.md")).expect("read");
    fs::write(root.join("apps/toy/APP.md"), text.replace('\n', "\r\n")).expect("written");
    assert_eq!(skillc(root, &["diff"]).status.code(), Some(0));
}

#[test]
fn an_edit_is_told_with_its_line_and_git_is_left_alone() {
    let workspace = workspace();
    let root = workspace.path();
    edit(root, "- Delete\n", "- Delete\n- Trains\n");
    let before = fs::read(root.join(".git/index")).expect("an index");
    let output = skillc(root, &["diff", "--format", "json"]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert_eq!(fs::read(root.join(".git/index")).expect("an index"), before);
    let value = json(&output);
    assert!(kinds(&value).contains(&"out-of-reach".to_owned()), "{value:#}");
    for change in value["changes"].as_array().expect("changes") {
        let cause = &change["cause"];
        assert_eq!(
            (cause["field"].as_str(), cause["new"].as_str(), cause["line"].as_u64()),
            (Some("Skip[1]"), Some("Trains"), Some(16))
        );
        assert_eq!(cause["file"], "apps/toy/APP.md");
        assert!(!change["evidence"].as_array().expect("evidence").is_empty());
    }
    assert_eq!(skillc(root, &["diff", "--fail-on", "never"]).status.code(), Some(0));
    git(root, &["commit", "-q", "-a", "-m", "edit"]);
    assert_eq!(skillc(root, &["diff"]).status.code(), Some(0), "HEAD has it too");
    let revisions = skillc(root, &["diff", "HEAD~1", "HEAD", "--name-only"]);
    assert_eq!(revisions.status.code(), Some(1), "{}", said(&revisions));
    assert!(String::from_utf8_lossy(&revisions.stdout).contains("toy"));
    let folders = skillc(root, &["diff", "HEAD~1:apps/toy", "HEAD:apps/toy/APP.md", "--stat"]);
    assert_eq!(folders.status.code(), Some(1), "{}", said(&folders));
}

#[test]
fn several_formats_at_once() {
    let workspace = workspace();
    let root = workspace.path();
    edit(root, "Be patient", "Be quick");
    let formats = [
        "json=d.json",
        "html=d.html",
        "markdown=d.md",
        "github=d.txt",
        "sarif=d.sarif",
        "junit=d.xml",
    ];
    let mut arguments = vec!["diff"];
    for format in &formats {
        arguments.extend(["--format", format]);
    }
    let output = skillc(root, &arguments);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("1 change in 1 app"));
    for (file, needle) in [
        ("d.json", "\"tips\""),
        ("d.html", "<!doctype html>"),
        ("d.md", "<!-- skillc-diff -->"),
        ("d.txt", "::notice file=apps/toy/APP.md"),
        ("d.sarif", "\"2.1.0\""),
        ("d.xml", "<testsuite"),
    ] {
        let text = fs::read_to_string(root.join(file)).expect(file);
        assert!(text.contains(needle), "{file}");
    }
}

#[test]
fn what_no_longer_parses_stays_unknown_and_says_so() {
    let workspace = workspace();
    let root = workspace.path();
    edit(root, "app: Toy", "name: Toy");
    let output = skillc(root, &["diff", "--format", "json"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    let value = json(&output);
    assert_eq!(value["changes"].as_array().map(Vec::len), Some(0), "nothing is claimed");
    let problem = &value["problems"][0];
    assert_eq!(problem["file"], "apps/toy/APP.md");
    assert!(
        problem["message"]
            .as_str()
            .is_some_and(|message| message.contains("stays unknown"))
    );
}

#[test]
fn what_is_no_revision_is_said() {
    let workspace = workspace();
    for wrong in ["no-such-branch", "HEAD:nowhere", "--upload-pack=x"] {
        let output = skillc(workspace.path(), &["diff", "--", wrong]);
        assert_eq!(output.status.code(), Some(2), "{wrong}: {}", said(&output));
        assert!(!said(&output).contains("panicked"));
    }
}

#[test]
fn an_app_that_comes_or_goes_is_told_by_its_skills() {
    let workspace = workspace();
    let root = workspace.path();
    fs::remove_file(root.join("apps/toy/APP.md")).expect("removed");
    fs::create_dir_all(root.join("apps/other")).expect("folder");
    fs::write(root.join("apps/other/APP.md"), "---\napp: Other\n---\n## Skip\n- x\n").expect("written");
    let output = skillc(root, &["diff", "--format", "json"]);
    let value = json(&output);
    assert_eq!(kinds(&value), ["removed"], "{value:#}");
    assert!(
        value["problems"][0]["message"]
            .as_str()
            .is_some_and(|message| message.contains("no usable recording"))
    );
}

#[test]
fn an_app_that_moves_or_is_renamed_stays_itself() {
    let workspace = workspace();
    let root = workspace.path();
    git(root, &["mv", "apps/toy", "apps/box"]);
    assert_eq!(
        skillc(root, &["diff"]).status.code(),
        Some(0),
        "another folder is no change"
    );
    // Another app takes its place: the first one is still itself.
    fs::create_dir_all(root.join("apps/toy")).expect("a folder");
    fs::write(root.join("apps/toy/APP.md"), "---\napp: Aa\n---\n## Skip\n- x\n").expect("written");
    let output = skillc(root, &["diff", "--app", "toy"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    fs::remove_dir_all(root.join("apps/toy")).expect("removed");
    // Another folder, another name and an edit at once.
    let file = root.join("apps/box/APP.md");
    let text = fs::read_to_string(&file).expect("read");
    fs::write(
        &file,
        text.replace("app: Toy", "app: Playroom")
            .replace("Be patient", "Be quick"),
    )
    .expect("written");
    let value = json(&skillc(root, &["diff", "--format", "json"]));
    assert_eq!(kinds(&value), ["app", "renamed", "tips"], "{value:#}");
    for change in value["changes"].as_array().expect("changes") {
        let field = if change["kind"] == "tips" { "Tips[0]" } else { "app" };
        assert_eq!(change["cause"]["field"], field, "{change:#}");
    }
}

/// What judges the formats: the JSON by its schema, the XML by a parser, SARIF by what its specification asks of every log.
const JUDGE: &str = "
import json, sys, xml.etree.ElementTree as xml
import jsonschema
schema, report, junit, sarif = sys.argv[1:]
schema = json.load(open(schema))
jsonschema.Draft202012Validator.check_schema(schema)
report = json.load(open(report))
jsonschema.Draft202012Validator(schema).validate(report)
broken = json.loads(json.dumps(report)); broken['changes'][0]['severity'] = 'awful'
assert list(jsonschema.Draft202012Validator(schema).iter_errors(broken)), 'the schema forbids something'
suites = xml.parse(junit).getroot()
assert suites.tag == 'testsuites' and len(suites.findall('./testsuite/testcase')) == int(suites.get('tests'))
assert len(suites.findall('./testsuite/testcase/failure')) == int(suites.get('failures'))
log = json.load(open(sarif))
assert log['version'] == '2.1.0'
for run in log['runs']:
    rules = [rule['id'] for rule in run['tool']['driver']['rules']]
    assert len(set(rules)) == len(rules)
    for result in run['results']:
        assert rules[result['ruleIndex']] == result['ruleId'] and result['message']['text']
        assert result['level'] in ('error', 'warning', 'note') and result['partialFingerprints']
        for place in result['locations']:
            uri = place['physicalLocation']['artifactLocation']['uri']
            assert not uri.startswith('/') and ' ' not in uri
";

#[test]
fn every_format_is_what_it_says() {
    let python = std::env::var("SKILLC_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has = std::process::Command::new(&python)
        .args(["-c", "import jsonschema"])
        .output();
    if !has.is_ok_and(|output| output.status.success()) {
        assert!(
            std::env::var_os("SKILLC_JUDGES_REQUIRED").is_none(),
            "jsonschema is required and not installed"
        );
        eprintln!("not tried: no Python with jsonschema (scripts/test installs it)");
        return;
    }
    let workspace = workspace();
    let root = workspace.path();
    edit(root, "- Delete\n", "- Delete\n- Trains\n");
    edit(root, "Be patient", "Be <quick> & \"sure\"");
    let formats = ["json=d.json", "junit=d.xml", "sarif=d.sarif"].map(|format| ["--format", format]);
    let output = skillc(root, &[&["diff"], formats.as_flattened()].concat());
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let schema = concat!(env!("CARGO_MANIFEST_DIR"), "/../reports/diff/diff.schema.json");
    let judge = std::process::Command::new(python)
        .current_dir(root)
        .args(["-c", JUDGE, schema, "d.json", "d.xml", "d.sarif"])
        .output()
        .expect("python");
    assert!(judge.status.success(), "{}", said(&judge));
}

#[cfg(target_os = "linux")]
#[test]
fn a_repository_below_a_folder_that_is_no_text_is_found() {
    use std::os::unix::ffi::OsStrExt as _;
    let outer = tempfile::tempdir().expect("a folder");
    let root = outer.path().join(std::ffi::OsStr::from_bytes(b"caf\xe9"));
    let workspace = workspace();
    fs::rename(workspace.path(), &root).expect("moved");
    edit(&root, "- Delete\n", "- Delete\n- Trains\n");
    for place in [root.clone(), root.join("apps/toy")] {
        let output = skillc(&place, &["diff", "HEAD", "--name-only"]);
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    }
}
