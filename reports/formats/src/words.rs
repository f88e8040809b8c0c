//! Numbers and lists as people write them.

/// `count` with the right form of the noun: `1 skill`, `2 skills`.
pub fn count(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// The parts that count something, in order, joined by commas: `2 added, 1 removed`. Empty if nothing counts.
pub fn counts(parts: &[(usize, &str)]) -> String {
    let shown: Vec<String> = parts
        .iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, word)| format!("{n} {word}"))
        .collect();
    shown.join(", ")
}

/// The items with commas and an `and` before the last.
pub fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// `text` cut to at most `longest` characters; an ellipsis tells that something is missing.
pub fn shortened(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(longest.saturating_sub(1)).collect();
    short.truncate(short.trim_end().len());
    short.push('…');
    short
}

/// Both texts, each at most `longest` characters long. Where they have to be cut, what differs stays, with a little before it.
pub fn around_change(old: &str, new: &str, longest: usize) -> (String, String) {
    let same = old.chars().zip(new.chars()).take_while(|(a, b)| a == b).count();
    let start = same.saturating_sub(longest / 4);
    let cut = |text: &str| {
        let length = text.chars().count();
        if length <= longest {
            return text.to_owned();
        }
        // The end is worth as much as what differs, if both fit.
        let start = start.min(length.saturating_sub(longest.saturating_sub(2)));
        if start == 0 {
            return shortened(text, longest);
        }
        let rest: String = text.chars().skip(start).collect();
        format!("…{}", shortened(&rest, longest - 1))
    };
    (cut(old), cut(new))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plural_of_one_is_right() {
        assert_eq!(count(1, "skill", "skills"), "1 skill");
        assert_eq!(count(0, "skill", "skills"), "0 skills");
        assert_eq!(
            counts(&[(2, "added"), (0, "removed"), (1, "changed")]),
            "2 added, 1 changed"
        );
        assert_eq!(list(&["a".into(), "b".into(), "c".into()]), "a, b and c");
    }

    #[test]
    fn what_is_cut_says_so() {
        assert_eq!(shortened("éàü", 3), "éàü");
        assert_eq!(shortened("abcdef", 4), "abc…");
    }

    #[test]
    fn a_cut_leaves_what_differs() {
        let long = "a".repeat(100);
        let (old, new) = around_change(&format!("{long} old"), &format!("{long} new {long}"), 20);
        assert!(old.ends_with("a old") && new.contains("a new"), "{old} {new}");
        assert!(old.chars().count() <= 20 && new.chars().count() <= 20);
        assert_eq!(around_change("x", "y", 20), ("x".to_owned(), "y".to_owned()));
        let (old, new) = around_change("", &long, 20);
        assert!(old.is_empty() && new.chars().count() == 20);
    }
}
