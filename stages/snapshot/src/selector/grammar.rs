//! The text form of a selector chain.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Alternatives, tried from left to right: at least one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SelectorChain {
    alternatives: Vec<Alternative>,
}

/// Terms that must all hold: at least one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Alternative {
    terms: Vec<Term>,
}

/// One condition on a node.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Term {
    /// A text equals.
    Text(StringKey, String),
    /// A flag is so.
    Flag(BooleanKey, bool),
}

/// What a text term compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum StringKey {
    /// The developer's identifier.
    Id,
    /// The normalised type.
    Role,
    /// The first of label, value, identifier that isn't blank.
    Text,
    /// The label.
    Label,
    /// The value.
    Value,
    /// The app's name.
    AppName,
    /// The window's title.
    WindowTitle,
}

/// What a flag term asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum BooleanKey {
    /// It is hittable or covers something.
    Visible,
    /// It isn't visible.
    Hidden,
    /// Text can be typed into it.
    Editable,
    /// It is selected.
    Selected,
    /// It has the keyboard.
    Focused,
    /// Nobody says that it is disabled.
    Enabled,
    /// A touch would reach it.
    Hittable,
}

/// A text that is no selector chain.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SelectorError {
    /// Nothing is there.
    #[error("the selector is empty")]
    Empty,
    /// An alternative has no terms: a `||` too many.
    #[error("a side of `||` is empty in {0:?}")]
    EmptyAlternative(String),
    /// A quote is never closed.
    #[error("a quote is never closed in {0:?}")]
    UnclosedQuote(String),
    /// A term is neither `key=value` nor a flag.
    #[error("{0:?} is no selector term: expected key=value or a flag such as `visible`")]
    NoTerm(String),
    /// A key that doesn't exist.
    #[error("{0:?} is no selector key")]
    UnknownKey(String),
    /// A key without a value.
    #[error("the selector key {0:?} has no value")]
    MissingValue(String),
    /// A flag with a value that isn't `true` or `false`.
    #[error("the flag {key:?} is `true` or `false`, not {value:?}")]
    NoFlag {
        /// The key.
        key: String,
        /// What it was set to.
        value: String,
    },
}

impl SelectorChain {
    /// Reads a chain.
    ///
    /// # Errors
    /// When the text isn't one; the error says which part.
    pub fn parse(text: &str) -> Result<Self, SelectorError> {
        if text.trim_matches(is_space).is_empty() {
            return Err(SelectorError::Empty);
        }
        let sides = split(text, |rest| rest.starts_with("||").then_some(2))
            .ok_or_else(|| SelectorError::UnclosedQuote(text.to_owned()))?;
        let alternatives = sides.into_iter().map(|side| {
            if side.trim_matches(is_space).is_empty() {
                return Err(SelectorError::EmptyAlternative(text.to_owned()));
            }
            Alternative::parse(side)
        });
        Ok(Self {
            alternatives: alternatives.collect::<Result<_, _>>()?,
        })
    }

    /// A chain of `first` and the others after it.
    pub fn new(first: Alternative, rest: Vec<Alternative>) -> Self {
        let mut alternatives = vec![first];
        alternatives.extend(rest);
        Self { alternatives }
    }

    /// The alternatives, in order: at least one.
    pub fn alternatives(&self) -> &[Alternative] {
        &self.alternatives
    }
}

impl Alternative {
    fn parse(text: &str) -> Result<Self, SelectorError> {
        let space = |rest: &str| rest.chars().next().filter(|&c| is_space(c)).map(char::len_utf8);
        let tokens = split(text, space).ok_or_else(|| SelectorError::UnclosedQuote(text.to_owned()))?;
        let terms = tokens.into_iter().filter(|token| !token.is_empty()).map(Term::parse);
        Ok(Self {
            terms: terms.collect::<Result<_, _>>()?,
        })
    }

    /// An alternative of `first` and the terms after it.
    pub fn new(first: Term, rest: Vec<Term>) -> Self {
        let mut terms = vec![first];
        terms.extend(rest);
        Self { terms }
    }

    /// The terms: at least one.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }
}

impl Term {
    fn parse(token: &str) -> Result<Self, SelectorError> {
        let Some((key, value)) = token.split_once('=') else {
            let flag = BooleanKey::named(token).ok_or_else(|| SelectorError::NoTerm(token.to_owned()))?;
            return Ok(Self::Flag(flag, true));
        };
        let value = unquoted(value);
        if let Some(flag) = BooleanKey::named(key) {
            return match value.as_deref().map(str::to_ascii_lowercase).as_deref() {
                Some("true") => Ok(Self::Flag(flag, true)),
                Some("false") => Ok(Self::Flag(flag, false)),
                Some(_) => Err(SelectorError::NoFlag {
                    key: key.to_owned(),
                    value: value.unwrap_or_default(),
                }),
                None => Err(SelectorError::MissingValue(key.to_owned())),
            };
        }
        let text = StringKey::named(key).ok_or_else(|| SelectorError::UnknownKey(key.to_owned()))?;
        Ok(Self::Text(
            text,
            value.ok_or_else(|| SelectorError::MissingValue(key.to_owned()))?,
        ))
    }
}

/// What JavaScript calls white space: the grammar's own home.
pub(crate) fn is_space(c: char) -> bool {
    (c.is_whitespace() && c != '\u{85}') || c == '\u{feff}'
}

/// `text` cut at every place outside quotes where `separator` finds one (and says how long it is); none if a quote stays open.
/// A backslash keeps the next quote from opening or closing anything, and does nothing else.
fn split(text: &str, separator: impl Fn(&str) -> Option<usize>) -> Option<Vec<&str>> {
    let mut pieces = Vec::new();
    let (mut start, mut at) = (0, 0);
    let mut open: Option<char> = None;
    let mut escaped = false;
    while let Some(c) = text[at..].chars().next() {
        let cut = separator(&text[at..]).filter(|_| open.is_none());
        if let Some(length) = cut {
            pieces.push(&text[start..at]);
            at += length;
            start = at;
            escaped = false;
            continue;
        }
        match open {
            Some(quote) if c == quote && !escaped => open = None,
            None if matches!(c, '"' | '\'') && !escaped => open = Some(c),
            _ => {}
        }
        escaped = c == '\\' && !escaped;
        at += c.len_utf8();
    }
    pieces.push(&text[start..]);
    open.is_none().then_some(pieces)
}

/// The value that `text` stands for: between equal quotes with escapes resolved, else as it is; none if nothing is there.
fn unquoted(text: &str) -> Option<String> {
    let quote = text.chars().next().filter(|&c| c == '"' || c == '\'');
    let inner = quote.and_then(|quote| text.strip_prefix(quote)?.strip_suffix(quote));
    match inner {
        Some(inner) => Some(unescaped(inner)),
        None => Some(text.to_owned()).filter(|text| !text.is_empty()),
    }
}

fn unescaped(text: &str) -> String {
    let mut units: Vec<u16> = Vec::with_capacity(text.len());
    let mut push = |c: char| units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
    let mut rest = text;
    let mut surrogates = Vec::new();
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        if c != '\\' {
            push(c);
            continue;
        }
        let Some(escaped) = rest.chars().next() else {
            push('\\');
            break;
        };
        let hex = rest.get(1..5).filter(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()));
        match (escaped, hex.and_then(|hex| u16::from_str_radix(hex, 16).ok())) {
            ('"' | '\'' | '\\' | '/', _) => push(escaped),
            ('b', _) => push('\u{8}'),
            ('f', _) => push('\u{c}'),
            ('n', _) => push('\n'),
            ('r', _) => push('\r'),
            ('t', _) => push('\t'),
            ('u', Some(unit)) => {
                surrogates.push(unit);
                rest = &rest[5..];
                // A pair of escapes is one character; half a pair can't be one.
                match (
                    char::decode_utf16(surrogates.iter().copied()).collect::<Result<String, _>>(),
                    rest.starts_with("\\u"),
                ) {
                    (Err(_), true) if surrogates.len() == 1 => {}
                    (Ok(decoded), _) => {
                        decoded.chars().for_each(&mut push);
                        surrogates.clear();
                    }
                    (Err(_), _) => {
                        String::from_utf16_lossy(&surrogates).chars().for_each(&mut push);
                        surrogates.clear();
                    }
                }
                continue;
            }
            _ => {
                push('\\');
                push(escaped);
            }
        }
        rest = &rest[escaped.len_utf8()..];
    }
    String::from_utf16_lossy(&units)
}

impl StringKey {
    const ALL: [Self; 7] = [
        Self::Id,
        Self::Role,
        Self::Text,
        Self::Label,
        Self::Value,
        Self::AppName,
        Self::WindowTitle,
    ];

    fn named(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|key| key.as_str().eq_ignore_ascii_case(name))
    }

    /// The key as it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Id => "id",
            Self::Role => "role",
            Self::Text => "text",
            Self::Label => "label",
            Self::Value => "value",
            Self::AppName => "appname",
            Self::WindowTitle => "windowtitle",
        }
    }
}

impl BooleanKey {
    const ALL: [Self; 7] = [
        Self::Visible,
        Self::Hidden,
        Self::Editable,
        Self::Selected,
        Self::Focused,
        Self::Enabled,
        Self::Hittable,
    ];

    fn named(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|key| key.as_str().eq_ignore_ascii_case(name))
    }

    /// The key as it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Visible => "visible",
            Self::Hidden => "hidden",
            Self::Editable => "editable",
            Self::Selected => "selected",
            Self::Focused => "focused",
            Self::Enabled => "enabled",
            Self::Hittable => "hittable",
        }
    }
}

/// Whether the first word of `text` is a term: how a command tells a selector from a plain text.
pub fn looks_like_selector(text: &str) -> bool {
    let word = text.trim_start_matches(is_space);
    let word = word.split(is_space).next().unwrap_or_default();
    match word.split_once('=') {
        Some((key, _)) => StringKey::named(key).is_some() || BooleanKey::named(key).is_some(),
        None => BooleanKey::named(word).is_some(),
    }
}

impl fmt::Display for SelectorChain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, alternative) in self.alternatives.iter().enumerate() {
            write!(f, "{}{alternative}", if i == 0 { "" } else { " || " })?;
        }
        Ok(())
    }
}

impl fmt::Display for Alternative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, term) in self.terms.iter().enumerate() {
            write!(f, "{}{term}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(key, value) => write!(f, "{}={}", key.as_str(), serde_json::Value::from(value.as_str())),
            Self::Flag(key, value) => write!(f, "{}={value}", key.as_str()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn value(text: &str) -> String {
        match SelectorChain::parse(text).unwrap().alternatives()[0].terms() {
            [Term::Text(_, value)] => value.clone(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn quotes_and_escapes_are_resolved() {
        assert_eq!(value(r#"label="a\"b""#), "a\"b");
        assert_eq!(value(r"label='it\'s'"), "it's");
        assert_eq!(value(r#"label="a\qb""#), r"a\qb");
        assert_eq!(value(r#"label="\u00e9\ud83d\ude00\ud83d""#), "é😀\u{fffd}");
        assert_eq!(value(r#"label="\u00zz\n""#), "\\u00zz\n");
        assert_eq!(
            value(r#"label="a"b"#),
            "\"a\"b",
            "only a value that is quoted at both ends is unquoted"
        );
        assert_eq!(value(r"label=a\nb"), r"a\nb");
        assert_eq!(value(r#"label="a||b""#), "a||b");
        assert_eq!(value("id=a|b"), "a|b");
        assert_eq!(value("id==a"), "=a");
        assert_eq!(value("label=\"\""), "");
    }

    #[test]
    fn what_is_no_selector_is_refused_by_what_is_wrong() {
        type E = SelectorError;
        let error = |text: &str| SelectorChain::parse(text).unwrap_err();
        assert_eq!(error(" \u{a0}"), E::Empty);
        for text in ["|| id=a", "id=a ||", "id=a || || id=b", "id=a|| "] {
            assert!(matches!(error(text), E::EmptyAlternative(_)), "{text}");
        }
        for text in ["label=\"a", "label=it's", "label=a\"b", "label=\"a\\"] {
            assert!(matches!(error(text), E::UnclosedQuote(_)), "{text}");
        }
        for text in ["a", "label = a", "text=hello world", "id=a||b", "label=\"a\" \"b\""] {
            assert!(matches!(error(text), E::NoTerm(_)), "{text}");
        }
        assert_eq!(error("foo=1"), E::UnknownKey("foo".into()));
        assert_eq!(error("id="), E::MissingValue("id".into()));
        assert_eq!(error("visible="), E::MissingValue("visible".into()));
        assert!(matches!(error("enabled=1"), E::NoFlag { .. }));
    }

    #[test]
    fn a_command_tells_selectors_from_texts() {
        for text in ["id=a", " VISIBLE ", "label=\"a", "hidden=maybe"] {
            assert!(looks_like_selector(text), "{text}");
        }
        for text in ["Continue", "a=b", "", "go visible"] {
            assert!(!looks_like_selector(text), "{text}");
        }
    }

    fn term() -> impl Strategy<Value = Term> {
        let text = (
            prop::sample::select(StringKey::ALL.to_vec()),
            "\\PC{0,8}|[\"'\\\\|= \n\u{301}🙂]{0,6}",
        );
        let flag = (prop::sample::select(BooleanKey::ALL.to_vec()), any::<bool>());
        prop_oneof![
            text.prop_map(|(key, value)| Term::Text(key, value)),
            flag.prop_map(|(key, value)| Term::Flag(key, value)),
        ]
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(sides in prop::collection::vec(prop::collection::vec(term(), 1..4), 1..4)) {
            let alternatives: Vec<_> = sides.into_iter().map(|terms| Alternative { terms }).collect();
            let chain = SelectorChain { alternatives };
            prop_assert_eq!(SelectorChain::parse(&chain.to_string()), Ok(chain));
        }

        #[test]
        fn no_text_makes_it_panic(text in "[a-z=|\"'\\\\ u0-9\u{e9}🙂]{0,24}|\\PC{0,24}") {
            let _ = SelectorChain::parse(&text);
            let _ = looks_like_selector(&text);
        }
    }
}
