//! The stages of one app: its sessions side by side, then the graph, the flows and the skills.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::json;
use skillc_captures::{SessionFile, Store};
use skillc_flows::{Flow, FlowPolicy, flows};
use skillc_graph::{GraphBuilder, NavigationGraph, SkipList, SkipPattern, SkipSource};
use skillc_patterns::archetype;
use skillc_permissions::skip::{BUILT_IN, SkipLayers, SkipSource as Layer, merge};
use skillc_records::{SessionId, Slug, Timestamp};
use skillc_scripts::{ScriptContext, scripts};
use skillc_skills::{Layout, ObstacleHint, RecipeNote, SkillContext, SkillSet, TextCleanup, skills};
use skillc_text::fold;

use super::detections::Detections;
use super::parameters::parameters;
use super::patterns::Patterns;
use super::reach::{OutOfReach, out_of_reach};
use super::reading::Reading;
use super::session::{self, Given, SessionFailure, SessionOutputs};
use super::sessions::{ContentIndex, SessionSource};
use super::source::AppSource;
use super::trees;
use crate::config::{self, Settings};
use crate::engine::tally::Event;
use crate::engine::trace::Explanation;
use crate::engine::unit::{AppRun, Finished};
use crate::engine::{Digest, Engine, Output, STAGES, StageName, UnitError};
use skillc_app_description::AppDescription;

/// Compiles apps over one store.
#[derive(Debug)]
pub struct Compiler<'e> {
    engine: &'e Engine,
    store: &'e Store,
    settings: &'e Settings,
    index: ContentIndex,
    detections: Detections<'e>,
    /// By the app's name without case and accents.
    files: BTreeMap<String, Vec<SessionFile>>,
    patterns: Patterns,
    /// Whether every unit is looked at, so that it can be explained, and no app is passed over as a whole.
    explain: bool,
}

/// What an app came to.
#[derive(Debug)]
pub struct AppResult<'e> {
    /// The app.
    pub app: AppSource,
    /// Its sessions whose files are there.
    pub sessions: Vec<SessionSource>,
    /// The identity of the detector that was run again; none where everything was used as it was recorded.
    pub detector: Option<String>,
    /// What the pattern files are named by; none without any.
    pub patterns: Option<String>,
    /// What was compiled; none if there is no session, if nothing could be compiled, or in a dry run.
    pub compiled: Option<Compiled<'e>>,
    /// What went wrong, a sentence each. The other sessions went on.
    pub problems: Vec<Problem>,
    /// What was done with each unit, where it was asked for.
    pub explanations: Vec<Explanation>,
}

impl AppResult<'_> {
    /// How many of its sessions took part: those that nothing went wrong with.
    pub fn usable_sessions(&self) -> usize {
        let fails = |session: &SessionSource| {
            let mut named = self.problems.iter().filter_map(|problem| problem.session.as_deref());
            named.any(|named| named == session.id().as_str())
        };
        self.sessions.iter().filter(|session| !fails(session)).count()
    }
}

/// Something that went wrong in one app.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Problem {
    /// The session, if it is one's own.
    pub session: Option<String>,
    /// What.
    pub message: String,
}

/// What was compiled. The results are in the cache and read when somebody asks for them; a compile lets go of them at its end.
#[derive(Debug)]
pub struct Compiled<'e> {
    /// What came out, in numbers.
    pub summary: Summary,
    /// Stage 7.
    pub graph: Output<'e, NavigationGraph>,
    /// Stage 8.
    pub flows: Output<'e, Vec<Flow>>,
    /// Stage 9.
    pub skills: Output<'e, SkillSet>,
}

/// What came out for one app, in numbers and names.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The names of the skills, in the order of the flows.
    pub skills: Vec<String>,
    /// The app's folder in mirroir's dialect.
    pub folder: String,
    /// Steps of all skills.
    pub steps: u64,
    /// Screens of the navigation graph.
    pub screens: u64,
    /// How often a screen was arrived at, over all sessions.
    pub frames: u64,
    /// What the skip list puts out of reach.
    pub out_of_reach: Vec<OutOfReach>,
    /// What detectors that were run again read of the recorded texts; none if none were.
    pub reading: Option<Reading>,
}

/// The results of a whole app under one key, so that an app that nothing happened to costs one look-up.
#[derive(Debug, Serialize, Deserialize)]
struct Whole {
    /// Keys and digests.
    graph: (Digest, Digest),
    flows: (Digest, Digest),
    skills: (Digest, Digest),
    summary: Summary,
    units: BTreeMap<StageName, u64>,
    trace: Digest,
    /// The detector that was run again on pictures; none if none was, so that nobody has to look for one.
    detector: Option<String>,
}

/// Why an app has no result.
#[derive(Debug)]
enum AppError {
    Stale,
    Dry,
    Stopped,
}

/// Sessions whose evidence is in memory at once while the graph is built, for each thread.
const READ_AHEAD: usize = 4;

/// How often an app is compiled again because cache entries went away under it.
const MAX_TRIES: usize = 3;

impl<'e> Compiler<'e> {
    /// A compiler of the sessions of `store`.
    ///
    /// # Errors
    /// When the store can't be listed.
    pub fn new(
        engine: &'e Engine,
        store: &'e Store,
        settings: &'e Settings,
        explain: bool,
    ) -> Result<Self, skillc_captures::StoreError> {
        let mut files: BTreeMap<String, Vec<SessionFile>> = BTreeMap::new();
        let mut folded: BTreeMap<Slug, String> = BTreeMap::new();
        for file in store.session_files()? {
            let name = folded
                .entry(file.app.clone())
                .or_insert_with(|| fold(file.app.as_str()));
            files.entry(name.clone()).or_default().push(file);
        }
        Ok(Self {
            engine,
            store,
            settings,
            index: ContentIndex::load(&engine.cache),
            detections: Detections::new(engine, store, settings),
            files,
            patterns: Patterns::default(),
            explain: explain || engine.is_dry(),
        })
    }

    /// The same, with these element patterns and recipes.
    #[must_use]
    pub fn with_patterns(self, patterns: Patterns) -> Self {
        Self { patterns, ..self }
    }

    /// A compiler over another store or under other settings, with the same patterns; of the sessions that are named, where some are.
    ///
    /// # Errors
    /// When the store can't be listed.
    pub fn again<'x>(
        &self,
        store: &'x Store,
        settings: &'x Settings,
        only: Option<&[SessionId]>,
    ) -> Result<Compiler<'x>, skillc_captures::StoreError>
    where
        'e: 'x,
    {
        let mut compiler = Compiler::new(self.engine, store, settings, false)?.with_patterns(self.patterns.clone());
        if let Some(only) = only {
            for files in compiler.files.values_mut() {
                files.retain(|file| only.contains(&file.id));
            }
        }
        Ok(compiler)
    }

    /// The store.
    pub fn store(&self) -> &'e Store {
        self.store
    }

    /// How many sessions `app` has.
    pub fn sessions_of(&self, app: &AppSource) -> usize {
        self.files_of(app).len()
    }

    fn files_of(&self, app: &AppSource) -> &[SessionFile] {
        self.files.get(&fold(app.slug.as_str())).map_or(&[], Vec::as_slice)
    }

    /// The detector that was asked for its identity, because something was run again or could have been.
    pub fn detector(&self) -> Option<&str> {
        self.detections.asked()
    }

    /// Compiles `app`. `go_on` is asked before every unit; `done` is told of each session.
    pub fn compile(
        &self,
        app: &AppSource,
        go_on: &(dyn Fn() -> bool + Sync),
        done: &(dyn Fn() + Sync),
    ) -> AppResult<'e> {
        self.compile_as(app, false, go_on, done)
    }

    /// The same with every result in memory, for a cache that somebody emptied since it was asked.
    pub fn compile_held(&self, app: &AppSource, go_on: &(dyn Fn() -> bool + Sync)) -> AppResult<'e> {
        self.compile_as(app, true, go_on, &|| {})
    }

    fn compile_as(
        &self,
        app: &AppSource,
        held: bool,
        go_on: &(dyn Fn() -> bool + Sync),
        done: &(dyn Fn() + Sync),
    ) -> AppResult<'e> {
        let mut problems = Vec::new();
        let mut sessions = Vec::new();
        for source in self.sources(app) {
            match source {
                Ok(source) => sessions.push(source),
                Err(problem) => problems.push(problem),
            }
        }
        sessions.sort_by(|a, b| a.id().cmp(b.id()));
        let mut result = AppResult {
            app: app.clone(),
            sessions,
            detector: None,
            patterns: self.patterns.parameter().as_str().map(str::to_owned),
            compiled: None,
            problems,
            explanations: Vec::new(),
        };
        if result.sessions.is_empty() {
            return result;
        }
        let whole_key = self.whole_key(&result.sessions, &app.description);
        if !self.explain
            && !held
            && result.problems.is_empty()
            && let Some((compiled, detector)) = self.whole(app, whole_key)
        {
            result.compiled = Some(compiled);
            result.detector = detector;
            result.sessions.iter().for_each(|_| done());
            return result;
        }
        for try_number in 1..=MAX_TRIES {
            let run = self.engine.app(app.slug.as_str());
            let run = if try_number < MAX_TRIES && !held {
                run
            } else {
                run.holding()
            };
            let mut failures = Vec::new();
            let tried = self.stages(&run, app, &result.sessions, &mut failures, go_on, done);
            let mut finished = run.finish(tried.is_ok());
            if self.explain {
                result.explanations = std::mem::take(&mut finished.explanations);
            }
            match tried {
                Ok(compiled) => {
                    let compiled = compiled.map(|(compiled, rerun)| {
                        if rerun {
                            result.detector = self.detections.asked().map(str::to_owned);
                        }
                        if failures.is_empty() {
                            self.keep_whole(whole_key, &compiled, result.detector.clone(), finished);
                        }
                        compiled
                    });
                    result.problems.extend(failures);
                    result.compiled = compiled;
                    return result;
                }
                Err(AppError::Stale) => {}
                Err(AppError::Dry) => return result,
                Err(AppError::Stopped) => {
                    result.problems.push(Problem {
                        session: None,
                        message: "stopped before the end".to_owned(),
                    });
                    return result;
                }
            }
        }
        result.problems.push(Problem {
            session: None,
            message: "the cache keeps changing while it is in use; try another with --set workspace.cache=DIR"
                .to_owned(),
        });
        result
    }

    /// The sessions of `app` with what their contents are named by.
    fn sources(&self, app: &AppSource) -> Vec<Result<SessionSource, Problem>> {
        let files = self.files_of(app);
        let folders: BTreeSet<&Slug> = files.iter().map(|file| &file.app).collect();
        let listed = folders.into_iter().map(|folder| self.store.contents_of_app(folder));
        let listed: Result<Vec<_>, _> = listed.collect();
        let listed = listed.map(|contents| {
            let contents = contents.into_iter().flatten();
            contents
                .map(|contents| (contents.file.clone(), contents))
                .collect::<BTreeMap<_, _>>()
        });
        let source = |file: &SessionFile| {
            let contents = match &listed {
                Ok(listed) => listed.get(file).ok_or_else(|| "is no longer there".to_owned())?,
                Err(error) => return Err(error.to_string()),
            };
            let digest = self.index.digest(&contents.files).map_err(|error| error.to_string())?;
            let contents = contents.clone();
            Ok(SessionSource { contents, digest })
        };
        let problem = |file: &SessionFile, error: String| Problem {
            session: Some(file.id.to_string()),
            message: format!("could not be read: {error}"),
        };
        let sources = files
            .iter()
            .map(|file| source(file).map_err(|error| problem(file, error)));
        sources.collect()
    }

    /// Ends the work: keeps what was learned about the store.
    pub fn finish(self) {
        if !self.engine.is_dry() {
            self.index.save(&self.engine.cache);
        }
    }

    fn stages(
        &self,
        run: &AppRun<'e>,
        app: &AppSource,
        sessions: &[SessionSource],
        failures: &mut Vec<Problem>,
        go_on: &(dyn Fn() -> bool + Sync),
        done: &(dyn Fn() + Sync),
    ) -> Result<Option<(Compiled<'e>, bool)>, AppError> {
        let given = Given {
            run,
            store: self.store,
            description: &app.description,
            detections: &self.detections,
            patterns: &self.patterns,
            go_on,
        };
        let results: Vec<_> = sessions
            .par_iter()
            .map(|source| {
                let result = given.check().and_then(|()| session::run(given, source));
                done();
                result
            })
            .collect();
        let mut outputs = Vec::new();
        let mut dry = false;
        for (source, result) in sessions.iter().zip(results) {
            match result {
                Ok(output) => outputs.push(output),
                Err(UnitError::Stale) => return Err(AppError::Stale),
                Err(UnitError::Dry) => dry = true,
                Err(UnitError::Failed(SessionFailure::Stopped)) => return Err(AppError::Stopped),
                Err(UnitError::Failed(failure)) => failures.push(Problem {
                    session: Some(source.id().to_string()),
                    message: with_causes(&failure),
                }),
            }
        }
        if dry {
            for stage in [StageName::Graph, StageName::Flows, StageName::Skills] {
                run.may_run(stage.stage(), app.slug.as_str());
            }
            return Err(AppError::Dry);
        }
        if outputs.is_empty() {
            return Ok(None);
        }
        let rerun = outputs.iter().any(|output| output.rerun);
        match self.app_stages(run, app, outputs) {
            Ok(compiled) => Ok(Some((compiled, rerun))),
            Err(UnitError::Stale) => Err(AppError::Stale),
            Err(UnitError::Dry) => Err(AppError::Dry),
            Err(UnitError::Failed(failure)) => {
                failures.push(Problem {
                    session: None,
                    message: with_causes(&failure),
                });
                Ok(None)
            }
        }
    }

    fn app_stages(
        &self,
        run: &AppRun<'e>,
        app: &AppSource,
        sessions: Vec<SessionOutputs<'e>>,
    ) -> Result<Compiled<'e>, UnitError<SessionFailure>> {
        let description = &app.description;
        let unit = app.slug.as_str();
        let goal = common_goal(&sessions);
        let reading = sessions
            .iter()
            .filter_map(|session| session.reading.clone())
            .reduce(|mut all, one| {
                all.add(one);
                all
            });
        let last = last_recorded(&sessions);
        let sources: Vec<SessionSource> = sessions.iter().map(|session| session.source.clone()).collect();

        let stage = StageName::Graph.stage();
        let view = stage.view(description);
        let input =
            |session: &SessionOutputs<'_>| (format!("session {}", session.source.id()), session.evidence.digest);
        let inputs: BTreeMap<String, Digest> = sessions.iter().map(input).collect();
        let skip = skip_list(&view, &self.settings.compile.skip);
        let settings = json!({
            "compile.skip": self.settings.compile.skip,
            "workspace.patterns": self.patterns.elements(),
        });
        let graph = run.unit(stage, unit, &parameters(stage, &view, settings), inputs, || {
            // The graph grows session by session; a few of them are read ahead, so that the others needn't be in memory.
            let mut graph = GraphBuilder::new(&skip);
            let mut evidence = sessions.into_iter().map(|session| session.evidence).peekable();
            while evidence.peek().is_some() {
                let next: Vec<_> = evidence
                    .by_ref()
                    .take(rayon::current_num_threads() * READ_AHEAD)
                    .collect();
                let read = next.into_par_iter().map(Output::take);
                for session in read.collect::<Result<Vec<_>, _>>()? {
                    graph.add(&session);
                }
            }
            Ok(graph.finish())
        })?;

        let stage = StageName::Flows.stage();
        let view = stage.view(description);
        let cleanup = &self.patterns.library.cleanup;
        let settings = json!({ "goal": goal, "workspace.patterns": self.patterns.elements() });
        let inputs = BTreeMap::from([("graph".to_owned(), graph.digest)]);
        let flows = run.unit(stage, unit, &parameters(stage, &view, settings), inputs, || {
            let policy = FlowPolicy {
                goal,
                excluded_labels: cleanup.exclude_labels.clone(),
            };
            Ok(flows(graph.get()?, &policy))
        })?;

        let stage = StageName::Skills.stage();
        let view = stage.view(description);
        let settings = json!({
            "compile.layout": self.settings.compile.layout,
            "recorded_at": last.0,
            "workspace.patterns": self.patterns.parameter(),
        });
        let skills = run.unit(
            stage,
            unit,
            &parameters(stage, &view, settings),
            trees::inputs(&sources)
                .into_iter()
                .chain([("flows".to_owned(), flows.digest)])
                .collect(),
            || {
                let flows = flows.get()?;
                let mut context = skill_context(&view, self.settings.compile.layout, last);
                context.cleanup = TextCleanup {
                    strip_prefixes: cleanup.strip_prefixes.clone(),
                    exclude_labels: cleanup.exclude_labels.clone(),
                };
                context.recipe = recipe(&view, flows, &self.patterns);
                let set = skills(flows, &context);
                let context = trees::context(self.store, &view.app, &set, &sources);
                let context =
                    context.map_err(|error| UnitError::Failed(SessionFailure::Unreadable(Arc::new(error))))?;
                Ok(with_scripts(set, &context))
            },
        )?;
        flows.get()?;
        Ok(Compiled {
            summary: summary(graph.get()?, skills.get()?, reading),
            graph,
            flows,
            skills,
        })
    }

    fn whole_key(&self, sessions: &[SessionSource], description: &AppDescription) -> Digest {
        let setting = self.detections.setting().to_string();
        let mut parts = vec![b"whole 6".to_vec(), setting.into_bytes()];
        for stage in &STAGES {
            let compile = &self.settings.compile;
            let settings = json!([compile.skip, compile.layout, self.patterns.parameter()]);
            let read = parameters(stage, &stage.view(description), settings);
            parts.push(format!("{} {} {read}", stage.name, stage.version).into_bytes());
        }
        for session in sessions {
            parts.push(session.id().as_str().as_bytes().to_vec());
            parts.push(session.digest.0.to_vec());
        }
        Digest::of_parts(parts.iter().map(Vec::as_slice))
    }

    /// What is known of an app that nothing happened to, and the detector that it hangs on.
    fn whole(&self, app: &AppSource, key: Digest) -> Option<(Compiled<'e>, Option<String>)> {
        let cache = &self.engine.cache;
        let whole: Whole = postcard::from_bytes(&cache.read(key)?.1).ok()?;
        if let Some(detector) = &whole.detector
            && self.detections.detector().ok() != Some(detector)
        {
            return None;
        }
        self.engine.traced(app.slug.as_str(), whole.trace);
        let tally = &self.engine.tally;
        for (stage, units) in whole.units {
            if stage == StageName::Detect {
                tally.expect(stage, units);
            }
            tally.count(app.slug.as_str(), stage, Event::Hit(units), Duration::ZERO);
        }
        let compiled = Compiled {
            summary: whole.summary,
            graph: Output::known(whole.graph.0, whole.graph.1, cache),
            flows: Output::known(whole.flows.0, whole.flows.1, cache),
            skills: Output::known(whole.skills.0, whole.skills.1, cache),
        };
        Some((compiled, whole.detector))
    }

    fn keep_whole(&self, key: Digest, compiled: &Compiled<'_>, detector: Option<String>, finished: Finished) {
        let whole = Whole {
            graph: (compiled.graph.key, compiled.graph.digest),
            flows: (compiled.flows.key, compiled.flows.digest),
            skills: (compiled.skills.key, compiled.skills.digest),
            summary: compiled.summary.clone(),
            units: finished.units,
            trace: finished.trace,
            detector,
        };
        if let Ok(bytes) = postcard::to_stdvec(&whole) {
            self.engine.cache.write(key, Digest::of(&bytes), &bytes);
        }
    }
}

impl Compiled<'_> {
    /// Whether every result can be had; they are read on the way.
    pub fn is_whole(&self) -> bool {
        self.graph.get().is_ok() && self.flows.get().is_ok() && self.skills.get().is_ok()
    }

    /// Lets go of the results that the cache has.
    pub fn forget(&mut self) {
        self.graph.forget();
        self.flows.forget();
        self.skills.forget();
    }
}

fn summary(graph: &NavigationGraph, set: &SkillSet, reading: Option<Reading>) -> Summary {
    Summary {
        skills: set.skills.iter().map(|skill| skill.name.clone()).collect(),
        folder: set.folder.clone(),
        steps: set.skills.iter().map(|skill| skill.steps.len() as u64).sum(),
        screens: graph.screens.len() as u64,
        frames: graph.screens.iter().map(|screen| u64::from(screen.times_seen)).sum(),
        out_of_reach: out_of_reach(graph),
        reading,
    }
}

/// A failure with all that is behind it, in one line.
fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let message = error.to_string();
        if !text.ends_with(&message) {
            text = format!("{text}: {message}");
        }
        cause = error.source();
    }
    text
}

/// The goal of the sessions, if all of them have the same.
fn common_goal(sessions: &[SessionOutputs<'_>]) -> Option<String> {
    let mut goals = sessions.iter().map(|session| &session.goal);
    let first = goals.next()?;
    goals.all(|goal| goal == first).then(|| first.clone()).flatten()
}

/// When the last session began: its id says so.
fn last_recorded(sessions: &[SessionOutputs<'_>]) -> Timestamp {
    let began = |session: &SessionOutputs<'_>| {
        ulid::Ulid::from_string(session.source.id().as_str()).map_or(0, |id| id.timestamp_ms())
    };
    let last = sessions.iter().map(began).max().unwrap_or(0);
    Timestamp(i64::try_from(last).unwrap_or(0) * 1000)
}

/// The merged skip list: APP.md's patterns, then the configuration's, then the built-in ones.
pub fn skip_list(view: &AppDescription, global: &[String]) -> SkipList {
    let built_in = BUILT_IN.map(str::to_owned);
    let merged = merge(&SkipLayers {
        per_app: &view.skip,
        global,
        built_in: &built_in,
    });
    let pattern = |pattern: skillc_permissions::skip::SkipPattern| SkipPattern {
        text: pattern.text,
        source: match pattern.source {
            Layer::App(place) => SkipSource::AppMd(place),
            Layer::Permissions(_) => SkipSource::Settings,
            Layer::BuiltIn(_) => SkipSource::BuiltIn,
        },
    };
    SkipList(merged.into_iter().map(pattern).collect())
}

/// The skills with their scripts for agent-device and Maestro beside them.
pub fn with_scripts(mut set: SkillSet, context: &ScriptContext) -> SkillSet {
    for skill in &set.skills {
        // Beside the reference file of its flow, or in the folder of its own.
        let (folder, stem) = match skill.agent_path.as_slice() {
            [folder @ .., stem] if folder.len() > 1 => (folder, stem),
            folder => (folder, &skill.name),
        };
        let folder: Vec<&str> = folder.iter().map(String::as_str).collect();
        set.documents.extend(scripts(skill, context, &folder, stem).documents);
    }
    set.documents.sort();
    set
}

/// The recipe that APP.md names or that the first screen fits, as a skill tells of it.
fn recipe(view: &AppDescription, flows: &[Flow], patterns: &Patterns) -> Option<RecipeNote> {
    let first = flows
        .first()
        .and_then(|flow| flow.screens.first())
        .map(|first| &first.screen);
    let first = first.map(|screen| (screen.points.points.as_slice(), screen.window));
    let found = archetype(view.archetype.as_deref(), first, &patterns.library)?;
    Some(RecipeNote {
        name: found.recipe.name,
        navigation_type: found.recipe.navigation.kind,
        hints: found.recipe.hints,
    })
}

fn skill_context(view: &AppDescription, layout: config::Layout, recorded_at: Timestamp) -> SkillContext {
    let rules_act = view.obstacle_mode != skillc_app_description::ObstacleMode::Off;
    let hint = |rule: &skillc_app_description::ObstacleRule| ObstacleHint {
        trigger: rule.trigger.clone(),
        action: rule.action.clone(),
    };
    SkillContext {
        app: view.app.clone(),
        context: view.context.clone(),
        tips: view.tips.clone(),
        credentials: view
            .credentials
            .iter()
            .map(|credential| credential.name.clone())
            .collect(),
        obstacles: if rules_act {
            view.obstacles.iter().map(hint).collect()
        } else {
            Vec::new()
        },
        archetype: view.archetype.clone(),
        recipe: None,
        cleanup: TextCleanup::default(),
        layout: match layout {
            config::Layout::Auto => Layout::Auto,
            config::Layout::PerFlow => Layout::PerFlow,
            config::Layout::PerApp => Layout::PerApp,
        },
        recorded_at,
    }
}
