//! The exit codes, all of them.

use std::process::ExitCode;

/// How a command ended, when it could be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing to report: exit code 0.
    Clean,
    /// Findings: a change, a regression, a lint error. Exit code 1.
    Findings,
    /// A server ran behind `skillc record proxy`, and its exit code is passed on.
    Passed(u8),
}

/// How the program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// 0: nothing to report.
    Clean,
    /// 1: findings.
    Findings,
    /// 2: it could not be done (bad usage, bad input, I/O, interrupted).
    Failed,
    /// Not our own: that of the server behind `skillc record proxy`, which stands in the server's place.
    Passed(u8),
}

impl From<Outcome> for Exit {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Clean => Self::Clean,
            Outcome::Findings => Self::Findings,
            Outcome::Passed(code) => Self::Passed(code),
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Clean => 0,
            Exit::Findings => 1,
            Exit::Failed => 2,
            Exit::Passed(code) => code,
        })
    }
}

impl Outcome {
    /// Findings if there are any.
    pub fn findings_if(any: bool) -> Self {
        if any { Self::Findings } else { Self::Clean }
    }
}
