//! A SARIF 2.1.0 log, as far as our reports need it.
//!
//! Source: OASIS, Static Analysis Results Interchange Format 2.1.0.

use serde_json::{Value, json};

/// How bad a result is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// `error`
    Error,
    /// `warning`
    Warning,
    /// `note`
    Note,
}

/// A rule that results name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// Its id, stable for ever.
    pub id: String,
    /// What it is about, one line.
    pub title: String,
    /// Its level where nobody said otherwise.
    pub level: Level,
    /// A page about it.
    pub help_uri: Option<String>,
}

/// One result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The id of its rule.
    pub rule: String,
    /// Its level.
    pub level: Level,
    /// What it says.
    pub message: String,
    /// Where.
    pub place: Option<Place>,
    /// Other places that have to do with it, each with a word about it.
    pub related: Vec<(Place, String)>,
    /// The same for the same finding in another run, whatever lines moved.
    pub fingerprint: String,
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file, relative to the root of the repository, with `/`.
    pub file: String,
    /// The line from 1; none for the file as a whole.
    pub line: Option<usize>,
    /// The column from 1, in characters.
    pub column: Option<usize>,
}

impl Level {
    /// The word in the log.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// The log of one run of the tool of this name and version. Rules that no result names are listed too: the log says what was looked for.
pub fn log(tool: &str, version: &str, rules: &[Rule], findings: &[Finding]) -> Value {
    let index = |id: &str| rules.iter().position(|rule| rule.id == id);
    let rule = |rule: &Rule| {
        let mut value = json!({
            "id": rule.id,
            "shortDescription": { "text": rule.title },
            "defaultConfiguration": { "level": rule.level.as_str() },
        });
        if let Some(uri) = &rule.help_uri {
            value["helpUri"] = json!(uri);
        }
        value
    };
    let result = |finding: &Finding| {
        let mut value = json!({
            "ruleId": finding.rule,
            "level": finding.level.as_str(),
            "message": { "text": finding.message },
            "partialFingerprints": { "skillc/v1": finding.fingerprint },
        });
        if let Some(index) = index(&finding.rule) {
            value["ruleIndex"] = json!(index);
        }
        if let Some(place) = &finding.place {
            value["locations"] = json!([location(place)]);
        }
        if !finding.related.is_empty() {
            let related = finding.related.iter().enumerate().map(|(id, (place, word))| {
                let mut value = location(place);
                value["id"] = json!(id);
                value["message"] = json!({ "text": word });
                value
            });
            value["relatedLocations"] = related.collect();
        }
        value
    };
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": tool,
                "version": version,
                "rules": rules.iter().map(rule).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "results": findings.iter().map(result).collect::<Vec<_>>(),
        }],
    })
}

fn location(place: &Place) -> Value {
    let mut physical = json!({ "artifactLocation": { "uri": uri(&place.file) } });
    if let Some(line) = place.line.filter(|line| *line > 0) {
        physical["region"] = json!({ "startLine": line });
        if let Some(column) = place.column.filter(|column| *column > 0) {
            physical["region"]["startColumn"] = json!(column);
        }
    }
    json!({ "physicalLocation": physical })
}

/// A relative path as a URI: `/` between its parts, everything unusual percent-encoded.
pub fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.replace('\\', "/").bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_names_its_rule_and_place() {
        let rules = [Rule {
            id: "removed".into(),
            title: "Removed".into(),
            level: Level::Error,
            help_uri: None,
        }];
        let finding = Finding {
            rule: "removed".into(),
            level: Level::Error,
            message: "gone".into(),
            place: Some(Place {
                file: "apps/été x/APP.md".into(),
                line: Some(4),
                column: None,
            }),
            related: Vec::new(),
            fingerprint: "f".into(),
        };
        let log = log("skillc", "0.1.0", &rules, &[finding]);
        let result = &log["runs"][0]["results"][0];
        assert_eq!(result["ruleIndex"], 0);
        let physical = &result["locations"][0]["physicalLocation"];
        assert_eq!(physical["artifactLocation"]["uri"], "apps/%C3%A9t%C3%A9%20x/APP.md");
        assert_eq!(physical["region"]["startLine"], 4);
    }
}
