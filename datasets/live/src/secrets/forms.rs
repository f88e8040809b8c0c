//! The ways in which a value may stand in a text.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD};
use skillc_text::nfc;
use std::fmt::Write as _;

/// Values of fewer characters than this count only where no letter or digit touches them: they are parts of many innocent words.
const SHORT: usize = 8;

/// A value in all its forms, the longest first.
#[derive(Clone)]
pub(super) struct Forms {
    forms: Vec<String>,
    is_short: bool,
}

impl Forms {
    pub(super) fn of(value: &str) -> Self {
        let value = value.trim();
        let mut forms = Vec::new();
        for plain in [value.to_owned(), nfc(value).into_owned()] {
            forms.extend([
                percent(&plain, false, true),
                percent(&plain, false, false),
                percent(&plain, true, true),
                percent(&plain, true, false),
                STANDARD.encode(&plain),
                STANDARD_NO_PAD.encode(&plain),
                URL_SAFE.encode(&plain),
                URL_SAFE_NO_PAD.encode(&plain),
                plain.chars().rev().collect(),
                plain,
            ]);
        }
        forms.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        forms.dedup();
        Self {
            forms,
            is_short: value.chars().count() < SHORT,
        }
    }

    /// `text` with `placeholder` in place of the value; none if it isn't there.
    pub(super) fn replace(&self, text: &str, placeholder: &str) -> Option<String> {
        let mut clean: Option<String> = None;
        for form in &self.forms {
            let now = clean.as_deref().unwrap_or(text);
            let places = self.places(now, form);
            if places.is_empty() {
                continue;
            }
            let mut replaced = String::with_capacity(now.len());
            let mut from = 0;
            for place in places {
                replaced.push_str(&now[from..place]);
                replaced.push_str(placeholder);
                from = place + form.len();
            }
            replaced.push_str(&now[from..]);
            clean = Some(replaced);
        }
        clean
    }

    /// Whether the value stands in `text`.
    pub(super) fn stands_in(&self, text: &str) -> bool {
        self.forms.iter().any(|form| !self.places(text, form).is_empty())
    }

    fn places(&self, text: &str, form: &str) -> Vec<usize> {
        let touches = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let found = text.match_indices(form).map(|(place, _)| place);
        found
            .filter(|&place| {
                let (before, after) = (
                    text[..place].chars().next_back(),
                    text[place + form.len()..].chars().next(),
                );
                !self.is_short || !(touches(before) || touches(after))
            })
            .collect()
    }
}

/// Percent-encoded: all bytes, or only those that an address can't have.
fn percent(text: &str, all: bool, upper: bool) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        if !all && (byte.is_ascii_alphanumeric() || b"-_.!~*'()".contains(&byte)) {
            encoded.push(char::from(byte));
        } else if upper {
            let _ = write!(encoded, "%{byte:02X}");
        } else {
            let _ = write!(encoded, "%{byte:02x}");
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_replaced_and_innocent_texts_stay() {
        let forms = Forms::of("s3cr t/pass");
        for text in [
            "s3cr t/pass",
            "as3cr t/passb",
            "q=s3cr%20t%2Fpass",
            "q=s3cr%20t%2fpass",
            "czNjciB0L3Bhc3M=",
            "ssap/t rc3s",
        ] {
            assert!(
                forms.replace(text, "${P}").is_some_and(|clean| clean.contains("${P}")),
                "{text}"
            );
        }
        for text in ["s3cr t", "S3CR T/PASS", "password", ""] {
            assert_eq!(forms.replace(text, "${P}"), None, "{text}");
        }
        let short = Forms::of("admin");
        assert_eq!(short.replace("administrator", "${A}"), None);
        assert_eq!(short.replace("user: admin.", "${A}").as_deref(), Some("user: ${A}."));
    }
}
