//! `skillc simulate`: serves the scenes of an APP.md as an MCP server.

use std::io;

use skillc_records::Orientation;
use skillc_simulator::{SimulatorOptions, TabStyle, Theme};

use super::record::{OrientationChoice, ThemeChoice, simulator};
use crate::commands::compile::find_apps;
use crate::context::Context;
use crate::exit_code::Outcome;
use crate::failure::Failure;

/// Arguments of `skillc simulate`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// APP.md whose scenes are served, or the name of an app of the workspace
    #[arg(long, value_name = "FILE_OR_NAME")]
    pub app: String,
    /// What simulated time follows from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Light or dark
    #[arg(long, value_enum)]
    pub theme: Option<ThemeChoice>,
    /// A tab bar without labels
    #[arg(long)]
    pub icon_only: bool,
    /// Which way the window is held; by default sideways for apps with a vertical Tab Layout
    #[arg(long, value_enum)]
    pub orientation: Option<OrientationChoice>,
}

/// Serves until stdin ends. Nothing but the protocol is written to stdout.
///
/// # Errors
/// When the app can't be read or has no scenes, or stdin or stdout breaks.
pub fn run(args: &Args, context: &Context) -> Result<Outcome, Failure> {
    let apps = find_apps(std::slice::from_ref(&args.app), context)?;
    let Some(app) = apps.found.first() else {
        return Err(Failure::new(format!("there is no APP.md in {:?}", args.app))
            .help("name an APP.md with Simulator sections"));
    };
    let options = SimulatorOptions {
        theme: match args.theme {
            Some(ThemeChoice::Dark) => Theme::Dark,
            _ => Theme::Light,
        },
        tab_style: if args.icon_only {
            TabStyle::IconOnly
        } else {
            TabStyle::Labelled
        },
        orientation: args.orientation.map(|orientation| match orientation {
            OrientationChoice::Portrait => Orientation::Portrait,
            OrientationChoice::Landscape => Orientation::Landscape,
        }),
        seed: args.seed,
    };
    let simulator = simulator(app, options)?;
    skillc_recorders::serve::serve(simulator, io::stdin().lock(), io::stdout().lock())
        .map_err(|error| Failure::new("the connection to the client broke").because(error))?;
    Ok(Outcome::Clean)
}
