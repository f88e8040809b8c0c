//! The GitHub workflow and the pre-commit hook of the README, taken out of it and run as far as they can be without GitHub.

mod toy;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

use toy::{edit, git, said, workspace};

/// The first block of this language in the section of the README.
fn block(heading: &str, language: &str) -> String {
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md")).expect("a README");
    let section = readme.split(&format!("\n## {heading}\n")).nth(1).expect("the section");
    let rest = section.split(&format!("```{language}\n")).nth(1).expect("the block");
    rest.split("```").next().expect("its end").to_owned()
}

/// A step of a workflow: its commands and its variables.
fn step(workflow: &str, name: &str) -> (String, Vec<(String, String)>) {
    let step = workflow.split(&format!("- name: {name}\n")).nth(1).expect("the step");
    let step = step.split("\n      - ").next().expect("its end");
    let below = |key: &str| -> Vec<String> {
        let lines = step.lines().skip_while(|line| line.trim() != key).skip(1);
        lines
            .take_while(|line| line.starts_with("          ") || line.is_empty())
            .map(|line| line.trim_start_matches("          ").to_owned())
            .collect()
    };
    let run = below("run: |");
    let variables = below("env:").into_iter().filter_map(|line| {
        let (name, value) = line.split_once(": ")?;
        Some((name.to_owned(), value.to_owned()))
    });
    (run.join("\n"), variables.collect())
}

/// A folder with `skillc` and, where it is wanted, a stand-in for `gh` that writes down what it was asked.
fn tools(gh: Option<&str>) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_skillc"), folder.path().join("skillc")).expect("a link");
    if let Some(text) = gh {
        let file = folder.path().join("gh");
        fs::write(&file, text).expect("written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("executable");
    }
    folder
}

fn with_tools(command: &mut Command, tools: &Path) -> Output {
    let path = std::env::var("PATH").unwrap_or_default();
    command
        .env("PATH", format!("{}:{path}", tools.display()))
        .output()
        .expect("runs")
}

fn commit(root: &Path, tools: &Path) -> Output {
    let mut command = Command::new("git");
    command.current_dir(root).args([
        "-c",
        "user.name=t",
        "-c",
        "user.email=t@example.org",
        "commit",
        "-m",
        "edit",
    ]);
    with_tools(&mut command, tools)
}

#[test]
fn the_hook_stops_a_commit_that_loses_a_screen() {
    let workspace = workspace();
    let root = workspace.path();
    let tools = tools(None);
    let hook = root.join(".git/hooks/pre-commit");
    fs::create_dir_all(root.join(".git/hooks")).expect("a folder");
    fs::write(&hook, block("Before a commit", "sh")).expect("written");
    fs::set_permissions(&hook, fs::Permissions::from_mode(0o755)).expect("executable");
    edit(root, "Be patient", "Be quick");
    git(root, &["add", "."]);
    edit(root, "- Delete\n", "- Delete\n- Trains\n");
    let tip = commit(root, tools.path());
    assert_eq!(
        tip.status.code(),
        Some(0),
        "what isn't staged doesn't count: {}",
        said(&tip)
    );
    git(root, &["add", "."]);
    let refused = commit(root, tools.path());
    assert_eq!(refused.status.code(), Some(1), "{}", said(&refused));
    assert!(said(&refused).contains("breaking"), "{}", said(&refused));
    // Another work tree of the same repository: its hook is told of the repository by variables.
    let other = root.join("other");
    git(root, &["worktree", "add", "-q", "other"]);
    let captures = format!("captures = {:?}\n", root.join("captures").display().to_string());
    fs::write(
        other.join("skillc.toml"),
        format!("[workspace]\n{captures}\n[detect]\nsource = \"recorded\"\n"),
    )
    .expect("written");
    edit(&other, "- Delete\n", "- Delete\n- Trains\n");
    git(&other, &["add", "."]);
    let refused = commit(&other, tools.path());
    assert_eq!(refused.status.code(), Some(1), "{}", said(&refused));
    assert!(said(&refused).contains("breaking"), "{}", said(&refused));
}

#[test]
fn the_workflow_compares_with_the_base_and_keeps_one_comment() {
    let workflow = block("In a pull request", "yaml");
    assert!(!workflow.contains('\t'), "YAML has no tabs");
    let workspace = workspace();
    let root = workspace.path();
    git(root, &["branch", "-M", "main"]);
    git(root, &["remote", "add", "origin", "."]);
    git(root, &["update-ref", "refs/remotes/origin/main", "main"]);
    edit(root, "- Delete\n", "- Delete\n- Trains\n");
    git(root, &["commit", "-q", "-a", "-m", "edit"]);
    let gh = "#!/bin/sh\necho \"$@\" >>calls\ncase \"$2\" in */comments) cat known 2>/dev/null;; esac\nexit 0\n";
    let tools = tools(Some(gh));
    let run = |name: &str| {
        let (script, variables) = step(&workflow, name);
        assert!(
            !script.contains("${{"),
            "values come in by variables, so that none is taken for a command: {script}"
        );
        let mut shell = Command::new("bash");
        shell.current_dir(root).args(["-e", "-c", &script]);
        for (name, value) in variables {
            let value = value
                .replace("${{ github.base_ref }}", "main")
                .replace("${{ github.repository }}", "us/apps")
                .replace("${{ github.event.number }}", "7")
                .replace("${{ github.token }}", "none");
            assert!(!value.contains("${{"), "{value}");
            shell.env(name, value);
        }
        with_tools(&mut shell, tools.path())
    };
    let diff = run("What does this edit do to the skills?");
    assert_eq!(diff.status.code(), Some(1), "{}", said(&diff));
    assert!(
        said(&diff).contains("::error file=apps/toy/APP.md,line=16"),
        "{}",
        said(&diff)
    );
    for file in ["diff.md", "diff.html", "diff.xml"] {
        assert!(root.join(file).is_file(), "{file}");
    }
    let calls = || fs::read_to_string(root.join("calls")).expect("calls");
    let first = run("Say it in the pull request");
    assert_eq!(first.status.code(), Some(0), "{}", said(&first));
    assert!(
        calls().contains("pr comment 7 --repo us/apps --body-file diff.md"),
        "{}",
        calls()
    );
    fs::write(root.join("known"), "4711\n").expect("written");
    let again = run("Say it in the pull request");
    assert_eq!(again.status.code(), Some(0), "{}", said(&again));
    assert!(
        calls().contains("api -X PATCH repos/us/apps/issues/comments/4711 -F body=@diff.md"),
        "{}",
        calls()
    );
    let comment = fs::read_to_string(root.join("diff.md")).expect("a comment");
    assert!(
        comment.starts_with("<!-- skillc-diff -->"),
        "what the step looks for is what the comment begins with"
    );
}
