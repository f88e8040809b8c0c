//! Scenes: what leads where.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use skillc_app_description::Element;
use skillc_app_description::simulator::{ROOT_HEADING, SCREEN_PREFIX};
use skillc_records::AppField;
use skillc_text::{lower, nfc};

use crate::code::Code;
use crate::finding::{Finding, Safety};
use crate::nearest::nearest;
use crate::source::Source;
use crate::surroundings::Surroundings;

pub(super) fn screen_heading(id: &str) -> String {
    format!("{SCREEN_PREFIX}{id}")
}

pub(super) fn property(heading: String, key: &str) -> AppField {
    AppField::SimulatorProperty {
        section: heading,
        key: key.to_owned(),
    }
}

/// Destinations, back chevrons and a root that name no screen.
pub fn destinations(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let Some(spec) = &source.parsed.simulator else {
        return Vec::new();
    };
    let ids: BTreeSet<_> = spec.screens.iter().map(|scene| nfc(&scene.id).into_owned()).collect();
    // Looking for the nearest id takes long; a file with more than these has another trouble.
    let told = Cell::new(0);
    let dangling = |id: &str, field: AppField, what: &str, happens: &str| {
        (!ids.contains(&*nfc(id))).then(|| {
            let span = source.place(&field);
            let finding = Finding::new(
                Code::SceneDangling,
                span,
                format!("{what} {id:?}, and there is no such screen: {happens}"),
            );
            told.set(told.get() + 1);
            let known = spec
                .screens
                .iter()
                .map(|scene| scene.id.as_str())
                .take(if told.get() <= 50 { 1000 } else { 0 });
            match nearest(id, known) {
                Some(meant) => finding
                    .suggest(format!("write `{meant}`"))
                    .replace(Safety::Unsafe, span, meant),
                None => finding.suggest(format!("add `## {SCREEN_PREFIX}{id}`, or lead somewhere else")),
            }
        })
    };
    let mut findings = Vec::new();
    let root = property(ROOT_HEADING.to_owned(), "root");
    if source.parsed.span(&root).is_some() || !spec.screens.is_empty() {
        findings.extend(dangling(
            &spec.root,
            root,
            "the first screen is",
            "the app starts on nothing",
        ));
    }
    for scene in &spec.screens {
        let heading = screen_heading(&scene.id);
        if let Some(back) = &scene.back {
            findings.extend(dangling(
                back,
                property(heading.clone(), "back"),
                "the chevron leads back to",
                "the tap does nothing",
            ));
        }
        for (index, element) in scene.elements.iter().enumerate() {
            if let Some(to) = element.destination() {
                let field = AppField::SimulatorDestination {
                    section: heading.clone(),
                    index,
                };
                findings.extend(dangling(to, field, "this leads to", "the tap does nothing"));
            }
        }
    }
    if spec.screens.is_empty() {
        let span = source.place(&AppField::Simulator(ROOT_HEADING.to_owned()));
        findings.push(
            Finding::new(
                Code::SceneDangling,
                span,
                "there is no screen, so there is nothing to show",
            )
            .suggest(format!("add `## {SCREEN_PREFIX}{}`", spec.root)),
        );
    }
    findings
}

/// Screens that nothing leads to.
pub fn reach(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let Some(spec) = &source.parsed.simulator else {
        return Vec::new();
    };
    let places: BTreeMap<_, _> = spec
        .screens
        .iter()
        .enumerate()
        .map(|(place, scene)| (nfc(&scene.id).into_owned(), place))
        .collect();
    let Some(&root) = places.get(&*nfc(&spec.root)) else {
        return Vec::new();
    };
    let mut reached = BTreeSet::from([root]);
    let mut next = VecDeque::from([root]);
    while let Some(place) = next.pop_front() {
        let scene = &spec.screens[place];
        let ways = scene
            .elements
            .iter()
            .filter_map(Element::destination)
            .chain(scene.back.as_deref());
        for way in ways.filter_map(|id| places.get(&*nfc(id))) {
            if reached.insert(*way) {
                next.push_back(*way);
            }
        }
    }
    let unreached = spec
        .screens
        .iter()
        .enumerate()
        .filter(|(place, _)| !reached.contains(place));
    unreached
        .map(|(_, scene)| {
            let span = source.place(&AppField::Simulator(screen_heading(&scene.id)));
            Finding::new(
                Code::SceneUnreachable,
                span,
                format!("no way leads from {:?} to this screen", spec.root),
            )
            .suggest(format!("lead an element here: `- element row: … → {}`", scene.id))
        })
        .collect()
}

/// Tabs in the scenes: hidden, or missing.
pub fn tabs(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let Some(spec) = &source.parsed.simulator else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    let mut shown: BTreeSet<String> = BTreeSet::new();
    for scene in &spec.screens {
        let section = screen_heading(&scene.id);
        let mut told = false;
        for (index, element) in scene.elements.iter().enumerate() {
            let Element::Tab { text, .. } = element else { continue };
            shown.insert(nfc(&lower(text)).into_owned());
            if !scene.tab_bar && !told {
                told = true;
                let field = AppField::SimulatorElement {
                    section: section.clone(),
                    index,
                };
                findings.push(
                    Finding::new(
                        Code::SceneTabHidden,
                        source.place(&field),
                        "the screen has no tab bar, so its tabs aren't drawn",
                    )
                    .suggest("add `- tab_bar: true` to the screen"),
                );
            }
        }
    }
    let declared = source.description().map_or(&[][..], |description| &description.tabs);
    for (place, tab) in declared.iter().enumerate().filter(|_| !shown.is_empty()) {
        if !shown.contains(&*nfc(&lower(tab))) {
            findings.push(
                Finding::new(
                    Code::SceneTabMissing,
                    source.place(&AppField::Tab(place)),
                    format!("no screen of the scenes has the tab {tab:?}"),
                )
                .suggest(format!(
                    "add `- element tab: {tab} → <screen>` to the screens with a tab bar"
                )),
            );
        }
    }
    findings
}
