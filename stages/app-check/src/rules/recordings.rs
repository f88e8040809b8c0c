//! The file against what was recorded of the app.

use skillc_records::AppField;
use skillc_settle::Doubt;
use skillc_text::{contains, equals, grapheme_count, lower, trim};

use super::obstacles::quoted;
use super::skip::{declared, hits_part_of_word};
use crate::check::COMPARED;
use crate::code::{Code, Severity};
use crate::finding::Finding;
use crate::source::Source;
use crate::surroundings::Surroundings;

/// Rules whose trigger or action no recorded screen has, or whose tap would go elsewhere.
pub fn obstacles(source: &Source<'_>, surroundings: &Surroundings) -> Vec<Finding> {
    let (Some(recorded), Some(description)) = (&surroundings.recorded, source.description()) else {
        return Vec::new();
    };
    if recorded.screens.is_empty() {
        return Vec::new();
    }
    let screens: Vec<Vec<_>> = recorded
        .screens
        .iter()
        .map(|texts| texts.iter().map(|text| lower(text)).collect())
        .collect();
    let mut findings = Vec::new();
    for (place, rule) in description
        .obstacles
        .iter()
        .enumerate()
        .take(COMPARED)
        .filter(|(_, rule)| quoted(&rule.trigger).is_none())
    {
        let (trigger, action) = (lower(&rule.trigger), lower(&rule.action));
        let with_trigger: Vec<_> = screens
            .iter()
            .filter(|texts| texts.iter().any(|text| contains(text, &trigger)))
            .collect();
        let at = source.place(&AppField::ObstacleTrigger(place));
        let action_at = source.place(&AppField::ObstacleAction(place));
        if with_trigger.is_empty() {
            findings.push(
                Finding::new(
                    Code::TriggerNeverSeen,
                    at,
                    format!("none of {} shows {:?}", screens_of(screens.len()), rule.trigger),
                )
                .suggest("compare the words with the device, or record a session in which the obstacle comes"),
            );
            continue;
        }
        let hit = with_trigger.iter().find_map(|texts| {
            texts
                .iter()
                .find(|text| contains(text, &action))
                .map(|text| (texts, text))
        });
        match hit {
            None => findings.push(
                Finding::new(
                    Code::ActionNeverSeen,
                    action_at,
                    format!(
                        "{} {:?}, and none of them has {:?}",
                        shows(with_trigger.len()),
                        rule.trigger,
                        rule.action
                    ),
                )
                .suggest("compare the words with the device"),
            ),
            Some((texts, text)) if !equals(text, &action) && texts.iter().any(|other| equals(other, &action)) => {
                findings.push(
                    Finding::new(
                        Code::ActionHitsOther,
                        action_at,
                        format!(
                            "on a recorded screen the tap goes to {text:?}, which comes before {:?}",
                            rule.action
                        ),
                    )
                    .suggest("use a button whose text is no part of another text"),
                )
            }
            Some(_) => {}
        }
    }
    findings
}

/// Tabs that no recorded screen names, and skip patterns that hit parts of words.
pub fn tabs_and_skips(source: &Source<'_>, surroundings: &Surroundings) -> Vec<Finding> {
    let (Some(recorded), Some(description)) = (&surroundings.recorded, source.description()) else {
        return Vec::new();
    };
    let mut texts: Vec<_> = recorded
        .screens
        .iter()
        .flatten()
        .map(|text| lower(trim(text)))
        .filter(|text| !text.is_empty())
        .collect();
    texts.sort();
    texts.dedup();
    if texts.is_empty() {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for (place, tab) in description.tabs.iter().enumerate().take(COMPARED) {
        let name = lower(tab);
        // A text of one letter is noise that matches anything.
        let is_seen = texts
            .iter()
            .any(|text| contains(text, &name) || (grapheme_count(text) > 1 && contains(&name, text)));
        if !is_seen {
            findings.push(
                Finding::new(
                    Code::TabNeverSeen,
                    source.place(&AppField::Tab(place)),
                    format!("no recorded screen shows {tab:?}; the tab is placed by its position in the bar"),
                )
                .suggest("fine for a bar of icons; otherwise compare the word with the device"),
            );
        }
    }
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
    }
    findings
}

/// Recordings from another locale.
pub fn locale(source: &Source<'_>, surroundings: &Surroundings) -> Vec<Finding> {
    let (Some(recorded), Some(locale)) = (
        &surroundings.recorded,
        source.description().and_then(|one| one.locale.as_ref()),
    ) else {
        return Vec::new();
    };
    if recorded.locales.is_empty()
        || recorded
            .locales
            .iter()
            .any(|other| equals(&lower(other), &lower(locale)))
    {
        return Vec::new();
    }
    let others: Vec<_> = recorded.locales.iter().map(String::as_str).collect();
    vec![
        Finding::new(
            Code::LocaleNotRecorded,
            source.place(&AppField::Locale),
            format!(
                "the file is for {locale}, the recordings are from {}",
                others.join(", ")
            ),
        )
        .suggest("record the app in this locale, or describe the one that was recorded"),
    ]
}

/// How many of the doubtful results are named one by one.
const NAMED: usize = 3;

/// Recorded results that something speaks against.
pub fn doubts(source: &Source<'_>, surroundings: &Surroundings) -> Vec<Finding> {
    let Some(recorded) = surroundings
        .recorded
        .as_ref()
        .filter(|recorded| !recorded.doubts.is_empty())
    else {
        return Vec::new();
    };
    let named: Vec<String> = recorded
        .doubts
        .iter()
        .take(NAMED)
        .map(|(action, doubt)| {
            let why = doubt.reason().unwrap_or(doubt.as_str());
            format!("action {} of session {} ({why})", action.action, action.session)
        })
        .collect();
    let more = recorded.doubts.len() - named.len();
    let rest = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    let message = format!(
        "{} of {} recorded results can't be fully trusted: {}{rest}",
        recorded.doubts.len(),
        recorded.results,
        named.join(", ")
    );
    let finding = Finding::new(Code::RecordingDoubtful, source.place(&AppField::App), message)
        .suggest("look at the frames with skillc captures show SESSION FRAME --overlay, and record again what shows the wrong screen");
    // What a script doesn't tell is no fault of a recording; a frame of the screen before is.
    let is_stale = recorded
        .doubts
        .iter()
        .any(|(_, doubt)| matches!(doubt, Doubt::Stale { .. }));
    vec![if is_stale {
        finding.severity(Severity::Warning)
    } else {
        finding
    }]
}

fn screens_of(count: usize) -> String {
    if count == 1 {
        "the one recorded screen".to_owned()
    } else {
        format!("{count} recorded screens")
    }
}

fn shows(count: usize) -> String {
    if count == 1 {
        "one recorded screen shows".to_owned()
    } else {
        format!("{count} recorded screens show")
    }
}
