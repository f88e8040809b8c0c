//! Tabs: where their names come from.

use skillc_app_description::context::is_tab_heading;
use skillc_records::AppField;
use skillc_text::{contains, equals, lower, trim};

use crate::check::COMPARED;
use crate::code::Code;
use crate::finding::{Edit, Finding, Safety};
use crate::source::Source;
use crate::surroundings::Surroundings;

/// The names as read: from the description, or, where the file is rejected, from the spans.
fn declared(source: &Source<'_>) -> Vec<String> {
    source
        .description()
        .map(|description| description.tabs.clone())
        .unwrap_or_default()
}

/// Names that are cut, split, or read like a sentence.
pub fn names(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Some(section) = source.outline.section("Tabs") {
        for item in source.bullets(section).filter(|item| item.contains('(')) {
            let name = trim(item["- ".len()..].split('(').next().unwrap_or_default());
            let gloss = &item[item.find('(').unwrap_or(item.len())..];
            let finding = if name.is_empty() {
                Finding::new(
                    Code::TabNameCut,
                    source.span(item),
                    "the name ends at its parenthesis, so nothing is left and there is no such tab",
                )
                .severity(crate::Severity::Error)
                .suggest("write the name without parentheses")
            } else {
                Finding::new(
                    Code::TabNameCut,
                    source.span(gloss),
                    format!("the tab is called {name:?}: a name ends at its parenthesis"),
                )
                .suggest("leave the parenthesis out")
            };
            findings.push(finding);
        }
        return findings;
    }
    if let Some(list) = inline_list(source) {
        if let Some(comma) = comma_in_parentheses(list) {
            let message = "this comma begins a new tab, although it stands in parentheses";
            findings.push(
                Finding::new(Code::TabNameSplit, source.span(comma), message)
                    .suggest("leave the parentheses out, or list the names under `## Tabs`"),
            );
        }
        for (place, name) in declared(source).iter().enumerate().take(COMPARED) {
            let joins = [
                " and ", " or ", " et ", " ou ", " und ", " oder ", " y ", " o ", " e ", " & ",
            ];
            let has_verb = [" is ", " are ", " shows ", " has ", " with ", " where "]
                .iter()
                .any(|word| name.contains(word));
            let join = joins.iter().find(|join| name.contains(**join) && **join != " & ");
            if join.is_some() || has_verb || name.contains(". ") || name.split_whitespace().count() > 5 {
                findings.push(
                    Finding::new(
                        Code::TabNameProse,
                        source.place(&AppField::Tab(place)),
                        format!("{name:?} is taken for the name of one tab"),
                    )
                    .suggest("list the names under `## Tabs`, one `- ` item each"),
                );
            }
        }
    }
    findings
}

/// The first comma inside parentheses.
fn comma_in_parentheses(list: &str) -> Option<&str> {
    let mut depth = 0_usize;
    list.char_indices().find_map(|(at, c)| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth > 0 => return Some(&list[at..=at]),
            _ => {}
        }
        None
    })
}

/// The rest of the first line of Structure with `tabs:`.
fn inline_list<'t>(source: &Source<'t>) -> Option<&'t str> {
    let structure = source.outline.section("Structure")?;
    structure.lines.iter().find_map(|line| {
        let at = line.to_ascii_lowercase().find("tabs:")?;
        Some(trim(&line[at + "tabs:".len()..]))
    })
}

/// Names that stand twice, or inside each other.
pub fn overlaps(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let names = declared(source);
    let place = |i: usize| source.place(&AppField::Tab(i));
    let mut findings = Vec::new();
    for (i, name) in names.iter().enumerate().take(COMPARED) {
        let folded = lower(name);
        for (j, other) in names.iter().enumerate().take(COMPARED) {
            let other_folded = lower(other);
            if i > j && equals(&folded, &other_folded) {
                findings.push(
                    Finding::new(
                        Code::TabRepeated,
                        place(i),
                        format!("{name:?} is declared twice, and each takes a place in the bar"),
                    )
                    .suggest("delete one of them")
                    .related(place(j), "the first"),
                );
            } else if !equals(&folded, &other_folded) && contains(&other_folded, &folded) {
                findings.push(
                    Finding::new(
                        Code::TabInsideTab,
                        place(i),
                        format!("the text {other:?} also matches the tab {name:?}, so one tap target may serve both"),
                    )
                    .suggest("if both stand on the screen, call the tabs by their full texts as shown")
                    .related(place(j), "the longer one"),
                );
            }
        }
    }
    findings
}

/// A heading that was meant for a tab and doesn't end in `Tab`.
pub(super) fn missed_heading(source: &Source<'_>, heading: &str) -> Option<Finding> {
    let at = heading.find(" Tab").or_else(|| heading.find(" tab"))?;
    let rest = &heading[at + " Tab".len()..];
    let is_meant = rest.starts_with([' ', ':', '(', '-', '—', '–']) && !trim(&heading[..at]).is_empty();
    let gloss = trim(rest);
    is_meant.then(|| {
        let wanted = format!("{} Tab", trim(&heading[..at]));
        Finding::new(
            Code::TabHeadingMissed,
            source.span(heading),
            format!("nothing reads `## {heading}`: the heading of a tab has to end in `Tab`"),
        )
        .suggest(format!("write `## {wanted}`, and {gloss:?} below it"))
        .replace(Safety::Unsafe, source.span(heading), wanted)
    })
}

/// Names that come from headings: their order, and what is cut out of them.
pub fn headings(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let mut findings = Vec::new();
    let tabs: Vec<_> = source
        .outline
        .in_file_order()
        .filter(|section| is_tab_heading(section.heading))
        .collect();
    for section in &tabs {
        let heading = section.heading;
        let is_plain = matches!(heading, "Tab" | "tab") || heading.ends_with(" Tab") || heading.ends_with(" tab");
        if !is_plain {
            findings.push(
                Finding::new(
                    Code::TabHeadingAccidental,
                    source.span(heading),
                    format!("`## {heading}` ends in `tab`, so it is taken for the section of a tab"),
                )
                .suggest("word the heading otherwise if it is none"),
            );
        }
    }
    let from_headings = source.outline.section("Tabs").is_none() && inline_list(source).is_none_or(str::is_empty);
    if !from_headings || source.description().is_none() {
        return findings;
    }
    for section in tabs
        .iter()
        .filter(|section| section.heading.matches(" Tab").count() + section.heading.matches(" tab").count() > 1)
    {
        let mangled = section.heading.replace(" Tab", "").replace(" tab", "");
        findings.push(
            Finding::new(
                Code::TabHeadingAccidental,
                source.span(section.heading),
                format!("the tab is called {:?}: every ` Tab` is cut out", trim(&mangled)),
            )
            .suggest("list the names under `## Tabs`"),
        );
    }
    let sorted = declared(source);
    let in_file: Vec<_> = tabs
        .iter()
        .map(|section| section.heading.replace(" Tab", "").replace(" tab", ""))
        .collect();
    let in_file: Vec<_> = in_file
        .iter()
        .map(|name| trim(name).to_owned())
        .filter(|name| !name.is_empty())
        .collect();
    if sorted != in_file
        && let Some(first) = tabs.first()
    {
        let list: String = in_file.iter().map(|name| format!("- {name}\n")).collect();
        let heading = source.span(first.heading);
        let line = source.line_of(heading);
        let offset = line.as_ptr() as usize - source.text.as_ptr() as usize;
        let edit = Edit {
            offset,
            length: 0,
            replacement: format!("## Tabs\n{list}\n"),
        };
        findings.push(
            Finding::new(Code::TabsSorted, heading, format!("tabs that come from headings are sorted: {}", sorted.join(", ")))
                .suggest("list the names in their order on the screen under `## Tabs`: places in the bar are counted in this order")
                .fix(Safety::Unsafe, vec![edit]),
        );
    }
    findings
}

/// `tabs:` in Structure: empty, or beaten by `## Tabs`.
pub fn inline(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let Some(list) = inline_list(source) else {
        return Vec::new();
    };
    let names: Vec<_> = list
        .trim_matches('.')
        .split(',')
        .map(|name| lower(trim(name)))
        .filter(|name| !name.is_empty())
        .collect();
    if names.is_empty() {
        let structure = source.outline.section("Structure");
        let line = structure.and_then(|section| {
            section
                .lines
                .iter()
                .find(|line| line.to_ascii_lowercase().contains("tabs:"))
        });
        let has_list = source.outline.section("Tabs").is_some();
        return line
            .filter(|_| !has_list)
            .map(|line| {
                Finding::new(
                    Code::TabsInlineEmpty,
                    source.span(trim(line)),
                    "no name stands behind `tabs:`, and later lines aren't looked at",
                )
                .suggest("write `tabs: A, B, C` on one line, or list the names under `## Tabs`")
            })
            .into_iter()
            .collect();
    }
    let declared = declared(source);
    let wins = source.outline.section("Tabs").is_some() && !declared.is_empty();
    let differ = names
        .iter()
        .any(|name| declared.iter().all(|tab| !contains(name, &lower(tab))));
    if wins && differ {
        return vec![
            Finding::new(
                Code::TabsInlineUnused,
                source.span(list),
                "these names don't count, because `## Tabs` lists others",
            )
            .suggest("make the two agree, or leave the names out here"),
        ];
    }
    Vec::new()
}
