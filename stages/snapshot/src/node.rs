//! A raw accessibility node: what a producer said about one element, before any presentation.

use serde::{Deserialize, Serialize};
use skillc_records::WindowRect;

use crate::ElementRef;

/// What a producer said about one element. Absent means unknown, never false.
///
/// Rectangles are in the tree's own unit: window points, except on Android, whose service reports device pixels.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Node {
    /// Where its parent stands in the list; none for a root.
    pub parent: Option<usize>,
    /// Levels below the root.
    pub depth: Option<u32>,
    /// The handle that the producer minted for it.
    pub reference: Option<ElementRef>,
    /// The type: `android.widget.Button`, `StaticText`.
    pub kind: Option<String>,
    /// The role, where the platform has one beside the type.
    pub role: Option<String>,
    /// A finer role.
    pub subrole: Option<String>,
    /// The accessible name.
    pub label: Option<String>,
    /// The value: a field's text, a slider's place.
    pub value: Option<String>,
    /// The developer's identifier.
    pub identifier: Option<String>,
    /// Its box as reported: may be degenerate.
    pub rect: Option<WindowRect>,
    /// Whether it is enabled.
    pub enabled: Option<bool>,
    /// Whether it is selected.
    pub selected: Option<bool>,
    /// Whether it has the keyboard.
    pub focused: Option<bool>,
    /// Whether text can be typed into it.
    pub editable: Option<bool>,
    /// Whether it hides its text.
    pub password: Option<bool>,
    /// Whether a touch would reach it.
    pub hittable: Option<bool>,
    /// Whether the platform says a person can see it.
    pub visible_to_user: Option<bool>,
    /// The app that owns it (package or bundle).
    pub bundle_id: Option<String>,
    /// The app's name.
    pub app_name: Option<String>,
    /// The window's title.
    pub window_title: Option<String>,
    /// The surface it was read from.
    pub surface: Option<String>,
    /// Whether its container hides something above.
    pub hidden_above: Option<bool>,
    /// Whether its container hides something below.
    pub hidden_below: Option<bool>,
    /// Whether something drawn later covers it.
    pub covered: bool,
    /// Names of its custom actions, at most eight.
    pub actions: Vec<String>,
    /// Whether a touch does something (Android).
    pub clickable: Option<bool>,
    /// Whether the keyboard can reach it (Android).
    pub focusable: Option<bool>,
    /// What it says about scrolling.
    pub scroll: ScrollFacts,
    /// Its place in drawing order among its siblings (Android).
    pub drawing_order: Option<i64>,
    /// The window it roots, for the root of a window (Android).
    pub window: Option<WindowFacts>,
}

/// What a node says about scrolling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ScrollFacts {
    /// Whether it scrolls.
    pub scrollable: Option<bool>,
    /// Whether there is more after what is shown.
    pub forward: Option<bool>,
    /// Whether there is more before what is shown.
    pub backward: Option<bool>,
}

/// The window that a node roots.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct WindowFacts {
    /// Its kind: 1 is an application's, 2 an input method's, 3 the system's.
    pub kind: Option<i64>,
    /// Its layer: the higher is drawn later.
    pub layer: Option<i64>,
    /// Whether it takes input.
    pub active: Option<bool>,
    /// Whether it has the keyboard.
    pub focused: Option<bool>,
    /// Its box.
    pub bounds: Option<WindowRect>,
}

/// The kind of an application's window on Android.
pub const APPLICATION_WINDOW: i64 = 1;
/// The kind of an input method's window on Android.
pub const INPUT_METHOD_WINDOW: i64 = 2;

impl Node {
    /// The first of label, value and identifier that isn't blank.
    pub fn text(&self) -> Option<&str> {
        [&self.label, &self.value, &self.identifier]
            .into_iter()
            .flatten()
            .map(String::as_str)
            .find(|t| !is_blank(t))
    }

    /// Whether it has a label, a value or an identifier that isn't blank.
    pub fn has_text(&self) -> bool {
        self.text().is_some()
    }

    /// Its box, if it covers anything.
    pub fn positive_rect(&self) -> Option<WindowRect> {
        crate::rect::positive(self.rect)
    }

    /// Whether the platform offers a touch or the keyboard on it: what Android's rules call interactive.
    pub fn takes_input(&self) -> bool {
        [self.clickable, self.focusable, self.focused].contains(&Some(true))
    }

    /// Whether it has a label that isn't blank.
    pub fn has_label(&self) -> bool {
        self.label.as_deref().is_some_and(|label| !is_blank(label))
    }
}

/// Whether `text` shows nothing.
pub fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// Whether `text` is a generated resource name (`com.app:id/button`) that says nothing to a person.
pub fn is_resource_name(text: &str) -> bool {
    let Some((package, name)) = text.split_once(":id/") else {
        return false;
    };
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    !package.is_empty() && package.chars().all(word) && !name.is_empty() && name.chars().all(|c| word(c) || c == '-')
}

/// Whether `text` says something to a person: neither blank nor a generated resource name.
pub fn is_meaningful(text: Option<&str>) -> bool {
    text.map(str::trim)
        .is_some_and(|text| !text.is_empty() && !is_resource_name(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resource_name_says_nothing() {
        assert!(is_resource_name("com.x:id/continue"));
        assert!(!is_resource_name("continue"));
        assert!(!is_resource_name("com.x:id/"));
        assert!(!is_resource_name("com.x:id/go on"));
        assert!(!is_meaningful(Some("  ")));
        assert!(is_meaningful(Some("متابعة 🚀")));
    }
}
