//! The one walk over the lines: front matter and sections.
//!
//! A line `---` opens the front matter wherever it stands and the next one closes it for good. `## ` begins a section, `# ` is
//! dropped even inside a section, code fences mean nothing, and text before the first heading is dropped. A heading that comes
//! again replaces the section before; the outline keeps both, so that a linter can show the one that was lost.
//!
//! Source: reference on mirroir's semantics, §1.

use std::collections::BTreeMap;

use skillc_text::{lines, nfc, trim};

use crate::cut;

/// Front matter and sections of one text, all slices of it.
#[derive(Debug, Clone, Default)]
pub struct Outline<'t> {
    /// The front matter.
    pub front_matter: FrontMatter<'t>,
    /// Every section in file order, also those that a later one of the same heading replaces.
    pub sections: Vec<Section<'t>>,
    /// The lines before the first heading and outside the front matter that were dropped and aren't blank.
    pub preamble: Vec<&'t str>,
    /// `# ` lines, wherever they stand, and whether they stand inside a section.
    pub titles: Vec<(&'t str, bool)>,
    winners: BTreeMap<String, usize>,
}

/// The front matter.
#[derive(Debug, Clone, Default)]
pub struct FrontMatter<'t> {
    /// The `---` that opens it.
    pub open: Option<&'t str>,
    /// The `---` that closes it.
    pub close: Option<&'t str>,
    /// Whether something other than blank lines stands before it.
    pub late: bool,
    /// Its entries in file order; of those with the same key the last wins.
    pub entries: Vec<Entry<'t>>,
    /// Its lines that are no entries and aren't blank, trimmed.
    pub ignored: Vec<&'t str>,
}

/// `key: value` in the front matter. Neither is empty; the value is verbatim but for the space around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry<'t> {
    /// The key, case-sensitive.
    pub key: &'t str,
    /// The value with its quotes and whatever looks like a comment.
    pub value: &'t str,
}

/// A `## ` section.
#[derive(Debug, Clone)]
pub struct Section<'t> {
    /// The heading without its hashes; its left side isn't trimmed.
    pub heading: &'t str,
    /// The body's lines, raw. Dropped title lines aren't among them.
    pub lines: Vec<&'t str>,
}

/// The outline of `text`.
pub fn outline(text: &str) -> Outline<'_> {
    let mut outline = Outline::default();
    for line in lines(text) {
        outline.take(line.text);
    }
    for (place, section) in outline.sections.iter().enumerate() {
        outline.winners.insert(nfc(section.heading).into_owned(), place);
    }
    outline
}

impl<'t> Outline<'t> {
    /// The section of this heading that counts: the last.
    pub fn section(&self, heading: &str) -> Option<&Section<'t>> {
        self.winners.get(&*nfc(heading)).map(|&place| &self.sections[place])
    }

    /// The sections that count, in code-point order of their headings.
    pub fn in_order(&self) -> impl Iterator<Item = &Section<'t>> {
        self.winners.values().map(|&place| &self.sections[place])
    }

    /// The sections that count, in file order.
    pub fn in_file_order(&self) -> impl Iterator<Item = &Section<'t>> {
        self.sections
            .iter()
            .enumerate()
            .filter(|(place, section)| self.counts(*place, section))
            .map(|(_, section)| section)
    }

    /// Whether the section at `place` counts, that is, isn't replaced by a later one.
    pub fn counts(&self, place: usize, section: &Section<'_>) -> bool {
        self.winners.get(&*nfc(section.heading)) == Some(&place)
    }

    fn take(&mut self, line: &'t str) {
        let trimmed = trim(line);
        let front_matter = &mut self.front_matter;
        let is_inside = front_matter.open.is_some() && front_matter.close.is_none();
        if trimmed == "---" && front_matter.close.is_none() {
            if is_inside {
                front_matter.close = Some(trimmed);
            } else {
                front_matter.open = Some(trimmed);
                front_matter.late = !(self.sections.is_empty() && self.preamble.is_empty() && self.titles.is_empty());
            }
        } else if is_inside {
            front_matter.take(trimmed);
        } else if let Some(heading) = cut::after(trimmed, "## ") {
            self.sections.push(Section {
                heading,
                lines: Vec::new(),
            });
        } else if cut::after(trimmed, "# ").is_some() {
            self.titles.push((trimmed, !self.sections.is_empty()));
        } else if let Some(section) = self.sections.last_mut() {
            section.lines.push(line);
        } else if !trimmed.is_empty() {
            self.preamble.push(trimmed);
        }
    }
}

impl<'t> FrontMatter<'t> {
    /// The value of `key` that counts: the last one that isn't empty.
    pub fn value(&self, key: &str) -> Option<&'t str> {
        self.entries
            .iter()
            .rev()
            .find(|entry| entry.key == key)
            .map(|entry| entry.value)
    }

    fn take(&mut self, trimmed: &'t str) {
        let entry = cut::in_two(trimmed, ":").map(|(key, value)| Entry {
            key: trim(key),
            value: trim(value),
        });
        match entry {
            Some(entry) if !entry.value.is_empty() => self.entries.push(entry),
            _ if !trimmed.is_empty() => self.ignored.push(trimmed),
            _ => {}
        }
    }
}

impl<'t> Section<'t> {
    /// The lines joined with line feeds.
    pub fn body(&self) -> String {
        self.lines.join("\n")
    }
}
