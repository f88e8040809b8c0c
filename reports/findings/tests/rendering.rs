//! Findings as they are shown.

use std::time::{Duration, Instant};

use skillc_app_check::{Source, Surroundings, check};
use skillc_findings::{CheckedFile, Report, github, human, json, patch, sarif};
use skillc_formats::Paint;

fn report(path: &str, text: &str) -> Report {
    let findings = check(&Source::new(text), &Surroundings::default());
    Report {
        files: vec![CheckedFile {
            path: path.to_owned(),
            text: text.to_owned(),
            findings,
        }],
    }
}

#[test]
fn the_outcome_comes_first_and_then_the_line() {
    let text = human::text(
        &report("APP.md", "---\napp: A\n---\n## Skip\n* Wipe all\n"),
        Paint::Plain,
        100,
    );
    assert!(
        text.starts_with("1 error in 1 file, 1 of them fixable with --fix\n"),
        "{text}"
    );
    for shown in [
        "error: list-line-ignored",
        "APP.md:5:1",
        "5 │ * Wipe all",
        "(--fix does it)",
    ] {
        assert!(text.contains(shown), "{shown} is missing in {text}");
    }
    assert_eq!(
        human::text(&report("A", "---\napp: A\n---\n## Skip\n"), Paint::Plain, 100),
        "1 file checked, nothing found\n"
    );
}

#[test]
fn nothing_in_a_file_or_its_name_acts_on_a_terminal() {
    let hostile =
        "---\napp: A\n---\n## Skip\n* \u{1b}[2J\u{202e}x\u{7}\r* y\n## \u{1b}]0;t\u{7} thing\n- password: a\u{1b}b\n";
    let report = report("a\u{1b}[31m/APP.md", hostile);
    for text in [
        human::text(&report, Paint::Plain, 80),
        patch::unified("a\u{1b}b", hostile, &hostile.replace('*', "-")),
    ] {
        let acts = |c: char| (c.is_control() && c != '\n') || skillc_formats::terminal::turns(c);
        assert!(!text.chars().any(acts), "{text:?}");
    }
}

#[test]
fn a_place_that_is_far_away_is_named_and_not_drawn() {
    let gap: String = (0..30).map(|i| format!("- w{i:02}rd of its own\n")).collect();
    let text = format!("---\napp: A\n---\n## Skip\n- Wipe\n{gap}- wipe\n");
    let shown = human::text(&report("APP.md", &text), Paint::Plain, 100);
    assert!(shown.contains("line 5: the pattern that covers it"), "{shown}");
}

#[test]
fn a_line_of_megabytes_is_named_and_not_drawn() {
    let text = format!("---\napp: A\n---\n## Obstacles\n- {}\n", "a → ".repeat(500_000));
    let shown = human::text(&report("APP.md", &text), Paint::Plain, 100);
    assert!(
        shown.contains("at APP.md:5:3") && shown.len() < 5_000,
        "{} bytes",
        shown.len()
    );
}

#[test]
fn thousands_of_findings_are_shown_in_a_moment() {
    let text = format!("---\napp: A\n---\n## Skip\n{}", "* x y z\n".repeat(30_000));
    let report = report("APP.md", &text);
    let start = Instant::now();
    let human = human::text(&report, Paint::Plain, 100);
    assert!(
        human.contains("29980 more findings of list-line-ignored in APP.md"),
        "{}",
        &human[human.len() - 200..]
    );
    assert_eq!(json::document(&report)["summary"]["errors"], 30_000);
    assert_eq!(
        sarif::log(&report, "1")["runs"][0]["results"].as_array().map(Vec::len),
        Some(30_000)
    );
    assert_eq!(github::text(&report).lines().count(), 10);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}
