//! Every area of `skillc rule` against the reference vectors.
//!
//! Every key of `expected` is compared; numbers to within 1e-6, everything else exactly. `null` means that nothing comes out.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use skillc::rule;

fn vectors() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    std::env::var_os("SKILLC_SHARED")
        .map_or_else(beside, PathBuf::from)
        .join("vectors")
}

fn is_same(expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::Number(a), Value::Number(b)) => {
            matches!((a.as_f64(), b.as_f64()), (Some(a), Some(b)) if (a - b).abs() <= 1e-6)
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| is_same(a, b)))
        }
        (a, b) => a == b,
    }
}

/// Paths compare as sets where the vector says that their order is open.
fn is_as_expected(vector: &Value, found: &Value) -> bool {
    let unordered = vector["input"]["unordered"] == true;
    match &vector["expected"] {
        Value::Object(expected) => expected.iter().all(|(key, wanted)| {
            let got = found.get(key).unwrap_or(&Value::Null);
            match (wanted, got) {
                (Value::Array(wanted), Value::Array(got)) if unordered => {
                    wanted.len() == got.len() && wanted.iter().all(|a| got.iter().any(|b| is_same(a, b)))
                }
                _ => is_same(wanted, got),
            }
        }),
        expected => is_same(expected, found),
    }
}

#[test]
fn every_area_answers_its_vectors() {
    let folder = vectors();
    if !folder.is_dir() {
        println!("skipped: no vectors; SKILLC_SHARED names the shared folder");
        return;
    }
    let mut files: Vec<String> = fs::read_dir(&folder)
        .expect("a folder")
        .filter_map(|entry| {
            entry
                .ok()?
                .file_name()
                .to_str()?
                .strip_suffix(".jsonl")
                .map(str::to_owned)
        })
        .collect();
    files.sort();
    let mut areas: Vec<&str> = rule::AREAS.iter().map(|(area, _)| *area).collect();
    areas.sort_unstable();
    assert_eq!(areas, files, "each file of vectors has an area, and each area one");
    let mut wrong = Vec::new();
    for (area, evaluate) in rule::AREAS {
        let text = fs::read_to_string(folder.join(format!("{area}.jsonl"))).expect("each area has vectors");
        for line in text.lines() {
            let vector: Value = serde_json::from_str(line).expect("a vector is JSON");
            let found = evaluate(&vector["input"]).unwrap_or_else(|error| Value::String(error.to_string()));
            if !is_as_expected(&vector, &found) {
                wrong.push(format!(
                    "{}: {}\n  wanted {}\n  found  {found}",
                    vector["id"], vector["note"], vector["expected"]
                ));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} vectors are not answered:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn another_answer_is_noticed() {
    let vector = serde_json::json!({ "input": {}, "expected": { "x": [1.0, { "y": "a" }] } });
    let answer = |json: &str| serde_json::from_str::<Value>(json).expect("JSON");
    assert!(is_as_expected(
        &vector,
        &answer(r#"{ "x": [1.0000000001, { "y": "a" }], "z": 3 }"#)
    ));
    for other in [
        r#"{ "x": [1.1, { "y": "a" }] }"#,
        r#"{ "x": [1, { "y": "a", "b": 1 }] }"#,
        r#"{ "x": [1] }"#,
        "null",
    ] {
        assert!(!is_as_expected(&vector, &answer(other)), "{other}");
    }
}
