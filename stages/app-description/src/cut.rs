//! Cutting lines between grapheme clusters: a colon with an accent on it is no colon.

use unicode_segmentation::GraphemeCursor;

/// What follows `prefix`, if `text` begins with it and a cluster ends there.
pub(crate) fn after<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    let rest = text.strip_prefix(prefix)?;
    is_boundary(text, prefix.len()).then_some(rest)
}

/// Like [`after`], whatever the case of ASCII letters.
pub(crate) fn after_ignoring_case<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    let head = text.get(..prefix.len())?;
    (head.eq_ignore_ascii_case(prefix) && is_boundary(text, prefix.len())).then(|| &text[prefix.len()..])
}

/// The text of a `- ` bullet, trimmed line in, untrimmed text out.
pub(crate) fn bullet(trimmed: &str) -> Option<&str> {
    after(trimmed, "- ")
}

/// The text before and after the first `separator`.
pub(crate) fn at_first<'t>(text: &'t str, separator: &str) -> Option<(&'t str, &'t str)> {
    text.match_indices(separator).find_map(|(start, _)| {
        let end = start + separator.len();
        (is_boundary(text, start) && is_boundary(text, end)).then(|| (&text[..start], &text[end..]))
    })
}

/// The pieces between separators, empty ones left out.
pub(crate) fn pieces<'t>(text: &'t str, separator: &str) -> impl Iterator<Item = &'t str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let (piece, after) = at_first(text, separator).map_or((text, None), |(piece, after)| (piece, Some(after)));
        rest = after;
        Some(piece)
    })
    .filter(|piece| !piece.is_empty())
}

/// Two non-empty pieces around the first separator that has something before it: leading separators are passed over.
pub(crate) fn in_two<'t>(text: &'t str, separator: &str) -> Option<(&'t str, &'t str)> {
    let mut rest = text;
    loop {
        let (before, after) = at_first(rest, separator)?;
        if !before.is_empty() {
            return (!after.is_empty()).then_some((before, after));
        }
        rest = after;
    }
}

fn is_boundary(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let plain = |i: usize| bytes.get(i).is_none_or(u8::is_ascii);
    if at == 0 || at >= text.len() || (plain(at - 1) && plain(at)) {
        return true;
    }
    GraphemeCursor::new(at, text.len(), true)
        .is_boundary(text, 0)
        .unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_separator_with_an_accent_is_none() {
        assert_eq!(at_first("a:\u{301}b:c", ":"), Some(("a:\u{301}b", "c")));
        assert_eq!(after("- \u{301}x", "- "), None);
        assert_eq!(after("- é", "- "), Some("é"));
    }

    #[test]
    fn leading_separators_are_passed_over() {
        assert_eq!(in_two("app:", ":"), None);
        assert_eq!(in_two(":a:b:c", ":"), Some(("a", "b:c")));
        assert_eq!(in_two("::", ":"), None);
        assert_eq!(pieces("a,,b,", ",").collect::<Vec<_>>(), ["a", "b"]);
    }
}
