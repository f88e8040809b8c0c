//! Targets under an overlay (a sheet, a tab bar, a keyboard): they look hittable, and a touch would land on what covers them.
//!
//! Source: reference on agent-device, §1.6.4.

use skillc_records::WindowRect;

use super::budget::WorkBudget;
use crate::{
    Node, Tree,
    node::INPUT_METHOD_WINDOW,
    rect::{center_in, nearly_equal},
};

/// Packages of input methods, besides the one that is active.
const INPUT_METHODS: [&str; 4] = [
    "com.google.android.inputmethod.latin",
    "com.samsung.android.honeyboard",
    "com.touchtype.swiftkey",
    "com.microsoft.swiftkey",
];

const OVERLAY_KINDS: [&str; 9] = [
    "tabbar",
    "toolbar",
    "navigationbar",
    "bottomnavigation",
    "sheet",
    "dialog",
    "alert",
    "popover",
    "menu",
];
const BARS: [&str; 3] = ["tabbar", "toolbar", "navigationbar"];
const TOUCH_KINDS: [&str; 11] = [
    "button",
    "link",
    "menuitem",
    "tabitem",
    "textfield",
    "searchfield",
    "edittext",
    "checkbox",
    "radio",
    "switch",
    "cell",
];

/// Which nodes a later overlay covers. Overlays are looked at from the last to the first, so that what covers an overlay is known
/// before it could cover anything itself. A scan beyond its budget finds nothing.
pub(crate) fn covered(tree: &Tree, budget: WorkBudget) -> Vec<bool> {
    let nodes = tree.nodes();
    let none = vec![false; nodes.len()];
    let mut covered = none.clone();
    // Overlays that stand, the last one first.
    let mut overlays: Vec<(usize, WindowRect)> = Vec::new();
    let mut left = budget.units;
    for i in (0..nodes.len()).rev() {
        let Some(own) = nodes[i].positive_rect() else { continue };
        if is_target(&nodes[i]) {
            match left.checked_sub(overlays.len() as u64 + 1) {
                Some(rest) => left = rest,
                None => return none,
            }
            covered[i] = overlays.iter().any(|&(over, rect)| {
                center_in(&own, &rect)
                    && !nearly_equal(&own, &rect)
                    && !tree.is_ancestor(over, i)
                    && !tree.is_ancestor(i, over)
            });
        }
        if is_overlay(tree, i) && !covered[i] {
            overlays.push((i, own));
        }
    }
    covered
}

fn is_target(node: &Node) -> bool {
    let kind = node.normal_type();
    node.hittable == Some(true) || TOUCH_KINDS.iter().any(|touch| kind.contains(touch)) || node.has_text()
}

fn is_overlay(tree: &Tree, i: usize) -> bool {
    let node = &tree.nodes()[i];
    if is_input_method(tree, i) {
        return true;
    }
    let words = node.kind_words();
    if node.is_viewport_root() || !OVERLAY_KINDS.iter().any(|kind| words.contains(kind)) {
        return false;
    }
    let bar = BARS.iter().any(|kind| words.contains(kind));
    let window = tree
        .ancestors(i)
        .filter(|&above| tree.nodes()[above].is_viewport_root())
        .find_map(|above| tree.nodes()[above].rect);
    !(bar && window.is_some() && window == node.rect)
}

/// The top-most nodes of an input method: those whose parent isn't one.
fn is_input_method(tree: &Tree, i: usize) -> bool {
    let of_input_method = |node: &Node| {
        node.bundle_id
            .as_deref()
            .is_some_and(|package| INPUT_METHODS.contains(&package))
            || node
                .window
                .is_some_and(|window| window.kind == Some(INPUT_METHOD_WINDOW))
    };
    let node = &tree.nodes()[i];
    of_input_method(node) && !node.parent.is_some_and(|parent| of_input_method(&tree.nodes()[parent]))
}
