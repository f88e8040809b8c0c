//! `skillc simulate`.

use crate::context::Context;
use crate::exit_code::Outcome;
use crate::failure::Failure;

/// Arguments of `skillc simulate`.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs the command.
///
/// # Errors
/// Always, until it is written.
pub fn run(_: &Args, _: &Context) -> Result<Outcome, Failure> {
    Err(Failure::new("skillc simulate is not there yet"))
}
