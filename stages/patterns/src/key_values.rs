//! `key: value` lines and bullets of a pattern file's sections.

use skillc_text::{split_omitting_empty, starts_with, trim};

/// The `key: value` lines of a section, with or without a bullet, split at the first colon. Lines without a colon, or with nothing
/// before it, are none.
pub(crate) fn key_values<'t>(lines: &[&'t str]) -> Vec<(&'t str, &'t str)> {
    let pairs = lines.iter().filter_map(|line| {
        let line = trim(line);
        let (key, value) = line.strip_prefix("- ").unwrap_or(line).split_once(':')?;
        Some((trim(key), trim(value))).filter(|(key, _)| !key.is_empty())
    });
    pairs.collect()
}

/// The bullets of a section, trimmed, quotes kept, empty ones dropped.
pub(crate) fn bullets(lines: &[&str]) -> Vec<String> {
    let items = lines.iter().filter_map(|line| {
        let line = trim(line);
        starts_with(line, "- ")
            .then(|| trim(&line[2..]).to_owned())
            .filter(|item| !item.is_empty())
    });
    items.collect()
}

/// The first paragraph: lines up to the first blank one or heading, joined with spaces.
pub(crate) fn first_paragraph(lines: &[&str]) -> String {
    let blank = |line: &&str| line.is_empty() || line.starts_with('#');
    let paragraph = lines
        .iter()
        .map(|line| trim(line))
        .skip_while(blank)
        .take_while(|line| !blank(line));
    paragraph.collect::<Vec<_>>().join(" ")
}

/// The last part of a path without its extension.
pub(crate) fn stem(file: &str) -> &str {
    let name = split_omitting_empty(file, '/', None).last().copied().unwrap_or(file);
    name.split_once('.').map_or(name, |(stem, _)| stem)
}
