//! The `skillc` program: reads the command line and hands over to the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    skillc::run(std::env::args_os()).into()
}
