//! `.compiled.json` is what mirroir's decoder expects: version 2, its keys with its types, sorted, and beside them only those that are
//! ours by design.

mod recorded;

use std::fs;
use std::path::Path;

use recorded::{compile, files, sample, workspace};
use serde_json::Value;
use skillc_skills::compiled::sha256;

/// A key, whether it is always there, and its type. Those with `+` are ours.
type Keys = &'static [(&'static str, bool, &'static str)];

const FILE: Keys = &[
    ("+destinationFingerprint", false, "object"),
    ("device", true, "object"),
    ("+obstacles", false, "array"),
    ("screenFingerprint", false, "object"),
    ("source", true, "object"),
    ("steps", true, "array"),
    ("version", true, "number"),
];
const SOURCE: Keys = &[("compiledAt", true, "string"), ("sha256", true, "string")];
const DEVICE: Keys = &[
    ("orientation", true, "string"),
    ("windowHeight", true, "number"),
    ("windowWidth", true, "number"),
];
const FINGERPRINT: Keys = &[
    ("hash", true, "string"),
    ("iconCount", true, "number"),
    ("structuralTexts", true, "array"),
];
const STEP: Keys = &[
    ("hints", false, "object"),
    ("index", true, "number"),
    ("label", false, "string"),
    ("type", true, "string"),
];
const HINTS: Keys = &[
    ("compiledAction", true, "string"),
    ("confidence", false, "number"),
    ("+fromX", false, "number"),
    ("+fromY", false, "number"),
    ("matchStrategy", false, "string"),
    ("observedDelayMs", false, "number"),
    ("scrollCount", false, "number"),
    ("scrollDirection", false, "string"),
    ("tapX", false, "number"),
    ("tapY", false, "number"),
    ("+toX", false, "number"),
    ("+toY", false, "number"),
];

fn check(at: &str, value: &Value, keys: Keys) {
    let object = value.as_object().unwrap_or_else(|| panic!("{at}: no object"));
    for (key, value) in object {
        let known = keys.iter().find(|(name, ..)| name.trim_start_matches('+') == key);
        let (_, _, kind) = known.unwrap_or_else(|| panic!("{at}: {key} is not known"));
        let is = match value {
            Value::Object(_) => "object",
            Value::Array(_) => "array",
            Value::String(_) => "string",
            Value::Number(_) => "number",
            Value::Bool(_) => "bool",
            Value::Null => "null",
        };
        assert_eq!(is, *kind, "{at}: {key}");
    }
    for (key, ..) in keys.iter().filter(|(_, always, _)| *always) {
        assert!(object.contains_key(*key), "{at}: no {key}");
    }
}

/// The keys of each object stand in the file in the order of their code points, which is what sorting encoders write.
fn is_sorted(at: &str, text: &str) {
    let mut open: Vec<Option<&str>> = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some((key, _)) = line.strip_prefix('"').and_then(|rest| rest.split_once("\": ")) {
            let last = open.last_mut().expect("an object");
            assert!(last.is_none_or(|last| last < key), "{at}: {key} after {last:?}");
            *last = Some(key);
        }
        if line.ends_with('{') || line.ends_with('[') {
            open.push(None);
        } else if line.starts_with('}') || line.starts_with(']') {
            open.pop();
        }
    }
}

fn hold(root: &Path) {
    let mut seen = 0;
    for (name, _) in files(&root.join("out/mirroir")) {
        let path = root.join("out/mirroir").join(name);
        let at = path.display().to_string();
        let Some(stem) = at.strip_suffix(".compiled.json") else {
            continue;
        };
        seen += 1;
        let text = fs::read_to_string(&at).expect("a file");
        let file: Value = serde_json::from_str(&text).expect("JSON");
        is_sorted(&at, &text);
        check(&at, &file, FILE);
        check(&at, &file["source"], SOURCE);
        check(&at, &file["device"], DEVICE);
        assert_eq!(file["version"], 2, "{at}");
        let skill = fs::read_to_string(format!("{stem}.md")).expect("the skill that it was made from");
        assert_eq!(file["source"]["sha256"], sha256(&skill), "{at}");
        for fingerprint in ["screenFingerprint", "destinationFingerprint"] {
            check(&at, &file[fingerprint], FINGERPRINT);
            let texts = file[fingerprint]["structuralTexts"].as_array().expect("texts");
            let texts: Vec<&str> = texts.iter().filter_map(Value::as_str).collect();
            assert!(texts.is_sorted(), "{at}");
            let mut payload: Vec<String> = texts.iter().map(ToString::to_string).collect();
            payload.push(format!("icons:{}", file[fingerprint]["iconCount"]));
            assert_eq!(file[fingerprint]["hash"], sha256(&payload.join("|")), "{at}");
        }
        for (place, step) in file["steps"].as_array().expect("steps").iter().enumerate() {
            let at = format!("{at} step {place}");
            check(&at, step, STEP);
            assert_eq!(step["index"], place, "{at}");
            let Some(hints) = step.get("hints") else { continue };
            check(&at, hints, HINTS);
            let action = hints["compiledAction"].as_str().unwrap_or_default();
            let wanted = match step["type"].as_str().unwrap_or_default() {
                "tap" => "tap",
                "wait_for" => "sleep",
                "assert_visible" | "assert_not_visible" => "assertion",
                "scroll_to" => "scroll_sequence",
                _ => "passthrough",
            };
            assert_eq!(action, wanted, "{at}");
            let has = |key: &str| hints.get(key).is_some();
            assert_eq!(
                has("tapX") && has("tapY") && has("matchStrategy"),
                action == "tap",
                "{at}"
            );
            assert!(
                !matches!(action, "sleep" | "assertion") || has("observedDelayMs"),
                "{at}"
            );
            assert_eq!(
                has("scrollCount") && has("scrollDirection"),
                action == "scroll_sequence",
                "{at}"
            );
        }
    }
    assert!(seen > 0, "nothing was compiled");
}

#[test]
fn every_compiled_skill_has_the_keys_that_its_reader_knows() {
    for folder in [workspace(), sample()] {
        compile(folder.path(), &[]);
        hold(folder.path());
    }
}

#[test]
fn a_key_out_of_order_and_a_foreign_one_are_found() {
    let planted = |text: &str| std::panic::catch_unwind(|| is_sorted("planted", text)).is_err();
    assert!(planted("{\n  \"b\": 1,\n  \"a\": {\n    \"x\": 1\n  }\n}"));
    assert!(!planted(
        "{\n  \"a\": {\n    \"x\": 1\n  },\n  \"b\": [\n    \"z: 1\",\n    {\n      \"a\": 1\n    }\n  ]\n}"
    ));
    let foreign: Value = serde_json::json!({ "compiledAt": "", "sha256": "", "tool": "" });
    assert!(std::panic::catch_unwind(|| check("planted", &foreign, SOURCE)).is_err());
}
