//! Comparing texts: canonical equivalence, and substrings that respect grapheme clusters.

use std::cmp::Ordering;

use unicode_segmentation::GraphemeCursor;

use crate::nfc;
use crate::normal::is_plain;

/// Whether the two are canonically equivalent: `é` in one scalar equals `e` with an accent.
pub fn equals(a: &str, b: &str) -> bool {
    a == b || (!(a.is_ascii() && b.is_ascii()) && nfc(a) == nfc(b))
}

/// The order of the canonical compositions by code point: upper case before lower case before accented.
pub fn compare(a: &str, b: &str) -> Ordering {
    nfc(a).cmp(&nfc(b))
}

/// Whether `needle` stands in `text` between grapheme boundaries: `❤️` with its variation selector doesn't contain a bare `❤`.
/// The empty needle stands everywhere.
pub fn contains(text: &str, needle: &str) -> bool {
    if is_plain(text) && !text.contains('\r') {
        return text.contains(&*nfc(needle));
    }
    let (text, needle) = (nfc(text), nfc(needle));
    if needle.is_empty() {
        return true;
    }
    let mut from = 0;
    while let Some(found) = text[from..].find(&*needle) {
        let start = from + found;
        if is_boundary(&text, start) && is_boundary(&text, start + needle.len()) {
            return true;
        }
        from = start + text[start..].chars().next().map_or(1, char::len_utf8);
    }
    false
}

/// Whether `text` begins with `prefix` and a grapheme boundary follows.
pub fn starts_with(text: &str, prefix: &str) -> bool {
    let (text, prefix) = (nfc(text), nfc(prefix));
    text.starts_with(&*prefix) && is_boundary(&text, prefix.len())
}

/// Whether `text` ends with `suffix` and a grapheme boundary comes before it.
pub fn ends_with(text: &str, suffix: &str) -> bool {
    let (text, suffix) = (nfc(text), nfc(suffix));
    text.ends_with(&*suffix) && is_boundary(&text, text.len() - suffix.len())
}

fn is_boundary(text: &str, at: usize) -> bool {
    // The whole text is one chunk, so the cursor never asks for more; if it did, the place would be no boundary.
    GraphemeCursor::new(at, text.len(), true)
        .is_boundary(text, 0)
        .unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn canonically_equal_texts_are_equal() {
        assert!(equals("é", "e\u{301}"));
        assert!(contains("Re\u{301}sume\u{301}", "résumé") == contains("Résumé", "résumé"));
        assert!(contains("cafe\u{301}s", "é"));
    }

    #[test]
    fn a_part_of_a_grapheme_is_no_substring() {
        assert!(!contains("❤\u{fe0f}", "❤"));
        assert!(!starts_with("e\u{301}a\u{323}", "e"));
        assert!(contains("a❤b", "❤"));
        assert!(contains("abc", ""));
    }

    proptest! {
        #[test]
        fn a_plain_text_is_searched_like_any_other(text in "[abé\u{2ff}\r\n]{0,8}", needle in "[abée\u{301}\r\n]{0,2}") {
            // A heart before the text takes the long way and adds no place where the needle stands.
            prop_assert_eq!(contains(&text, &needle), contains(&format!("❤ {text}"), &needle));
        }

        #[test]
        fn a_text_contains_its_ends(a in "\\PC{0,12}", b in "[a-z]{1,4}") {
            let text = format!("{a} {b}");
            prop_assert!(ends_with(&text, &b));
            prop_assert!(contains(&text, &b));
        }
    }
}
