//! A run of the program, from its start to its file in the ledger.
//!
//! Runs in a workspace are kept: what each app came to, which units ran, how it ended, also if that was badly. A ledger that can't be
//! written is a notice and no failure: the work is done all the same.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::JoinHandle;
use std::time::{SystemTime, UNIX_EPOCH};

use skillc_ledger::{AppRun, Ledger, Run, RunOutcome, StageRun};
use skillc_records::{SessionId, Timestamp};

use crate::compile::{AppResult, Compiler};
use crate::context::Context;
use crate::engine::{Engine, STAGES};
use crate::exit_code::Outcome;
use crate::failure::Failure;
use crate::notice::Level;

/// A run that is going on.
#[derive(Debug)]
pub struct RunLog {
    command: &'static str,
    started_at: Timestamp,
    /// Asked for at the start, so that nobody waits for git at the end.
    revision: Option<JoinHandle<Option<String>>>,
    detector: Option<String>,
    apps: Vec<AppRun>,
    problems: Vec<String>,
}

impl RunLog {
    /// A run of `command` begins now; none outside a workspace, which has no ledger.
    pub fn begin(command: &'static str, context: &Context) -> Option<Self> {
        let workspace = context.config.workspace.clone()?;
        Some(Self {
            command,
            started_at: now(),
            revision: std::thread::Builder::new().spawn(move || git_revision(&workspace)).ok(),
            detector: None,
            apps: Vec::new(),
            problems: Vec::new(),
        })
    }

    /// What the apps came to; `problems` belong to none of them.
    pub fn worked(&mut self, engine: &Engine, compiler: &Compiler<'_>, results: &[AppResult<'_>], problems: &[String]) {
        self.apps = app_runs(engine, results);
        self.detector = compiler.detector().map(str::to_owned);
        self.problems = problems.to_vec();
    }

    /// The run is over: it goes into the ledger.
    pub fn end(self, outcome: &Result<Outcome, Failure>, context: &Context) {
        let Ok(id) = SessionId::parse(&ulid::Ulid::generate().to_string()) else {
            return;
        };
        let mut problems = self.problems;
        if let Err(failure) = outcome {
            problems.push(failure.to_string());
        }
        let stages = STAGES
            .iter()
            .map(|stage| (format!("stage {}", stage.name), stage.version.to_string()));
        let run = Run {
            id,
            command: self.command.to_owned(),
            started_at: self.started_at,
            ended_at: now(),
            outcome: match outcome {
                Ok(Outcome::Clean) => RunOutcome::Clean,
                Ok(Outcome::Findings | Outcome::Passed(_)) => RunOutcome::Findings,
                Err(_) => RunOutcome::Failed,
            },
            git_revision: self.revision.and_then(|asked| asked.join().ok()).flatten(),
            skillc_version: env!("CARGO_PKG_VERSION").to_owned(),
            versions: stages
                .chain(self.detector.map(|id| ("detector".to_owned(), id)))
                .collect(),
            apps: self.apps,
            problems,
        };
        if let Err(error) = Ledger::new(context.config.runs()).append(&run) {
            context.say(Level::Warning, &format!("the run is not in the ledger: {error}"));
        }
    }
}

fn app_runs(engine: &Engine, results: &[AppResult<'_>]) -> Vec<AppRun> {
    let mut stages: BTreeMap<String, Vec<StageRun>> = BTreeMap::new();
    for ((app, stage), counts) in engine.tally.by_app() {
        stages.entry(app).or_default().push(StageRun {
            stage: stage.as_str().to_owned(),
            run: counts.run,
            hit: counts.hit,
            failed: counts.failed,
            elapsed_ms: counts.ms,
        });
    }
    let run = |result: &AppResult<'_>| {
        let summary = result
            .compiled
            .as_ref()
            .map(|compiled| compiled.summary.clone())
            .unwrap_or_default();
        AppRun {
            app: result.app.slug.as_str().to_owned(),
            sessions: result.usable_sessions() as u64,
            frames: summary.frames,
            screens: summary.screens,
            skills: summary.skills.len() as u64,
            steps: summary.steps,
            stages: stages.get(result.app.slug.as_str()).cloned().unwrap_or_default(),
            problems: result.problems.iter().map(|problem| problem.message.clone()).collect(),
        }
    };
    results.iter().map(run).collect()
}

/// The commit of the workspace; none outside a repository or without git.
fn git_revision(workspace: &Path) -> Option<String> {
    // Without this walk, git is started in vain wherever there is no repository.
    let absolute: PathBuf = std::path::absolute(workspace).ok()?;
    absolute.ancestors().find(|folder| folder.join(".git").exists())?;
    let output = Command::new("git")
        .args(["rev-parse", "HEAD"])
        .current_dir(workspace)
        .stdin(Stdio::null())
        .output()
        .ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp(i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
}
