//! The declared tabs, and their layout.

use serde::{Deserialize, Serialize};

/// What the stage reads of APP.md: the names of the tabs and their layout.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TabBar {
    /// The names in the order declared.
    pub tabs: Vec<String>,
    /// The layout; none if the APP.md has none, which means a horizontal bar at the bottom.
    pub layout: Option<TabLayout>,
}

/// How the bar lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TabLayout {
    /// The axis that the tabs follow.
    pub axis: BarAxis,
    /// The edge that the bar lies on.
    pub edge: BarEdge,
}

/// The axis that the tabs follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BarAxis {
    /// Side by side.
    #[default]
    Horizontal,
    /// One above the other.
    Vertical,
}

/// The edge of the window that the bar lies on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BarEdge {
    /// The top edge.
    Top,
    /// The bottom edge.
    #[default]
    Bottom,
    /// The left edge.
    Left,
    /// The right edge.
    Right,
}

/// The names of the tabs, lowered once for matching.
#[derive(Debug, Clone)]
pub struct TabNames {}

impl TabNames {
    /// The names of `bar`.
    pub fn new(_bar: &TabBar) -> Self {
        Self {}
    }
}
