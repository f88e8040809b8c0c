//! `skillc record`: records a live session.
//!
//! | module | what it does |
//! |---|---|
//! | this one | records the scenes of an APP.md in the simulator |
//! | `explore` | our explorer drives a live server, and records |
//! | `proxy` | stands between an agent and its automation server, and records what passes |
//! | `status` | what is being recorded now, and how to end it |
//! | `declared` | the secrets that APP.md and the flags declare |

mod declared;
mod explore;
mod proxy;
mod status;

use std::path::Path;

use clap::ValueEnum;
use serde_json::{Value, json};
use skillc_app_check::masked;
use skillc_captures::{SessionWriter, Store, WriteError};
use skillc_recorders::{
    Budget, ExploreError, Explored, Explorer, Guide, SimulatedTarget, SimulatorRun, Stop, simulator_session,
};
use skillc_records::{AppField, Orientation, Session, SessionState, Timestamp};
use skillc_simulator::{Simulator, SimulatorError, SimulatorOptions, TabStyle, Theme};

use crate::commands::compile::find_apps;
use crate::compile::AppSource;
use crate::context::Context;
use crate::exit_code::Outcome;
use crate::failure::{Failure, shown};
use crate::format::FormatKind;
use crate::notice::{Level, one_line};

/// Arguments of `skillc record`.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    /// Another way to record
    #[command(subcommand)]
    pub way: Option<Way>,
    /// What is recorded
    #[arg(long, value_enum, default_value_t = Source::Simulator)]
    pub source: Source,
    /// APP.md to record, or the name of an app of the workspace; repeat it for several. Without it, all of the workspace
    #[arg(long, value_name = "FILE_OR_NAME")]
    pub app: Vec<String>,
    /// What simulated time and small delays follow from; the same seed gives the same recording
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// What the session is for, in your words
    #[arg(long, value_name = "TEXT")]
    pub goal: Option<String>,
    /// Simulator: light or dark
    #[arg(long, value_enum)]
    pub theme: Option<ThemeChoice>,
    /// Simulator: a tab bar without labels
    #[arg(long)]
    pub icon_only: bool,
    /// Simulator: which way the window is held; by default sideways for apps with a vertical Tab Layout
    #[arg(long, value_enum)]
    pub orientation: Option<OrientationChoice>,
    /// How deep, how wide, how long
    #[command(flatten)]
    pub budget: BudgetArgs,
}

/// The limits of an exploration.
#[derive(Debug, Clone, clap::Args)]
pub struct BudgetArgs {
    /// Screens further than this from the first one are not explored
    #[arg(long, value_name = "N", default_value_t = Budget::default().depth)]
    pub max_depth: u32,
    /// The most screens
    #[arg(long, value_name = "N", default_value_t = Budget::default().screens)]
    pub max_screens: usize,
    /// The longest time by the app's clock
    #[arg(long, value_name = "SECONDS", default_value_t = Budget::default().seconds)]
    pub max_seconds: u32,
    /// The most taps on one screen; tabs, dismissals and ways back don't count
    #[arg(long, value_name = "N", default_value_t = Budget::default().actions_per_screen)]
    pub max_actions: usize,
    /// The most strokes to see what is below on one screen
    #[arg(long, value_name = "N", default_value_t = Budget::default().scrolls)]
    pub max_scrolls: usize,
}

impl BudgetArgs {
    fn budget(&self) -> Budget {
        Budget {
            depth: self.max_depth,
            screens: self.max_screens,
            seconds: self.max_seconds,
            actions_per_screen: self.max_actions,
            scrolls: self.max_scrolls,
        }
    }
}

/// Ways to record something else than the simulator.
#[derive(Debug, clap::Subcommand)]
pub enum Way {
    /// Explore a live app through its automation server, as APP.md guides, and record it
    Explore(explore::Args),
    /// Stand in place of your agent's automation server: everything passes unchanged, and is recorded
    Proxy(proxy::Args),
    /// What is being recorded into the store now
    Status(status::StatusArgs),
    /// End sessions that are being recorded: they are sealed, and what records them goes on without recording
    Stop(status::StopArgs),
}

/// What is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Source {
    /// The Simulator scenes of an APP.md.
    Simulator,
}

/// Light or dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ThemeChoice {
    /// Dark text on light ground.
    Light,
    /// Light text on dark ground.
    Dark,
}

/// Which way the window is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OrientationChoice {
    /// Upright.
    Portrait,
    /// Sideways.
    Landscape,
}

/// Records each app and says what was recorded.
///
/// # Errors
/// When an app can't be read or has no scenes, or the store can't be written.
pub fn run(args: &Args, context: &Context) -> Result<Outcome, Failure> {
    match &args.way {
        Some(Way::Explore(args)) => return explore::run(args, context),
        Some(Way::Proxy(args)) => return proxy::run(args, context),
        Some(Way::Status(args)) => return status::status(args, context),
        Some(Way::Stop(args)) => return status::stop(args, context),
        None => {}
    }
    if let Some(format) = context
        .formats
        .iter()
        .find(|f| !matches!(f.kind, FormatKind::Human | FormatKind::Json))
    {
        return Err(Failure::new(format!("skillc record has no format {:?}", format.kind)).help("use human or json"));
    }
    let apps = find_apps(&args.app, context)?;
    for problem in &apps.problems {
        context.say(Level::Warning, problem);
    }
    // Everything that can be wrong with an APP.md is found before anything is written.
    let simulators: Vec<(AppSource, Simulator, SimulatorOptions)> = apps
        .found
        .into_iter()
        .map(|app| {
            let options = options(args, &app, context)?;
            let simulator = simulator(&app, options)?;
            Ok((app, simulator, options))
        })
        .collect::<Result<_, Failure>>()?;
    let folder = context.config.captures();
    let store = Store::create(&folder).map_err(|error| {
        Failure::new(format!("could not open the captures in {}: {error}", shown(&folder)))
            .help("name a new, empty or existing capture store with --captures")
    })?;
    let mut recorded = Vec::new();
    for (app, simulator, options) in simulators {
        context.go_on()?;
        recorded.push(record(args, &app, simulator, options, &store, context)?);
    }
    for format in &context.formats {
        let text = match format.kind {
            FormatKind::Json => {
                let sessions: Vec<Value> = recorded.iter().map(Recorded::to_json).collect();
                format!("{:#}\n", json!({ "format_version": 1, "sessions": sessions }))
            }
            _ => recorded
                .iter()
                .map(Recorded::to_line)
                .chain([closing(&recorded, &folder)])
                .collect(),
        };
        format.write(&text)?;
    }
    Ok(Outcome::findings_if(!apps.problems.is_empty()))
}

/// One app that was recorded.
struct Recorded {
    session: Session,
    /// None if the store had this very session already.
    explored: Option<Explored>,
}

impl Recorded {
    fn to_line(&self) -> String {
        let Session { app, id, .. } = &self.session;
        let app = one_line(app);
        match &self.explored {
            None => format!("{app}: session {id} was there already\n"),
            Some(explored) => format!(
                "{app}: {}, {}, {} in session {id}{}\n",
                counted(explored.screens, "screen"),
                counted(explored.actions as usize, "action"),
                counted(explored.looks as usize, "frame"),
                stop_note(explored.stop)
            ),
        }
    }

    fn to_json(&self) -> Value {
        let stop = self.explored.map(|explored| stop_word(explored.stop));
        json!({
            "app": self.session.app,
            "session": self.session.id,
            "state": if self.explored.is_some() { "recorded" } else { "exists" },
            "screens": self.explored.map(|explored| explored.screens),
            "actions": self.explored.map(|explored| explored.actions),
            "frames": self.explored.map(|explored| explored.looks),
            "stop": stop,
        })
    }
}

/// How an exploration ended, after the line that says what was found.
fn stop_note(stop: Stop) -> &'static str {
    match stop {
        Stop::Finished => "",
        Stop::Screens => "; more screens than --max-screens",
        Stop::Time => "; stopped after --max-seconds",
        Stop::Asked => "; stopped when asked",
    }
}

/// The same as a word.
fn stop_word(stop: Stop) -> &'static str {
    match stop {
        Stop::Finished => "finished",
        Stop::Screens => "screens",
        Stop::Time => "time",
        Stop::Asked => "asked",
    }
}

fn closing(recorded: &[Recorded], folder: &Path) -> String {
    let new = recorded.iter().filter(|one| one.explored.is_some()).count();
    format!("{} recorded into {}\n", counted(new, "session"), shown(folder))
}

pub(crate) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// How an app is shown: by the flags, else by `skillc.toml`.
fn options(args: &Args, app: &AppSource, context: &Context) -> Result<SimulatorOptions, Failure> {
    let settings = context.config.settings.app.get(app.slug.as_str());
    let theme = match (args.theme, settings.and_then(|settings| settings.theme.as_deref())) {
        (Some(ThemeChoice::Light), _) | (None, None | Some("light")) => Theme::Light,
        (Some(ThemeChoice::Dark), _) | (None, Some("dark")) => Theme::Dark,
        (None, Some(other)) => {
            return Err(Failure::new(format!("app.{}.theme is {other:?}", app.slug)).help("make it light or dark"));
        }
    };
    let icon_only = args.icon_only || settings.and_then(|settings| settings.icon_only).unwrap_or(false);
    let landscape = settings
        .and_then(|settings| settings.landscape)
        .map(|landscape| match landscape {
            true => Orientation::Landscape,
            false => Orientation::Portrait,
        });
    let asked = args.orientation.map(|orientation| match orientation {
        OrientationChoice::Portrait => Orientation::Portrait,
        OrientationChoice::Landscape => Orientation::Landscape,
    });
    Ok(SimulatorOptions {
        theme,
        tab_style: if icon_only {
            TabStyle::IconOnly
        } else {
            TabStyle::Labelled
        },
        orientation: asked.or(landscape),
        seed: args.seed,
    })
}

/// Starts the app in the simulator.
///
/// # Errors
/// When it has no scenes, or none that it could start with; with the place in APP.md.
pub fn simulator(app: &AppSource, options: SimulatorOptions) -> Result<Simulator, Failure> {
    let Some(spec) = app.parsed.simulator.clone() else {
        return Err(Failure::new(format!(
            "{} has no Simulator sections, so there is nothing to record",
            app.name
        ))
        .help("add `## Simulator Screen <id>` sections, or record the real app"));
    };
    Simulator::new(spec, app.description.tab_layout, options).map_err(|error| {
        let help = match &error {
            SimulatorError::NoScreens { .. } => "add a `## Simulator Screen <id>` section",
            SimulatorError::NoRoot { .. } => "`- root: <id>` under `## Simulator` names the first screen",
            SimulatorError::Picture(_) => "this is a fault of skillc: please report it with the APP.md",
        };
        let failure = Failure::new(format!("{}: {error}", app.name)).help(help);
        match app.parsed.span(&AppField::Simulator("Simulator".to_owned())) {
            Some(span) => failure.at(&app.name, &app.text, span.offset, span.length),
            None => failure,
        }
    })
}

fn record(
    args: &Args,
    app: &AppSource,
    simulator: Simulator,
    options: SimulatorOptions,
    store: &Store,
    context: &Context,
) -> Result<Recorded, Failure> {
    let guide = Guide::of(&app.description, &context.config.settings.compile.skip);
    let budget = args.budget.budget();
    let session = simulator_session(&SimulatorRun {
        app: &app.description.app,
        app_md: &masked(&app.text),
        locale: app.description.locale.as_deref(),
        goal: args.goal.as_deref(),
        options,
        limits: &format!("{budget:?} {:?}", guide.skip),
        window: simulator.window(),
        started_at: simulator.now(),
    });
    // The same seed makes the same session: what was cut short is recorded anew.
    let before = store.find(&session.id).ok();
    if let Some(file) = before.filter(|file| {
        store
            .entry(file)
            .is_ok_and(|entry| entry.session.state == SessionState::Recovered)
    }) {
        store.remove(&file).map_err(|error| Failure::new(error.to_string()))?;
        let message = format!("session {} had been cut short and is recorded anew", file.id);
        context.say(Level::Info, &message);
    }
    let mut writer = match SessionWriter::begin(store, session.clone()) {
        Ok(writer) => writer,
        Err(WriteError::SessionExists(id)) if store.has(&id) => {
            return Ok(Recorded {
                session,
                explored: None,
            });
        }
        Err(error @ WriteError::SessionExists(_)) => {
            return Err(Failure::new(format!("could not record {}: {error}", app.name))
                .help("another skillc may be recording it; if none is, run skillc captures recover"));
        }
        Err(error) => return Err(failed(app, store, error)),
    };
    let mut target = SimulatedTarget::new(simulator);
    let bar = context.progress.bar("record", budget.screens as u64);
    bar.set_message(one_line(&app.description.app));
    let mut go_on = |explored: &Explored| {
        bar.set_position(explored.screens as u64);
        !context.is_stopped()
    };
    let explored = Explorer::explore(&mut target, &mut writer, &guide, budget, &mut go_on);
    bar.finish_and_clear();
    let ended_at: Timestamp = target.simulator().now();
    let explored = match explored {
        Ok(explored) => explored,
        Err(ExploreError::Tape(error)) => return Err(failed(app, store, error)),
        Err(error @ ExploreError::Target(_)) => {
            writer.seal(ended_at).map_err(|error| failed(app, store, error))?;
            return Err(Failure::new(format!("{}: {error}", app.name))
                .help("what was recorded until then is in the store; please report this with the APP.md"));
        }
    };
    writer.seal(ended_at).map_err(|error| failed(app, store, error))?;
    warn(app, &target, context);
    Ok(Recorded {
        session,
        explored: Some(explored),
    })
}

/// Says what in APP.md did not come out as its writer may have meant.
fn warn(app: &AppSource, target: &SimulatedTarget, context: &Context) {
    for id in target.dangling() {
        context.say(
            Level::Warning,
            &format!(
                "{}: something leads to the screen {id:?}, which is not declared; tapping it does nothing",
                app.name
            ),
        );
    }
    for text in target.uncovered() {
        context.say(
            Level::Warning,
            &format!(
                "{}: {text:?} has characters that no bundled font has; they are drawn as boxes",
                app.name
            ),
        );
    }
}

fn failed(app: &AppSource, store: &Store, error: WriteError) -> Failure {
    Failure::new(format!(
        "could not record {} into {}: {error}",
        app.name,
        shown(store.root())
    ))
    .help("what was written until then is kept: skillc captures recover seals it")
}
