//! Labels and the steps made from them, in mirroir's words.
//!
//! Source: reference on mirroir's semantics, §12.

use skillc_records::TapPoint;
use skillc_text::{contains, equals, lower, nfc, trim};
use unicode_segmentation::UnicodeSegmentation as _;

/// The label without the noise at its beginning. Without prefixes it stays as it is, untrimmed; else leading graphemes go while they
/// are prefixes (a space stops that), and the rest is trimmed.
pub fn clean<'l>(label: &'l str, strip_prefixes: &[String]) -> &'l str {
    if strip_prefixes.is_empty() {
        return label;
    }
    let kept = label
        .grapheme_indices(true)
        .find(|(_, grapheme)| !strip_prefixes.iter().any(|prefix| equals(prefix, grapheme)))
        .map_or("", |(start, _)| &label[start..]);
    trim(kept)
}

/// The label as the screen spells it: exactly, else ignoring case, else the first element that contains it or is contained in it
/// (tiny texts win), else the label itself.
pub fn resolve<'l>(label: &'l str, elements: &'l [TapPoint]) -> &'l str {
    if elements.iter().any(|element| equals(&element.text, label)) {
        return label;
    }
    let lowered = lower(label);
    let lowered = nfc(&lowered);
    let same = elements.iter().find(|element| equals(&lower(&element.text), &lowered));
    let related = || {
        elements.iter().find(|element| {
            let text = lower(&element.text);
            contains(&text, &lowered) || contains(&lowered, &text)
        })
    };
    same.or_else(related).map_or(label, |element| element.text.as_str())
}

/// The step for an action on `label`; none if it needs a label and has none. Nothing is escaped.
pub fn step(action: Option<&str>, label: Option<&str>, strip_prefixes: &[String]) -> Option<String> {
    let action = action.filter(|action| !action.is_empty());
    if action == Some("press_home") {
        return Some("Press Home".to_owned());
    }
    let label = clean(label.filter(|label| !label.is_empty())?, strip_prefixes);
    if label.is_empty() {
        return None;
    }
    Some(match action {
        Some("swipe") => format!("swipe: \"{label}\""),
        Some("type") => format!("Type \"{label}\""),
        Some("press_key") => format!("Press **{label}**"),
        Some("scroll_to") => format!("Scroll until \"{label}\" is visible"),
        Some("long_press") => format!("long_press: \"{label}\""),
        Some("remember") => format!("Remember: {label}"),
        Some("screenshot") => format!("Screenshot: \"{label}\""),
        Some("assert_visible") => format!("Verify \"{label}\" is visible"),
        Some("assert_not_visible") => format!("Verify \"{label}\" is not visible"),
        Some("open_url") => format!("Open URL: {label}"),
        _ => format!("Tap \"{label}\""),
    })
}
