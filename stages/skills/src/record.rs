//! `compile.json`: where every step of every skill comes from, and what everything was made of.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use skillc_records::{ActionRef, AppField, FrameRef};

use crate::companion::Listed;
use crate::compiled::sha256;
use crate::context::SkillContext;
use crate::document::Document;
use crate::step::{Skill, Step};

/// The version of the file. Fields are added, never renamed.
pub const FORMAT_VERSION: u32 = 1;

/// One input of a compile.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct InputDigest {
    /// What it is: `APP.md`, `session <id>`, `skip list`, …
    pub name: String,
    /// Its digest with the algorithm in front: `sha256:…`, `blake3:…`.
    pub digest: String,
}

/// The version of a tool or model that took part.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ToolVersion {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// The compile record of an app's skills. Nothing in it depends on when or where they were compiled.
#[derive(Debug, Clone)]
pub struct CompileRecord<'r> {
    /// The app.
    pub app: &'r str,
    /// Its folder in mirroir's dialect.
    pub folder: &'r str,
    /// What everything was made of.
    pub inputs: Vec<InputDigest>,
    /// What made it.
    pub tools: Vec<ToolVersion>,
    /// What the skills were made from besides the flows.
    pub context: &'r SkillContext,
    /// The skills, as [`recorded_skill`] gives them.
    pub skills: Vec<Value>,
    /// Every other file of the app.
    pub documents: &'r [Document],
}

impl CompileRecord<'_> {
    /// The file.
    pub fn document(&self) -> Document {
        let output = |document: &Document| json!({ "path": document.slashed(), "sha256": sha256(&document.text) });
        let record = json!({
            "format_version": FORMAT_VERSION,
            "app": self.app,
            "inputs": self.inputs,
            "tools": self.tools,
            "context": self.context,
            "skills": self.skills,
            "outputs": self.documents.iter().map(output).collect::<Vec<_>>(),
        });
        let mut text = serde_json::to_string_pretty(&record).unwrap_or_default();
        text.push('\n');
        Document::new(["mirroir", self.folder, "compile.json"], text)
    }
}

/// A skill as the record holds it. `files` are those about it alone; `line_of` looks up the line of a field in APP.md, from 1, where
/// that is known.
pub fn recorded_skill(skill: &Skill, files: &[String], line_of: &dyn Fn(&AppField) -> Option<usize>) -> Value {
    json!({
        "name": skill.name,
        "title": skill.title,
        "flow": skill.flow,
        "listed": Listed::of(skill),
        "files": files,
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
    let mut record = json!({
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
    });
    if let Some(pattern) = &from.pattern {
        record["pattern"] = json!(pattern);
    }
    if let Some(doubt) = &from.doubt {
        record["doubt"] = json!({ "kind": doubt.as_str(), "reason": doubt.reason() });
    }
    record
}

fn action(action: &ActionRef) -> Value {
    json!({ "session": action.session, "action": action.action })
}

fn frame(frame: &FrameRef) -> Value {
    json!({ "session": frame.session, "frame": frame.frame })
}
