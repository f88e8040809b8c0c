//! What is known beside the file itself.

use std::collections::BTreeSet;

use skillc_permissions::Policy;
use skillc_records::ActionRef;
use skillc_settle::Doubt;

/// What is known beside the file. Whatever isn't known is not checked.
#[derive(Debug, Clone, Default)]
pub struct Surroundings {
    /// Names of screen recipes that were found beside the published ones.
    pub recipes: BTreeSet<String>,
    /// What `permissions.json` allows; none if nobody looked.
    pub policy: Option<Policy>,
    /// The names of the variables that are set; none if nobody looked.
    pub variables: Option<BTreeSet<String>>,
    /// What was recorded of the app; none without captures.
    pub recorded: Option<Recorded>,
}

/// What the recordings of an app show.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Recorded {
    /// The texts of every frame, in the order in which the rules see them.
    pub screens: Vec<Vec<String>>,
    /// The locales of the devices, as far as known.
    pub locales: BTreeSet<String>,
    /// How many actions have a result that was seen.
    pub results: usize,
    /// The actions whose result something speaks against, and what, in the order of the recordings.
    pub doubts: Vec<(ActionRef, Doubt)>,
}

/// The published screen recipes.
pub const PUBLISHED_RECIPES: [&str; 7] = [
    "content-grid",
    "conversation-list",
    "dashboard",
    "detail-form",
    "settings-list",
    "social-feed",
    "utility-display",
];
