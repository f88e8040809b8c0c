//! `skillc record explore -- COMMAND`: our explorer drives a live server, guided by APP.md, and records.

use std::ffi::OsString;
use std::path::Path;

use clap::ValueEnum as _;
use serde_json::json;
use skillc_captures::{SessionWriter, Store};
use skillc_live::{Adapter, Drive, DriveError, LiveTarget, Opening};
use skillc_permissions::{Config, Policy, config_paths};
use skillc_recorders::{Budget, ExploreError, Explored, Explorer, Guide, Memory, Target as _};
use skillc_records::{Session, Slug};
use skillc_tabs::TabNames;

use super::declared::{SecretArgs, secrets};
use super::proxy::{AdapterChoice, one_app, subject};
use super::{BudgetArgs, counted, stop_note};
use crate::compile::AppSource;
use crate::context::Context;
use crate::exit_code::Outcome;
use crate::failure::{Failure, shown};
use crate::format::FormatKind;
use crate::loader::Place;
use crate::notice::{Level, one_line};

/// Arguments of `skillc record explore`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// APP.md that guides the exploration, or its app's name in the workspace
    #[arg(long, value_name = "FILE_OR_NAME")]
    pub app: String,
    /// The server's command as one text, e.g. "agent-device mcp"; or give it after --
    #[arg(long, value_name = "COMMAND", conflicts_with = "command")]
    pub server: Option<String>,
    /// How the server speaks; without it the server's name and tools tell
    #[arg(long, value_enum)]
    pub adapter: Option<AdapterChoice>,
    /// What the server starts: an app's name, or an address. Without it the app's name in APP.md
    #[arg(long, value_name = "NAME_OR_URL")]
    pub launch: Option<String>,
    /// The app is in front already: nothing is started
    #[arg(long, conflicts_with = "launch")]
    pub attach: bool,
    /// agent-device: ios, android, linux, …
    #[arg(long, value_name = "PLATFORM")]
    pub platform: Option<String>,
    /// Go on after the sessions of this app that are in the store: known screens are kept, and what was tapped isn't tapped again
    #[arg(long = "continue")]
    pub go_on: bool,
    /// What the session is for, in your words
    #[arg(long, value_name = "TEXT")]
    pub goal: Option<String>,
    /// How deep, how wide, how long
    #[command(flatten)]
    pub budget: BudgetArgs,
    /// Secrets
    #[command(flatten)]
    pub secret: SecretArgs,
    /// The server's command and its arguments
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

/// Explores until everything within reach was tried, the budget is spent or the user stops.
///
/// # Errors
/// When the arguments are wrong, permissions deny it, the server can't be driven or the store can't be written. What was recorded
/// until then stays.
pub(super) fn run(args: &Args, context: &Context) -> Result<Outcome, Failure> {
    let app = one_app(&args.app, context)?;
    let policy = policy(context)?;
    if let Some(policy) = &policy {
        policy.explore(&app.description.app).map_err(|refusal| {
            Failure::new(format!(
                "{} may not be explored: {refusal}",
                one_line(&app.description.app)
            ))
            .help("permissions.json says what may be done; it holds for this explorer as for the live one")
        })?;
    }
    let global = policy
        .as_ref()
        .and_then(|policy| policy.config.as_ref())
        .map(Config::skip_elements);
    let mut skip = global.unwrap_or_default().to_vec();
    skip.extend(context.config.settings.compile.skip.iter().cloned());
    let mut guide = Guide::of(&app.description, &skip);
    let opening = if args.attach {
        if std::mem::take(&mut guide.reset) {
            context.say(
                Level::Warning,
                "APP.md wants the app reset before it is explored; with --attach it is explored as it stands",
            );
        }
        Opening::InFront
    } else {
        Opening::Launch(args.launch.clone().unwrap_or_else(|| app.description.app.clone()))
    };
    let secrets = secrets(&args.secret, Some(&app))?;
    let folder = context.config.captures();
    let store = Store::create(&folder).map_err(|error| {
        Failure::new(format!("could not open the captures in {}", shown(&folder)))
            .because(error)
            .help("name a new, empty or existing capture store with --captures")
    })?;
    let drive = Drive {
        command: command(args)?,
        adapter: args.adapter.map(Adapter::from),
        opening,
        app: app.description.app.clone(),
        platform: args.platform.clone(),
        policy,
    };
    let mut target = LiveTarget::start(drive, secrets).map_err(|error| cannot_drive(&error))?;
    let session = target.session(&subject(Some(&app), args.goal.clone(), None));
    let mut writer = SessionWriter::begin(&store, session.clone())
        .map_err(|error| Failure::new(format!("could not record into {}", shown(store.root()))).because(error))?;
    let memory = if args.go_on {
        memory(&store, &session, &guide, context)
    } else {
        Memory::default()
    };
    let explored = explore(
        &mut target,
        &mut writer,
        &guide,
        args.budget.budget(),
        &memory,
        &app,
        context,
    );
    let ended_at = target.now();
    let sealed = writer.seal(ended_at).map_err(|error| {
        Failure::new(format!("could not seal the session in {}", shown(store.root())))
            .because(error)
            .help("what was recorded is kept: skillc captures recover tries again")
    })?;
    let explored = match explored {
        Ok(explored) => explored,
        Err(ExploreError::Target(error)) => {
            return Err(cannot_drive(&error).help(format!(
                "what was recorded until then is session {}: {}",
                sealed.session.id,
                counted(usize::try_from(sealed.frames).unwrap_or(usize::MAX), "frame")
            )));
        }
        Err(ExploreError::Tape(error)) => {
            return Err(Failure::new("the session could not be recorded any further").because(error));
        }
    };
    for format in &context.formats {
        let text = match format.kind {
            FormatKind::Json => format!(
                "{:#}\n",
                json!({ "format_version": 1, "app": session.app, "session": session.id, "screens": explored.screens,
                    "actions": explored.actions, "frames": explored.looks, "frontier": explored.frontier,
                    "stop": super::stop_word(explored.stop) })
            ),
            _ => format!(
                "{}: {}, {}, {} in session {}{}\n",
                one_line(&session.app),
                counted(explored.screens, "screen"),
                counted(explored.actions as usize, "action"),
                counted(explored.looks as usize, "frame"),
                session.id,
                stop_note(explored.stop)
            ),
        };
        format.write(&text)?;
    }
    Ok(Outcome::Clean)
}

type Walked = Result<Explored, ExploreError<DriveError, skillc_captures::WriteError>>;

fn explore(
    target: &mut LiveTarget,
    writer: &mut SessionWriter,
    guide: &Guide,
    budget: Budget,
    memory: &Memory,
    app: &AppSource,
    context: &Context,
) -> Walked {
    let bar = context.progress.bar("explore", budget.screens as u64);
    let name = one_line(&app.description.app);
    let stop_file = writer.session().id.clone();
    let store = writer.store().clone();
    let mut told = 0;
    let mut go_on = |explored: &Explored| {
        bar.set_position(explored.screens as u64);
        bar.set_message(format!(
            "{name}: {} to explore, {}, {} s of {} left",
            explored.frontier,
            counted(explored.actions as usize, "action"),
            budget.seconds.saturating_sub(explored.seconds),
            budget.seconds
        ));
        if explored.screens > told {
            told = explored.screens;
            context.say(
                Level::Detail,
                &format!(
                    "{}: {} found, {} to explore",
                    name,
                    counted(explored.screens, "screen"),
                    explored.frontier
                ),
            );
        }
        !context.is_stopped() && !store.is_asked_to_stop(&stop_file)
    };
    let explored = Explorer::go_on_after(memory, target, writer, guide, budget, &mut go_on);
    bar.finish_and_clear();
    explored
}

/// What the sessions in the store know of this app on a window of this size. One that can't be read is told and passed over.
fn memory(store: &Store, session: &Session, guide: &Guide, context: &Context) -> Memory {
    let slug = Slug::of(&session.app);
    let sessions = store.contents_of_app(&slug).unwrap_or_default();
    let mut recordings = Vec::new();
    for contents in &sessions {
        match store.read_contents(contents) {
            Ok(recording) if recording.session.window == session.window => recordings.push(recording),
            Ok(_) => {}
            Err(error) => context.say(
                Level::Warning,
                &format!("session {} is passed over: {error}", contents.file.id),
            ),
        }
    }
    let memory = Memory::of(&recordings, &TabNames::new(&guide.tabs));
    context.say(
        Level::Info,
        &format!(
            "goes on after {}: {} known",
            counted(recordings.len(), "session"),
            counted(memory.screens(), "screen")
        ),
    );
    memory
}

/// The server's command.
fn command(args: &Args) -> Result<Vec<OsString>, Failure> {
    let missing = || Failure::new("no server is named").help("give its command after --, or with --server \"COMMAND\"");
    match &args.server {
        None if args.command.is_empty() => Err(missing()),
        None => Ok(args.command.clone()),
        Some(text) => {
            let words = words(text).ok_or_else(|| {
                Failure::new("a quote in --server isn't closed")
                    .help("or give the command after --, as your shell splits it")
            })?;
            if words.is_empty() { Err(missing()) } else { Ok(words) }
        }
    }
}

/// The words of a command: parted by spaces, kept together by quotes.
fn words(text: &str) -> Option<Vec<OsString>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take().map(OsString::from)),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word.map(OsString::from));
    quote.is_none().then_some(words)
}

/// What permissions.json says, if there is one. Where there is none, whoever gives this command has decided.
fn policy(context: &Context) -> Result<Option<Policy>, Failure> {
    let place = Place::here()?;
    let (current, home) = (place.current.to_string_lossy(), place.home.to_string_lossy());
    let Some(path) = config_paths(&current, &home)
        .into_iter()
        .find(|path| Path::new(path).exists())
    else {
        return Ok(None);
    };
    let text = std::fs::read_to_string(&path).map_err(|error| error.to_string());
    let config = text.and_then(|text| Config::parse(&text).map_err(|error| error.to_string()));
    match config {
        Ok(config) => {
            context.say(
                Level::Detail,
                &format!("permissions are those of {}", shown(Path::new(&path))),
            );
            Ok(Some(Policy {
                config: Some(config),
                skip_permissions: false,
            }))
        }
        // The live server goes on as if there were none, and then allows nothing that changes things.
        Err(error) => Err(
            Failure::new(format!("{} can't be used: {error}", shown(Path::new(&path))))
                .help("mend it, so that it is known what may be tapped"),
        ),
    }
}

fn cannot_drive(error: &DriveError) -> Failure {
    let adapters: Vec<String> = AdapterChoice::value_variants()
        .iter()
        .filter(|choice| **choice != AdapterChoice::ChromeDevtools)
        .filter_map(|choice| Some(choice.to_possible_value()?.get_name().to_owned()))
        .collect();
    let failure = Failure::new(one_line(&error.to_string()));
    match error {
        DriveError::Unknown { .. } => failure.help(format!("say how it speaks with --adapter {}", adapters.join("|"))),
        DriveError::NoTool { .. } => {
            failure.help("playwright needs --caps vision; others: is --adapter the right one?")
        }
        DriveError::NoWindow => failure.help("is the app in front? --launch names what the server starts"),
        DriveError::Refused { .. } => {
            failure.help("--launch names what the server starts; --platform the device, for agent-device")
        }
        _ => failure.help("try the server's command by itself"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_split_as_a_shell_would_in_simple_cases() {
        let split = |text| {
            words(text).map(|words| {
                words
                    .into_iter()
                    .map(|word| word.into_string().unwrap())
                    .collect::<Vec<_>>()
            })
        };
        assert_eq!(
            split(" npx  @playwright/mcp "),
            Some(vec!["npx".to_owned(), "@playwright/mcp".to_owned()])
        );
        assert_eq!(
            split(r#"a "b c" d''e"#),
            Some(vec!["a".to_owned(), "b c".to_owned(), "de".to_owned()])
        );
        assert_eq!(split(r#"a "b"#), None);
        assert_eq!(split(""), Some(Vec::new()));
    }
}
