//! The command line, in one place: help, completion and the manual come from it.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::commands;

/// Compile recorded app sessions and APP.md into skills, offline.
#[derive(Debug, Parser)]
#[command(name = "skillc", version, about, propagate_version = true, max_term_width = 110)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// What holds for every command.
    #[command(flatten)]
    pub global: Global,
}

/// The flags that every command knows.
#[derive(Debug, Clone, Default, Args)]
pub struct Global {
    /// Configuration file; without it, skillc.toml is looked for from the current folder upwards
    #[arg(long, global = true, value_name = "FILE", env = "SKILLC_CONFIG")]
    pub config: Option<PathBuf>,
    /// Set one configuration key, e.g. --set compile.layout=per-app
    #[arg(long = "set", global = true, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// Capture store
    #[arg(long, global = true, value_name = "DIR")]
    pub captures: Option<PathBuf>,
    /// Where results go
    #[arg(long, global = true, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Threads to use; 0 means one a core
    #[arg(long, global = true, value_name = "N")]
    pub jobs: Option<usize>,
    /// Output format; repeat it for several, e.g. --format human --format json=FILE
    #[arg(long, global = true, value_name = "KIND[=FILE]")]
    pub format: Vec<String>,
    /// Say only what went wrong
    #[arg(long, short, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Say more
    #[arg(long, short, global = true)]
    pub verbose: bool,
    /// How notices are written to stderr
    #[arg(long, global = true, value_enum, default_value_t = LogFormat::Human)]
    pub log_format: LogFormat,
}

/// How notices are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum LogFormat {
    /// A line of text.
    #[default]
    Human,
    /// A line of JSON.
    Json,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Record a live session: simulator, MCP proxy, own explorer
    Record(commands::record::Args),
    /// Lint APP.md, by itself and against the captures
    Check(commands::check::Args),
    /// Captures and APP.md into skills
    Compile(commands::compile::Args),
    /// What an APP.md edit, another recording or another detector changes in the skills, and why
    Diff(commands::diff::Args),
    /// Pictures or captures into texts and icons
    Detect(commands::detect::Args),
    /// How much of what is there the detectors find: against labels, by slice, compared, with gates
    Recall(commands::recall::Args),
    /// Everything in the workspace: compile, compare with what was accepted, report
    Nightly(commands::nightly::Args),
    /// Take the new skills as the accepted ones
    Accept(commands::accept::Args),
    /// Walk a compiled skill in the simulator and say whether it arrives
    Replay(commands::replay::Args),
    /// Serve the simulator scenes of an APP.md as an MCP server
    Simulate(commands::simulate::Args),
    /// List, show, verify, recover, import, export and clean recorded sessions
    Captures(commands::captures::Args),
    /// Size, check and clean the cache of stage results
    Cache(commands::cache::Args),
    /// The ledger of past runs
    Runs(commands::runs::Args),
    /// Evaluate one rule on JSON Lines
    Rule(commands::rule::Args),
    /// What is installed, what is used, what is missing and how to get it
    Doctor(commands::doctor::Args),
    /// What configuration is in force, and where each value is from
    Config(commands::config::Args),
}
