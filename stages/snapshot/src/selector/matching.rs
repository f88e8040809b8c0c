//! Whether a node is what a term asks for.

use super::grammar::{Alternative, BooleanKey, StringKey, Term, is_space};
use crate::{Node, PlatformFamily};

/// Whether all terms of `alternative` hold for `node`. Texts are equal after trimming, lower-casing and collapsing white space: no
/// substring, no pattern. A text that isn't there equals the empty text.
pub fn matches(node: &Node, alternative: &Alternative, family: PlatformFamily) -> bool {
    alternative.terms().iter().all(|term| match term {
        Term::Text(key, wanted) => normal(&text(node, *key)) == normal(wanted),
        Term::Flag(key, wanted) => flag(node, *key, family) == *wanted,
    })
}

fn text(node: &Node, key: StringKey) -> String {
    let field = match key {
        StringKey::Role => return node.normal_type(),
        StringKey::Text => return node.text().unwrap_or_default().to_owned(),
        StringKey::Id => &node.identifier,
        StringKey::Label => &node.label,
        StringKey::Value => &node.value,
        StringKey::AppName => &node.app_name,
        StringKey::WindowTitle => &node.window_title,
    };
    field.clone().unwrap_or_default()
}

/// The form in which texts are compared.
fn normal(text: &str) -> String {
    normal_space(text).to_lowercase()
}

/// `text` with one space for every run of white space, and none at its ends.
pub(crate) fn normal_space(text: &str) -> String {
    let words: Vec<&str> = text.split(is_space).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

fn flag(node: &Node, key: BooleanKey, family: PlatformFamily) -> bool {
    match key {
        BooleanKey::Visible => is_visible(node),
        BooleanKey::Hidden => !is_visible(node),
        BooleanKey::Editable => is_editable(node, family),
        BooleanKey::Selected => node.selected == Some(true),
        BooleanKey::Focused => node.focused == Some(true),
        BooleanKey::Enabled => node.enabled != Some(false),
        BooleanKey::Hittable => node.hittable == Some(true),
    }
}

/// Whether it is hittable or covers something. Where on the screen that is doesn't matter here.
pub fn is_visible(node: &Node) -> bool {
    node.hittable == Some(true) || node.positive_rect().is_some()
}

/// Whether text can be typed into it: its type is one of the platform's inputs, or it has no type and nobody knows better; and nobody
/// says it is disabled. What the node says about itself is not asked: producers disagree on what the flag means.
pub fn is_editable(node: &Node, family: PlatformFamily) -> bool {
    let kind = node.normal_type();
    let inputs: &[&str] = match family {
        PlatformFamily::Android => &["edittext", "autocompletetextview"],
        _ => &["textfield", "securetextfield", "searchfield", "textview", "textarea"],
    };
    let search = family != PlatformFamily::Android && kind == "search";
    let input = kind.is_empty() || search || inputs.iter().any(|input| kind.contains(input));
    input && node.enabled != Some(false)
}
