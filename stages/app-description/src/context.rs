//! The context: what a generated skill says about the app in its writer's words.

use skillc_records::AppField;
use skillc_text::{ends_with, trim_with_newlines};

use crate::outline::{Outline, Section};
use crate::parse::Reader;

/// `## Structure`, then every section whose heading ends in `Tab` or `tab`, in code-point order, each with its heading and its body
/// without space around it, with a blank line between.
pub(crate) fn read(reader: &mut Reader<'_>, outline: &Outline<'_>) -> String {
    let structure = outline
        .section("Structure")
        .map(|section| (section, AppField::Structure));
    let tabs = outline
        .in_order()
        .filter(|section| is_tab_heading(section.heading))
        .map(|section| (section, AppField::TabSection(section.heading.to_owned())));
    let parts: Vec<_> = structure
        .into_iter()
        .chain(tabs)
        .map(|(section, field)| part(reader, section, field))
        .collect();
    parts.join("\n\n")
}

/// Whether a section with this heading describes a tab. Only the end is tested: `Crosstab` qualifies.
pub fn is_tab_heading(heading: &str) -> bool {
    ends_with(heading, "Tab") || ends_with(heading, "tab")
}

fn part(reader: &mut Reader<'_>, section: &Section<'_>, field: AppField) -> String {
    reader.place(field, section.heading);
    format!("## {}\n{}", section.heading, trim_with_newlines(&section.body()))
}
