//! `compile.json`: where every step of every skill comes from, and what everything was made of.

use serde::Serialize;
use serde_json::{Value, json};
use skillc_records::{ActionRef, AppField, FrameRef};

use crate::compiled::sha256;
use crate::document::Document;
use crate::skills::SkillSet;
use crate::step::{Skill, Step};

/// The version of the file. Fields are added, never renamed.
pub const FORMAT_VERSION: u32 = 1;

/// One input of a compile.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct InputDigest {
    /// What it is: `APP.md`, `session <id>`, `skip list`, …
    pub name: String,
    /// Its digest with the algorithm in front: `sha256:…`, `blake3:…`.
    pub digest: String,
}

/// The version of a tool or model that took part.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ToolVersion {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// The compile record of an app's skills. Nothing in it depends on when or where they were compiled. `line_of` looks up the line of a
/// field in APP.md, from 1, where that is known.
pub fn compile_record(
    app: &str,
    set: &SkillSet,
    inputs: &[InputDigest],
    tools: &[ToolVersion],
    line_of: &dyn Fn(&AppField) -> Option<usize>,
) -> Document {
    let outputs: Vec<Value> = set
        .documents
        .iter()
        .map(|document| json!({ "path": document.slashed(), "sha256": sha256(&document.text) }))
        .collect();
    let record = json!({
        "format_version": FORMAT_VERSION,
        "app": app,
        "inputs": inputs,
        "tools": tools,
        "skills": set.skills.iter().map(|skill| skill_json(skill, line_of)).collect::<Vec<_>>(),
        "outputs": outputs,
    });
    let mut text = serde_json::to_string_pretty(&record).unwrap_or_default();
    text.push('\n');
    Document {
        path: vec!["mirroir".to_owned(), set.folder.clone(), "compile.json".to_owned()],
        text,
    }
}

fn skill_json(skill: &Skill, line_of: &dyn Fn(&AppField) -> Option<usize>) -> Value {
    json!({
        "name": skill.name,
        "title": skill.title,
        "flow": skill.flow,
        "steps": skill.steps.iter().zip(1..).map(|(step, number)| step_json(step, number, line_of)).collect::<Vec<_>>(),
        "obstacles": skill.obstacles.iter().map(|obstacle| json!({
            "trigger": obstacle.trigger,
            "answer": obstacle.answer,
            "cause": obstacle.cause,
            "frame": obstacle.frame.as_ref().map(frame),
        })).collect::<Vec<_>>(),
    })
}

fn step_json(step: &Step, number: usize, line_of: &dyn Fn(&AppField) -> Option<usize>) -> Value {
    let from = &step.provenance;
    json!({
        "step": number,
        "type": step.act.word(),
        "text": step.text,
        "rule": from.rule,
        "action": from.action.as_ref().map(action),
        "frame_before": from.before.as_ref().map(frame),
        "frame_after": from.after.as_ref().map(frame),
        "fields": from.fields.iter().map(|field| json!({ "field": field.to_string(), "line": line_of(field) })).collect::<Vec<_>>(),
        "delay_ms": from.delay_ms,
        "times_seen": from.times_seen,
        "disagreements": from.disagreements.iter().map(|other| action(&other.action)).collect::<Vec<_>>(),
    })
}

fn action(action: &ActionRef) -> Value {
    json!({ "session": action.session, "action": action.action })
}

fn frame(frame: &FrameRef) -> Value {
    json!({ "session": frame.session, "frame": frame.frame })
}
