//! The description as plain values.

use serde::{Deserialize, Serialize};

use crate::{Credential, SimulatorSpec};

/// What APP.md says about an app.
///
/// Texts are verbatim. Which line each value stands in is told by the spans beside it ([`crate::Parsed::spans`]), so that an edit
/// that only moves lines leaves an equal description.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AppDescription {
    /// `app`: the display name, never empty.
    pub app: String,
    /// `version`: of the file's schema; 1 if it is absent or no integer.
    pub version: i64,
    /// `locale`, for instance `fr_CA`.
    pub locale: Option<String>,
    /// `archetype`: the name of a screen recipe.
    pub archetype: Option<String>,
    /// `reset_before_explore`: force-quit before exploring.
    pub reset_before_explore: bool,
    /// `obstacle_mode`.
    pub obstacle_mode: ObstacleMode,
    /// `## Structure` and then every `## X Tab` section, in code-point order, with their headings. May be empty.
    pub context: String,
    /// `## Obstacles`, in file order.
    pub obstacles: Vec<ObstacleRule>,
    /// `## Skip`: texts never to tap, in file order.
    pub skip: Vec<String>,
    /// `## Credentials`, unresolved, each name once.
    pub credentials: Vec<Credential>,
    /// `## Tips`, in file order.
    pub tips: Vec<String>,
    /// The names of the tabs, from `## Tabs`, else from `tabs:` in Structure, else from `## X Tab` headings.
    pub tabs: Vec<String>,
    /// `## Tab Layout`; none if the section says nothing valid.
    pub tab_layout: Option<TabLayout>,
    /// The scenes, if there are any.
    pub simulator: Option<SimulatorSpec>,
}

/// What is done with the obstacle rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ObstacleMode {
    /// Matching obstacles are dismissed.
    #[default]
    Auto,
    /// The rules are not acted on.
    Hint,
    /// The rules are ignored.
    Off,
}

/// One rule of `## Obstacles`: when `trigger` is on the screen, tap `action`. Neither is empty.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ObstacleRule {
    /// The text that shows the obstacle.
    pub trigger: String,
    /// The text to tap.
    pub action: String,
}

/// Where the tabs sit. Axis and edge are independent: `vertical` with the default edge `bottom` is legal (and reported by the linter).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TabLayout {
    /// The axis along which the tabs are spread; horizontal if only the edge is declared.
    pub orientation: Axis,
    /// The edge whose band is searched; bottom if only the axis is declared.
    pub edge: Edge,
}

/// The axis of a tab bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Axis {
    /// Side by side.
    Horizontal,
    /// One below the other.
    Vertical,
}

/// An edge of the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    /// The top edge.
    Top,
    /// The bottom edge.
    Bottom,
    /// The left edge.
    Left,
    /// The right edge.
    Right,
}

impl ObstacleMode {
    /// Every mode.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Hint, Self::Off];

    /// The word in APP.md.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Hint => "hint",
            Self::Off => "off",
        }
    }

    /// The mode of a word, case-sensitive.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.as_str() == word)
    }
}

impl Axis {
    /// Both axes.
    pub const ALL: [Self; 2] = [Self::Horizontal, Self::Vertical];

    /// The word in APP.md.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Horizontal => "horizontal",
            Self::Vertical => "vertical",
        }
    }

    /// The axis of a lower-case word.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|axis| axis.as_str() == word)
    }
}

impl Edge {
    /// Every edge.
    pub const ALL: [Self; 4] = [Self::Top, Self::Bottom, Self::Left, Self::Right];

    /// The word in APP.md.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Top => "top",
            Self::Bottom => "bottom",
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    /// The edge of a lower-case word.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|edge| edge.as_str() == word)
    }

    /// The axis along which a bar at this edge runs.
    pub fn axis(self) -> Axis {
        match self {
            Self::Top | Self::Bottom => Axis::Horizontal,
            Self::Left | Self::Right => Axis::Vertical,
        }
    }
}
