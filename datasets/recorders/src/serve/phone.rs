//! The app, and the home screen before it.

use skillc_app_description::{Element, Scene, SimulatorSpec};
use skillc_simulator::{Sight, Simulator, SimulatorError, SimulatorOptions};
use skillc_text::fold;

/// A phone with one app on it.
pub(super) struct Phone {
    app: Simulator,
    home: Option<Simulator>,
    at_home: bool,
}

/// The home screen was asked to open an app that isn't there.
pub(super) struct NoSuchApp {
    pub(super) there: String,
}

impl Phone {
    /// A phone on which the app is in front.
    pub(super) fn new(app: Simulator) -> Self {
        let home = home_screen(app.spec(), app.options());
        Self {
            app,
            home,
            at_home: false,
        }
    }

    /// What is in front.
    pub(super) fn front(&mut self) -> &mut Simulator {
        match &mut self.home {
            Some(home) if self.at_home => home,
            _ => &mut self.app,
        }
    }

    /// Shows the home screen. The app keeps its state.
    pub(super) fn go_home(&mut self) {
        self.at_home = self.home.is_some();
    }

    /// Brings the app of this name to the front.
    pub(super) fn launch(&mut self, name: &str) -> Result<(), NoSuchApp> {
        let spec = self.app.spec();
        if fold(&spec.app_name) != fold(name) && fold(&spec.spotlight_name) != fold(name) {
            return Err(NoSuchApp {
                there: spec.app_name.clone(),
            });
        }
        self.at_home = false;
        self.app.launch();
        Ok(())
    }

    /// Ends the app and starts it anew.
    pub(super) fn reset(&mut self) {
        self.at_home = false;
        self.app.cold_launch();
    }

    pub(super) fn tap(&mut self, at: skillc_records::WindowPoint) {
        let touched = self.front().tap(at);
        // The only thing on the home screen that answers leads to the app.
        if self.at_home && touched != skillc_simulator::Touched::Nothing {
            self.at_home = false;
            self.app.launch();
        }
    }

    pub(super) fn look(&mut self) -> Result<Sight, SimulatorError> {
        self.front().look()
    }
}

/// A screen with the app's name to tap. None only if it can't be drawn, and then the app is always in front.
fn home_screen(spec: &SimulatorSpec, options: SimulatorOptions) -> Option<Simulator> {
    const ID: &str = "home";
    let home = SimulatorSpec {
        app_name: spec.app_name.clone(),
        spotlight_name: spec.spotlight_name.clone(),
        icon: spec.icon.clone(),
        root: ID.to_owned(),
        screens: vec![Scene {
            id: ID.to_owned(),
            title: String::new(),
            back: None,
            tab_bar: false,
            elements: vec![Element::Button {
                text: spec.app_name.clone(),
                to: Some(ID.to_owned()),
            }],
        }],
        obstacles: Vec::new(),
    };
    Simulator::new(home, None, options).ok()
}
