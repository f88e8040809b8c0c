//! System alerts.

use serde::{Deserialize, Serialize};
use skillc_records::TapPoint;

/// A system alert on a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alert {
    /// The place in the list of points of the button that the explorer taps.
    pub button: usize,
    /// What kind of alert.
    pub kind: AlertKind,
}

/// What kind of alert.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AlertKind {
    /// One with a known title: a permission, tracking or rating request.
    Permission,
    /// One that is known by its buttons only.
    System,
}

/// The alert on a screen, if there is one.
pub fn detect_alert(_points: &[TapPoint]) -> Option<Alert> {
    None
}
