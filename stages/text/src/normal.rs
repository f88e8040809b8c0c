//! Normal forms: NFC, lower case, and the fold that matches app names.

use std::borrow::Cow;

use unicode_normalization::{IsNormalized, UnicodeNormalization as _, char::is_combining_mark, is_nfc_quick};
use unicode_segmentation::UnicodeSegmentation as _;

/// Whether every character stands below U+0300, where combining marks begin. Such a text is its own canonical composition, and each
/// of its characters is a grapheme cluster of its own, but for CR LF. Most texts on screens in Latin script are, and this is one quick
/// look at their bytes: `0xCC` is the first byte of U+0300.
pub(crate) fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| byte < 0xCC)
}

/// `text` in canonical composition; borrowed if it already is.
pub fn nfc(text: &str) -> Cow<'_, str> {
    if is_plain(text) || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfc().collect())
    }
}

/// Each character's full lower-case mapping, whatever stands around it: `İ` becomes `i` and a dot above, `Σ` is always `σ`.
pub fn lower(text: &str) -> String {
    if text.is_ascii() {
        text.to_ascii_lowercase()
    } else {
        text.chars().flat_map(char::to_lowercase).collect()
    }
}

/// `text` without combining marks: `é` becomes `e`, and case stays.
pub fn without_marks(text: &str) -> String {
    text.nfd().filter(|&c| !is_combining_mark(c)).nfc().collect()
}

/// The form in which app names are matched: no diacritics, no case (`Santé` and `SANTE` are the same).
pub fn fold(text: &str) -> String {
    lower(text)
        .nfd()
        .filter(|&c| !is_combining_mark(c))
        .nfc()
        .collect::<String>()
        .replace('ß', "ss")
}

/// The number of grapheme clusters: what a person calls characters.
pub fn grapheme_count(text: &str) -> usize {
    if is_plain(text) && !text.contains('\r') {
        text.chars().count()
    } else {
        text.graphemes(true).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lower_case_looks_at_no_neighbour() {
        assert_eq!(lower("ΟΔΟΣ"), "οδοσ");
        assert_eq!(lower("İptal"), "i\u{307}ptal");
    }

    #[test]
    fn app_names_match_without_accents() {
        assert_eq!(fold("Santé"), fold("SANTE"));
        assert_eq!(fold("Sante\u{301}"), "sante");
    }

    proptest! {
        #[test]
        fn the_short_cuts_for_plain_texts_change_nothing(text in "[a-zé\u{ad}©\r\n\u{2ff}\u{300}\u{301}❤\u{200d}]{0,8}") {
            prop_assert_eq!(nfc(&text), text.nfc().collect::<String>());
            prop_assert_eq!(grapheme_count(&text), text.graphemes(true).count());
        }
    }

    #[test]
    fn graphemes_are_what_a_person_counts() {
        assert_eq!(grapheme_count("e\u{301}"), 1);
        assert_eq!(grapheme_count("👨‍👩‍👧"), 1);
        assert_eq!(grapheme_count("a\r\nb"), 3);
    }
}
