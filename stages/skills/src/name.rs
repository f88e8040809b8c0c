//! Names of Agent Skills.
//!
//! The specification allows lower-case letters, digits and single hyphens, at most 64 characters; the name is also the name of a
//! folder. Only ASCII is used, so that a name is the same on every system: other scripts are transliterated.

use std::collections::BTreeSet;

use sha2::{Digest as _, Sha256};

/// The longest name.
pub const LONGEST: usize = 64;

/// Names that are already taken.
#[derive(Debug, Default)]
pub struct Taken(BTreeSet<String>);

impl Taken {
    /// `name`, or with the first number from 2 on that makes it new.
    pub fn claim(&mut self, name: &str, longest: usize) -> String {
        let mut claimed = name.to_owned();
        let mut number = 2;
        while !self.0.insert(claimed.clone()) {
            let suffix = format!("-{number}");
            claimed = format!("{}{suffix}", cut(name, longest.saturating_sub(suffix.len())));
            number += 1;
        }
        claimed
    }
}

/// The part of a name for `text`: transliterated, lower case, everything else hyphens. A text of which nothing is left gets a short
/// digest, so that it still has a name of its own.
pub fn ascii(text: &str) -> String {
    let mut name = String::new();
    for c in deunicode::deunicode_with_tofu(text, "-").chars() {
        if c.is_ascii_alphanumeric() {
            name.push(c.to_ascii_lowercase());
        } else if !name.is_empty() && !name.ends_with('-') && c != '\'' {
            name.push('-');
        }
    }
    let name = name.trim_end_matches('-');
    match (name, text.trim()) {
        ("", "") => String::new(),
        ("", text) => format!("x{}", digest(text)),
        (name, _) => name.to_owned(),
    }
}

/// The name of a skill for one flow of an app, at most [`LONGEST`] long. A name that had to be cut ends with a short digest.
pub fn skill(app: &str, flow: &str) -> String {
    let app = Some(ascii(app))
        .filter(|app| !app.is_empty())
        .unwrap_or_else(|| "app".to_owned());
    let flow = ascii(flow);
    let whole = if flow.is_empty() { app } else { format!("{app}-{flow}") };
    shortened(&whole, LONGEST)
}

/// `name` if it is short enough, else its beginning and a short digest.
pub fn shortened(name: &str, longest: usize) -> String {
    if name.len() <= longest {
        return name.to_owned();
    }
    format!("{}-{}", cut(name, longest - 9), digest(name))
}

fn cut(name: &str, length: usize) -> &str {
    let mut end = length.min(name.len());
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    name[..end].trim_end_matches('-')
}

fn digest(text: &str) -> String {
    Sha256::digest(text.as_bytes())
        .iter()
        .take(4)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn other_scripts_are_transliterated() {
        assert_eq!(skill("Santé", "parcourir > nutrition"), "sante-parcourir-nutrition");
        assert_eq!(skill("天气", "北京"), "tian-qi-bei-jing");
        assert_eq!(skill("", ""), "app");
    }

    #[test]
    fn a_name_of_which_nothing_is_left_is_still_its_own() {
        assert_ne!(ascii("\u{e000}\u{e001}"), ascii("\u{e002}"));
        assert!(!ascii("\u{e000}").is_empty());
    }

    #[test]
    fn equal_names_stay_apart() {
        let mut taken = Taken::default();
        let long = "a".repeat(64);
        assert_eq!(taken.claim("x", LONGEST), "x");
        assert_eq!(taken.claim("x", LONGEST), "x-2");
        assert_eq!(taken.claim("x-2", LONGEST), "x-2-2");
        assert_eq!(taken.claim(&long, LONGEST), long);
        assert_eq!(taken.claim(&long, LONGEST).len(), LONGEST);
    }

    proptest! {
        #[test]
        fn every_name_is_valid(app in any::<String>(), flow in any::<String>()) {
            let name = skill(&app, &flow);
            prop_assert!((1..=LONGEST).contains(&name.len()), "{}", name);
            prop_assert!(name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'));
            prop_assert!(!name.starts_with('-') && !name.ends_with('-') && !name.contains("--"));
        }
    }
}
