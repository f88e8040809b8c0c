//! What kind of element a node is: the normalised type, and the words that people and scripts use for it.
//!
//! Source: reference on agent-device, §1.4.

use crate::Node;

/// The normalised type: without Apple's class prefix and package names, in lower case. `android.widget.Button`, `XCUIElementTypeButton`
/// and `AXButton` are all `button`.
pub fn normal_type(text: &str) -> String {
    let text = text.trim();
    let mut bare = strip_ignoring_case(text, "XCUIElementType");
    if let Some(rest) = bare.strip_prefix("AX") {
        bare = rest.to_owned();
    }
    let lower = bare.to_lowercase();
    lower.rsplit(['.', '/']).next().unwrap_or_default().to_owned()
}

/// `text` without any occurrence of `what`, which is ASCII, in whatever case.
fn strip_ignoring_case(text: &str, what: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        match rest.get(..what.len()) {
            Some(head) if head.eq_ignore_ascii_case(what) => rest = &rest[what.len()..],
            _ => {
                kept.push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    kept
}

impl Node {
    /// Its normalised type; empty if the producer gave none.
    pub fn normal_type(&self) -> String {
        self.kind.as_deref().map(normal_type).unwrap_or_default()
    }

    /// Type, role and subrole, each normalised, with spaces between: what the rules search for words.
    pub fn kind_words(&self) -> String {
        let parts = [&self.kind, &self.role, &self.subrole];
        parts
            .into_iter()
            .flatten()
            .map(|part| normal_type(part))
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Whether it is an application or a window: what fills the screen.
    pub fn is_viewport_root(&self) -> bool {
        let words = self.kind_words();
        words.contains("application") || words.contains("window")
    }

    /// Whether its type alone makes it a scroll container.
    pub fn has_scrollable_type(&self) -> bool {
        let Some(kind) = self.kind.as_deref().map(str::to_lowercase) else {
            return false;
        };
        ["scroll", "recyclerview", "listview", "gridview", "collectionview"]
            .iter()
            .any(|word| kind.contains(word))
            || kind == "table"
            || normal_type(&kind) == "table"
    }

    /// Whether its type or its role makes it a scroll container.
    pub fn is_scrollable(&self) -> bool {
        let role = [&self.role, &self.subrole]
            .into_iter()
            .flatten()
            .any(|role| role.to_lowercase().contains("scroll"));
        self.has_scrollable_type() || role
    }

    /// The word that people read for its kind: `button`, `text`, `list`; the normalised type where there is none, else `element`.
    pub fn display_role(&self) -> String {
        let kind = self.normal_type();
        let android = self
            .kind
            .as_deref()
            .is_some_and(|kind| kind.to_lowercase().starts_with("android"));
        display_role(&kind, android).map_or(if kind.is_empty() { "element".to_owned() } else { kind }, str::to_owned)
    }
}

fn display_role(kind: &str, android: bool) -> Option<&'static str> {
    Some(match kind {
        "application" => "application",
        "navigationbar" => "navigation-bar",
        "tabbar" => "tab-bar",
        "button" | "imagebutton" => "button",
        "link" => "link",
        "cell" => "cell",
        "textview" if android => "text",
        "statictext" | "checkedtextview" => "text",
        "textbox" | "textfield" | "edittext" => "text-field",
        "textarea" | "textview" => "text-view",
        "switch" => "switch",
        "slider" => "slider",
        "image" | "imageview" => "image",
        "webview" => "webview",
        "framelayout" | "linearlayout" | "relativelayout" | "constraintlayout" | "viewgroup" | "view" | "group" => {
            "group"
        }
        "listview" | "recyclerview" | "list" => "list",
        "collectionview" | "collection" => "collection",
        "searchfield" | "search" => "search",
        "heading" => "heading",
        "activityindicator" => "activity-indicator",
        "progressindicator" => "progress-indicator",
        "segmentedcontrol" => "segmented-control",
        "window" => "window",
        "checkbox" => "checkbox",
        "radio" => "radio",
        "menuitem" => "menu-item",
        "toolbar" => "toolbar",
        "scrollarea" | "scrollview" | "nestedscrollview" => "scroll-area",
        "table" => "table",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(kind: &str) -> Node {
        Node {
            kind: Some(kind.to_owned()),
            ..Node::default()
        }
    }

    #[test]
    fn the_same_element_has_one_type_on_every_platform() {
        for kind in [
            "android.widget.Button",
            "XCUIElementTypeButton",
            "xcuielementtypebutton",
            "AXButton",
            " Button ",
        ] {
            assert_eq!(normal_type(kind), "button", "{kind}");
        }
        assert_eq!(normal_type(""), "");
        assert_eq!(normal_type("a/b.C"), "c");
        assert_eq!(normal_type("é\u{202e}İ"), "é\u{202e}i\u{307}");
    }

    #[test]
    fn a_text_view_is_a_text_on_android_and_an_input_elsewhere() {
        assert_eq!(of("android.widget.TextView").display_role(), "text");
        assert_eq!(of("TextView").display_role(), "text-view");
        assert_eq!(of("Viewport").display_role(), "viewport");
        assert_eq!(Node::default().display_role(), "element");
    }

    #[test]
    fn scroll_containers_go_by_type_and_role() {
        assert!(of("androidx.recyclerview.widget.RecyclerView").has_scrollable_type());
        assert!(of("Table").has_scrollable_type());
        assert!(!of("TableRow").has_scrollable_type());
        assert!(!of("Panel").is_scrollable());
        assert!(
            Node {
                role: Some("scroll pane".into()),
                ..of("Panel")
            }
            .is_scrollable()
        );
    }
}
