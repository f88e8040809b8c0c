//! Every configuration key: its name, kind and meaning.

use toml::Value;

use crate::failure::Failure;

/// A configuration key. A name with `*` stands for a family of keys.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// Dotted name.
    pub name: &'static str,
    /// What its value is.
    pub kind: Kind,
    /// What it does, in one line.
    pub meaning: &'static str,
}

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A text, path or word.
    Text,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// true or false.
    Flag,
    /// Texts, separated by commas in a variable or flag.
    List,
}

const fn key(name: &'static str, kind: Kind, meaning: &'static str) -> Key {
    Key { name, kind, meaning }
}

/// Every key.
pub const KEYS: &[Key] = &[
    key("jobs", Kind::Integer, "threads to use; 0 means one a core"),
    key("workspace.apps", Kind::Text, "folder of APP.md files"),
    key("workspace.captures", Kind::Text, "capture store"),
    key("workspace.accepted", Kind::Text, "skills that were accepted"),
    key("workspace.out", Kind::Text, "where results go"),
    key("workspace.cache", Kind::Text, "cache of stage results"),
    key("workspace.runs", Kind::Text, "ledger of runs"),
    key(
        "workspace.patterns",
        Kind::Text,
        "folder with elements/ and screens/ (element patterns and recipes)",
    ),
    key(
        "compile.dialects",
        Kind::List,
        "what is written: mirroir, agent-skills, compiled, ad, maestro",
    ),
    key(
        "compile.layout",
        Kind::Text,
        "Agent Skills layout: auto, per-flow or per-app",
    ),
    key(
        "compile.skip",
        Kind::List,
        "skip patterns for every app, as skipElements in permissions.json",
    ),
    key(
        "detect.source",
        Kind::Text,
        "where detections come from: rerun or recorded",
    ),
    key("detect.producers.*", Kind::Text, "the same for one producer"),
    key("detect.engine", Kind::Text, "auto, onnxruntime or rten"),
    key("detect.runtime", Kind::Text, "path of the ONNX Runtime library"),
    key(
        "detectors.ocr.detection",
        Kind::Text,
        "text detection model of your own",
    ),
    key(
        "detectors.ocr.recognition",
        Kind::Text,
        "text recognition model of your own",
    ),
    key(
        "detectors.ocr.dictionary",
        Kind::Text,
        "its characters, one a line, if its metadata has none",
    ),
    key("detectors.icons.model", Kind::Text, "icon detection model of your own"),
    key(
        "detectors.icons.output",
        Kind::Text,
        "the shape of its output: yolo or heatmap",
    ),
    key(
        "detectors.icons.classes",
        Kind::List,
        "its class names, if its metadata has none",
    ),
    key("detectors.icons.threshold", Kind::Number, "least confidence of an icon"),
    key(
        "diff.fail_on",
        Kind::Text,
        "least severity that makes exit code 1: cosmetic, risky, breaking or never",
    ),
    key(
        "severity.*",
        Kind::Text,
        "severity of one kind of change: cosmetic, risky, breaking or ignored",
    ),
    key(
        "cache.limit_mb",
        Kind::Integer,
        "size that skillc cache gc shrinks the cache to",
    ),
    key(
        "app.*.theme",
        Kind::Text,
        "light or dark, when this app is recorded in the simulator",
    ),
    key(
        "app.*.icon_only",
        Kind::Flag,
        "tab bar without labels, when this app is recorded in the simulator",
    ),
    key(
        "app.*.landscape",
        Kind::Flag,
        "wide window, when this app is recorded in the simulator",
    ),
];

impl Key {
    /// The key of this dotted name, also one of a family.
    ///
    /// # Errors
    /// When there is none.
    pub fn named(name: &str) -> Result<&'static Self, Failure> {
        let found = KEYS.iter().find(|key| key.matches(name));
        found.ok_or_else(|| {
            Failure::new(format!("{name:?} is no configuration key")).help("skillc config lists every key")
        })
    }

    /// The variable that sets it; a family has none but is set in the file or with `--set`.
    pub fn variable(&self) -> String {
        let upper = self.name.to_uppercase();
        format!("SKILLC_{}", upper.replace(|c: char| !c.is_ascii_alphanumeric(), "_"))
    }

    /// The name to set: for a family the member's, else its own.
    pub fn full_name(&self, given: &str) -> String {
        if self.name.contains('*') {
            given.to_owned()
        } else {
            self.name.to_owned()
        }
    }

    /// The value that `text` stands for; `from` names the flag or variable in an error.
    ///
    /// # Errors
    /// When `text` is no value of this kind.
    pub fn parse(&self, text: &str, from: &str) -> Result<Value, Failure> {
        let wrong = |wanted: &str| Failure::new(format!("{from}: {text:?} is not {wanted}"));
        match self.kind {
            Kind::Text => Ok(Value::String(text.to_owned())),
            Kind::Integer => text
                .trim()
                .parse()
                .map(Value::Integer)
                .map_err(|_| wrong("a whole number")),
            Kind::Number => text.trim().parse().map(Value::Float).map_err(|_| wrong("a number")),
            Kind::Flag => match text.trim() {
                "true" | "1" | "yes" => Ok(Value::Boolean(true)),
                "false" | "0" | "no" => Ok(Value::Boolean(false)),
                _ => Err(wrong("true or false")),
            },
            // As `skillc config` prints it, or plainly with commas.
            Kind::List if text.trim_start().starts_with('[') => {
                let list = format!("list = {text}").parse::<toml::Table>().ok();
                let items = list.and_then(|mut table| table.remove("list"));
                let texts = items.filter(|items| items.as_array().is_some_and(|items| items.iter().all(Value::is_str)));
                texts.ok_or_else(|| wrong("a list of texts in quotes, or texts with commas between them"))
            }
            Kind::List => {
                let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
                Ok(Value::Array(items.map(|item| Value::String(item.to_owned())).collect()))
            }
        }
    }

    fn matches(&self, name: &str) -> bool {
        match self.name.split_once('*') {
            None => self.name == name,
            Some((before, after)) => {
                let member = name.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
                member.is_some_and(|member| !member.is_empty() && !member.contains('.'))
            }
        }
    }
}
