//! Labels out of accessibility nodes: the producer's own word for what is on the screen.
//!
//! A tree misses what the app's developers forgot, so these labels measure recall only. Containers and what lies outside the window
//! are no labels.

use skillc_records::{Label, Node, WindowRect, WindowSize};
use skillc_text::{lower, nfc};

/// The source of these labels.
pub const SOURCE: &str = "nodes";

/// Whether a role, in lower case, is one of the words of a class: by the last part of a platform's class name
/// (`android.widget.ImageButton`), or as a whole.
const CLASSES: [(&str, &[&str]); 8] = [
    ("tab", &["tab", "tabbarbutton"]),
    (
        "text_field",
        &[
            "textfield",
            "securetextfield",
            "searchfield",
            "edittext",
            "textbox",
            "searchbox",
            "entry",
            "textarea",
        ],
    ),
    ("slider", &["slider", "seekbar"]),
    (
        "switch",
        &[
            "switch",
            "toggle",
            "togglebutton",
            "checkbox",
            "radiobutton",
            "radio",
            "check box",
            "radio button",
        ],
    ),
    (
        "button",
        &["button", "imagebutton", "link", "menuitem", "push button", "menu item"],
    ),
    ("icon", &["image", "imageview", "img", "icon"]),
    ("row", &["cell", "row", "listitem", "list item", "table row"]),
    (
        "text",
        &["statictext", "textview", "text", "label", "heading", "paragraph"],
    ),
];

/// The labels of nodes, in their order.
pub fn labels<'n>(nodes: impl IntoIterator<Item = &'n Node>, window: WindowSize) -> Vec<Label> {
    nodes.into_iter().filter_map(|node| label(node, window)).collect()
}

fn label(node: &Node, window: WindowSize) -> Option<Label> {
    let class = class(node.role.as_deref()?)?;
    let rect = node.rect.filter(|rect| is_in_sight(*rect, window))?;
    let text = node
        .label
        .as_deref()
        .or(node.value.as_deref())
        .filter(|text| !text.trim().is_empty());
    let is_text = class == "text";
    if is_text && text.is_none() {
        return None;
    }
    Some(Label {
        frame: node.frame,
        class: class.to_owned(),
        text: text.map(|text| nfc(text).into_owned()),
        rect,
        // Only of a text the name is what stands there; a button may be called otherwise than it looks.
        text_visible: is_text,
        exhaustive: false,
        source: SOURCE.to_owned(),
    })
}

/// The class of a role.
fn class(role: &str) -> Option<&'static str> {
    let role = lower(role);
    let last = role.rsplit(['.', '$']).next().unwrap_or(&role);
    let last = last.strip_prefix("xcuielementtype").unwrap_or(last);
    CLASSES
        .iter()
        .find(|(_, words)| words.contains(&last))
        .map(|(class, _)| *class)
}

/// Whether the middle of a box lies in the window, and the box has an area.
fn is_in_sight(rect: WindowRect, window: WindowSize) -> bool {
    let middle = rect.center();
    let whole = WindowRect::new(0.0, 0.0, window.width, window.height);
    rect.width > 0.0 && rect.height > 0.0 && whole.contains(middle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_of_every_platform() {
        assert_eq!(class("XCUIElementTypeButton"), Some("button"));
        assert_eq!(class("android.widget.TextView"), Some("text"));
        assert_eq!(class("StaticText"), Some("text"));
        assert_eq!(class("push button"), Some("button"));
        assert_eq!(class("heading"), Some("text"));
        assert_eq!(class("android.widget.FrameLayout"), None);
    }
}
