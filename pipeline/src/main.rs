//! The `skillc` program: reads the command line and hands over to the library.

use std::process::{Command, ExitCode};

/// What keeps ONNX Runtime from reporting to its makers. Official builds from 1.3x on note an event, and a device id in the user's
/// home, as soon as they are loaded, before they can be told not to; only this variable is read early enough.
const NO_TELEMETRY: &str = "ORT_DISABLE_TELEMETRY";

fn main() -> ExitCode {
    if std::env::var_os(NO_TELEMETRY).is_none()
        && let Some(code) = again_without_telemetry()
    {
        return code;
    }
    skillc::run(std::env::args_os()).into()
}

/// Starts this program again with the variable set, since a running program can't set its own safely. None if that fails: then it goes
/// on as it is.
fn again_without_telemetry() -> Option<ExitCode> {
    let mut command = Command::new(std::env::current_exe().ok()?);
    command.args(std::env::args_os().skip(1)).env(NO_TELEMETRY, "1");
    replaced_by(command)
}

/// Becomes `command`; returns only if that fails.
#[cfg(unix)]
fn replaced_by(mut command: Command) -> Option<ExitCode> {
    use std::os::unix::process::CommandExt as _;
    if let Some(name) = std::env::args_os().next() {
        command.arg0(name);
    }
    let _ = command.exec();
    None
}

/// Runs `command` and ends as it ends.
#[cfg(not(unix))]
fn replaced_by(mut command: Command) -> Option<ExitCode> {
    let code = command.status().ok()?.code()?;
    Some(ExitCode::from(u8::try_from(code).unwrap_or(2)))
}
