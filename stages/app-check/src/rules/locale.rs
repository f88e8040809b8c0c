//! The locale.

use skillc_records::AppField;
use skillc_text::lower;

use super::front_matter::bare;
use crate::code::Code;
use crate::finding::{Finding, Safety};
use crate::source::Source;
use crate::surroundings::Surroundings;

/// A locale that no system has.
pub fn locale(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let Some(span) = source.parsed.span(&AppField::Locale) else {
        return Vec::new();
    };
    let text = bare(source.slice(span));
    if is_system_locale(text) || text.is_empty() {
        return Vec::new();
    }
    let underscored = text.replace('-', "_");
    let finding = Finding::new(
        Code::LocaleNeverMatches,
        span,
        format!("no system reports the locale {text:?}, so it never matches exactly"),
    );
    vec![if is_system_locale(&underscored) {
        finding
            .suggest(format!("write `{underscored}`"))
            .replace(Safety::Safe, span, underscored)
    } else if text.len() <= 3 && text.chars().all(|c| c.is_ascii_alphabetic()) {
        finding.suggest(format!(
            "add the region, for instance `{}_{}`",
            lower(text),
            region(text)
        ))
    } else {
        finding.suggest("write language and region, for instance `fr_CA`")
    }]
}

/// `language[_Script]_REGION[@keywords]`.
fn is_system_locale(text: &str) -> bool {
    let text = text.split('@').next().unwrap_or_default();
    let parts: Vec<_> = text.split('_').collect();
    let letters = |text: &str, lengths: std::ops::RangeInclusive<usize>| {
        lengths.contains(&text.len()) && text.chars().all(|c| c.is_ascii_alphabetic())
    };
    let is_region = |text: &str| letters(text, 2..=2) || (text.len() == 3 && text.chars().all(|c| c.is_ascii_digit()));
    match parts.as_slice() {
        [language, region] => letters(language, 2..=3) && is_region(region),
        [language, script, region] => letters(language, 2..=3) && letters(script, 4..=4) && is_region(region),
        _ => false,
    }
}

fn region(language: &str) -> String {
    match lower(language).as_str() {
        "en" => "US".to_owned(),
        "ja" => "JP".to_owned(),
        "zh" => "CN".to_owned(),
        "ko" => "KR".to_owned(),
        "ar" => "SA".to_owned(),
        "he" => "IL".to_owned(),
        "sv" => "SE".to_owned(),
        "da" => "DK".to_owned(),
        "pt" => "BR".to_owned(),
        "uk" => "UA".to_owned(),
        other => other.to_uppercase(),
    }
}
