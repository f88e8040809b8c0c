//! Pattern files as teams write them, and broken ones.

#![allow(clippy::print_stdout, reason = "a skipped test says so")]

use std::path::PathBuf;

use skillc_patterns::{Choice, PatternFault, PatternFile, PatternLibrary, archetype};
use skillc_records::{TapPoint, WindowPoint, WindowSize};

fn folder(name: &str) -> Option<Vec<(String, String)>> {
    let root = std::env::var_os("SKILLC_SHARED").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let Ok(entries) = std::fs::read_dir(root.join("apps/patterns").join(name)) else {
        println!("skipped: the shared pattern files are not here");
        return None;
    };
    let mut files: Vec<(String, String)> = entries
        .flatten()
        .filter_map(|entry| {
            Some((
                entry.file_name().to_string_lossy().into_owned(),
                std::fs::read_to_string(entry.path()).ok()?,
            ))
        })
        .collect();
    files.sort();
    Some(files)
}

fn files(texts: &[(String, String)]) -> Vec<PatternFile<'_>> {
    texts.iter().map(|(path, text)| PatternFile { path, text }).collect()
}

#[test]
fn published_files_load_but_for_the_one_without_a_description() {
    let (Some(recipes), Some(elements)) = (folder("screens"), folder("elements")) else {
        return;
    };
    let library = PatternLibrary::read(&files(&recipes), &files(&elements));
    assert_eq!(library.recipes.len(), recipes.len());
    let skipped: Vec<_> = library
        .faults
        .iter()
        .map(|fault| (fault.file.as_str(), &fault.fault))
        .collect();
    assert_eq!(skipped, [("vision-indicators.md", &PatternFault::NoDescription)]);
    assert!(library.cleanup.strip_prefixes.contains(&"•".to_owned()));
    assert!(library.cleanup.exclude_labels.contains(&"ICON".to_owned()));
}

#[test]
fn a_list_of_rows_with_chevrons_is_a_settings_list() {
    let (Some(recipes), Some(elements)) = (folder("screens"), folder("elements")) else {
        return;
    };
    let library = PatternLibrary::read(&files(&recipes), &files(&elements));
    let point = |text: &str, x: f64, y: f64| TapPoint {
        text: text.to_owned(),
        at: WindowPoint::new(x, y),
        confidence: None,
        rect: None,
    };
    let mut points = vec![point("Settings", 100.0, 140.0)];
    for (row, text) in ["General", "Privacy", "Battery"].into_iter().enumerate() {
        points.extend([
            point(text, 100.0, 300.0 + 100.0 * row as f64),
            point(">", 370.0, 302.0 + 100.0 * row as f64),
        ]);
    }
    let window = WindowSize::new(410.0, 898.0);
    let found = archetype(None, Some((&points, window)), &library).expect("a recipe");
    assert_eq!(
        (found.recipe.name.as_str(), found.choice),
        ("settings-list", Choice::Matched)
    );
    let declared = archetype(Some("dashboard"), Some((&points, window)), &library).expect("a recipe");
    assert_eq!((declared.score, declared.choice), (100, Choice::Declared));
}

#[test]
fn a_broken_file_is_named_and_stops_no_other() {
    let good = "---\nname: row\n---\n## Description\nA row.\n## Match Rules\n- min_elements: 1\n";
    let texts: Vec<(String, String)> = [
        (
            "a.md",
            "---\nname: a\n---\n## Description\nX\n## Match Rules\n- colour: red\n",
        ),
        (
            "b.md",
            "---\nname: b\n---\n## Description\nX\n## Match Rules\n- zone: middle\n",
        ),
        (
            "c.md",
            "---\nname: c\n---\n## Description\nX\n## Match Rules\n- text_pattern: (\n",
        ),
        ("d.md", ""),
        ("e.md", good),
        ("f.md", good),
    ]
    .map(|(path, text)| (path.to_owned(), text.to_owned()))
    .into();
    let library = PatternLibrary::read(&[], &files(&texts));
    assert_eq!(library.elements.len(), 1);
    let skipped: Vec<&str> = library.faults.iter().map(|fault| fault.file.as_str()).collect();
    assert_eq!(skipped, ["a.md", "b.md", "c.md", "d.md", "f.md"]);
}
