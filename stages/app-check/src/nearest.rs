//! The word that was probably meant.

use skillc_text::{fold, grapheme_count, trim};

/// The nearest of `known` to `word`: equal but for case, accents and decoration, or a few letters away.
pub(crate) fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    // A word this long is no slip of a known one, and the distance would take long.
    if word.len() > 100 {
        return None;
    }
    let plain = plain(word);
    let allowed = match grapheme_count(&plain) {
        0..=2 => 0,
        3..=5 => 1,
        _ => 2,
    };
    known
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&plain, &self::plain(candidate)), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Without case, accents, and what Markdown or a hurried writer puts around a word.
fn plain(word: &str) -> String {
    let word = trim(word).trim_matches(|c: char| matches!(c, '*' | '_' | '`' | '#' | ':' | '"' | '\'' | ' '));
    fold(word).replace([' ', '-'], "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_find_their_word_and_others_do_not() {
        let known = ["Structure", "Obstacles", "Skip", "Tips", "Tabs"];
        assert_eq!(nearest("obstacle:", known), Some("Obstacles"));
        assert_eq!(nearest("**Skip**", known), Some("Skip"));
        assert_eq!(nearest("Stucture", known), Some("Structure"));
        assert_eq!(nearest("Main Screen", known), None);
        assert_eq!(nearest("Top", known), None);
    }
}
