//! Which nodes belong to the regular and to the interactive projection. Being hittable is one reason among others, never a condition.
//!
//! Source: reference on agent-device, §1.6.2 points 4 and 5, §1.6.3.

use super::{FoldPolicy, Membership, PresentationFailure, budget::Work, clip::Fold};
use crate::{
    Node, Tree,
    node::{is_blank, is_meaningful},
};

/// Who belongs to which projection; an interactive node is always regular, too.
pub(crate) struct Members {
    pub(crate) regular: Vec<bool>,
    pub(crate) interactive: Vec<bool>,
}

/// What a node's surroundings offer.
struct Surroundings {
    interactive: Vec<bool>,
    below: Vec<bool>,
    above: Vec<bool>,
    in_collection: Vec<bool>,
}

pub(crate) fn members(
    tree: &Tree,
    folds: &[Fold],
    policy: &FoldPolicy,
    work: &mut Work,
) -> Result<Members, PresentationFailure> {
    work.spend(4 * tree.len())?;
    let around = Surroundings::of(tree, folds, policy.membership);
    let mut members = Members {
        regular: Vec::with_capacity(tree.len()),
        interactive: Vec::with_capacity(tree.len()),
    };
    for (i, node) in tree.nodes().iter().enumerate() {
        let shown = folds[i].shown;
        let (regular, interactive) = match policy.membership {
            Membership::AndroidClasses => (
                shown && android_regular(node, around.below[i]),
                shown && android_interactive(node, i, &around),
            ),
            Membership::KnownKindsAndTexts => (shown && known_or_text(node), shown && acts_or_names(node, i, &around)),
        };
        members.regular.push(regular);
        members.interactive.push(regular && interactive);
    }
    Ok(members)
}

impl Surroundings {
    fn of(tree: &Tree, folds: &[Fold], membership: Membership) -> Self {
        let nodes = tree.nodes();
        let acts = |node: &Node| match membership {
            Membership::AndroidClasses => node.takes_input(),
            Membership::KnownKindsAndTexts => node.hittable == Some(true) || acts_by_kind(node),
        };
        let interactive: Vec<bool> = nodes
            .iter()
            .zip(folds)
            .map(|(node, fold)| fold.shown && acts(node))
            .collect();
        let mut below = vec![false; nodes.len()];
        let mut above = vec![false; nodes.len()];
        let mut in_collection = vec![false; nodes.len()];
        for i in (0..nodes.len()).rev() {
            if let Some(parent) = nodes[i].parent {
                below[parent] |= below[i] || interactive[i];
            }
        }
        for i in 0..nodes.len() {
            if let Some(parent) = nodes[i].parent {
                above[i] = above[parent] || interactive[parent];
                in_collection[i] = in_collection[parent] || is_collection(&nodes[parent]);
            }
        }
        Self {
            interactive,
            below,
            above,
            in_collection,
        }
    }
}

/// The last segment of an Android class name, in lower case.
fn class(node: &Node) -> String {
    let kind = node.kind.as_deref().unwrap_or_default().to_lowercase();
    kind.rsplit(['.', '/']).next().unwrap_or_default().to_owned()
}

fn is_structural(node: &Node) -> bool {
    let class = class(node);
    class.contains("layout") || class == "viewgroup" || class == "view"
}

fn is_visual(node: &Node) -> bool {
    let kind = node.kind.as_deref().unwrap_or_default().to_lowercase();
    kind.contains("imageview") || kind.contains("imagebutton")
}

fn is_collection(node: &Node) -> bool {
    let class = class(node);
    ["recyclerview", "listview", "gridview"]
        .iter()
        .any(|word| class.contains(word))
}

fn says_something(node: &Node) -> bool {
    is_meaningful(node.label.as_deref()) || is_meaningful(node.identifier.as_deref())
}

fn android_regular(node: &Node, interactive_below: bool) -> bool {
    if !is_structural(node) && !is_visual(node) {
        return true;
    }
    node.takes_input() || says_something(node) || interactive_below
}

fn android_interactive(node: &Node, i: usize, around: &Surroundings) -> bool {
    if node.positive_rect().is_none() {
        return false;
    }
    if node.takes_input() || (node.has_scrollable_type() && around.below[i]) {
        return true;
    }
    let names = says_something(node) && !is_visual(node);
    let placed = !is_structural(node) || around.above[i] || around.in_collection[i];
    names && placed && (around.above[i] || around.below[i] || around.in_collection[i])
}

/// The kinds that belong to a regular projection whether or not they have a text.
const KNOWN_KINDS: [&str; 23] = [
    "button",
    "cell",
    "checkbox",
    "collectionview",
    "link",
    "menuitem",
    "picker",
    "searchfield",
    "securetextfield",
    "segmentedcontrol",
    "slider",
    "scrollview",
    "stepper",
    "switch",
    "tabbar",
    "table",
    "textfield",
    "textview",
    "webview",
    // What the desktops call a cell, a scroll view, a radio button and a text field.
    "listitem",
    "scrollarea",
    "radio",
    "entry",
];

fn known_or_text(node: &Node) -> bool {
    node.parent.is_none()
        || KNOWN_KINDS.contains(&node.normal_type().as_str())
        || [&node.label, &node.identifier, &node.value]
            .into_iter()
            .flatten()
            .any(|text| !is_blank(text))
}

/// Whether a touch on such an element does something.
fn acts_by_kind(node: &Node) -> bool {
    matches!(
        node.normal_type().as_str(),
        "button"
            | "cell"
            | "checkbox"
            | "link"
            | "menuitem"
            | "picker"
            | "searchfield"
            | "securetextfield"
            | "segmentedcontrol"
            | "slider"
            | "stepper"
            | "switch"
            | "textfield"
            | "textview"
            | "listitem"
            | "radio"
            | "entry"
    )
}

/// What acts, what scrolls over something that acts, windows, and the texts that name them. An identifier alone names nothing.
fn acts_or_names(node: &Node, i: usize, around: &Surroundings) -> bool {
    node.parent.is_none()
        || node.is_viewport_root()
        || around.interactive[i]
        || (node.is_scrollable() && around.below[i])
        || [&node.label, &node.value]
            .into_iter()
            .flatten()
            .any(|text| !is_blank(text))
}
