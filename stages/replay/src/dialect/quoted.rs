//! Reading quoted texts and places out of a sentence of the Agent Skills dialect.

use skillc_records::WindowPoint;

/// The quoted text at the beginning of `text`, unescaped, and what follows it.
pub(super) fn quoted(text: &str) -> Option<(String, &str)> {
    let inner = text.strip_prefix('"')?;
    let mut plain = String::new();
    let mut chars = inner.char_indices().peekable();
    while let Some((i, c)) = chars.next() {
        match (c, chars.peek()) {
            ('"', _) => return Some((plain, &inner[i + 1..])),
            ('\\', Some(&(_, next))) if next.is_ascii_punctuation() => {
                plain.push(next);
                chars.next();
            }
            _ => plain.push(c),
        }
    }
    None
}

/// The first place `(x, y)` in `text`, and what follows it.
pub(super) fn place(text: &str) -> Option<(WindowPoint, &str)> {
    let mut rest = text;
    while let Some((_, after)) = rest.split_once('(') {
        if let Some((inner, following)) = after.split_once(')')
            && let Some((x, y)) = inner.split_once(", ")
            && let (Ok(x), Ok(y)) = (x.parse(), y.parse())
        {
            return Some((WindowPoint::new(x, y), following));
        }
        rest = after;
    }
    None
}
