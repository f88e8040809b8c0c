//! Which field of APP.md is behind a result.
//!
//! Stages name a field and never a line: an edit that only moves lines must not run anything again. Whoever shows a result looks
//! the line up in the spans of the description.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A field of APP.md. The order is that of the specification.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AppField {
    /// `app`.
    App,
    /// `version`.
    Version,
    /// `locale`.
    Locale,
    /// `archetype`.
    Archetype,
    /// `reset_before_explore`.
    ResetBeforeExplore,
    /// `obstacle_mode`.
    ObstacleMode,
    /// `spotlight_name`.
    SpotlightName,
    /// `icon`.
    Icon,
    /// The body of `## Structure`.
    Structure,
    /// The body of a `## X Tab` section, by its heading.
    TabSection(String),
    /// The name of the tab at this place, however it is declared.
    Tab(usize),
    /// `orientation` of the tab layout.
    TabLayoutOrientation,
    /// `edge` of the tab layout.
    TabLayoutEdge,
    /// The trigger of the rule at this place.
    ObstacleTrigger(usize),
    /// The action of the rule at this place.
    ObstacleAction(usize),
    /// The pattern at this place.
    Skip(usize),
    /// The credential of this name.
    Credential(String),
    /// The tip at this place.
    Tip(usize),
    /// A section of the simulator family, by its heading.
    Simulator(String),
    /// The value of a property (`title`, `back`, `root`, …) of such a section.
    SimulatorProperty {
        /// The section's heading.
        section: String,
        /// The property, lower-case.
        key: String,
    },
    /// An element of a screen of the simulator: its whole line.
    SimulatorElement {
        /// The screen's heading.
        section: String,
        /// The element's place on the screen.
        index: usize,
    },
    /// Where an element leads.
    SimulatorDestination {
        /// The screen's heading.
        section: String,
        /// The element's place on the screen.
        index: usize,
    },
}

impl fmt::Display for AppField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::App => f.write_str("app"),
            Self::Version => f.write_str("version"),
            Self::Locale => f.write_str("locale"),
            Self::Archetype => f.write_str("archetype"),
            Self::ResetBeforeExplore => f.write_str("reset_before_explore"),
            Self::ObstacleMode => f.write_str("obstacle_mode"),
            Self::SpotlightName => f.write_str("spotlight_name"),
            Self::Icon => f.write_str("icon"),
            Self::Structure => f.write_str("Structure"),
            Self::TabSection(heading) | Self::Simulator(heading) => f.write_str(heading),
            Self::Tab(i) => write!(f, "Tabs[{i}]"),
            Self::TabLayoutOrientation => f.write_str("Tab Layout.orientation"),
            Self::TabLayoutEdge => f.write_str("Tab Layout.edge"),
            Self::ObstacleTrigger(i) => write!(f, "Obstacles[{i}].trigger"),
            Self::ObstacleAction(i) => write!(f, "Obstacles[{i}].action"),
            Self::Skip(i) => write!(f, "Skip[{i}]"),
            Self::Credential(name) => write!(f, "Credentials.{name}"),
            Self::Tip(i) => write!(f, "Tips[{i}]"),
            Self::SimulatorProperty { section, key } => write!(f, "{section}.{key}"),
            Self::SimulatorElement { section, index } => write!(f, "{section}[{index}]"),
            Self::SimulatorDestination { section, index } => write!(f, "{section}[{index}].destination"),
        }
    }
}
