//! Renderings of hostile and of long reports.

#[path = "../../../scripts/judges/judge.rs"]
#[allow(dead_code, reason = "only the folder is asked for")]
mod judge;
mod toy;

use skillc_diff::render::{github, html, human, json, junit, markdown, sarif};
use skillc_diff::{FailOn, Problem, Report, Severities, Severity};
use skillc_formats::Paint;
use skillc_records::WindowSize;
use toy::{APP, Recording, compile, model, recording};

const HOSTILE: &str = "<script>alert(1)</script>\"'`|\u{202e}\u{1b}[31m::error::x";

fn hostile() -> Report {
    let mut recording = recording();
    for (place, row) in recording.tabs[0].rows.iter_mut().enumerate() {
        *row = format!("{place}{HOSTILE}");
    }
    report(&APP.replace("- Summary", &format!("- {HOSTILE}")), &recording)
}

fn report(new: &str, recording: &Recording) -> Report {
    let mut report = Report::new("old", "new");
    report.add(
        "toy",
        &model(APP, recording),
        &model(new, recording),
        &Severities::default(),
        &mut |description: &_| Some(compile(description, recording)),
    );
    report.problems.push(Problem {
        app: Some("bad".into()),
        file: Some("bad/APP.md".into()),
        line: Some(1),
        message: format!("no app {HOSTILE}"),
        help: None,
    });
    report
}

/// Pictures of one pixel, on which everything was touched in the middle.
struct Pixel;

/// A PNG of one grey pixel.
const PIXEL: &[u8] = include_bytes!("pixel.png");

impl html::Sight for Pixel {
    fn look(&mut self, evidence: &skillc_diff::Evidence) -> Option<html::Look> {
        evidence.frame?;
        Some(html::Look {
            window: WindowSize::new(410.0, 898.0),
            touch: evidence.at,
            target: None,
        })
    }

    fn recorded(&mut self, _: &skillc_records::FrameRef) -> Option<(Vec<u8>, skillc_records::Scale)> {
        Some((PIXEL.to_vec(), skillc_records::Scale::new(1.0)?))
    }

    fn small(&mut self, _: &skillc_records::FrameRef) -> Option<Vec<u8>> {
        Some(PIXEL.to_vec())
    }
}

fn page(report: &Report) -> String {
    html::html(report, &mut Pixel).expect("a page")
}

#[test]
fn hostile_text_stays_text_everywhere() {
    let report = hostile();
    assert!(!report.changes.is_empty());
    let acts = |text: &str| text.contains('\u{1b}') || text.contains('\u{202e}');
    for text in [
        human::human(&report, Paint::Plain),
        human::stat(&report, Paint::Plain),
        human::name_only(&report),
    ] {
        assert!(!acts(&text), "{text}");
    }
    let page = page(&report);
    assert!(!acts(&page));
    assert_eq!(page.matches("<script>").count(), 1);
    let comment = markdown::markdown(&report);
    assert!(!acts(&comment));
    for line in comment.lines().filter(|line| line.contains("<script>")) {
        assert!(line.contains('`'), "inside a code span: {line}");
    }
    for line in github::github(&report).lines() {
        assert!(
            ["::error ", "::warning ", "::notice "]
                .iter()
                .any(|word| line.starts_with(word)),
            "{line}"
        );
        assert!(!acts(line));
    }
    assert!(
        junit::junit(&report, FailOn::At(Severity::Cosmetic))
            .expect("xml")
            .contains("&lt;script&gt;")
    );
    for text in [json::json(&report), sarif::sarif(&report, "0")] {
        serde_json::from_str::<serde_json::Value>(&text).expect("JSON");
    }
}

#[test]
fn the_json_has_the_shape_that_scripts_depend_on() {
    let report = report(&APP.replace("- Summary", "- Overview"), &recording());
    let value: serde_json::Value = serde_json::from_str(&json::json(&report)).expect("JSON");
    assert_eq!(value["format_version"], 1);
    assert_eq!(value["summary"]["skills_changed"], 2);
    let change = &value["changes"][1];
    for field in [
        "app", "skill", "kind", "severity", "step", "before", "after", "cause", "evidence",
    ] {
        assert!(change.get(field).is_some(), "{field}");
    }
    for field in ["file", "line", "field", "old", "new", "rule"] {
        assert!(change["cause"].get(field).is_some(), "{field}");
    }
    for field in ["session", "action", "frame"] {
        assert!(change["evidence"][0].get(field).is_some(), "{field}");
    }
    let schema: serde_json::Value = serde_json::from_str(json::SCHEMA).expect("JSON");
    let kinds: Vec<&str> = schema["$defs"]["change"]["properties"]["kind"]["enum"]
        .as_array()
        .expect("kinds")
        .iter()
        .filter_map(|kind| kind.as_str())
        .collect();
    assert_eq!(kinds, skillc_diff::ChangeKind::ALL.map(skillc_diff::ChangeKind::as_str));
}

#[test]
fn a_long_comment_is_cut_worst_first_and_says_so() {
    let mut many = recording();
    many.tabs[0].rows = (0..500)
        .map(|number| format!("Row {number} {}", "x".repeat(80)))
        .collect();
    let report = report(
        &APP.replace("- Summary", "- Overview")
            .replace("- Sign out", "- Sign out\n- Row 77 "),
        &many,
    );
    let comment = markdown::markdown(&report);
    assert!(comment.chars().count() <= 65_536);
    assert!(comment.starts_with("<!-- skillc-diff -->"));
    assert!(comment.contains("more in the full report"));
    assert!(comment.find("#### breaking") < comment.find("#### cosmetic"));
    let commands = github::github(&report);
    assert_eq!(commands.lines().filter(|line| line.starts_with("::notice")).count(), 10);
    assert!(commands.contains("more of this kind"));
}

#[test]
fn the_outcome_comes_first() {
    let report = report(&APP.replace("- Sign out\n", "- Sign out\n- Groups\n"), &recording());
    let text = human::human(&report, Paint::Plain);
    assert!(
        text.starts_with("2 changes in 1 app (skills: 1 removed; 2 breaking); 1 thing could not be compared\n"),
        "{text}"
    );
    assert!(
        text.contains("why: Skip[2]: “Groups” added  apps/toy/APP.md:18  (rule skip-list)"),
        "{text}"
    );
    assert_eq!(human::name_only(&report), "toy\ntoy/toy-people-groups\n");
}

#[test]
fn ids_are_unique_and_stay() {
    let (a, b) = (hostile(), hostile());
    let ids: std::collections::BTreeSet<&str> = a.changes.iter().map(|change| change.id.as_str()).collect();
    assert_eq!(ids.len(), a.changes.len());
    assert!(a.changes.iter().zip(&b.changes).all(|(a, b)| a.id == b.id));
}

/// Opens the page in a headless Chromium: filters, keys, slider, themes, deep links; no console error, no request.
#[test]
fn the_page_works_in_a_browser() {
    let Some(folder) = judge::folder() else { return };
    let file = std::env::temp_dir().join(format!("skillc-page-{}.html", std::process::id()));
    std::fs::write(&file, page(&hostile())).expect("written");
    let output = std::process::Command::new(folder.join("node_modules/.bin/node"))
        .current_dir(&folder)
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/page.mjs"))
        .arg(&file)
        .output()
        .expect("node");
    std::fs::remove_file(&file).expect("removed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
