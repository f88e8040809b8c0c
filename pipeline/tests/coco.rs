//! COCO numbers through the built program, held to pycocotools on the same files: the traps by name, and many files by chance.

#![allow(clippy::print_stderr, reason = "a test that isn't tried says so")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

/// The names of the twelve numbers in our report, in the order of pycocotools.
const NAMES: [&str; 12] = [
    "AP",
    "AP50",
    "AP75",
    "APs",
    "APm",
    "APl",
    "AR_first",
    "AR_second",
    "AR",
    "ARs",
    "ARm",
    "ARl",
];

/// A Python with pycocotools; none where there is none and none is required.
fn python() -> Option<PathBuf> {
    let python = std::env::var_os("SKILLC_PYTHON").map(PathBuf::from);
    let works = |python: &PathBuf| {
        Command::new(python)
            .args(["-c", "import pycocotools"])
            .output()
            .is_ok_and(|output| output.status.success())
    };
    let found = python.filter(works);
    assert!(
        found.is_some() || std::env::var_os("SKILLC_JUDGES_REQUIRED").is_none(),
        "SKILLC_PYTHON names no Python with pycocotools"
    );
    if found.is_none() {
        eprintln!("not tried: SKILLC_PYTHON names no Python with pycocotools");
    }
    found
}

/// Our numbers and pycocotools' for one pair of files.
fn both(python: &Path, folder: &Path, truth: &Value, results: &Value, limits: Option<&str>) -> (Value, Value) {
    let (truth_file, results_file) = (folder.join("truth.json"), folder.join("results.json"));
    fs::write(&truth_file, truth.to_string()).expect("written");
    fs::write(&results_file, results.to_string()).expect("written");
    let mut ours = Command::new(env!("CARGO_BIN_EXE_skillc"));
    ours.args(["recall", "--format", "json", "--labels"])
        .arg(&truth_file)
        .arg("--detections")
        .arg(&results_file)
        .current_dir(folder);
    let mut theirs = Command::new(python);
    theirs
        .arg(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../scripts/measure/coco_reference.py"
        ))
        .args([&truth_file, &results_file]);
    if let Some(limits) = limits {
        ours.args(["--max-dets", limits]);
        theirs.arg(limits);
    }
    let read = |mut command: Command| -> Value {
        let output = command.output().expect("it starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("JSON")
    };
    (read(ours), read(theirs))
}

fn assert_equal(python: &Path, name: &str, truth: &Value, results: &Value, limits: Option<&str>) {
    let folder = TempDir::new().expect("a folder");
    let (ours, theirs) = both(python, folder.path(), truth, results, limits);
    for (place, key) in NAMES.iter().enumerate() {
        let (a, b) = (ours["numbers"][key].as_f64(), theirs[place].as_f64());
        let is_equal = match (a, b) {
            (Some(a), Some(b)) => (a - b).abs() <= 1e-9,
            (a, b) => a.is_none() && b.is_none(),
        };
        assert!(
            is_equal,
            "{name}: {key} is {a:?}, pycocotools has {b:?}\n{truth}\n{results}"
        );
    }
}

/// Numbers that look random and are the same every time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    fn share(&mut self) -> f64 {
        self.below(1 << 20) as f64 / f64::from(1 << 20)
    }
}

/// A truth and results with boxes that overlap by all degrees, equal scores, crowds, and classes that only one side has.
fn by_chance(seed: u64, first_id: u64) -> (Value, Value) {
    let mut chance = Chance(seed * 7919 + 1);
    let classes = 1 + chance.below(4);
    let images = 1 + chance.below(12);
    let (mut annotations, mut results) = (Vec::new(), Vec::new());
    for image in 0..images {
        for _ in 0..chance.below(9) {
            let side = |chance: &mut Chance| 4.0 + (chance.share() * 13.0).exp2() / 40.0;
            let (width, height) = (side(&mut chance), side(&mut chance));
            let bbox = [chance.share() * 300.0, chance.share() * 300.0, width, height];
            let class = chance.below(classes) + first_id;
            annotations.push(json!({
                "id": annotations.len() as u64 + first_id, "image_id": image + first_id, "category_id": class, "bbox": bbox,
                "area": width * height, "iscrowd": u8::from(chance.below(10) == 0),
            }));
            for _ in 0..chance.below(4) {
                let off = |chance: &mut Chance| (chance.share() - 0.5) * 0.6;
                let moved = [
                    bbox[0] + width * off(&mut chance),
                    bbox[1] + height * off(&mut chance),
                    width * (1.0 + off(&mut chance)),
                    height * (1.0 + off(&mut chance)),
                ];
                let class = if chance.below(6) == 0 {
                    chance.below(classes + 1) + first_id
                } else {
                    class
                };
                results.push(json!({
                    "image_id": image + first_id, "category_id": class, "bbox": moved,
                    "score": (chance.share() * 20.0).round() / 20.0,
                }));
            }
        }
    }
    let images: Vec<Value> = (0..images)
        .map(|image| json!({"id": image + first_id, "width": 400, "height": 400}))
        .collect();
    let classes: Vec<Value> = (0..classes)
        .map(|class| json!({"id": class + first_id, "name": format!("c{class}")}))
        .collect();
    (
        json!({"images": images, "annotations": annotations, "categories": classes}),
        json!(results),
    )
}

#[test]
fn files_by_chance_have_the_numbers_of_pycocotools() {
    let Some(python) = python() else { return };
    for seed in 0..12 {
        let (truth, results) = by_chance(seed, 1);
        assert_equal(&python, &format!("seed {seed}"), &truth, &results, None);
    }
}

#[test]
fn ids_from_0_have_the_numbers_of_pycocotools() {
    let Some(python) = python() else { return };
    for seed in 100..112 {
        let (truth, results) = by_chance(seed, 0);
        assert_equal(&python, &format!("seed {seed}"), &truth, &results, None);
    }
}

#[test]
fn other_limits_have_the_numbers_of_pycocotools() {
    let Some(python) = python() else { return };
    for (seed, limits) in [
        (200, "1,2,3"),
        (201, "5,10,100"),
        (202, "100,300,900"),
        (203, "2,2,100"),
        (204, "1,10,50"),
    ] {
        let (truth, results) = by_chance(seed, seed % 2);
        assert_equal(&python, limits, &truth, &results, Some(limits));
    }
}

#[test]
fn the_known_traps_have_the_numbers_of_pycocotools() {
    let Some(python) = python() else { return };
    let image = json!({"id": 1, "width": 100, "height": 100});
    let classes = json!([{"id": 1, "name": "text"}, {"id": 2, "name": "icon"}]);
    let annotation = |id: u64, class: u64, crowd: u8| json!({"id": id, "image_id": 1, "category_id": class, "bbox": [10, 10, 40, 40], "area": 1600, "iscrowd": crowd});
    let result = |class: u64, x: f64, score: f64| json!({"image_id": 1, "category_id": class, "bbox": [x, 10, 40, 40], "score": score});
    let truth = |annotations: Value| json!({"images": [image], "categories": classes, "annotations": annotations});
    let cases = [
        (
            "a class only in detections",
            truth(json!([annotation(1, 1, 0)])),
            json!([result(1, 10.0, 0.5), result(2, 10.0, 0.9)]),
        ),
        (
            "a class that isn't declared",
            truth(json!([annotation(1, 1, 0)])),
            json!([result(1, 10.0, 0.5), result(7, 10.0, 0.9)]),
        ),
        ("no truth at all", truth(json!([])), json!([result(1, 10.0, 0.5)])),
        ("no detections at all", truth(json!([annotation(1, 1, 0)])), json!([])),
        (
            "crowds take any number",
            truth(json!([annotation(1, 1, 1), annotation(2, 2, 0)])),
            json!([
                result(1, 10.0, 0.5),
                result(1, 12.0, 0.6),
                result(1, 90.0, 0.7),
                result(2, 14.0, 0.7)
            ]),
        ),
        (
            "only crowds",
            truth(json!([annotation(1, 1, 1)])),
            json!([result(1, 10.0, 0.5)]),
        ),
        (
            "a box of no size",
            truth(json!([{"id": 1, "image_id": 1, "category_id": 1, "bbox": [5, 5, 0, 0], "area": 0, "iscrowd": 0}])),
            json!([result(1, 5.0, 0.5)]),
        ),
        (
            "equal scores",
            truth(json!([annotation(1, 1, 0)])),
            json!([result(1, 60.0, 0.5), result(1, 10.0, 0.5), result(1, 11.0, 0.5)]),
        ),
    ];
    for (name, truth, results) in cases {
        assert_equal(&python, name, &truth, &results, None);
    }
}

#[test]
fn files_that_do_not_belong_together_are_refused() {
    let folder = TempDir::new().expect("a folder");
    let (truth, results) = (folder.path().join("truth.json"), folder.path().join("results.json"));
    let run = |truth_text: &str, results_text: &str| -> String {
        fs::write(&truth, truth_text).expect("written");
        fs::write(&results, results_text).expect("written");
        let output = Command::new(env!("CARGO_BIN_EXE_skillc"))
            .args(["recall", "--labels"])
            .arg(&truth)
            .arg("--detections")
            .arg(&results)
            .output()
            .expect("skillc starts");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(!text.contains("panicked"), "{text}");
        // Lines are broken and marked at their start to fit a terminal.
        let words: Vec<&str> = text.split_whitespace().filter(|word| *word != "│").collect();
        words.join(" ")
    };
    let good = r#"{"images": [{"id": 1}], "categories": [{"id": 1, "name": "a"}], "annotations": []}"#;
    assert!(
        run(
            good,
            r#"[{"image_id": 9, "category_id": 1, "bbox": [0, 0, 1, 1], "score": 1}]"#
        )
        .contains("picture 9")
    );
    assert!(run("{", "[]").contains("COCO truth"));
    assert!(run(good, "{\"a\": 1}").contains("COCO results"));
    assert!(
        run(
            good,
            r#"[{"image_id": 1, "category_id": 1, "bbox": [0, 0, 1, 1], "score": NaN}]"#
        )
        .contains("COCO results")
    );
}
