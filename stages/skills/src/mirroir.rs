//! mirroir's own dialect, byte for byte.
//!
//! Upstream writes the wait for a screen before the step that leads to it, and its tests pin that, so it is kept here. Skills that can
//! be followed from top to bottom are those of the Agent Skills dialect.
//!
//! Source: reference on mirroir's semantics, §13.

use std::collections::BTreeSet;

use skillc_flows::{Arrival, Flow};
use skillc_graph::landmark;
use skillc_records::TapPoint;
use skillc_text::{compare, lower, nfc, split_omitting_empty};
use unicode_segmentation::UnicodeSegmentation as _;

use crate::context::{RecipeNote, TextCleanup};
use crate::label;

const CREDENTIALS_NOTE: &str = "This app declares the following credentials in its APP.md. Values are resolved from environment \
                                variables at runtime — do not hardcode secrets in the skill.";

/// What a skill in mirroir's dialect is made from.
#[derive(Debug, Clone)]
pub struct MirroirSkill<'s> {
    /// The app's display name.
    pub app: &'s str,
    /// What the skill is for; empty for a tour.
    pub goal: &'s str,
    /// The screens along the way.
    pub screens: &'s [MirroirScreen<'s>],
    /// The recipe, if there is one.
    pub recipe: Option<&'s RecipeNote>,
    /// What is noise in labels.
    pub cleanup: &'s TextCleanup,
    /// The app's context; empty if there is none.
    pub context: &'s str,
    /// Tips.
    pub tips: &'s [String],
    /// Names of credentials, in any order.
    pub credentials: &'s [String],
}

/// One screen along the way.
#[derive(Debug, Clone, Copy)]
pub struct MirroirScreen<'s> {
    /// What it shows.
    pub elements: &'s [TapPoint],
    /// The action that led to it; none for the first.
    pub action: Option<&'s str>,
    /// The text of the element that led to it.
    pub arrived_via: Option<&'s str>,
    /// A better name for the element.
    pub display_label: Option<&'s str>,
}

impl MirroirSkill<'_> {
    /// The text of the file.
    pub fn text(&self) -> String {
        let mut lines = self.header();
        lines.push(String::new());
        lines.push(match self.goal {
            "" => format!("Explore the {} app.", self.app),
            goal => format!("{} in the {} app.", capitalised(goal), self.app),
        });
        lines.push(String::new());
        let bullets = |items: &[String]| {
            items
                .iter()
                .map(|item| format!("- {item}"))
                .collect::<Vec<_>>()
                .join("\n")
        };
        let notes = self.recipe.map(|recipe| bullets(&recipe.hints)).unwrap_or_default();
        for (title, content) in [
            ("Navigation Notes", notes),
            ("App Context", self.context.to_owned()),
            ("Tips", bullets(self.tips)),
            ("Required Credentials", self.credentials_block()),
        ] {
            if !content.is_empty() {
                lines.extend([format!("## {title}"), String::new(), content, String::new()]);
            }
        }
        lines.push("## Steps".to_owned());
        lines.extend(
            self.steps()
                .into_iter()
                .zip(1..)
                .map(|(step, number)| format!("{number}. {step}")),
        );
        lines.push(String::new());
        lines.join("\n")
    }

    fn header(&self) -> Vec<String> {
        let description = if self.goal.is_empty() {
            format!("Explore {}", self.app)
        } else {
            self.goal.to_owned()
        };
        let mut lines = vec![
            "---".to_owned(),
            "version: 1".to_owned(),
            format!("name: {}", name(self.app, self.goal)),
            format!("app: {}", self.app),
            format!("description: {description}"),
        ];
        match self.recipe {
            Some(recipe) => lines.extend([
                format!("tags: [generated, {}]", recipe.name),
                format!("archetype: {}", recipe.name),
                format!("navigation: {}", recipe.navigation_type),
            ]),
            None => lines.push("tags: [generated]".to_owned()),
        }
        lines.push("---".to_owned());
        lines
    }

    fn credentials_block(&self) -> String {
        if self.credentials.is_empty() {
            return String::new();
        }
        let mut names: Vec<&String> = self.credentials.iter().collect();
        names.sort_by(|a, b| compare(a, b));
        let names: Vec<String> = names.into_iter().map(|name| format!("- `{name}`")).collect();
        format!("{CREDENTIALS_NOTE}\n\n{}", names.join("\n"))
    }

    fn steps(&self) -> Vec<String> {
        let mut steps = vec![format!("Launch **{}**", self.app)];
        let mut waited_for = BTreeSet::new();
        for screen in self.screens {
            if let Some(landmark) = landmark(screen.elements, &self.cleanup.exclude_labels)
                && waited_for.insert(nfc(landmark))
            {
                steps.push(format!("Wait for \"{landmark}\" to appear"));
            }
            let label = screen.display_label.or_else(|| {
                screen
                    .arrived_via
                    .map(|arrived_via| label::resolve(arrived_via, screen.elements))
            });
            steps.extend(label::step(screen.action, label, &self.cleanup.strip_prefixes));
        }
        steps
    }
}

/// The name of a skill: the words of the goal, each with a capital.
pub fn name(app: &str, goal: &str) -> String {
    let source = if goal.is_empty() {
        format!("Explore {app}")
    } else {
        goal.to_owned()
    };
    let words: Vec<String> = split_omitting_empty(&source, ' ', None)
        .into_iter()
        .map(|word| capitalised(&lower(word)))
        .collect();
    words.join(" ")
}

/// The text of the list of an app's skills: name and file of each.
pub fn manifest<'n>(app: &str, skills: impl ExactSizeIterator<Item = (&'n str, &'n str)>) -> String {
    let mut text = format!("# {app} — {} skills from exploration\n\n", skills.len());
    for ((name, file), number) in skills.zip(1..) {
        text.push_str(&format!("{number}. **{name}** — `{file}`\n"));
    }
    text
}

/// The file of a skill: in lower case, anything but letters, numbers and hyphens becomes a hyphen, runs of hyphens one, none at the ends.
pub fn file_name(name: &str) -> String {
    let mut stem = String::new();
    for grapheme in lower(name).graphemes(true) {
        if grapheme.starts_with(char::is_alphanumeric) {
            stem.push_str(grapheme);
        } else if !stem.is_empty() && !stem.ends_with('-') {
            stem.push('-');
        }
    }
    format!("{}.md", stem.trim_end_matches('-'))
}

/// The screens of a flow as upstream's generator takes them: deeds on a screen come between it and the next.
pub fn screens(flow: &Flow) -> Vec<MirroirScreen<'_>> {
    let mut screens: Vec<MirroirScreen<'_>> = Vec::new();
    let mut here: &[TapPoint] = &[];
    for step in &flow.screens {
        let elements = step.screen.points.points.as_slice();
        let (action, arrived_via, label) = match &step.arrival {
            Arrival::Opens(_) => (None, None, None),
            Arrival::By(way) => {
                screens.extend(
                    way.seen
                        .preparations
                        .iter()
                        .map(|deed| on_the_way(here, deed.deed.as_str(), &deed.label)),
                );
                if !way.seen.scrolls.is_empty() && !way.label.is_empty() {
                    screens.push(on_the_way(here, "scroll_to", &way.label));
                }
                (
                    Some(way.deed.as_str()),
                    Some(way.element_text.as_str()),
                    Some(way.label.as_str()),
                )
            }
        };
        screens.push(MirroirScreen {
            elements,
            action,
            arrived_via,
            display_label: label,
        });
        here = elements;
    }
    screens.extend(
        flow.last_deeds
            .iter()
            .map(|deed| on_the_way(here, deed.deed.as_str(), &deed.label)),
    );
    screens
}

fn on_the_way<'s>(elements: &'s [TapPoint], action: &'s str, label: &'s str) -> MirroirScreen<'s> {
    MirroirScreen {
        elements,
        action: Some(action),
        arrived_via: Some(label),
        display_label: Some(label),
    }
}

fn capitalised(text: &str) -> String {
    let mut graphemes = text.graphemes(true);
    let first = graphemes.next().unwrap_or_default().to_uppercase();
    format!("{first}{}", graphemes.as_str())
}
