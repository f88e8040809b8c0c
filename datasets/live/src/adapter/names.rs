//! Which node of a tree names what a person sees.
//!
//! A tree says most things several times: a row has a name made of the texts in it, a window has a title, a button has an icon inside.
//! What is seen is told once, by the innermost node that says it; a control whose name isn't written out inside it (an icon button, a
//! tab with a drawn label) tells it itself. A small control without any name is an icon.

use skillc_recorders::target::Control;
use skillc_records::{Detection, DetectionKind, DetectorId, Node, WindowPoint, WindowRect, WindowSize};
use skillc_text::{lower, nfc};

/// What an adapter knows of a node beside its record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Trait {
    /// Hidden from people, with everything below it: decoration, or covered.
    pub(crate) hidden: bool,
    /// Not drawn itself; what is below it may be.
    pub(crate) undrawn: bool,
    /// A touch on it does something.
    pub(crate) control: bool,
    /// It can hold the keyboard.
    pub(crate) field: bool,
}

/// Roles whose value is a number and no text on the screen.
const MEASURES: [&str; 6] = [
    "scrollbar",
    "slider",
    "progressbar",
    "spinbutton",
    "seekbar",
    "levelbar",
];
/// Roles of what holds everything.
const WHOLES: [&str; 9] = [
    "application",
    "window",
    "frame",
    "document",
    "documentweb",
    "webview",
    "rootwebarea",
    "viewport",
    "tooltip",
];
/// Roles of what a touch acts on.
const CONTROLS: [&str; 25] = [
    "button",
    "imagebutton",
    "pushbutton",
    "togglebutton",
    "link",
    "tab",
    "pagetab",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "checkbox",
    "radio",
    "radiobutton",
    "switch",
    "cell",
    "listitem",
    "option",
    "treeitem",
    "combobox",
    "textbox",
    "searchbox",
    "textfield",
    "securetextfield",
    "searchfield",
    "entry",
];
/// Roles of what takes text.
const FIELDS: [&str; 8] = [
    "textbox",
    "searchbox",
    "textfield",
    "securetextfield",
    "searchfield",
    "entry",
    "edittext",
    "textview",
];
/// Roles of what groups other things: their names are for those who can't see, and drawn nowhere.
const GROUPS: [&str; 22] = [
    "tablist",
    "list",
    "listbox",
    "group",
    "region",
    "navigation",
    "banner",
    "main",
    "complementary",
    "contentinfo",
    "toolbar",
    "menu",
    "menubar",
    "radiogroup",
    "table",
    "grid",
    "tree",
    "form",
    "section",
    "dialog",
    "alertdialog",
    "pagetablist",
];
/// Roles of what a touch switches.
const TOGGLES: [&str; 7] = [
    "checkbox",
    "radio",
    "radiobutton",
    "switch",
    "slider",
    "spinbutton",
    "combobox",
];
/// A node with more texts than this inside is a container and names none of them.
const MOST_INSIDE: usize = 60;
/// A container is longer than this on both sides, in points.
const CONTAINER_SIDE: f64 = 200.0;

/// The role as these rules compare it: the last word of a class name, in lower case, without spaces and hyphens.
pub(crate) fn bare_role(role: &str) -> String {
    let last = role.rsplit(['.', '/']).next().unwrap_or(role);
    lower(last).chars().filter(|c| c.is_alphanumeric()).collect()
}

pub(crate) fn is_control(role: &str) -> bool {
    CONTROLS.contains(&bare_role(role).as_str())
}

pub(crate) fn is_field(role: &str) -> bool {
    FIELDS.contains(&bare_role(role).as_str())
}

/// The text that a node says itself: its label, else its value if that is a text. NFC, one line, without the placeholders of embedded
/// objects.
pub(crate) fn own_text(node: &Node) -> Option<String> {
    let clean = |text: &Option<String>| {
        let text: String = text.as_deref()?.chars().filter(|c| *c != '\u{fffc}').collect();
        let words: Vec<&str> = text.split_whitespace().collect();
        (!words.is_empty()).then(|| nfc(&words.join(" ")).into_owned())
    };
    let measures = MEASURES.contains(&bare_role(node.role.as_deref().unwrap_or_default()).as_str());
    clean(&node.label).or_else(|| clean(&node.value).filter(|_| !measures))
}

/// A tree with what its adapter knows of it.
pub(crate) struct Seen<'a> {
    nodes: &'a [Node],
    traits: &'a [Trait],
    /// For each node, one past the last node below it; nodes stand before those below them.
    ends: Vec<usize>,
    shown: Vec<bool>,
}

impl<'a> Seen<'a> {
    /// The tree of `nodes`, in document order; `traits` has one for each.
    pub(crate) fn new(nodes: &'a [Node], traits: &'a [Trait], window: Option<WindowSize>) -> Self {
        let place = |index: u32| usize::try_from(index).ok().filter(|&place| place < nodes.len());
        let mut ends: Vec<usize> = (1..=nodes.len()).collect();
        for i in (0..nodes.len()).rev() {
            if let Some(parent) = nodes[i].parent.and_then(place).filter(|&parent| parent < i) {
                ends[parent] = ends[parent].max(ends[i]);
            }
        }
        let mut shown = vec![true; nodes.len()];
        for i in 0..nodes.len() {
            shown[i] = !traits[i].undrawn && nodes[i].rect.is_some_and(|rect| is_in(rect, window));
        }
        // What is hidden hides what is below it.
        for i in 0..nodes.len() {
            if traits[i].hidden {
                shown[i..ends[i]].fill(false);
            }
        }
        Self {
            nodes,
            traits,
            ends,
            shown,
        }
    }

    /// What is seen, in document order, as `producer` saw it.
    pub(crate) fn detections(&self, producer: &str) -> Vec<Detection> {
        let texts: Vec<Option<String>> = (0..self.nodes.len())
            .map(|i| own_text(&self.nodes[i]).filter(|_| self.shown[i]))
            .collect();
        let mut told_above = vec![false; self.nodes.len()];
        let mut seen = Vec::new();
        for i in 0..self.nodes.len() {
            if !self.shown[i] || told_above[i] {
                continue;
            }
            let Some(rect) = self.nodes[i].rect else { continue };
            let inside: Vec<usize> = (i + 1..self.ends[i])
                .filter(|&below| texts[below].is_some())
                .take(MOST_INSIDE)
                .collect();
            let text = match &texts[i] {
                None if inside.is_empty() && self.traits[i].control && !self.traits[i].field => None,
                None => continue,
                Some(text) => {
                    let role = bare_role(self.nodes[i].role.as_deref().unwrap_or_default());
                    let large =
                        rect.width > CONTAINER_SIDE && rect.height > CONTAINER_SIDE || GROUPS.contains(&role.as_str());
                    if WHOLES.contains(&role.as_str()) || (!inside.is_empty() && (large || inside.len() == MOST_INSIDE))
                    {
                        continue;
                    }
                    let words: Vec<String> = words(text).collect();
                    let below: Vec<Vec<String>> = inside
                        .iter()
                        .map(|&below| texts[below].iter().flat_map(|text| self::words(text)).collect())
                        .collect();
                    if !inside.is_empty()
                        && words
                            .iter()
                            .all(|word| below.iter().flatten().any(|other| other == word))
                    {
                        continue;
                    }
                    for (&below, its_words) in inside.iter().zip(&below) {
                        told_above[below] = its_words.iter().all(|word| words.contains(word));
                    }
                    Some(text.clone())
                }
            };
            seen.push(Detection {
                detector: DetectorId::recorded(producer),
                kind: DetectionKind::Node,
                text,
                confidence: None,
                rect: Some(rect),
                tap: rect.center(),
            });
        }
        seen
    }

    /// What a touch acts on.
    pub(crate) fn controls(&self) -> Vec<Control> {
        let shown = (0..self.nodes.len()).filter(|&i| self.shown[i] && self.traits[i].control);
        shown
            .filter_map(|i| {
                Some(Control {
                    rect: self.nodes[i].rect?,
                    name: name_below(self.nodes, i, self.ends[i]),
                    leads: !self.traits[i].field
                        && !TOGGLES.contains(&bare_role(self.nodes[i].role.as_deref().unwrap_or_default()).as_str()),
                })
            })
            .collect()
    }
}

fn words(text: &str) -> impl Iterator<Item = String> {
    text.split_whitespace().map(lower)
}

/// Whether the middle of a box lies in the window.
fn is_in(rect: WindowRect, window: Option<WindowSize>) -> bool {
    let finite = [rect.x, rect.y, rect.width, rect.height]
        .into_iter()
        .all(f64::is_finite);
    let WindowPoint { x, y } = rect.center();
    finite
        && rect.width > 0.0
        && rect.height > 0.0
        && window.is_none_or(|window| (0.0..=window.width).contains(&x) && (0.0..=window.height).contains(&y))
}

/// The name of a node: its own text, else the texts below it.
pub(crate) fn name_of(node: &Node, nodes: &[Node]) -> Option<String> {
    let place = usize::try_from(node.index).ok()?;
    let deep = |i: usize| nodes[i].depth.unwrap_or(0);
    let mut end = place + 1;
    while end < nodes.len() && deep(end) > deep(place) {
        end += 1;
    }
    name_below(nodes, place, end)
}

fn name_below(nodes: &[Node], place: usize, end: usize) -> Option<String> {
    own_text(nodes.get(place)?).or_else(|| {
        let below = nodes.get(place + 1..end)?.iter();
        let texts: Vec<String> = below.filter_map(own_text).take(4).collect();
        (!texts.is_empty()).then(|| texts.join(" "))
    })
}
