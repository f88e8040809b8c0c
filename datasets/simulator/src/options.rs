//! How the scenes are shown.

use serde::{Deserialize, Serialize};
use skillc_app_description::{Axis, TabLayout};
use skillc_records::{Orientation, WindowSize};

/// How the scenes are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SimulatorOptions {
    /// Light or dark.
    pub theme: Theme,
    /// Whether tabs have labels.
    pub tab_style: TabStyle,
    /// Which way the window is held; none: as the tab layout suggests, see [`SimulatorOptions::orientation`].
    pub orientation: Option<Orientation>,
    /// Where simulated time begins, and the small delays of touches.
    pub seed: u64,
}

/// Light or dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// Dark text on light ground.
    #[default]
    Light,
    /// Light text on dark ground.
    Dark,
}

/// Whether tabs have labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TabStyle {
    /// An icon and its label.
    #[default]
    Labelled,
    /// The icon alone: the tab's name can't be read.
    IconOnly,
}

/// A mirrored iPhone held upright, in points.
const PORTRAIT: WindowSize = WindowSize::new(410.0, 898.0);

impl SimulatorOptions {
    /// Which way the window is held: as asked for, else landscape for an app whose tabs stand one below the other.
    pub fn orientation(&self, layout: Option<TabLayout>) -> Orientation {
        self.orientation.unwrap_or(match layout {
            Some(TabLayout {
                orientation: Axis::Vertical,
                ..
            }) => Orientation::Landscape,
            _ => Orientation::Portrait,
        })
    }

    /// The window: 410 by 898 points, or the other way round.
    pub fn window(&self, layout: Option<TabLayout>) -> WindowSize {
        match self.orientation(layout) {
            Orientation::Portrait => PORTRAIT,
            Orientation::Landscape => WindowSize::new(PORTRAIT.height, PORTRAIT.width),
        }
    }
}
