//! Tab root, list, settings, detail, modal.

use serde::{Deserialize, Serialize};
use skillc_records::{ScreenPoints, WindowSize};

/// What kind of screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ScreenKind {
    /// A root with a tab bar.
    TabRoot,
    /// A list with a way back.
    List,
    /// A list without.
    Settings,
    /// A screen with a way back and little to open.
    Detail,
    /// A sheet or dialog.
    Modal,
    /// None of these.
    #[default]
    Unknown,
}

impl ScreenKind {
    /// The kind of the screen that shows `points`.
    pub fn of(_screen: &ScreenPoints, _window: WindowSize) -> Self {
        Self::Unknown
    }
}
