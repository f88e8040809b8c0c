//! From flows to files.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use skillc_flows::Flow;
use skillc_graph::DismissalCause;
use skillc_records::{Slug, WindowSize};
use skillc_screens::{CompileFingerprint, ScreenIdentity};
use skillc_text::{lower, nfc};

use crate::agent;
use crate::companion::{Listed, companions};
use crate::compiled;
use crate::context::SkillContext;
use crate::document::Document;
use crate::markdown::plain;
use crate::mirroir::{self, MirroirSkill};
use crate::name::{self, Taken};
use crate::one_line::one_line;
use crate::plan;
use crate::step::{Skill, SkillObstacle};

/// The longest stem of a file, in bytes.
const LONGEST_STEM: usize = 80;

/// All skills of an app, and the files that they become.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SkillSet {
    /// The app's folder in mirroir's dialect.
    pub folder: String,
    /// What they were made from besides the flows.
    pub context: SkillContext,
    /// The skills, in the order of the flows.
    pub skills: Vec<Skill>,
    /// The files, by path.
    pub documents: Vec<Document>,
}

/// The skills of an app and their files. The same flows and the same context give the same bytes everywhere.
pub fn skills(flows: &[Flow], context: &SkillContext) -> SkillSet {
    let folder = Slug::of(&context.app).as_str().to_owned();
    let per_app = context.layout.is_per_app(flows.len());
    let app_name = name::skill(&context.app, "");
    let (mut names, mut stems, mut references) = (Taken::default(), Taken::default(), Taken::default());
    // The list of skills stands in the same folder, and so does what doesn't fit into the skill of an app.
    stems.claim("manifest", LONGEST_STEM);
    for section in agent::MOVABLE {
        references.claim(&name::ascii(section), LONGEST_STEM);
    }
    let mut skills = Vec::with_capacity(flows.len());
    for flow in flows {
        let claimed = names.claim(&name::skill(&context.app, &flow.name), name::LONGEST);
        let agent_path = if per_app {
            let stem = name::shortened(&name::ascii(&flow.name), LONGEST_STEM);
            let stem = if stem.is_empty() { "flow" } else { &stem };
            vec![
                "agent-skills".to_owned(),
                app_name.clone(),
                "references".to_owned(),
                references.claim(stem, LONGEST_STEM),
            ]
        } else {
            vec!["agent-skills".to_owned(), claimed.clone()]
        };
        let stem = stems.claim(&mirroir_stem(&context.app, &flow.name), LONGEST_STEM);
        skills.push(skill(flow, context, claimed, stem, agent_path));
    }
    let mut documents = mirroir_documents(&folder, flows, &skills, context);
    if per_app {
        documents.extend(skills.iter().map(|skill| agent::reference(skill, context)));
    } else {
        documents.extend(skills.iter().flat_map(|skill| agent::flow_documents(skill, context)));
    }
    let listed: Vec<Listed> = skills.iter().map(Listed::of).collect();
    documents.extend(companions(&folder, &listed, context));
    documents.sort();
    SkillSet {
        folder,
        context: context.clone(),
        skills,
        documents,
    }
}

fn skill(flow: &Flow, context: &SkillContext, name: String, mirroir_stem: String, agent_path: Vec<String>) -> Skill {
    let (first, last) = (flow.screens.first(), flow.screens.last());
    Skill {
        name,
        title: plain(&mirroir::name(&context.app, &flow.name)),
        flow: flow.name.clone(),
        mirroir_stem,
        agent_path,
        window: first.map_or(WindowSize::new(0.0, 0.0), |first| first.screen.window),
        steps: plan::steps(flow, context),
        obstacles: obstacles(flow, context),
        start: fingerprint(first.map(|first| &first.screen.identity)),
        destination: fingerprint(last.map(|last| &last.screen.identity)),
    }
}

fn fingerprint(identity: Option<&ScreenIdentity>) -> CompileFingerprint {
    identity.map_or_else(
        || CompileFingerprint {
            hash: skillc_screens::Fingerprint::foreign(""),
            structural_texts: skillc_screens::StructuralTexts::default(),
            icon_count: 0,
        },
        |identity| CompileFingerprint {
            hash: identity.fingerprint.clone(),
            structural_texts: identity.structural.clone(),
            icon_count: identity.icon_count,
        },
    )
}

/// What was met on the way, then the rules of APP.md that weren't.
fn obstacles(flow: &Flow, context: &SkillContext) -> Vec<SkillObstacle> {
    let mut obstacles: Vec<SkillObstacle> = Vec::new();
    let mut known = BTreeSet::new();
    let mut add = |obstacle: SkillObstacle| {
        let is_whole = !obstacle.trigger.is_empty() && !obstacle.answer.is_empty();
        let sign = (nfc(&lower(&obstacle.trigger)).into_owned(), obstacle.answer.clone());
        if is_whole && known.insert(sign) {
            obstacles.push(obstacle);
        }
    };
    // What somebody tapped on a dialog without a rule says nothing where there is a rule now: its author knows better.
    let has_rule = |trigger: &str| {
        let trigger = lower(trigger);
        context
            .obstacles
            .iter()
            .any(|rule| trigger.contains(&lower(&rule.trigger)))
    };
    let met = flow.obstacles.iter();
    for met in met.filter(|met| met.cause != DismissalCause::Dialog || !has_rule(&met.trigger)) {
        add(SkillObstacle {
            trigger: met.trigger.clone(),
            answer: met.answer.clone(),
            at: met.at,
            cause: met.cause,
            frame: met.frame.clone(),
        });
    }
    for (place, rule) in context.obstacles.iter().enumerate() {
        add(SkillObstacle {
            trigger: rule.trigger.clone(),
            answer: rule.action.clone(),
            at: None,
            cause: DismissalCause::Rule(place),
            frame: None,
        });
    }
    obstacles
}

/// The stem of a skill's file as upstream would write it, made safe: never empty, never a device's name, never too long.
fn mirroir_stem(app: &str, flow: &str) -> String {
    let file = mirroir::file_name(&mirroir::name(app, flow));
    let stem = file.trim_end_matches(".md");
    let safe = Slug::of(stem);
    if safe.as_str() == stem {
        stem.to_owned()
    } else {
        safe.as_str().to_owned()
    }
}

fn mirroir_documents(folder: &str, flows: &[Flow], skills: &[Skill], context: &SkillContext) -> Vec<Document> {
    let mut documents = Vec::new();
    for (flow, skill) in flows.iter().zip(skills) {
        let flow = one_line(flow);
        let screens = mirroir::screens(&flow);
        let text = MirroirSkill {
            app: &context.app,
            goal: &flow.name,
            screens: &screens,
            recipe: context.recipe.as_ref(),
            cleanup: &context.cleanup,
            context: &context.context,
            tips: &context.tips,
            credentials: &context.credentials,
        }
        .text();
        let stem = &skill.mirroir_stem;
        let replay = compiled::text(skill, &text, context.recorded_at);
        documents.push(Document::new(["mirroir", folder, &format!("{stem}.md")], text));
        documents.push(Document::new(
            ["mirroir", folder, &format!("{stem}.compiled.json")],
            replay,
        ));
    }
    documents
}
