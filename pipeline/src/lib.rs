//! The `skillc` program as a library: the command line, configuration, and the order of stages.
//!
//! | module | what it holds |
//! |---|---|
//! | [`accepting`](mod@accepting) | some or all of what changed becomes what later runs compare with |
//! | [`cli`](mod@cli) | the command line |
//! | [`compile`](mod@compile) | from captures and APP.md to skills: the order of the stages |
//! | [`compare`](mod@compare) | two sides compared: revisions, recordings, settings, or what was accepted |
//! | [`config`](mod@config) | `skillc.toml`, environment and flags, each value with its origin |
//! | [`context`](mod@context) | what every command is given |
//! | [`commands`](mod@commands) | one file a command |
//! | [`detector`](mod@detector) | the detector that the configuration asks for |
//! | [`engine`](mod@engine) | units of stages, their cache, and why each ran |
//! | [`exit_code`](mod@exit_code) | 0, 1, 2 |
//! | [`failure`](mod@failure) | why a command could not be done |
//! | [`format`](mod@format) | `--format KIND[=FILE]` |
//! | [`ledger`](mod@ledger) | a run, from its start to its file in the ledger |
//! | [`loader`](mod@loader) | which APP.md describes an app: the walk over the folders |
//! | [`notice`](mod@notice) | what is said on stderr |
//! | [`progress`](mod@progress) | progress bars |
//! | [`revision`](mod@revision) | descriptions in files, folders and git revisions |
//! | [`recorded`](mod@recorded) | what was recorded of an app, for the linter |
//! | [`rule`](mod@rule) | one rule on JSON Lines |

pub mod accepting;
pub mod cli;
pub mod commands;
pub mod compare;
pub mod compile;
pub mod config;
pub mod context;
pub mod detector;
pub mod engine;
pub mod exit_code;
pub mod failure;
pub mod format;
mod labels;
pub mod ledger;
pub mod loader;
pub mod notice;
pub mod overlay;
pub mod progress;
pub mod recorded;
pub mod revision;
pub mod rule;

use std::ffi::OsString;
use std::io::Write as _;

use clap::Parser as _;

use crate::cli::{Cli, Command, LogFormat};
use crate::context::Context;
use crate::exit_code::{Exit, Outcome};
use crate::failure::Failure;

/// Runs the program with `arguments` (the first is its own name) and says how it ended.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Exit {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // clap prints help and version to stdout (no failure) and bad usage to stderr.
            let failed = error.use_stderr();
            let _ = error.print();
            return if failed { Exit::Failed } else { Exit::Clean };
        }
    };
    let outcome = Context::new(&cli.global).and_then(|context| dispatch(&cli.command, &context));
    match outcome {
        Ok(outcome) => outcome.into(),
        Err(failure) => {
            let text = match cli.global.log_format {
                LogFormat::Human => format!("{:?}", miette::Report::new(failure)),
                LogFormat::Json => failure.to_json().to_string(),
            };
            let _ = writeln!(std::io::stderr(), "{text}");
            Exit::Failed
        }
    }
}

fn dispatch(command: &Command, context: &Context) -> Result<Outcome, Failure> {
    match command {
        Command::Record(args) => commands::record::run(args, context),
        Command::Check(args) => commands::check::run(args, context),
        Command::Compile(args) => commands::compile::run(args, context),
        Command::Diff(args) => commands::diff::run(args, context),
        Command::Detect(args) => commands::detect::run(args, context),
        Command::Recall(args) => commands::recall::run(args, context),
        Command::Nightly(args) => commands::nightly::run(args, context),
        Command::Accept(args) => commands::accept::run(args, context),
        Command::Replay(args) => commands::replay::run(args, context),
        Command::Simulate(args) => commands::simulate::run(args, context),
        Command::Captures(args) => commands::captures::run(args, context),
        Command::Cache(args) => commands::cache::run(args, context),
        Command::Runs(args) => commands::runs::run(args, context),
        Command::Rule(args) => commands::rule::run(args, context),
        Command::Doctor(args) => commands::doctor::run(args, context),
        Command::Config(args) => commands::config::run(args, context),
    }
}
