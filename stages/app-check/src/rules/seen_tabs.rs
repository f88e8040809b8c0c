//! The declared tabs against the bar that was recorded.

use std::collections::BTreeMap;

use skillc_records::{AppField, WindowPoint, WindowSize};
use skillc_tabs::{TabBar, TabNames};
use skillc_text::{contains, equals, grapheme_count, lower, trim};

use crate::check::COMPARED;
use crate::code::Code;
use crate::finding::Finding;
use crate::source::Source;
use crate::surroundings::{Recorded, SeenScreen, SeenTap, Surroundings};

/// Fewer icons than this in the band are no bar.
const LEAST_BAR: usize = 2;

/// Tabs that no recorded screen names.
pub fn names(source: &Source<'_>, surroundings: &Surroundings) -> Vec<Finding> {
    let (Some(recorded), Some(description)) = (&surroundings.recorded, source.description()) else {
        return Vec::new();
    };
    let texts = texts(recorded);
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
    findings
}

/// Tabs that nothing recorded goes to.
pub fn taps(source: &Source<'_>, surroundings: &Surroundings) -> Vec<Finding> {
    let Some((recorded, tabs)) = declared(source, surroundings) else {
        return Vec::new();
    };
    if recorded.taps.is_empty() {
        return Vec::new();
    }
    never_tapped(recorded, &tabs)
        .map(|(place, tab)| {
            Finding::new(
                Code::TabNeverTapped,
                source.place(&AppField::Tab(place)),
                format!("no recorded tap goes to {tab:?}, so nothing is known of what is behind it"),
            )
            .suggest("record a session that opens it")
        })
        .collect()
}

/// The tabs, but the first, that no recorded tap goes to.
pub(super) fn never_tapped<'t>(recorded: &'t Recorded, tabs: &'t Tabs<'_>) -> impl Iterator<Item = (usize, &'t str)> {
    let declared = tabs.declared.iter().enumerate().skip(1).take(COMPARED);
    declared
        .filter(|(place, tab)| !recorded.taps.iter().any(|tap| goes_to(tap, tabs, *place, tab)))
        .map(|(place, tab)| (place, tab.as_str()))
}

fn goes_to(tap: &SeenTap, tabs: &Tabs<'_>, place: usize, tab: &str) -> bool {
    if equals(&lower(&tap.text), &lower(tab)) {
        return true;
    }
    match (tap.at, &tap.on) {
        (Some(at), Some((_, window))) => tabs.names.in_band(at, *window) && tabs.slot(at, *window) == place,
        _ => false,
    }
}

/// The bar that was seen against the tabs: another number of icons, or texts that are no tabs.
pub fn bar(source: &Source<'_>, surroundings: &Surroundings) -> Vec<Finding> {
    let Some((recorded, tabs)) = declared(source, surroundings) else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    let in_band = |screen: &SeenScreen, at: WindowPoint| tabs.names.in_band(at, screen.window);
    let icons: Vec<(usize, &SeenScreen)> = recorded
        .screens
        .iter()
        // Where texts stand in the bar they place the tabs.
        .filter(|screen| !screen.texts.iter().any(|text| in_band(screen, text.at)))
        .map(|screen| (screen.icons.iter().filter(|&&at| in_band(screen, at)).count(), screen))
        .filter(|(count, _)| *count >= LEAST_BAR)
        .collect();
    let mut times: BTreeMap<usize, usize> = BTreeMap::new();
    for (count, _) in &icons {
        *times.entry(*count).or_default() += 1;
    }
    let usual = times.iter().max_by_key(|(count, times)| (**times, **count));
    if let Some((&count, &times)) = usual.filter(|(count, _)| **count != tabs.declared.len()) {
        let finding = Finding::new(
            Code::TabsAgainstIcons,
            source.place(&AppField::Tab(0)),
            format!(
                "{} declared, and {count} icons are in the bar on {times} of {} recorded screens that show one",
                if tabs.declared.len() == 1 {
                    "1 tab is".to_owned()
                } else {
                    format!("{} tabs are", tabs.declared.len())
                },
                icons.len()
            ),
        )
        .suggest("declare every tab, also those that are never visited, or mend `## Tab Layout`");
        let shown = icons
            .iter()
            .find(|(seen, _)| *seen == count)
            .map(|(_, screen)| &screen.frame);
        findings.push(match shown {
            Some(frame) => finding.seen_on(frame, None, None),
            None => finding,
        });
    }
    findings.extend(undeclared(source, recorded, &tabs));
    findings
}

/// Texts that stand in the bar beside declared tabs on at least half of the screens that show it.
fn undeclared(source: &Source<'_>, recorded: &Recorded, tabs: &Tabs<'_>) -> Vec<Finding> {
    let is_tab = |text: &str| tabs.declared.iter().any(|tab| equals(&lower(tab), &lower(trim(text))));
    let bars: Vec<(&SeenScreen, Vec<&str>)> = recorded
        .screens
        .iter()
        .filter_map(|screen| {
            let texts = screen
                .texts
                .iter()
                .filter(|text| tabs.names.in_band(text.at, screen.window));
            let (known, others): (Vec<&str>, Vec<&str>) =
                texts.map(|text| text.text.as_str()).partition(|text| is_tab(text));
            (known.len() >= LEAST_BAR).then_some((screen, others))
        })
        .collect();
    let mut times: BTreeMap<String, (usize, &SeenScreen, &str)> = BTreeMap::new();
    for (screen, others) in &bars {
        for text in others.iter().filter(|text| grapheme_count(trim(text)) > 1) {
            times.entry(lower(trim(text))).or_insert((0, *screen, *text)).0 += 1;
        }
    }
    times
        .into_values()
        .filter(|(times, ..)| times * 2 >= bars.len())
        .map(|(times, screen, text)| {
            Finding::new(
                Code::TabUndeclared,
                source.place(&AppField::Tab(0)),
                format!(
                    "{text:?} stands in the bar on {times} of {} recorded screens that show it",
                    bars.len()
                ),
            )
            .suggest("declare it as a tab, also if it is never visited")
            .seen_on(&screen.frame, None, None)
        })
        .collect()
}

/// The declared tabs.
pub(super) struct Tabs<'d> {
    declared: &'d [String],
    names: TabNames,
    is_vertical: bool,
}

impl Tabs<'_> {
    /// The place in the bar that a point belongs to when the bar is divided evenly.
    fn slot(&self, at: WindowPoint, window: WindowSize) -> usize {
        let along = if self.is_vertical {
            at.y / window.height
        } else {
            at.x / window.width
        };
        (along * self.declared.len() as f64).max(0.0) as usize
    }
}

/// What was recorded and the declared tabs; none without either.
pub(super) fn declared<'s>(source: &'s Source<'_>, surroundings: &'s Surroundings) -> Option<(&'s Recorded, Tabs<'s>)> {
    let recorded = surroundings.recorded.as_ref()?;
    let description = source
        .description()
        .filter(|description| !description.tabs.is_empty())?;
    let tabs = Tabs {
        declared: &description.tabs,
        names: TabNames::new(&TabBar {
            tabs: description.tabs.clone(),
            layout: description.tab_layout,
        }),
        is_vertical: description
            .tab_layout
            .is_some_and(|layout| layout.orientation == skillc_app_description::Axis::Vertical),
    };
    Some((recorded, tabs))
}

/// All recorded texts in lower case, each once.
pub(super) fn texts(recorded: &Recorded) -> Vec<String> {
    let mut texts: Vec<String> = recorded
        .screens
        .iter()
        .flat_map(|screen| &screen.texts)
        .map(|text| lower(trim(&text.text)))
        .filter(|text| !text.is_empty())
        .collect();
    texts.sort();
    texts.dedup();
    texts
}
