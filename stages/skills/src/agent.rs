//! The Agent Skills dialect: skills that any agent can follow from top to bottom.
//!
//! Valid under the Agent Skills specification (agentskills.io) and its public validators, and stricter than they are: only the six
//! keys of the specification, in block style with double-quoted scalars on one line; no `---` but the two of the header; LF; the name
//! is the folder's. A file stays under 500 lines: what doesn't fit goes into `references/`.

use std::collections::BTreeSet;

use skillc_text::equals;

use crate::companion::{Answer, Listed, answers};
use crate::context::SkillContext;
use crate::document::Document;
use crate::markdown::{escape, nested, plain, quoted, yaml};
use crate::name;
use crate::step::{Act, Skill, StepRule};

/// A file of the specification should stay under 500 lines; this leaves room for the header.
const MOST_LINES: usize = 480;
/// The longest description that the specification allows is 1024 characters; agents keep them all in mind, so ours are shorter.
const LONGEST_DESCRIPTION: usize = 600;
/// A label in a description or title is cut here.
const LONGEST_LABEL: usize = 60;
/// A title is cut here.
const LONGEST_TITLE: usize = 100;
const CREDENTIALS_NOTE: &str = "The steps name these credentials as `${NAME}`. Take their values from the environment or ask the \
                                user for them. Never write a value into a file.";

/// The sections of an app's skill that move into `references/` when they don't fit, so that no flow may have their names there.
pub const MOVABLE: [&str; 6] = [
    "Flows",
    "Required Credentials",
    "If something gets in the way",
    "Tips",
    "Navigation notes",
    "About the app",
];

/// A heading with what stands below it.
#[derive(Debug)]
struct Section {
    title: &'static str,
    lines: Vec<String>,
}

/// The documents of one skill for one flow: `agent-skills/<name>/SKILL.md` and what didn't fit.
pub fn flow_documents(skill: &Skill, context: &SkillContext) -> Vec<Document> {
    let mut metadata = metadata(context);
    if !skill.flow.is_empty() {
        metadata.push(("flow", limited(&plain(&skill.flow), LONGEST_TITLE)));
    }
    metadata.push(("window", window(skill)));
    let sessions: Vec<String> = sessions(skill);
    metadata.push(("sessions", sessions.join(" ")));
    let head = header(&skill.name, &flow_description(skill, context), &metadata);
    let mut body = vec![heading(skill), String::new()];
    body.push(format!("{} {}", summary(skill, context), how_to(skill)));
    let mut sections = Vec::new();
    sections.extend(credentials(context));
    sections.push(steps(skill));
    sections.extend(obstacles(answers(skill)));
    sections.extend(background(context));
    fit(&skill.agent_path, head, body, sections)
}

/// The document of one skill for the whole app, with what didn't fit: a table of its flows, each of which is under `references/`.
pub fn app_documents(folder: &str, flows: &[Listed], context: &SkillContext) -> Vec<Document> {
    let path = vec!["agent-skills".to_owned(), folder.to_owned()];
    let mut metadata = metadata(context);
    metadata.push(("flows", flows.len().to_string()));
    let head = header(folder, &app_description(flows, context), &metadata);
    let body = vec![
        format!("# {}", escape(&short(&context.app))),
        String::new(),
        format!(
            "Ways through the {} app, each recorded on a device. Choose the flow that ends where the task needs to be, read its file \
             and follow its steps.",
            escape(&context.app)
        ),
    ];
    let mut table = Section {
        title: "Flows",
        lines: vec!["| Flow | Ends at | File |".to_owned(), "| :- | :- | :- |".to_owned()],
    };
    for flow in flows {
        let file = flow.reference.as_deref().unwrap_or_default();
        table.lines.push(format!(
            "| {} | {} | [references/{file}](references/{file}) |",
            escape(&limited(&flow.title, LONGEST_TITLE)),
            flow.ends_at
                .as_deref()
                .map(|end| quoted(&short(end)))
                .unwrap_or_default()
        ));
    }
    let mut sections = vec![table];
    sections.extend(credentials(context));
    sections.extend(obstacles(merged_obstacles(flows)));
    sections.extend(background(context));
    fit(&path, head, body, sections)
}

/// The file name of a flow under `references/`.
pub fn reference_name(skill: &Skill) -> String {
    format!("{}.md", skill.agent_path.last().map_or("flow", String::as_str))
}

/// The document of one flow, beside [`app_documents`].
pub fn reference(skill: &Skill, context: &SkillContext) -> Document {
    let mut lines = vec![heading(skill), String::new()];
    lines.push(format!("{} {}", summary(skill, context), how_to(skill)));
    let mut sections = vec![steps(skill)];
    sections.extend(obstacles(answers(skill)));
    for section in &sections {
        append(&mut lines, section);
    }
    let mut path = skill.agent_path.clone();
    path.pop();
    path.push(reference_name(skill));
    Document {
        path,
        text: text(&lines),
    }
}

fn heading(skill: &Skill) -> String {
    format!("# {}", escape(&limited(&skill.title, LONGEST_TITLE)))
}

/// Puts sections into the skill's file while there is room; moves the rest, last ones first, into references.
fn fit(path: &[String], head: Vec<String>, body: Vec<String>, sections: Vec<Section>) -> Vec<Document> {
    let mut moved: Vec<bool> = vec![false; sections.len()];
    let size = |moved: &[bool]| -> usize {
        let sections = sections.iter().zip(moved);
        let lines = sections.map(|(section, &moved)| {
            if moved {
                4
            } else {
                section.lines.iter().map(|line| line.split('\n').count()).sum::<usize>() + 3
            }
        });
        head.len() + body.len() + lines.sum::<usize>()
    };
    for place in (0..sections.len()).rev() {
        if size(&moved) <= MOST_LINES {
            break;
        }
        // A short section doesn't help, and is better read in place.
        moved[place] = sections[place].lines.len() > 4;
    }
    let mut lines = head;
    lines.extend(body);
    let mut documents = Vec::new();
    for (section, moved) in sections.iter().zip(moved) {
        if !moved {
            append(&mut lines, section);
            continue;
        }
        let file = format!("{}.md", name::ascii(section.title));
        let pointer = format!("See [references/{file}](references/{file}).");
        append(
            &mut lines,
            &Section {
                title: section.title,
                lines: vec![pointer],
            },
        );
        let mut whole = path.to_vec();
        whole.extend(["references".to_owned(), file]);
        let mut own = vec![format!("# {}", section.title), String::new()];
        own.extend(section.lines.iter().cloned());
        documents.push(Document {
            path: whole,
            text: text(&own),
        });
    }
    let mut whole = path.to_vec();
    whole.push("SKILL.md".to_owned());
    documents.insert(
        0,
        Document {
            path: whole,
            text: text(&lines),
        },
    );
    documents
}

fn append(lines: &mut Vec<String>, section: &Section) {
    lines.extend([String::new(), format!("## {}", section.title), String::new()]);
    lines.extend(section.lines.iter().cloned());
}

fn text(lines: &[String]) -> String {
    format!("{}\n", lines.join("\n").trim_end_matches('\n'))
}

fn header(name: &str, description: &str, metadata: &[(&str, String)]) -> Vec<String> {
    let mut lines = vec![
        "---".to_owned(),
        format!("name: {}", yaml(name)),
        format!("description: {}", yaml(description)),
        "compatibility: \"Needs a tool that shows the screen of the device and taps, swipes and types on it.\""
            .to_owned(),
        "metadata:".to_owned(),
    ];
    lines.extend(
        metadata
            .iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(key, value)| format!("  {key}: {}", yaml(value))),
    );
    lines.extend(["---".to_owned(), String::new()]);
    lines
}

fn metadata(context: &SkillContext) -> Vec<(&'static str, String)> {
    let archetype = context.kind().unwrap_or_default().to_owned();
    vec![
        ("generator", "skillc".to_owned()),
        ("app", context.app.clone()),
        ("archetype", archetype),
    ]
}

/// The window that it was recorded in; empty if nobody knows.
fn window(skill: &Skill) -> String {
    if !skill.window.is_known() {
        return String::new();
    }
    format!("{}x{}", skill.window.width, skill.window.height)
}

fn sessions(skill: &Skill) -> Vec<String> {
    let mut sessions: Vec<String> = skill
        .steps
        .iter()
        .filter_map(|step| Some(step.provenance.action.as_ref()?.session.to_string()))
        .collect();
    sessions.sort();
    sessions.dedup();
    sessions
}

/// What the skill does and when to use it.
fn flow_description(skill: &Skill, context: &SkillContext) -> String {
    let app = short(&context.app);
    let way = labels(skill);
    let mut text = match (destination(skill), way.as_slice()) {
        (Some(end), []) => format!("Opens the {app} app on \"{}\".", short(end)),
        (Some(end), way) => format!(
            "Opens the {app} app and goes to \"{}\" by way of {}.",
            short(end),
            listed(way)
        ),
        (None, []) => format!("Opens the {app} app."),
        (None, way) => format!("Opens the {app} app and goes by way of {}.", listed(way)),
    };
    let about = destination(skill).map(short).or_else(|| way.last().cloned());
    text.push_str(&match (about, types(skill)) {
        (Some(about), false) => format!(
            " Use when a task needs to see or change something on \"{about}\" in {app}, or mentions {}.",
            mentions(skill, context)
        ),
        (Some(about), true) => format!(
            " Use when a task needs to enter something on the way to \"{about}\" in {app}, or mentions {}.",
            mentions(skill, context)
        ),
        (None, _) => format!(" Use when a task needs the {app} app open."),
    });
    limited(&text, LONGEST_DESCRIPTION)
}

fn app_description(flows: &[Listed], context: &SkillContext) -> String {
    let app = short(&context.app);
    let mut text =
        format!("Walks through the {app} app step by step. Use when a task needs to see or change something in {app}");
    let mut ends: Vec<String> = Vec::new();
    for end in flows.iter().filter_map(|flow| flow.ends_at.as_deref()).map(short) {
        if !ends.contains(&end) {
            ends.push(end);
        }
    }
    ends.truncate(12);
    match ends.as_slice() {
        [] => text.push('.'),
        ends => text.push_str(&format!(", such as {}.", listed(ends))),
    }
    limited(&text, LONGEST_DESCRIPTION)
}

fn mentions(skill: &Skill, context: &SkillContext) -> String {
    let mut words = labels(skill);
    words.truncate(4);
    if words.is_empty() {
        short(&context.app)
    } else {
        listed(&words)
    }
}

/// The first sentence of the body, as Markdown.
fn summary(skill: &Skill, context: &SkillContext) -> String {
    let app = escape(&context.app);
    let way: Vec<String> = labels(skill).iter().map(|label| quoted(label)).collect();
    let by = match way.split_last() {
        None => String::new(),
        Some((last, [])) => format!(" by way of {last}"),
        Some((last, before)) => format!(" by way of {} and {last}", before.join(", ")),
    };
    match destination(skill) {
        Some(end) => format!("Starts {app} and ends where {} is visible{by}.", quoted(&short(end))),
        None => format!(
            "Starts {app}{}.",
            if by.is_empty() {
                String::new()
            } else {
                format!(" and moves on{by}")
            }
        ),
    }
}

fn how_to(skill: &Skill) -> String {
    let order = "Do the steps in order: act first, then wait for what the action leads to. Quoted texts are what the screen shows.";
    if !skill.window.is_known() {
        return format!("{order} Places are points from the top left of a window whose size nobody recorded.");
    }
    format!(
        "{order} Places are points from the top left of a {} × {} window; scale them to yours.",
        skill.window.width, skill.window.height
    )
}

fn steps(skill: &Skill) -> Section {
    let lines = skill.steps.iter().zip(1..).map(|(step, number)| {
        let seen = &step.provenance;
        let note = match (seen.disagreements.len(), &step.act) {
            (0, _) | (_, Act::WaitFor { .. }) => String::new(),
            (others, _) => {
                format!(
                    " It led elsewhere {others} of {} times.",
                    others + seen.times_seen as usize
                )
            }
        };
        format!("{number}. {}{note}", step.text)
    });
    Section {
        title: "Steps",
        lines: lines.collect(),
    }
}

fn obstacles(obstacles: Vec<Answer>) -> Option<Section> {
    let line = |obstacle: &Answer| {
        format!(
            "- If you see {}, tap {}.",
            quoted(&obstacle.trigger),
            quoted(&obstacle.answer)
        )
    };
    (!obstacles.is_empty()).then(|| Section {
        title: "If something gets in the way",
        lines: obstacles.iter().map(line).collect(),
    })
}

fn merged_obstacles(flows: &[Listed]) -> Vec<Answer> {
    let mut known = BTreeSet::new();
    let all = flows.iter().flat_map(|flow| &flow.obstacles);
    let new = all.filter(|obstacle| known.insert((&obstacle.trigger, &obstacle.answer)));
    new.cloned().collect()
}

fn credentials(context: &SkillContext) -> Option<Section> {
    if context.credentials.is_empty() {
        return None;
    }
    let mut names: Vec<String> = context
        .credentials
        .iter()
        .map(|name| format!("- {}", code(name)))
        .collect();
    names.sort();
    let mut lines = vec![CREDENTIALS_NOTE.to_owned(), String::new()];
    lines.extend(names);
    Some(Section {
        title: "Required Credentials",
        lines,
    })
}

fn background(context: &SkillContext) -> Vec<Section> {
    let mut sections = Vec::new();
    if !context.tips.is_empty() {
        let lines = context
            .tips
            .iter()
            .map(|tip| format!("- {}", nested(&plain(tip))))
            .collect();
        sections.push(Section { title: "Tips", lines });
    }
    if let Some(recipe) = context.recipe.as_ref().filter(|recipe| !recipe.hints.is_empty()) {
        let lines = recipe
            .hints
            .iter()
            .map(|hint| format!("- {}", nested(&plain(hint))))
            .collect();
        sections.push(Section {
            title: "Navigation notes",
            lines,
        });
    }
    if !context.context.trim().is_empty() {
        let lines = nested(context.context.trim())
            .split('\n')
            .map(ToOwned::to_owned)
            .collect();
        sections.push(Section {
            title: "About the app",
            lines,
        });
    }
    sections
}

/// `text` as a code span.
fn code(text: &str) -> String {
    let text = plain(text);
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let pad = if longest > 0 { " " } else { "" };
    let span = format!("{fence}{pad}{text}{pad}{fence}");
    span.replace("---", "- - -")
}

/// What is touched along the way, in order, each once.
fn labels(skill: &Skill) -> Vec<String> {
    let mut labels: Vec<String> = Vec::new();
    for step in &skill.steps {
        if let Act::Touch { target, .. } = &step.act
            && !target.label.is_empty()
            && !labels.iter().any(|known| *known == short(&target.label))
        {
            labels.push(short(&target.label));
        }
    }
    labels
}

fn types(skill: &Skill) -> bool {
    skill.steps.iter().any(|step| matches!(step.act, Act::Type { .. }))
}

/// What is visible at the end: what was touched last, if the last screen bears its name, else the last text that is waited for. A tab
/// bears its name on every screen, so that says nothing.
pub fn destination(skill: &Skill) -> Option<&str> {
    let mut backwards = skill.steps.iter().rev();
    let touched = skill.steps.iter().rev().find_map(|step| match &step.act {
        Act::Touch { target, .. } => Some((target.label.as_str(), step.provenance.rule)),
        _ => None,
    });
    let touched = touched.filter(|(_, rule)| !matches!(rule, StepRule::TabByText | StepRule::TabByGeometry));
    let named = touched.map(|(label, _)| label).filter(|label| {
        skill
            .destination
            .structural_texts
            .as_slice()
            .iter()
            .any(|text| equals(text, label))
    });
    named.or_else(|| {
        backwards.find_map(|step| match &step.act {
            Act::WaitFor { text } => Some(text.as_str()),
            _ => None,
        })
    })
}

fn listed(labels: &[String]) -> String {
    let quoted: Vec<String> = labels.iter().map(|label| format!("\"{label}\"")).collect();
    match quoted.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
    }
}

fn short(label: &str) -> String {
    limited(&plain(label), LONGEST_LABEL)
}

fn limited(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let cut: String = text.chars().take(longest - 1).collect();
    format!("{}…", cut.trim_end())
}
