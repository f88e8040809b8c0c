//! The declared locale against the language of the texts on the recorded screens.
//!
//! Languages of other scripts are told by their script. Those of the Latin script are told by little words that only one of them has.

use skillc_records::AppField;
use skillc_text::lower;

use crate::code::Code;
use crate::finding::Finding;
use crate::source::Source;
use crate::surroundings::{Recorded, Surroundings};

/// Fewer letters than this tell nothing.
const LEAST_LETTERS: usize = 40;

/// Fewer different little words of another language than this tell nothing.
const LEAST_WORDS: usize = 5;

/// A way of writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Cyrillic,
    Greek,
    Arabic,
    Hebrew,
    Devanagari,
    Thai,
    Hangul,
    EastAsian,
}

/// Little words that no other language of this list has.
const WORDS: [(&str, &[&str]); 7] = [
    (
        "en",
        &[
            "the", "and", "of", "your", "with", "this", "that", "from", "you", "are", "not", "for", "will", "have",
        ],
    ),
    (
        "fr",
        &[
            "les", "des", "une", "vous", "votre", "est", "pour", "avec", "dans", "pas", "sur", "aux", "cette", "mes",
        ],
    ),
    (
        "de",
        &[
            "und", "der", "das", "nicht", "ein", "eine", "mit", "auf", "für", "ist", "sie", "zum", "zur", "wird",
        ],
    ),
    (
        "es",
        &[
            "los", "las", "una", "del", "con", "por", "para", "más", "tus", "esta", "sin", "aquí", "está", "tu",
        ],
    ),
    (
        "pt",
        &[
            "não", "uma", "os", "seu", "sua", "você", "mais", "em", "dos", "das", "são", "ao", "meus", "pelo",
        ],
    ),
    (
        "it",
        &[
            "il", "gli", "che", "di", "della", "per", "sono", "tuo", "tua", "più", "nel", "questo", "alla", "dei",
        ],
    ),
    (
        "nl",
        &[
            "het", "een", "van", "niet", "je", "voor", "zijn", "op", "naar", "uw", "deze", "wordt", "meer", "bij",
        ],
    ),
];

/// Texts in another language than the locale's.
pub fn locale(source: &Source<'_>, surroundings: &Surroundings) -> Vec<Finding> {
    let (Some(recorded), Some(locale)) = (
        &surroundings.recorded,
        source.description().and_then(|one| one.locale.as_deref()),
    ) else {
        return Vec::new();
    };
    let language = lower(locale.split(['_', '-', '.']).next().unwrap_or_default());
    let texts = texts(recorded);
    let Some(contradiction) = script(&language, &texts).or_else(|| words(&language, &texts)) else {
        return Vec::new();
    };
    vec![
        Finding::new(
            Code::LocaleContradicted,
            source.place(&AppField::Locale),
            format!("the file is for {locale}, and {contradiction}"),
        )
        .suggest("record the app in this locale, or describe the one that was recorded"),
    ]
}

fn texts(recorded: &Recorded) -> Vec<String> {
    let mut texts: Vec<String> = recorded
        .screens
        .iter()
        .flat_map(|screen| &screen.texts)
        .map(|text| lower(&text.text))
        .collect();
    texts.sort();
    texts.dedup();
    texts
}

/// Texts in another script.
fn script(language: &str, texts: &[String]) -> Option<String> {
    let expected = script_of(language)?;
    let letters: Vec<Script> = texts
        .iter()
        .flat_map(|text| text.chars())
        .filter_map(written_in)
        .collect();
    let own = letters.iter().filter(|script| **script == expected).count();
    // Latin letters are everywhere: names, units, brands. So little of the own script is a sign only where there is next to none.
    (letters.len() >= LEAST_LETTERS && own * 20 < letters.len()).then(|| {
        let share = 100 * own / letters.len();
        format!("{share} % of the letters on the recorded screens are in its script")
    })
}

/// Texts full of the little words of another language.
fn words(language: &str, texts: &[String]) -> Option<String> {
    if script_of(language) != Some(Script::Latin) {
        return None;
    }
    let count = |words: &[&str]| {
        let has = |word: &&&str| {
            texts
                .iter()
                .any(|text| text.split(|c: char| !c.is_alphanumeric()).any(|part| part == **word))
        };
        words.iter().filter(has).count()
    };
    // A language without words here can't be told from another.
    let own = WORDS
        .iter()
        .find(|(name, _)| *name == language)
        .map(|(_, words)| count(words))?;
    let (other, found) = WORDS
        .iter()
        .filter(|(name, _)| *name != language)
        .map(|(name, words)| (name, count(words)))
        .max_by_key(|(_, found)| *found)?;
    (found >= LEAST_WORDS && found > 3 * own)
        .then(|| format!("the recorded screens have {found} common words of {other:?} and {own} of {language:?}"))
}

fn script_of(language: &str) -> Option<Script> {
    Some(match language {
        "" | "c" | "posix" => return None,
        "ru" | "uk" | "bg" | "mk" | "be" | "kk" | "mn" => Script::Cyrillic,
        "el" => Script::Greek,
        "ar" | "fa" | "ur" => Script::Arabic,
        "he" | "iw" => Script::Hebrew,
        "hi" | "mr" | "ne" => Script::Devanagari,
        "th" => Script::Thai,
        "ko" => Script::Hangul,
        "ja" | "zh" | "yue" => Script::EastAsian,
        "en" | "fr" | "de" | "es" | "pt" | "it" | "nl" | "sv" | "da" | "nb" | "no" | "fi" | "pl" | "cs" | "sk"
        | "hu" | "ro" | "hr" | "tr" | "ca" | "id" | "ms" | "vi" => Script::Latin,
        _ => return None,
    })
}

fn written_in(c: char) -> Option<Script> {
    Some(match c {
        'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => Script::Latin,
        '\u{370}'..='\u{3ff}' => Script::Greek,
        '\u{400}'..='\u{52f}' => Script::Cyrillic,
        '\u{590}'..='\u{5ff}' => Script::Hebrew,
        '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}' => Script::Arabic,
        '\u{900}'..='\u{97f}' => Script::Devanagari,
        '\u{e00}'..='\u{e7f}' => Script::Thai,
        '\u{ac00}'..='\u{d7af}' | '\u{1100}'..='\u{11ff}' => Script::Hangul,
        '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' => Script::EastAsian,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{script, words};

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn another_script_or_other_little_words_contradict() {
        let french = texts(&[
            "les pas de votre journée",
            "vous êtes dans la bonne voie",
            "une carte pour aujourd'hui",
            "avec des amis",
        ]);
        assert!(words("en", &french).is_some() && words("fr", &french).is_none());
        assert!(script("ja", &french).is_some() && script("fr", &french).is_none());
        let japanese = texts(&[
            "さんぽ日和の設定を開くと通知や地図の単位を変えられます。いまは京都の近くを歩いています。天気は晴れ。",
        ]);
        assert!(script("fr", &japanese).is_some() && script("ja", &japanese).is_none());
        assert!(script("fr", &texts(&["OK"])).is_none(), "too little to tell");
        assert!(words("sv", &french).is_none(), "a language that isn't known");
    }
}
