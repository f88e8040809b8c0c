//! How far a walk came.

/// How a walk went.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The steps that were done, in order; the last one is the one that failed, if one did.
    pub steps: Vec<StepReport>,
    /// How it ended.
    pub outcome: Outcome,
    /// Obstacles that were dismissed on the way: what was tapped.
    pub dismissed: Vec<String>,
}

/// How one step went.
#[derive(Debug, Clone, PartialEq)]
pub struct StepReport {
    /// Its number in the file.
    pub number: usize,
    /// Its text.
    pub text: String,
    /// How it went.
    pub outcome: StepOutcome,
}

/// How one step went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepOutcome {
    /// As it says.
    Done,
    /// What it waits for came only after the next step: it stands too early in the file.
    OutOfOrder,
    /// There was nothing to do: a note, or a dialog that didn't come up.
    Nothing,
    /// It failed.
    Failed,
}

/// How a walk ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// At its end.
    Arrived,
    /// At a step.
    Failed {
        /// The step's number in the file.
        step: usize,
        /// Why.
        reason: Failed,
        /// The texts on the screen, from top to bottom.
        on_screen: Vec<String>,
    },
}

/// Why a step failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failed {
    /// What it waits for doesn't come.
    #[error("{0:?} is not visible")]
    NotVisible(String),
    /// What should not be there is.
    #[error("{0:?} is visible")]
    Visible(String),
    /// What should be touched isn't there.
    #[error("there is no {0:?} to touch")]
    NoTarget(String),
    /// There is no app of this name.
    #[error("there is no app {0:?} here")]
    NoApp(String),
    /// The driver has no such gesture.
    #[error("this can't be done here")]
    Unsupported,
    /// The driver refuses.
    #[error("the app could not be driven any further: {0}")]
    Driver(String),
    /// It ends on another screen than the one recorded.
    #[error("the last screen is not the one that was recorded")]
    WrongDestination,
    /// It was recorded in a window of another size.
    #[error("it was compiled for a window of {compiled} points, and this one has {here}")]
    OtherWindow {
        /// Width × height that it was compiled for.
        compiled: String,
        /// Width × height here.
        here: String,
    },
}

impl Report {
    /// Whether it arrived.
    pub fn arrived(&self) -> bool {
        self.outcome == Outcome::Arrived
    }

    /// How many steps came out so.
    pub fn count(&self, outcome: StepOutcome) -> usize {
        self.steps.iter().filter(|step| step.outcome == outcome).count()
    }
}
