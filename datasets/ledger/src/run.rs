//! A run as records.

use skillc_records::{SessionId, Timestamp};

/// One run of the program over any number of apps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// Its ULID; sorts by the time of its start.
    pub id: SessionId,
    /// `compile`, `nightly`, …
    pub command: String,
    /// When it began.
    pub started_at: Timestamp,
    /// When it was over.
    pub ended_at: Timestamp,
    /// How it ended.
    pub outcome: RunOutcome,
    /// The commit of the workspace, where it is one.
    pub git_revision: Option<String>,
    /// The version of skillc.
    pub skillc_version: String,
    /// Versions of what results depend on (models, runtimes), by name.
    pub versions: Vec<(String, String)>,
    /// What it did, app by app.
    pub apps: Vec<AppRun>,
    /// What went wrong and belongs to no app.
    pub problems: Vec<String>,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunOutcome {
    /// Nothing to report.
    Clean,
    /// There were findings.
    Findings,
    /// It could not be done.
    Failed,
}

/// What a run did for one app.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AppRun {
    /// The app's slug.
    pub app: String,
    /// Sessions that were compiled.
    pub sessions: u64,
    /// Their frames.
    pub frames: u64,
    /// Screens of the navigation graph.
    pub screens: u64,
    /// Skills that came out.
    pub skills: u64,
    /// Their steps.
    pub steps: u64,
    /// What each stage did, in the order of the stages.
    pub stages: Vec<StageRun>,
    /// What went wrong.
    pub problems: Vec<String>,
}

/// What a stage did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StageRun {
    /// The stage.
    pub stage: String,
    /// Units that ran.
    pub run: u64,
    /// Units whose result was in the cache.
    pub hit: u64,
    /// Units that failed.
    pub failed: u64,
    /// Time spent in them, over all threads, in milliseconds.
    pub elapsed_ms: u64,
}

impl RunOutcome {
    /// Every outcome.
    pub const ALL: [Self; 3] = [Self::Clean, Self::Findings, Self::Failed];

    /// The word in the ledger.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Clean => "clean",
            Self::Findings => "findings",
            Self::Failed => "failed",
        }
    }
}
