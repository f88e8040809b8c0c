//! Characters that look the same in the fonts of screens and of which only one makes sense: the small `l` of an elision (`l'horaire`)
//! that was read as a capital `I`, and the degrees of a temperature (`21°`) that were read as an ordinal.

use std::borrow::Cow;

/// What may follow `I'` in English.
const ENGLISH: [&str; 7] = ["d", "ll", "m", "re", "s", "t", "ve"];

/// `text` with `I'` as `l'` where a small letter follows that begins no English ending, and with `º` as `°` after a number unless a word
/// follows that it could count.
pub(super) fn mended(text: &str) -> Cow<'_, str> {
    let mut mended = Cow::Borrowed(text);
    for (at, character) in text.match_indices(['I', 'º']) {
        let (before, after) = (&text[..at], &text[at + character.len()..]);
        let meant = match character {
            "I" if is_elision(before, after) => "l",
            "º" if is_degree(before, after) => "°",
            _ => continue,
        };
        // Both are as long as what they stand for, so places stay.
        mended.to_mut().replace_range(at..at + character.len(), meant);
    }
    mended
}

fn is_elision(before: &str, after: &str) -> bool {
    let word = after.strip_prefix(['\'', '’']).unwrap_or_default();
    let end = word.find(|c: char| !c.is_alphabetic()).unwrap_or(word.len());
    before.chars().next_back().is_none_or(|c| !c.is_alphanumeric())
        && word.starts_with(char::is_lowercase)
        && !ENGLISH.contains(&&word[..end])
}

fn is_degree(before: &str, after: &str) -> bool {
    let mut next = after.trim_start().chars();
    let follows = match (next.next(), next.next()) {
        (Some('C' | 'F'), second) => !second.is_some_and(char::is_alphabetic),
        (first, _) => !first.is_some_and(char::is_alphabetic),
    };
    before.ends_with(|c: char| c.is_ascii_digit()) && follows
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

    #[test]
    fn a_number_alone_has_degrees_and_one_with_a_word_counts() {
        assert_eq!(mended("Toronto 21º"), "Toronto 21°");
        assert_eq!(mended("17º C / 63ºF, -3º"), "17° C / 63°F, -3°");
        for text in ["2º piso", "1º de maio", "Nº 4", "3º Ciclo"] {
            assert_eq!(mended(text), text);
        }
    }
}
