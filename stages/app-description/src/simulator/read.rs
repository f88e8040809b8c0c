//! Reading the sections of the family.

use std::collections::BTreeMap;

use skillc_records::AppField;
use skillc_text::{compare, lower, strip_quotes, trim};
use unicode_segmentation::UnicodeSegmentation as _;

use super::element::{self, ELEMENT};
use super::spec::{Scene, SimulatorObstacle, SimulatorSpec, Trigger};
use crate::cut;
use crate::diagnostics::DiagnosticKind;
use crate::outline::{Outline, Section};
use crate::parse::{Reader, is_true};

/// The heading of the section that names the first screen.
pub const ROOT_HEADING: &str = "Simulator";
/// What the heading of a screen begins with; its id follows.
pub const SCREEN_PREFIX: &str = "Simulator Screen ";
/// What the heading of a modal begins with; its id follows.
pub const MODAL_PREFIX: &str = "Simulator Obstacle ";

pub(crate) fn read(reader: &mut Reader<'_>, outline: &Outline<'_>) -> Option<SimulatorSpec> {
    let named = |prefix: &'static str| move |section: &&Section<'_>| cut::after(section.heading, prefix).is_some();
    let root = outline.section(ROOT_HEADING);
    if root.is_none() && !outline.in_order().any(|section| named(SCREEN_PREFIX)(&section)) {
        if let Some(modal) = outline.in_file_order().find(named(MODAL_PREFIX)) {
            reader.note(DiagnosticKind::ModalsWithoutScreens, modal.heading);
        }
        return None;
    }
    let app_name = outline.front_matter.value("app")?;

    let screens: Vec<_> = outline
        .in_file_order()
        .filter_map(|section| cut::after(section.heading, SCREEN_PREFIX).map(|id| (section, id)))
        .map(|(section, id)| screen(reader, section, id))
        .collect();
    let obstacles: Vec<_> = outline
        .in_order()
        .filter_map(|section| cut::after(section.heading, MODAL_PREFIX).map(|id| (section, id)))
        .filter_map(|(section, id)| modal(reader, section, id))
        .collect();
    let first = screens
        .iter()
        .map(|screen| screen.id.as_str())
        .min_by(|a, b| compare(a, b));
    let declared = root.and_then(|section| {
        reader.place(AppField::Simulator(section.heading.to_owned()), section.heading);
        properties(reader, section, &["root"]).remove("root")
    });
    let front = |key: &str| outline.front_matter.value(key);
    Some(SimulatorSpec {
        app_name: app_name.to_owned(),
        spotlight_name: front("spotlight_name").unwrap_or(app_name).to_owned(),
        icon: front("icon")
            .or_else(|| app_name.graphemes(true).next())
            .unwrap_or_default()
            .to_owned(),
        root: declared.or(first).unwrap_or("main").to_owned(),
        screens,
        obstacles,
    })
}

fn screen(reader: &mut Reader<'_>, section: &Section<'_>, id: &str) -> Scene {
    reader.place(AppField::Simulator(section.heading.to_owned()), section.heading);
    let properties = properties(reader, section, &["title", "back", "tab_bar"]);
    let back = properties
        .get("back")
        .filter(|id| !id.is_empty() && lower(id) != "null");
    Scene {
        id: id.to_owned(),
        title: properties.get("title").copied().unwrap_or(id).to_owned(),
        back: back.map(|&id| id.to_owned()),
        tab_bar: properties.get("tab_bar").is_some_and(|value| is_true(value)),
        elements: element::read(reader, section),
    }
}

fn modal(reader: &mut Reader<'_>, section: &Section<'_>, id: &str) -> Option<SimulatorObstacle> {
    reader.place(AppField::Simulator(section.heading.to_owned()), section.heading);
    let properties = properties(reader, section, &["title", "body", "buttons", "trigger"]);
    let Some(title) = properties.get("title").filter(|title| !title.is_empty()) else {
        reader.note(DiagnosticKind::ModalWithoutTitle, section.heading);
        return None;
    };
    let buttons = properties.get("buttons").copied().unwrap_or_default();
    Some(SimulatorObstacle {
        id: id.to_owned(),
        title: (*title).to_owned(),
        body: properties.get("body").map(|&body| body.to_owned()),
        buttons: cut::pieces(buttons, ",")
            .map(trim)
            .filter(|text| !text.is_empty())
            .map(str::to_owned)
            .collect(),
        trigger: properties
            .get("trigger")
            .map_or(Trigger::OnFirstDescribe, |text| trigger(reader, text)),
    })
}

fn trigger(reader: &mut Reader<'_>, text: &str) -> Trigger {
    let word = lower(text);
    if let Some(count) = cut::after(&word, "after_n_taps:") {
        let count = trim(count)
            .parse::<i64>()
            .ok()
            .and_then(|count| u64::try_from(count).ok());
        if count.is_none() {
            reader.note(DiagnosticKind::TapCountUnreadable, text);
        }
        return Trigger::AfterTaps {
            count: count.unwrap_or(0),
        };
    }
    match word.as_str() {
        "never" => Trigger::Never,
        "on_first_describe" => Trigger::OnFirstDescribe,
        _ => {
            reader.note(DiagnosticKind::TriggerUnknown, text);
            Trigger::OnFirstDescribe
        }
    }
}

/// The `- key: value` lines that are no elements; keys lower-case, the last of a key wins.
fn properties<'t>(reader: &mut Reader<'_>, section: &Section<'t>, known: &[&str]) -> BTreeMap<String, &'t str> {
    let mut properties = BTreeMap::new();
    for line in &section.lines {
        let trimmed = trim(line);
        if cut::after_ignoring_case(trimmed, ELEMENT).is_some() {
            continue;
        }
        let Some((key, value)) = cut::bullet(trimmed).and_then(|text| cut::at_first(text, ":")) else {
            continue;
        };
        let (key, value) = (lower(trim(key)), strip_quotes(trim(value)));
        if !known.contains(&key.as_str()) {
            reader.note(DiagnosticKind::PropertyUnknown { key: key.clone() }, trimmed);
        }
        reader.place(
            AppField::SimulatorProperty {
                section: section.heading.to_owned(),
                key: key.clone(),
            },
            value,
        );
        properties.insert(key, value);
    }
    properties
}
