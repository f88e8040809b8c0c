//! `skillc nightly`.

use crate::context::Context;
use crate::exit_code::Outcome;
use crate::failure::Failure;

/// Arguments of `skillc nightly`.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs the command.
pub fn run(_: &Args, _: &Context) -> Result<Outcome, Failure> {
    Err(Failure::new("not there yet"))
}
