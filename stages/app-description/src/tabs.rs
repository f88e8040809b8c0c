//! The names of the tabs: from the first of three patterns that gives one.

use skillc_records::AppField;
use skillc_text::trim;

use crate::bullets::bullets;
use crate::context::is_tab_heading;
use crate::cut;
use crate::outline::Outline;
use crate::parse::Reader;

pub(crate) fn read(reader: &mut Reader<'_>, outline: &Outline<'_>) -> Vec<String> {
    let declared = declared(reader, outline);
    let names = if declared.is_empty() { inline(outline) } else { declared };
    if !names.is_empty() {
        for (place, name) in names.iter().enumerate() {
            reader.place(AppField::Tab(place), name);
        }
        return names.into_iter().map(str::to_owned).collect();
    }
    from_headings(reader, outline)
}

/// The bullets of `## Tabs`, each up to its first parenthesis.
fn declared<'t>(reader: &mut Reader<'_>, outline: &Outline<'t>) -> Vec<&'t str> {
    let items = outline
        .section("Tabs")
        .map_or_else(Vec::new, |section| bullets(reader, section));
    items
        .into_iter()
        .map(before_parenthesis)
        .filter(|name| !name.is_empty())
        .collect()
}

/// The rest of the first line of Structure that contains `tabs:`, split at commas, even those inside parentheses. The search ends
/// at that line, whether it gives a name or not.
fn inline<'t>(outline: &Outline<'t>) -> Vec<&'t str> {
    let Some(structure) = outline.section("Structure") else {
        return Vec::new();
    };
    let Some(rest) = structure.lines.iter().find_map(|line| after_tabs(line)) else {
        return Vec::new();
    };
    cut::pieces(trim(rest).trim_matches('.'), ",")
        .map(|piece| before_parenthesis(trim(piece)))
        .filter(|name| !name.is_empty())
        .collect()
}

/// The headings that end in `Tab` or `tab`, in code-point order, without any ` Tab` or ` tab` in them.
fn from_headings(reader: &mut Reader<'_>, outline: &Outline<'_>) -> Vec<String> {
    let mut names = Vec::new();
    for section in outline.in_order().filter(|section| is_tab_heading(section.heading)) {
        let bare = section.heading.replace(" Tab", "").replace(" tab", "");
        let name = trim(&bare);
        if !name.is_empty() {
            reader.place(AppField::Tab(names.len()), section.heading);
            names.push(name.to_owned());
        }
    }
    names
}

fn before_parenthesis(name: &str) -> &str {
    cut::at_first(name, "(").map_or(name, |(before, _)| trim(before))
}

fn after_tabs(line: &str) -> Option<&str> {
    const WORD: &str = "tabs:";
    line.match_indices(':').find_map(|(colon, _)| {
        let start = (colon + 1).checked_sub(WORD.len())?;
        cut::after_ignoring_case(line.get(start..)?, WORD)
    })
}
