//! `skillc record proxy -- COMMAND`: stands in place of an agent's automation server, and records what passes.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::{Duration, SystemTime};

use clap::ValueEnum;
use skillc_captures::Store;
use skillc_live::{Adapter, LocalFiles, Observer, Subject, proxy};

use super::counted;
use super::declared::{SecretArgs, secrets};
use crate::commands::compile::find_apps;
use crate::compile::AppSource;
use crate::context::Context;
use crate::exit_code::Outcome;
use crate::failure::{Failure, shown};
use crate::notice::{Level, one_line};

/// Arguments of `skillc record proxy`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// APP.md of the app that your agent will drive, or its name in the workspace
    #[arg(long, value_name = "FILE_OR_NAME")]
    pub app: Option<String>,
    /// How the server speaks; without it the server's name and tools tell
    #[arg(long, value_enum)]
    pub adapter: Option<AdapterChoice>,
    /// What the session is for, in your words
    #[arg(long, value_name = "TEXT")]
    pub goal: Option<String>,
    /// mirroir: after each describe_screen, ask the server for a picture without the grid; your agent's next call waits for it
    #[arg(long)]
    pub clean_shots: bool,
    /// Secrets
    #[command(flatten)]
    pub secret: SecretArgs,
    /// The server's command and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

/// How a server speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AdapterChoice {
    /// mirroir-mcp, or skillc simulate.
    Mirroir,
    /// agent-device mcp.
    AgentDevice,
    /// @playwright/mcp.
    Playwright,
    /// chrome-devtools-mcp.
    ChromeDevtools,
}

impl From<AdapterChoice> for Adapter {
    fn from(choice: AdapterChoice) -> Self {
        match choice {
            AdapterChoice::Mirroir => Self::Mirroir,
            AdapterChoice::AgentDevice => Self::AgentDevice,
            AdapterChoice::Playwright => Self::Playwright,
            AdapterChoice::ChromeDevtools => Self::Devtools,
        }
    }
}

/// Runs the server until it ends, and ends with its exit code. Stdout belongs to the protocol: what there is to say goes to stderr.
///
/// # Errors
/// When the arguments are wrong or the server can't be started. What goes wrong with the recording is a notice.
pub(super) fn run(args: &Args, context: &Context) -> Result<Outcome, Failure> {
    let app = args.app.as_ref().map(|app| one_app(app, context)).transpose()?;
    let secrets = secrets(&args.secret, app.as_ref())?;
    let folder = context.config.captures();
    let observer = match Store::create(&folder) {
        Ok(store) => {
            let subject = subject(app.as_ref(), args.goal.clone(), args.adapter.map(Adapter::from));
            Some(Observer::new(store, subject, Box::new(files()), secrets))
        }
        Err(error) => {
            context.say(
                Level::Warning,
                &format!(
                    "nothing is recorded: the captures in {} could not be opened: {error}",
                    shown(&folder)
                ),
            );
            None
        }
    };
    let notices = context.notices;
    let notice = Box::new(move |text: &str| notices.say(Level::Warning, text));
    let stop = context.stop_flag();
    let proxied = proxy::run(&args.command, observer, args.clean_shots, notice, &stop).map_err(|error| {
        let command = args
            .command
            .first()
            .map(|command| command.to_string_lossy().into_owned());
        Failure::new(format!("could not start {}", one_line(&command.unwrap_or_default())))
            .because(error)
            .help("everything after -- is the server's command, as your agent's configuration had it")
    })?;
    if let Some(sealed) = &proxied.sealed {
        context.say(
            Level::Info,
            &format!(
                "{}: {}, {} in session {}",
                one_line(&sealed.session.app),
                counted(usize::try_from(sealed.frames).unwrap_or(usize::MAX), "frame"),
                counted(usize::try_from(sealed.actions).unwrap_or(usize::MAX), "action"),
                sealed.session.id
            ),
        );
    }
    Ok(Outcome::Passed(code(proxied.status)))
}

/// The one APP.md that `--app` names.
pub(super) fn one_app(name: &str, context: &Context) -> Result<AppSource, Failure> {
    let found = find_apps(&[name.to_owned()], context)?.found;
    let [app] = <[AppSource; 1]>::try_from(found).map_err(|found| {
        Failure::new(format!("{name:?} holds {}", counted(found.len(), "app"))).help("name one APP.md")
    })?;
    Ok(app)
}

/// What is known of the session before it begins.
pub(super) fn subject(app: Option<&AppSource>, goal: Option<String>, adapter: Option<Adapter>) -> Subject {
    Subject {
        app: app.map(|app| app.description.app.clone()),
        app_md: app.map(|app| app.text.clone()),
        locale: app.and_then(|app| app.description.locale.clone()),
        goal,
        adapter,
        chance: ulid::Ulid::generate().random(),
    }
}

/// The files that a server which starts now will name.
pub(super) fn files() -> LocalFiles {
    // Some file systems keep whole seconds only.
    let since = SystemTime::now() - Duration::from_secs(2);
    LocalFiles {
        base: std::env::current_dir().unwrap_or_else(|_| PathBuf::from(".")),
        since,
    }
}

/// The exit code of a server; 128 and the signal's number where a signal ended it, as shells say it.
fn code(status: ExitStatus) -> u8 {
    let code = status.code().or_else(|| signal(status).map(|signal| 128 + signal));
    u8::try_from(code.unwrap_or(2)).unwrap_or(2)
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_status: ExitStatus) -> Option<i32> {
    None
}
