//! Every field of APP.md, edited in several ways on the sample apps: what is reported, and why. Each edit is made alone, so every
//! change must be blamed on it and on nothing else.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../datasets/sample")
}

/// A folder for the edited files and the cache, one for all tests.
fn scratch() -> &'static Path {
    static MADE: OnceLock<tempfile::TempDir> = OnceLock::new();
    MADE.get_or_init(|| tempfile::tempdir().expect("a folder")).path()
}

/// The report on the app's APP.md against `new`, and the exit code.
fn diff(app: &str, new: &str) -> (Value, Option<i32>) {
    let file = scratch().join(format!("{app}-{}.md", blake3::hash(new.as_bytes()).to_hex()));
    std::fs::write(&file, new).expect("written");
    let output = Command::new(env!("CARGO_BIN_EXE_skillc"))
        .current_dir(sample())
        .args(["diff", &format!("apps/{app}/APP.md")])
        .arg(&file)
        .args(["--format", "json", "--quiet", "--set"])
        .arg(format!("workspace.cache={}", scratch().join("cache").display()))
        .output()
        .expect("runs");
    let value = serde_json::from_slice(&output.stdout);
    let value = value.unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    (value, output.status.code())
}

/// The changes, counted by what they are and what they are blamed on.
fn told(app: &str, new: &str) -> String {
    let (report, code) = diff(app, new);
    let mut lines: BTreeMap<String, usize> = BTreeMap::new();
    for change in report["changes"].as_array().expect("changes") {
        let cause = &change["cause"];
        assert_eq!(cause["kind"], "app-md", "{change:#}");
        assert!(cause["line"].as_u64().is_some_and(|line| line > 0), "{change:#}");
        let text = |value: &Value| value.as_str().map_or("–".to_owned(), |text| text.replace('\n', "⏎"));
        let mut line = format!(
            "{} {} ← {}: {} → {}",
            text(&change["severity"]),
            text(&change["kind"]),
            text(&cause["field"]),
            text(&cause["old"]),
            text(&cause["new"])
        );
        for part in cause["also"].as_array().expect("parts") {
            let _ = write!(line, " + {}", text(&part["field"]));
        }
        *lines.entry(line).or_default() += 1;
    }
    let mut told = format!("exit {}", code.unwrap_or(-1));
    for problem in report["problems"].as_array().expect("problems") {
        let message = problem["message"].as_str().expect("a message");
        let _ = write!(told, "\n  problem: {message}");
    }
    for (line, times) in lines {
        let _ = write!(told, "\n  {times} × {line}");
    }
    told
}

/// Edits of one app, each a name and what is replaced by what.
struct Edits<'e> {
    app: &'e str,
    text: String,
    told: String,
}

impl<'e> Edits<'e> {
    fn of(app: &'e str) -> Self {
        let text = std::fs::read_to_string(sample().join(format!("apps/{app}/APP.md"))).expect("read");
        Self {
            app,
            text,
            told: String::new(),
        }
    }

    fn replace(&mut self, name: &str, from: &str, to: &str) {
        assert!(self.text.contains(from), "{name}: {from}");
        let new = self.text.replacen(from, to, 1);
        self.whole(name, &new);
    }

    fn whole(&mut self, name: &str, new: &str) {
        let _ = writeln!(self.told, "{name}: {}", told(self.app, new));
    }

    /// The text without the section of this heading.
    fn without(&mut self, heading: &str) {
        let start = self.text.find(&format!("## {heading}\n")).expect(heading);
        let end = self.text[start + 3..]
            .find("\n## ")
            .map_or(self.text.len(), |at| start + 4 + at);
        let new = format!("{}{}", &self.text[..start], &self.text[end..]);
        self.whole(&format!("without {heading}"), &new);
    }
}

#[test]
fn front_matter() {
    let mut edits = Edits::of("vitalite");
    edits.replace("app in capitals", "app: Vitalité", "app: VITALITÉ");
    edits.replace("app with white space", "app: Vitalité", "app:   Vitalité  ");
    edits.replace("another app", "app: Vitalité", "app: Autre");
    edits.replace("version", "version: 1", "version: 2");
    edits.replace("no version", "version: 1\n", "");
    edits.replace("locale", "locale: fr_CA", "locale: de_DE");
    edits.replace("archetype", "archetype: dashboard", "archetype: settings-list");
    edits.replace("no archetype", "archetype: dashboard\n", "");
    edits.replace("obstacle mode off", "obstacle_mode: auto", "obstacle_mode: off");
    edits.replace("obstacle mode hint", "obstacle_mode: auto", "obstacle_mode: hint");
    edits.replace(
        "obstacle mode that doesn't exist",
        "obstacle_mode: auto",
        "obstacle_mode: manual",
    );
    edits.replace("a key that nothing reads", "version: 1", "version: 1\ncolour: red");
    edits.replace("front matter broken", "---\napp", "app");
    insta::assert_snapshot!(edits.told);
}

#[test]
fn texts() {
    let mut edits = Edits::of("vitalite");
    edits.replace("a word of the structure", "quatre onglets", "cinq onglets");
    edits.replace(
        "blank lines in the structure",
        "## Structure\n\n",
        "## Structure\n\n\n\n",
    );
    edits.without("Structure");
    edits.replace("heading renamed", "## Explorer Tab", "## Explorer et plus Tab");
    edits.without("Explorer Tab");
    edits.replace("heading that nothing reads", "## Structure", "## Structures");
    edits.replace("a tip more", "## Tips\n\n", "## Tips\n\n- Patience\n");
    edits.replace("a tip changed", "est normal sur", "est tout à fait normal sur");
    edits.replace(
        "a tip less",
        "- « Aucune donnée » est normal sur un appareil d'essai\n",
        "",
    );
    edits.without("Tips");
    edits.replace("a list that isn't one", "## Tips\n\n- ", "## Tips\n\n* ");
    edits.replace(
        "a credential more",
        "## Credentials\n\n",
        "## Credentials\n\n- nip: ${NIP}\n",
    );
    edits.replace("a credential renamed", "- email:", "- courriel:");
    edits.replace(
        "another default of a credential",
        ":-essai@exemple.ca",
        ":-autre@exemple.ca",
    );
    edits.replace(
        "credentials turned around",
        "- email: ${VITALITE_EMAIL:-essai@exemple.ca}\n- mot de passe: ${VITALITE_MOT_DE_PASSE}",
        "- mot de passe: ${VITALITE_MOT_DE_PASSE}\n- email: ${VITALITE_EMAIL:-essai@exemple.ca}",
    );
    edits.without("Credentials");
    edits.replace("the title of a scene", "- title: Aujourd'hui", "- title: Hier");
    let lf = edits.text.clone();
    edits.whole("CR LF", &lf.replace('\n', "\r\n"));
    edits.whole("white space at the ends of lines", &lf.replace('\n', "  \n"));
    insta::assert_snapshot!(edits.told);
}

#[test]
fn obstacles_and_skip() {
    let mut edits = Edits::of("harbor");
    let rules: Vec<String> = section(&edits.text, "Obstacles");
    let first = rules.first().expect("a rule").clone();
    edits.replace("a rule less", &format!("{first}\n"), "");
    edits.replace(
        "a rule more",
        &first,
        &format!("{first}\n- Sign in again → tap \"Not now\""),
    );
    edits.replace("a rule twice", &first, &format!("{first}\n{first}"));
    edits.replace("another answer", "\"Later\"", "\"Install now\"");
    edits.replace("more words in a trigger", &first, &first.replace("- ", "- An "));
    edits.replace("another arrow", "→ tap", "-> tap");
    edits.without("Obstacles");
    let patterns: Vec<String> = section(&edits.text, "Skip");
    let last = patterns.last().expect("a pattern").clone();
    edits.replace("a pattern more", &last, &format!("{last}\n- Firewall"));
    edits.replace("two patterns more", &last, &format!("{last}\n- Firewall\n- Proxy"));
    edits.replace(
        "the same pattern twice",
        &last,
        &format!("{last}\n- Firewall\n- firewall"),
    );
    edits.replace("a pattern that hits nothing", &last, &format!("{last}\n- Zeppelin"));
    edits.replace("patterns turned around", &patterns.join("\n"), &reversed(&patterns));
    edits.replace("a pattern in capitals", &last, &last.to_uppercase());
    edits.without("Skip");
    insta::assert_snapshot!(edits.told);
}

#[test]
fn tabs_of_a_bar_of_icons() {
    let mut edits = Edits::of("pluma");
    edits.replace("a tab renamed", "- Explore\n", "- Discover\n");
    edits.replace("a tab less", "- Feed\n", "");
    edits.replace("a tab more", "- Profile\n", "- Profile\n- Extra\n");
    edits.replace("two tabs turned around", "- Feed\n- Explore\n", "- Explore\n- Feed\n");
    let all = section(&edits.text, "Tabs");
    edits.replace("all tabs turned around", &all.join("\n"), &reversed(&all));
    edits.without("Tabs");
    let layout = section(&edits.text, "Tab Layout");
    if layout.is_empty() {
        edits.replace(
            "a layout",
            "## Tabs\n",
            "## Tab Layout\n\n- orientation: vertical\n- edge: right\n\n## Tabs\n",
        );
    } else {
        edits.without("Tab Layout");
    }
    insta::assert_snapshot!(edits.told);
}

/// The items of a section.
fn section(text: &str, heading: &str) -> Vec<String> {
    let body = text.split(&format!("## {heading}\n")).nth(1).unwrap_or_default();
    let body = body.split("\n## ").next().unwrap_or_default();
    body.lines()
        .filter(|line| line.starts_with("- "))
        .map(ToOwned::to_owned)
        .collect()
}

fn reversed(items: &[String]) -> String {
    items.iter().rev().cloned().collect::<Vec<_>>().join("\n")
}
