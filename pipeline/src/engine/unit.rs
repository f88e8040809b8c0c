//! Running one unit.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::tally::{Event, Tally};
use super::timeline::Timeline;
use super::trace::{Explanation, Ingredients, Trace, What};
use super::{Cache, Digest, Stage, StageName};

/// Runs units, and keeps what they did.
#[derive(Debug)]
pub struct Engine {
    /// The cache.
    pub cache: Cache,
    /// Counts.
    pub tally: Arc<Tally>,
    /// Times.
    pub timeline: Timeline,
    dry_run: bool,
}

/// The run of one app: its units of the last run and of this one.
#[derive(Debug)]
pub struct AppRun<'e> {
    engine: &'e Engine,
    app: String,
    /// Whether results stay in memory, for a cache that somebody keeps emptying.
    holds: bool,
    before: Trace,
    now: Mutex<Trace>,
    explanations: Mutex<Vec<Explanation>>,
}

/// What the run of one app came to.
#[derive(Debug, Clone)]
pub struct Finished {
    /// What was done with each unit, in the order of the chain.
    pub explanations: Vec<Explanation>,
    /// How many units each stage had.
    pub units: BTreeMap<StageName, u64>,
    /// What the trace of the run is named by.
    pub trace: Digest,
}

/// The result of a unit. It is read from the cache only when somebody asks for it.
#[derive(Debug)]
pub struct Output<'e, T> {
    /// What the result is named by.
    pub digest: Digest,
    /// What the cache keeps it under.
    pub key: Digest,
    value: OnceLock<T>,
    cache: &'e Cache,
    holds: bool,
}

/// Why a unit has no result.
#[derive(Debug, thiserror::Error)]
pub enum UnitError<E> {
    /// The stage failed on this unit.
    #[error(transparent)]
    Failed(E),
    /// A result that was in the cache a moment ago is damaged or gone; the app is compiled once more.
    #[error("a cache entry was damaged or removed while it was in use")]
    Stale,
    /// Nothing is computed in a dry run.
    #[error("not computed in a dry run")]
    Dry,
}

impl<E> UnitError<E> {
    /// Whether it is only that nothing is computed in a dry run.
    pub fn is_dry(&self) -> bool {
        matches!(self, Self::Dry)
    }
}

/// A result could not be read from the cache any more.
#[derive(Debug, Clone, Copy)]
pub struct Stale;

impl<E> From<Stale> for UnitError<E> {
    fn from(_: Stale) -> Self {
        Self::Stale
    }
}

impl Engine {
    /// An engine on this cache; with `dry_run` nothing is computed and nothing written.
    pub fn new(cache: Cache, dry_run: bool) -> Self {
        Self {
            cache,
            tally: Arc::default(),
            timeline: Timeline::default(),
            dry_run,
        }
    }

    /// Whether nothing is computed.
    pub fn is_dry(&self) -> bool {
        self.dry_run
    }

    /// Begins the run of one app; `name` is its slug.
    pub fn app(&self, name: &str) -> AppRun<'_> {
        AppRun {
            engine: self,
            app: name.to_owned(),
            holds: false,
            before: self.trace(name),
            now: Mutex::default(),
            explanations: Mutex::default(),
        }
    }

    /// What the units of an app depended on the last time; nothing if it never ran.
    pub fn trace(&self, app: &str) -> Trace {
        let kept = self.trace_of(app).and_then(|trace| self.cache.read(trace));
        kept.and_then(|(_, bytes)| postcard::from_bytes(&bytes).ok())
            .unwrap_or_default()
    }

    fn trace_of(&self, app: &str) -> Option<Digest> {
        let digest = self.cache.read_aside(&trace_name(app))?;
        digest.try_into().ok().map(Digest)
    }

    /// Says that `trace` is what the units of `app` depended on in the run that is over.
    pub fn traced(&self, app: &str, trace: Digest) {
        if !self.dry_run && self.trace_of(app) != Some(trace) {
            self.cache.write_aside(&trace_name(app), &trace.0);
        }
    }
}

fn trace_name(app: &str) -> String {
    format!("traces/{app}.trace")
}

impl<'e> AppRun<'e> {
    /// The same, with every result in memory until the end: it doesn't matter what becomes of the cache meanwhile.
    #[must_use]
    pub fn holding(self) -> Self {
        Self { holds: true, ..self }
    }

    /// What is known under `key`; a run that holds results takes only what can be read at once.
    fn known<T: DeserializeOwned>(&self, key: Digest) -> Option<Output<'e, T>> {
        let cache = &self.engine.cache;
        let digest = cache.lookup(key)?;
        let output = Output::known(key, digest, cache);
        if !self.holds {
            return Some(output);
        }
        output.get().ok()?;
        Some(Output { holds: true, ..output })
    }

    /// The result of `stage` over `unit`, from the cache or from `compute`.
    ///
    /// `parameters` and `inputs` are everything that the result depends on beside the stage itself.
    ///
    /// # Errors
    /// When `compute` fails, or in a dry run when the result isn't in the cache.
    pub fn unit<T, E>(
        &self,
        stage: &Stage,
        unit: &str,
        parameters: &Value,
        inputs: BTreeMap<String, Digest>,
        compute: impl FnOnce() -> Result<T, UnitError<E>>,
    ) -> Result<Output<'e, T>, UnitError<E>>
    where
        T: Serialize + DeserializeOwned,
    {
        let mut ingredients = Ingredients {
            version: stage.version,
            parameters: parameters.to_string(),
            inputs,
            result: None,
        };
        let key = key_of(stage, &ingredients);
        let cache = &self.engine.cache;
        if let Some(output) = self.known(key) {
            self.engine
                .tally
                .count(&self.app, stage.name, Event::Hit(1), Duration::ZERO);
            ingredients.result = Some(output.digest);
            self.note(stage, unit, ingredients, What::Hit);
            return Ok(output);
        }
        if self.engine.dry_run {
            self.note(stage, unit, ingredients, What::WouldRun);
            return Err(UnitError::Dry);
        }
        let begin = Instant::now();
        let computed = compute();
        self.engine
            .timeline
            .add(stage.name.as_str(), &format!("{} {unit}", self.app), begin);
        match computed {
            Ok(value) => {
                // A stage result that can't be written down is a bug in its type; it is then used and not kept.
                let bytes = postcard::to_stdvec(&value).unwrap_or_default();
                let digest = Digest::of(&bytes);
                if !bytes.is_empty() {
                    cache.write(key, digest, &bytes);
                }
                self.engine
                    .tally
                    .count(&self.app, stage.name, Event::Run, begin.elapsed());
                ingredients.result = Some(digest);
                self.note(stage, unit, ingredients, What::Ran);
                Ok(Output {
                    digest,
                    key,
                    value: OnceLock::from(value),
                    cache,
                    holds: self.holds,
                })
            }
            Err(error) => {
                if matches!(error, UnitError::Failed(_)) {
                    self.engine
                        .tally
                        .count(&self.app, stage.name, Event::Failed, begin.elapsed());
                    self.note(stage, unit, ingredients, What::Failed);
                }
                Err(error)
            }
        }
    }

    /// Something that units are made from, kept like a result and counted with none; its time counts for `stage`. `what` names it
    /// and its version, `parts` are everything that it depends on. In a dry run it is computed and not kept.
    ///
    /// # Errors
    /// When `compute` fails.
    pub fn part<T, E>(
        &self,
        stage: &Stage,
        what: &str,
        parts: &[Digest],
        compute: impl FnOnce() -> Result<T, UnitError<E>>,
    ) -> Result<Output<'e, T>, UnitError<E>>
    where
        T: Serialize + DeserializeOwned,
    {
        let cache = &self.engine.cache;
        let parts = parts.iter().map(|digest| digest.0.as_slice());
        let key = Digest::of_parts(std::iter::once(what.as_bytes()).chain(parts));
        if let Some(output) = self.known(key) {
            return Ok(output);
        }
        let begin = Instant::now();
        let value = compute()?;
        let bytes = postcard::to_stdvec(&value).unwrap_or_default();
        let digest = Digest::of(&bytes);
        if !bytes.is_empty() && !self.engine.dry_run {
            cache.write(key, digest, &bytes);
        }
        let took = begin.elapsed();
        self.engine.tally.count(&self.app, stage.name, Event::Part, took);
        self.engine
            .timeline
            .add(stage.name.as_str(), &format!("{} {what}", self.app), begin);
        Ok(Output {
            digest,
            key,
            value: OnceLock::from(value),
            cache,
            holds: self.holds,
        })
    }

    /// Says in a dry run that a unit depends on one that would run.
    pub fn may_run(&self, stage: &Stage, unit: &str) {
        let explanation = Explanation {
            app: self.app.clone(),
            stage: stage.name,
            unit: unit.to_owned(),
            what: What::MayRun,
            because: vec!["a stage before it would run".to_owned()],
        };
        if let Ok(mut explanations) = self.explanations.lock() {
            explanations.push(explanation);
        }
    }

    /// Ends the run: keeps what the units depended on, and says what was done with each. `complete` says whether every unit had its
    /// turn; else what is known of the others stays known.
    pub fn finish(self, complete: bool) -> Finished {
        let mut now = self.now.into_inner().unwrap_or_default();
        let mut units: BTreeMap<StageName, u64> = BTreeMap::new();
        for (stage, _) in now.units.keys() {
            *units.entry(*stage).or_default() += 1;
        }
        if !complete {
            for (unit, ingredients) in self.before.units {
                now.units.entry(unit).or_insert(ingredients);
            }
        }
        let bytes = postcard::to_stdvec(&now).unwrap_or_default();
        let trace = Digest::of(&bytes);
        if !self.engine.dry_run {
            self.engine.cache.write(trace, trace, &bytes);
            self.engine.traced(&self.app, trace);
        }
        let mut explanations = self.explanations.into_inner().unwrap_or_default();
        explanations.sort_by(|a, b| (a.stage, &a.unit).cmp(&(b.stage, &b.unit)));
        Finished {
            explanations,
            units,
            trace,
        }
    }

    fn note(&self, stage: &Stage, unit: &str, ingredients: Ingredients, what: What) {
        let before = self.before.units.get(&(stage.name, unit.to_owned()));
        let unchanged = before.is_some_and(|before| before.result.is_some() && before.result == ingredients.result);
        let what = if what == What::Ran && unchanged {
            What::RanUnchanged
        } else {
            what
        };
        let because = if what == What::Hit {
            Vec::new()
        } else {
            ingredients.changes_since(before)
        };
        let explanation = Explanation {
            app: self.app.clone(),
            stage: stage.name,
            unit: unit.to_owned(),
            what,
            because,
        };
        if let Ok(mut explanations) = self.explanations.lock() {
            explanations.push(explanation);
        }
        if let Ok(mut now) = self.now.lock() {
            now.units.insert((stage.name, unit.to_owned()), ingredients);
        }
    }
}

fn key_of(stage: &Stage, ingredients: &Ingredients) -> Digest {
    let head = format!("{} {}", stage.name, stage.version);
    let mut parts: Vec<&[u8]> = vec![head.as_bytes(), ingredients.parameters.as_bytes()];
    for (name, digest) in &ingredients.inputs {
        parts.push(name.as_bytes());
        parts.push(&digest.0);
    }
    Digest::of_parts(parts)
}

impl<'e, T: DeserializeOwned> Output<'e, T> {
    /// A result that the cache is known to have under `key`.
    pub fn known(key: Digest, digest: Digest, cache: &'e Cache) -> Self {
        Self {
            digest,
            key,
            value: OnceLock::new(),
            cache,
            holds: false,
        }
    }

    /// Lets go of the value where the cache has it: whoever asks for it gets it read again. So what is held in memory is what is
    /// being worked on and not what was done.
    pub fn forget(&mut self) {
        if !self.holds && self.value.get().is_some() && self.cache.has(self.key) {
            self.value = OnceLock::new();
        }
    }

    /// The result, and nothing held any longer.
    ///
    /// # Errors
    /// When it is damaged or gone from the cache.
    pub fn take(self) -> Result<T, Stale> {
        match self.value.into_inner() {
            Some(value) => Ok(value),
            None => read(self.cache, self.key, self.digest),
        }
    }

    /// The result.
    ///
    /// # Errors
    /// When it is damaged or gone from the cache.
    pub fn get(&self) -> Result<&T, Stale> {
        if let Some(value) = self.value.get() {
            return Ok(value);
        }
        let value = read(self.cache, self.key, self.digest)?;
        Ok(self.value.get_or_init(|| value))
    }
}

fn read<T: DeserializeOwned>(cache: &Cache, key: Digest, wanted: Digest) -> Result<T, Stale> {
    let (digest, bytes) = cache.read(key).ok_or(Stale)?;
    if digest != wanted {
        return Err(Stale);
    }
    postcard::from_bytes(&bytes).map_err(|_| Stale)
}
