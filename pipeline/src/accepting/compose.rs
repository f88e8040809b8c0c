//! The files and the record of an app whose skills are from several compiles.
//!
//! Skills that are held back keep their files byte for byte. Files that speak of all skills are made again from what the records
//! know of each. Paths stay as they were accepted: an app doesn't change its layout because one skill of it does.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;
use skillc_captures::Store;
use skillc_model::AppModel;
use skillc_skills::{
    CompileRecord, Document, InputDigest, Layout, Listed, Skill, SkillContext, SkillSet, companions, skills,
};

use super::unit::Held;
use super::versions::{Version, merged, versions};
use crate::compare::accepted::Accepted;
use crate::compile::app::with_scripts;
use crate::compile::trees;
use crate::compile::write::{in_dialects, inputs, is_output, recorded, tools, with_model};
use crate::compile::{AppResult, Compiled};
use crate::config::Dialect;
use crate::failure::{Failure, shown};

/// The largest file of a skill that is read, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// Everything that composing reads.
#[derive(Debug, Clone, Copy)]
pub struct Composition<'c> {
    /// The folder of the accepted skills.
    pub folder: &'c Path,
    /// What was accepted.
    pub old: &'c Accepted,
    /// What comes out now.
    pub result: &'c AppResult<'c>,
    /// Its model.
    pub now: &'c AppModel,
    /// What is held back of it.
    pub held: &'c Held,
    /// The recordings.
    pub store: &'c Store,
    /// What is written.
    pub dialects: &'c [Dialect],
}

/// One skill with its files.
struct Entry {
    recorded: Value,
    listed: Listed,
    files: Vec<Document>,
}

/// A skill of a compile record, as far as it is needed to keep the skill.
#[derive(Deserialize)]
struct Kept {
    name: String,
    files: Vec<String>,
    listed: Listed,
}

impl Composition<'_> {
    /// The files of the app.
    ///
    /// # Errors
    /// When the record is of an earlier version, a file of a skill that is held back is gone, or two skills would have the same files.
    pub fn documents(&self) -> Result<Vec<Document>, Failure> {
        let compiled = self.result.compiled.as_ref().ok_or_else(gone)?;
        let context: SkillContext = self.field("context")?;
        let set = self.set(compiled, &context)?;
        let versions = versions(&self.old.model, self.now, self.held);
        let entries = versions
            .iter()
            .map(|version| match *version {
                Version::Old(i) => self.kept(&self.old.model.skills[i].name),
                Version::New(j) => set.skills.get(j).map(|skill| self.made(skill, &set)).ok_or_else(gone),
            })
            .collect::<Result<Vec<Entry>, Failure>>()?;
        let listed: Vec<Listed> = entries.iter().map(|entry| entry.listed.clone()).collect();
        let mut documents = companions(&set.folder, &listed, &set.context);
        documents = in_dialects(&documents, self.dialects);
        documents.extend(entries.iter().flat_map(|entry| entry.files.iter().cloned()));
        documents.sort();
        let mut paths = BTreeSet::new();
        if let Some(twice) = documents.iter().find(|document| !paths.insert(document.slashed())) {
            return Err(Failure::new(format!(
                "{}: two skills would stand in {}: one that is held back and one that is accepted",
                self.result.app.slug,
                twice.slashed()
            ))
            .help("accept or leave both"));
        }
        let mut inputs_of_both: Vec<InputDigest> = self.field("inputs")?;
        inputs_of_both.extend(inputs(self.result));
        inputs_of_both.sort();
        inputs_of_both.dedup();
        let record = CompileRecord {
            app: &set.context.app,
            folder: &set.folder,
            inputs: inputs_of_both,
            tools: tools(),
            context: &set.context,
            skills: entries.into_iter().map(|entry| entry.recorded).collect(),
            documents: &documents,
        };
        let model = merged(&self.old.model, self.now, self.held, &versions);
        let record = with_model(record.document(), Some(&model));
        documents.push(record);
        Ok(documents)
    }

    /// The skills of now, with the paths that were accepted, and with the texts of the app that are accepted.
    fn set(&self, compiled: &Compiled<'_>, accepted: &SkillContext) -> Result<SkillSet, Failure> {
        let set = compiled.skills.get().map_err(|_| gone())?;
        let kept: Vec<Kept> = self.field("skills")?;
        let layout = if kept.iter().any(|skill| skill.listed.reference.is_some()) {
            Layout::PerApp
        } else {
            Layout::PerFlow
        };
        let context = SkillContext {
            layout,
            ..if self.held.app {
                accepted.clone()
            } else {
                set.context.clone()
            }
        };
        let flows = compiled.flows.get().map_err(|_| gone())?;
        let set = skills(flows, &context);
        let scripts = trees::context(self.store, &context.app, &set, &self.result.sessions)
            .map_err(|error| Failure::new("the recordings of the app can't be read").because(error))?;
        Ok(with_scripts(set, &scripts))
    }

    /// A skill as it is now.
    fn made(&self, skill: &Skill, set: &SkillSet) -> Entry {
        let files = set
            .documents
            .iter()
            .filter(|document| skill.owns(document, &set.folder));
        let files = in_dialects(&files.cloned().collect::<Vec<_>>(), self.dialects);
        Entry {
            recorded: recorded(self.result, skill, &set.folder, &files),
            listed: Listed::of(skill),
            files,
        }
    }

    /// A skill as it was accepted.
    fn kept(&self, name: &str) -> Result<Entry, Failure> {
        let recorded = self.old.record["skills"].as_array().into_iter().flatten();
        let recorded = recorded.into_iter().find(|skill| skill["name"] == name);
        let recorded = recorded.cloned().unwrap_or_default();
        let kept: Kept = serde_json::from_value(recorded.clone()).map_err(|_| self.earlier())?;
        let files = kept
            .files
            .iter()
            .map(|file| self.file(&kept.name, file))
            .collect::<Result<_, _>>()?;
        Ok(Entry {
            recorded,
            listed: kept.listed,
            files,
        })
    }

    fn file(&self, skill: &str, file: &str) -> Result<Document, Failure> {
        if !is_output(file) {
            return Err(Failure::new(format!(
                "the accepted record names a file that is none of ours: {file:?}"
            )));
        }
        let path: PathBuf = file
            .split('/')
            .fold(self.folder.to_path_buf(), |path, part| path.join(part));
        let size = fs::metadata(&path).map_or(0, |found| found.len());
        let text = if size > MAX_BYTES {
            Err(std::io::Error::other("it is too large for a skill"))
        } else {
            fs::read_to_string(&path)
        };
        let text = text.map_err(|error| {
            Failure::new(format!("could not keep {skill}: {} can't be read", shown(&path)))
                .because(error)
                .help("restore the file, or accept the app as a whole")
        })?;
        Ok(Document::new(file.split('/'), text))
    }

    /// A part of the accepted record.
    fn field<T: serde::de::DeserializeOwned>(&self, name: &str) -> Result<T, Failure> {
        serde_json::from_value(self.old.record[name].clone()).map_err(|_| self.earlier())
    }

    fn earlier(&self) -> Failure {
        Failure::new(format!(
            "{} was accepted by an earlier skillc, which didn't keep which file belongs to which skill",
            self.result.app.slug
        ))
        .help("accept the app as a whole once, or leave it as a whole")
    }
}

fn gone() -> Failure {
    Failure::new("a cache entry was removed while it was in use").help("run it again")
}
