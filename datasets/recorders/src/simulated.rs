//! The simulator as a target.

use std::collections::BTreeSet;

use skillc_records::{FrameIndex, Timestamp, WindowPoint, WindowSize};
use skillc_simulator::{Simulator, SimulatorError, Touched};

use crate::target::{SeenPicture, Sight, Start, Target};

/// An app in the simulator.
pub struct SimulatedTarget {
    simulator: Simulator,
    uncovered: BTreeSet<String>,
    dangling: BTreeSet<String>,
}

impl SimulatedTarget {
    /// The app that runs in `simulator`.
    pub fn new(simulator: Simulator) -> Self {
        Self {
            simulator,
            uncovered: BTreeSet::new(),
            dangling: BTreeSet::new(),
        }
    }

    /// The app itself.
    pub fn simulator(&self) -> &Simulator {
        &self.simulator
    }

    /// Texts that were shown and have a character that no bundled font has.
    pub fn uncovered(&self) -> impl Iterator<Item = &str> {
        self.uncovered.iter().map(String::as_str)
    }

    /// Ids of screens that something tapped leads to and that are not declared.
    pub fn dangling(&self) -> impl Iterator<Item = &str> {
        self.dangling.iter().map(String::as_str)
    }

    fn touched(&mut self, touched: Touched) {
        if let Touched::Dangling { id } = touched {
            self.dangling.insert(id);
        }
    }
}

impl Target for SimulatedTarget {
    type Error = SimulatorError;

    fn window(&self) -> WindowSize {
        self.simulator.window()
    }

    fn now(&self) -> Timestamp {
        self.simulator.now()
    }

    fn launch(&mut self, _app: &str, start: Start) -> Result<(), SimulatorError> {
        match start {
            Start::AsItIs => self.simulator.launch(),
            Start::Afresh => self.simulator.cold_launch(),
        }
        Ok(())
    }

    fn see(&mut self) -> Result<Sight, SimulatorError> {
        let sight = self.simulator.look()?;
        self.uncovered.extend(sight.uncovered.iter().cloned());
        // The tape numbers frames; whatever stands here is replaced.
        let labels = sight.labels(FrameIndex(0));
        Ok(Sight {
            picture: Some(SeenPicture {
                bytes: sight.picture,
                size: sight.size,
                scale: Some(sight.scale),
            }),
            detections: sight.detections,
            labels,
            ..Sight::new(sight.captured_at)
        })
    }

    fn tap(&mut self, at: WindowPoint) -> Result<(), SimulatorError> {
        let touched = self.simulator.tap(at);
        self.touched(touched);
        Ok(())
    }

    fn swipe(&mut self, from: WindowPoint, to: WindowPoint) -> Result<(), SimulatorError> {
        let touched = self.simulator.swipe(from, to);
        self.touched(touched);
        Ok(())
    }

    fn type_text(&mut self, text: &str) -> Result<(), SimulatorError> {
        self.simulator.type_text(text);
        Ok(())
    }

    fn back(&mut self, button: WindowPoint) -> Result<Option<WindowPoint>, SimulatorError> {
        self.tap(button)?;
        Ok(Some(button))
    }
}
