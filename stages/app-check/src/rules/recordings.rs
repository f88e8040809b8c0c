//! The file against what was recorded of the app.

use skillc_app_description::ObstacleRule;
use skillc_records::{AppField, SourceSpan};
use skillc_settle::Doubt;
use skillc_text::{contains, equals, lower};

use super::obstacles::quoted;
use crate::check::COMPARED;
use crate::code::{Code, Severity};
use crate::finding::Finding;
use crate::source::Source;
use crate::surroundings::{SeenScreen, Surroundings};

/// Rules whose trigger or action no recorded screen has, or whose tap would go elsewhere.
pub fn obstacles(source: &Source<'_>, surroundings: &Surroundings) -> Vec<Finding> {
    let (Some(recorded), Some(description)) = (&surroundings.recorded, source.description()) else {
        return Vec::new();
    };
    if recorded.screens.is_empty() {
        return Vec::new();
    }
    let screens: Vec<Lowered<'_>> = recorded.screens.iter().map(Lowered::of).collect();
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
            .filter(|screen| screen.first_with(&trigger).is_some())
            .collect();
        // Such a dialog has no buttons with texts to compare.
        if with_trigger.is_empty() && recorded.was_told(&trigger) {
            continue;
        }
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
        let acting: Vec<_> = with_trigger
            .iter()
            .filter_map(|screen| screen.first_with(&action).map(|text| (*screen, text)))
            .collect();
        if acting.is_empty() {
            let finding = Finding::new(
                Code::ActionNeverSeen,
                action_at,
                format!(
                    "{} {:?}, and none of them has {:?}",
                    shows(with_trigger.len()),
                    rule.trigger,
                    rule.action
                ),
            );
            let shown = with_trigger
                .first()
                .and_then(|screen| Some((screen.seen, screen.first_with(&trigger)?)));
            let finding = finding.suggest("compare the words with the device");
            findings.push(match shown {
                Some((seen, text)) => finding.seen_on(&seen.frame, seen.texts[text].rect, None),
                None => finding,
            });
            continue;
        }
        let hits_other = acting.iter().find_map(|&(screen, hit)| {
            let meant = screen.lowered.iter().position(|text| equals(text, &action))?;
            (!equals(&screen.lowered[hit], &action)).then_some((screen.seen, hit, meant))
        });
        if let Some((seen, hit, meant)) = hits_other {
            findings.push(
                Finding::new(
                    Code::ActionHitsOther,
                    action_at,
                    format!(
                        "on a recorded screen the tap goes to {:?}, which comes before {:?}",
                        seen.texts[hit].text, rule.action
                    ),
                )
                .suggest("use a button whose text is no part of another text")
                .seen_on(&seen.frame, seen.texts[hit].rect, seen.texts[meant].rect),
            );
        }
        findings.extend(on_ordinary_screens(&with_trigger, &trigger, &action, rule, at));
    }
    findings
}

/// Screens with the trigger on which something else was tapped than the rule's action.
fn on_ordinary_screens(
    with_trigger: &[&Lowered<'_>],
    trigger: &str,
    action: &str,
    rule: &ObstacleRule,
    at: SourceSpan,
) -> Option<Finding> {
    let ordinary: Vec<_> = with_trigger
        .iter()
        .filter_map(|screen| {
            let tapped = screen.seen.tapped.as_deref()?;
            let does_as_told = contains(&lower(tapped), action) || contains(action, &lower(tapped));
            // What an alert offers beside the action is no ordinary screen.
            let is_dialog = screen.first_with(action).is_some();
            (!does_as_told && !is_dialog).then_some((screen, tapped))
        })
        .collect();
    let (screen, tapped) = ordinary.first()?;
    let count = ordinary.len();
    let (place, text) = (screen.first_with(trigger)?, &screen.seen);
    let others = if count > 1 {
        format!(", and on {}", more_screens(count - 1))
    } else {
        String::new()
    };
    Some(
        Finding::new(
            Code::TriggerOnOrdinaryScreen,
            at,
            format!(
                "{:?} is also in {:?} on a screen on which {tapped:?} was tapped{others}",
                rule.trigger, text.texts[place].text
            ),
        )
        .suggest("quote more of the obstacle's own words")
        .seen_on(&text.frame, text.texts[place].rect, None),
    )
}

/// A screen with its texts in lower case.
struct Lowered<'s> {
    seen: &'s SeenScreen,
    lowered: Vec<String>,
}

impl<'s> Lowered<'s> {
    fn of(seen: &'s SeenScreen) -> Self {
        Self {
            seen,
            lowered: seen.texts.iter().map(|text| lower(&text.text)).collect(),
        }
    }

    /// The place of the first text that contains `words`.
    fn first_with(&self, words: &str) -> Option<usize> {
        self.lowered.iter().position(|text| contains(text, words))
    }
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

fn more_screens(count: usize) -> String {
    if count == 1 {
        "one more screen".to_owned()
    } else {
        format!("{count} more screens")
    }
}

fn shows(count: usize) -> String {
    if count == 1 {
        "one recorded screen shows".to_owned()
    } else {
        format!("{count} recorded screens show")
    }
}
