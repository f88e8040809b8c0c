//! Maestro flows: the part of the language that agent-device runs, as typed programs that know where each command stands.
//!
//! | module | what it holds |
//! |---|---|
//! | [`program`](mod@program) | a flow as data |
//! | [`read`](mod@read) | from YAML to program; what isn't supported is refused by line |
//! | [`write`](fn@write) | from program to YAML |
//! | [`references`](fn@references) | the files that a flow runs |
//!
//! A command or field that isn't supported is refused and never skipped: a flow that runs without it is another flow.
//!
//! Source: reference on agent-device, §6.

mod fields;
pub mod program;
pub mod read;
mod targets;
mod write;
mod yaml;

pub use program::{
    Attempt, Config, Direction, Gesture, Hundredths, Include, Key, MaestroCommand, Point, Program, Selector, Sourced,
    Tap, TapTarget, Value, Wait, When,
};
pub use read::{MaestroError, MaestroProblem, read};
pub use write::write;

/// The files that `program` runs, as it names them, in order: flows and scripts, those in nested commands included.
pub fn references(program: &Program) -> Vec<String> {
    let mut open: Vec<&Sourced> = program.commands.iter().rev().collect();
    open.extend(program.config.on_flow_complete.iter().rev());
    open.extend(program.config.on_flow_start.iter().rev());
    let mut files = Vec::new();
    while let Some(sourced) = open.pop() {
        match &sourced.command {
            MaestroCommand::RunFlow {
                include: Include::File(file),
                ..
            } => files.push(file.clone()),
            MaestroCommand::RunFlow {
                include: Include::Commands(commands),
                ..
            }
            | MaestroCommand::Repeat { commands, .. }
            | MaestroCommand::Retry { commands, .. } => open.extend(commands.iter().rev()),
            MaestroCommand::RunScript { file, .. } => files.push(file.clone()),
            _ => {}
        }
    }
    files
}
