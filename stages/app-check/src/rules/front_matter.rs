//! The front matter.

use skillc_app_description::DiagnosticKind;
use skillc_records::AppField;
use skillc_text::{is_quote, lower, strip_quotes, trim};

use crate::code::{Code, Severity};
use crate::finding::{Edit, Finding, Safety};
use crate::nearest::nearest;
use crate::source::Source;
use crate::surroundings::{PUBLISHED_RECIPES, Surroundings};

/// The keys that are read.
const KEYS: [&str; 8] = [
    "app",
    "version",
    "locale",
    "archetype",
    "reset_before_explore",
    "obstacle_mode",
    "spotlight_name",
    "icon",
];

/// Unclosed, late, and lines that say nothing.
pub fn shape(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let front_matter = &source.outline.front_matter;
    let mut findings = Vec::new();
    for span in source.noted_as(DiagnosticKind::FrontMatterUnclosed) {
        let finding = Finding::new(
            Code::FrontMatterUnclosed,
            span,
            "the front matter is never closed: every section below is lost",
        )
        .suggest("put a line `---` after the last key");
        findings.push(match missing_close(source) {
            Some(edit) => finding.fix(Safety::Safe, vec![edit]),
            None => finding,
        });
    }
    for span in source.noted_as(DiagnosticKind::FrontMatterLate) {
        findings.push(
            Finding::new(
                Code::FrontMatterLate,
                span,
                "this line opens the front matter, and the next `---` ends it",
            )
            .suggest("begin the file with the front matter, and write `***` for a rule"),
        );
    }
    // An unclosed front matter holds the whole rest of the file; one finding about it is enough.
    if front_matter.close.is_none() {
        return findings;
    }
    for span in source.noted_as(DiagnosticKind::FrontMatterLineIgnored) {
        let line = source.slice(span);
        if line.starts_with('#') || line.starts_with("app:") {
            continue;
        }
        let message = match line.strip_suffix(':') {
            Some(key) if KEYS.contains(&key) => format!("`{key}` has no value and counts as absent"),
            _ => "this line is no `key: value` and is passed over".to_owned(),
        };
        findings.push(
            Finding::new(Code::FrontMatterLineIgnored, span, message)
                .suggest("the front matter is flat: one `key: value` a line, no lists and nothing nested"),
        );
    }
    findings
}

/// Where the missing `---` goes: before the first line that can't belong to the front matter.
fn missing_close(source: &Source<'_>) -> Option<Edit> {
    let open = source.outline.front_matter.open?;
    let start = open.as_ptr() as usize - source.text.as_ptr() as usize + open.len();
    let mut offset = start;
    for line in source.text[start..].split_inclusive('\n') {
        let trimmed = trim(line.trim_end_matches(['\r', '\n']));
        let is_heading = trimmed.starts_with("# ") || trimmed.starts_with("## ");
        let is_entry = trimmed
            .split_once(':')
            .is_some_and(|(key, _)| KEYS.contains(&trim(key)));
        if is_heading || (!trimmed.is_empty() && !is_entry && offset > start) {
            return Some(Edit {
                offset,
                length: 0,
                replacement: "---\n\n".to_owned(),
            });
        }
        offset += line.len();
    }
    None
}

/// Keys that nothing reads, that stand twice, or whose value is quoted.
pub fn keys(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let mut findings = Vec::new();
    let entries = &source.outline.front_matter.entries;
    let is_closed = source.outline.front_matter.close.is_some();
    for entry in entries.iter().filter(|_| is_closed) {
        let span = source.span(entry.key);
        if !KEYS.contains(&entry.key) && !entry.key.starts_with('#') {
            let meant = nearest(entry.key, KEYS).filter(|meant| entries.iter().all(|other| other.key != *meant));
            findings.push(match meant {
                Some(meant) => Finding::new(
                    Code::FrontMatterKeyUnknown,
                    span,
                    format!("nothing reads `{}`", entry.key),
                )
                .severity(Severity::Error)
                .suggest(format!("write `{meant}`"))
                .replace(Safety::Safe, span, meant),
                None => Finding::new(
                    Code::FrontMatterKeyUnknown,
                    span,
                    format!("nothing reads `{}`", entry.key),
                )
                .suggest("delete it, or say it in `## Structure` if an agent should know"),
            });
        }
        let bare = strip_quotes(entry.value);
        let is_quoted = entry.value.starts_with(is_quote) && entry.value.ends_with(is_quote) && !bare.is_empty();
        if is_quoted && KEYS.contains(&entry.key) {
            let span = source.span(entry.value);
            findings.push(
                Finding::new(
                    Code::FrontMatterQuoted,
                    span,
                    format!("the quotes are part of `{}`", entry.key),
                )
                .suggest("write the value without quotes")
                .replace(Safety::Safe, span, bare),
            );
        }
    }
    for (span, replaced) in source.noted(|kind| match kind {
        DiagnosticKind::KeyRepeated { replaced, .. } => Some(*replaced),
        _ => None,
    }) {
        if is_closed && KEYS.contains(&source.slice(span)) {
            findings.push(
                Finding::new(
                    Code::FrontMatterKeyRepeated,
                    span,
                    format!("`{}` is set a second time", source.slice(span)),
                )
                .suggest("keep one of the two")
                .related(replaced, "this value doesn't count"),
            );
        }
    }
    findings
}

/// Values that are none of the words.
pub fn values(source: &Source<'_>, surroundings: &Surroundings) -> Vec<Finding> {
    let mut findings = Vec::new();
    let value = |field: AppField| source.parsed.span(&field).map(|span| (span, bare(source.slice(span))));
    if let Some((span, text)) = value(AppField::Version) {
        match text.parse::<i64>() {
            Ok(version) if version != 1 => findings.push(
                Finding::new(
                    Code::VersionUnsupported,
                    span,
                    format!("version {version} of the format doesn't exist; the file is read as version 1"),
                )
                .suggest("write `version: 1`"),
            ),
            Ok(_) => {}
            Err(_) => findings.push(
                Finding::new(
                    Code::VersionNotInteger,
                    span,
                    "the version is no integer and counts as 1",
                )
                .suggest("write `version: 1`")
                .replace(Safety::Safe, span, "1"),
            ),
        }
    }
    if let Some((span, text)) = value(AppField::ResetBeforeExplore) {
        let word = lower(text);
        if !["true", "yes", "1", "false", "no", "0"].contains(&word.as_str()) {
            let means_yes = matches!(
                word.as_str(),
                "on" | "y" | "enabled" | "always" | "oui" | "ja" | "si" | "sí"
            );
            let finding = Finding::new(Code::FlagUnknown, span, format!("{text:?} means no here"))
                .suggest("write `true` or `false`");
            findings.push(if means_yes {
                finding.replace(Safety::Safe, span, "true")
            } else {
                finding
            });
        }
    }
    if let Some((span, text)) = value(AppField::ObstacleMode) {
        let words = ["auto", "hint", "off"];
        if !words.contains(&text) {
            let meant = nearest(text, words).or(match lower(text).as_str() {
                "none" | "no" | "false" | "disabled" | "never" => Some("off"),
                "on" | "yes" | "true" | "always" | "automatic" => Some("auto"),
                _ => None,
            });
            let finding = Finding::new(
                Code::ObstacleModeUnknown,
                span,
                format!("{text:?} is no mode and counts as `auto`"),
            );
            findings.push(match meant {
                Some(meant) => finding
                    .suggest(format!("write `{meant}`"))
                    .replace(Safety::Safe, span, meant),
                None => finding.suggest("write `auto`, `hint` or `off`"),
            });
        } else if text == "hint" && source.outline.section("Obstacles").is_some() {
            findings.push(
                Finding::new(
                    Code::ObstacleModeHint,
                    span,
                    "nothing shows the rules to anyone in this mode: it works like `off`",
                )
                .suggest("write `auto` to have them acted on, or `off` to say what happens"),
            );
        }
    }
    if let Some((span, text)) = value(AppField::Archetype) {
        let known: Vec<_> = PUBLISHED_RECIPES
            .into_iter()
            .chain(surroundings.recipes.iter().map(String::as_str))
            .collect();
        if !known.contains(&text) {
            let finding = Finding::new(
                Code::ArchetypeUnknown,
                span,
                format!(
                    "no screen recipe is called {text:?}, so the archetype is found out as if nothing were declared"
                ),
            );
            findings.push(match nearest(text, known.iter().copied()) {
                Some(meant) => finding
                    .suggest(format!("write `{meant}`"))
                    .replace(Safety::Safe, span, meant),
                None => finding.suggest(format!("use one of {}", known.join(", "))),
            });
        }
    }
    let has_scenes = source
        .outline
        .sections
        .iter()
        .any(|section| section.heading.starts_with("Simulator"));
    for (field, key) in [(AppField::SpotlightName, "spotlight_name"), (AppField::Icon, "icon")] {
        if let Some((span, _)) = value(field).filter(|_| !has_scenes) {
            findings.push(
                Finding::new(
                    Code::SceneFieldsUnused,
                    span,
                    format!("only scenes use `{key}`, and the file has none"),
                )
                .suggest("delete it, or describe scenes with `## Simulator Screen …`"),
            );
        }
    }
    findings
}

/// The value without quotes and comment, which have findings of their own.
pub(super) fn bare(value: &str) -> &str {
    let end = value.find(" #").or_else(|| value.find("\t#")).unwrap_or(value.len());
    strip_quotes(trim(&value[..end]))
}
