//! Elisions with a small `l`, which looks like a capital `I` in the fonts of screens: `l'horaire`.

use std::borrow::Cow;

/// What may follow `I'` in English.
const ENGLISH: [&str; 7] = ["d", "ll", "m", "re", "s", "t", "ve"];

/// `text` with `I'` as `l'` where a small letter follows that begins no English ending.
pub(super) fn mended(text: &str) -> Cow<'_, str> {
    let is_elision = |at: usize| {
        let before = text[..at].chars().next_back();
        let after = text[at + 1..].strip_prefix(['\'', '’']).unwrap_or_default();
        let end = after.find(|c: char| !c.is_alphabetic()).unwrap_or(after.len());
        before.is_none_or(|c| !c.is_alphanumeric())
            && after.starts_with(char::is_lowercase)
            && !ENGLISH.contains(&&after[..end])
    };
    let places: Vec<usize> = text
        .match_indices('I')
        .map(|(at, _)| at)
        .filter(|&at| is_elision(at))
        .collect();
    if places.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut mended = text.to_owned();
    for at in places {
        mended.replace_range(at..=at, "l");
    }
    Cow::Owned(mended)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_l_is_one_where_english_has_no_such_word() {
        assert_eq!(mended("Modifier I'horaire de I’été"), "Modifier l'horaire de l’été");
        for text in [
            "I'm here",
            "I'll go, I've been",
            "I'd",
            "MI'a",
            "I'HORAIRE",
            "I'",
            "II'x",
        ] {
            assert_eq!(mended(text), text);
        }
    }
}
