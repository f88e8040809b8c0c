//! The simulator family: what leads where, and what is dropped.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use skillc_app_description::diagnostics::ElementLack;
use skillc_app_description::simulator::{MODAL_PREFIX, ROOT_HEADING, SCREEN_PREFIX};
use skillc_app_description::{DiagnosticKind, Element, SimulatorSpec, Trigger};
use skillc_records::{AppField, SourceSpan};
use skillc_text::{equals, lower, nfc, trim};

use crate::code::Code;
use crate::finding::{Finding, Safety};
use crate::nearest::nearest;
use crate::source::Source;
use crate::surroundings::Surroundings;

fn screen_heading(id: &str) -> String {
    format!("{SCREEN_PREFIX}{id}")
}

fn property(heading: String, key: &str) -> AppField {
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

/// Elements and properties that are dropped, and texts that decide for others.
pub fn elements(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let mut findings = Vec::new();
    for one in &source.parsed.diagnostics {
        let span = one.span;
        findings.extend(match &one.kind {
            DiagnosticKind::ElementKindUnknown { kind } => Some(unknown_kind(source, span, kind)),
            DiagnosticKind::ElementDropped { lacks } => Some(dropped(span, *lacks)),
            DiagnosticKind::PropertyUnknown { key } => Some(unknown_property(source, span, key)),
            DiagnosticKind::FractionClamped => Some(
                Finding::new(
                    Code::SceneValueAdjusted,
                    span,
                    "a slider stands between 0 and 1; this is moved to the nearer end",
                )
                .suggest("write a fraction from 0.0 to 1.0"),
            ),
            DiagnosticKind::TapCountUnreadable => Some(
                Finding::new(
                    Code::SceneValueAdjusted,
                    span,
                    "this is no count of taps and becomes 0, so the modal comes with the first tap",
                )
                .suggest("write `after_n_taps:3`, for instance"),
            ),
            _ => None,
        });
    }
    let Some(spec) = &source.parsed.simulator else {
        return findings;
    };
    for scene in &spec.screens {
        let section = screen_heading(&scene.id);
        let mut ways: BTreeMap<String, (usize, &str)> = BTreeMap::new();
        for (index, element) in scene.elements.iter().enumerate() {
            let field = AppField::SimulatorElement {
                section: section.clone(),
                index,
            };
            let line = source.parsed.span(&field).map_or("", |span| source.slice(span));
            if matches!(element, Element::Text { .. }) && (line.contains('→') || line.contains("->")) {
                findings.push(
                    Finding::new(
                        Code::SceneTextDestination,
                        source.place(&field),
                        "a text can't be tapped; what stands behind the arrow is dropped",
                    )
                    .suggest("make it a `row` or a `button`"),
                );
            }
            let (Some(text), Some(to)) = (element.text(), element.destination()) else {
                continue;
            };
            match ways.get(&*nfc(text)) {
                Some(&(first, other)) if !equals(other, to) => {
                    let other_field = AppField::SimulatorElement {
                        section: section.clone(),
                        index: first,
                    };
                    findings.push(
                        Finding::new(
                            Code::SceneTextRepeated,
                            source.place(&field),
                            format!(
                                "a tap on {text:?} leads to {other:?}, where the first element with this text leads"
                            ),
                        )
                        .suggest("give the two different texts")
                        .related(source.place(&other_field), "the first"),
                    );
                }
                Some(_) => {}
                None => {
                    ways.insert(nfc(text).into_owned(), (index, to));
                }
            }
        }
    }
    findings
}

fn unknown_kind(source: &Source<'_>, span: SourceSpan, kind: &str) -> Finding {
    let kinds = ["row", "button", "text", "tab", "textfield", "slider", "placeholder"];
    if kind.is_empty() {
        return Finding::new(
            Code::SceneElementUnknown,
            span,
            "an element needs a kind and a colon; this line is dropped",
        )
        .suggest("write `- element row: Text → screen`, for instance");
    }
    let finding = Finding::new(
        Code::SceneElementUnknown,
        span,
        format!("there is no element of the kind {kind:?}; this line is dropped"),
    );
    let meant = nearest(kind, kinds).or(match kind {
        "label" | "header" | "title" | "static text" => Some("text"),
        "link" | "cell" | "list item" => Some("row"),
        "input" | "text field" | "field" => Some("textfield"),
        "image" | "icon" | "video" | "media" => Some("placeholder"),
        _ => None,
    });
    let line = source.slice(span);
    let written = line
        .split(':')
        .next()
        .and_then(|head| head.get("- element".len()..))
        .map(trim);
    match (meant, written) {
        (Some(meant), Some(written)) if meant != "placeholder" && meant != "textfield" => finding
            .suggest(format!("write `{meant}`"))
            .replace(Safety::Unsafe, source.span(written), meant),
        (Some(meant), _) => finding.suggest(format!("write `{meant}`")),
        _ => finding.suggest(format!("use one of {}", kinds.join(", "))),
    }
}

fn dropped(span: SourceSpan, lacks: ElementLack) -> Finding {
    let (message, suggestion) = match lacks {
        ElementLack::Destination => (
            "a tab needs a screen that it leads to; this one is dropped",
            "write `- element tab: Text → screen`",
        ),
        ElementLack::Text => (
            "nothing stands before the `#`; this element is dropped",
            "write a placeholder or label in front of it",
        ),
        ElementLack::Id => (
            "there is no `#id`; this element is dropped",
            "write `- element textfield: \"Name\" #name`",
        ),
        ElementLack::Fraction => (
            "a slider needs `= ` and a number; this one is dropped",
            "write `- element slider: \"Volume\" #volume = 0.5`",
        ),
        ElementLack::Size => (
            "there is no size of the form 370x175, in whole points with a small `x`; this element is dropped",
            "write `- element placeholder: 370x175`",
        ),
    };
    Finding::new(Code::SceneElementDropped, span, message).suggest(suggestion)
}

fn unknown_property(source: &Source<'_>, span: SourceSpan, key: &str) -> Finding {
    let keys = ["title", "back", "tab_bar", "root", "body", "buttons", "trigger"];
    let finding = Finding::new(Code::ScenePropertyUnknown, span, format!("nothing reads `{key}` here"));
    let line = source.slice(span);
    let written = line.get("- ".len()..).and_then(|rest| rest.split(':').next()).map(trim);
    let kinds = ["row", "button", "text", "tab", "textfield", "slider", "placeholder"];
    if kinds.contains(&key) {
        return finding.suggest(format!("write `- element {key}: …`"));
    }
    match (nearest(key, keys).filter(|meant| *meant != key), written) {
        (Some(meant), Some(written)) => {
            finding
                .suggest(format!("write `{meant}`"))
                .replace(Safety::Unsafe, source.span(written), meant)
        }
        _ => finding.suggest("delete it, or write it as a line without `- `"),
    }
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

/// Modals.
pub fn modals(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let mut findings = Vec::new();
    for span in source.noted_as(DiagnosticKind::ModalWithoutTitle) {
        findings.push(
            Finding::new(Code::ModalWithoutTitle, span, "a modal without a title is dropped")
                .suggest("add `- title: …`"),
        );
    }
    for span in source.noted_as(DiagnosticKind::ModalsWithoutScreens) {
        findings.push(
            Finding::new(
                Code::ModalsWithoutScreens,
                span,
                "there is no screen for this modal to cover, so there are no scenes at all",
            )
            .suggest(format!("add `## {SCREEN_PREFIX}…`")),
        );
    }
    for span in source.noted_as(DiagnosticKind::TriggerUnknown) {
        let text = source.slice(span);
        let finding = Finding::new(
            Code::ModalTriggerUnknown,
            span,
            format!("{text:?} is no trigger, so the modal comes at once"),
        );
        let bare = text.split(['#', ' ']).next().unwrap_or_default();
        findings.push(match nearest(bare, ["on_first_describe", "never"]) {
            Some(meant) => finding
                .suggest(format!("write `{meant}`"))
                .replace(Safety::Safe, span, meant),
            None => finding.suggest("write `on_first_describe`, `after_n_taps:3` or `never`"),
        });
    }
    if let Some(spec) = &source.parsed.simulator {
        findings.extend(spec.obstacles.iter().flat_map(|modal| {
            let heading = format!("{MODAL_PREFIX}{}", modal.id);
            let buttons = modal.buttons.is_empty().then(|| {
                Finding::new(
                    Code::ModalWithoutButtons,
                    source.place(&AppField::Simulator(heading.clone())),
                    "the modal has no button, so nothing closes it",
                )
                .suggest("add `- buttons: OK`, for instance")
            });
            let never =
                matches!(modal.trigger, Trigger::AfterTaps { count } if count > 0 && !has_way(spec)).then(|| {
                    Finding::new(
                        Code::ModalNeverFires,
                        source.place(&property(heading, "trigger")),
                        "only taps that lead to another screen count, and no element leads anywhere",
                    )
                    .suggest("use `on_first_describe`, or lead an element somewhere")
                });
            buttons.into_iter().chain(never)
        }));
    }
    findings
}

fn has_way(spec: &SimulatorSpec) -> bool {
    spec.screens
        .iter()
        .any(|scene| scene.back.is_some() || scene.elements.iter().any(|element| element.destination().is_some()))
}
