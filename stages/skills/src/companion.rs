//! Files that speak of all skills of an app: the list in mirroir's dialect, and the Agent Skill of an app with many flows.
//!
//! They are made from a few facts about each skill, which the compile record keeps. So they can be made again when skills of several
//! compiles stand beside each other, as after accepting some of them.

use serde::{Deserialize, Serialize};

use crate::agent;
use crate::context::SkillContext;
use crate::document::Document;
use crate::mirroir;
use crate::name;
use crate::step::Skill;

/// What the files about all skills say of one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// The name of its flow.
    pub flow: String,
    /// Its title.
    pub title: String,
    /// The stem of its file in mirroir's dialect.
    pub mirroir_stem: String,
    /// Its file below `references/`; none if it is an Agent Skill of its own.
    pub reference: Option<String>,
    /// What is visible at its end.
    pub ends_at: Option<String>,
    /// What may get in the way.
    pub obstacles: Vec<Answer>,
}

/// What is tapped when something gets in the way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// What one sees when it is there.
    pub trigger: String,
    /// What is tapped to be rid of it.
    pub answer: String,
}

impl Listed {
    /// What is said of `skill`.
    pub fn of(skill: &Skill) -> Self {
        Self {
            flow: skill.flow.clone(),
            title: skill.title.clone(),
            mirroir_stem: skill.mirroir_stem.clone(),
            reference: skill.is_reference().then(|| agent::reference_name(skill)),
            ends_at: agent::destination(skill).map(ToOwned::to_owned),
            obstacles: answers(skill),
        }
    }
}

/// The answers to what may get in the way of `skill`.
pub(crate) fn answers(skill: &Skill) -> Vec<Answer> {
    let answer = |obstacle: &crate::step::SkillObstacle| Answer {
        trigger: obstacle.trigger.clone(),
        answer: obstacle.answer.clone(),
    };
    skill.obstacles.iter().map(answer).collect()
}

/// The files about all of `listed`, in the order of their paths. `folder` is the app's in mirroir's dialect.
pub fn companions(folder: &str, listed: &[Listed], context: &SkillContext) -> Vec<Document> {
    let mut documents = Vec::new();
    if listed.len() > 1 {
        let named: Vec<(String, String)> = listed
            .iter()
            .map(|one| {
                (
                    mirroir::name(&context.app, &one.flow),
                    format!("{}.md", one.mirroir_stem),
                )
            })
            .collect();
        let text = mirroir::manifest(
            &context.app,
            named.iter().map(|(name, file)| (name.as_str(), file.as_str())),
        );
        documents.push(Document::new(["mirroir", folder, "manifest.md"], text));
    }
    if listed.iter().any(|one| one.reference.is_some()) {
        documents.extend(agent::app_documents(&name::skill(&context.app, ""), listed, context));
    }
    documents.sort();
    documents
}
