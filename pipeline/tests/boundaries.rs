//! The boundaries of ARCHITECTURE.md. Each rule is also shown a planted violation and must find it: a check that can't fail proves
//! nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A crate as the rules see it.
#[derive(Debug, Clone)]
struct Crate {
    /// `stages`, `datasets`, `reports` or `pipeline`.
    area: String,
    name: String,
    /// What it is built with; dependencies of its tests are free.
    dependencies: Vec<String>,
    /// Source files without their test modules.
    sources: Vec<(PathBuf, String)>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn crates() -> Vec<Crate> {
    let mut crates = vec![read(&root().join("pipeline"), "pipeline")];
    for area in ["stages", "datasets", "reports"] {
        for entry in fs::read_dir(root().join(area)).expect("the area is a folder") {
            let folder = entry.expect("an entry").path();
            if folder.join("Cargo.toml").is_file() {
                crates.push(read(&folder, area));
            }
        }
    }
    crates.sort_by(|a, b| a.name.cmp(&b.name));
    crates
}

fn read(folder: &Path, area: &str) -> Crate {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
    let manifest: toml::Table = manifest.parse().expect("TOML");
    let dependencies = manifest.get("dependencies").and_then(toml::Value::as_table);
    let mut sources = Vec::new();
    for entry in walkdir::WalkDir::new(folder.join("src")).sort_by_file_name() {
        let path = entry.expect("an entry").into_path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("source");
            sources.push((path, without_tests(&text)));
        }
    }
    Crate {
        area: area.to_owned(),
        name: manifest["package"]["name"].as_str().expect("a name").to_owned(),
        dependencies: dependencies
            .map(|table| table.keys().cloned().collect())
            .unwrap_or_default(),
        sources,
    }
}

/// Source up to the first test module, without comments.
fn without_tests(text: &str) -> String {
    let end = text.find("#[cfg(test)]").unwrap_or(text.len());
    text[..end]
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}

/// What a stage may not touch: files, clocks, the environment, the network, threads, processes.
const IMPURE: [&str; 14] = [
    "std::fs",
    "std::env",
    "std::net",
    "std::thread",
    "std::process",
    "std::io::std",
    "SystemTime",
    "Instant::now",
    "fs::read",
    "File::open",
    "File::create",
    "tokio",
    "rayon",
    "println!",
];

/// Violations as `crate: what`.
fn violations(crates: &[Crate]) -> Vec<String> {
    let area: BTreeMap<&str, &str> = crates.iter().map(|c| (c.name.as_str(), c.area.as_str())).collect();
    let mut found = Vec::new();
    for c in crates {
        for dependency in &c.dependencies {
            let of = area.get(dependency.as_str()).copied();
            let wrong = match (c.area.as_str(), of, dependency.as_str()) {
                ("stages", Some("pipeline" | "reports" | "datasets"), _) => true,
                ("stages", _, "rayon" | "tokio" | "rmcp" | "walkdir" | "tempfile" | "ort" | "rten") => true,
                ("datasets", Some("pipeline" | "reports"), _) => true,
                ("reports", Some("pipeline"), _) => true,
                (at, _, "parquet" | "arrow" | "polars") => at != "datasets",
                (at, _, "polars-lazy" | "duckdb") => at != "datasets",
                (at, _, "minijinja" | "plotters" | "quick-junit") => at != "reports",
                _ => false,
            };
            if wrong {
                found.push(format!("{}: depends on {dependency}", c.name));
            }
        }
        if c.area == "stages" {
            for (path, text) in &c.sources {
                for word in IMPURE.iter().filter(|word| text.contains(**word)) {
                    found.push(format!("{}: {word} in {}", c.name, path.display()));
                }
            }
        }
    }
    let polars: Vec<_> = crates
        .iter()
        .filter(|c| c.dependencies.iter().any(|d| d == "polars"))
        .collect();
    if polars.len() > 1 {
        found.push("polars is used by more than one crate".to_owned());
    }
    found
}

#[test]
fn no_crate_crosses_a_boundary() {
    let found = violations(&crates());
    assert!(found.is_empty(), "{found:#?}");
}

/// A crate of `area` that is clean, to plant something in.
fn clean(area: &str) -> Crate {
    Crate {
        area: area.to_owned(),
        name: format!("skillc-planted-{area}"),
        dependencies: Vec::new(),
        sources: Vec::new(),
    }
}

#[test]
fn each_planted_violation_is_found() {
    let planted = [
        ("stages", "skillc-captures", ""),
        ("stages", "skillc-importers", ""),
        ("stages", "skillc-page", ""),
        ("stages", "skillc", ""),
        ("stages", "rayon", ""),
        ("stages", "ort", ""),
        ("datasets", "skillc", ""),
        ("datasets", "skillc-page", ""),
        ("reports", "skillc", ""),
        ("reports", "parquet", ""),
        ("pipeline", "polars", ""),
        ("pipeline", "minijinja", ""),
        ("stages", "", "let now = std::time::SystemTime::now();"),
        ("stages", "", "let text = std::fs::read_to_string(path);"),
        ("stages", "", "std::thread::spawn(work);"),
        ("stages", "", "let home = std::env::var(\"HOME\");"),
    ];
    for (area, dependency, source) in planted {
        let mut all = crates();
        let mut c = clean(area);
        if !dependency.is_empty() {
            c.dependencies.push(dependency.to_owned());
        }
        c.sources.push((PathBuf::from("planted.rs"), source.to_owned()));
        all.push(c);
        assert!(!violations(&all).is_empty(), "not found: {area} {dependency} {source}");
    }
}

#[test]
fn a_word_in_a_comment_or_a_test_is_no_violation() {
    let text = "// std::fs is for the edge\nfn f() {}\n#[cfg(test)]\nmod tests { use std::fs; }\n";
    assert!(!without_tests(text).contains("std::fs"));
}

#[test]
fn every_member_inherits_the_lints_and_version() {
    for entry in walkdir::WalkDir::new(root())
        .max_depth(3)
        .sort_by_file_name()
        .into_iter()
        .flatten()
    {
        let inside = entry.path().strip_prefix(root()).expect("below the root");
        let area = inside
            .components()
            .next()
            .map(|part| part.as_os_str().to_string_lossy().into_owned());
        if entry.file_name() != "Cargo.toml"
            || !matches!(area.as_deref(), Some("stages" | "datasets" | "reports" | "pipeline"))
        {
            continue;
        }
        let manifest: toml::Table = fs::read_to_string(entry.path())
            .expect("a manifest")
            .parse()
            .expect("TOML");
        let inherits = manifest["lints"]["workspace"].as_bool() == Some(true);
        assert!(inherits, "{} has its own lints", inside.display());
    }
}
