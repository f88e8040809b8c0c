//! SARIF 2.1.0, with the pages and the fixes.

use serde_json::{Value, json};
use skillc_app_check::{Code, Edit, Finding, Severity};
use skillc_formats::sarif::{self, Level, Place, Rule};
use skillc_records::{LineIndex, SourceSpan};

use crate::report::{CheckedFile, Report};

/// The log of one run of the tool of this version.
pub fn log(report: &Report, version: &str) -> Value {
    let rules: Vec<_> = Code::ALL
        .iter()
        .map(|code| Rule {
            id: code.as_str().to_owned(),
            title: code.title().to_owned(),
            level: level(code.severity()),
            help_uri: None,
        })
        .collect();
    let findings: Vec<_> = report
        .files
        .iter()
        .flat_map(|file| file.findings.iter().map(move |finding| (file, finding)))
        .collect();
    let results: Vec<_> = findings.iter().map(|(file, finding)| result(file, finding)).collect();
    let mut log = sarif::log("skillc", version, &rules, &results);
    let run = &mut log["runs"][0];
    for (place, code) in Code::ALL.iter().enumerate() {
        run["tool"]["driver"]["rules"][place]["help"] = json!({ "text": code.page(), "markdown": code.page() });
    }
    let mut index: Option<(&CheckedFile, LineIndex<'_>)> = None;
    for (place, (file, finding)) in findings.iter().enumerate() {
        if index.as_ref().is_none_or(|(indexed, _)| !std::ptr::eq(*indexed, *file)) {
            index = Some((file, LineIndex::new(&file.text)));
        }
        let Some((_, lines)) = &index else { continue };
        let result = &mut run["results"][place];
        let end = lines.span(finding.span.offset + finding.span.length, 0);
        let region = &mut result["locations"][0]["physicalLocation"]["region"];
        region["endLine"] = json!(end.line);
        region["endColumn"] = json!(end.column);
        if let Some(fix) = &finding.fix {
            let replacements: Vec<_> = fix.edits.iter().map(|edit| replacement(lines, edit)).collect();
            result["fixes"] = json!([{
                "description": { "text": finding.suggestion.as_deref().unwrap_or(finding.code.title()) },
                "artifactChanges": [{
                    "artifactLocation": { "uri": sarif::uri(&file.path) },
                    "replacements": replacements,
                }],
            }]);
        }
    }
    log
}

fn result(file: &CheckedFile, finding: &Finding) -> sarif::Finding {
    let place = |span: SourceSpan| Place {
        file: file.path.clone(),
        line: Some(span.line),
        column: Some(span.column),
    };
    let message = match &finding.suggestion {
        Some(suggestion) => format!("{}. {}", finding.message, capitalised(suggestion)),
        None => finding.message.clone(),
    };
    sarif::Finding {
        rule: finding.code.as_str().to_owned(),
        level: level(finding.severity),
        message,
        place: Some(place(finding.span)),
        related: finding
            .related
            .iter()
            .map(|related| (place(related.span), related.message.clone()))
            .collect(),
        fingerprint: fingerprint(file, finding),
    }
}

/// The same wherever the line moves: of the code, the file and the message, which names what it is about.
fn fingerprint(file: &CheckedFile, finding: &Finding) -> String {
    let text = [finding.code.as_str(), &file.path, &finding.message].join("\n");
    blake3::hash(text.as_bytes()).to_hex().chars().take(32).collect()
}

fn replacement(lines: &LineIndex<'_>, edit: &Edit) -> Value {
    let (start, end) = (lines.span(edit.offset, 0), lines.span(edit.offset + edit.length, 0));
    json!({
        "deletedRegion": {
            "startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column,
        },
        "insertedContent": { "text": edit.replacement },
    })
}

fn level(severity: Severity) -> Level {
    match severity {
        Severity::Error => Level::Error,
        Severity::Warning => Level::Warning,
        Severity::Note => Level::Note,
    }
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
