//! Clock times, bare numbers, date words: what changes from one moment to the next.

use std::sync::LazyLock;

use regex::Regex;
use skillc_text::is_line_separator;
use unicode_segmentation::UnicodeSegmentation as _;

const DAYS: [&str; 14] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "mon",
    "tue",
    "wed",
    "thu",
    "fri",
    "sat",
    "sun",
];

const MONTHS: [&str; 23] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "jan",
    "feb",
    "mar",
    "apr",
    "jun",
    "jul",
    "aug",
    "sep",
    "oct",
    "nov",
    "dec",
];

/// Whether `text` is a clock time: one or two digits, a colon, two or three digits. Digits of any script count.
pub fn is_time(text: &str) -> bool {
    let Some((hour, minute)) = without_line_end(text).split_once(':') else {
        return false;
    };
    matches!(digits(hour), Some(1..=2)) && matches!(digits(minute), Some(2..=3))
}

/// Whether `text` is a number of one to three digits and nothing else. Digits of any script count.
pub fn is_bare_number(text: &str) -> bool {
    matches!(digits(without_line_end(text)), Some(1..=3))
}

/// How many characters `text` has if all are decimal digits and they are few, else none.
fn digits(text: &str) -> Option<usize> {
    // Decimal digits of other scripts; the pattern is only asked about short texts that have some.
    static DIGITS: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^\d+$").ok());
    if text.len() > 16 {
        return None;
    }
    let all = if text.is_ascii() {
        text.bytes().all(|byte| byte.is_ascii_digit())
    } else {
        DIGITS.as_ref().is_some_and(|digits| digits.is_match(text))
    };
    all.then(|| text.chars().count())
}

/// The end of a pattern also stands before one line end at the end of the text.
fn without_line_end(text: &str) -> &str {
    text.strip_suffix("\r\n")
        .or_else(|| text.strip_suffix(is_line_separator))
        .unwrap_or(text)
}

/// Whether `text` is an English day or month, or a month and a number. The whole text counts, untrimmed.
pub fn is_date(text: &str) -> bool {
    // No character outside ASCII has a lower-case form that stands in one of the words, so ASCII case is all there is to ignore.
    if is_one_of(&DAYS, text) || is_one_of(&MONTHS, text) {
        return true;
    }
    let mut pieces = text.split(' ').filter(|piece| !piece.is_empty());
    if !pieces.next().is_some_and(|month| is_one_of(&MONTHS, month)) {
        return false;
    }
    let (Some(number), None) = (pieces.next(), pieces.next()) else {
        return false;
    };
    number
        .graphemes(true)
        .all(|grapheme| grapheme.starts_with(char::is_numeric))
}

fn is_one_of(words: &[&str], text: &str) -> bool {
    words.iter().any(|word| word.eq_ignore_ascii_case(text))
}

/// `text` without one trailing clock time and what separates it, trimmed; all of `text` if nothing would be left.
pub fn without_trailing_time(text: &str) -> &str {
    static TRAILING_TIME: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"[,\s]+\d{1,2}:\d{2}\s*$").ok());
    if !text.contains(':') {
        return text;
    }
    let time = TRAILING_TIME.as_ref().and_then(|pattern| pattern.find(text));
    let rest = time.map_or(text, |time| skillc_text::trim(&text[..time.start()]));
    if rest.is_empty() { text } else { rest }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn times_and_numbers_of_any_script() {
        for text in ["9:41", "12:251", "09:41", "٩:٤١", "9:41\n", "9:41\r\n"] {
            assert!(is_time(text), "{text:?}");
        }
        for text in [
            "9:4", "9:4111", "123:45", "9:41 ", " 9:41", "9:41 AM", "9:41\n\n", ":41", "9:", "9:4:1", "",
        ] {
            assert!(!is_time(text), "{text:?}");
        }
        assert!(is_bare_number("7") && is_bare_number("٤٢") && is_bare_number("100"));
        assert!(!is_bare_number("") && !is_bare_number("2048") && !is_bare_number("7%") && !is_bare_number("½"));
    }

    #[test]
    fn date_words_are_whole_texts() {
        for text in ["Monday", "MAY", "feb 3", "feb  23", " september 12", "dec ½", "may 5 "] {
            assert!(is_date(text), "{text:?}");
        }
        for text in [
            "Monday ",
            "Mondays",
            "Mon 5",
            "may",
            "feb 3rd",
            "3 feb",
            "Feb 23, 2026",
            "feb",
            "lundi",
            "septembers 1",
        ] {
            assert_eq!(is_date(text), matches!(text, "may" | "feb"), "{text:?}");
        }
    }

    #[test]
    fn one_trailing_time_goes() {
        assert_eq!(without_trailing_time("Steps, 19:08"), "Steps");
        assert_eq!(without_trailing_time("Steps 7:15 \n"), "Steps");
        assert_eq!(without_trailing_time("Mon 7:15 8:15"), "Mon 7:15");
        assert_eq!(without_trailing_time(", 9:41"), ", 9:41");
        assert_eq!(without_trailing_time("Steps7:15"), "Steps7:15");
        assert_eq!(without_trailing_time("Steps 7:155"), "Steps 7:155");
        assert_eq!(without_trailing_time("\u{a0}Pas\u{a0}9:41"), "Pas");
    }

    proptest! {
        #[test]
        fn the_short_cuts_agree_with_the_patterns(text in "[0-9٤:a ,\n]{0,9}") {
            prop_assert_eq!(is_time(&text), Regex::new(r"^\d{1,2}:\d{2,3}\n?$").unwrap().is_match(&text));
            prop_assert_eq!(is_bare_number(&text), Regex::new(r"^\d{1,3}\n?$").unwrap().is_match(&text));
        }

        #[test]
        fn the_short_cut_for_dates_loses_none(month in 0_usize..23, spaces in " {0,3}", gap in " {1,3}", day in 0_u32..9999) {
            let text = format!("{spaces}{}{gap}{day}", MONTHS[month].to_uppercase());
            prop_assert!(is_date(&text));
        }
    }
}
