//! The skip list against what was recorded, and what recordings can't tell.

use skillc_permissions::skips;
use skillc_records::AppField;
use skillc_text::{contains, lower};

use super::obstacles::quoted;
use super::seen_tabs::{declared as declared_tabs, never_tapped, texts};
use super::skip::{declared, hits_part_of_word};
use crate::check::COMPARED;
use crate::code::Code;
use crate::finding::Finding;
use crate::source::Source;
use crate::surroundings::{Recorded, Surroundings};

/// Patterns that hit parts of words, that forbid what was tapped, and that no recorded text has.
pub fn patterns(source: &Source<'_>, surroundings: &Surroundings) -> Vec<Finding> {
    let Some(recorded) = &surroundings.recorded else {
        return Vec::new();
    };
    let texts = texts(recorded);
    if texts.is_empty() {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for (pattern, span) in declared(source).take(COMPARED) {
        let hits: Vec<_> = texts
            .iter()
            .filter(|text| hits_part_of_word(pattern, text))
            .take(3)
            .map(|text| format!("{text:?}"))
            .collect();
        if !hits.is_empty() {
            findings.push(
                Finding::new(
                    Code::SkipHitsRecorded,
                    span,
                    format!("{pattern:?} also skips {}", hits.join(", ")),
                )
                .suggest("use the whole text of the element that is meant"),
            );
        }
        let tapped: Vec<_> = recorded.taps.iter().filter(|tap| skips(pattern, &tap.text)).collect();
        if let Some(first) = tapped.first() {
            let times = if tapped.len() == 1 {
                "once".to_owned()
            } else {
                format!("{} times", tapped.len())
            };
            let finding = Finding::new(
                Code::SkipHitsTapped,
                span,
                format!(
                    "{pattern:?} forbids {:?}, which was tapped {times} while recording",
                    first.text
                ),
            )
            .suggest("if that is meant, the screens behind it are lost to the skills; skillc diff says which");
            findings.push(match &first.on {
                Some((frame, _)) => finding.seen_on(frame, None, None),
                None => finding,
            });
        } else if !texts.iter().any(|text| skips(pattern, text)) {
            findings.push(
                Finding::new(
                    Code::SkipNeverSeen,
                    span,
                    format!("no recorded text has {pattern:?} in it"),
                )
                .suggest("compare the word with the device; keep it if it guards against harm"),
            );
        }
    }
    findings
}

/// What the recordings can't tell about the file.
pub fn not_observed(source: &Source<'_>, surroundings: &Surroundings) -> Vec<Finding> {
    let (Some(recorded), Some(description)) = (&surroundings.recorded, source.description()) else {
        return Vec::new();
    };
    if recorded.screens.is_empty() {
        return Vec::new();
    }
    let texts = texts(recorded);
    let unmet = description
        .obstacles
        .iter()
        .take(COMPARED)
        .filter(|rule| quoted(&rule.trigger).is_none())
        .filter(|rule| {
            let trigger = lower(&rule.trigger);
            !recorded.was_told(&trigger) && !texts.iter().any(|text| contains(text, &trigger))
        })
        .count();
    let unopened =
        declared_tabs(source, surroundings).map_or(0, |(recorded, tabs)| never_tapped(recorded, &tabs).count());
    let unused = declared(source)
        .take(COMPARED)
        .filter(|(pattern, _)| !texts.iter().any(|text| skips(pattern, text)))
        .count();
    let parts = [
        (unmet, "obstacle rule was never met", "obstacle rules were never met"),
        (unopened, "tab was never opened", "tabs were never opened"),
        (unused, "skip pattern never came up", "skip patterns never came up"),
        (recorded.failed, "frame failed", "frames failed"),
    ];
    let told: Vec<String> = parts
        .into_iter()
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, many)| format!("{count} {}", if count == 1 { one } else { many }))
        .collect();
    if told.is_empty() {
        return Vec::new();
    }
    vec![
        Finding::new(
            Code::NotObserved,
            source.place(&AppField::App),
            format!("{} can't tell everything: {}", scope(recorded), told.join(", ")),
        )
        .suggest("not observed is not absent; record what is missing before you change the file because of it"),
    ]
}

fn scope(recorded: &Recorded) -> String {
    let (sessions, screens) = (recorded.sessions, recorded.screens.len());
    format!(
        "{sessions} {} with {screens} different {}",
        if sessions == 1 { "recording" } else { "recordings" },
        if screens == 1 { "frame" } else { "frames" }
    )
}
