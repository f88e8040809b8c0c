//! `skillc recall` through the built program: the truth of the simulator perturbed by known amounts, gates, comparisons, matches.

#![allow(clippy::print_stderr, reason = "a test that isn't tried says so")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use skillc_captures::{Capture, Picture, SessionWriter, Store};
use skillc_records::{
    Detection, DetectionKind, DetectorId, FrameIndex, Label, Recording, Timestamp, WindowPoint, WindowRect,
};
use tempfile::TempDir;

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../datasets/sample/captures")
}

fn skillc(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_skillc"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("SKILLC_CONFIG")
        .output()
        .expect("skillc starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A message without the line breaks and marks that fit it into a terminal.
fn unwrapped(said: &str) -> String {
    let words: Vec<&str> = said.split_whitespace().filter(|word| *word != "│").collect();
    words.join(" ")
}

/// The report as JSON, with exit code `expected`.
fn report(folder: &Path, expected: i32, more: &[&str]) -> Value {
    let output = skillc(
        folder,
        &[&["recall", "--captures", "captures", "--format", "json"], more].concat(),
    );
    assert_eq!(
        output.status.code(),
        Some(expected),
        "{}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The recordings of the sample workspace.
fn recordings() -> Vec<Recording> {
    let store = Store::open(sample()).expect("the sample's store");
    let files = store.session_files().expect("sessions");
    files
        .iter()
        .map(|file| store.read_file(file).expect("a session"))
        .collect()
}

/// What a detector that sees everything would give.
fn perfect(label: &Label) -> Option<Detection> {
    let kind = match label.class.as_str() {
        "text" if label.text_visible => DetectionKind::Text,
        "icon" => DetectionKind::Icon,
        _ => return None,
    };
    Some(Detection {
        detector: DetectorId::recorded("perfect"),
        kind,
        text: label.text.clone().filter(|_| kind == DetectionKind::Text),
        confidence: None,
        rect: Some(label.rect),
        tap: label.rect.center(),
    })
}

/// How much is done to the detections.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Amounts {
    dropped: u64,
    shifted: u64,
    doubled: u64,
    relabelled: u64,
    invented: u64,
    misread: u64,
}

fn overlap(a: WindowRect, b: WindowRect) -> f64 {
    let width = (a.right().min(b.right()) - a.x.max(b.x)).max(0.0);
    let height = (a.bottom().min(b.bottom()) - a.y.max(b.y)).max(0.0);
    width * height / (a.width * a.height + b.width * b.height - width * height)
}

/// Writes a store whose recorded detections are the labels, perturbed at every fifth lonely label in turn.
fn perturbed(folder: &Path, is_perturbed: bool) -> Amounts {
    let store = Store::create(folder.join("captures")).expect("a store");
    let mut amounts = Amounts::default();
    let mut turn = 0_u64;
    for recording in recordings() {
        let mut writer = SessionWriter::begin(&store, recording.session.clone()).expect("a session");
        let mut by_frame: BTreeMap<FrameIndex, Vec<Label>> = BTreeMap::new();
        for label in &recording.labels {
            by_frame.entry(label.frame).or_default().push(label.clone());
        }
        for frame in &recording.frames {
            let labels = by_frame.remove(&frame.index).unwrap_or_default();
            let mut detections = Vec::new();
            for label in &labels {
                let Some(seen) = perfect(label) else { continue };
                let is_lonely = labels
                    .iter()
                    .filter(|other| ["text", "icon"].contains(&other.class.as_str()))
                    .all(|other| std::ptr::eq(other, label) || overlap(other.rect, label.rect) < 0.01);
                turn += u64::from(is_lonely);
                if !is_perturbed || !is_lonely || !turn.is_multiple_of(5) {
                    detections.push(seen);
                    continue;
                }
                perturb(turn / 5 % 6, label, seen, &mut detections, &mut amounts);
            }
            let capture = Capture {
                detections: &detections,
                labels: &labels,
                ..Capture::new(frame.captured_at)
            };
            writer.frame(capture).expect("a frame");
        }
        writer.seal(Timestamp(0)).expect("sealed");
    }
    amounts
}

fn perturb(how: u64, label: &Label, mut seen: Detection, detections: &mut Vec<Detection>, amounts: &mut Amounts) {
    let rect = label.rect;
    match how {
        0 => amounts.dropped += 1,
        1 => {
            amounts.shifted += 1;
            // 0.6 of the box stays in common: an overlap of 0.6 / 1.4.
            seen.rect = Some(WindowRect::new(
                rect.x + 0.4 * rect.width,
                rect.y,
                rect.width,
                rect.height,
            ));
            detections.push(seen);
        }
        2 => {
            amounts.doubled += 1;
            detections.push(seen.clone());
            detections.push(seen);
        }
        3 if label.class == "icon" => {
            amounts.relabelled += 1;
            seen.kind = DetectionKind::Text;
            seen.text = Some("x".to_owned());
            detections.push(seen);
        }
        4 if label.text.as_deref().is_some_and(|text| text.chars().count() > 1) && label.class == "text" => {
            amounts.misread += 1;
            let text = label.text.as_deref().unwrap_or_default();
            seen.text = Some(text.chars().skip(1).chain(['¤']).collect());
            detections.push(seen);
        }
        5 => {
            amounts.invented += 1;
            detections.push(seen.clone());
            let rect = WindowRect::new(0.5, 0.5, 1.0, 1.0);
            seen.rect = Some(rect);
            seen.tap = WindowPoint::new(0.5, 0.5);
            detections.push(seen);
        }
        _ => detections.push(seen),
    }
}

fn errors(report: &Value) -> BTreeMap<String, u64> {
    let errors = report["detectors"][0]["errors"].as_array().expect("errors");
    errors
        .iter()
        .map(|error| {
            (
                error["kind"].as_str().expect("a kind").to_owned(),
                error["count"].as_u64().expect("a count"),
            )
        })
        .collect()
}

#[test]
fn a_detector_that_sees_everything_has_no_error() {
    let folder = TempDir::new().expect("a folder");
    perturbed(folder.path(), false);
    let report = report(
        folder.path(),
        0,
        &[
            "--detector",
            "recorded",
            "--fail-on",
            "recall<1",
            "--fail-on",
            "precision<1",
        ],
    );
    assert!(errors(&report).values().all(|count| *count == 0), "{report:#}");
    let detector = &report["detectors"][0];
    assert_eq!(detector["name"], "recorded:perfect");
    assert_eq!(detector["texts"]["exact"], 1.0);
    assert_eq!(detector["coco"]["AR"], 1.0);
    assert!((detector["coco"]["AP"].as_f64().expect("AP") - 1.0).abs() < 1e-9);
    assert!((detector["all"]["average_precision"].as_f64().expect("AP") - 1.0).abs() < 1e-9);
}

#[test]
fn exactly_what_was_perturbed_is_found() {
    let folder = TempDir::new().expect("a folder");
    let amounts = perturbed(folder.path(), true);
    assert!(
        [
            amounts.dropped,
            amounts.shifted,
            amounts.doubled,
            amounts.invented,
            amounts.misread
        ]
        .iter()
        .all(|n| *n > 20),
        "{amounts:?}"
    );
    assert!(amounts.relabelled > 5, "{amounts:?}");
    let report = report(folder.path(), 0, &["--detector", "recorded"]);
    let errors = errors(&report);
    assert_eq!(
        errors["missed"],
        amounts.dropped + amounts.shifted + amounts.relabelled,
        "{amounts:?} {errors:?}"
    );
    assert_eq!(errors["place"], amounts.shifted, "{amounts:?} {errors:?}");
    assert_eq!(errors["duplicate"], amounts.doubled, "{amounts:?} {errors:?}");
    assert_eq!(errors["class"], amounts.relabelled, "{amounts:?} {errors:?}");
    assert_eq!(errors["background"], amounts.invented, "{amounts:?} {errors:?}");
    assert_eq!(errors["both"], 0);
    let all = &report["detectors"][0]["all"];
    let (labels, found) = (
        all["labels"].as_u64().expect("labels"),
        all["found"].as_u64().expect("found"),
    );
    assert_eq!(labels - found, errors["missed"]);
    // Every slice of a dimension adds up to the whole.
    for dimension in ["class", "edge", "size", "app", "locale", "theme", "orientation"] {
        let slices = report["detectors"][0]["slices"].as_array().expect("slices");
        let of = slices.iter().filter(|slice| slice["dimension"] == dimension);
        let named = of
            .filter(|slice| dimension != "class" || ["text", "icon"].contains(&slice["value"].as_str().unwrap_or("")));
        let sum: u64 = named
            .map(|slice| slice["measures"]["found"].as_u64().expect("found"))
            .sum();
        assert_eq!(sum, found, "{dimension}");
    }
}

#[test]
fn the_matches_are_every_label_and_false_detection() {
    let folder = TempDir::new().expect("a folder");
    let amounts = perturbed(folder.path(), true);
    let out = folder.path().join("matches.json");
    report(
        folder.path(),
        0,
        &["--detector", "recorded", "--matches", "matches.json"],
    );
    let rows: Vec<Value> = fs::read_to_string(&out)
        .expect("matches")
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let labels: usize = recordings().iter().map(|recording| recording.labels.len()).sum();
    let false_ones = rows.iter().filter(|row| row["outcome"] == "false").count() as u64;
    assert_eq!(rows.len() as u64 - false_ones, labels as u64);
    assert_eq!(
        false_ones,
        amounts.shifted + amounts.doubled + amounts.relabelled + amounts.invented
    );
    report(
        folder.path(),
        0,
        &["--detector", "recorded", "--matches", "matches.parquet"],
    );
    let bytes = fs::read(folder.path().join("matches.parquet")).expect("matches");
    assert_eq!(&bytes[..4], b"PAR1");
    let output = skillc(
        folder.path(),
        &[
            "recall",
            "--captures",
            "captures",
            "--detector",
            "recorded",
            "--matches",
            "m.csv",
        ],
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains(".parquet"));
}

#[test]
fn a_gate_that_fails_is_a_finding_and_one_that_measures_nothing_is_refused() {
    let folder = TempDir::new().expect("a folder");
    perturbed(folder.path(), true);
    let run = |gate: &str| {
        let output = skillc(
            folder.path(),
            &[
                "recall",
                "--captures",
                "captures",
                "--detector",
                "recorded",
                "--fail-on",
                gate,
            ],
        );
        (output.status.code(), text(&output.stdout) + &text(&output.stderr))
    };
    let (code, said) = run("recall<0.999 @ class=text");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("failed  recall<0.999 @ class=text"), "{said}");
    assert_eq!(run("recall<0.5 @ class=text,edge=content").0, Some(0));
    assert_eq!(run("tap-hit<0.5 @ class=tab").0, Some(0));
    let (code, said) = run("recall<0.5 @ class=nothing");
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("nothing to measure"), "{said}");
    assert_eq!(run("recal<0.5").0, Some(2));
}

/// A store of one frame whose texts would be markup, escape sequences or commands elsewhere.
fn hostile(folder: &Path) {
    const TEXTS: [&str; 6] = [
        "<script>alert(1)</script>",
        "\u{1b}[2Jgone",
        "\u{202e}reversed",
        "::error::fake",
        "`|@everyone|` [x](javascript:1)",
        "{{ 7 * 7 }}",
    ];
    let recording = recordings().remove(0);
    let source = Store::open(sample()).expect("a store");
    let bytes = source
        .pictures(&recording.session.id)
        .and_then(|pictures| pictures.of_frame(FrameIndex(0)))
        .expect("pictures")
        .expect("a picture");
    let mut session = recording.session.clone();
    session.app = "<b>app".to_owned();
    session.locale = Some("\"><img src=x onerror=alert(1)>".to_owned());
    let store = Store::create(folder.join("captures")).expect("a store");
    let mut writer = SessionWriter::begin(&store, session).expect("a session");
    let labels: Vec<Label> = TEXTS
        .iter()
        .enumerate()
        .map(|(place, text)| Label {
            frame: FrameIndex(0),
            class: "text".to_owned(),
            text: Some((*text).to_owned()),
            rect: WindowRect::new(20.0, 60.0 + 60.0 * place as f64, 200.0, 20.0),
            text_visible: true,
            exhaustive: true,
            source: "</style><script>alert(2)</script>".to_owned(),
        })
        .collect();
    let seen = |label: &Label| Detection {
        text: label.text.as_ref().map(|text| format!("{text}<i>")),
        rect: Some(WindowRect::new(label.rect.x + 120.0, label.rect.y, 200.0, 20.0)),
        ..perfect(label).expect("a text")
    };
    let detections: Vec<Detection> = labels.iter().map(seen).collect();
    let capture = Capture {
        picture: Some(Picture {
            bytes: &bytes,
            scale: None,
        }),
        detections: &detections,
        labels: &labels,
        ..Capture::new(Timestamp(1))
    };
    writer.frame(capture).expect("a frame");
    writer.seal(Timestamp(2)).expect("sealed");
}

#[test]
fn texts_from_screens_are_only_ever_text() {
    let folder = TempDir::new().expect("a folder");
    hostile(folder.path());
    let output = skillc(
        folder.path(),
        &[
            "recall",
            "--captures",
            "captures",
            "--detector",
            "recorded",
            "--format",
            "human",
            "--format",
            "html=page.html",
            "--format",
            "markdown=comment.md",
            "--format",
            "junit=junit.xml",
        ],
    );
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    assert!(!said.contains('\u{1b}') && !said.contains('\u{202e}'), "{said}");
    let page = fs::read_to_string(folder.path().join("page.html")).expect("a page");
    assert_eq!(page.matches("<script>").count(), 1, "only the shell's own");
    assert!(!page.contains("<img src=x") && !page.contains("<b>app") && !page.contains('\u{202e}'));
    assert!(page.contains("&lt;script&gt;alert(1)"));
    assert!(!page.contains(">49<"), "nothing is a template");
    let comment = fs::read_to_string(folder.path().join("comment.md")).expect("a comment");
    assert!(!comment.contains("<script>") && !comment.contains("<img"), "{comment}");
}

/// Opens the page in a headless Chromium, uses its filters and keys, and finds no error, no request and no dialog.
#[test]
fn the_page_works_in_a_browser() {
    let judges = std::env::var_os("SKILLC_PLAYWRIGHT").map(PathBuf::from);
    let Some(judges) = judges.filter(|folder| folder.join("node_modules/playwright-core").is_dir()) else {
        assert!(
            std::env::var_os("SKILLC_JUDGES_REQUIRED").is_none(),
            "SKILLC_PLAYWRIGHT has no playwright-core"
        );
        eprintln!("not tried: SKILLC_PLAYWRIGHT names no folder with playwright-core");
        return;
    };
    let perturb_all = |folder: &Path| {
        perturbed(folder, true);
    };
    for make in [hostile, perturb_all] {
        let folder = TempDir::new().expect("a folder");
        make(folder.path());
        let output = skillc(
            folder.path(),
            &[
                "recall",
                "--captures",
                "captures",
                "--detector",
                "recorded",
                "--format",
                "html=page.html",
            ],
        );
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let output = Command::new("node")
            .current_dir(&judges)
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../reports/recall/tests/page.mjs"))
            .arg(folder.path().join("page.html"))
            .output()
            .expect("node");
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
}

#[test]
fn nothing_to_measure_says_what_to_do() {
    let folder = TempDir::new().expect("a folder");
    Store::create(folder.path().join("captures")).expect("a store");
    let output = skillc(
        folder.path(),
        &["recall", "--captures", "captures", "--format", "sarif=x.sarif"],
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(
        unwrapped(&text(&output.stderr)).contains("human, json, markdown"),
        "{}",
        text(&output.stderr)
    );
    let output = skillc(folder.path(), &["recall", "--captures", "captures"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("no ground truth"),
        "{}",
        text(&output.stderr)
    );
    assert!(
        text(&output.stderr).contains("captures labels import"),
        "{}",
        text(&output.stderr)
    );
}

/// Labels of the store as a sorted list: frame, class, text, box rounded to a thousandth of a point.
fn labels_of(folder: &Path, source: &str) -> Vec<String> {
    let store = Store::open(folder.join("captures")).expect("a store");
    let mut all = Vec::new();
    for file in store.session_files().expect("sessions") {
        let recording = store.read_file(&file).expect("a session");
        for label in recording.labels.iter().filter(|label| label.source == source) {
            let rect = label.rect;
            all.push(format!(
                "{} {} {} {:?} {:.3} {:.3} {:.3} {:.3} {} {}",
                file.id,
                label.frame,
                label.class,
                label.text,
                rect.x,
                rect.y,
                rect.width,
                rect.height,
                label.exhaustive,
                label.text_visible
            ));
        }
    }
    all.sort();
    all
}

/// A store with one session of the sample, pictures and labels too.
fn with_pictures(folder: &Path) -> Recording {
    let source = Store::open(sample()).expect("a store");
    let file = source.session_files().expect("sessions").remove(0);
    source.export_store(&file, &folder.join("captures")).expect("a copy");
    source.read_file(&file).expect("a session")
}

#[test]
fn labels_that_are_exported_and_imported_are_the_same() {
    let folder = TempDir::new().expect("a folder");
    let recording = with_pictures(folder.path());
    let session = recording.session.id.to_string();
    let run = |arguments: &[&str]| {
        let output = skillc(
            folder.path(),
            &[&["captures", "labels"], arguments, &["--captures", "captures"]].concat(),
        );
        assert_eq!(
            output.status.code(),
            Some(0),
            "{}{}",
            text(&output.stdout),
            text(&output.stderr)
        );
        text(&output.stdout)
    };
    run(&["export", &session, "--out", "coco"]);
    run(&["import", "coco/labels.json", "--source", "people"]);
    let (ours, theirs) = (
        labels_of(folder.path(), "simulator"),
        labels_of(folder.path(), "people"),
    );
    // A picture that several frames show was exported once, with the labels of the first of them; they come back on each.
    assert_eq!(ours.len(), theirs.len());
    let differing = ours.iter().filter(|label| theirs.binary_search(label).is_err()).count();
    assert_eq!(differing, 0, "{ours:#?}");
    // Measured by either source, the same comes out.
    let measured = |source: &str| {
        report(folder.path(), 0, &["--detector", "recorded", "--truth", source])["detectors"][0]["all"].clone()
    };
    assert_eq!(measured("simulator"), measured("people"));

    run(&["import", "coco/labels.json", "--source", "people", "--partial"]);
    let partly = report(folder.path(), 0, &["--detector", "recorded", "--truth", "people"]);
    assert_eq!(partly["truth"]["partly"], serde_json::json!(["icon", "text"]));
    assert_eq!(partly["detectors"][0]["all"]["precision"], Value::Null);
    assert_eq!(partly["detectors"][0]["coco"], Value::Null);
    assert!(partly["detectors"][0]["all"]["recall"].as_f64().is_some());
    let said = skillc(
        folder.path(),
        &[
            "recall",
            "--captures",
            "captures",
            "--detector",
            "recorded",
            "--truth",
            "people",
        ],
    );
    assert!(
        text(&said.stdout).contains("not everything is labelled: of icon and text only recall"),
        "{}",
        text(&said.stdout)
    );

    run(&["export", &session, "--as", "yolo", "--out", "yolo"]);
    let classes = fs::read_to_string(folder.path().join("yolo/classes.txt")).expect("classes");
    assert!(classes.lines().any(|class| class == "row"), "{classes}");
    for entry in fs::read_dir(folder.path().join("yolo/labels")).expect("labels") {
        let path = entry.expect("an entry").path();
        for line in fs::read_to_string(&path).expect("labels").lines() {
            let numbers: Vec<f64> = line.split(' ').map(|part| part.parse().expect("a number")).collect();
            assert_eq!(numbers.len(), 5);
            assert!(numbers[1..].iter().all(|share| (0.0..=1.0).contains(share)), "{line}");
        }
        let picture = Path::new("yolo/images")
            .join(path.file_stem().expect("a name"))
            .with_extension("png");
        assert!(folder.path().join(&picture).is_file(), "{}", picture.display());
    }
}

#[test]
fn a_folder_of_screenshots_becomes_a_session_with_its_labels() {
    let folder = TempDir::new().expect("a folder");
    let recording = with_pictures(folder.path());
    let session = recording.session.id.to_string();
    let output = skillc(
        folder.path(),
        &[
            "captures",
            "labels",
            "export",
            &session,
            "--out",
            "coco",
            "--captures",
            "captures",
        ],
    );
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let import = || {
        let arguments = [
            "captures",
            "import",
            "coco",
            "--kind",
            "pictures",
            "--app",
            "Harbor",
            "--labels",
            "coco/labels.json",
            "--window",
            "410x898",
            "--captures",
            "again",
        ];
        let output = skillc(folder.path(), &arguments);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{}{}",
            text(&output.stdout),
            text(&output.stderr)
        );
        text(&output.stdout)
    };
    let said = import();
    assert!(said.contains("410 × 898 points"), "{said}");
    assert!(import().contains("was there already"));
    let store = Store::open(folder.path().join("again")).expect("a store");
    let files = store.session_files().expect("sessions");
    let imported = store.read_file(&files[0]).expect("a session");
    assert_eq!(imported.session.window, recording.session.window);
    assert_eq!(imported.session.app, "Harbor");
    assert!(imported.labels.iter().all(|label| label.source == "labels"));
    let (first, original) = (
        imported.labels.first().expect("labels"),
        recording.labels.first().expect("labels"),
    );
    assert!(
        (first.rect.x - original.rect.x).abs() < 1e-6 && first.text == original.text,
        "{first:?} {original:?}"
    );
    // Nobody detected anything on them, and that is told.
    let output = skillc(
        folder.path(),
        &["recall", "--captures", "again", "--detector", "recorded"],
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("none of the frames has detections"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn label_files_that_are_broken_are_named_with_their_place() {
    let folder = TempDir::new().expect("a folder");
    fs::create_dir_all(folder.path().join("shots")).expect("a folder");
    fs::create_dir_all(folder.path().join("labels")).expect("a folder");
    let run = |labels: &str| {
        let output = skillc(folder.path(), &["recall", "--pictures", "shots", "--labels", labels]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(!said.contains("panicked"), "{said}");
        unwrapped(&said)
    };
    fs::write(
        folder.path().join("labels/a.json"),
        "{\"image\": \"a.png\",\n \"texts\": 7}",
    )
    .expect("written");
    assert!(run("labels").contains("line 2"));
    fs::write(
        folder.path().join("labels/a.json"),
        r#"{"image": "../../etc/passwd", "texts": ["x"]}"#,
    )
    .expect("written");
    assert!(run("labels").contains("leads out"));
    fs::write(folder.path().join("coco.json"), "[1]").expect("written");
    assert!(run("coco.json").contains("coco.json"));
    assert!(run("missing").contains("missing"));
}

#[test]
fn two_detectors_are_compared_on_the_same_frames() {
    let folder = TempDir::new().expect("a folder");
    let source = Store::open(sample()).expect("a store");
    let file = source.session_files().expect("sessions").remove(0);
    let recording = source.read_file(&file).expect("a session");
    let pictures = source.pictures(&file.id).expect("pictures");
    let store = Store::create(folder.path().join("captures")).expect("a store");
    let mut writer = SessionWriter::begin(&store, recording.session.clone()).expect("a session");
    let frames = 0..2;
    for frame in &recording.frames[frames.clone()] {
        let bytes = pictures.of_frame(frame.index).expect("pictures").expect("a picture");
        let labels: Vec<Label> = recording
            .labels
            .iter()
            .filter(|label| label.frame == frame.index)
            .cloned()
            .collect();
        // The recorded detector sees every second text and no icon.
        let detections: Vec<Detection> = labels
            .iter()
            .filter_map(perfect)
            .filter(|one| one.text.is_some())
            .step_by(2)
            .collect();
        let capture = Capture {
            picture: Some(Picture {
                bytes: &bytes,
                scale: None,
            }),
            detections: &detections,
            labels: &labels,
            ..Capture::new(frame.captured_at)
        };
        writer.frame(capture).expect("a frame");
    }
    writer.seal(Timestamp(0)).expect("sealed");
    let compare = || {
        let arguments = [
            "--detector",
            "recorded",
            "--detector-new",
            "rerun",
            "--set",
            "workspace.cache=cache",
            "--set",
            "detect.engine=rten",
            "--fail-on",
            "recall<0.6 @ class=text",
            "--matches",
            "matches.json",
        ];
        report(folder.path(), 0, &arguments)
    };
    let first = compare();
    let comparison = &first["comparison"];
    assert_eq!(
        (&comparison["old"], &comparison["new"]),
        (&"recorded:perfect".into(), &"rerun".into())
    );
    assert_eq!(comparison["frames"], frames.len());
    assert!(comparison["better"].as_u64().expect("better") > 5, "{comparison:#}");
    let of = |measure: &str| {
        let differences = comparison["differences"].as_array().expect("differences");
        let all = differences
            .iter()
            .find(|one| one["dimension"].is_null() && one["measure"] == measure);
        let value = |key: &str| all.expect("a difference of everything")[key].clone();
        let number = |value: &Value| value.as_f64().expect("a number");
        (
            number(&value("old")),
            number(&value("new")),
            number(&value("change")),
            number(&value("interval")[0]),
            number(&value("interval")[1]),
        )
    };
    let (old, new, change, low, high) = of("recall");
    assert!(
        (new - old - change).abs() < 1e-12 && low <= change && change <= high,
        "{comparison:#}"
    );
    assert!(
        change > 0.2 && low > 0.0,
        "half of the texts against nearly all is no chance: {comparison:#}"
    );
    assert_eq!(
        first["gates"].as_array().map(Vec::len),
        Some(1),
        "only the new side is gated"
    );
    assert_eq!(first["gates"][0]["detector"], "rerun");
    let kept = || {
        walkdir::WalkDir::new(folder.path().join("cache"))
            .into_iter()
            .filter_map(Result::ok)
            .filter(|e| e.file_type().is_file())
            .count()
    };
    let before = kept();
    assert_eq!(compare(), first, "the same numbers, intervals too");
    assert_eq!(kept(), before, "nothing was looked at again");
    let same = skillc(
        folder.path(),
        &[
            "recall",
            "--captures",
            "captures",
            "--detector",
            "rerun",
            "--detector-new",
            "rerun",
        ],
    );
    assert_eq!(same.status.code(), Some(2));
    assert!(unwrapped(&text(&same.stderr)).contains("both sides of the comparison are the same"));
}

/// The shared screens by app: nothing but recall may be claimed of labels that leave things out.
#[test]
fn screens_with_partial_labels_are_measured_by_recall_only() {
    let shared = std::env::var_os("SKILLC_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared"),
        PathBuf::from,
    );
    let screens = shared.join("screens");
    if !screens.is_dir() {
        eprintln!("not tried: there are no shared screens at SKILLC_SHARED");
        return;
    }
    let folder = TempDir::new().expect("a folder");
    let (images, labels) = (screens.join("images"), screens.join("labels"));
    let output = skillc(
        folder.path(),
        &[
            "recall",
            "--pictures",
            &images.to_string_lossy(),
            "--labels",
            &labels.to_string_lossy(),
            "--app",
            "deltachat",
            "--set",
            "workspace.cache=cache",
            "--format",
            "json",
            "--fail-on",
            "loose<0.8",
        ],
    );
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["truth"]["partly"], serde_json::json!(["icon", "text"]));
    assert_eq!(report["truth"]["apps"], serde_json::json!(["deltachat"]));
    let all = &report["detectors"][0]["all"];
    assert!(
        all["precision"].is_null() && all["average_precision"].is_null() && all["f1"].is_null(),
        "{all:#}"
    );
    assert!(all["recall"].as_f64().is_some_and(|recall| recall > 0.5), "{all:#}");
}
