//! The rules of APP.md, in the form in which they are matched.

use serde::{Deserialize, Serialize};

/// What the stage reads of APP.md: its Obstacles and its `obstacle_mode`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ObstaclePolicy {
    /// The rules in file order.
    pub rules: Vec<ObstacleRule>,
    /// What is done with them.
    pub mode: ObstacleMode,
}

/// One rule: when this is on the screen, tap that.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObstacleRule {
    /// The text that tells the obstacle.
    pub trigger: String,
    /// The text that is tapped.
    pub action: String,
}

/// What is done with the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ObstacleMode {
    /// Dismiss.
    #[default]
    Auto,
    /// Meant to tell the agent; does the same as `Off`.
    Hint,
    /// Leave the rules alone. System alerts are dismissed all the same.
    Off,
}

/// The rules that are in force, lowered once. Empty unless the mode is [`ObstacleMode::Auto`].
#[derive(Debug, Clone)]
pub struct ActiveRules {}

impl ActiveRules {
    /// The rules of `policy` that are in force.
    pub fn new(_policy: &ObstaclePolicy) -> Self {
        Self {}
    }
}
