//! Every skill that is made from a simulator recording replays to its end, under the APP.md that it was compiled with.

mod program;

use std::path::{Path, PathBuf};

use program::{files, said, sample, shared, simulated_apps, skillc};

/// The skills below a folder, in mirroir's dialect and compiled.
fn mirroir_skills(folder: &Path) -> Vec<String> {
    let is_skill =
        |path: &String| path.ends_with(".compiled.json") || path.ends_with(".md") && !path.ends_with("manifest.md");
    let names = files(folder).into_iter().map(|path| path.display().to_string());
    names.filter(is_skill).collect()
}

/// `settings` are `--set` values.
fn hold(apps: &[PathBuf], settings: &[&str]) {
    for app in apps {
        let folder = tempfile::tempdir().expect("a folder");
        let app = app.to_str().expect("a path in UTF-8");
        let here = |arguments: &[&str]| skillc(folder.path(), arguments);
        let recorded = here(&[
            "record",
            "--source",
            "simulator",
            "--app",
            app,
            "--captures",
            "C",
            "--seed",
            "1",
        ]);
        assert!(recorded.status.success(), "{app}: {}", said(&recorded));
        let mut arguments = vec!["compile", "--app", app, "--captures", "C", "--out", "O"];
        for setting in ["detect.source=recorded"].iter().chain(settings) {
            arguments.extend(["--set", setting]);
        }
        let compiled = here(&arguments);
        assert_ne!(compiled.status.code(), Some(2), "{app}: {}", said(&compiled));
        let mut skills = mirroir_skills(&folder.path().join("O/mirroir"));
        skills.push("O/agent-skills".to_owned());
        let mut arguments = vec!["replay", "--app", app];
        arguments.extend(skills.iter().map(String::as_str));
        let replayed = here(&arguments);
        assert!(replayed.status.success(), "{app}: {}", said(&replayed));
    }
}

#[test]
fn skills_of_the_sample_apps_arrive() {
    hold(&simulated_apps(&sample().join("apps")), &[]);
}

#[test]
fn skills_of_the_shared_apps_arrive() {
    let apps = simulated_apps(&shared("apps"));
    if apps.is_empty() {
        eprintln!("skipped: the shared apps are not here");
    }
    hold(&apps, &[]);
}

#[test]
fn skills_that_are_named_by_the_shared_patterns_arrive() {
    let patterns = shared("apps/patterns");
    if !patterns.is_dir() {
        eprintln!("skipped: the shared patterns are not here");
        return;
    }
    let setting = format!("workspace.patterns={}", patterns.display());
    let mut apps = simulated_apps(&sample().join("apps"));
    apps.extend(simulated_apps(&shared("apps")));
    hold(&apps, &[&setting]);
}
