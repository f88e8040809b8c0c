//! Compiling again, to find out what makes a difference.

use skillc_app_description::AppDescription;
use skillc_diff::{Input, Laboratory};
use skillc_model::{AppModel, Inputs};
use skillc_records::Producer;

use super::sides::Bench;
use crate::compile::AppSource;
use crate::compile::model::{PATTERNS, SKIP};
use crate::config::{DetectSource, Settings};
use crate::context::Context;

/// Compiles an app under other descriptions and over other inputs.
#[derive(Debug)]
pub struct Attempts<'a> {
    /// The app of the new side.
    pub app: &'a AppSource,
    /// What compiles the new side.
    pub new: &'a Bench<'a, 'a>,
    /// What the old side was made with.
    pub old: OldSide<'a>,
    /// Asked whether to go on.
    pub context: &'a Context,
}

/// What the old side was made with.
#[derive(Debug, Clone, Copy)]
pub enum OldSide<'a> {
    /// It is compiled here, too.
    Compiled(&'a Bench<'a, 'a>),
    /// It was accepted, and all that is known is what its record says.
    Accepted,
}

impl Laboratory for Attempts<'_> {
    fn described(&mut self, description: &AppDescription) -> Option<AppModel> {
        self.new.described(self.app, description, self.context)
    }

    fn over(&mut self, description: &AppDescription, old: &Inputs, new: &[Input]) -> Option<AppModel> {
        let settings = self.settings(old, new)?;
        let is_new = |input: Input| new.contains(&input);
        let (recordings, patterns) = (is_new(Input::Recordings), is_new(Input::Setting(PATTERNS.to_owned())));
        let (store, maker) = match self.old {
            OldSide::Compiled(old) => (
                if recordings {
                    self.new.compiler.store()
                } else {
                    old.compiler.store()
                },
                if patterns { self.new.compiler } else { old.compiler },
            ),
            OldSide::Accepted => (self.new.compiler.store(), self.new.compiler),
        };
        let only = (!recordings).then_some(old.sessions.as_slice());
        let compiler = maker.again(store, &settings, only).ok()?;
        let bench = Bench {
            compiler: &compiler,
            settings: &settings,
        };
        let made = bench.described(self.app, description, self.context)?;
        // What was there then may be gone: a session, a model, a pattern file.
        let differing = Input::differing(old, &made.inputs);
        let as_then = differing
            .iter()
            .all(|input| *input == Input::Skillc || new.contains(input));
        as_then.then_some(made)
    }
}

impl Attempts<'_> {
    /// The settings of the old side, with these as the new side has them.
    fn settings(&self, old: &Inputs, new: &[Input]) -> Option<Settings> {
        let now = self.new.settings;
        let is_new = |key: &str| new.contains(&Input::Setting(key.to_owned()));
        let mut settings = match self.old {
            OldSide::Compiled(old) => old.settings.clone(),
            OldSide::Accepted => recorded(now, old)?,
        };
        if new.contains(&Input::Detection) {
            settings.detect = now.detect.clone();
            settings.detectors = now.detectors.clone();
        }
        if is_new(SKIP) {
            settings.compile.skip.clone_from(&now.compile.skip);
        }
        Some(settings)
    }
}

/// `now` with what the inputs of an accepted model tell.
fn recorded(now: &Settings, inputs: &Inputs) -> Option<Settings> {
    let mut settings = now.clone();
    for line in &inputs.settings {
        if line.starts_with(SKIP) {
            let table: toml::Table = line.parse().ok()?;
            let skip = table.get("compile")?.get("skip")?.as_array()?;
            settings.compile.skip = skip
                .iter()
                .map(|text| text.as_str().map(ToOwned::to_owned))
                .collect::<Option<_>>()?;
        }
    }
    settings.detect.producers.clear();
    for line in &inputs.detectors {
        let Some((producer, source)) = line.split_once(": ") else {
            continue;
        };
        let source = match source {
            "rerun" => DetectSource::Rerun,
            "recorded" => DetectSource::Recorded,
            _ => continue,
        };
        if producer == "others" {
            settings.detect.source = source;
        } else if let Ok(producer) = toml::Value::from(producer).try_into::<Producer>() {
            settings.detect.producers.insert(producer, source);
        }
    }
    Some(settings)
}
